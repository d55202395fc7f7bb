defmodule Shop.Form do
	def prüfe(größe),	do: Shop.Index.füge("é ü 😀 text", größe) |> melde()

	defp melde(x), do: x
end
