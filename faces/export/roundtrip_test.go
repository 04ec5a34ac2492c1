package export_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/faces/export"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/web/weburl"
)

// hostileNames are names of pages that formats, or readers, could take for something else.
func hostileNames(rng *rand.Rand) []string {
	all := []string{
		" ", "  two", "two  ", "\u00a0nbsp\u00a0", "\u3000wide\u3000", `"`, `""`, `"quoted"`, `a"b`, `"open`, "'", "'=1", "''", "=1+1", "+1", "-1", "@cmd", "＝1", " =1",
		"#", "# of pages", "#tag", "##", "%", "%share", "%E3%81", "% of all", "%%MatrixMarket", "a,b", ",", "a;b", "a|b", "a b", ",,", "a=b", "source", "target",
		"source_name", "target_name", "from", "to", "url", "via", "kinds", "link", "link+nofollow", "0", "1", "007", "17", "4294967295", "99999999999999999999", "1.5", "1e5", "-0", "NaN", "null",
		"a -> b", "digraph g {", "<html", "<b>&amp;</b>", "&#34;", "]]>", "<![CDATA[x", "{\"a\":1}", "[1,2]", "*Vertices 3", "graph [", "a: b", "key: value", "INSERT INTO x", "c comment",
		"\u202eabc", "\u2066iso\u2069", "\u200b", "\ufeffmark", "\ufeff", "\u00e9", "e\u0301", "\u212b", "\u00c5", "A\u030a", "\u2028line", "\u0085next", "🕸", "日本語", "%09", "%0A", `\t`, `\`, `a\`, "/", "//x", "http://", "http:///x",
		"mailto:a@b", "www.example.org/page", "a.example", "com.example.www", "fetched", "name #2", "~", "!", "!a", "?", "-", "--", "NA", "N/A", "true",
	}
	for c := byte(' '); c < 0x7f; c++ {
		all = append(all, string(c)+"x", "x"+string(c), "x"+string(c)+"y", string(c)+string(c))
	}
	for range 20 {
		var b strings.Builder
		for range 1 + rng.IntN(12) {
			b.WriteByte(byte(' ' + rng.IntN(0x7f-' ')))
		}
		all = append(all, b.String())
	}
	if rng.IntN(2) == 0 {
		all = append(all, strings.Repeat("long ", 13107)+"x", strings.Repeat(`"`, 65536), strings.Repeat("é", 32768))
	}
	for i := range 12 {
		all = append(all, fmt.Sprintf("http://h%d.example/p?%d=<%d>", i%4, i, i))
	}
	rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all
}

// A drawnGraph is what a crawl is compared by.
type drawnGraph struct {
	pages []string // name or number, and state
	arcs  []string // ends and kinds
}

// drawCrawl makes a crawl with n pages, in all states, and arcs of all kinds, without any importer.
func drawCrawl(t *testing.T, rng *rand.Rand, names []string, n int, plain bool) *store.Crawl {
	t.Helper()
	var keys []string
	for _, name := range names {
		key := string(store.Key(nil, []byte(name)))
		if !slices.Contains(keys, key) && len(keys) < n {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	if names != nil {
		n = len(keys)
	}
	o := store.DraftOptions{Output: filepath.Join(t.TempDir(), "crawl")}
	d, err := store.Begin(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	for range n {
		s := page.State(rng.IntN(page.NumStates))
		if plain {
			s = page.Unknown
		}
		d.States = append(d.States, uint8(s))
	}
	if names != nil {
		err = d.WriteNames(func(add func([]byte) error) error {
			for _, k := range keys {
				if err := add([]byte(k)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err == nil {
		err = d.WriteGraph("test", func(add func([]graph.Node, []kinds.Set) error) error {
			for u := range n {
				succ, ks := drawList(rng, n, plain)
				if page.State(d.States[u]) == page.Ghost {
					succ, ks = nil, nil // ghosts have no arcs
				}
				if err := add(succ, ks); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err == nil {
		err = d.Transpose(1 << 24)
	}
	if err == nil {
		err = d.Commit(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}

func drawList(rng *rand.Rand, n int, plain bool) (succ []graph.Node, ks []kinds.Set) {
	for range rng.IntN(6) {
		succ = append(succ, graph.Node(rng.IntN(n)))
	}
	slices.Sort(succ)
	succ = slices.Compact(succ)
	for range succ {
		k := kinds.Link
		if !plain && rng.IntN(2) == 0 {
			k = kinds.Set(1+rng.IntN(int(kinds.All))) & kinds.All
			if k == kinds.Nofollow {
				k |= kinds.Link // which it qualifies
			}
		}
		ks = append(ks, k)
	}
	return succ, ks
}

// graphOf describes a crawl. What a format cannot hold is left out.
func graphOf(t *testing.T, c *store.Crawl, states, withKinds, all bool) (g drawnGraph) {
	t.Helper()
	seen := map[graph.Node]bool{}
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			arc := fmt.Sprintf("%.80q -> %.80q", c.Label(cur.Node()), c.Label(v))
			if withKinds {
				arc += " " + cur.Kinds()[i].String()
			}
			g.arcs = append(g.arcs, arc)
			seen[cur.Node()], seen[v] = true, true
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	for u := range graph.Node(c.NumPages()) {
		if !all && !seen[u] {
			continue
		}
		p := fmt.Sprintf("%d %.80q", len(c.Label(u)), c.Label(u))
		if states {
			p += " " + c.State(u).String()
		}
		g.pages = append(g.pages, p)
	}
	slices.Sort(g.pages)
	slices.Sort(g.arcs)
	return g
}

// same compares two lists, and shows the first differences.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	var lost, made []string
	for _, w := range want {
		if _, ok := slices.BinarySearch(got, w); !ok {
			lost = append(lost, w)
		}
	}
	for _, g := range got {
		if _, ok := slices.BinarySearch(want, g); !ok {
			made = append(made, g)
		}
	}
	if len(lost)+len(made) > 0 || len(got) != len(want) {
		t.Errorf("%s: %d of %d: lost %d: %.300q; made %d: %.300q", what, len(got), len(want), len(lost), lost[:min(4, len(lost))], len(made), made[:min(4, len(made))])
	}
}

// A trip is a format that is exported and imported again.
type trip struct {
	write                     func(ctx context.Context, j *export.Job, path string) (export.Summary, error)
	named                     bool                       // names come back
	states, kinds, all, noArc bool                       // what the format holds
	inputs                    func(path string) []string // nil for the path itself
}

func file(write func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error)) func(context.Context, *export.Job, string) (export.Summary, error) {
	return func(ctx context.Context, j *export.Job, path string) (s export.Summary, err error) {
		f, err := os.Create(path)
		if err != nil {
			return s, err
		}
		if s, err = write(j)(ctx, f); err != nil {
			return s, err
		}
		return s, f.Close()
	}
}

func drawingOf(j *export.Job) *export.Drawing { return &export.Drawing{Job: *j, Part: j.Everything()} }

var trips = map[string]trip{
	"tsv":           {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.TSV }), named: true, kinds: true},
	"csv":           {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.CSV }), named: true, kinds: true},
	"pages":         {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.Pages }), named: true, states: true, all: true, noArc: true},
	"matrix-market": {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.MatrixMarket }), all: true},
	"graphml": {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) {
		return drawingOf(j).GraphML
	}), named: true, states: true, kinds: true, all: true},
	"gexf": {write: file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return drawingOf(j).GEXF }), named: true, states: true, kinds: true, all: true},
	"bvgraph": {write: func(ctx context.Context, j *export.Job, path string) (export.Summary, error) {
		return j.BVGraph(ctx, path, bv.Options{})
	}, named: true, all: true},
	"csr": {write: func(ctx context.Context, j *export.Job, path string) (export.Summary, error) { return j.CSR(ctx, path) }, all: true},
	"parquet": {write: func(ctx context.Context, j *export.Job, path string) (export.Summary, error) {
		return j.Parquet(ctx, path)
	}, named: true, states: true, kinds: true, all: true},
	"pages and tsv": {write: func(ctx context.Context, j *export.Job, path string) (export.Summary, error) {
		_, err := file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.Pages })(ctx, j, path+".pages")
		if err != nil {
			return export.Summary{}, err
		}
		return file(func(j *export.Job) func(context.Context, io.Writer) (export.Summary, error) { return j.TSV })(ctx, j, path)
	}, named: true, states: true, kinds: true, all: true, inputs: func(path string) []string { return []string{path, path + ".pages"} }},
}

// What is exported comes back by an import: the same pages, states, kinds and arcs, as far as the format holds them; what
// it does not hold the export says. Names, states and kinds are drawn, and nothing that was written is refused.
func TestRoundTripsOfDrawnCrawls(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 8 {
		plain := i%4 == 3
		var names []string
		if i%4 != 2 {
			if names = hostileNames(rng); i == 5 {
				names = slices.DeleteFunc(names, func(s string) bool {
					return !strings.HasPrefix(s, "http") || weburl.IsOpaque(store.Key(nil, []byte(s)))
				})
			}
		}
		n := []int{300, 40, 60, 3}[rng.IntN(4)]
		c := drawCrawl(t, rng, names, n, plain)
		for name, tr := range trips {
			for _, byName := range []bool{true, false} {
				if byName && !c.HasNames() {
					continue
				}
				t.Run(fmt.Sprintf("%d/%s/names=%v", i, name, byName), func(t *testing.T) { tr.check(t, c, byName) })
			}
		}
	}
}

// check exports a crawl, imports it, and compares.
func (tr *trip) check(t *testing.T, c *store.Crawl, byName bool) {
	path := filepath.Join(t.TempDir(), "out")
	j := &export.Job{Crawl: c, Names: byName, KindsColumn: tr.kinds}
	if !byName {
		j.Header = new(true) // without it, an import may take the first numbers for counts
	}
	s, err := tr.write(t.Context(), j, path)
	if err != nil {
		t.Fatal(err)
	}
	o := ingest.Options{Inputs: []string{path}, Strict: true, DraftOptions: store.DraftOptions{Output: path + ".crawl"}}
	if tr.inputs != nil {
		o.Inputs = tr.inputs(path)
	}
	if !tr.noArc && s.Arcs == 0 && (!tr.all || !byName && tr.inputs != nil) {
		return // an empty list, which does not show whether its pages are numbers
	}
	if _, err := ingest.Import(t.Context(), o); err != nil {
		t.Fatalf("import refuses what export wrote, of %d pages and %d arcs: %v", c.NumPages(), s.Arcs, err)
	}
	again, err := store.Open(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	by := c
	if c.HasNames() && !again.HasNames() {
		by = unnamed{c}.crawl(t)
	}
	want, got := graphOf(t, by, tr.states, tr.kinds, tr.all), graphOf(t, again, tr.states, tr.kinds, tr.all)
	same(t, "pages", got.pages, want.pages)
	if !tr.noArc {
		same(t, "arcs", got.arcs, want.arcs)
	}
	if c.HasNames() && byName && tr.named && !again.HasNames() {
		t.Error("names are lost")
	}
}

// unnamed is a crawl seen without its names.
type unnamed struct{ c *store.Crawl }

// crawl returns the same arcs and states without names.
func (x unnamed) crawl(t *testing.T) *store.Crawl {
	t.Helper()
	o := store.DraftOptions{Output: filepath.Join(t.TempDir(), "unnamed")}
	d, err := store.Begin(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	for u := range x.c.NumPages() {
		d.States = append(d.States, uint8(x.c.State(graph.Node(u))))
	}
	err = d.WriteGraph("test", func(add func([]graph.Node, []kinds.Set) error) error {
		cur := x.c.Scan(graph.Everything(x.c.Graph()))
		for cur.Next() {
			if err := add(cur.Succ(), cur.Kinds()); err != nil {
				return err
			}
		}
		return cur.Err()
	})
	if err == nil {
		err = d.Transpose(1 << 24)
	}
	if err == nil {
		err = d.Commit(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}
