// Package drawn draws test cases by a logged seed, so that a failing case can be repeated.
package drawn

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
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

// ByBinary is the value of WEFT_SEED that seeds a run by the test binary. The binary changes with the files that the package
// depends on: the same files give the same cases. So the go command can keep the result of the run.
const ByBinary = "binary"

// checksum returns the first bytes of the checksum of the test binary.
var checksum = sync.OnceValues(func() (uint64, error) {
	path, err := os.Executable()
	if err != nil {
		return 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(h.Sum(nil)), nil
})

// seedOfRun returns the seed of all tests of this process.
func seedOfRun(t testing.TB) uint64 {
	t.Helper()
	switch text := os.Getenv("WEFT_SEED"); text {
	case "":
		return random
	case ByBinary:
		seed, err := checksum()
		if err != nil {
			t.Fatal(err)
		}
		return seed
	default:
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("WEFT_SEED is %q, expected the number that a test logged, or %s", text, ByBinary)
		}
		return given
	}
}

// Seed returns a seed. It follows from the seed of the run, the name of the test, and the number of its earlier calls.
// So two tests draw other cases, and so do two calls in one test. The seed of the run is $WEFT_SEED, or a new one each
// time. It is logged: with it in WEFT_SEED, the test draws the same cases again.
func Seed(t testing.TB) uint64 {
	t.Helper()
	run := seedOfRun(t)
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

// Full reports whether WEFT_FULL is set, as in a nightly run. Tests whose draws take long make a part of them otherwise.
func Full() bool { return os.Getenv("WEFT_FULL") != "" }

// Draws returns the number of draws of a test: full if WEFT_FULL is set, else few.
func Draws(few, full int) int {
	if Full() {
		return full
	}
	return few
}

// Rand returns numbers that follow from a [Seed].
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 0))
}
