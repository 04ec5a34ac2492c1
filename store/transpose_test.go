package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/flock"
	"weft/store"
)

// The transpose has the same bytes in one block, in several, and sorted on disk, on any number of workers: those of
// the graph that is transposed in memory.
func TestTransposeInBlocks(t *testing.T) {
	for seed := range uint64(12) {
		g := graphtest.Random(seed)
		want := filepath.Join(t.TempDir(), "want")
		back, err := graph.Transpose(g)
		if err == nil {
			_, err = bv.Write(want, back, bv.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		sameTranspose(t, fmt.Sprint("seed ", seed), bvtest.Compress(t, g), want)
	}
}

func TestTransposeOfRealGraph(t *testing.T) {
	g := bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph")
	want := filepath.Join(t.TempDir(), "want")
	back, err := graph.Transpose(g)
	if err == nil {
		_, err = bv.Write(want, back, bv.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	sameTranspose(t, "wb-cs-stanford", g, want)
}

func sameTranspose(t *testing.T, name string, g graph.Random, want string) {
	t.Helper()
	wantBytes, err := os.ReadFile(want + bv.GraphExt)
	if err != nil {
		t.Fatal(err)
	}
	n, m := int64(g.NumNodes()), g.NumArcs()
	for _, workers := range []int{1, 3} {
		for _, room := range []int64{m + 1, m/2 + 1, m/5 + 1, -1} {
			o := store.TransposeOptions{Memory: 1 << 20, Dir: t.TempDir(), Workers: workers}
			if room > 0 {
				o.Memory = 8*n + 4*room + int64(workers)*(8<<20)
			}
			got := filepath.Join(t.TempDir(), "got")
			if _, err := store.Transpose(context.Background(), got, g, o); err != nil {
				t.Fatalf("%s, room for %d arcs: %v", name, room, err)
			}
			if data, _ := os.ReadFile(got + bv.GraphExt); !bytes.Equal(data, wantBytes) {
				t.Errorf("%s, room for %d arcs, %d workers: other bytes", name, room, workers)
			}
		}
	}
}

func TestTransposeIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := bvtest.Compress(t, graphtest.Random(3))
	for _, memory := range []int64{1 << 20, 1 << 30} {
		dir := t.TempDir()
		if _, err := store.Transpose(ctx, filepath.Join(dir, "t"), g, store.TransposeOptions{Memory: memory, Dir: dir}); err == nil {
			t.Errorf("memory %d: cancelled, and no error", memory)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("memory %d: %d files are left", memory, len(entries))
		}
	}
}

// A view of a bare graph that must be transposed on disk is stopped while that is done, and leaves nothing.
func TestViewIsStopped(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graphtest.Random(3), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	t.Setenv("TMPDIR", t.TempDir())
	if _, err := c.View(store.ViewOptions{In: true, Stream: true, Budget: 1 << 30, Ctx: ctx}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("there is left %v", left)
	}
}

// What a killed process left of a transpose is removed by the next one; what is in use, or about to be, stays.
func TestAbandonedTransposes(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	g := graphtest.Random(3)
	if _, err := bv.Write(base, g, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	for _, name := range []string{"left", "used", "begun"} {
		dir := filepath.Join(os.TempDir(), "weft-transpose-"+map[string]string{"left": "11", "used": "22", "begun": "33"}[name])
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if name == "begun" {
			continue
		}
		lock, err := flock.Acquire(filepath.Join(dir, ".lock"))
		if err != nil {
			t.Fatal(err)
		}
		if name == "used" {
			defer lock.Release()
		} else if err := lock.Release(); err != nil {
			t.Fatal(err)
		}
	}
	v, err := open(t, base).View(store.ViewOptions{In: true, Stream: true, Budget: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Run(t, v.In, back)
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	if err != nil || len(left) != 2 || filepath.Base(left[0]) != "weft-transpose-22" || filepath.Base(left[1]) != "weft-transpose-33" {
		t.Errorf("there is left %v, %v", left, err)
	}
}
