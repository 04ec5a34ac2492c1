// Package drawn draws test cases by a logged seed, so that a failing case can be repeated.
package drawn

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Seed returns a seed and logs it: a new one each time, or $WEFT_SEED.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("WEFT_SEED"); text != "" {
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("WEFT_SEED is %q, want the number that a test logged", text)
		}
		seed = given
	}
	t.Logf("seed %d: draw it again with WEFT_SEED", seed)
	return seed
}

// Rand returns numbers that follow from a [Seed].
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 0))
}
