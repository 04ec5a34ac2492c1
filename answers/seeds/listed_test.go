package seeds_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/graph"
	"weft/internal/option"
	"weft/internal/stoptest"
	"weft/making/ingest"
	"weft/store"
)

// hubsOf is a crawl of two cores: ten hubs that link to six hosts, and four that link to three others, with texts by
// which two pages call the hubs.
func hubsOf(t *testing.T) *store.Crawl {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	files := map[string]string{"index.html": "", "more.html": "<a href=index.html>home</a>"}
	for i := range 14 {
		hub, hosts, first := fmt.Sprintf("hub%02d.html", i), 6, 0
		if i >= 10 {
			hosts, first = 3, 6
		}
		for k := range hosts {
			files[hub] += fmt.Sprintf("<a href=http://a%d.example/>x</a>", first+k)
		}
		files["index.html"] += fmt.Sprintf("<a href=%s>Hub %d</a><a href=%s>zebra</a>", hub, i, hub)
		files["more.html"] += fmt.Sprintf("<a href=%s>zebra</a><a href=%s>a word</a>", hub, hub)
	}
	files["hub00.html"] += "<a href=hub10.html>Hub 10</a><a href=hub11.html>Hub 11</a>"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "c")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{dir}, BaseURL: "http://w.example/", DraftOptions: store.DraftOptions{Output: out, Workers: 1}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func pageOf(t *testing.T, c *store.Crawl, url string) graph.Node {
	t.Helper()
	u, ok, err := c.Find(url)
	if !ok || err != nil {
		t.Fatalf("%s: %v, %v", url, ok, err)
	}
	return u
}

// Seeds of a crawl have the names, titles and hosts of their pages, and say how far their cores lie apart.
func TestSeedsOfACrawl(t *testing.T) {
	c := hubsOf(t)
	q := seeds.Request{Seen: answer.Options{Memory: 256 << 20}}
	q.Seeds, q.MinHubs, q.MinAuthorities, q.Rounds = 2, 3, 3, 9
	f, err := seeds.InCrawl(t.Context(), c, q)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Starting) != 2 || f.Pages != c.NumPages() || f.Arcs != 14*2+1+72+2 {
		t.Fatalf("got %d seeds of %d pages, %d arcs: %s", len(f.Starting), f.Pages, f.Arcs, f.Why)
	}
	for i, want := range []struct {
		hubs, authorities, hosts int
		title                    string
	}{{10, 6, 7, "zebra"}, {4, 3, 4, "Hub 10"}} { // two links call hub10 so, and two zebra
		s := f.Starting[i]
		if len(s.Core.Hubs) != want.hubs || len(s.Core.Authorities) != want.authorities || s.Core.Hosts != want.hosts || s.Core.Density != 100 || s.Core.Arcs != want.hubs*want.authorities {
			t.Errorf("seed %d: got the core %+v, want %+v", i, s.Core, want)
		}
		if !slices.Contains(s.Core.Hubs, s.URL) || s.URL != c.Label(s.Page) || s.Title != want.title || !strings.HasPrefix(s.Why, fmt.Sprintf("the best of %d hubs that link to %d authorities (100 %%", want.hubs, want.authorities)) {
			t.Errorf("seed %d: got %+v", i, s)
		}
		for k, host := range s.Core.Authorities {
			if !slices.Contains(s.Core.Authorities, fmt.Sprintf("http://a%d.example/", k+6*i)) {
				t.Errorf("seed %d: authority %s", i, host)
			}
		}
	}
	blocks := func(f *seeds.Found) string {
		var b strings.Builder
		answer.Print(&b, f.Blocks(), option.Quoted)
		return b.String()
	}
	if text := blocks(f); f.Requested != 2 || !strings.Contains(text, "2 found of 2 requested") || strings.Contains(text, "fewer because") {
		t.Errorf("%d requested: %s", f.Requested, text)
	}
	for rounds, want := range map[int]string{0: "no arc is left, and ", 2: "2 cores were examined; 'rounds' examines more cores"} {
		q.Seeds, q.Rounds = 9, rounds
		few, err := seeds.InCrawl(t.Context(), c, q)
		if err != nil {
			t.Fatal(err)
		}
		if text := blocks(few); !strings.Contains(text, "2 found of 9 requested") || !strings.Contains(text, "fewer because    "+want) {
			t.Errorf("%d rounds: %q is not in %s", rounds, want, text)
		}
	}
	apart, err := seeds.HowFar(t.Context(), c, f.Seeds, answer.Options{Memory: 256 << 20, Seed: 1})
	if err != nil || apart.Pairs != 2 || apart.Apart != 1 || apart.Distances[0][1] != 1 || apart.Distances[1][0] != -1 {
		t.Errorf("got %+v, %v; want that only the first core leads to the other, by one link", apart, err)
	}
	if n := stoptest.Everywhere(t, func(ctx context.Context) error {
		_, err := seeds.InCrawl(ctx, c, q)
		return err
	}); n < 5 {
		t.Errorf("stopped %d times", n)
	}
}

// Walks over a crawl count pages and hosts as a search by hand does; who is compared comes in the order that was asked for.
func TestCompareInACrawl(t *testing.T) {
	c := hubsOf(t)
	q := seeds.Comparison{
		Seeds: []graph.Node{pageOf(t, c, "http://w.example/hub00.html")}, Against: []string{"list", measure.InDegree, "random", measure.PageRank}, Options: answer.Options{Memory: 256 << 20, Seed: 3},
		Lists: map[string][]graph.Node{"list": {pageOf(t, c, "http://w.example/more.html"), pageOf(t, c, "http://a0.example/")}},
	}
	r, err := seeds.Compare(t.Context(), c, q)
	if err != nil {
		t.Fatal(err)
	}
	if r.Depth != 20 || r.Groups != "hosts" || len(r.Walks) != 5 {
		t.Fatalf("got depth %d, %s, %d walks", r.Depth, r.Groups, len(r.Walks))
	}
	for i, want := range []struct {
		name           string
		pages, visited []float64
		hosts          []float64
	}{
		{"seeds", []float64{1, 8, 3, 0}, []float64{1, 9, 12, 12}, []float64{1, 7, 10, 10}},
		{"list", []float64{2, 15, 8, 0}, []float64{2, 17, 25, 25}, []float64{2, 2, 10, 10}},
		{measure.InDegree, []float64{1, 0, 0, 0}, []float64{1, 1, 1, 1}, []float64{1, 1, 1, 1}},
		{"random", nil, nil, nil},
		{measure.PageRank, []float64{1}, []float64{1}, []float64{1}},
	} {
		w := r.Walks[i]
		if w.Name != want.name || len(w.Depths) != 21 || (w.Low != nil) != (w.Name == "random") || w.Seeds != cmp.Or(len(q.Lists[w.Name]), 1) {
			t.Errorf("walk %d is %s, of %d seeds and %d depths; want %s", i, w.Name, w.Seeds, len(w.Depths), want.name)
		}
		for d := range want.pages {
			got := w.Depths[d]
			if got.Pages != want.pages[d] || got.Visited != want.visited[d] || got.Groups != want.hosts[d] || got.PageRank > 0 != (got.Pages > 0) {
				t.Errorf("%s, depth %d: got %+v, want %g new pages, %g in all, %g hosts", w.Name, d, got, want.pages[d], want.visited[d], want.hosts[d])
			}
		}
	}
	q.Against = []string{"nothing"}
	if _, err := seeds.Compare(t.Context(), c, q); err == nil || !strings.Contains(err.Error(), `there is no "nothing" to compare with`) {
		t.Errorf("got %v", err)
	}
}

// Seeds are written in their order in each format, and the formats are told by their names.
func TestWrittenSeeds(t *testing.T) {
	list := []seeds.Listed{{Page: 1, URL: "http://b.example/", Why: "two\nlines  and\tblanks"}, {Page: 0, URL: "http://a.example/?q=\"x\"", Why: "one"}}
	for name, want := range map[string]string{
		"list":        "http://b.example/\nhttp://a.example/?q=\"x\"\n",
		"heritrix":    "# two lines and blanks\nhttp://b.example/\n# one\nhttp://a.example/?q=\"x\"\n",
		"browsertrix": "seeds:\n  - url: \"http://b.example/\"\n    scopeType: host\n  - url: \"http://a.example/?q=\\\"x\\\"\"\n    scopeType: host\n",
	} {
		f := seeds.Format(name)
		if !slices.Contains(seeds.Formats, name) {
			t.Fatalf("%s is no format of %v", name, seeds.Formats)
		}
		var b strings.Builder
		if err := seeds.Write(&b, list, f); err != nil || b.String() != want {
			t.Errorf("%s: got %q, %v; want %q", name, b.String(), err, want)
		}
		if err := seeds.Write(deaf{}, list, f); !errors.Is(err, errDeaf) {
			t.Errorf("%s, to nobody: got %v", name, err)
		}
	}
	d := seeds.Differ(list, append(list[1:], seeds.Listed{Page: 7, URL: "http://c.example/"}), true)
	if d.How != "warm" || d.Same != 1 || !slices.Equal(d.Only, []string{"http://c.example/"}) {
		t.Errorf("got %+v", d)
	}
	if d = seeds.Differ(list, nil, false); d.How != "cold" || d.Same != 0 || d.Only == nil || len(d.Only) > 0 {
		t.Errorf("got %+v", d)
	}
}

var errDeaf = errors.New("nobody listens")

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errDeaf }
