// Package alloc allocates the arrays that algorithms keep for each page: on the heap, or in mapped scratch files
// if the memory budget is too small.
//
// An algorithm allocates its large arrays with [Make]. The same code gives the same results with both kinds of
// memory. Mapped files are not memory of the process: the operating system caches the blocks in use and writes
// others to disk. This is fast while the pages in use together are close to each other, as in a graph numbered by
// the names of its pages.
package alloc

import "unsafe"

// A Space hands out memory. It is safe for concurrent use.
type Space interface {
	// Bytes returns n zero bytes, aligned to 64, which live as long as the space. It fails if they cannot be
	// allocated.
	Bytes(n int64) ([]byte, error)
}

// Make returns n zero values of s, or of the heap if s is nil. T must hold no pointers.
func Make[T any](s Space, n int) ([]T, error) {
	size := int64(unsafe.Sizeof(*new(T)))
	if s == nil || n == 0 || size == 0 {
		return make([]T, n), nil
	}
	b, err := s.Bytes(int64(n) * size)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// A Maker makes several arrays and remembers the first error, after which it returns nil.
type Maker struct {
	Space Space
	Err   error
}

// From returns n zero values of the space of m.
func From[T any](m *Maker, n int) []T {
	if m.Err != nil {
		return nil
	}
	var a []T
	a, m.Err = Make[T](m.Space, n)
	return a
}
