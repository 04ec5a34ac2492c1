package site

import (
	"strings"
	"testing"
)

// BenchmarkPrefixes takes names apart of which each begins with the one before.
func BenchmarkPrefixes(b *testing.B) {
	const names = 1000
	for b.Loop() {
		var all []place
		for i := range names {
			all = append(all, placeOf([]byte("http://a.example/"+strings.Repeat("a", i+1)), true))
		}
		sortPlaces(all, 0)
		refine(all, 0)
	}
}
