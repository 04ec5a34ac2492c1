package site

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/clusters"
	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/drawn"
	"weft/internal/option"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// kept finds all sites of a crawl, and keeps them.
func kept(t *testing.T, c *store.Crawl) *All {
	t.Helper()
	return keptBy(t, c, "")
}

// keptBy does so by arcs of some kinds.
func keptBy(t *testing.T, c *store.Crawl, kinds string) *All {
	t.Helper()
	q := &askedAll{method: Closed, top: 100}
	o := answer.Options{Memory: 1 << 30, Workers: 2, Keep: true, Kinds: kinds}
	w, err := q.Plan(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err == nil {
		err = errors.Join(k.Keep(got.Kept()), k.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return got.(*All)
}

// All sites are those that were planted, each named after its front page; they are kept, and found again.
func TestAll(t *testing.T) {
	w := plant(drawn.Rand(t), 70, 90, 45)
	c := ingesttest.Text(t, w.lines.String())
	if _, err := c.FoundSites(1 << 30); !errors.Is(err, store.ErrNoSites) {
		t.Fatalf("before they are found: %v", err)
	}
	a := kept(t, c)
	if a.Count != 3 || *a.Closed != 3 || a.Single != 0 || a.Largest != 90 || len(a.Top) != 3 {
		t.Fatalf("got %+v", a)
	}
	for i, k := range []int{1, 0, 2} {
		if e := a.Top[i]; e.Name != w.front[k] || e.Pages != []int{90, 70, 45}[i] || e.Hosts != []int{2, 1, 1}[i] || !*e.Closed {
			t.Errorf("site %d is %+v, want %s", i, e, w.front[k])
		}
	}
	sites, err := c.FoundSites(1 << 30)
	if err != nil || sites.Len() != 3 {
		t.Fatalf("kept: %v", err)
	}
	for url, k := range w.site {
		u, _, err := c.Find(url)
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := sites.Name(sites.Of(u)); name != w.front[k] {
			t.Fatalf("%s is of %s, want %s", url, name, w.front[k])
		}
	}
	s, err := find(t, c, Request{Pages: w.pages(t, c, 2)[:1], Cluster: Found})
	if err != nil || !slices.Equal(s.pages, w.pages(t, c, 2)) {
		t.Errorf("from sites that were found: %d pages, %v", s.Pages, err)
	}
}

// Sites that name pages which are not there are refused.
func TestDamagedSites(t *testing.T) {
	c := ingesttest.Text(t, "http://a.test/1\thttp://a.test/2\n")
	results, err := c.Results("")
	if err == nil {
		err = store.SaveVector(results, store.Result{Name: store.SitesResult}, []uint32{0, 7})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.FoundSites(1 << 30); err == nil || !strings.Contains(err.Error(), "page 7 stands for the site of page 1, of 2") {
		t.Errorf("got %v", err)
	}
}

// The front page is in the middle of its site, not deep, and an index rather than another.
func TestFrontPages(t *testing.T) {
	var lines strings.Builder
	for i := range 30 {
		for _, to := range []string{"http://a.test/docs/genindex.html", "http://a.test/docs/index.html", "http://a.test/docs/deep/index.html"} {
			fmt.Fprintf(&lines, "http://a.test/p/%d\t%s\n", i, to)
		}
	}
	lines.WriteString("http://a.test/p/1\thttp://a.test/\n")
	c := ingesttest.Text(t, lines.String())
	got, err := clusters.FrontPages(t.Context(), c, c.Graph(), make([]uint32, c.NumPages()), 1)
	if err != nil || c.Label(graph.Node(got[0])) != "http://a.test/docs/index.html" {
		t.Errorf("%s stands for the site: %v", c.Label(graph.Node(got[0])), err)
	}
}

// TestHomePages names a site after the most linked home page of its hosts, though other pages have more links.
func TestHomePages(t *testing.T) {
	var lines strings.Builder
	for i := range 30 {
		fmt.Fprintf(&lines, "http://a.test/p/%d\thttp://a.test/catalogue/\n", i)
	}
	links := []string{"http://a.test/p/1\thttp://a.test/", "http://a.test/p/2\thttp://a.test/", "http://a.test/p/1\thttp://b.test:8080/", "http://a.test/p/1\thttp://a.test/?q=/", "http://a.test/p/2\thttp://a.test/?q=/", "http://a.test/p/3\thttp://a.test/?q=/"}
	for _, x := range []struct {
		links int
		want  string
	}{{0, "http://a.test/catalogue/"}, {3, "http://a.test/"}, {6, "http://a.test/"}} {
		c := ingesttest.Text(t, lines.String()+strings.Join(links[:x.links], "\n")+"\n")
		got, err := clusters.HomePages(t.Context(), c, c.Graph(), make([]uint32, c.NumPages()), 1)
		if err != nil || c.Label(graph.Node(got[0])) != x.want {
			t.Errorf("%d links more: %s stands for the site, want %s: %v", x.links, c.Label(graph.Node(got[0])), x.want, err)
		}
	}
}

// The ties of a page to sites are by what its links tell, and sum up to one.
func TestExplain(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 50)
	c := ingesttest.Text(t, w.lines.String())
	kept(t, c)
	u := w.pages(t, c, 1)[7]
	if c.Label(u) == w.front[1] {
		u++
	}
	x := explained(t, c, u)
	s, g, err := findOn(t.Context(), c, Request{Pages: []graph.Node{u}})
	if err != nil {
		t.Fatal(err)
	}
	tie := g.tie(u, func(v graph.Node) bool { return s.inside.Has(int(v)) })
	if math.Abs(x.Tie-tie) > 1e-9 || math.Abs(x.Tie+x.Next-1) > 1e-9 || x.Site != w.front[1] || x.Pages != 50 || len(x.Reasons) != 2 || !x.Reasons[0].Own {
		t.Errorf("got %+v, want a tie of %g", x, tie)
	}
	if r := x.Reasons[1]; r.Out != 1 || r.In != 0 || r.Returned != 0 || r.Site != w.front[0] {
		t.Errorf("the footer is %+v", r)
	}
	v := w.pages(t, c, 0)[3]
	if c.Label(v) == w.front[0] { // the footer itself
		v = w.pages(t, c, 0)[4]
	}
	if x := explained(t, c, v); x.Tie < 0.999 {
		t.Errorf("a page of the site with the footer: %+v", x)
	}
}

// The links of a page are counted by the site at their other end: to it, from it, and both ways.
func TestReasonsAreCounted(t *testing.T) {
	w := plant(drawn.Rand(t), 40, 50, 30)
	c := ingesttest.Text(t, w.lines.String())
	kept(t, c)
	has := map[[2]graph.Node]bool{}
	err := graph.EachList(c.Graph(), graph.Everything(c.Graph()), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			has[[2]graph.Node{u, v}] = u != v
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range append(w.pages(t, c, 1)[:5], w.pages(t, c, 0)[:5]...) {
		want := map[string]Reason{}
		for v := range graph.Node(c.NumPages()) {
			front := w.front[w.site[c.Label(v)]]
			r := want[front]
			out, in := has[[2]graph.Node{u, v}], has[[2]graph.Node{v, u}]
			if out {
				r.Out++
			}
			if in {
				r.In++
			}
			if out && in {
				r.Returned++
			}
			want[front] = r
		}
		sum := 0.0
		for _, r := range explained(t, c, u).Reasons {
			x := want[r.Site]
			if sum += r.Tie; r.Out != x.Out || r.In != x.In || r.Returned != x.Returned || r.Own != (r.Site == w.front[w.site[c.Label(u)]]) {
				t.Errorf("%s: got %+v, want %+v", c.Label(u), r, x)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: the ties add up to %v", c.Label(u), sum)
		}
	}
}

func explained(t *testing.T, c *store.Crawl, u graph.Node) *Explained {
	t.Helper()
	q := &askedWhy{names: []string{fmt.Sprint(u)}, top: 5}
	if c.HasNames() {
		q.names[0] = c.Label(u)
	}
	return answertest.Result[*Explained](t, q, c, answer.Options{Memory: 1 << 30})
}

// What changed between two crawls is counted page by page: two pages gone, three new, one that came over from another site.
func TestDiff(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 60, 50)
	older := ingesttest.Text(t, w.lines.String())
	pages := w.pages(t, older, 1)
	var urls []string
	for _, u := range pages {
		if url := older.Label(u); url != w.front[1] {
			urls = append(urls, url)
		}
	}
	gone, moved := urls[:2], ""
	for url, k := range w.site {
		if k == 0 && url != w.front[0] && (moved == "" || url < moved) {
			moved = url
		}
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(w.lines.String(), "\n") {
		from, to, _ := strings.Cut(line, "\t")
		if from == "" || slices.Contains(gone, from) || slices.Contains(gone, to) || from == moved || to == moved {
			continue
		}
		fmt.Fprintln(&lines, line)
	}
	for i, u := range []string{moved, "http://new.test/1", "http://new.test/2", "http://new.test/3"} {
		for j := range 6 {
			fmt.Fprintf(&lines, "%s\t%s\n%s\t%s\n", u, urls[5+3*i+j], urls[5+3*i+j], u)
		}
	}
	newer := ingesttest.Text(t, lines.String())
	q := &askedChange{names: []string{urls[20], "http://nowhere.test/"}, top: 2}
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	said := ""
	work, err := q.Plan(t.Context(), older, answer.Options{Memory: 1 << 30, Other: newer, Inform: func(text string, _ bool) { said += text }})
	if err != nil {
		t.Fatal(err)
	}
	got, err := work.Do()
	if err != nil {
		t.Fatal(err)
	}
	d := got.(*Changed)
	if d.Both != 48 || d.Gone.Pages != 2 || !slices.Equal(d.Gone.Top, gone) || d.New.Pages != 3 || len(d.New.Top) != 2 || d.Entered.Pages != 1 || d.Entered.Top[0] != moved || d.Left.Pages != 0 {
		t.Errorf("got %+v; want %s gone, %s come in", d, gone, moved)
	}
	if math.Abs(*d.Same-48.0/49) > 1e-9 || strings.Count(said, "nowhere.test") != 2 {
		t.Errorf("held for %g; said %q", *d.Same, said)
	}
}

// Boundaries of planted sites are right, hosts are not where a site has two; scores are those of the definition.
func TestEval(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 60, 60)
	c := ingesttest.Text(t, w.lines.String())
	var truth strings.Builder
	for url, k := range w.site {
		if k < 2 { // the third is of no site
			fmt.Fprintf(&truth, "%s\tsite %d\n", url, k)
		}
	}
	file := filepath.Join(t.TempDir(), "truth")
	if err := os.WriteFile(file, []byte(truth.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, home := range []bool{false, true} {
		q := &askedHowGood{truth: file, pages: 2, draws: 4, leastOfSite: 50, home: home, each: true}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		work, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		got, err := work.Do()
		if err != nil {
			t.Fatal(err)
		}
		s := got.(*Scored)
		if s.F1 != 1 || s.Sites != 2 || s.Spanning == nil || s.Spanning.Sites != 1 || s.Unlisted != 60 || s.Refused != 0 || len(s.Each) != 2 || len(s.Others) != 3 {
			t.Errorf("got %+v", s)
		}
		if host := s.Others[0]; host.Name != "host" || host.Spanning.F1 >= 1 || host.Spanning.Precision != 1 || home && math.Abs(host.Spanning.Recall-20.0/60) > 1e-9 {
			t.Errorf("hosts: %+v", host)
		}
	}
}

func TestScores(t *testing.T) {
	c := ingesttest.Text(t, "http://a.test/1\thttp://a.test/2\nhttp://a.test/3\thttp://a.test/4\n")
	truth, err := c.ReadSites(strings.NewReader("http://a.test/1\tx\nhttp://a.test/2\tx\nhttp://a.test/3\tx\n"), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	got := agree([]graph.Node{0, 1, 3}, &trial{pages: []graph.Node{0, 1, 2}}, truth)
	if math.Abs(got.Precision-2.0/3) > 1e-12 || math.Abs(got.Recall-2.0/3) > 1e-12 || math.Abs(got.F1-2.0/3) > 1e-12 {
		t.Errorf("got %+v", got)
	}
	if got := agree([]graph.Node{3}, &trial{pages: []graph.Node{0}}, truth); got != (Score{}) {
		t.Errorf("of another site: %+v", got)
	}
	if got := agree(nil, &trial{pages: []graph.Node{0}}, truth); got != (Score{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// A site within another is found as one of its parts.
func TestParts(t *testing.T) {
	w := plant(rand.New(rand.NewPCG(1, 2)), 60, 200, 80)
	a, b := "", ""
	for url, k := range w.site {
		if k == 1 && (a == "" || url < a) {
			a = url
		}
		if k == 2 && (b == "" || url < b) {
			b = url
		}
	}
	w.link(a, b)
	w.link(b, a)
	c := ingesttest.Text(t, w.lines.String())
	given := w.pages(t, c, 2)[40:41] // neither is linked to the other site
	near := func(n int) bool { return n > 70 && n < 90 }
	s, err := find(t, c, Request{Pages: given})
	if err != nil || s.Pages != 280 || s.Core.Within == nil || !near(s.Core.Within.Pages) || len(s.Said.Doubts) == 0 || len(s.Core.Parts) != 2 {
		t.Errorf("got %d pages, %+v, %+v: %v", s.Pages, s.Core, s.Said, err)
	}
	s, err = find(t, c, Request{Pages: given, Leak: 0.02})
	if err != nil || !near(s.Pages) {
		t.Errorf("with more leak: %d pages, %v", s.Pages, err)
	}
}

// Pages of two sites make one of both, of which nothing lies within; that they are two is told, and nothing else.
func TestPagesOfTwoSites(t *testing.T) {
	w := plant(drawn.Rand(t), 30, 150)
	c := ingesttest.Text(t, w.lines.String())
	small, large := w.pages(t, c, 0), w.pages(t, c, 1)
	for _, given := range [][]graph.Node{{small[5], large[7]}, {large[7], small[5]}} {
		s, err := find(t, c, Request{Pages: given})
		if err != nil || s.Pages != 180 || s.Core.Groups != 2 {
			t.Fatalf("%d pages of %d groups, %v", s.Pages, s.Core.Groups, err)
		}
		if w := s.Core.Within; w != nil && w.Leak == 0 || strings.Contains(strings.Join(s.Said.Doubts, " "), "Inf") || s.Said.Agree != 1 {
			t.Errorf("within %+v, %+v", w, s.Said)
		}
	}
}

// How many returned links lead out is said in words that are true: of two pairs inside and one across one in five.
func TestReturnedLinksLeadOut(t *testing.T) {
	both := func(a, b string) string {
		return "http://" + a + "\thttp://" + b + "\nhttp://" + b + "\thttp://" + a + "\n"
	}
	c := ingesttest.Text(t, both("a.test/1", "a.test/2")+both("a.test/2", "b.test/3")+both("b.test/3", "c.test/4"))
	u, _, err := c.Find("http://a.test/2")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		core []graph.Node
		want string
	}{{[]graph.Node{u - 1, u, u + 1}, "one in 5 leads out"}, {[]graph.Node{u}, "100 % lead out"}, {[]graph.Node{u - 1, u}, "one in 3 leads out"}} {
		s, err := find(t, c, Request{Pages: x.core, Cluster: Given, Flow: NoFlow})
		if err != nil || len(s.Said.Doubts) == 0 || !strings.Contains(strings.Join(s.Said.Doubts, "\n"), x.want) {
			t.Errorf("from %d: %+v, want %q: %v", x.core, s.Said, x.want, err)
		}
	}
}

// Nothing beyond a superset is of the site: neither what clusters that were found before have there, nor what contains
// the keyword.
func TestNothingBeyondTheSuperset(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 60)
	c := ingesttest.Text(t, w.lines.String())
	kept(t, c)
	u, _, err := c.Find(w.front[1]) // other.test has one in three pages of the site
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Request{{Cluster: Found}, {Cluster: Found, Merge: true}, {Cluster: Leiden}, {Cluster: Closed, Least: 10}, {Cluster: Found, Flow: NoFlow}, {Keyword: "h0.test", Cluster: Found}, {Keyword: "h0.test"}} {
		r.Superset, r.Pages, r.Anyway = "host", []graph.Node{u}, true
		s, err := find(t, c, r)
		if r.Keyword != "" {
			if err == nil || !strings.Contains(option.Text(err, option.Quoted), "no URL contains it") {
				t.Errorf("a word of other hosts: %v", err)
			}
			continue
		}
		if err != nil || len(s.Hosts) != 1 || s.Hosts[0].Host != "other.test" || s.Pages > 20 {
			t.Errorf("by %s, on one host: %+v: %v", r.Cluster, s, err)
		}
		if told := strings.Contains(strings.Join(s.Said.Doubts, "\n"), "40 pages beyond the superset"); told != (r.Cluster == Found) {
			t.Errorf("by %s: %+v", r.Cluster, s.Said)
		}
	}
	if _, err := find(t, c, Request{Superset: "domain", Keyword: "other"}); err == nil {
		t.Error("the domain of no page is a superset")
	}
}

// A draw counts as refused if no site could be told; what was asked for wrongly ends it all.
func TestEvalRefuses(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 60)
	c := ingesttest.Text(t, w.lines.String())
	file := filepath.Join(t.TempDir(), "truth")
	if err := os.WriteFile(file, []byte(w.front[0]+"\ta\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	q := &askedHowGood{truth: file, pages: 1, draws: 2, leastOfSite: 1}
	q.r.Flow = OnLine // with a capacity for which no ε is known
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	work, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := work.Do(); err == nil || !strings.Contains(option.Text(err, option.Quoted), "has no default ε") {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Ties are told by the links that the sites were found by.
func TestExplainByTheSameKinds(t *testing.T) {
	w := plant(drawn.Rand(t), 30, 30)
	c := ingesttest.Text(t, w.lines.String())
	for _, want := range []string{"link+redirect", "link+canonical"} {
		set, err := kinds.Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		keptBy(t, c, want)
		q := &askedWhy{names: []string{w.front[0]}, top: 5}
		work, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30})
		if err != nil || work.Stages[0].View.Kinds != set {
			t.Errorf("sites found by %s are explained by %s: %v", set, work.Stages[0].View.Kinds, err)
		}
	}
}
