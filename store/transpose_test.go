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
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/stoptest"
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
	most, dir := int64(mostLinked(t, want)), t.TempDir()
	defer disk.Observe(dir, func(*disk.Op) error { return nil })() // which saves the syncs
	for _, workers := range []int{1, 3} {
		for _, room := range []int64{g.NumArcs(), g.NumArcs()/2 + most, g.NumArcs()/5 + most, 0} {
			got := filepath.Join(dir, "got")
			blocks, err := 0, error(nil)
			if room > 0 {
				blocks, err = store.TransposeInBlocks(t.Context(), got, g, workers, room, 5)
			} else { // sorted on disk
				_, err = store.Transpose(t.Context(), got, g, store.TransposeOptions{Memory: 1 << 20, Dir: dir, Workers: workers})
			}
			if err != nil || room > 0 && (int64(blocks) < (g.NumArcs()-1)/room+1 || room == g.NumArcs() && blocks != 1) {
				t.Fatalf("%s, room for %d arcs of %d: %d blocks, %v", name, room, g.NumArcs(), blocks, err)
			}
			if data, _ := os.ReadFile(got + bv.GraphExt); !bytes.Equal(data, wantBytes) {
				t.Errorf("%s, room for %d arcs, %d workers: other bytes", name, room, workers)
			}
		}
		if blocks, err := store.TransposeInBlocks(t.Context(), filepath.Join(dir, "got"), g, workers, most-1, 5); blocks > 0 && most > 0 || err != nil {
			t.Errorf("%s: %d blocks without room for one list, %v", name, blocks, err)
		}
	}
}

// mostLinked returns the length of the longest list of a graph on disk.
func mostLinked(t *testing.T, base string) (most int) {
	t.Helper()
	g, err := bv.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := graph.EachList(g, graph.Everything(g), func(_ graph.Node, succ []graph.Node) { most = max(most, len(succ)) }); err != nil {
		t.Fatal(err)
	}
	return most
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

// A list that cannot be read, wherever it lies, and a stop at whatever place, end the making of a transpose, in one
// block, in several and sorted, and nothing is left.
func TestTransposeThatFails(t *testing.T) {
	g := graphtest.Random(3)
	dir := t.TempDir()
	defer disk.Observe(dir, func(*disk.Op) error { return nil })() // which saves the syncs
	for _, workers := range []int{1, 3} {
		for _, room := range []int64{g.NumArcs(), g.NumArcs() / 2, 0} {
			name := fmt.Sprintf("room for %d arcs, %d workers", room, workers)
			run := func(ctx context.Context, g graph.Random) (err error) {
				if room > 0 {
					_, err = store.TransposeInBlocks(ctx, filepath.Join(dir, "t"), g, workers, room, 5)
				} else {
					_, err = store.Transpose(ctx, filepath.Join(dir, "t"), g, store.TransposeOptions{Memory: 1 << 20, Dir: dir, Workers: workers})
				}
				entries, _ := os.ReadDir(dir)
				if err != nil && len(entries) > 0 {
					t.Errorf("%s: %d files are left", name, len(entries))
				}
				for _, e := range entries {
					os.Remove(filepath.Join(dir, e.Name()))
				}
				return err
			}
			broken := func(g []graph.Random) error { return run(t.Context(), g[0]) }
			met, stopped := graphtest.EachBreak(t, broken, g), stoptest.Everywhere(t, func(ctx context.Context) error { return run(ctx, g) })
			if graphtest.EachRead(t, broken, g); met != g.NumNodes() || stopped < 1 {
				t.Errorf("%s: it met %d of %d broken lists, and stopped at %d places", name, met, g.NumNodes(), stopped)
			}
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

// Batches of a dense transpose take more, and whoever plans with it is told.
func TestBytesOfDenseTranspose(t *testing.T) {
	g := graph.FromArcs(10, nil)
	o := store.TransposeOptions{Memory: 1 << 30, Workers: 3}
	plain := store.TransposeBytes(g, o)
	o.Dense = true
	if got, least := store.TransposeBytes(g, o)-plain, int64(2*3+2)*(bv.DenseBatchBytes-bv.BatchBytes); got < least {
		t.Errorf("it takes %d bytes more than one that is not dense, want %d at least", got, least)
	}
}
