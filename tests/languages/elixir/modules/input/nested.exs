# Modules in modules, protocols and what they are implemented for.
defprotocol Shop.Sized do
  @doc "How large it is."
  def size_of(item)
end

defmodule Shop.Outer do
  defmodule Inner do
    alias Shop.Deep.Utils
    def run(x), do: Utils.trim(x)
  end

  defmodule Inner.Deeper do
    def run(x), do: Shop.Other.Utils.trim(x)
  end

  defimpl Shop.Sized, for: Inner do
    def size_of(item), do: Inner.run(item)
  end

  defexception [:message]

  @callback handle(term) :: :ok
  @optional_callbacks handle: 1

  defmacro __using__(_options) do
    quote do
      import Shop.Outer, except: [other: 0]
      @behaviour Shop.Outer
      def handle(term), do: unquote(__MODULE__).check(term)
    end
  end

  def check(module), do: module.handle(:erlang.self())
  def other, do: File.read!(Shop.Store.File.path())
end

defimpl Shop.Sized, for: [List, Map] do
  def size_of(item), do: Enum.count(item)
end

defmodule :plain do
  def call(), do: Shop.Outer.other()
end

Shop.Outer.check(Shop.Outer.Inner)
