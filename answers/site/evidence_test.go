package site

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/algo/sites"
	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// evident is a list of arcs: a manual in a folder of docs.test, a wiki in another, and a forum on two hosts of one domain whose
// pages link to each other both ways. All link to the front page of the manual.
func evident() string {
	var s strings.Builder
	link := func(u, v string) { fmt.Fprintf(&s, "%s\t%s\n", u, v) }
	ring := func(format string, n int) {
		for i := range n {
			u := fmt.Sprintf(format, i)
			link(u, fmt.Sprintf(format, (i+1)%n))
			link(u, fmt.Sprintf(format, 0))
			link(u, "http://docs.test/manual/p0.html")
		}
	}
	ring("http://docs.test/manual/p%d.html", 40)
	ring("http://docs.test/wiki/Page_%d", 30)
	ring("http://www.forum.test/t%d.html", 50)
	ring("http://static.forum.test/a%d.html", 20)
	for i := range 20 {
		for k := range 8 {
			a, b := fmt.Sprintf("http://www.forum.test/t%d.html", (2*i+k)%50), fmt.Sprintf("http://static.forum.test/a%d.html", i)
			link(a, b)
			link(b, a)
		}
	}
	return s.String()
}

// askAll asks for all sites, and keeps them.
func askAll(t *testing.T, c *store.Crawl, method string) *All {
	t.Helper()
	q := &askedAll{method: method, top: 100}
	return answertest.Result[*All](t, q, c, answer.Options{Memory: 1 << 30})
}

// Folders that stand for themselves are sites, hosts that exchange links are one, and of each it is said what is known.
func TestAllByEvidence(t *testing.T) {
	c := ingesttest.Text(t, evident())
	a := askAll(t, c, Evidence)
	if a.Said.Divided != 1 || a.Said.Apart != 2 {
		t.Errorf("%d hosts hold %d sites, want one with two", a.Said.Divided, a.Said.Apart)
	}
	want := map[string]string{
		"http://docs.test/manual/p0.html": "40 pages: no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site",
		"http://docs.test/wiki/Page_0":    "30 pages: no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site",
		"http://www.forum.test/t0.html":   "70 pages: no pages of other sites are expected; no other site shares its domains, name or links",
	}
	if len(a.Top) != len(want) {
		t.Fatalf("got %+v", a.Top)
	}
	for _, e := range a.Top {
		if got := fmt.Sprintf("%d pages: %s", e.Pages, e.words()); got != want[e.Name] {
			t.Errorf("%s: %s, want %s", e.Name, got, want[e.Name])
		}
	}
	if s := a.Said; s.NothingForeign != (Counted{3, 140}) || s.Whole != (Counted{1, 70}) || s.Unknown != (Counted{}) {
		t.Errorf("said %+v", s)
	}
}

// From one page or several the site is that of site all, with the same statement; two pages of two sites give both.
func TestFindByEvidence(t *testing.T) {
	c := ingesttest.Text(t, evident())
	for _, x := range []struct {
		pages []string
		size  int
		words string
	}{
		{[]string{"http://docs.test/wiki/Page_7"}, 30, "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"},
		{[]string{"http://static.forum.test/a3.html"}, 70, "no pages of other sites are expected; no other site shares its domains, name or links"},
		{[]string{"http://static.forum.test/a3.html", "http://www.forum.test/t1.html", "http://www.forum.test/t0.html"}, 70, "no pages of other sites are expected; no other site shares its domains, name or links"},
		{[]string{"http://docs.test/wiki/Page_7", "http://docs.test/manual/p3.html"}, 70, "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"},
		{[]string{"http://docs.test/wiki/Page_7", "http://www.forum.test/t1.html"}, 100, "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"},
		{[]string{"http://www.forum.test/t1.html", "http://docs.test/wiki/Page_7"}, 100, "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"},
	} {
		var pages []graph.Node
		for _, name := range x.pages {
			u, ok, err := c.Find(name)
			if err != nil || !ok {
				t.Fatal(name, err)
			}
			pages = append(pages, u)
		}
		s, err := find(t, c, Request{Pages: pages, Cluster: Evidence})
		if err != nil || s.Pages != x.size || s.Said.words() != x.words || s.Boundary != nil {
			t.Errorf("from %s: %d pages, %+v; want %d, %s; %v", x.pages, s.Pages, s.Said, x.size, x.words, err)
		}
	}
}

// Pages that were not fetched belong to no site and tie nothing together.
func TestGhostsBelongToNoSite(t *testing.T) {
	list := evident()
	for i := range 30 {
		list += fmt.Sprintf("http://docs.test/wiki/Page_%d\thttp://ghost.test/%d\n", i, i)
	}
	c := importedAs(t, list, "linking")
	a := askAll(t, c, Evidence)
	if a.Count != 3 || a.Left != 30 || a.Top[2].Pages != 30 {
		t.Errorf("got %+v", a)
	}
	u, _, err := c.Find("http://ghost.test/3")
	if err != nil {
		t.Fatal(err)
	}
	s, err := find(t, c, Request{Pages: []graph.Node{u}, Cluster: Evidence})
	if err != nil || s.Pages != 1 || s.Said.NothingForeign || !strings.Contains(strings.Join(s.Said.Doubts, "\n"), "not fetched") {
		t.Errorf("from a page that was not fetched: %+v, %v", s, err)
	}
}

// Folders stand for themselves by their fetched pages, however many more are known.
func TestGhostsInFolders(t *testing.T) {
	var list strings.Builder
	for _, folder := range []string{"a", "b"} {
		for i := range 40 {
			u := fmt.Sprintf("http://h.test/%s/p%d.html", folder, i)
			fmt.Fprintf(&list, "%s\thttp://h.test/%s/p0.html\n%s\thttp://h.test/%s/p%d.html\n", u, folder, u, folder, (i+1)%40)
			for k := range 3 {
				fmt.Fprintf(&list, "%s\thttp://h.test/%s/ghost%d-%d.html\n", u, folder, i, k)
			}
		}
	}
	c := importedAs(t, list.String(), "linking")
	if a := askAll(t, c, Evidence); a.Count != 2 || a.Top[0].Pages != 40 || a.Left != 240 {
		t.Errorf("got %+v", a)
	}
}

// Sites are sorted by their pages after redirects were followed, and those without pages are left out.
func TestSitesAreSorted(t *testing.T) {
	r := &sites.Result{Of: []uint32{0, 0, 1, 2, 2, 2, sites.None}, Sites: []sites.Site{{Pages: 2}, {Pages: 0, Alone: true}, {Pages: 3}}}
	r.Of[2] = 2
	r.Sites[2].Pages = 4
	renumber(r)
	if want := []uint32{1, 1, 0, 0, 0, 0, sites.None}; !slices.Equal(r.Of, want) || len(r.Sites) != 2 || r.Sites[0].Pages != 4 {
		t.Errorf("got %v, %+v", r.Of, r.Sites)
	}
}

// The plan counts the units of names, and the links of pages whose URLs say nothing. The run is not refused at the least
// budget that the plan accepts.
func TestPlanCountsUnits(t *testing.T) {
	var names, numbers, folders strings.Builder
	for i := range 3000 {
		for k := range 5 {
			v := (i*(k+2) + k) % 3000
			fmt.Fprintf(&names, "page %d\tpage %d\n", i, v)
			fmt.Fprintf(&numbers, "http://h.test/%d\thttp://h.test/%d\n", i, v)
			fmt.Fprintf(&folders, "http://h%d.test/~a%d/b\thttp://h%d.test/~a%d/b\n", i%50, i, v%50, v)
		}
	}
	const links, clusters, units = "links of pages whose URLs say nothing", "clusters of pages", "units of hosts and folders"
	for i, c := range []struct {
		list  string
		parts map[string]int64
	}{
		{"source\ttarget\n" + names.String(), map[string]int64{units: 0, clusters: 3000 * unitBytes, links: sites.LinkBytes(3000, 15000, 1)}},
		{numbers.String(), map[string]int64{units: unitBytes, clusters: 3000 * unitBytes, links: sites.LinkBytes(3000, 15000, 1)}},
		{folders.String(), map[string]int64{units: 3050 * unitBytes}},
	} {
		crawl := ingesttest.Text(t, c.list)
		q := &askedAll{method: Evidence, top: 1}
		for memory := int64(17 << 20); ; memory += 32 << 10 {
			w, err := q.Plan(t.Context(), crawl, answer.Options{Memory: memory, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			plan, err := answer.MakePlan(crawl, "site all", memory, w.Stages)
			if err != nil {
				continue
			}
			for _, name := range []string{units, clusters, links} {
				bytes := int64(0)
				for _, p := range plan.Parts {
					if p.Name == name {
						bytes = p.Bytes
					}
				}
				if want := c.parts[name]; bytes > want || 100*bytes < 98*want { // lists lack repetitions
					t.Errorf("list %d: %s are planned with %d bytes, want %d", i, name, bytes, want)
				}
			}
			if _, err := w.Do(); err != nil {
				t.Errorf("list %d, planned with %d bytes: %v", i, memory, err)
			}
			break
		}
	}
}

// A site is explained by its steps, the unit of the page first.
func TestStepsAreExplained(t *testing.T) {
	c := ingesttest.Text(t, evident())
	a := askAll(t, c, Evidence)
	results, err := c.Results("")
	if err == nil {
		err = store.SaveVector(results, store.Result{Name: store.SitesResult, Kinds: a.Kinds, Params: map[string]any{"method": Evidence}}, a.front)
	}
	if err != nil {
		t.Fatal(err)
	}
	u, _, err := c.Find("http://static.forum.test/a3.html")
	if err != nil {
		t.Fatal(err)
	}
	x := explained(t, c, u)
	var steps []string
	for _, s := range x.Steps {
		steps = append(steps, fmt.Sprint(s.Unit, s.Pages, s.Into))
	}
	want := []string{"http://static.forum.test/a0.html20", "http://static.forum.test/a0.html20http://www.forum.test/t0.html", "http://www.forum.test/t0.html50"}
	if slices.Sort(steps); !slices.Equal(steps, want) || x.Steps[2].Score == nil || *x.Steps[2].Score < 0.15 {
		t.Errorf("got %+v", x.Steps)
	}
}

// How often statements hold is counted from the scores of draws.
func TestStatementsAreCounted(t *testing.T) {
	said := func(pure bool, whole string) *Statement { return &Statement{NothingForeign: pure, Whole: whole} }
	got := statements([]heard{
		{said(true, IsWhole), Score{1, 1, 1}},
		{said(true, IsWhole), Score{0.8, 1, 0.89}},
		{said(true, MayBePart), Score{1, 0.3, 0.46}},
		{said(false, WholeUnknown), Score{0.5, 0.5, 0.5}},
	})
	want := "[{nothing foreign 3 2} {whole 2 1} {may be part of more 1 1} {unknown 1 0}]"
	var short []string
	for _, h := range got {
		short = append(short, fmt.Sprintf("{%s %d %d}", h.Statement, h.Draws, h.Held))
	}
	if text := fmt.Sprint(short); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

// An index has URLs and no links: nothing is said of its sites.
func TestNothingIsSaidWithoutLinks(t *testing.T) {
	urls := ""
	for i := range 30 {
		urls += fmt.Sprintf("{\"url\":\"http://a.test/p%d.html\",\"links\":[]}\n", i)
	}
	path := filepath.Join(t.TempDir(), "pages.jsonl")
	if err := os.WriteFile(path, []byte(urls), 0o600); err != nil {
		t.Fatal(err)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{path}})
	a := askAll(t, c, Evidence)
	if a.Said.NothingForeign.Sites+a.Said.Whole.Sites != 0 || a.Said.Unknown.Sites != 1 {
		t.Errorf("it is said: %+v", a.Said)
	}
}

// Drawn webs, with workers and budgets that differ, have the same sites.
func TestEvidenceRepeats(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 80, 40)
	c := ingesttest.Text(t, w.lines.String())
	one := askAll(t, c, Evidence)
	two := askAll(t, c, Evidence)
	if !slices.Equal(one.front, two.front) || one.Count != two.Count {
		t.Error("other sites the second time")
	}
	if one.Said.Divided != 0 {
		t.Errorf("%d hosts hold several sites, but these were found by links alone", one.Said.Divided)
	}
	for _, e := range one.Top {
		if e.Hosts == 1 && e.Pages < 50 {
			continue // a host of few pages is not divided
		}
		if e.NothingForeign || e.Whole != WholeUnknown || !e.ByLinks {
			t.Errorf("URLs of numbers say nothing, yet of %s it is said: %+v", e.Name, e.Statement)
		}
	}
}
