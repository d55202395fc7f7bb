defmodule <%= @app_module %>.MixProject do
  use Mix.Project

  def project do
    [
      app: :<%= @app_name %>,
      version: "0.1.0",
      deps: deps()
    ]
  end

  defp deps do
    [{:phoenix, "~> 1.8"}]
  end
end
