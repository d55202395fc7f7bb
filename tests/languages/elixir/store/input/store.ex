defmodule Shop.Store do
  @moduledoc """
  Keeps the things that are for sale.

      iex> Shop.Store.open("a")
  """

  use GenServer
  alias Shop.{Index, Sink}
  alias Shop.Errors.NotFound, as: Missing
  import Shop.Guards, only: [is_key: 1]
  require Logger

  @behaviour Shop.Keeper
  @timeout 5_000

  @type t :: %__MODULE__{index: Index.t(), name: String.t()}

  defstruct [:index, name: "a store"]

  defguardp is_small(key) when is_key(key) and byte_size(key) < 8

  @doc "Opens a store by its name."
  @spec open(String.t()) :: {:ok, t()} | {:error, Missing.t()}
  def open(name, options \\ [])

  def open("", _options), do: raise(Missing, "no store without a name")

  def open(name, options) do
    Logger.info("opening the store #{name} now")
    index = Index.new(name, Keyword.get(options, :size, @timeout))
    {:ok, %__MODULE__{index: index, name: name}}
  end

  @impl Shop.Keeper
  def put(%__MODULE__{} = store, key) when is_small(key) do
    store.index
    |> Index.add(normalize(key))
    |> tap(&Sink.push/1)
    |> Enum.map(&normalize/1)
    |> finish
  end

  def put(store, key), do: __MODULE__.put(store, String.slice(key, 0, 7))

  @impl GenServer
  def handle_call({:put, key}, _from, state), do: {:reply, :ok, put(state, key)}

  defdelegate all(store), to: Index, as: :list

  defp normalize(key), do: String.downcase(key)

  defp finish(result), do: result
end
