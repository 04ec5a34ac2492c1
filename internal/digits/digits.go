// Package digits writes whole numbers so that people can read them.
package digits

import "fmt"

// Grouped writes a number with its digits in groups of three.
func Grouped[T ~int | ~int64 | ~uint64 | ~uint32](n T) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
