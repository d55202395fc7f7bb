package types

type (
	// Number is what can be added.
	Number interface {
		~int | ~float64
	}
	Sink interface {
		io.Writer
		Named
		Put(key string) (int, error)
		Close() error
	}
	Tree[K Key, V any] struct {
		left, right *Tree[K, V]
		value       V
	}
	Handler func(c *Context) error
	Alias   = Tree[string, int]
	Kind    uint8
)

const (
	First Kind = iota
	Second
)

type Inner struct{ Sink }

func (t *Tree[K, V]) Left() *Tree[K, V] { return t.left }

func Sum[T Number](values ...T) (total T) {
	for _, value := range values {
		total += value
	}
	return
}

func use() {
	type local struct{ Inner }
	kept := local{Inner: Inner{}}
	kept.Put("a")
	tree := new(Tree[string, int])
	tree.Left()
	other := new(Inner)
	other.Put("b")
	Sum[int](1, 2)
	rows := []Inner{{Sink: nil}, {}}
	rows[0].Put("c")
	_ = map[Kind]Handler{First: func(c *Context) error { return c.Run() }}
}
