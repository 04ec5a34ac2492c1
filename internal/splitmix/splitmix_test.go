package splitmix_test

import (
	"testing"

	"weft/internal/splitmix"
)

// The first numbers of seed 1234567 that S. Vigna's splitmix64.c (prng.di.unimi.it) gives.
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		state += splitmix.Golden
		if got := splitmix.Mix(state); got != want {
			t.Errorf("number %d: got %d, want %d", i, got, want)
		}
	}
}
