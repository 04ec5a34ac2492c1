package export_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/faces/export"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/npy"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// crawlOf imports a text.
func crawlOf(t testing.TB, text string, o ingest.Options) *store.Crawl {
	t.Helper()
	if o.Inputs == nil {
		o.Inputs, o.Stdin = []string{"-"}, strings.NewReader(text)
	}
	return ingesttest.Import(t, o)
}

// arcsOf lists arcs by name, or by number where there are no names.
func arcsOf(t testing.TB, c *store.Crawl) []string {
	t.Helper()
	var out []string
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for _, v := range cur.Succ() {
			out = append(out, c.Label(cur.Node())+" "+c.Label(v))
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

const urls = "http://b.example/x?a=1&b=<2>\thttp://a.example/\nhttp://a.example/\thttp://a.example/\nname \"one\"\thttp://c.example/\nhttp://a.example/\tname \"one\"\n"

// crawls are those that every format is tried on: with names, and numbered ones at random.
func crawls(t *testing.T) map[string]*store.Crawl {
	all := map[string]*store.Crawl{"names": crawlOf(t, urls, ingest.Options{})}
	for seed := range uint64(4) {
		g := graphtest.Random(seed)
		var b strings.Builder
		for u := range g.NumNodes() {
			for _, v := range g.Succ(graph.Node(u)) {
				fmt.Fprintf(&b, "%d\t%d\n", u, v)
			}
		}
		if b.Len() > 0 {
			all[fmt.Sprintf("seed %d", seed)] = crawlOf(t, b.String(), ingest.Options{Pages: g.NumNodes()})
		}
	}
	return all
}

func drawing(j export.Job, part export.Part) *export.Drawing {
	return &export.Drawing{Job: j, Part: part}
}

// What is written comes back by an import: the same arcs, between pages of the same names or numbers.
func TestRoundTrips(t *testing.T) {
	ctx := context.Background()
	for name, c := range crawls(t) {
		j := export.Job{Crawl: c, Names: c.HasNames()}
		d := drawing(j, j.Everything())
		for format, write := range map[string]func(context.Context, io.Writer) (export.Summary, error){
			"edges": j.TSV, "matrixmarket": j.MatrixMarket, "graphml": d.GraphML, "gexf": d.GEXF,
		} {
			var b bytes.Buffer
			s, err := write(ctx, &b)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, format, err)
			}
			if s.Arcs != c.Graph().NumArcs() {
				t.Errorf("%s, %s: %d arcs were written, want %d", name, format, s.Arcs, c.Graph().NumArcs())
			}
			again := crawlOf(t, b.String(), ingest.Options{Strict: true})
			if got := again.Manifest.Steps[0].Inputs[0].Format; got != format {
				t.Errorf("%s: %s is taken for %s", name, format, got)
			}
			checkSame(t, name+", "+format, c, again, format == "matrixmarket")
		}
		dir := filepath.Join(t.TempDir(), "tables")
		if _, err := j.Parquet(ctx, dir); err != nil {
			t.Fatal(err)
		}
		again := crawlOf(t, "", ingest.Options{Inputs: []string{filepath.Join(dir, export.ArcsFile)}, Strict: true})
		checkSame(t, name+", parquet", c, again, false)
	}
}

// checkSame compares arcs, by number if the format has no names.
func checkSame(t *testing.T, what string, c, again *store.Crawl, numbers bool) {
	t.Helper()
	if numbers {
		want, err := graph.Load(c.Graph())
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, again.Graph(), want)
		return
	}
	if got, want := arcsOf(t, again), arcsOf(t, c); !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestCSR(t *testing.T) {
	for name, c := range crawls(t) {
		dir := filepath.Join(t.TempDir(), "csr")
		j := export.Job{Crawl: c}
		s, err := j.CSR(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		indptr, err := npy.Open[int32](filepath.Join(dir, export.IndptrFile))
		if err != nil {
			t.Fatal(err)
		}
		defer indptr.Close()
		indices, err := npy.Open[int32](filepath.Join(dir, export.IndicesFile))
		if err != nil {
			t.Fatal(err)
		}
		defer indices.Close()
		if len(indptr.Values) != c.NumPages()+1 || s.Arcs != int64(len(indices.Values)) {
			t.Fatalf("%s: %d starts and %d arcs", name, len(indptr.Values), len(indices.Values))
		}
		cur := c.Scan(graph.Everything(c.Graph()))
		for cur.Next() {
			lo, hi := indptr.Values[cur.Node()], indptr.Values[cur.Node()+1]
			want := cur.Succ()
			if !slices.EqualFunc(indices.Values[lo:hi], want, func(a int32, b graph.Node) bool { return graph.Node(a) == b }) {
				t.Errorf("%s: page %d: got %v, want %v", name, cur.Node(), indices.Values[lo:hi], want)
			}
		}
		if _, err := j.CSR(context.Background(), dir); !errors.Is(err, export.ErrExists) {
			t.Errorf("a second time: got %v, want that it exists", err)
		}
	}
}

func TestParts(t *testing.T) {
	c := crawlOf(t, urls, ingest.Options{})
	j := export.Job{Crawl: c}
	top, by, err := j.Top(context.Background(), nil, "", 2, 1<<30)
	if err != nil || by != export.InDegree || len(top) != 2 || c.Label(top[1]) != "http://a.example/" {
		t.Errorf("the top: got %v by %s (%v)", top, by, err)
	}
	host, err := j.Host("A.example")
	if err != nil || len(host) != 1 || c.Label(host[0]) != "http://a.example/" {
		t.Errorf("a host: got %v (%v)", host, err)
	}
	list, err := j.List(strings.NewReader("# c\rhttp://b.example/x?a=1&b=<2>\n\n"+fmt.Sprint(host[0])+"\nhttp://a.example\n"), "pages")
	if err != nil || len(list) != 2 {
		t.Errorf("a list: got %v (%v), want two pages", list, err)
	}
	if _, err := j.List(strings.NewReader("7\nhttp://nowhere.example/\n"), "pages"); err == nil || !strings.Contains(err.Error(), `pages: line 1: "7" is no page of the crawl, and 1 line more name none`) {
		t.Errorf("a list of pages that are not there: got %v", err)
	}
	for host, want := range map[string]string{
		"nowhere.example": `the crawl has no host "nowhere.example"`, "::1": `the crawl has no host "::1"`, "http://a.example": `the crawl has no host "http://a.example"`,
		"a.example:8105": `the crawl has no host "a.example:8105": the port is no part of a host: expected "a.example"`, "[::1]:80": `the crawl has no host "[::1]:80": the port is no part of a host: expected "[::1]"`,
	} {
		if _, err := j.Host(host); err == nil || err.Error() != want {
			t.Errorf("the host %s: got %v, want %s", host, err, want)
		}
	}
	if err := drawing(j, j.Everything()).Check(context.Background(), 100, 3); !errors.Is(err, export.ErrLarge) {
		t.Errorf("four arcs of three: got %v, want that it is too large", err)
	}
	var b bytes.Buffer
	s, err := drawing(j, list).GraphML(context.Background(), &b)
	if err != nil || s.Arcs != 2 || s.Pages != 2 {
		t.Errorf("two pages: got %+v (%v), want 2 arcs", s, err)
	}
}

func TestScores(t *testing.T) {
	c := crawlOf(t, urls, ingest.Options{})
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SaveVector(r, store.Result{Name: "pagerank"}, []float64{0.1, 0.5, 0.25, 0.125}); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveVector(r, store.Result{Name: "wcc"}, []uint32{0, 0, 0, 7}); err != nil {
		t.Fatal(err)
	}
	scores, left, err := export.Scores(r, nil)
	if err != nil || len(scores) != 2 || len(left) > 0 {
		t.Fatalf("got %d scores (%v), want 2", len(scores), err)
	}
	j := export.Job{Crawl: c}
	top, by, err := j.Top(context.Background(), r, "", 1, 1<<30)
	if err != nil || by != "pagerank" || len(top) != 1 || top[0] != 1 {
		t.Errorf("the top: got %v by %s (%v), want page 1 by pagerank", top, by, err)
	}
	d := drawing(j, j.Everything())
	d.Scores = scores
	for what, write := range map[string]func(context.Context, io.Writer) (export.Summary, error){
		`<attvalue for="wcc" value="7"/>`: d.GEXF, `<data key="pagerank">0.25</data>`: d.GraphML,
	} {
		var b bytes.Buffer
		if _, err := write(context.Background(), &b); err != nil || !strings.Contains(b.String(), what) {
			t.Errorf("there is no %s in it (%v)", what, err)
		}
	}
	for i := range scores {
		if err := scores[i].Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := export.Scores(r, []string{"nothing"}); err == nil {
		t.Error("a score that is not there: no error")
	}
}

// Counts of 64 bits are scores, pages that a search did not reach have no distance, those without fidelity none, and a
// damaged result is not left out in silence, though one of another graph or type is.
func TestScoresOfAllTypes(t *testing.T) {
	c := crawlOf(t, urls, ingest.Options{})
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(
		store.SaveVector(r, store.Result{Name: "arcs-inside"}, []uint64{1 << 40, 2, 3, 4}),
		store.SaveVector(r, store.Result{Name: "distance@symmetrised"}, []uint32{0, 1, 1<<32 - 1, 2}),
		store.SaveVector(r, store.Result{Name: "fidelity"}, []float32{0.1, 1, float32(math.NaN()), 0.25}),
		store.SaveVector(r, store.Result{Name: "signed"}, []int64{-1, 0, 1, 2}),
	); err != nil {
		t.Fatal(err)
	}
	path, err := r.Path("signed.npy")
	if err != nil {
		t.Fatal(err)
	}
	j := export.Job{Crawl: c}
	d := drawing(j, j.Everything())
	var left []error
	if d.Scores, left, err = export.Scores(r, nil); err != nil || len(d.Scores) != 3 {
		t.Fatalf("got %d scores (%v), want 3", len(d.Scores), err)
	}
	if len(left) != 1 || !strings.Contains(left[0].Error(), "signed") {
		t.Errorf("left out: got %v, want the one that is no score", left)
	}
	var b bytes.Buffer
	if _, err := d.GEXF(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, `for="arcs-inside" value="1099511627776"`) || strings.Contains(text, "4294967295") || strings.Count(text, `for="distance@symmetrised"`) != 3 {
		t.Errorf("want one large count and three distances in %s", text)
	}
	if text := b.String(); !strings.Contains(text, `for="fidelity" value="0.1"`) || strings.Count(text, `for="fidelity" value=`) != 3 {
		t.Errorf("want three fidelities, as they are written in 32 bits, in %s", text)
	}
	for i := range d.Scores {
		if err := d.Scores[i].Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := export.Scores(r, []string{"signed"}); !errors.Is(err, npy.ErrType) {
		t.Errorf("a vector that is no score: got %v", err)
	}
	if err := os.Truncate(path, 40); err != nil {
		t.Fatal(err)
	}
	if _, _, err := export.Scores(r, nil); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a damaged result: got %v", err)
	}
}

// The best pages are those of the score that is asked for. One that cannot be read is told, and no other taken: neither
// that of another view, nor the in-degree.
func TestTopTakesNoOther(t *testing.T) {
	save := func(c *store.Crawl, name string) {
		r, err := c.Results("")
		if err == nil {
			err = store.SaveVector(r, store.Result{Name: name}, []float64{0.1, 0.5, 0.25, 0.125})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	other := crawlOf(t, strings.ReplaceAll(urls, "http", "https"), ingest.Options{})
	save(other, "pagerank")
	for _, x := range []struct {
		what, by, want string
		harm           func(t *testing.T, dir string) error
	}{
		{"no description", "", "pagerank.json", func(_ *testing.T, dir string) error { return os.Remove(filepath.Join(dir, "pagerank.json")) }},
		{"no values", "", "pagerank.npy", func(_ *testing.T, dir string) error { return os.Remove(filepath.Join(dir, "pagerank.npy")) }},
		{"a description that is no JSON", "", "pagerank.json", func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, "pagerank.json"), []byte("{"), 0o644)
		}},
		{"that of another view under its name", "pagerank", "pagerank@between-hosts", func(_ *testing.T, dir string) error {
			return errors.Join(
				os.Rename(filepath.Join(dir, "pagerank@between-hosts.json"), filepath.Join(dir, "pagerank.json")),
				os.Rename(filepath.Join(dir, "pagerank@between-hosts.npy"), filepath.Join(dir, "pagerank.npy")),
			)
		}},
		{"that of equal arcs between other pages", "", "another graph", func(_ *testing.T, dir string) error {
			return errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(filepath.Join(other.Path, "results"))))
		}},
		{"the values of another", "pagerank", "pagerank.npy", func(_ *testing.T, dir string) error {
			return os.Rename(filepath.Join(dir, "x.npy"), filepath.Join(dir, "pagerank.npy"))
		}},
		{"nothing of that name", "hits", `"hits"`, func(*testing.T, string) error { return nil }},
		{"that of other options under its name", "", "alpha=0.5, kinds=link", func(_ *testing.T, dir string) error {
			c, err := store.Open(filepath.Dir(dir))
			if err != nil {
				return err
			}
			defer c.Close()
			r, err := c.Results("")
			if err != nil {
				return err
			}
			return store.SaveVector(r, store.Result{Name: "pagerank", Kinds: "link", Params: map[string]any{"alpha": 0.5}}, []float64{0.1, 0.5, 0.25, 0.125})
		}},
		{"another view alone", "pagerank", `"pagerank"`, func(_ *testing.T, dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "pagerank.json")), os.Remove(filepath.Join(dir, "pagerank.npy")))
		}},
	} {
		c := crawlOf(t, urls, ingest.Options{})
		save(c, "pagerank")
		save(c, "pagerank@between-hosts")
		r, err := c.Results("")
		if err == nil {
			err = store.SaveVector(r, store.Result{Name: "x"}, []float64{9, 5, 7, 8})
		}
		if err == nil {
			err = x.harm(t, filepath.Join(c.Path, "results"))
		}
		if err != nil {
			t.Fatal(err)
		}
		j := export.Job{Crawl: c}
		if part, by, err := j.Top(context.Background(), r, x.by, 1, 1<<30); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got pages %v by %s (%v), want an error that tells %s", x.what, part, by, err, x.want)
		}
	}
}

// A folder appears whole or not at all.
func TestNothingIsLeft(t *testing.T) {
	c := crawlOf(t, urls, ingest.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	j := export.Job{Crawl: c}
	for _, write := range []func(context.Context, string) (export.Summary, error){j.CSR, j.Parquet} {
		if _, err := write(ctx, filepath.Join(dir, "x")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want that it was cancelled", err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
}
