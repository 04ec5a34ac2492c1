package answer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/option"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

const links = "http://a.test/1\thttp://a.test/2\nhttp://a.test/2\thttp://b.test/\nhttp://b.test/\thttp://www.b.test/\nhttp://www.b.test/\thttp://a.test/1\nhttp://b.test/\thttp://c.test/\n"

// crawlOf imports links. Pages are numbered by name: c.test is page 4, and the others are a.test/1, /2, b.test, www.b.test.
func crawlOf(t *testing.T, fetched string) *store.Crawl {
	t.Helper()
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), Fetched: fetched})
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// said are options that note what they are told.
func said() (*answer.Options, *[]string) {
	var all []string
	return &answer.Options{Memory: 1 << 30, Workers: 1, Inform: func(text string, warning bool) { all = append(all, fmt.Sprint(text, warning)) }}, &all
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return option.Text(err, flag)
}

func TestPagesOfAList(t *testing.T) {
	c := crawlOf(t, "")
	for list, want := range map[string]struct {
		pages []graph.Node
		said  string
		err   string
	}{
		"http://b.test/\n0\n":                          {pages: []graph.Node{2, 0}},
		"http://b.test/\t0.5\n  4  \n":                 {pages: []graph.Node{2, 4}},
		"1\nhttp://absent.test/\n77\nhttp://c.test/\n": {pages: []graph.Node{1, 4}, said: "not in the crawl: 2 pages of "},
		"http://absent.test/\n":                        {said: "not in the crawl: 1 page of ", err: "the file names no page of the crawl"},
		"":                                             {err: "the file names no page of the crawl"},
		"http://b.test/ # no comment\nhttp://b.test/#x\n": {pages: []graph.Node{2}, said: "not in the crawl: 1 page of "},
	} {
		o, told := said()
		path := file(t, list)
		pages, err := o.Pages(c, path)
		got := textOf(err)
		if !slices.Equal(pages, want.pages) || (want.err == "") != (got == "") || !strings.Contains(got, want.err) || err != nil && !strings.Contains(got, path) {
			t.Errorf("%q: got %v, %q; want %v, %q", list, pages, got, want.pages, want.err)
		}
		if all := strings.Join(*told, "|"); (want.said == "") != (all == "") || !strings.HasPrefix(all, want.said) {
			t.Errorf("%q: said %q, want %q", list, all, want.said)
		}
	}
	o, _ := said()
	o.Stdin = strings.NewReader("4\n")
	if pages, err := o.Pages(c, "-"); err != nil || !slices.Equal(pages, []graph.Node{4}) {
		t.Errorf("standard input: got %v, %v", pages, err)
	}
	if _, err := o.Pages(c, filepath.Join(t.TempDir(), "absent")); err == nil {
		t.Error("an absent list is read")
	}
}

// Unknown pages may be taken for fetched: all, those with links, or those of a list. Where it is known, that is refused.
func TestAssumedPages(t *testing.T) {
	states := func(c *store.Crawl) string {
		text := ""
		for u := range graph.Node(c.NumPages()) {
			text += map[page.State]string{page.Fetched: "f", page.Ghost: "g", page.Unknown: "?"}[c.State(u)]
		}
		return text
	}
	for which, want := range map[string]string{
		"": "?????", ingest.AllFetched: "fffff", ingest.LinkingFetched: "ffffg", file(t, "http://a.test/1\n3\n1\n2\n"): "ffffg",
	} {
		c := crawlOf(t, "")
		o, _ := said()
		if err := o.Assume(c, which); err != nil || states(c) != want {
			t.Errorf("%q: got %s, %v; want %s", which, states(c), err, want)
		}
	}
	o, _ := said()
	if got := textOf(o.Assume(crawlOf(t, ingest.AllFetched), "linking")); !strings.HasPrefix(got, "--fetched linking cannot be used: ") || !strings.Contains(got, "already knows which pages were fetched") {
		t.Errorf("pages whose state is known: %q", got)
	}
	if got := textOf(o.Assume(crawlOf(t, ""), file(t, "0\n"))); !strings.Contains(got, "3 pages are not named as fetched, with links (the first is http://a.test/2)") {
		t.Errorf("a list without pages that have links: %q", got)
	}
	list := file(t, "http://absent.test/\n")
	if got := textOf(o.Assume(crawlOf(t, ""), list)); !strings.HasPrefix(got, "--fetched "+list) || !strings.Contains(got, `the crawl has no page "http://absent.test/"`) {
		t.Errorf("a page that the crawl does not have: %q", got)
	}
}

// Sites come of a list, or were found; which are used is reported, and their checksum goes into the options.
func TestSitesOfAQuestion(t *testing.T) {
	c := crawlOf(t, "")
	o, told := said()
	var used []store.SitesUsed
	o.Used = func(u store.SitesUsed) { used = append(used, u) }
	path := file(t, "http://a.test/1\tA\nhttp://a.test/2\tA\nhttp://b.test/\tB\nhttp://absent.test/\tB\n")
	s, err := o.SitesFor(c, "view", "between-sites", path)
	if err != nil || s.Used.Sites != 2 || s.Used.File != path || o.SitesID == "" || o.SitesID != s.Used.ID || len(used) != 1 || used[0].ID != o.SitesID {
		t.Errorf("got %+v, %v; told of %v", s, err, used)
	}
	if want := path + " names pages that the crawl does not have, in 1 linefalse"; len(*told) != 1 || (*told)[0] != want {
		t.Errorf("said %q, want %q", *told, want)
	}
	o, _ = said()
	_, err = o.SitesFor(c, "view", "between-sites", "")
	if got := textOf(err); got != "--view between-sites: the crawl has no saved sites: run weft site all "+c.Path+" first, or use --sites" || o.SitesID != "" {
		t.Errorf("no sites: %q, and the options have %q", got, o.SitesID)
	}
	bad := file(t, "http://a.test/1\n")
	if _, err = o.SitesFor(c, "view", "between-sites", bad); err == nil || !strings.Contains(err.Error(), bad) {
		t.Errorf("a list without sites: %v", err)
	}
	for _, x := range []struct{ value, sites, want string }{
		{"site", "list", ""}, {"host", "", ""}, {"site", "", ""}, {"host", "list", "--sites requires --by site"},
	} {
		if got := textOf(answer.SitesGo("by", x.value, "site", x.sites)); got != x.want {
			t.Errorf("--by %s --sites %q: got %q, want %q", x.value, x.sites, got, x.want)
		}
	}
}

// A filter is found by its name, and leaves out the links that it says.
func TestFiltersByName(t *testing.T) {
	c := crawlOf(t, "")
	sites := file(t, "http://a.test/1\tA\nhttp://a.test/2\tA\nhttp://b.test/\tA\n")
	for _, x := range []struct {
		name, sites string
		arcs        int
		err         string
	}{
		{name: "", arcs: 5},
		{name: store.BetweenHosts, arcs: 4},
		{name: store.BetweenDomains, arcs: 3},
		{name: store.BetweenSites, sites: sites, arcs: 3},
		{name: "between-pages", err: "--view between-pages: expected one of "},
		{name: store.BetweenHosts, sites: sites, err: "--sites requires --view between-sites"},
		{sites: sites, err: "--sites requires --view between-sites"},
		{name: store.BetweenSites, err: "--view between-sites: the crawl has no saved sites"},
	} {
		o, _ := said()
		f, err := o.NewFilter(t.Context(), c, x.name, x.sites)
		if got := textOf(err); (x.err == "") != (got == "") || !strings.HasPrefix(got, x.err) {
			t.Errorf("%q: got %q, want %q", x.name, got, x.err)
			continue
		}
		if err != nil {
			continue
		}
		if o.Filter = f; (f == nil) != (x.name == "") {
			t.Errorf("%q: the filter is %v", x.name, f)
		}
		arcs := 0
		look := answer.Look{
			Stage: func(ctx context.Context, _ *store.Crawl, o answer.Options) (answer.Stage, error) {
				v, err := o.View(ctx, "count", true, false, store.Need{})
				return answer.Stage{View: v}, err
			},
			Work: func(_ context.Context, v *store.View, _ answer.Options) (answer.Answer, error) {
				return nil, graph.EachList(v.Out, graph.Everything(v.Out), func(_ graph.Node, succ []graph.Node) { arcs += len(succ) })
			},
		}
		w, err := look.Plan(t.Context(), c, *o)
		if err == nil {
			_, err = w.Do()
		}
		if err != nil || arcs != x.arcs || look.Check() != nil {
			t.Errorf("%q: %d arcs are left, %v; want %d", x.name, arcs, err, x.arcs)
		}
	}
}

// The arcs that count are the measured ones by default.
func TestKindsThatCount(t *testing.T) {
	for text, want := range map[string]kinds.Set{"": kinds.Measured, "link": kinds.Link, "link,redirect": kinds.Link | kinds.Redirect, "all": kinds.All} {
		o := answer.Options{Kinds: text, Memory: 7, Workers: 3}
		v, err := o.View(t.Context(), "x", true, false, store.Heap("y", 5))
		if err != nil || v.Kinds != want || !v.Out || v.In || v.Budget != 7 || v.Workers != 3 || v.What != "x" {
			t.Errorf("%q: got %+v, %v", text, v, err)
		}
	}
	if _, err := (&answer.Options{Kinds: "lonk"}).View(t.Context(), "x", true, true, store.Need{}); err == nil {
		t.Error("arcs of an unknown kind count")
	}
}

func TestNamesOfResults(t *testing.T) {
	for _, c := range []struct {
		name, kinds, view string
		options           []string
		want              string
	}{
		{"pagerank", "", "", nil, "pagerank"},
		{"pagerank", kinds.Measured.String(), "", nil, "pagerank"},
		{"pagerank", "link+embed", "", []string{"alpha=0.5"}, "pagerank+alpha=0.5+kinds=link.embed"},
		{"hubs", "", "between-hosts", []string{"a=1", "b=2"}, "hubs+a=1+b=2@between-hosts"},
		{"hubs", "link", "between-hosts", nil, "hubs+kinds=link@between-hosts"},
	} {
		if got := answer.ResultName(c.name, c.kinds, c.view, c.options...); got != c.want || answer.PlainName(got) != c.name {
			t.Errorf("got %s, of %s; want %s", got, answer.PlainName(got), c.want)
		}
	}
	as := answer.Kept{}
	as.Apart("alpha", 0.85, 0.85)
	as.Apart("alpha", 0.5, 0.85)
	as.Apart("norm", "l1", "l2")
	if !slices.Equal(as.Options, []string{"alpha=0.5", "norm=l1"}) {
		t.Errorf("got %q", as.Options)
	}
}

// What is kept of an answer is found under its name, in the crawl or in a folder, and the manifest says what made it.
func TestKeeper(t *testing.T) {
	c := crawlOf(t, "")
	kept := func(view string, replaces bool, options ...string) answer.Kept {
		as := answer.Kept{Kinds: kinds.Measured.String(), View: view, Replaces: replaces, Options: options}
		answer.AddVector(&as, "size", map[string]any{"alpha": 0.5}, []float64{1, 2, 3, 4, 5})
		return as
	}
	dir := t.TempDir()
	for _, into := range []string{"", dir} {
		k, err := answer.NewKeeper(c, into, store.Step{Command: "weft size", Version: "test"})
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []answer.Kept{kept("", false), kept("between-hosts", false), kept("", false, "alpha=0.5"), kept("", false, "alpha=0.5"), kept("", true, "alpha=0.7")} {
			if err := k.Keep(as); err != nil {
				t.Fatal(err)
			}
		}
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
		if want := []string{"size+alpha=0.5"}; !slices.Equal(k.Apart, want) {
			t.Errorf("kept apart: %q, want %q", k.Apart, want)
		}
		r, err := c.Results(into)
		if err != nil {
			t.Fatal(err)
		}
		names, err := r.Names()
		slices.Sort(names)
		if want := []string{"size", "size+alpha=0.5", "size@between-hosts"}; err != nil || !slices.Equal(names, want) {
			t.Errorf("into %q: kept %q, %v; want %q", into, names, err, want)
		}
		v, res, err := store.LoadVector[float64](r, "size@between-hosts")
		if err != nil || !slices.Equal(v.Values, []float64{1, 2, 3, 4, 5}) || res.View != "between-hosts" || res.Params["alpha"] != 0.5 || res.Version != "test" {
			t.Errorf("into %q: got %+v, %v", into, res, err)
		}
	}
	none, err := answer.NewKeeper(&store.Crawl{}, "", store.Step{})
	if none != nil || err != nil || none.Keep(kept("", false)) != nil || none.Page() != nil || none.Close() != nil {
		t.Errorf("a bare graph without a folder keeps %v, %v", none, err)
	}
}
