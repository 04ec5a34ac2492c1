package generate_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/mem"
	"weft/making/generate"
	"weft/store"
	"weft/web/weburl"
)

// must returns what cannot fail with the options of a test.
func must[G any](g G, err error) G {
	if err != nil {
		panic(err)
	}
	return g
}

func newWeb(pages int, degree, ghosts float64) *random.Web {
	return must(random.NewWeb(random.WebOptions{Pages: pages, Degree: degree, Ghosts: ghosts, Seed: 1}))
}

// run makes a crawl in a folder of the test.
func run(t testing.TB, o generate.Options) *store.Manifest {
	t.Helper()
	if o.Output == "" {
		o.Output = filepath.Join(t.TempDir(), "crawl")
	}
	m, err := generate.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The same files for any number of workers and any memory, so small that arcs are spilled among them.
func TestSameBytes(t *testing.T) {
	for name, g := range map[string]graph.Graph{
		"web":     newWeb(30_000, 12, 0.1),
		"gnp":     must(random.NewGNP(random.GNPOptions{Pages: 30_000, Degree: 9, Seed: 2})),
		"copying": must(random.NewCopying(random.CopyingOptions{Pages: 30_000, Degree: 9, Alpha: 0.6, Seed: 3})),
		"evolve":  must(random.NewEvolving(random.EvolvingOptions{Pages: 30_000, Degree: 10.5, Seed: 3})),
		"fire":    must(random.NewForestFire(random.ForestFireOptions{Pages: 8_000, Back: 0.001, Seed: 4})),
		"one":     newWeb(1, 5, 0),
	} {
		t.Run(name, func(t *testing.T) {
			want := run(t, generate.Options{Model: g, Degree: 12, DraftOptions: store.DraftOptions{Workers: 1, Memory: 1 << 30}})
			for workers, memory := range map[int]int64{2: 27 << 20, 7: 64 << 20} {
				got := run(t, generate.Options{Model: g, Degree: 12, DraftOptions: store.DraftOptions{Workers: workers, Memory: memory}})
				if !maps.Equal(got.Files, want.Files) || got.GraphID != want.GraphID {
					t.Errorf("%d workers, %s: files are %v, want %v", workers, mem.Format(memory), got.Files, want.Files)
				}
			}
		})
	}
}

// What is stored is the model: lists, names, states, counts; the rest is for store.Verify to find.
func TestStored(t *testing.T) {
	w := newWeb(20_000, 15, 0.2)
	dir := filepath.Join(t.TempDir(), "crawl")
	m := run(t, generate.Options{Model: w, Degree: 15, DraftOptions: store.DraftOptions{Output: dir, Workers: 3, Memory: 64 << 20}})
	if err := store.Verify(dir, nil); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	stored := must(graph.Load(c.Graph()))
	namer := w.Namer()
	ghosts := 0
	for u, want := range graph.Lists(w.Scan(graph.Everything(w))) {
		if got := stored.Succ(u); !slices.Equal(got, want) {
			t.Fatalf("list of %d: %v is stored, the model has %v", u, got, want)
		}
		url := must(weburl.AppendName(nil, namer.AppendKey(nil, u)))
		if v, ok, err := c.Find(string(url)); err != nil || !ok || v != u {
			t.Fatalf("%s is page %d, %v, %v; want %d", url, v, ok, err, u)
		}
		if c.State(u) != w.State(u) {
			t.Fatalf("page %d is %v, want %v", u, c.State(u), w.State(u))
		}
		if w.State(u) == page.Ghost {
			ghosts++
		}
	}
	hosts, domains := must(c.Hosts()), must(c.Domains())
	n := m.Counts
	if n.Ghosts != ghosts || n.Pages != 20_000 || n.Fetched+n.Ghosts != n.Pages || n.Arcs != w.NumArcs() ||
		n.Hosts != hosts.Len() || n.Domains != domains.Len() || n.Hosts <= n.Domains || !m.Names || m.Order != store.ByName {
		t.Errorf("counts %+v, %d hosts, %d domains", n, hosts.Len(), domains.Len())
	}
}

func TestUnnamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crawl")
	m := run(t, generate.Options{Model: must(random.NewGNP(random.GNPOptions{Pages: 5000, Degree: 4, Loops: true})), DraftOptions: store.DraftOptions{Output: dir}})
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
	if m.Names || m.Order != store.ByInput || m.Counts.Unknown != 5000 || m.Counts.Fetched != 0 || m.Counts.SelfLoops == 0 {
		t.Errorf("manifest %+v", m)
	}
}

// The memory of a model that is kept counts, and what is to be noted stands in the manifest beside what was found.
func TestKept(t *testing.T) {
	g := must(random.NewScaleFree(random.ScaleFreeOptions{Pages: 5000, Seed: 1}))
	bare := generate.Options{Model: plain{g}, Degree: 9, DraftOptions: store.DraftOptions{Workers: 2}}
	o := generate.Options{Model: g, Degree: 9, DraftOptions: store.DraftOptions{Workers: 2}, Notes: map[string]int64{"arcs drawn": g.Drawn()}}
	if got, want := o.Need().Total()-bare.Need().Total(), g.Bytes(); got != want {
		t.Errorf("needs %d bytes more than a model that takes none, want %d", got, want)
	}
	o.Output = filepath.Join(t.TempDir(), "crawl")
	m := run(t, o)
	want := map[string]int64{"arcs drawn": g.Drawn(), generate.FewerNote: 9*5000 - g.NumArcs()}
	if got := m.Steps[0].Notes; !maps.Equal(got, want) {
		t.Errorf("notes: got %v, want %v", got, want)
	}
}

type plain struct{ graph.Graph }

// left returns what is in the folder around a crawl.
func left(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	return must(os.ReadDir(filepath.Dir(dir)))
}

// What is stopped, in any phase, leaves nothing behind.
func TestStopped(t *testing.T) {
	w := newWeb(8000, 10, 0)
	for _, workers := range []int{1, 3} {
		for _, stopIn := range []string{"making lists", "transposing", "naming pages", "checksums"} {
			dir := filepath.Join(t.TempDir(), "crawl")
			ctx, cancel := context.WithCancel(context.Background())
			_, err := generate.Run(ctx, generate.Options{Model: w, Degree: 10, DraftOptions: store.DraftOptions{Output: dir, Workers: workers, Progress: func(phase string, _, _ int64) {
				if phase == stopIn {
					cancel()
				}
			}}})
			cancel()
			if !errors.Is(err, context.Canceled) {
				t.Errorf("stopped while %s: %v", stopIn, err)
			}
			if l := left(t, dir); len(l) > 0 {
				t.Errorf("stopped while %s: %v is left", stopIn, l)
			}
		}
	}
}

// broken is a graph whose scans fail or are out of order.
type broken struct {
	graph.Graph
	list []graph.Node
	err  error
}

func (b broken) Scan(r graph.Range) graph.Cursor {
	return &brokenCursor{b.Graph.Scan(r), b}
}

type brokenCursor struct {
	graph.Cursor
	b broken
}

func (c *brokenCursor) Next() bool         { return c.b.err == nil && c.Cursor.Next() }
func (c *brokenCursor) Succ() []graph.Node { return c.b.list }
func (c *brokenCursor) Err() error         { return c.b.err }

func TestFailures(t *testing.T) {
	g := must(random.NewGNP(random.GNPOptions{Pages: 9000, Degree: 3}))
	failed := errors.New("it failed")
	dir := filepath.Join(t.TempDir(), "crawl")
	for name, o := range map[string]generate.Options{
		"failing scan": {Model: broken{Graph: g, err: failed}},
		"disorder":     {Model: broken{Graph: g, list: []graph.Node{5, 4}}},
		"no such page": {Model: broken{Graph: g, list: []graph.Node{5, 9000}}},
		"memory":       {Model: newWeb(100_000, 10, 0), DraftOptions: store.DraftOptions{Memory: 17 << 20}},
	} {
		o.Output, o.Workers = dir, 2
		_, err := generate.Run(context.Background(), o)
		var short *mem.ShortError
		switch {
		case err == nil:
			t.Errorf("%s: no error", name)
		case name == "failing scan" && !errors.Is(err, failed), name == "memory" && !errors.As(err, &short):
			t.Errorf("%s: %v", name, err)
		}
		if l := left(t, dir); len(l) > 0 {
			t.Errorf("%s: %v is left", name, l)
		}
	}
	run(t, generate.Options{Model: g, DraftOptions: store.DraftOptions{Output: dir}})
	if _, err := generate.Run(context.Background(), generate.Options{Model: g, DraftOptions: store.DraftOptions{Output: dir}}); !errors.Is(err, store.ErrExists) {
		t.Errorf("a crawl that is there: %v", err)
	}
	run(t, generate.Options{Model: g, DraftOptions: store.DraftOptions{Output: dir, Replace: true}})
}

func BenchmarkRun(b *testing.B) {
	w := newWeb(200_000, 20, 0)
	dir := b.TempDir()
	arcs := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		arcs = run(b, generate.Options{Model: w, Degree: 20, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl"), Replace: true, Memory: 256 << 20}}).Counts.Arcs
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(arcs), "ns/arc")
}
