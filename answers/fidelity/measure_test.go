package fidelity_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/algo/hak"
	"weft/answers/fidelity"
	"weft/graph"
	"weft/graph/page"
	"weft/making/generate/generatetest"
	"weft/store"
)

// randomStates returns a graph of pages in all states; those that were not answered have no links, but for some that failed.
func randomStates(t *testing.T, seed uint64, n int) *generatetest.Stated {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 21))
	s := generatetest.New(t, n, seed)
	var arcs []graph.Arc
	for u := range n {
		s.States[u] = []page.State{page.Ghost, page.Excluded, page.Failed, page.Redirected, page.Fetched, page.Fetched, page.Fetched, page.Fetched}[r.IntN(8)]
		if s.States[u] <= page.Excluded || s.States[u] == page.Failed && r.IntN(2) == 0 {
			continue
		}
		for range r.IntN(8) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(float64(n) * r.Float64() * r.Float64())})
		}
	}
	s.Memory = graph.FromArcs(n, arcs)
	return s
}

// asWeb returns the web that fidelity is to see, with pages by their names.
func asWeb(s *generatetest.Stated, c *store.Crawl, withExcluded bool) (w web, ghosts int) {
	w = web{map[string][]string{}, map[string]bool{}}
	for u := range s.NumNodes() {
		if s.States[u] == page.Excluded && !withExcluded {
			continue
		}
		name := c.Label(graph.Node(u))
		if s.States[u] < page.Redirected && len(s.Succ(graph.Node(u))) == 0 {
			ghosts++
			continue
		}
		w.crawled[name] = true
		for _, v := range s.Succ(graph.Node(u)) {
			if withExcluded || s.States[v] != page.Excluded {
				w.links[name] = append(w.links[name], c.Label(v))
			}
		}
	}
	// A page that failed and of whose links all are left out has none that are known.
	for u := range s.NumNodes() {
		if name := c.Label(graph.Node(u)); s.States[u] == page.Failed && w.crawled[name] && len(w.links[name]) == 0 {
			delete(w.crawled, name)
			ghosts++
		}
	}
	return w, ghosts
}

// truth is γ, Im and HAK by the definitions, with PageRank over maps.
func (w web) truth(pages map[string]bool) hak.Estimate {
	scores := w.ranksOf(pages)
	gamma, im := 0.0, 0.0
	for u := range w.crawled {
		if len(w.links[u]) == 0 {
			gamma++
			continue
		}
		d := float64(len(w.links[u]))
		for _, v := range w.links[u] {
			if w.crawled[v] {
				gamma += 1 / d
				im += scores[u] / d / scores[v]
			}
		}
	}
	n := float64(len(w.crawled))
	return hak.Of(len(w.crawled), len(pages)-len(w.crawled), gamma/n, im/n)
}

// ranksOf is ranks with all pages of the crawl, also those that nobody links to.
func (w web) ranksOf(pages map[string]bool) map[string]float64 {
	all := web{map[string][]string{}, pages}
	for u := range w.crawled {
		all.links[u] = w.links[u]
	}
	return all.ranks(pages, nil)
}

func TestMeasureByDefinition(t *testing.T) {
	for seed := range uint64(12) {
		s := randomStates(t, seed, 150)
		c := s.Crawl(t)
		for _, with := range []bool{false, true} {
			w, ghosts := asWeb(s, c, with)
			pages := map[string]bool{}
			for u := range s.NumNodes() {
				if with || s.States[u] != page.Excluded {
					pages[c.Label(graph.Node(u))] = true
				}
			}
			want := w.truth(pages)
			for _, memory := range []int64{1 << 30, 24 << 20} {
				o := fidelity.Options{WithExcluded: with}
				o.Memory, o.Workers = memory, 2
				r, err := fidelity.Measure(t.Context(), c, o, true)
				if err != nil {
					t.Fatal(err)
				}
				if r.Ghosts != ghosts || r.Crawled != want.Crawled || math.Abs(r.Gamma-want.Gamma) > 1e-12 || math.Abs(r.Im-want.Im) > 1e-9 || math.Abs(r.HAK-want.HAK) > 1e-9 {
					t.Fatalf("seed %d, with excluded %v: got %+v, want %+v", seed, with, r.Estimate, want)
				}
				checkParts(t, w, failedOf(s, c), r)
			}
		}
	}
}

// Pages that are left out are no part of the ranking: the others have the PageRank of the graph without them, to a sum of 1.
func TestScoresWithoutExcluded(t *testing.T) {
	for seed := range uint64(8) {
		s := randomStates(t, seed, 120)
		c := s.Crawl(t)
		w, _ := asWeb(s, c, false)
		pages, number := map[string]bool{}, map[string]graph.Node{}
		for u := range s.NumNodes() {
			if s.States[u] != page.Excluded {
				pages[c.Label(graph.Node(u))] = true
				number[c.Label(graph.Node(u))] = graph.Node(u)
			}
		}
		o := fidelity.Options{Alpha: 0.85}
		o.Memory = 1 << 30
		seen, err := fidelity.See(t.Context(), c, "a test", nil, o)
		if err != nil {
			t.Fatal(err)
		}
		res, err := seen.Scores(t.Context(), nil, nil, 30, &o)
		if err := errors.Join(err, seen.View.Close()); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for name, want := range w.ranksOf(pages) {
			got := res.Scores[number[name]]
			if sum += got; math.Abs(got-want) > 1e-12 {
				t.Fatalf("seed %d, %s: got %v, want %v", seed, name, got, want)
			}
		}
		if math.Abs(sum-1) > 1e-12 || seen.Pages != len(pages) {
			t.Errorf("seed %d: the scores of %d pages sum to %v", seed, seen.Pages, sum)
		}
	}
}

// failedOf returns the names of the pages that failed.
func failedOf(s *generatetest.Stated, c *store.Crawl) map[string]bool {
	failed := map[string]bool{}
	for u, state := range s.States {
		if state == page.Failed {
			failed[c.Label(graph.Node(u))] = true
		}
	}
	return failed
}

// checkParts checks what a report says of pages and hosts: no page is wanted that was asked for in vain.
func checkParts(t *testing.T, w web, failed map[string]bool, r *fidelity.Report) {
	t.Helper()
	lost := 0
	for u := range failed {
		if !w.crawled[u] {
			lost++
		}
	}
	if r.Failed != lost {
		t.Fatalf("%d pages failed, want %d", r.Failed, lost)
	}
	gain := map[string]float64{}
	arcs := map[string]int{}
	for u := range w.crawled {
		for _, v := range w.links[u] {
			if !w.crawled[v] && !failed[v] {
				gain[v] += 1 / float64(len(w.links[u])) / float64(len(w.crawled))
				arcs[v]++
			}
		}
	}
	best := 0.0
	for _, g := range gain {
		best = max(best, g)
	}
	for i, g := range r.Wanted {
		if math.Abs(g.Gain-gain[g.URL]) > 1e-12 || g.Arcs != arcs[g.URL] || i == 0 && math.Abs(g.Gain-best) > 1e-12 {
			t.Fatalf("wanted page %d: got %+v, want %v by %d arcs, the best is %v", i, g, gain[g.URL], arcs[g.URL], best)
		}
	}
	hosts := map[string]float64{}
	for u, g := range gain {
		hosts[strings.Split(u, "/")[2]] += g
	}
	for _, h := range r.Hosts {
		if math.Abs(h.Gain-hosts[h.Host]) > 1e-12 || !strings.Contains(h.Seed, "/"+h.Host+"/") {
			t.Fatalf("host: got %+v, want %v", h, hosts[h.Host])
		}
	}
	if len(r.Hosts) != min(20, len(hosts)) {
		t.Fatalf("%d hosts, want %d", len(r.Hosts), min(20, len(hosts)))
	}
	for _, x := range r.AtRisk {
		if x.Share <= 0 || x.Share > 1 || !slices.Contains(w.links[x.FromURL], x.URL) {
			t.Fatalf("at risk: %+v", x)
		}
	}
	sum, n := 0.0, 0
	for _, g := range r.Gammas {
		if g == g {
			sum, n = sum+float64(g), n+1
		}
	}
	if n != r.Crawled || math.Abs(sum/float64(n)-r.Gamma) > 1e-6 {
		t.Fatalf("γ of %d pages is %v in the mean, want %v of %d", n, sum/float64(n), r.Gamma, r.Crawled)
	}
	if r.Interval != nil && (r.Interval.Low > r.Interval.High || r.GammaInterval.Low > r.Gamma || r.GammaInterval.High < r.Gamma) {
		t.Fatalf("intervals: %+v, %+v", r.GammaInterval, r.Interval)
	}
}

// What machines read.
func TestKeys(t *testing.T) {
	c := randomStates(t, 3, 80).Crawl(t)
	o := fidelity.Options{}
	o.Memory = 1 << 30
	r, err := fidelity.Against(t.Context(), c, c, fidelity.Rankings, o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	for k := range strings.FieldsSeq("gamma crawled ghosts estimated_pages im impacted d x hak tau") {
		if keys[k] == nil {
			t.Errorf("there is no %q in %s", k, text)
		}
	}
	for k := range strings.FieldsSeq("top30 top50 top70 all") {
		if !strings.Contains(string(keys["tau"]), `"`+k+`"`) {
			t.Errorf("there is no %q in tau: %s", k, keys["tau"])
		}
	}
}

// A crawl beside its target is compared as by maps and pairs.
func TestAgainstByPairs(t *testing.T) {
	for seed := range uint64(5) {
		target, crawl := randomWeb(seed, 110)
		o := fidelity.Options{Top: 20}
		o.Memory = 1 << 30
		r, err := fidelity.Against(t.Context(), crawl.imported(t), target.imported(t), []string{fidelity.Personalised, fidelity.InDegree}, o)
		if err != nil {
			t.Fatal(err)
		}
		whole, truth := crawl.ranks(crawl.crawled, nil), target.ranks(target.crawled, crawl.crawled)
		var names []string
		for u := range crawl.crawled {
			names = append(names, u)
		}
		slices.Sort(names)
		p := r.Compared[0]
		for _, s := range append(slices.Clone(p.Shares), p.Top) {
			k := int(hak.Top(s.Share, len(names)))
			want, compared := agree(names, whole, truth, k)
			if math.Abs(s.TauB-want) > 1e-12 || s.Pages != compared {
				t.Errorf("seed %d, best %g: got %+v, want %v of %d", seed, s.Share, s, want, compared)
			}
		}
		in := func(w web) map[string]float64 {
			n := map[string]float64{}
			for u := range w.crawled {
				n[u]++ // one more for each, as sign compares what is not 0
				for _, v := range w.links[u] {
					n[v]++
				}
			}
			return n
		}
		want, _ := agree(names, in(crawl), in(target), len(names))
		if got := r.Compared[1].Shares[3].TauB; math.Abs(got-want) > 1e-12 {
			t.Errorf("seed %d: in-degree %v, want %v", seed, got, want)
		}
		if r.Matched != len(names) || r.Absent != 0 || r.TargetPages != len(target.crawled) {
			t.Errorf("seed %d: %d compared, %d absent, %d in the target", seed, r.Matched, r.Absent, r.TargetPages)
		}
	}
}

// A target that shares fewer than two crawled pages with the crawl has nothing to compare.
func TestTargetsOfFewPages(t *testing.T) {
	crawl := web{links: map[string][]string{"http://a.example/": {"http://b.example/"}, "http://b.example/": nil, "http://c.example/": nil}, crawled: map[string]bool{"http://a.example/": true, "http://b.example/": true, "http://c.example/": true}}
	for shared, fine := range map[int]bool{0: false, 1: false, 2: true, 3: true} {
		target := web{links: map[string][]string{"http://x.example/": {"http://y.example/"}}, crawled: map[string]bool{"http://x.example/": true, "http://y.example/": true}}
		for _, u := range []string{"http://a.example/", "http://b.example/", "http://c.example/"}[:shared] {
			target.crawled[u], target.links[u] = true, append(crawl.links[u], "http://x.example/")
		}
		o := fidelity.Options{Top: 20}
		o.Memory = 1 << 30
		r, err := fidelity.Against(t.Context(), crawl.imported(t), target.imported(t), []string{fidelity.InDegree}, o)
		if (err == nil) != fine || err == nil && (r.Matched != shared || r.Absent != 3-shared) {
			t.Errorf("%d pages are shared: got %+v, %v", shared, r, err)
		}
		if want := fmt.Sprintf("crawl and target share %d crawled pages", shared); err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d pages are shared: got %v, want %q", shared, err, want)
		}
	}
}

// Of a whole crawl everything is as it should be, of nothing nothing is said.
func TestEnds(t *testing.T) {
	target, crawl := randomWeb(9, 60)
	o := fidelity.Options{}
	o.Memory = 1 << 30
	r, err := fidelity.Measure(t.Context(), target.imported(t), o, false)
	if err != nil || r.HAK != 1 || r.Gamma != 1 || len(r.Wanted) != 0 || len(r.Doubts) != 2 {
		t.Errorf("a whole crawl: %+v, %v", r, err)
	}
	c := crawl.imported(t)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fidelity.Measure(stopped, c, o, false); err == nil {
		t.Error("stopped: no error")
	}
	o.Memory = 1 << 20
	if _, err := fidelity.Measure(t.Context(), c, o, false); err == nil || !strings.Contains(err.Error(), "fidelity") {
		t.Errorf("no memory: %v", err)
	}
	nothing := randomStates(t, 1, 30)
	for u := range nothing.States {
		nothing.States[u] = page.Ghost
	}
	nothing.Memory = graph.FromArcs(30, nil)
	o.Memory = 1 << 30
	e, err := fidelity.Measure(t.Context(), nothing.Crawl(t), o, false)
	if err != nil || e.Crawled != 0 || len(e.Doubts) != 1 || e.Doubts[0].Name != hak.Nothing {
		t.Errorf("nothing crawled: %+v, %v", e, err)
	}
	if _, err := json.Marshal(e); err != nil {
		t.Error(err)
	}
}

// The crawl of the crawl finds what it can know: everything, if nothing is left out.
func TestCalibrate(t *testing.T) {
	_, crawl := randomWeb(2, 400)
	o := fidelity.CalibrateOptions{Blocks: []float64{0.001, 0.4}, Sets: 3}
	o.Memory, o.Seed = 1<<30, 1
	k, err := fidelity.Calibrate(t.Context(), crawl.imported(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if k.Pages != len(crawl.crawled) || len(k.Cells) != 2 || k.Cells[0].HAK.Value != 1 || k.Cells[0].Shares[3].TauB.Value < 0.9 || k.Cells[1].Gamma.Value > 0.9 {
		t.Errorf("got %+v", k.Cells)
	}
	if tau := k.Recrawl.Tau[0]; len(k.Recrawl.Tau) != 4 || !(tau.Value > 0.2 && tau.Value < 0.95) {
		t.Errorf("Recrawl: %+v", k.Recrawl)
	} else if tau.Crawls == 0 || tau.Low > tau.Value || tau.High < tau.Value || tau.High-tau.Low < 0.01 {
		t.Errorf("its interval: %+v", tau)
	}
	o.Iterations = 1
	once, err := fidelity.Calibrate(t.Context(), crawl.imported(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if once.Cells[1].Im.Value == k.Cells[1].Im.Value {
		t.Errorf("one iteration finds the Im of 30: %v", k.Cells[1].Im)
	}
}
