package flow

import "example.com/shop/config"

func shapes(value any, items chan Item) {
	switch it := value.(type) {
	case *Circle:
		it.Grow()
	case Square, Line:
		it.Draw()
	default:
		it.Skip()
	}
	if circle, ok := value.(*Circle); ok {
		circle.Grow()
	}
	select {
	case item := <-items:
		item.Run()
	case items <- Item{}:
	}
	for i, item := range list() {
		item.Show(i)
	}
	go func(config *Square) {
		config.Load()
	}(nil)
	config.Load()
	{
		config := Circle{}
		config.Load()
	}
	show := value.(Line).Show
	show()
	(*Circle).Grow(nil)
	func() { later() }()
outer:
	for {
		break outer
	}
}

func shadow(config string) { config.Load() }

func (c *Circle) Grow() {}
