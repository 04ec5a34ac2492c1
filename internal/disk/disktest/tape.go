// Package disktest rebuilds the possible states of a folder after a crash at any change, and makes changes fail.
// It is for tests of code that writes through package disk.
package disktest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"weft/internal/disk"
)

// A Tape keeps the changes to a folder, in order.
type Tape struct {
	dir  string
	root *node // what was there before
	stop func()

	mu    sync.Mutex
	ops   []disk.Op
	fail  int // number of the change that fails; none if negative
	short bool
}

// ErrInjected is the error of a change that was made to fail.
var ErrInjected = errors.New("injected fault")

// Record begins a tape of a folder. Its present content counts as synced.
func Record(t testing.TB, dir string) *Tape { return record(t, dir, -1, false) }

// Fail is Record with a failure of the change with the given number, from 0. A failing write writes half of its
// data.
func Fail(t testing.TB, dir string, number int) *Tape { return record(t, dir, number, true) }

func record(t testing.TB, dir string, fail int, short bool) *Tape {
	t.Helper()
	tape := &Tape{dir: filepath.Clean(dir), fail: fail, short: short}
	root, err := read(tape.dir)
	if err != nil {
		t.Fatal(err)
	}
	tape.root = root
	tape.stop = sync.OnceFunc(disk.Observe(dir, tape.see))
	t.Cleanup(tape.stop)
	return tape
}

// Stop ends the recording.
func (t *Tape) Stop() { t.stop() }

// Len returns how many changes there were so far.
func (t *Tape) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.ops)
}

func (t *Tape) see(op *disk.Op) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := *op
	kept.Data = slices.Clone(op.Data)
	t.ops = append(t.ops, kept)
	if len(t.ops)-1 != t.fail {
		return nil
	}
	if t.short {
		op.Data = op.Data[:len(op.Data)/2]
	}
	return fmt.Errorf("%w: %s", ErrInjected, describe(&kept))
}

// Failed describes the change that failed; "" if it did not come to it.
func (t *Tape) Failed() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fail < 0 || t.fail >= len(t.ops) {
		return ""
	}
	return describe(&t.ops[t.fail])
}

func describe(op *disk.Op) string {
	return fmt.Sprintf("%s %s", op.Kind, filepath.Base(op.Path))
}

// A Crash is the kind of state after a crash.
type Crash int

// The kinds of crashes.
const (
	// Kill ends the process: all that was done is there.
	Kill Crash = iota
	// Short ends it in the middle of a write.
	Short
	// Power leaves what was synced: of files the data, of folders the names.
	Power
	// Names leaves all names, of files the data that was synced: many file systems write names first.
	Names
	// Torn leaves one of several states, drawn for each file and folder: the synced data, the written data, part
	// of the data added since, or zeros in its place.
	Torn
)

func (c Crash) String() string { return [...]string{"kill", "short", "power", "names", "torn"}[c] }

// SystemWent says whether the whole machine stops, and not the process alone.
func (c Crash) SystemWent() bool { return c >= Power }

// EachCrash rebuilds the folder as it is after each number of changes and each kind of crash, and shows it. Torn ones
// are drawn from the seed.
func (t *Tape) EachCrash(tb testing.TB, seed uint64, show func(dir string, done int, c Crash, what string)) {
	tb.Helper()
	t.crash(tb, seed, 0, show)
}

// CrashAtEnd is EachCrash at the end only, without the failed change.
func (t *Tape) CrashAtEnd(tb testing.TB, seed uint64, show func(dir string, done int, c Crash, what string)) {
	tb.Helper()
	t.crash(tb, seed, len(t.ops), show)
}

func (t *Tape) crash(tb testing.TB, seed uint64, from int, show func(dir string, done int, c Crash, what string)) {
	tb.Helper()
	t.stop()
	scratch := scratchDir(tb)
	defer disk.Observe(scratch, func(*disk.Op) error { return nil })() // which saves thousands of syncs
	w := world{root: t.root.clone(), dir: t.dir, open: map[uint64]*node{}, rnd: rand.New(rand.NewPCG(seed, 11))}
	for done := 0; ; done++ {
		if done < from {
			w.doUnless(&t.ops[done], done == t.fail)
			continue
		}
		for _, c := range [...]Crash{Kill, Short, Power, Names, Torn, Torn} {
			what := fmt.Sprintf("%s after %d changes of %d", c, done, len(t.ops))
			if done < len(t.ops) {
				what += ", before " + describe(&t.ops[done])
			}
			undo := func() {}
			if c == Short {
				if done == len(t.ops) || t.ops[done].Kind != disk.OpWrite {
					continue
				}
				undo = w.half(&t.ops[done])
			}
			dir := filepath.Join(scratch, "crash")
			w.old = w.rnd.IntN(2) == 0
			err := errors.Join(os.RemoveAll(dir), w.build(w.root, dir, c))
			if undo(); err != nil {
				tb.Fatal(err)
			}
			show(dir, done, c, what)
		}
		if done == len(t.ops) {
			return
		}
		w.doUnless(&t.ops[done], done == t.fail)
	}
}

// scratchDir is in memory where there is such a folder, as hundreds of folders are made there.
func scratchDir(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "disktest-*")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	return dir
}

// A node is a file or a folder, as it is and as it is safe on the disk.
type node struct {
	folder      bool
	now, safe   map[string]*node
	renamed     map[string]bool // names that came or went by renaming since they were safe
	data, saved []byte
}

func newFolder() *node {
	return &node{folder: true, now: map[string]*node{}, safe: map[string]*node{}, renamed: map[string]bool{}}
}

// read reads a path into a node.
func read(path string) (*node, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		data, err := os.ReadFile(path)
		return &node{data: data, saved: data}, err
	}
	n := newFolder()
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		var e2 error
		n.now[e.Name()], e2 = read(filepath.Join(path, e.Name()))
		err = errors.Join(err, e2)
	}
	n.safe = maps.Clone(n.now)
	return n, err
}

// clone copies a tree that is safe.
func (n *node) clone() *node {
	c := &node{data: n.data, saved: n.saved}
	if n.folder {
		c = newFolder()
		for name, m := range n.now {
			c.now[name] = m.clone()
		}
		c.safe = maps.Clone(c.now)
	}
	return c
}
