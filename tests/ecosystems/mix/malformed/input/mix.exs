defmodule Broken do
  use Mix.Project

  def project do [app: :broken, deps: [{:a 
