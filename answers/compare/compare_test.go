package compare_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/answers/answer"
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/web/weburl"
)

// random returns a crawl of random links between some of the pages of a few hosts, of which some were fetched.
func random(t *testing.T, seed uint64, keepNumbers bool) *store.Crawl {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	hosts := []string{"http://a.example", "https://a.example", "http://www.b.example", "http://c.example", "name"}
	var names []string
	for _, h := range hosts {
		for i := range 12 {
			if r.IntN(3) > 0 {
				names = append(names, fmt.Sprintf("%s/%d", h, i))
			}
		}
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	fetched := len(names) * 2 / 3
	list := filepath.Join(t.TempDir(), "fetched")
	if err := os.WriteFile(list, []byte(strings.Join(names[:fetched], "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for range 25 * len(names) {
		fmt.Fprintf(&b, "%s\t%s\n", names[r.IntN(fetched)], names[r.IntN(len(names))])
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(b.String()), KeepNumbers: keepNumbers, Fetched: list})
}

// known is a crawl as sets of names.
type known struct {
	pages  map[string]page.State
	number map[string]uint32
	arcs   map[[2]string]bool
}

func know(c *store.Crawl, fetched bool) known {
	k := known{map[string]page.State{}, map[string]uint32{}, map[[2]string]bool{}}
	is := func(u graph.Node) bool { return !fetched || c.State(u) == page.Fetched }
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		u := cur.Node()
		k.number[c.Label(u)] = uint32(u)
		if is(u) {
			k.pages[c.Label(u)] = c.State(u)
		}
		for i, v := range cur.Succ() {
			if is(u) && is(v) && cur.Kinds()[i]&kinds.Measured != 0 {
				k.arcs[[2]string{c.Label(u), c.Label(v)}] = true
			}
		}
	}
	return k
}

// change compares two sets.
func change[K comparable, V, W any](a map[K]V, b map[K]W, only func(K) bool) compare.Change {
	var c compare.Change
	for k := range a {
		if !only(k) {
			continue
		}
		if _, ok := b[k]; ok {
			c.Kept++
		} else {
			c.Gone++
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok && only(k) {
			c.New++
		}
	}
	return c
}

func hostOf(name string) string {
	return cmp.Or(weburl.HostName(store.Key(nil, []byte(name))), compare.NoHost)
}

// expected is the comparison by set differences, without ranks.
func expected(a, b *store.Crawl, fetched bool) *compare.Comparison {
	x, y := know(a, fetched), know(b, fetched)
	everything := func(string) bool { return true }
	c := &compare.Comparison{A: a.Path, B: b.Path, By: "names", Fetched: fetched, Kinds: kinds.Measured.String()}
	c.Pages = compare.Pages{A: int64(len(x.pages)), B: int64(len(y.pages)), Change: change(x.pages, y.pages, everything)}
	c.Arcs = compare.Arcs{A: int64(len(x.arcs)), B: int64(len(y.arcs)), Change: change(x.arcs, y.arcs, func([2]string) bool { return true })}
	kept := func(n string) bool {
		_, inA := x.pages[n]
		_, inB := y.pages[n]
		return inA && inB
	}
	among := change(x.arcs, y.arcs, func(arc [2]string) bool { return kept(arc[0]) && kept(arc[1]) })
	c.Arcs.GoneAmongKept, c.Arcs.NewAmongKept = among.Gone, among.New
	c.Pages.Jaccard = float64(c.Pages.Kept) / float64(c.Pages.Kept+c.Pages.Gone+c.Pages.New)
	c.Arcs.Jaccard = float64(c.Arcs.Kept) / float64(c.Arcs.Kept+c.Arcs.Gone+c.Arcs.New)
	if !a.HasNames() {
		c.By = "numbers"
		return c
	}
	c.HostCounts = &compare.Change{}
	for _, host := range []string{compare.NoHost, "a.example", "www.b.example", "c.example"} {
		switch of := change(x.pages, y.pages, func(n string) bool { return hostOf(n) == host }); {
		case host == compare.NoHost:
		case of.Kept+of.Gone == 0:
			c.HostCounts.New++
		case of.Kept+of.New == 0:
			c.HostCounts.Gone++
		default:
			c.HostCounts.Kept++
		}
		c.Hosts = append(c.Hosts, compare.Host{
			Host:  host,
			Pages: change(x.pages, y.pages, func(n string) bool { return hostOf(n) == host }),
			Arcs:  change(x.arcs, y.arcs, func(arc [2]string) bool { return hostOf(arc[0]) == host }),
		})
	}
	return c
}

// byChange puts hosts into the order in which they are told; ties stay apart from what is tested.
func byChange(hosts []compare.Host) {
	slices.SortStableFunc(hosts, func(a, b compare.Host) int {
		return cmp.Or(cmp.Compare(b.Pages.Gone+b.Pages.New, a.Pages.Gone+a.Pages.New),
			cmp.Compare(b.Arcs.Gone+b.Arcs.New, a.Arcs.Gone+a.Arcs.New), cmp.Compare(a.Host, b.Host))
	})
}

func run(t *testing.T, o compare.Options) *compare.Comparison {
	t.Helper()
	c, err := compare.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Pages, arcs and hosts are those of set differences, in every mixture of orders, with ghosts and without.
func TestLikeSets(t *testing.T) {
	for seed := range uint64(8) {
		a, b := random(t, 2*seed, seed%2 == 1), random(t, 2*seed+1, seed%4 > 1)
		for _, fetched := range []bool{false, true} {
			want := expected(a, b, fetched)
			got := run(t, compare.Options{A: a, B: b, Fetched: fetched, Top: 10})
			checkStates(t, got.States, a, b)
			got.States = nil
			byChange(got.Hosts)
			byChange(want.Hosts)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, fetched %v: got %+v, want %+v", seed, fetched, got, want)
			}
			checkLists(t, a, b, fetched)
		}
	}
}

func checkStates(t *testing.T, got []compare.StateChange, a, b *store.Crawl) {
	t.Helper()
	x, y := know(a, false), know(b, false)
	want := map[[2]string]int64{}
	for n, s := range x.pages {
		if r, ok := y.pages[n]; ok {
			want[[2]string{s.String(), r.String()}]++
		} else {
			want[[2]string{s.String(), compare.Absent}]++
		}
	}
	for n, s := range y.pages {
		if _, ok := x.pages[n]; !ok {
			want[[2]string{compare.Absent, s.String()}]++
		}
	}
	for _, s := range got {
		if want[[2]string{s.A, s.B}] != s.Pages {
			t.Errorf("states: got %+v, want %v", s, want)
		}
	}
	if len(got) != len(want) {
		t.Errorf("states: got %v, want %v", got, want)
	}
}

func checkLists(t *testing.T, a, b *store.Crawl, fetched bool) {
	t.Helper()
	x, y := know(a, fetched).pages, know(b, fetched).pages
	for _, status := range []string{compare.Kept, compare.Gone, compare.New} {
		seen := 0
		err := compare.Each(context.Background(), compare.Options{A: a, B: b, Fetched: fetched}, status, func(p compare.Listed) error {
			name := string(p.Name)
			stateA, inA := x[name]
			stateB, inB := y[name]
			if inA != (status != compare.New) || inB != (status != compare.Gone) {
				t.Errorf("%s is not %s", name, status)
			}
			for i, x := range []struct {
				got   string
				state page.State
				is    bool
			}{{p.A, stateA, inA}, {p.B, stateB, inB}} {
				if x.is && x.got != x.state.String() || !fetched && !x.is && x.got != compare.Absent {
					t.Errorf("%s has the state %s in crawl %d, want %s (%v)", name, x.got, i, x.state, x.is)
				}
			}
			seen++
			return nil
		})
		c := change(x, y, func(string) bool { return true })
		want := map[string]int64{compare.Kept: c.Kept, compare.Gone: c.Gone, compare.New: c.New}[status]
		if err != nil || int64(seen) != want {
			t.Errorf("%d pages are %s, want %d; %v", seen, status, want, err)
		}
	}
}

// Graphs without names are compared by number.
func TestByNumber(t *testing.T) {
	dir := t.TempDir()
	var crawls []*store.Crawl
	for seed := range uint64(2) {
		base := filepath.Join(dir, fmt.Sprint(seed))
		if _, err := bv.Write(base, graphtest.Random(seed+5), bv.Options{}); err != nil {
			t.Fatal(err)
		}
		crawls = append(crawls, ingesttest.Open(t, base))
	}
	want := expected(crawls[0], crawls[1], false)
	got := run(t, compare.Options{A: crawls[0], B: crawls[1], Top: 10, Ranking: measure.InDegree})
	if got.Ranks.FromA != compare.Computed || len(got.Ranks.Up) == 0 || got.Ranks.Up[0].URL != "" {
		t.Errorf("got ranks %+v", got.Ranks)
	}
	got.States, got.Ranks = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	_, err := compare.Run(context.Background(), compare.Options{A: crawls[0], B: random(t, 1, false)})
	if !errors.Is(err, store.ErrMixed) {
		t.Errorf("names and no names: got %v", err)
	}
}

// save keeps a ranking in its crawl.
func save(t *testing.T, c *store.Crawl, alpha float64) {
	t.Helper()
	r, err := measure.GetRanking(context.Background(), c, measure.PageRank, measure.RankOptions{Alpha: alpha, Options: answer.Options{Memory: 1 << 30, Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := answer.NewKeeper(c, "", store.Step{Command: "weft test", Version: "0", Time: time.Unix(0, 0), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(k.Keep(r.Kept()), k.Close()); err != nil {
		t.Fatal(err)
	}
}

// Scores that their bounds do not tell apart are in no order: nothing moves, tau-b is 1, and of the best those with
// small numbers are shared.
func TestRanksOfNoise(t *testing.T) {
	a, b := random(t, 5, false), random(t, 5, false)
	for i, c := range []*store.Crawl{a, b} {
		r, err := measure.GetRanking(context.Background(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: 1 << 30, Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		draw := rand.New(rand.NewPCG(9, uint64(i)))
		for u := range r.Scores {
			r.Scores[u] = (1 + float64(u%3)) / float64(len(r.Scores)) * (1 + 2e-9*draw.Float64())
		}
		r.Params["bound"] = 0.9e-9
		k, err := answer.NewKeeper(c, "", store.Step{Command: "weft test", Version: "0", Time: time.Unix(0, 0), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(k.Keep(r.Kept()), k.Close()); err != nil {
			t.Fatal(err)
		}
	}
	got := run(t, compare.Options{A: a, B: b, Top: 10, Ranking: measure.PageRank}).Ranks
	if got.FromA != compare.Saved || got.TauB == nil || *got.TauB != 1 || len(got.Up)+len(got.Down) > 0 || got.Overlap[0].Shared != got.Overlap[0].K {
		t.Errorf("got %+v", got)
	}
}

// Ranks are those of counting who scores more; tau-b is that of counting pairs.
func TestRanks(t *testing.T) {
	for seed := range uint64(4) {
		a, b := random(t, seed, seed%2 == 0), random(t, seed+50, false)
		for _, name := range []string{measure.PageRank, measure.InDegree} {
			got := run(t, compare.Options{A: a, B: b, Top: 1000, Ranking: name, Fetched: seed > 1}).Ranks
			checkRanks(t, got, a, b, seed > 1)
		}
	}
}

func checkRanks(t *testing.T, got *compare.Ranks, a, b *store.Crawl, fetched bool) {
	t.Helper()
	x, y := know(a, fetched), know(b, fetched)
	sa, sb := scoresOf(t, a, got.Name), scoresOf(t, b, got.Name)
	var kept []string
	for n := range x.pages {
		if _, ok := y.pages[n]; ok {
			kept = append(kept, n)
		}
	}
	rank := func(k known, s []float64, n string) uint32 {
		r := uint32(1)
		for _, other := range kept {
			if s[k.number[other]] > s[k.number[n]] {
				r++
			}
		}
		return r
	}
	seen := 0
	for i, m := range append(slices.Clone(got.Up), got.Down...) {
		wantA, wantB := rank(x, sa, m.URL), rank(y, sb, m.URL)
		if m.RankA != wantA || m.RankB != wantB || (wantA > wantB) != (i < len(got.Up)) || m.PageA != x.number[m.URL] || m.PageB != y.number[m.URL] {
			t.Errorf("%s: got %+v, want ranks %d, %d", got.Name, m, wantA, wantB)
		}
	}
	for _, n := range kept {
		if rank(x, sa, n) != rank(y, sb, n) {
			seen++
		}
	}
	if seen != len(got.Up)+len(got.Down) || seen == 0 {
		t.Errorf("%d pages moved, want %d", len(got.Up)+len(got.Down), seen)
	}
	if want := tauB(kept, func(n string) (float64, float64) { return sa[x.number[n]], sb[y.number[n]] }); math.Abs(*got.TauB-want) > 1e-12 {
		t.Errorf("%s: tau-b %v, want %v", got.Name, *got.TauB, want)
	}
	checkOverlap(t, got.Overlap[0], x, y, sa, sb)
}

func scoresOf(t *testing.T, c *store.Crawl, name string) []float64 {
	t.Helper()
	r, err := measure.GetRanking(context.Background(), c, name, measure.RankOptions{Options: answer.Options{Memory: 1 << 30, Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	tied := slices.Clone(r.Scores)
	if name != measure.PageRank {
		return tied
	}
	// The greatest score that is left is that of all that are within 16 times the bound of it.
	left := slices.Repeat([]bool{true}, len(tied))
	for {
		head := 0.0
		for u, s := range r.Scores {
			if left[u] {
				head = max(head, s)
			}
		}
		if head == 0 {
			return tied
		}
		for u, s := range r.Scores {
			if left[u] && head-s <= 16*r.Params["bound"].(float64)*head {
				tied[u], left[u] = head, false
			}
		}
	}
}

func tauB(kept []string, scores func(string) (float64, float64)) float64 {
	var sum, untiedX, untiedY float64
	for i, n := range kept {
		for _, m := range kept[:i] {
			x1, y1 := scores(n)
			x2, y2 := scores(m)
			dx, dy := float64(cmp.Compare(x1, x2)), float64(cmp.Compare(y1, y2))
			sum += dx * dy
			untiedX += dx * dx
			untiedY += dy * dy
		}
	}
	return sum / math.Sqrt(untiedX*untiedY)
}

func checkOverlap(t *testing.T, got compare.Overlap, x, y known, sa, sb []float64) {
	t.Helper()
	best := func(k known, s []float64) []string {
		var all []string
		for n := range k.pages {
			all = append(all, n)
		}
		slices.SortFunc(all, func(n, m string) int {
			return cmp.Or(cmp.Compare(s[k.number[m]], s[k.number[n]]), cmp.Compare(k.number[n], k.number[m]))
		})
		return all[:got.K]
	}
	want, others := 0, best(y, sb)
	for _, n := range best(x, sa) {
		if slices.Contains(others, n) {
			want++
		}
	}
	if got.Shared != want || got.K != 10 {
		t.Errorf("got %+v, want %d shared", got, want)
	}
}

// Saved scores are used if both crawls hold them with the same options; other vectors must be saved.
func TestSavedScores(t *testing.T) {
	a, b := random(t, 3, false), random(t, 4, true)
	o := compare.Options{A: a, B: b, Ranking: measure.PageRank}
	computed := run(t, o).Ranks
	save(t, a, 0.85)
	if got := run(t, o).Ranks; got.FromA != compare.Computed {
		t.Errorf("saved in one crawl: got %+v", got)
	}
	save(t, b, 0.5)
	if got := run(t, o).Ranks; got.FromA != compare.Computed {
		t.Errorf("saved with other options: got %+v", got)
	}
	save(t, b, 0.85)
	got := run(t, o).Ranks
	if got.FromA != compare.Saved || got.FromB != compare.Saved || *got.TauB != *computed.TauB {
		t.Errorf("saved in both: got %+v, want the tau of %+v", got, computed)
	}
	o.Ranking = "pagerank+alpha=0.5"
	save(t, a, 0.5)
	if got := run(t, o).Ranks; got.FromA != compare.Saved || got.FromB != compare.Saved {
		t.Errorf("saved in both with other options, and named: got %+v", got)
	}
	o.Ranking = measure.PageRank
	for _, c := range []*store.Crawl{a, b} { // as earlier versions did
		r, err := c.Results("")
		if err == nil {
			err = store.SaveVector(r, store.Result{Name: "pagerank", Kinds: kinds.Measured.String(), Params: map[string]any{"alpha": 0.5, "bound": 1e-10}}, make([]float64, c.NumPages()))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := run(t, o).Ranks; got.FromA != compare.Computed || *got.TauB != *computed.TauB {
		t.Errorf("of other options under the plain name in both: got %+v, want %+v", got, computed)
	}
	o.Ranking = "nothing"
	if _, err := compare.Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "ranking nothing: not saved") {
		t.Errorf("got %v, want that there is no such result", err)
	}
}

// Neither memory nor workers change anything, nor the table.
func TestSameForAnyBudget(t *testing.T) {
	var links [2]strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for i := range links {
		for range 120_000 {
			fmt.Fprintf(&links[i], "http://h%d.example/%d\thttp://h%d.example/%d\n", r.IntN(90), r.IntN(3000), r.IntN(90), r.IntN(3000))
		}
	}
	a := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links[0].String())})
	b := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links[1].String())})
	dir := t.TempDir()
	var first *compare.Comparison
	var table []byte
	for form, o := range map[string]compare.Options{store.Streamed: {Options: answer.Options{Memory: 4 << 30, Workers: 1}}, store.OnDisk: {Options: answer.Options{Memory: 40 << 20, Workers: 3}}} {
		o.A, o.B, o.Top, o.Ranking, o.Table = a, b, 20, measure.PageRank, filepath.Join(dir, form)
		v, _, err := o.Views(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if p, err := a.Plan(v); err != nil || p.Form != form {
			t.Errorf("the plan is %+v (%v), want form %s", p, err, form)
		}
		got := run(t, o)
		data, err := os.ReadFile(o.Table)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first, table = got, data
		}
		if !reflect.DeepEqual(got, first) || string(data) != string(table) {
			t.Errorf("memory %d: got %+v, want %+v", o.Memory, got, first)
		}
	}
	o := compare.Options{A: a, B: b, Options: answer.Options{Memory: 1 << 20}}
	if _, err := compare.Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "a comparison needs") {
		t.Errorf("got %v, want that memory is short", err)
	}
}

// The table has a row for each page of either crawl.
func TestTable(t *testing.T) {
	a, b := random(t, 5, false), random(t, 6, false)
	path := filepath.Join(t.TempDir(), "table.parquet")
	c := run(t, compare.Options{A: a, B: b, Fetched: true, Ranking: measure.InDegree, Table: path})
	type row struct {
		Name   string  `parquet:"name"`
		PageA  int64   `parquet:"page_a"`
		PageB  int64   `parquet:"page_b"`
		StateA string  `parquet:"state_a"`
		StateB string  `parquet:"state_b"`
		Status string  `parquet:"status"`
		ScoreA float64 `parquet:"score_a"`
		ScoreB float64 `parquet:"score_b"`
	}
	rows, err := parquet.ReadFile[row](path)
	if err != nil {
		t.Fatal(err)
	}
	x, y := know(a, false), know(b, false)
	counts := map[string]int64{}
	for _, r := range rows {
		counts[r.Status]++
		if u, ok := x.number[r.Name]; ok != (r.PageA >= 0) || ok && (int64(u) != r.PageA || x.pages[r.Name].String() != r.StateA) || ok == math.IsNaN(r.ScoreA) {
			t.Errorf("A: %+v", r)
		}
		if v, ok := y.number[r.Name]; ok != (r.PageB >= 0) || ok && (int64(v) != r.PageB || y.pages[r.Name].String() != r.StateB) || ok == math.IsNaN(r.ScoreB) {
			t.Errorf("B: %+v", r)
		}
	}
	if p := c.Pages; counts["kept"] != p.Kept || counts["gone"] != p.Gone || counts["new"] != p.New {
		t.Errorf("got %v, want %+v", counts, p)
	}
}

func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	a := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(chain(40_000))})
	if _, err := compare.Run(ctx, compare.Options{A: a, B: a}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was stopped", err)
	}
}

func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "http://a.example/%d\thttp://a.example/%d\n", i, i+1)
	}
	return b.String()
}

// The documentation of httpd of 2018 has 1,046 pages, of which 214 are gone in 2026, and so on: the lists of paths that
// are kept beside the archives say which.
func TestDocumentationOfHTTPD(t *testing.T) {
	if testing.Short() {
		t.Skip("it imports three archives")
	}
	const base = "https://httpd.apache.org/docs/2.4/"
	crawls, paths := map[string]*store.Crawl{}, map[string]map[string]bool{}
	for _, year := range []string{"2013", "2018", "2026"} {
		archive := shared.File(t, "httpd-docs-2snap", "httpd-manual-"+year+"-01-01.tar.xz")
		crawls[year] = ingesttest.Import(t, ingest.Options{Inputs: []string{archive}, BaseURL: base})
		text, err := os.ReadFile(shared.File(t, "httpd-docs-2snap", year+"-01-01.paths"))
		if err != nil {
			t.Fatal(err)
		}
		paths[year] = map[string]bool{}
		for line := range strings.FieldsSeq(string(text)) {
			paths[year][base+line] = true
		}
	}
	for _, pair := range [][2]string{{"2013", "2018"}, {"2018", "2026"}, {"2013", "2026"}, {"2026", "2018"}} {
		got := run(t, compare.Options{A: crawls[pair[0]], B: crawls[pair[1]], Fetched: true}).Pages
		want := change(paths[pair[0]], paths[pair[1]], func(string) bool { return true })
		if got.Change != want {
			t.Errorf("%v: got %+v, want %+v", pair, got, want)
		}
	}
	if got := run(t, compare.Options{A: crawls["2018"], B: crawls["2026"], Fetched: true}).Pages; got.A != 1046 || got.Gone != 214 {
		t.Errorf("got %+v, want 214 of 1,046 gone", got)
	}
}
