package eventlog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/internal/eventlog"
)

const syncEvery = 5

// keepLog makes a log, syncs it now and then, and tells how many records were synced after how many changes.
func keepLog(dir string, list []record, tape *disktest.Tape) (synced map[int]int, err error) {
	synced = map[int]int{}
	w, err := eventlog.Create(filepath.Join(dir, "log"), []byte("header"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	synced[tape.Len()] = 0
	for i, r := range list {
		if err := errors.Join(w.Append(r.kind, []byte(r.payload)), w.Flush()); err != nil {
			return nil, err
		}
		if i%syncEvery == syncEvery-1 {
			if err := w.Sync(); err != nil {
				return nil, err
			}
			synced[tape.Len()] = i + 1
		}
	}
	return synced, nil
}

// reopen returns the records of a log that is opened to go on.
func reopen(path string) (got []record, err error) {
	w, _, err := eventlog.Open(path, eventlog.Recovery{Record: func(kind byte, payload []byte, _ eventlog.Position) error {
		got = append(got, record{kind, string(payload)})
		return nil
	}})
	if err != nil {
		return nil, err
	}
	return got, errors.Join(w.Append(1, []byte("more")), w.Close())
}

// A crash anywhere leaves the first records, at least those that were synced; before Create has returned perhaps no log.
func TestCrashAnywhere(t *testing.T) {
	seed := drawn.Seed(t)
	list := someRecords(rand.New(rand.NewPCG(seed, 1)), 23)
	dir := t.TempDir()
	tape := disktest.Record(t, dir)
	synced, err := keepLog(dir, list, tape)
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
		got, err := reopen(filepath.Join(dir, "log"))
		if err != nil && least >= 0 || len(got) < least || !slices.Equal(got, list[:len(got)]) {
			t.Errorf("seed %d: %s: %d records, want at least %d: %v", seed, what, len(got), least, err)
		}
	})
}

// Whatever fails is told, and the log is one of the first records.
func TestEachFailure(t *testing.T) {
	list := someRecords(rand.New(rand.NewPCG(3, 1)), 23)
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, k)
		_, err := keepLog(dir, list, tape)
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
		got, err := reopen(filepath.Join(dir, "log"))
		if err == nil && !slices.Equal(got, list[:len(got)]) {
			t.Errorf("change %d, %s: other records", k, what)
		}
		if err != nil && k > 8 {
			t.Error(fmt.Errorf("change %d, %s: %w", k, what, err))
		}
	}
}
