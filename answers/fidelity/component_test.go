package fidelity_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/algo/hak"
	"weft/answers/fidelity"
	"weft/graph"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// A web is links by name, and what was crawled of them.
type web struct {
	links   map[string][]string
	crawled map[string]bool
}

// randomWeb returns a target of n pages on a few hosts, and the crawl of most of it.
func randomWeb(seed uint64, n int) (target, crawl web) {
	r := rand.New(rand.NewPCG(seed, 11))
	name := func(i int) string { return fmt.Sprintf("http://h%d.example/%03d", i*i%5, i) }
	target = web{map[string][]string{}, map[string]bool{}}
	crawl = web{map[string][]string{}, map[string]bool{}}
	for u := range n {
		links := map[string]bool{}
		for range r.IntN(7) {
			links[name(int(float64(n)*r.Float64()*r.Float64()))] = true
		}
		target.crawled[name(u)] = true
		for v := range links {
			target.links[name(u)] = append(target.links[name(u)], v)
		}
		slices.Sort(target.links[name(u)])
		if r.IntN(4) > 0 {
			crawl.crawled[name(u)], crawl.links[name(u)] = true, target.links[name(u)]
		}
	}
	return target, crawl
}

func (w web) imported(t *testing.T) *store.Crawl {
	t.Helper()
	var arcs, fetched strings.Builder
	for u := range w.crawled {
		fmt.Fprintln(&fetched, u)
		for _, v := range w.links[u] {
			fmt.Fprintln(&arcs, u, v)
		}
	}
	return ingesttest.Fetched(t, arcs.String(), fetched.String())
}

// ranks goes 30 steps of PageRank over the links of some pages and what they lead to, from the preferred pages, all if nil.
func (w web) ranks(pages, preferred map[string]bool) map[string]float64 {
	scores := map[string]float64{}
	for u := range pages {
		scores[u] = 0
		for _, v := range w.links[u] {
			scores[v] = 0
		}
	}
	prefer := map[string]float64{}
	for u := range scores {
		if preferred == nil || preferred[u] {
			prefer[u] = 1
		}
	}
	each := 1 / float64(len(prefer))
	for u := range scores {
		prefer[u] *= each
		scores[u] = prefer[u]
	}
	for range 30 {
		next, lost := map[string]float64{}, 0.0
		for u, x := range scores {
			links := w.links[u]
			if !pages[u] || len(links) == 0 {
				lost += x
				continue
			}
			for _, v := range links {
				next[v] += 0.85 * x / float64(len(links))
			}
		}
		for u := range scores {
			scores[u] = next[u] + (0.15+0.85*lost)*prefer[u]
		}
	}
	return scores
}

// agree is Kendall's tau-b, pair by pair, of the names that are among the k best by either.
func agree(names []string, a, b map[string]float64, k int) (tauB float64, compared int) {
	best := map[string]bool{}
	for _, scores := range []map[string]float64{a, b} {
		order := slices.Clone(names)
		slices.SortStableFunc(order, func(x, y string) int { return -sign(scores[x], scores[y]) })
		for _, u := range order[:min(k, len(order))] {
			best[u] = true
		}
	}
	var sum, inA, inB float64
	for i, u := range names {
		for _, v := range names[:i] {
			if best[u] && best[v] {
				x, y := sign(a[u], a[v]), sign(b[u], b[v])
				sum, inA, inB = sum+float64(x*y), inA+float64(x*x), inB+float64(y*y)
			}
		}
	}
	return sum / math.Sqrt(inA*inB), len(best)
}

// sign compares scores as far as they are exact.
func sign(x, y float64) int {
	switch {
	case math.Abs(x-y) < 1e-11*max(x, y):
		return 0
	case x < y:
		return -1
	}
	return 1
}

// The ranking of the crawl and of each component, beside that of the target, is as by maps and pairs.
func TestComponentsAgainstTarget(t *testing.T) {
	const top = 25
	checked := 0
	for seed := range uint64(6) {
		target, crawl := randomWeb(seed, 120)
		c := crawl.imported(t)
		o := fidelity.ComponentOptions{Tau: 0.6, Quantile: 0.3, Hosts: 2, Target: target.imported(t)}
		o.Memory, o.Top = 1<<30, top
		r, err := fidelity.GetComponents(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		members := make([]map[string]bool, r.Count)
		if err := r.EachMember(func(i int, u graph.Node) error {
			if members[i] == nil {
				members[i] = map[string]bool{}
			}
			members[i][c.Label(u)] = true
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		whole, truth := crawl.ranks(crawl.crawled, nil), target.ranks(target.crawled, crawl.crawled)
		checkTau(t, seed, r.Whole.Kendall, crawl.crawled, whole, truth, top)
		for i, p := range r.Components {
			if p.Pages != len(members[i]) {
				t.Fatalf("seed %d: component %d has %d pages and %d members", seed, i, p.Pages, len(members[i]))
			}
			if p.Pages < 5 {
				continue
			}
			checkHosts(t, p.Hosts, members[i])
			checkTau(t, seed, p.InWhole, members[i], whole, truth, top)
			checkTau(t, seed, p.Kendall, members[i], crawl.ranks(members[i], nil), target.ranks(target.crawled, members[i]), top)
			checked++
		}
	}
	if checked < 4 {
		t.Errorf("only %d components were large enough to be compared", checked)
	}
}

func checkTau(t *testing.T, seed uint64, got *hak.Agreement, pages map[string]bool, a, b map[string]float64, k int) {
	t.Helper()
	var names []string
	for u := range pages {
		names = append(names, u)
	}
	slices.Sort(names)
	want, compared := agree(names, a, b, k)
	if got == nil || math.Abs(got.TauB-want) > 1e-12 || got.Pages != compared {
		t.Errorf("seed %d, %d pages: got %+v, want tau-b %v of %d", seed, len(pages), got, want, compared)
	}
}

func checkHosts(t *testing.T, got []fidelity.HostPages, pages map[string]bool) {
	t.Helper()
	counts, most := map[string]int{}, 0
	for u := range pages {
		host := strings.Split(u, "/")[2]
		counts[host]++
		most = max(most, counts[host])
	}
	if len(got) != min(2, len(counts)) || got[0].Pages != most {
		t.Errorf("hosts: got %v, want the first of %v", got, counts)
	}
	for _, h := range got {
		if counts[h.Host] != h.Pages {
			t.Errorf("host %s: got %d pages, want %d", h.Host, h.Pages, counts[h.Host])
		}
	}
}

// What pages the target lacks are counted, and not compared; workers and methods do not change what is said of each method.
func TestComponentsOfAPart(t *testing.T) {
	target, crawl := randomWeb(40, 150)
	gone := 0
	for u := range target.crawled {
		if strings.HasSuffix(u, "7") && crawl.crawled[u] {
			delete(target.crawled, u)
			delete(target.links, u)
			gone++
		}
	}
	c, whole := crawl.imported(t), target.imported(t)
	o := fidelity.ComponentOptions{Tau: 0.4, Quantile: 0.5, Target: whole}
	o.Memory, o.Workers = 1<<30, 1
	var first *fidelity.Components
	for _, m := range fidelity.SelectionMethods {
		o.Method = m
		o.Workers++
		r, err := fidelity.GetComponents(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r
		}
		if r.Whole.Missing != gone || gone == 0 {
			t.Errorf("%s: got %d pages that the target lacks, want %d", m, r.Whole.Missing, gone)
		}
		i := slices.Index(fidelity.SelectionMethods, m)
		if !slices.Equal(r.Methods, first.Methods) || r.Methods[i].Part != r.Members || r.Methods[i].Components != r.Count {
			t.Errorf("%s: got %+v, %+v in %d components; by grow %+v", m, r.Methods, r.Members, r.Count, first.Methods)
		}
	}
	o.Method = "shrink"
	if _, err := fidelity.GetComponents(t.Context(), c, o); err == nil || !strings.Contains(err.Error(), "shrink") {
		t.Errorf("an unknown method: got %v", err)
	}
}
