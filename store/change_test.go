package store_test

import (
	"errors"
	"testing"
	"time"
)

// A change waits for another process, and calls Waits meanwhile. The error of Waits ends the wait.
func TestChangeWaits(t *testing.T) {
	dir := crawl(t, sample())
	first, second := open(t, dir), open(t, dir)
	held, err := first.Change()
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	second.Waits = func(waited time.Duration) error {
		if waited > 200*time.Millisecond {
			return enough
		}
		return nil
	}
	if _, err := second.Change(); !errors.Is(err, enough) {
		t.Errorf("the wait ends with %v", err)
	}
	calls := 0
	second.Waits = func(time.Duration) error {
		calls++
		return held.Close()
	}
	change, err := second.Change()
	if err != nil || calls != 1 {
		t.Fatalf("after the other process: %v, %d calls", err, calls)
	}
	if err := change.Close(); err != nil {
		t.Error(err)
	}
	if first.IsReplaced() {
		t.Error("the crawl is taken for replaced")
	}
}
