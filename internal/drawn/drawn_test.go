package drawn

import "testing"

// TestSeedOfRun draws the same cases by the same binary, and refuses what is no seed.
func TestSeedOfRun(t *testing.T) {
	t.Setenv("WEFT_SEED", ByBinary)
	a, b := seedOfRun(t), seedOfRun(t)
	if a != b || a == random || a == 0 {
		t.Errorf("the binary gives the seeds %d and %d, by chance it is %d", a, b, random)
	}
	t.Setenv("WEFT_SEED", "7")
	if got := seedOfRun(t); got != 7 {
		t.Errorf("WEFT_SEED=7 gives the seed %d", got)
	}
	t.Setenv("WEFT_SEED", "")
	if got := seedOfRun(t); got != random {
		t.Errorf("without WEFT_SEED the seed is %d, expected %d", got, random)
	}
}
