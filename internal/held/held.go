// Package held computes values at their first use.
package held

import (
	"regexp"
	"sync"
)

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

// Regexp returns a regular expression that is compiled at its first use, so that programs start without it. The text must
// be right: the first use panics otherwise.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
