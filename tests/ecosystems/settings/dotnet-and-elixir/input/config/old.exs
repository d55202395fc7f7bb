use Mix.Config

config :shop, Shop.LegacyRepo,
  adapter: Ecto.Adapters.MySQL
