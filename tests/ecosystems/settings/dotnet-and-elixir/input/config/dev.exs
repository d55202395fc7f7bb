import Config

config :shop, Shop.Repo,
  username: "postgres",
  password: "secret",
  url: "ecto://postgres:secret@localhost/shop_dev"

config :shop, ShopWeb.Endpoint,
  http: [port: 4000]
