defmodule Quay.Mixfile do
  use Mix.Project

  def project do
    [app: :quay,
     version: "0.0.1",
     deps: deps]
  end

  defp deps do
    [{ :cowboy, "~> 1.0.0" },
     { :"quoted-name", "1.0.0", [only: :test] },
     {:poison, nil, [git: "https://github.com/devinus/poison.git", ref: "abc123"]}]
  end
end
