package alloc

import (
	"io"
	"unsafe"
)

// A Filler is a space that hands out bytes as they were written, which spares it to clear them before.
type Filler interface {
	Space
	// Fill returns n bytes, as Bytes does, after fill has written them by w; zero where it has not. w is safe for
	// concurrent use, and not to be used after fill has returned. An error of fill is returned, and no bytes.
	Fill(n int64, fill func(w io.WriterAt) error) ([]byte, error)
}

// A Row is a row of values that is being written. T must hold no pointers. It is safe for concurrent use on parts that
// do not overlap.
type Row[T any] struct {
	values []T         // the row itself, where it can be written to
	to     io.WriterAt // else where its bytes go
}

// Fill returns n values in memory of s, or of the heap if s is nil. fill writes them; unwritten values are zero.
// It returns errors of fill and of allocating memory.
func Fill[T any](s Space, n int, fill func(r Row[T]) error) ([]T, error) {
	size := int64(unsafe.Sizeof(*new(T)))
	f, is := s.(Filler)
	if !is || n == 0 || size == 0 {
		values, err := Make[T](s, n)
		if err == nil {
			err = fill(Row[T]{values: values})
		}
		if err != nil {
			return nil, err
		}
		return values, nil
	}
	b, err := f.Fill(int64(n)*size, func(w io.WriterAt) error { return fill(Row[T]{to: w}) })
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// Writes says whether the row is written to by Put, from windows that are not of it.
func (r Row[T]) Writes() bool { return r.to != nil }

// Window returns an empty slice for appending the values from at to end. It is part of the row, or spare, whose
// capacity may be smaller.
func (r Row[T]) Window(at, end int, spare []T) []T {
	if !r.Writes() {
		return r.values[at:at:end]
	}
	return spare[:0:min(cap(spare), end-at)]
}

// Put writes what was appended to the window at at.
func (r Row[T]) Put(at int, window []T) error {
	if !r.Writes() || len(window) == 0 {
		return nil
	}
	size := int(unsafe.Sizeof(*new(T)))
	_, err := r.to.WriteAt(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(window))), size*len(window)), int64(at)*int64(size))
	return err
}
