package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// manyHosts are hosts of which the domain amazonaws.com surrounds another, and one name that is no URL.
var manyHosts = []string{
	"http://a.example", "http://b.example", "http://www.b.example", "http://x.amazonaws.com", "http://bucket.s3.amazonaws.com",
	"http://z.amazonaws.com", "opaque",
}

// linked returns lines of random links between pages of all hosts, and the site of each page.
func linked(seed uint64) (links, sites string) {
	r := rand.New(rand.NewPCG(seed, 0))
	name := func(host, page int) string { return fmt.Sprintf("%s/%d", manyHosts[host], page) }
	var l, s strings.Builder
	any := func() string { return name(r.IntN(len(manyHosts)), r.IntN(9)) }
	for range 600 {
		fmt.Fprintf(&l, "%s\t%s\n", any(), any())
	}
	for h := range manyHosts {
		for p := range 9 {
			if (h+p)%4 != 0 {
				fmt.Fprintf(&s, "%s\tsite %d\tmore\n", name(h, p), (h*p)%3)
			}
		}
	}
	return l.String(), s.String()
}

func importLinks(t testing.TB, links string, keepNumbers bool) *store.Crawl {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	_, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: dir}, KeepNumbers: keepNumbers,
	})
	if err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// eachForm calls f with a view of c in each form.
func eachForm(t *testing.T, c *store.Crawl, o store.ViewOptions, f func(*store.View)) {
	t.Helper()
	defer store.UnpackFrom(0)()
	o.What, o.Need = "a test", store.Arrays("much", 1<<24)
	for i, form := range []string{store.InMemory, store.Streamed, store.Streamed, store.OnDisk, store.OnDisk, store.Unpacked} {
		o.Budget, o.Stream, o.Often, o.Singly = mem.Base+1<<25, form == store.Streamed, form == store.Unpacked, i%2 == 0
		if form == store.OnDisk || form == store.Unpacked {
			o.Budget = mem.Base + 1<<23
		}
		v, err := c.View(o)
		if err != nil {
			t.Fatal(err)
		}
		if v.Form != form || v.Filter != o.Filter.Name() {
			t.Errorf("got form %s, filter %q, want %s, %q", v.Form, v.Filter, form, o.Filter.Name())
		}
		f(v)
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	}
}

// through returns the arcs that a filter shows, by the names of pages.
func through(c *store.Crawl, want kinds.Set, name string, groups store.Groups) *graph.Memory {
	var arcs []graph.Arc
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			u := cur.Node()
			switch {
			case cur.Kinds()[i]&want == 0 || groups != nil && groups.Of(u) == groups.Of(v):
				continue
			case name == store.InScope && (c.State(u) == page.Excluded || c.State(v) == page.Excluded):
				continue
			case name == store.Answered && min(c.State(u), c.State(v)) < page.Redirected:
				continue
			case name == store.Symmetrised:
				arcs = append(arcs, graph.Arc{From: v, To: u})
			}
			arcs = append(arcs, graph.Arc{From: u, To: v})
		}
	}
	return graph.FromArcs(c.NumPages(), arcs)
}

// Every filter shows in every form what its definition says, whatever the order of the pages.
func TestFilters(t *testing.T) {
	links, sites := linked(7)
	for _, keepNumbers := range []bool{false, true} {
		c := importLinks(t, links, keepNumbers)
		listed, err := c.ReadSites(strings.NewReader(sites), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		hosts, err1 := c.Hosts()
		domains, err2 := c.Domains()
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		groups := map[string]store.Groups{store.BetweenHosts: hosts, store.BetweenDomains: domains, store.BetweenSites: listed}
		for _, name := range store.Filters {
			for _, budget := range []int64{1 << 30, 1 << 8} {
				checkFilter(t, c, name, listed, groups[name], kinds.Measured, budget)
			}
		}
	}
	c := open(t, crawl(t, sample()))
	for _, want := range []kinds.Set{kinds.All, kinds.Embed, kinds.Canonical} {
		checkFilter(t, c, store.Symmetrised, nil, nil, want, 1<<30)
	}
	checkFilter(t, c, store.InScope, nil, nil, kinds.All, 1<<30)
	checkFilter(t, c, store.Answered, nil, nil, kinds.All, 1<<30)
}

func checkFilter(t *testing.T, c *store.Crawl, name string, sites, groups store.Groups, want kinds.Set, budget int64) {
	t.Helper()
	l, err := c.NewFilter(context.Background(), name, sites, budget)
	if err != nil {
		t.Fatal(err)
	}
	expect := through(c, want, name, groups)
	back, err := graph.Transpose(expect)
	if err != nil {
		t.Fatal(err)
	}
	if expect.NumArcs() == 0 {
		t.Fatalf("%s: there is nothing to see", name)
	}
	eachForm(t, c, store.ViewOptions{Out: true, In: true, Filter: l, Kinds: want}, func(v *store.View) {
		graphtest.Run(t, v.Out, expect)
		graphtest.Run(t, v.In, back)
	})
	eachForm(t, c, store.ViewOptions{In: true, Filter: l, Kinds: want}, func(v *store.View) { graphtest.Run(t, v.In, back) })
}

// A bare graph is seen in both directions and between sites, with and without a transpose beside it, also if what is
// beside it has only the name of one.
func TestFiltersOfBareGraphs(t *testing.T) {
	g := graphtest.Random(5)
	tr, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for u := range g.NumNodes() {
		fmt.Fprintf(&list, "%d\t%d\n", u, u%7)
	}
	for _, beside := range []graph.Random{nil, tr, g} {
		base := filepath.Join(t.TempDir(), "g")
		if _, err := bv.Write(base, g, bv.Options{}); err != nil {
			t.Fatal(err)
		}
		if beside != nil {
			if _, err := bv.Write(base+"-t", beside, bv.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		c := open(t, base)
		sites, err := c.ReadSites(strings.NewReader(list.String()), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		checkFilter(t, c, store.Symmetrised, nil, nil, kinds.Measured, 1<<30)
		checkFilter(t, c, store.BetweenSites, sites, sites, kinds.Measured, 1<<30)
		for _, name := range []string{store.BetweenHosts, store.BetweenDomains} {
			if _, err := c.NewFilter(context.Background(), name, nil, 1<<30); !errors.Is(err, store.ErrNoNames) {
				t.Errorf("%s of a bare graph: got %v, want that it has no names", name, err)
			}
		}
	}
}

func TestReadSites(t *testing.T) {
	c := importLinks(t, "http://a.example/\thttp://b.example/\nhttp://b.example/\thttp://c.example/\n", false)
	s, err := c.ReadSites(strings.NewReader("# a list\r\r\nhttp://A.example\tsecond \tmore\r1\tfirst\nhttp://no.example/\tx\n99\ty"), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for g, u := range s.Sorted() {
		name, _ := s.Name(g)
		got = append(got, fmt.Sprintf("%d %q %d %s", g, name, s.Size(g), c.Label(u)))
	}
	want := []string{`0 "first" 1 http://b.example/`, `1 "second" 1 http://a.example/`, `2 "" 1 http://c.example/`}
	if !slices.Equal(got, want) || s.Unknown != 2 || s.Len() != 3 {
		t.Errorf("got %q, %d unknown, want %q, 2 unknown", got, s.Unknown, want)
	}
	for text, part := range map[string]string{
		"":                         "none of the 0 lines",
		"http://no.example/\tx\n":  "none of the 1 lines",
		"\n1 first\n":              "line 2: \"1 first\": want a URL or a page, a tab",
		"1\t \n":                   "line 1",
		"1\ta\n\n1\tb":             `line 3: page 1 is in site "b", and was in "a" before`,
		strings.Repeat("x", 2<<20): "sites: line 1: it has 1048576 bytes or more",
	} {
		if _, err := c.ReadSites(strings.NewReader(text), 1<<30); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%.40q: got %v, want %q", text, err, part)
		}
	}
}

// The opening of a view ends in the midst of whichever pass is under way when its context does; the next one is whole.
func TestOpeningStops(t *testing.T) {
	const n = 200_000
	arcs := make([]graph.Arc, 0, 2*n)
	for u := range graph.Node(n) {
		arcs = append(arcs, graph.Arc{From: u, To: (u * 7) % n}, graph.Arc{From: u, To: (u + 1) % n})
	}
	g := graph.FromArcs(n, arcs)
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for base, g := range map[string]graph.Random{"alone": g, "pair": g, "pair-t": back} {
		if _, err := bv.Write(filepath.Join(dir, base), g, bv.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ base, filter, phase string }{
		{"alone", "", "decoding"},
		{"alone", "", "transposing"},
		{"alone", store.Symmetrised, "decoding"},
		{"alone", store.Symmetrised, "transposing"},
		{"alone", store.Symmetrised, "counting arcs of the view"},
		{"pair", "", "comparing with the transpose"},
		{"pair", store.Symmetrised, "counting arcs of the view"},
		{"pair", store.Symmetrised, "decoding"},
	} {
		c := open(t, filepath.Join(dir, test.base))
		o := store.ViewOptions{Out: true, In: true, Budget: 1 << 30}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		last, found := int64(0), false
		o.Ctx, o.Note = ctx, func(phase string, done, _ int64) {
			if last = done; phase == test.phase && done > 0 {
				found = true
				cancel()
			}
		}
		if test.filter != "" {
			if o.Filter, err = c.NewFilter(context.Background(), test.filter, nil, 1<<30); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.View(o); !errors.Is(err, context.Canceled) || !found || last != 1<<16 {
			t.Errorf("%+v: got %v at %d, want it canceled at 65536", test, err, last)
		}
		o.Ctx, o.Note = context.Background(), nil
		v, err := c.View(o)
		if err != nil || v.In.NumArcs() != v.Out.NumArcs() || v.Out.NumArcs() < g.NumArcs() {
			t.Errorf("%+v, again: %v", test, err)
		}
	}
}

// More sites than the budget holds are refused while they are read; what is kept is at most what is said.
func TestSitesWithinBudget(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(20_000, nil), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	c := open(t, base)
	var list strings.Builder
	for u := range c.NumPages() {
		fmt.Fprintf(&list, "%d	the site of page %d\n", u, u)
	}
	var short *mem.ShortError
	if _, err := c.ReadSites(strings.NewReader(list.String()), mem.Base+1<<20); !errors.As(err, &short) {
		t.Errorf("got %v, want an error of memory", err)
	}
	s, err := c.ReadSites(strings.NewReader(list.String()), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(4*20_000 + 32*20_000 + 20_000*len("the site of page 12345")); s.Bytes() < want*9/10 || s.Bytes() > want {
		t.Errorf("%d bytes, want about %d", s.Bytes(), want)
	}
}

// Whatever the list, every page is in one site or the list is refused, and sites are in the order of their names.
func FuzzReadSites(f *testing.F) {
	f.Add("http://a.example/\tx\n1\ty\n")
	f.Add("# nothing\n\n0\tx\tmore\r\n0\tx")
	f.Add("http://b.example\tb\nno\tb\n2\t\x00")
	c := importLinks(f, "http://a.example/\thttp://b.example/\nhttp://b.example/\tname\n", false)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := c.ReadSites(strings.NewReader(text), 1<<30)
		if err != nil {
			return
		}
		sum, seen := 0, 0
		for g := range s.Len() {
			sum += s.Size(g)
		}
		for g, u := range s.Sorted() {
			if s.Of(u) != g {
				t.Fatalf("page %d is of site %d, and sorted with %d", u, s.Of(u), g)
			}
			seen++
		}
		names := make([]string, s.Len())
		for g := range names {
			names[g], _ = s.Name(g)
		}
		if last := len(names) - 1; names[last] == "" {
			names = names[:last]
		}
		if sum != c.NumPages() || seen != sum || !slices.IsSorted(names) {
			t.Fatalf("%d pages, sizes add up to %d, %d sorted; names %q", c.NumPages(), sum, seen, names)
		}
	})
}
