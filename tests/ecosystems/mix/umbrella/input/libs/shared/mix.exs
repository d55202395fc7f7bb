defmodule Shared.MixProject do
  use Mix.Project
  def project(), do: [app: :shared, version: "1.0.0"]
end
