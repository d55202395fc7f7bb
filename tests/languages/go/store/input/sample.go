// Package store keeps things by key.
package store

import (
	"errors"
	"fmt"

	search "example.com/shop/index"
	. "example.com/shop/marks"
	_ "example.com/shop/drivers"
	"github.com/someone/go-clock/v2"
)

// DefaultSize is how many keys fit at first.
const DefaultSize = 16

var (
	errMissing = errors.New("no such key")
	shared     *Store
)

// Store is a set of keys
// with an index.
type Store struct {
	*Base
	search.Hooks
	index *search.Index
	names map[string]string `json:"names of all" yaml:"-"`
	sink  Sink
}

var _ Sink = (*Store)(nil)

// New makes an empty store.
func New(index *search.Index, options ...Option) (*Store, error) {
	s := &Store{index: index, names: make(map[string]string, DefaultSize)}
	for _, option := range options {
		option(s)
	}
	s.sink = NewPipe(s.Put)
	return s, nil
}

// Put adds a key.
func (s *Store) Put(key string) error {
	if key == "" {
		return fmt.Errorf("key %q is empty: %w", key, errMissing)
	}
	s.index.Add(key).Flush()
	defer s.sink.Close()
	return s.Base.Put(key)
}

func (Store) Size() int { return clock.Now() }
