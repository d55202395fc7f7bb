defmodule Shop.Broken do
  def first(a, do: Shop.Index.add(a)

  def second(b) do
    Shop.Index.add(b
  end

  def third(c), do: first(c)
end
