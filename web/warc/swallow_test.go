package warc

import (
	"math/rand/v2"
	"strings"
	"testing"

	"weft/internal/drawn"
)

// known draws records of which some were swallowed.
const known = 3

// A wrong bit in a member costs that member alone, also where its codes go on into the next ones and end where one of
// these does. Small members have the Huffman codes of the format itself, which find their way again.
func TestDamageSwallowsNothing(t *testing.T) {
	draws := []*rand.Rand{rand.New(rand.NewPCG(known, 27)), drawn.Rand(t)}
	if !testing.Short() {
		draws = append(draws, draws[1], draws[1])
	}
	for _, r := range draws {
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
