if System.otp_release() < "26" do
  Mix.raise("too old")
end

defmodule Bell.MixProject do
  use Mix.Project

  def project do
    [
      app: :bell,
      version: "0.1.0",
      elixir: "~> #{min_elixir()}",
      deps: with_lock(target_deps(Mix.target()) ++ deps()),
      escript: escript()
    ] ++ docs()
  end

  defp min_elixir, do: "1.15"
  defp docs, do: [name: "Bell", docs: [main: "readme"]]

  defp escript do
    [
      name: :bell_cli,
      main_module: Bell.CLI
    ]
  end

  defp deps, do: [{:req, req_version()}, {:nimble_options, "~> 1.0"}, ecto_dep(), {:plug_crypto, crypto_version()}]

  defp req_version, do: "~> 0.5"

  if System.get_env("OLD") do
    defp crypto_version, do: "~> 1.0"
  else
    defp crypto_version, do: "~> 2.0"
  end

  defp target_deps(:app), do: [{:kit, github: "acme/kit"}]
  defp target_deps(_), do: []

  defp ecto_dep do
    if path = System.get_env("ECTO_PATH") do
      {:ecto, path: path}
    else
      {:ecto, "~> 3.11"}
    end
  end

  defp with_lock(deps) do
    for dep <- deps, {:ok, version} <- [lookup(dep)] do
      put_elem(dep, 1, version)
    end
  end

  defp lookup(dep), do: {:ok, elem(dep, 1)}
end
