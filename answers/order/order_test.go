package order

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/npy"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// clumps are links within groups of pages, whose names are drawn.
func clumps(t *testing.T, name string, count, size int) *store.Crawl {
	t.Helper()
	rng := drawn.Rand(t)
	names := rng.Perm(count * size)
	var lines strings.Builder
	for i := range count * size {
		for j := i / size * size; j < (i/size+1)*size; j++ {
			if rng.IntN(3) > 0 {
				fmt.Fprintf(&lines, name+"\t"+name+"\n", names[i], names[j])
			}
		}
	}
	return ingesttest.Text(t, lines.String())
}

func found(t *testing.T, c *store.Crawl, q asked, o answer.Options) *Ordering {
	t.Helper()
	if q.rounds == 0 {
		q.rounds = 2
	}
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return answertest.Result[*Ordering](t, &q, c, o)
}

// permuted is the graph, or its transpose, with new numbers, by sorting its arcs.
func permuted(t *testing.T, g graph.Graph, numbers []uint32) *graph.Memory {
	t.Helper()
	perm := make([]graph.Node, len(numbers))
	for u, p := range numbers {
		perm[u] = graph.Node(p)
	}
	m, err := graphtest.Permute(g, perm)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func bits(t *testing.T, g *graph.Memory) float64 {
	t.Helper()
	p, _, _ := bvtest.Encode(t, g, bv.Options{})
	return float64(p.Length) / float64(p.Arcs)
}

// Bits are those of the graph with other numbers, the files are that graph, and the names go with its pages; whatever
// the memory and the workers.
func TestOrder(t *testing.T) {
	for _, name := range []string{"%d", "https://example.org/%d"} {
		c := clumps(t, name, 30, 25)
		base := filepath.Join(t.TempDir(), "ordered")
		r := found(t, c, asked{bvgraph: base}, answer.Options{Memory: 1 << 30, Workers: 2})
		for _, d := range []struct {
			g             *graph.Memory
			before, after float64
			base          string
		}{{loaded(t, c.Graph()), r.Before.Graph, r.After.Graph, base}, {graphtest.Transpose(t, loaded(t, c.Graph())), r.Before.Transpose, r.After.Transpose, base + "-t"}} {
			want := permuted(t, d.g, r.numbers)
			if b, a := bits(t, d.g), bits(t, want); math.Abs(b-d.before) > 1e-9 || math.Abs(a-d.after) > 1e-9 {
				t.Errorf("%s: %v bits an arc before, %v after; want %v, %v", d.base, d.before, d.after, b, a)
			}
			if d.after > 0.8*d.before {
				t.Errorf("%s: clumps take %v bits an arc, and %v in order", d.base, d.before, d.after)
			}
			written, err := bv.Open(d.base)
			if err != nil {
				t.Fatal(err)
			}
			graphtest.Run(t, written, want)
			written.Close()
		}
		checkBeside(t, c, base, r.numbers)
		for _, o := range []answer.Options{{Memory: 1 << 30, Workers: 1}, {Memory: least(t, c), Workers: 1}} {
			if again := found(t, c, asked{}, o); !slices.Equal(again.numbers, r.numbers) || *again.After != *r.After {
				t.Errorf("%+v: another order", o)
			}
		}
	}
}

// least is the least budget that is enough, on disk.
func least(t *testing.T, c *store.Crawl) int64 {
	t.Helper()
	for memory := int64(16 << 20); memory < 1<<30; memory += 1 << 14 {
		q := asked{rounds: 2}
		w, err := q.Plan(t.Context(), c, answer.Options{Memory: memory, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := c.Plan(w.Stages[0].View); err == nil && p.Form == store.OnDisk {
			return memory
		}
	}
	t.Fatal("no budget puts the order on disk")
	return 0
}

// claimed is a crawl that says it has so many arcs, of which there are none.
func claimed(t *testing.T, arcs int64) *store.Crawl {
	t.Helper()
	var lists, offsets, properties bytes.Buffer
	w, err := bv.NewWriter(&lists, &offsets, bv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 1 << 16 {
		if err := w.Append(nil); err != nil {
			t.Fatal(err)
		}
	}
	st, err := w.Finish()
	st.Arcs = arcs
	if err == nil {
		err = bv.WriteProperties(&properties, st, bv.Options{})
	}
	base := filepath.Join(t.TempDir(), "graph")
	for ext, b := range map[string]*bytes.Buffer{bv.GraphExt: &lists, bv.OffsetsExt: &offsets, bv.PropertiesExt: &properties} {
		if err == nil {
			err = os.WriteFile(base+ext, b.Bytes(), 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Merged lists are not kept if there may be more arcs than a graph in memory has, whatever the room.
func TestMoreArcsThanFit(t *testing.T) {
	for arcs, keeps := range map[int64]bool{graph.MaxInMemory / 2: true, graph.MaxInMemory/2 + 1: false} {
		c := claimed(t, arcs)
		w, err := new(asked).Plan(t.Context(), c, answer.Options{Memory: 1 << 40, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p, err := answer.MakePlan(c, "order", 1<<40, w.Stages)
		if err != nil {
			t.Fatal(err)
		}
		if kept := p.Need >= graph.LoadBytes(1<<16, 2*arcs); kept != keeps {
			t.Errorf("%d arcs: %d bytes are needed, so that the lists are kept: %v", arcs, p.Need, kept)
		}
	}
}

func loaded(t *testing.T, g graph.Graph) *graph.Memory {
	t.Helper()
	m, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkBeside looks at the files beside the graph.
func checkBeside(t *testing.T, c *store.Crawl, base string, numbers []uint32) {
	t.Helper()
	v, err := npy.Open[uint32](base + ".order.npy")
	if err != nil || !slices.Equal(v.Values, numbers) {
		t.Errorf("the numbers beside the graph are others: %v", err)
	}
	v.Close()
	text, err := os.ReadFile(base + store.URLsExt)
	if !c.HasNames() {
		if err == nil {
			t.Error("pages without names have some")
		}
		return
	}
	names := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if err != nil || len(names) != len(numbers) {
		t.Fatalf("%d names of %d pages: %v", len(names), len(numbers), err)
	}
	for u, p := range numbers {
		if names[p] != c.Label(graph.Node(u)) {
			t.Fatalf("page %d is called %q at %d, want %q", u, names[p], p, c.Label(graph.Node(u)))
		}
	}
}

// Without links nothing is gained, and all is kept all the same.
func TestNothingToCompress(t *testing.T) {
	c := ingesttest.Text(t, "a\tb\nb\ta\n")
	r := found(t, c, asked{}, answer.Options{Memory: 1 << 30, Kinds: "embed"})
	if r.Before != nil || r.After != nil || len(r.Blocks()) != 1 || len(r.numbers) != 2 {
		t.Errorf("of nothing: %+v", r)
	}
}

func TestRefused(t *testing.T) {
	for _, q := range []asked{
		{rounds: 0},
		{rounds: 1, gammas: []string{"much"}},
		{rounds: 1, gammas: []string{"1", "-1"}},
		{rounds: 1, gammas: []string{"NaN"}},
		{rounds: 1, gammas: []string{"Inf"}},
		{rounds: 1, gammas: []string{"1/0"}},
		{rounds: 1, gammas: []string{"0/0"}},
		{rounds: 1, gammas: []string{"1/"}},
		{rounds: 1, gammas: []string{"1/-2"}},
		{rounds: 1, gammas: []string{"1/2/2"}},
	} {
		if q.Check() == nil {
			t.Errorf("%+v is taken", q)
		}
	}
	q := asked{rounds: 1, gammas: []string{"0", "1/4", "1.5/3"}}
	if err := q.Check(); err != nil || !slices.Equal(q.values, []float64{0, 0.25, 0.5}) {
		t.Errorf("fractions are read as %v: %v", q.values, err)
	}
	c := clumps(t, "%d", 2, 5)
	base := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(base+store.URLsExt, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(filepath.Dir(base), "missing", "ordered")
	for _, path := range []string{base, filepath.Join(c.Path, "graph"), filepath.Join(c.Path, "transpose"), missing, ".", "..", "missing/", filepath.Dir(base) + "/", base + store.URLsExt + "/ordered"} {
		q := asked{rounds: 1, bvgraph: path}
		if _, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s is written: %v", path, err)
		}
	}
}

// What is kept is where each page stands.
func TestKept(t *testing.T) {
	c := clumps(t, "%d", 6, 12)
	r := found(t, c, asked{gammas: []string{"0", "0.5"}}, answer.Options{Memory: 1 << 30, Seed: 7})
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err == nil {
		err = k.Keep(r.Kept())
	}
	if err == nil {
		err = k.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	results, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	v, res, err := store.LoadVector[uint32](results, "order")
	if err != nil || !slices.Equal(v.Values, r.numbers) || res.Params["rounds"] != 2.0 || res.Params["seed"] != 7.0 || fmt.Sprint(res.Params["gammas"]) != "[0 0.5]" {
		t.Errorf("kept %v: %v", res.Params, err)
	}
	if err := v.Close(); err != nil {
		t.Error(err)
	}
}

// A change is told with its sign, and none without one.
func TestSigned(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0", math.Copysign(0, -1): "0.0", 0.049: "0.0", -0.049: "0.0", 0.06: "+0.1", -0.06: "−0.1", 12.34: "+12.3", -4: "−4.0"} {
		if got := signed(x); got != want {
			t.Errorf("%v is told as %s, want %s", x, got, want)
		}
	}
}
