package bv_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

// manyLists returns graphs of several batches of lists that resemble each other, so that chains of references run across
// the ends of batches.
func manyLists() map[string]*graph.Memory {
	const n = 40_000
	r := rand.New(rand.NewPCG(5, 6))
	build := func(list func(u int, add func(v int))) *graph.Memory {
		var arcs []graph.Arc
		for u := range n {
			list(u, func(v int) { arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v % n)}) })
		}
		return graph.FromArcs(n, arcs)
	}
	return map[string]*graph.Memory{
		// Depths are a cycle that never forgets where it began.
		"all alike": build(func(_ int, add func(int)) {
			for v := range 5 {
				add(7*v + 3)
			}
		}),
		"templates": build(func(u int, add func(int)) {
			for v := range 10 {
				if r.IntN(4) > 0 {
					add(u/100*100 + 5*v)
				}
			}
			for range r.IntN(4) {
				add(r.IntN(n))
			}
		}),
		"one long list": build(func(u int, add func(int)) {
			if u%3 == 0 {
				add(u / 2)
			}
			if u == n/2 {
				for v := range 30_000 {
					add(v + v/3)
				}
			}
		}),
		"no arcs": graph.FromArcs(n, nil),
	}
}

func TestWorkersDoNotChangeTheBytes(t *testing.T) {
	all := []bv.Options{{}, {Window: 1, MaxRef: 2}, {Window: 30, MaxRef: 7}, {Window: bv.NoWindow}, {MaxRef: bv.Unlimited}, {LittleEndian: true}, {Dense: true}}
	workers := []int{2, 3, 8}
	if testing.Short() {
		all, workers = all[:2], workers[1:2]
	}
	for name, g := range manyLists() {
		for _, o := range all {
			o.Workers = 1
			props, data, offsets := bvtest.Encode(t, g, o)
			c, err := bv.New(props, data, offsets)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := graph.Load(c); err != nil || !equal(got, g) {
				t.Fatalf("%s, %+v: other arcs, %v", name, o, err)
			}
			for _, o.Workers = range workers {
				_, d, f := bvtest.Encode(t, g, o)
				if !bytes.Equal(d, data) || !bytes.Equal(f, offsets) {
					t.Errorf("%s, %+v: the bytes are not those of one worker", name, o)
				}
			}
		}
	}
}

// failing takes so many bytes.
type failing struct{ left int }

var errFull = errors.New("no space")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestErrorsOfFilesComeBack(t *testing.T) {
	g := manyLists()["templates"]
	for _, workers := range []int{1, 3} {
		for _, room := range []int{0, 100_000} {
			w, err := bv.NewWriter(&failing{room}, &bytes.Buffer{}, bv.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			for u := range g.NumNodes() {
				if err := w.Append(g.Succ(graph.Node(u))); err != nil {
					break
				}
			}
			if _, err := w.Finish(); !errors.Is(err, errFull) {
				t.Errorf("%d workers, room for %d bytes: got %v", workers, room, err)
			}
		}
	}
}

// Dense graphs hold the same arcs, and are smaller than what the best choice of webgraph-rs takes: webgraph-cli 0.5.0, to
// bvgraph --bvgraphz, 2.837 bits an arc.
func TestDense(t *testing.T) {
	for seed := range uint64(200) {
		g := graphtest.Random(seed)
		o := someOptions(rand.New(rand.NewPCG(seed, 45)))
		o.Dense = true
		graphtest.Run(t, compressed(t, g, o, true), g)
		if t.Failed() {
			t.Fatalf("seed %d, options %+v", seed, o)
		}
	}
	if _, err := bv.NewWriter(io.Discard, io.Discard, bv.Options{Dense: true, Window: 17}); err == nil {
		t.Error("a window of 17 is taken")
	}
}

func TestDenseCNR2000(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	base := filepath.Join(t.TempDir(), "dense")
	st, err := bv.Write(base, g, bv.Options{Dense: true})
	if err != nil {
		t.Fatal(err)
	}
	if st.BitsPerArc() > 2.69 {
		t.Errorf("got %.3f bits an arc, want 2.688", st.BitsPerArc())
	}
	c, err := bv.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got, want := checksums(t, c), checksums(t, g); got != want {
		t.Errorf("got sums %v, want %v", got, want)
	}
}
