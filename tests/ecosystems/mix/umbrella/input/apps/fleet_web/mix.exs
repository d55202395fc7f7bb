defmodule FleetWeb.MixProject do
  use Mix.Project

  def project, do: [app: :fleet_web, elixir: "~> 1.14", deps: deps(), aliases: aliases()]

  defp deps() do
    [
      {:fleet, in_umbrella: true},
      {:esbuild, "~> 0.8", runtime: Mix.env() == :dev},
      {:shared, path: "../../libs/shared"},
      {:outside, path: "../../../outside"},
      {:heroicons, github: "tailwindlabs/heroicons", tag: "v2.1.1", app: false},
      {:legacy, "~> 0.1", git: "https://example.org/legacy.git", branch: "main"},
      {:renamed, "~> 2.0", hex: :real_name},
      {:private, "~> 1.0", organization: "acme"},
      {:only_prod, "~> 1.0", only: :prod},
      {:words, "~> 1.0", only: ~w(dev test)a},
      {:firmware, "~> 1.0", targets: [:rpi4]}
    ]
  end

  defp aliases do
    [
      setup: ["deps.get", "assets.setup"],
      "assets.setup": ["esbuild.install --if-missing"],
      test: ["ecto.create --quiet", "test"],
      custom: &custom/1
    ]
  end

  defp custom(_), do: [not_an: "alias"]
end
