defmodule ShopWeb.PageLive do
  use ShopWeb, :live_view

  import ShopWeb.Components

  def render(assigns) do
    ~H"""
    <.header title={title_of(@page)}>A page of things</.header>
    <ShopWeb.Layouts.app flash={@flash}>
      <p :for={item <- @items}><%= label(item, "not_a(call") %></p>
      <Icons.star />
    </ShopWeb.Layouts.app>
    """
  end

  def title_of(page), do: ~s(the page #{page.name})
end
