// Package held computes values at their first use.
package held

import "sync"

// A Value is computed once, by the first goroutine that needs it; others wait. The zero Value is not computed yet. Got and Err
// are the result: read them without Get only when no Get is under way.
type Value[T any] struct {
	once sync.Once
	Got  T
	Err  error
}

// Get returns the value. The first call computes it by f, and its result stays, even if it is an error.
func (v *Value[T]) Get(f func() (T, error)) (T, error) {
	v.once.Do(func() { v.Got, v.Err = f() })
	return v.Got, v.Err
}
