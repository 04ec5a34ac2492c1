// Package drawn draws test cases by a logged seed, so that a failing case can be repeated.
package drawn

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

var (
	mu     sync.Mutex
	random = rand.Uint64()
	calls  = map[string]int{} // by the name of the test
)

// Seed returns a seed. It follows from the seed of the run, the name of the test, and the number of its earlier calls.
// So two tests draw other cases, and so do two calls in one test. The seed of the run is $WEFT_SEED, or a new one each
// time. It is logged: with it in WEFT_SEED, the test draws the same cases again.
func Seed(t testing.TB) uint64 {
	t.Helper()
	run := random
	if text := os.Getenv("WEFT_SEED"); text != "" {
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("WEFT_SEED is %q, want the number that a test logged", text)
		}
		run = given
	}
	mu.Lock()
	call := calls[t.Name()]
	calls[t.Name()]++
	mu.Unlock()
	if call == 0 {
		t.Logf("seed %d: draw it again with WEFT_SEED", run)
		t.Cleanup(func() {
			mu.Lock()
			defer mu.Unlock()
			delete(calls, t.Name())
		})
	}
	h := fnv.New64a()
	h.Write(fmt.Appendf(nil, "%d %s %d", run, t.Name(), call))
	return h.Sum64()
}

// Rand returns numbers that follow from a [Seed].
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 0))
}
