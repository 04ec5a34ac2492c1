package warc

import (
	"strings"
	"testing"

	"weft/internal/drawn"
)

// A wrong bit in a member costs that member alone, also where its codes go on into the next ones and end where one of these does. Small members have the Huffman codes
// of the format itself, which find their way again.
func TestDamageSwallowsNothing(t *testing.T) {
	r := drawn.Rand(t)
	sets := 6
	if testing.Short() {
		sets = 2
	}
	for range sets {
		var parts []string
		for i := range 5 {
			words := make([]byte, r.IntN(60))
			for k := range words {
				words[k] = "abcdefghij <>/="[r.IntN(15)]
			}
			parts = append(parts, honest(i+1, string(words)))
		}
		whole, end := gz(parts...), len(gz(parts[0]))
		for at := range end {
			for bit := range 8 {
				bad := []byte(whole)
				bad[at] ^= 1 << bit
				got := short(count(t, strings.NewReader(string(bad)), Options{}).ids)
				if got = got[max(len(got)-4, 0):]; strings.Join(got, " ") != "2 3 4 5" {
					t.Fatalf("bit %d of byte %d of %d: left are the records %q", bit, at, end, got)
				}
			}
		}
	}
}
