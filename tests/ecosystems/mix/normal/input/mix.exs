defmodule Ferry.MixProject do
  use Mix.Project

  @version "1.4.0"
  @elixir "~> 1.15"

  def project do
    [
      app: :ferry,
      version: @version,
      elixir: @elixir,
      start_permanent: Mix.env() == :prod,
      deps: deps()
    ]
  end

  def application do
    [extra_applications: [:logger], mod: {Ferry.Application, []}]
  end

  # Run "mix help deps" to learn about dependencies.
  defp deps do
    [
      {:plug, "~> 1.16"},
      {:jason, "~> 1.4", optional: true},
      # {:commented, "~> 1.0"},
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false},
      {:ex_doc, ">= 0.0.0", only: :dev, runtime: false}
    ]
  end
end
