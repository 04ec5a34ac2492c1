package site

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/drawn"
	"weft/internal/option"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// importedAs makes a crawl of lines: from, tab, to. It says which pages were fetched, as weft import --fetched does.
func importedAs(t testing.TB, lines, fetched string) *store.Crawl {
	t.Helper()
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(lines), Fetched: fetched})
}

// A web has sites whose pages lie on hosts of their own, one of them on two, and link to and fro; all link to a footer,
// a page of the first.
type web struct {
	site  map[string]int
	lines strings.Builder
	front []string
}

func (w *web) link(from, to string) { fmt.Fprintf(&w.lines, "%s\t%s\n", from, to) }

// plant makes a web. URLs are opaque, of numbers.
func plant(rng *rand.Rand, sizes ...int) *web {
	w := &web{site: map[string]int{}}
	for k, n := range sizes {
		var urls []string
		for i := range n {
			host := fmt.Sprintf("h%d.test", 2*k)
			if k == 1 && i%3 == 0 {
				host = "other.test"
			}
			url := fmt.Sprintf("http://%s/%016x", host, rng.Uint64())
			urls = append(urls, url)
			w.site[url] = k
		}
		w.front = append(w.front, urls[0])
		for _, u := range urls {
			for range 4 {
				v := urls[rng.IntN(n)]
				w.link(u, v)
				if rng.IntN(3) > 0 {
					w.link(v, u)
				}
			}
			w.link(u, urls[0])
			w.link(urls[0], u)
			w.link(u, w.front[0])
		}
	}
	return w
}

// pages are those of a site in a crawl.
func (w *web) pages(t testing.TB, c *store.Crawl, k int) []graph.Node {
	t.Helper()
	var pages []graph.Node
	for url, s := range w.site {
		if s != k {
			continue
		}
		u, ok, err := c.Find(url)
		if err != nil || !ok {
			t.Fatalf("the crawl has no %s: %v", url, err)
		}
		pages = append(pages, u)
	}
	slices.Sort(pages)
	return pages
}

func find(t testing.TB, c *store.Crawl, r Request) (*Site, error) {
	t.Helper()
	s, _, err := findOn(t.Context(), c, r)
	return s, err
}

func findOn(ctx context.Context, c *store.Crawl, r Request) (*Site, *Ground, error) {
	r.Memory, r.Workers = 1<<30, max(1, r.Workers)
	if r.Cluster == "" {
		r.Cluster = Closed // most tests are about the steps of the paper
	}
	if err := r.setDefaults(); err != nil {
		return nil, nil, err
	}
	stage, err := r.stage(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	var g *Ground
	s, err := answer.See(c, &r.Options, stage, func(v *store.View) (*Site, error) {
		if g, err = newGround(ctx, c, v, r); err != nil {
			return nil, err
		}
		return g.Find(ctx, &r)
	})
	return s, g, err
}

// From any page, by any clusters that tell them apart, the site is that which was planted; nothing in its URLs says so.
func TestFind(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 60+rng.IntN(100), 30+rng.IntN(60), 25+rng.IntN(200), 40)
	c := ingesttest.Text(t, w.lines.String())
	for k := range 4 {
		want := w.pages(t, c, k)
		for _, how := range []string{Closed, Leiden, MCL} {
			given := []graph.Node{want[rng.IntN(len(want))], want[rng.IntN(len(want))]}
			s, err := find(t, c, Request{Pages: given, Cluster: how, Resolution: 0.5}) // at 1 a site that has most links of the crawl may fall in two
			if err != nil {
				t.Fatal(err)
			}
			if how == Closed && !slices.Equal(s.pages, want) {
				t.Errorf("site %d from %d: %d pages, want %d", k, given, s.Pages, len(want))
			}
			if hit := common(s.pages, want); how != Closed && (hit < len(want)/2 || 10*hit < 9*s.Pages) {
				t.Errorf("site %d by %s: %d of %d pages, %d others", k, how, hit, len(want), s.Pages-hit)
			}
		}
	}
}

func common(a, b []graph.Node) (n int) {
	for _, u := range a {
		if _, is := slices.BinarySearch(b, u); is {
			n++
		}
	}
	return n
}

// What is told of a site can be counted: links across, hosts, the footer, rules, and how far each page is from changing sides.
func TestSiteIsCounted(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 80, 60, 50)
	c := ingesttest.Text(t, w.lines.String())
	want := w.pages(t, c, 1)
	s, g, err := findOn(t.Context(), c, Request{Pages: want[:2]})
	if err != nil {
		t.Fatal(err)
	}
	if s.CutArcs != len(want) || s.LinksIn != 0 || s.Returned != 0 || len(s.Said.Doubts) > 0 || s.Said.Agree != 2 {
		t.Errorf("%d links out, %d in, %d returned, %+v; want %d to the footer", s.CutArcs, s.LinksIn, s.Returned, s.Said, len(want))
	}
	if len(s.Hosts) != 2 || s.Hosts[0].Host != "h2.test" || s.Hosts[0].Pages != 40 || s.Hosts[1].Pages != 20 || s.Hosts[1].All != 20 {
		t.Errorf("hosts are %+v", s.Hosts)
	}
	outside := slices.IndexFunc(s.Templates, func(x Template) bool { return x.URL == w.front[0] })
	if outside < 0 || s.Templates[outside].Inside || s.Templates[outside].Links != len(want) {
		t.Errorf("templates are %+v, want the footer %s", s.Templates, w.front[0])
	}
	if s.Scope, err = s.chosen(g.c).scope(); err != nil || s.Scope.Missed != 0 || s.Scope.Extra != 0 || len(s.Scope.Accept) != 2 {
		t.Errorf("rules are %+v: %v", s.Scope, err)
	}
	capacity := 0.0
	for range want {
		capacity += math.Round(0.1/(80+60+50-1)*scale) / scale
	}
	if math.Abs(s.CutCapacity-capacity) > 1e-9 {
		t.Errorf("the cut carries %g, want %g", s.CutCapacity, capacity)
	}
	for _, row := range g.rows(s) {
		footer := c.Label(row.Page) == w.front[0]
		if row.Inside == footer || row.Inside && row.Tie < 0.9 || footer && row.Tie > 0.1 {
			t.Errorf("%+v", row)
		}
	}
}

// A crawl in which links go to and fro everywhere has no site, and says so.
func TestRefused(t *testing.T) {
	rng := drawn.Rand(t)
	var lines strings.Builder
	url := func(i int) string { return fmt.Sprintf("http://h%d.test/%d", i%7, i) }
	for i := range 200 {
		for range 6 {
			j := rng.IntN(200)
			fmt.Fprintf(&lines, "%s\t%s\n%s\t%s\n", url(i), url(j), url(j), url(i))
		}
	}
	c := ingesttest.Text(t, lines.String())
	_, err := find(t, c, Request{Pages: []graph.Node{3}})
	if e := (*answer.OptionError)(nil); !errors.As(err, &e) || !strings.Contains(option.Text(err, option.Quoted), "no site can be distinguished") {
		t.Errorf("got %v", err)
	}
	s, err := find(t, c, Request{Pages: []graph.Node{3}, Anyway: true})
	if err != nil || !s.Core.Open || len(s.Said.Doubts) == 0 {
		t.Errorf("got %+v, %v", s, err)
	}
}

// Neither workers nor names matter: the same links between numbers give the same pages.
func TestWorkersAndNames(t *testing.T) {
	w := plant(drawn.Rand(t), 50, 70, 40)
	c := ingesttest.Text(t, w.lines.String())
	var numbers strings.Builder
	cur := c.Graph().Scan(graph.Everything(c.Graph()))
	for u, succ := range graph.Lists(cur) {
		for _, v := range succ {
			fmt.Fprintf(&numbers, "%d\t%d\n", u, v)
		}
	}
	bare := ingesttest.Text(t, numbers.String())
	want := w.pages(t, c, 2)
	for _, r := range []Request{{Pages: want[:1]}, {Pages: want[:1], Options: answer.Options{Workers: 5}}} {
		for _, c := range []*store.Crawl{c, bare} {
			s, err := find(t, c, r)
			if err != nil || !slices.Equal(s.pages, want) {
				t.Errorf("%d pages, want %d: %v", len(s.pages), len(want), err)
			}
		}
	}
	if _, err := find(t, bare, Request{Pages: want[:1], Capacity: Similarity}); !errors.Is(err, store.ErrNoNames) {
		t.Errorf("similarity of numbers: %v", err)
	}
	if _, err := find(t, bare, Request{Keyword: "x"}); !errors.Is(err, store.ErrNoNames) {
		t.Errorf("a keyword of numbers: %v", err)
	}
}

// The keyword picks the cluster with most URLs that contain it, and not that with most pages.
func TestKeyword(t *testing.T) {
	w := plant(drawn.Rand(t), 90, 40)
	c := ingesttest.Text(t, w.lines.String())
	s, err := find(t, c, Request{Keyword: "OTHER.test"})
	if err != nil || !slices.Equal(s.pages, w.pages(t, c, 1)) || s.Keyword.URLs != 14 {
		t.Errorf("got %d pages, %+v: %v", s.Pages, s.Keyword, err)
	}
	if _, err := find(t, c, Request{Keyword: "nowhere"}); err == nil {
		t.Error("a word of no URL gives a site")
	}
	if _, err := find(t, c, Request{}); !errors.Is(err, errNone) {
		t.Errorf("neither page nor word: %v", err)
	}
}

// A superset leaves out what is on other hosts.
func TestSuperset(t *testing.T) {
	w := plant(drawn.Rand(t), 60, 60)
	c := ingesttest.Text(t, w.lines.String())
	u, _, err := c.Find(w.front[1])
	if err != nil {
		t.Fatal(err)
	}
	s, err := find(t, c, Request{Pages: []graph.Node{u}, Superset: "host", Anyway: true})
	if err != nil || len(s.Hosts) != 1 || s.Hosts[0].Host != "other.test" {
		t.Errorf("on one host the site is on %+v: %v", s.Hosts, err)
	}
}

func TestChoose(t *testing.T) {
	steps := func(all int, pages ...int) *Boundary {
		b := &Boundary{}
		for i, n := range pages {
			b.Steps = append(b.Steps, Step{Epsilon: math.Pow(10, 1-float64(i)/2), Pages: n, All: n == all})
		}
		return b
	}
	for _, c := range []struct {
		b        *Boundary
		given    int
		asked    float64
		from, to float64
		chosen   int
	}{
		{steps(0, 100, 100, 101, 101, 400, 400, 900), 0, 0, 10, math.Pow(10, -0.5), 1},
		{steps(0, 100, 200, 400, 401, 402, 402, 900), 0, 0, 1, math.Pow(10, -1.5), 3},
		{steps(0, 3, 3, 3, 3, 3, 40, 41, 90), 3, 0, 0, 0, 5},  // 40 to 41 is more than a fiftieth
		{steps(0, 3, 3, 3, 3, 3, 40, 40, 90), 3, 0, 0, 0, 5},  // the three that were given say nothing
		{steps(900, 3, 50, 50, 900, 900, 900), 3, 0, 0, 0, 1}, // neither does everything
		{steps(900, 3, 900, 900, 900), 0, 0, 0, 0, 0},         // what was found and stays is a boundary
		{steps(900, 3, 900, 900, 900), 3, 0, 0, 0, 0},         // and even what was given, beside everything
		{steps(900, 20, 300, 900, 900), 20, 1, 0, 0, 2},       // unless asked for
		{steps(900, 900, 900, 900), 3, 0, 10, 1, 1},           // or there is nothing else
		{steps(0, 100, 100, 101, 104, 108, 112), 0, 0, 0, 0, 1},
	} {
		c.b.choose(c.asked, c.given)
		if c.b.Chosen != c.chosen || c.from != 0 && (math.Abs(c.b.From-c.from) > 1e-9 || math.Abs(c.b.To-c.to) > 1e-9) {
			t.Errorf("%+v: chosen %d, from %g to %g; want %d, %g, %g", c.b.Steps, c.b.Chosen, c.b.From, c.b.To, c.chosen, c.from, c.to)
		}
	}
}

func TestReadEpsilon(t *testing.T) {
	for text, want := range map[string]float64{"auto": 0, "": 0, "paper": -1, "0.25": 0.25, "1e-9": 1e-9} {
		if got, err := readEpsilon(text); err != nil || got != want {
			t.Errorf("%q: %g, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "x", "NaN", "1e-13", "Inf", "1e7"} {
		if _, err := readEpsilon(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if e := PaperEpsilon(7.24); math.Abs(e/4.4e-11-1) > 0.01 {
		t.Errorf("the paper's ε is %g, want 4.4e-11", e)
	}
}

// σ is that of all pairs, as far as a sample goes.
func TestMeasureSigma(t *testing.T) {
	c := ingesttest.Text(t, "http://a.test/1\thttp://a.test/x/y/z\nhttp://b.test/1\thttp://a.test/1\n")
	s, err := MeasureSigma(t.Context(), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	u := &urls{c: c}
	sum, squares, n := 0.0, 0.0, float64(c.NumPages()*c.NumPages())
	for a := range graph.Node(c.NumPages()) {
		for b := range graph.Node(c.NumPages()) {
			d := float64(u.distance(a, b))
			sum, squares = sum+d, squares+d*d
		}
	}
	want := math.Sqrt(squares/n - sum/n*sum/n)
	if s.Pairs < 10 || math.Abs(s.Value-want) > 0.6 || math.Abs(s.RMS*s.RMS-s.Mean*s.Mean-s.Value*s.Value) > 1e-9 {
		t.Errorf("got %+v, want about %g", s, want)
	}
}

// Rules cost the least of all sets of rules two deep.
func TestScopeIsTheCheapest(t *testing.T) {
	rng := drawn.Rand(t)
	for range 300 {
		p := &planner{rule: 0.5 + 2*rng.Float64()}
		for range 1 + rng.IntN(9) {
			q := place{inside: rng.IntN(2) == 0, least: 1}
			for range 1 + rng.IntN(4) {
				q.parts = append(q.parts, []string{"a", "b", "ab", "abb", "ba/"}[rng.IntN(5)])
			}
			p.all = append(p.all, q)
		}
		sortPlaces(p.all, 0)
		refine(p.all, 0)
		got := p.plan(0, len(p.all), 0)[open].sum
		if want := p.slow(0, len(p.all), 0, open); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%+v: cost %g, want %g", p.all, got, want)
		}
		sc := &Scope{}
		p.take(sc, 0, len(p.all), 0, open)
		if cost := float64(len(sc.Accept)+len(sc.Reject))*p.rule + missing*float64(sc.Missed) + float64(sc.Extra); sc.Missed > 0 || math.Abs(cost-got) > 1e-9 {
			t.Fatalf("%+v: the rules %+v cost %g, the plan says %g", p.all, sc, cost, got)
		}
		p.checkRules(t, sc)
	}
}

// slow tries both at every prefix.
func (p *planner) slow(from, to, depth, state int) float64 {
	keep := func(state int) (sum float64) {
		p.each(node{from, to, depth}, func(kid node, page *place) {
			if page == nil {
				sum += p.slow(kid.from, kid.to, kid.depth, state)
			} else {
				sum += page.cost(state == accepted)
			}
		})
		return sum
	}
	least := keep(state)
	if depth >= 1 && state < rejected {
		least = min(least, p.rule+keep(state+1))
	}
	return least
}

// checkRules sorts the pages by the rules alone.
func (p *planner) checkRules(t *testing.T, sc *Scope) {
	t.Helper()
	missed, extra := 0, 0
	for _, q := range p.all {
		begins := func(rules []string) bool {
			return slices.ContainsFunc(rules, func(r string) bool {
				return strings.HasPrefix(strings.Join(q.parts, ""), strings.TrimPrefix(r, "http://("))
			})
		}
		in := begins(sc.Accept) && !begins(sc.Reject)
		if in && !q.inside {
			extra++
		} else if !in && q.inside {
			missed++
		}
	}
	if missed != sc.Missed || extra != sc.Extra {
		t.Errorf("%+v: the rules miss %d and let %d in", sc, missed, extra)
	}
}

func TestPlaces(t *testing.T) {
	for url, want := range map[string]string{
		"http://www.debian.org/doc/x.html?q=1": `["org," "debian," "www," ")" "/doc/" "x.html" "?q=1"] 2`,
		"https://a.co.uk/":                     `["uk," "co," "a," ")" "/"] 3`,
		"http://10.0.0.1:8080/a/b/":            `["10.0.0.1)" "/a/" "b/"] 1`,
		"http://[::1]/a":                       `["[::1]," ")" "/a"] 1`,
		"not a URL":                            `[] 1`,
		"a page (which is none)":               `[] 1`,
	} {
		p := placeOf([]byte(url), true)
		if got := fmt.Sprintf("%q %d", p.parts, p.least); got != want {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}

// A rule for a page holds for all that begins as it does, and ports are other hosts to those who read SURT forms: the
// rules, as they are written, sort as they say.
func TestRulesSortAsTheySay(t *testing.T) {
	inside := []string{
		"http://h.test/p1", "http://h.test/p1?q=1", "http://h.test/p12.html", "http://h.test:8080/p1", "https://h.test:8443/p/x",
		"http://10.0.0.1/a", "http://10.0.0.1:81/a", "http://a.h2.test/", "http://h2.test:82/",
	}
	outside := []string{"http://h.test/p2", "http://h.test:8080/x", "http://10.0.0.1/b", "http://10.0.0.10/a", "http://10.0.0.1:81/", "http://h22.test/", "http://h22.test:82/"}
	var all []place
	for i, urls := range [][]string{inside, outside} {
		for _, url := range urls {
			all = append(all, placeOf([]byte(url), i == 0))
		}
	}
	sortPlaces(all, 0)
	refine(all, 0)
	sc := rulesOf(all, 1.5)
	sc.ports = portsOf(all)
	got := fmt.Sprintln(sc.lines(sc.Accept), sc.lines(sc.Reject), sc.Missed, sc.Extra)
	want := "[http://(10.0.0.1)/a http://(10.0.0.1:81)/a http://(test,h,)/p/x http://(test,h,:8080)/p/x http://(test,h,:8443)/p/x" +
		" http://(test,h,)/p1 http://(test,h,:8080)/p1 http://(test,h,:8443)/p1 http://(test,h2,] [] 0 0\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Rules let in pages that were not fetched on the domains of the site, keep out what the crawl left out, and never let in a whole host
// of a domain that is not the site's.
func TestRulesBeyondTheSite(t *testing.T) {
	var all []place
	add := func(url string, set func(*place)) {
		p := placeOf([]byte(url), false)
		set(&p)
		all = append(all, p)
	}
	for i := range 20 {
		add(fmt.Sprintf("http://own.test/a/%d", i), func(p *place) { p.inside = true })
		add(fmt.Sprintf("http://own.test/%c/%d", 'b'+i%2, i), func(p *place) { p.unfetched = true })
		add(fmt.Sprintf("http://own.test/private/%d", i), func(p *place) { p.excluded = true })
	}
	add("http://www.big.test/", func(p *place) { p.inside, p.foreign = true, true })
	for i := range 9 {
		add(fmt.Sprintf("http://www.big.test/ours/%d", i), func(p *place) { p.inside, p.foreign = true, true })
		add(fmt.Sprintf("http://www.big.test/theirs/%d", i), func(p *place) { p.unfetched, p.foreign = true, true })
	}
	sortPlaces(all, 0)
	refine(all, 0)
	sc := rulesOf(all, 1.5)
	got := fmt.Sprintln(sc.Accept, sc.Reject, sc.Missed, sc.Extra, sc.Unfetched, sc.Excluded)
	if want := "[http://(test,big,www,)/ours/ http://(test,own,)] [http://(test,own,)/private/] 1 0 20 0\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Names that are no URLs have no rules: some are told as missed, and where there are no others a list alone is written.
func TestNamesHaveNoRules(t *testing.T) {
	names := func(more string) *store.Crawl {
		var lines strings.Builder
		for i := range 40 {
			fmt.Fprintf(&lines, "page (%d)\tpage (%d)\npage (%d)\tpage (%d)\n", i, (i+1)%40, (i+1)%40, i)
		}
		return ingesttest.Text(t, lines.String()+more)
	}
	o := answer.Options{Memory: 1 << 30}
	ask := func(c *store.Crawl, format string) (*Site, error) {
		q := asked{names: []string{"page (3)"}, format: format, output: filepath.Join(t.TempDir(), "f")}
		q.epsilon, q.r.Anyway, q.r.Cluster = "auto", true, Closed
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		w, err := q.Plan(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Do()
		if err != nil {
			return nil, err
		}
		return s.(*Site), nil
	}
	c := names("")
	for _, format := range ScopeFormats {
		if s, err := ask(c, format); (err == nil) != (format == "list") || err == nil && s.Scope != nil || err != nil && !errors.Is(err, errNoURLs) {
			t.Errorf("%s: %+v, %v", format, s, err)
		}
	}
	s, err := ask(names("page (7)\thttp://a.test/x\nhttp://a.test/x\tpage (7)\n"), "surt")
	if err != nil || s.Pages != 41 || s.Scope.Missed != 40 || fmt.Sprint(s.Scope.Accept) != "[http://(test,a,)/x]" {
		t.Errorf("got %+v with %+v, %v", s, s.Scope, err)
	}
}

func TestRegexp(t *testing.T) {
	for surt, urls := range map[string][2][]string{
		"http://(org,debian,www,)/doc/": {{"http://www.debian.org/doc/", "https://www.debian.org:80/doc/x"}, {"http://www.debian.org/docs", "http://xwww.debian.org/doc/", "http://www.debian.org.evil.test/doc/", "http://x.test/http://www.debian.org/doc/"}},
		"http://(org,debian,www,)":      {{"http://www.debian.org/", "http://www.debian.org", "http://www.debian.org?q"}, {"http://www.debian.org.test/", "http://www2debian.org/"}},
		"http://(org,debian,":           {{"http://debian.org/", "http://a.b.debian.org/x"}, {"http://notdebian.org/", "http://x.test/debian.org/"}},
		"http://(10.0.0.1)/a":           {{"http://10.0.0.1/a", "https://10.0.0.1:81/ab"}, {"http://10.0.0.10/a", "http://110.0.0.1/a"}},
		"http://(test,a,)/x.html":       {{"http://a.test/x.html"}, {"http://a.test/xxhtml"}},
	} {
		re := regexp.MustCompile(Regexp(surt))
		for i, list := range urls {
			for _, url := range list {
				if re.MatchString(url) != (i == 0) {
					t.Errorf("%s, %s: %s is %v", surt, re, url, i != 0)
				}
			}
		}
	}
}

// The rules of wget are extended regular expressions of POSIX, and those of HTTrack patterns, whose last one decides.
func TestRulesOfOthers(t *testing.T) {
	sc := &Scope{Accept: []string{"http://(test,a,www,)/docs/", "http://(test,b,"}, Reject: []string{"http://(test,a,www,)/docs/old/"}, ports: map[string][]int{"test,a,www,)": {8080}}}
	var file strings.Builder
	put := func(form string, args ...any) { fmt.Fprintf(&file, form, args...) }
	sc.wget(put, 3, "http://www.a.test/docs/")
	rules := map[string]*regexp.Regexp{}
	for line := range strings.Lines(file.String()) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && strings.HasSuffix(name, "_regex") {
			rules[name] = regexp.MustCompilePOSIX(value)
		}
	}
	file.Reset()
	sc.httrack(put)
	if want := "-*\n+www.a.test/docs/*\n+www.a.test:8080/docs/*\n+b.test/*\n+*[name].b.test/*\n-www.a.test/docs/old/*\n-www.a.test:8080/docs/old/*\n"; file.String() != want {
		t.Errorf("HTTrack: got %q, want %q", file.String(), want)
	}
	for url, want := range map[string]bool{
		"http://www.a.test/docs/x": true, "https://www.a.test:8080/docs/": true, "http://www.a.test/docs/old/x": false, "http://www.a.test/": false,
		"http://b.test/": true, "http://x.y.b.test/z": true, "http://notb.test/": false, "http://c.test/http://b.test/": false,
	} {
		if got := rules["accept_regex"].MatchString(url) && !rules["reject_regex"].MatchString(url); got != want {
			t.Errorf("wget, %s: accepted %v", url, got)
		}
	}
}

func TestWords(t *testing.T) {
	words := map[string]*counts{}
	for range 5 {
		countWords(words, []byte("The Gemo report, report"), true, false)
	}
	countWords(words, []byte("Gemo project"), true, true)
	for range 40 {
		countWords(words, []byte("the menu of 12 a-b"), false, false)
	}
	got := best(words, func(n *counts) int { return n.to })
	if len(got) != 3 || got[0] != (Word{"gemo", 6}) || got[1] != (Word{"report", 5}) || words["the"].all != 45 || words["ab"] != nil {
		t.Errorf("got %+v", got)
	}
	if got := best(words, func(n *counts) int { return n.from }); len(got) != 2 {
		t.Errorf("from elsewhere: %+v", got)
	}
	if got := best(map[string]*counts{}, func(n *counts) int { return n.to }); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}
