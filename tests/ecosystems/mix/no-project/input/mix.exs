defmodule Helper do
  def project, do: [app: :no]
end
