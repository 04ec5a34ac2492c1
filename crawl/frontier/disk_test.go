package frontier_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/internal/disk/disktest"
	"weft/internal/drawn"
)

// keepNames makes names, which become blocks twice, and syncs them now and then; it tells how many were synced after how many
// changes.
func keepNames(dir string, names [][]byte, tape *disktest.Tape) (synced map[int]int, err error) {
	synced = map[int]int{}
	n, err := frontier.CreateNames(filepath.Join(dir, "names"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	n.SetFull(2000)
	synced[tape.Len()] = 0
	for i, name := range names {
		if err := n.Append(name); err != nil {
			return nil, err
		}
		n.Settle() // so that the changes come in one order
		if i%17 == 0 {
			if err := n.Flush(); err != nil {
				return nil, err
			}
		}
		if i%50 == 49 {
			if err := errors.Join(n.Flush(), n.Sync()); err != nil {
				return nil, err
			}
			synced[tape.Len()] = i + 1
		}
	}
	return synced, nil
}

// firstNames opens names, as many as there are or fewer, adds one, and returns how many there were; they must be the
// first of those wanted.
func firstNames(dir string, atMost int, want [][]byte) (int, error) {
	n, err := frontier.OpenNames(filepath.Join(dir, "names"), atMost)
	if err != nil {
		return 0, err
	}
	count := n.Len()
	err = n.Each(0, func(p crawl.Page, name []byte) error {
		if int(p) >= len(want) || !bytes.Equal(name, want[p]) {
			return fmt.Errorf("name %d is %q", p, name)
		}
		return nil
	})
	return count, errors.Join(err, n.Append([]byte("more")), n.Close())
}

// A crash anywhere leaves the first names, at least those that were synced; before CreateNames has returned perhaps
// none, and it can be called again.
func TestNamesCrashAnywhere(t *testing.T) {
	seed := drawn.Seed(t)
	names := randomNames(rand.New(rand.NewPCG(seed, 1)), 3*frontier.PerBlock)
	dir := t.TempDir()
	tape := disktest.Record(t, dir)
	synced, err := keepNames(dir, names, tape)
	if err != nil {
		t.Fatal(err)
	}
	tape.EachCrash(t, seed, func(dir string, done int, _ disktest.Crash, what string) {
		least := -1
		for at, n := range synced {
			if at <= done {
				least = max(least, n)
			}
		}
		got, err := firstNames(dir, least, names)
		if least >= 0 && (err != nil || got != least) {
			t.Errorf("seed %d: %s: %d names, want %d: %v", seed, what, got, least, err)
		}
		if least < 0 && err != nil {
			n, err := frontier.CreateNames(filepath.Join(dir, "names"))
			if err != nil {
				t.Errorf("seed %d: %s: it cannot be made again: %v", seed, what, err)
			} else if err := n.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// A crash while names are cut leaves all that are to stay.
func TestNamesCrashWhileCut(t *testing.T) {
	names := randomNames(rand.New(rand.NewPCG(5, 1)), 3*frontier.PerBlock)
	for _, most := range []int{0, 3, frontier.PerBlock, frontier.PerBlock + 7, 2*frontier.PerBlock + 1, len(names) - 1} {
		dir := t.TempDir()
		tape := disktest.Record(t, dir)
		_, err := keepNames(dir, names, tape)
		if tape.Stop(); err != nil {
			t.Fatal(err)
		}
		tape = disktest.Record(t, dir)
		if got, err := firstNames(dir, most, names); got != most || err != nil {
			t.Fatalf("%d names, want %d: %v", got, most, err)
		}
		tape.EachCrash(t, uint64(most), func(dir string, _ int, _ disktest.Crash, what string) {
			if got, err := firstNames(dir, most, names); got != most || err != nil {
				t.Errorf("%s: %d names, want %d: %v", what, got, most, err)
			}
		})
	}
}

// Whatever fails is told, and what is left are the first names.
func TestNamesEachFailure(t *testing.T) {
	names := randomNames(rand.New(rand.NewPCG(3, 1)), 3*frontier.PerBlock)
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, k)
		_, err := keepNames(dir, names, tape)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 30 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("change %d, %s: got %v", k, what, err)
		}
		if _, err := firstNames(dir, -1, names); err != nil && k > 20 {
			t.Errorf("change %d, %s: %v", k, what, err)
		}
	}
}

// Whatever fails while names are cut is told, and those that are to stay are there.
func TestNamesEachFailureWhileCut(t *testing.T) {
	names := randomNames(rand.New(rand.NewPCG(3, 2)), 3*frontier.PerBlock)
	most := frontier.PerBlock + 7
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Record(t, dir)
		_, err := keepNames(dir, names, tape)
		if tape.Stop(); err != nil {
			t.Fatal(err)
		}
		tape = disktest.Fail(t, dir, k)
		_, err = firstNames(dir, most, names)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("change %d, %s: got %v", k, what, err)
		}
		if got, err := firstNames(dir, most, names); err != nil || got != most {
			t.Errorf("change %d, %s: %d names, want %d: %v", k, what, got, most, err)
		}
	}
}
