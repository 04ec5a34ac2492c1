package site

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// An archive is answers by URL, as a WARC file.
type archive struct{ strings.Builder }

// answer adds an answer: its header behind the HTTP version, and its text.
func (a *archive) answer(url, header, text string) {
	block := fmt.Sprintf("HTTP/1.1 %s\r\n\r\n%s", header, text)
	fmt.Fprintf(a, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\n"+
		"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", a.Len(), url, len(block), block)
}

func (a *archive) page(url string, head string, links []string) {
	text := head
	for _, to := range links {
		text += fmt.Sprintf("<a href=%q>", to)
	}
	a.answer(url, "200 OK\r\nContent-Type: text/html", text)
}

func (a *archive) imported(t *testing.T) *store.Crawl {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "a.warc"), filepath.Join(dir, "crawl")
	if err := os.WriteFile(file, []byte(a.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{file}, DraftOptions: store.DraftOptions{Output: out, Memory: 1 << 30}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// moving archives a web of which a share of the links goes by other URLs, which redirect to the page, at once or by
// another one, or refresh to it. What it returns is where each of these leads.
func moving(t *testing.T, rng *rand.Rand, w *web, share float64) (*store.Crawl, map[string]string) {
	t.Helper()
	links, leads, a := map[string][]string{}, map[string]string{}, &archive{}
	for line := range strings.Lines(w.lines.String()) {
		from, to, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		links[to] = slices.Clip(links[to]) // a page, whether it links or not
		if rng.Float64() < share {
			by := fmt.Sprintf("http://before.test/%d/%s", rng.IntN(2), strings.TrimPrefix(to, "http://"))
			leads[by], to = to, by
		}
		links[from] = append(links[from], to)
	}
	for url, list := range links {
		a.page(url, "", list)
	}
	for by, to := range leads {
		switch rng.IntN(3) {
		case 0:
			a.answer(by, "301 Moved\r\nLocation: "+to, "")
		case 1:
			a.answer(by, "302 Found\r\nLocation: "+by+"?2", fmt.Sprintf("<a href=%q>", by+"?2"))
			a.answer(by+"?2", "308 Moved\r\nLocation: "+to, "")
		default:
			a.page(by, fmt.Sprintf("<meta http-equiv=refresh content='0; url=%s'>", to), []string{to})
		}
	}
	c := a.imported(t)
	for by, to := range leads {
		if _, ok, _ := c.Find(by + "?2"); ok {
			leads[by+"?2"] = to
		}
	}
	return c, leads
}

// Whichever links of a site go by pages that redirect, it is the same, and has these, too.
func TestSitesThroughRedirects(t *testing.T) {
	rng := drawn.Rand(t)
	for _, share := range []float64{0.3, 1} {
		w := plant(rng, 60+rng.IntN(60), 40+rng.IntN(60), 30+rng.IntN(90))
		c, leads := moving(t, rng, w, share)
		for by, to := range leads {
			w.site[by] = w.site[to]
		}
		all := kept(t, c)
		if all.Count != 3 || *all.Closed != 3 {
			t.Errorf("%g of the links redirect: %d sites, %d closed, want the 3 that were planted", share, all.Count, all.Closed)
		}
		for k := range 3 {
			want := w.pages(t, c, k)
			moved := slices.DeleteFunc(slices.Clone(want), func(u graph.Node) bool { return leads[c.Label(u)] == "" })
			for _, r := range []Request{{}, {Flow: NoFlow}, {Cluster: Leiden, Resolution: 0.5}} {
				by := moved[rng.IntN(len(moved))]
				at, _, err := c.Find(leads[c.Label(by)])
				if err != nil {
					t.Fatal(err)
				}
				r.Pages = []graph.Node{want[rng.IntN(len(want))], by, at}
				s, err := find(t, c, r)
				if err != nil || s.Moved != len(moved) || !slices.Equal(s.pages, want) {
					t.Fatalf("%g of the links redirect, site %d by %+v: %+v, want %d pages, %d moved: %v", share, k, r, s, len(want), len(moved), err)
				}
				if s.Said.Agree != len(s.Given) {
					t.Errorf("all given pages are of the site: %+v", s.Said)
				}
			}
			if x := explained(t, c, want[3]); x.Site != w.front[k] && share < 1 || x.Pages != len(want) || x.Tie < 0.5 {
				t.Errorf("site %d is %+v, want %d pages", k, x, len(want))
			}
		}
	}
}

// Pages that moved come in with those that they moved to: the sweep, the boundary at each of its ε and the table say the
// same, and the flow on line has them, too.
func TestMovedComeAlong(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 25, 30)
	c, leads := moving(t, rng, w, 0.6)
	r := Request{Pages: w.pages(t, c, 1)[4:9], Cluster: Given}
	s, g, err := findOn(t.Context(), c, r)
	if err != nil {
		t.Fatal(err)
	}
	if s.Maximal < s.Pages {
		t.Errorf("%d pages in the largest cut, %d in the smallest", s.Maximal, s.Pages)
	}
	inside := map[float64]bool{}
	for _, step := range s.Steps {
		r.Epsilon = step.Epsilon
		for r.Flow = range map[string]bool{Exact: true, OnLine: true} {
			at, err := find(t, c, r)
			if err != nil || at.Pages != step.Pages || at.Steps[at.Chosen].Pages != at.Pages {
				t.Fatalf("ε = %g, %s: %d pages, %d in the sweep: %v", step.Epsilon, r.Flow, at.Pages, step.Pages, err)
			}
			for by, to := range leads {
				u, _, _ := c.Find(by)
				v, _, _ := c.Find(to)
				if at.inside.Has(int(u)) != at.inside.Has(int(v)) {
					t.Fatalf("ε = %g, %s: %s moved to the other side of %s", step.Epsilon, r.Flow, by, to)
				}
				inside[step.Epsilon] = inside[step.Epsilon] || at.inside.Has(int(u))
			}
		}
	}
	if len(inside) < 2 || len(g.rows(s)) < s.Pages {
		t.Errorf("%d rows of %d pages", len(g.rows(s)), s.Pages)
	}
}

// Whether a page is where it is: by its state and by the kinds of its links, of those that count.
func TestLeadsTo(t *testing.T) {
	const r, l, f = kinds.Redirect, kinds.Link, kinds.Refresh
	for _, x := range []struct {
		state page.State
		kinds []kinds.Set // of links to the pages from 0 on; the page itself is 1
		want  kinds.Set
		to    graph.Node
	}{
		{page.Redirected, []kinds.Set{r}, kinds.Measured, 0},
		{page.Redirected, []kinds.Set{l, 0, r | l}, kinds.Measured, 2},
		{page.Redirected, []kinds.Set{r, 0, r}, kinds.Measured, 1}, // to either
		{page.Redirected, []kinds.Set{0, r}, kinds.Measured, 1},
		{page.Redirected, []kinds.Set{r}, l | f, 1},
		{page.Fetched, []kinds.Set{r}, kinds.Measured, 1}, // at another time
		{page.Fetched, []kinds.Set{f}, kinds.Measured, 0},
		{page.Fetched, []kinds.Set{f | l, f, kinds.Canonical}, kinds.Measured, 0},
		{page.Fetched, []kinds.Set{f, 0, l}, kinds.Measured, 1}, // it has more to say
		{page.Fetched, []kinds.Set{f}, l | r, 1},
		{page.Fetched, []kinds.Set{l}, kinds.Measured, 1},
		{page.Fetched, nil, kinds.Measured, 1},
	} {
		cur := &oneList{kinds: x.kinds}
		if got := leadsTo(1, x.state, cur, x.want); got != x.to {
			t.Errorf("%v with links of %v, of which %v count: is at %d, want %d", x.state, x.kinds, x.want, got, x.to)
		}
	}
}

// oneList is a cursor at a list of all pages there are.
type oneList struct {
	graph.KindCursor
	kinds []kinds.Set
}

func (c *oneList) Kinds() []kinds.Set { return c.kinds }
func (c *oneList) Succ() (all []graph.Node) {
	for u := range c.kinds {
		all = append(all, graph.Node(u))
	}
	return all
}

// Chains are followed to their end, as far as a crawl does; what leads round stays.
func TestToTheEnd(t *testing.T) {
	chain := make([]uint32, 2*inARow)
	for u := range chain {
		chain[u] = uint32(min(u+1, len(chain)-1))
	}
	for _, x := range []struct{ to, want []uint32 }{
		{[]uint32{1, 2, 2}, []uint32{2, 2, 2}},
		{[]uint32{0, 0, 1}, []uint32{0, 0, 0}},
		{[]uint32{1, 0, 3, 3}, []uint32{0, 0, 3, 3}},
		{[]uint32{1, 2, 0}, []uint32{0, 0, 0}},
		{nil, nil},
	} {
		if toTheEnd(x.to); !slices.Equal(x.to, x.want) {
			t.Errorf("got %d, want %d", x.to, x.want)
		}
	}
	toTheEnd(chain)
	if m, err := view.NewMoved(chain, nil); err != nil || chain[0] != 0 || m.To(graph.Node(len(chain)-inARow-1)) != graph.Node(len(chain)-1) {
		t.Errorf("a chain of %d: %d, %v", len(chain), chain, err)
	}
}

// A filter shows redirects as they are, and the plan sets nothing aside for following them; without one it does, if there are any.
func TestMovedPlan(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 30, 30)
	c, _ := moving(t, rng, w, 0.5)
	plain := ingesttest.Text(t, w.lines.String())
	answered, err := c.NewFilter(t.Context(), store.Answered, nil, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		c     *store.Crawl
		o     answer.Options
		moves bool
	}{{c, answer.Options{}, true}, {c, answer.Options{Filter: answered}, false}, {c, answer.Options{Kinds: "link"}, false}, {plain, answer.Options{}, false}} {
		for _, q := range []answer.Asker{&askedAll{method: Closed}, &asked{options: options{r: Request{Cluster: Closed, Flow: Exact}}, names: []string{"0"}}, &askedWhy{names: []string{"0"}}} {
			x.o.Memory = 1 << 30
			work, err := q.Plan(t.Context(), x.c, x.o)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, p := range work.Stages[0].View.Need {
				names = append(names, p.Name)
			}
			if got := slices.Contains(names, "where redirects lead"); got != x.moves {
				t.Errorf("%s of %+v: %v, want redirects %t", reflect.TypeOf(q), x.o, names, x.moves)
			}
		}
	}
}

// A given page that moved stands for the page that it moved to.
func TestGivenMoved(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 25, 30)
	c, leads := moving(t, rng, w, 0.6)
	for by, to := range leads {
		u, _, _ := c.Find(by)
		v, _, _ := c.Find(to)
		for _, how := range []string{Given, OnLineMCL} {
			old, err1 := find(t, c, Request{Pages: []graph.Node{u}, Cluster: how})
			now, err2 := find(t, c, Request{Pages: []graph.Node{v}, Cluster: how})
			both, err3 := find(t, c, Request{Pages: []graph.Node{u, v}, Cluster: how})
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(err1, err2, err3)
			}
			if !slices.Equal(old.pages, now.pages) || !slices.Equal(both.pages, now.pages) || both.Core.Groups != now.Core.Groups || old.Given[0].Page != u {
				t.Fatalf("%s: %d pages from %s, %d from %s, %d from both", how, old.Pages, by, now.Pages, to, both.Pages)
			}
		}
		if rng.IntN(8) == 0 {
			break
		}
	}
}

// The superset of a given page that moved has the host that it was on, and that where it is now.
func TestSupersetOfMoved(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 40, 50)
	c, leads := moving(t, rng, w, 0.6)
	for by, to := range leads {
		u, _, _ := c.Find(by)
		v, _, _ := c.Find(to)
		s, err := find(t, c, Request{Pages: []graph.Node{u}, Superset: "host", Anyway: true})
		if err != nil {
			t.Fatal(err)
		}
		if !s.inside.Has(int(u)) || !s.inside.Has(int(v)) || s.Moved == 0 || s.Moved == s.Pages {
			t.Fatalf("from %s: %d pages, %d of them moved, with it %t, with %s %t", by, s.Pages, s.Moved, s.inside.Has(int(u)), to, s.inside.Has(int(v)))
		}
		break
	}
}

// What redirects to another host and is linked to from its own did not move; what is linked to from elsewhere did, and what
// redirects within its host.
func TestCountersStay(t *testing.T) {
	a := &archive{}
	links := map[string]bool{
		"http://a.test/out?to=b":     false, // of the pages below: whether it moved
		"http://a.test/was-here":     true,
		"http://before.test/page":    true,
		"http://before.test/counted": false,
		"http://a.test/by-way":       false,
		"http://a.test/on-its-way":   true,
	}
	for _, from := range []string{"http://a.test/", "http://b.test/"} {
		a.page(from, "", []string{"http://a.test/out?to=b", "http://a.test/was-here", "http://before.test/page", "http://before.test/counted", "http://a.test/by-way"})
	}
	a.page("http://before.test/left", "", []string{"http://before.test/counted"})
	for url, to := range map[string]string{
		"http://a.test/out?to=b": "http://b.test/", "http://a.test/was-here": "http://a.test/", "http://before.test/page": "http://a.test/",
		"http://before.test/counted": "http://b.test/", "http://a.test/by-way": "http://a.test/on-its-way", "http://a.test/on-its-way": "http://b.test/",
	} {
		a.answer(url, "302 Found\r\nLocation: "+to, "")
	}
	c := a.imported(t)
	_, g, err := findOn(t.Context(), c, Request{Pages: []graph.Node{0}, Anyway: true})
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range links {
		u, ok, _ := c.Find(url)
		if !ok || g.isMoved(u) != want {
			t.Errorf("%s moved: %t, want %t", url, g.isMoved(u), want)
		}
	}
}
