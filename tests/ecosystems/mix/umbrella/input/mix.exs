defmodule Fleet.MixProject do
  use Mix.Project

  def project do
    [
      apps_path: "apps",
      version: "0.1.0",
      deps: [{:dialyxir, "~> 1.4", only: :dev}],
      releases: [fleet: [applications: [fleet_web: :permanent]]]
    ]
  end
end
