package measure_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// Budgets: one that holds cnr-2000 decoded, and one that holds no direction of it beside any of the measures.
const (
	plenty   = 4 << 30
	tight    = 44 << 20
	tightest = 32 << 20
)

// everything keeps all results of a crawl in a folder, and returns their bytes by file.
func everything(t *testing.T, c *store.Crawl, memory int64, workers int) map[string][]byte {
	t.Helper()
	ctx, dir := context.Background(), t.TempDir()
	o := answer.Options{Memory: memory, Workers: workers, Seed: 1}
	k, err := answer.NewKeeper(c, dir, store.Step{Command: "weft test", Version: "0", Time: time.Unix(0, 0), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var rank []float64
	for _, name := range measure.Rankings {
		r, err := measure.GetRanking(ctx, c, name, measure.RankOptions{Options: o, Top: 3, Iterations: 8})
		if err != nil {
			t.Fatal(err)
		}
		if name == measure.PageRank {
			rank = r.Scores
		}
		if err := k.Keep(r.Kept()); err != nil {
			t.Fatal(err)
		}
	}
	do := measure.DegreeOptions{Options: o, Samples: 20, PageRank: rank}
	d, err := measure.GetDegrees(ctx, c, do)
	if err != nil {
		t.Fatal(err)
	}
	comp, err := measure.GetComponents(ctx, c, do)
	if err != nil {
		t.Fatal(err)
	}
	if comp.Growth, err = measure.GetGrowth(ctx, c, measure.GrowthOptions{Options: o, Percents: []float64{150}}); err != nil {
		t.Fatal(err)
	}
	if err := k.Keep(d.Kept()); err != nil {
		t.Fatal(err)
	}
	if err := k.Keep(comp.Kept()); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Neither the budget, which decides whether lists are decoded once or in every pass and what lies on disk, nor the
// workers change a bit.
func TestBudgetAndWorkersDoNotMatter(t *testing.T) {
	shared.File(t, "cnr-2000", "cnr-2000.graph")
	c := ingesttest.Open(t, filepath.Join(shared.Dir(t), "cnr-2000", "cnr-2000"))
	for budget, form := range map[int64]string{plenty: store.InMemory, tight: store.Streamed, tightest: store.OnDisk} {
		plan, err := c.Plan(store.ViewOptions{In: true, Need: measure.NeedOf(measure.PageRank, c), Budget: budget})
		if err != nil || plan.Form != form {
			t.Fatalf("budget %d: got %+v, %v; want the form %s", budget, plan, err, form)
		}
	}
	want := everything(t, c, plenty, 8)
	if len(want) < 20 {
		t.Fatalf("only %d files of results", len(want))
	}
	for _, o := range []struct {
		memory  int64
		workers int
	}{{tight, 3}, {tightest, 1}} {
		for name, data := range everything(t, c, o.memory, o.workers) {
			if !bytes.Equal(data, want[name]) {
				t.Errorf("memory %d, %d workers: %s differs", o.memory, o.workers, name)
			}
		}
	}
}

// The host graph and host sums equal those counted with maps.
func TestHosts(t *testing.T) {
	for seed := range uint64(40) {
		g := graphtest.Random(seed)
		if g.NumArcs() == 0 {
			continue
		}
		name := func(u graph.Node) string { return fmt.Sprintf("http://h%d.example/%d", uint64(u)*(seed+3)%7, u) }
		var text strings.Builder
		pairs := map[string]int64{}
		for u := range g.NumNodes() {
			for _, v := range g.Succ(graph.Node(u)) {
				fmt.Fprintf(&text, "%s %s\n", name(graph.Node(u)), name(v))
				a, b := name(graph.Node(u))[7:17], name(v)[7:17]
				if a != b {
					pairs[a+" "+b]++
				}
			}
		}
		c := ingesttest.Text(t, text.String())
		links, err := measure.GetHostLinks(context.Background(), c, 1000, answer.Options{Memory: plenty})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range links.Top {
			if pairs[l.From+" "+l.To] != l.Arcs {
				t.Errorf("seed %d: %s → %s: got %d arcs, want %d", seed, l.From, l.To, l.Arcs, pairs[l.From+" "+l.To])
			}
		}
		for i, a := range links.Matrix.Rows {
			out, shown := int64(0), int64(0)
			for pair, n := range pairs {
				if from, to, _ := strings.Cut(pair, " "); from == a.Host {
					if out += n; slices.Contains(links.Matrix.Columns, to) {
						shown += n
					}
				}
			}
			if a.Out != out || a.Shown != shown || a.Fetched < 1 {
				t.Errorf("seed %d: got %+v, want %d arcs and %d in the matrix", seed, a, out, shown)
			}
			for j, b := range links.Matrix.Columns {
				if got := links.Matrix.Arcs[i][j]; a.Host != b && got != pairs[a.Host+" "+b] {
					t.Errorf("seed %d: the matrix has %d arcs from %s to %s, want %d", seed, got, a.Host, b, pairs[a.Host+" "+b])
				}
			}
		}
		if len(pairs) > 0 && (len(links.Matrix.Rows) < 1 || len(links.Matrix.Columns) < 1) {
			t.Errorf("seed %d: the matrix is %+v", seed, links.Matrix)
		}
		arcs := int64(0)
		for _, n := range pairs {
			arcs += n
		}
		if len(links.Top) != len(pairs) || links.Pairs != int64(len(pairs)) || links.Arcs != arcs {
			t.Errorf("seed %d: got %d pairs of hosts (%d), %d arcs, want %d, %d", seed, len(links.Top), links.Pairs, links.Arcs, len(pairs), arcs)
		}
		d, err := measure.GetDegrees(context.Background(), c, measure.DegreeOptions{Options: answer.Options{Memory: plenty}, Samples: -1})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Hosts.Out.Histogram.Sum(); got != uint64(len(pairs)) || d.In.Histogram.Sum() != uint64(g.NumArcs()) {
			t.Errorf("seed %d: outdegrees of hosts add up to %d, want %d; in-degrees to %d, want %d", seed, got, len(pairs), d.In.Histogram.Sum(), g.NumArcs())
		}
	}
}

// The laws of a crawl with ghosts are over the stated populations.
func TestPopulations(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "fetched")
	if err := os.WriteFile(list, []byte("0\n1\n2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\n0 3\n1 3\n1 4\n"), Fetched: list, Pages: 6, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")},
	})
	if err != nil {
		t.Fatal(err)
	}
	d, err := measure.GetDegrees(context.Background(), ingesttest.Open(t, filepath.Join(dir, "c")), measure.DegreeOptions{Options: answer.Options{Memory: plenty}})
	if err != nil {
		t.Fatal(err)
	}
	if d.Out.Count != 3 || d.In.Count != 6 || d.Total.Count != 6 || d.In.Max != 2 || d.Out.Mean != 4.0/3 || d.In.Fit != nil || d.In.FitError == "" {
		t.Errorf("got out %+v, in %+v", d.Out, d.In)
	}
}

func TestAnchorTexts(t *testing.T) {
	page := func(url, html string) string {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url, len(block), block)
	}
	c := ingesttest.Text(t, page("http://a.example/", "<a href=/1>one</a><a href=/2>two</a><a href=/3>two</a>")+page("http://b.example/", "<a href=/>two</a><a href=/>two</a><a href=/x></a>"))
	got, err := measure.GetAnchorTexts(context.Background(), c, 5)
	want := []measure.AnchorText{{Text: "two", Arcs: 3}, {Text: "one", Arcs: 1}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func TestUnknownRanking(t *testing.T) {
	if _, err := measure.GetRanking(context.Background(), ingesttest.Text(t, "0 1\n"), "beauty", measure.RankOptions{}); err == nil {
		t.Error("no error")
	}
}

func ExampleGetRanking() {
	dir, err := os.MkdirTemp("", "measure")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 2}, {From: 1, To: 2}, {From: 2, To: 0}})
	if _, err := bv.Write(filepath.Join(dir, "g"), g, bv.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(filepath.Join(dir, "g"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	r, err := measure.GetRanking(context.Background(), c, measure.PageRank, measure.RankOptions{
		Options: answer.Options{Memory: 1 << 30}, Top: 3,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var order []uint32
	for _, t := range r.Top {
		order = append(order, t.Page)
	}
	fmt.Println(order, slices.Max(r.Scores) == r.Top[0].Score)
	// Output: [2 0 1] true
}

// Who reads lists in the order of hosts, one by one, says so.
func TestHostsAreReadSingly(t *testing.T) {
	c := ingesttest.Text(t, "http://a.example/ http://b.example/\n")
	for name, stage := range map[string]func(context.Context, *store.Crawl, answer.Options) (answer.Stage, error){
		"degrees": measure.DegreesStage, "host links": measure.HostLinksStage,
	} {
		if s, err := stage(t.Context(), c, answer.Options{Memory: plenty}); err != nil || !s.View.Singly {
			t.Errorf("%s: a view of lists that are read singly: %t, %v", name, s.View.Singly, err)
		}
	}
}

// The rows are the dozen hosts with the most pages that may have links, ties in the order of their names. The columns
// are the hosts that these link to most, crawled or not.
func TestMatrixOfTies(t *testing.T) {
	var text strings.Builder
	name := func(i int) string { return fmt.Sprintf("h%02d.example", i%15) }
	for i := range 15 { // a ring, in which host 13 has some pages more
		fmt.Fprintf(&text, "http://%s/ http://%s/\n", name(i), name(i+1))
	}
	for i := range 3 {
		fmt.Fprintf(&text, "http://%s/%d http://%s/\n", name(13), i, name(2))
		fmt.Fprintf(&text, "http://%s/ http://z%d.ghost/\n", name(5), i)
	}
	fmt.Fprintf(&text, "http://%s/1 http://z1.ghost/\n", name(13))
	links, err := measure.GetHostLinks(context.Background(), ingesttest.Text(t, text.String()), 3, answer.Options{Memory: plenty})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range links.Matrix.Rows {
		rows = append(rows, r.Host)
	}
	if len(rows) != 12 || rows[0] != "h13.example" || links.Matrix.Rows[0].Fetched != 4 || links.Matrix.Rows[0].Out != 5 {
		t.Errorf("rows %+v", links.Matrix.Rows)
	}
	if !slices.IsSorted(rows[1:]) {
		t.Errorf("ties are in the order %q", rows)
	}
	if c := links.Matrix.Columns; len(c) != 12 || c[0] != "h02.example" || c[1] != "z1.ghost" {
		t.Errorf("columns %q", c)
	}
	if len(links.Top) != 3 || links.Top[0].From != "h13.example" || links.Top[0].To != "h02.example" || links.Top[0].Arcs != 3 || links.Top[1].Arcs != 1 {
		t.Errorf("got %+v", links.Top)
	}
}
