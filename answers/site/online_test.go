package site

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// manuals is a crawl of some manuals on a few hosts, whose pages link among themselves most.
func manuals(t *testing.T, seed uint64) *store.Crawl {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 21))
	const books, pages = 30, 40
	name := func(b, p int) string { return fmt.Sprintf("http://h%d.test/book%d/part%d/%d.html", b%7, b, p%3, p) }
	var arcs strings.Builder
	for b := range books {
		for p := range pages {
			for range 2 + r.IntN(6) {
				fmt.Fprintln(&arcs, name(b, p), name(b, r.IntN(pages)))
			}
			if r.IntN(5) == 0 {
				fmt.Fprintln(&arcs, name(b, p), name(r.IntN(books), 0))
			}
		}
	}
	return ingesttest.Text(t, arcs.String())
}

// ask asks for a site.
func ask(t *testing.T, c *store.Crawl, r Request) (*Site, error) {
	t.Helper()
	q := &asked{options: options{r: r}}
	for _, u := range r.Pages {
		q.names = append(q.names, fmt.Sprint(u))
	}
	if q.epsilon = "auto"; r.Epsilon != 0 {
		q.epsilon = fmt.Sprint(r.Epsilon)
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	w, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2})
	if err != nil {
		return nil, err
	}
	a, err := w.Do()
	if err != nil {
		return nil, err
	}
	return a.(*Site), nil //nolint:forcetypeassert // it is one
}

// On line the site is that of the exact cut, for every capacity, ε and superset, and hardly more pages are asked for.
func TestOnlineIsExact(t *testing.T) {
	var few, grew int
	for seed := range uint64(6) {
		c := manuals(t, seed)
		r := rand.New(rand.NewPCG(seed, 22))
		for _, how := range []string{Returned, Constant, Similarity, PerLink} {
			for _, eps := range []float64{0.01, 0.05, 0.2} {
				req := Request{Cluster: Given, Capacity: how, Epsilon: eps, Superset: Supersets[r.IntN(3)], Anyway: true}
				book, left := r.IntN(c.NumPages()), 0
				for u := book; u < c.NumPages() && left < 12; u, left = u+1, left+1 {
					req.Pages = append(req.Pages, graph.Node(u))
				}
				exact, err := ask(t, c, req)
				if err != nil {
					t.Fatal(err)
				}
				req.Flow = OnLine
				got, err := ask(t, c, req)
				if err != nil {
					t.Fatal(err)
				}
				what := fmt.Sprintf("seed %d, %s, ε %v, %s", seed, how, eps, req.Superset)
				if !got.Online.Certified || got.Online.Left > 0 || !slices.Equal(got.pages, exact.pages) || got.CutArcs != exact.CutArcs || got.CutCapacity != exact.CutCapacity {
					t.Fatalf("%s: %d pages, %d links of %v, %+v; want %d, %d of %v", what, got.Pages, got.CutArcs, got.CutCapacity, *got.Online, exact.Pages, exact.CutArcs, exact.CutCapacity)
				}
				if a, b := got.Steps[0].Capacity, exact.Steps[exact.Chosen].Capacity; a != b {
					t.Fatalf("%s: a cut of %v, want %v", what, a, b)
				}
				if got.Pages > len(req.Pages) {
					grew++
				}
				if int(got.Online.Asked) < c.NumPages()/2 {
					few++
				}
			}
		}
	}
	if t.Logf("%d of 72 sites are larger than what was given, %d asked for fewer than half of the pages", grew, few); grew < 20 || few < 20 {
		t.Error("the cases say little")
	}
}

// What is stopped says what is left; what is lowered is not certified.
func TestOnlineSaysWhatIsLeft(t *testing.T) {
	c := manuals(t, 9)
	req := Request{Pages: []graph.Node{0, 5, 9}, Cluster: Given, Capacity: Constant, Epsilon: 0.05, Anyway: true, Flow: OnLine, Most: 6}
	got, err := ask(t, c, req)
	if err != nil {
		t.Fatal(err)
	}
	if got.Online.Certified || got.Online.Left == 0 || got.Online.Asked != 6 || len(got.Said.Doubts) == 0 || !strings.Contains(strings.Join(got.Said.Doubts, "; "), "flow is not complete") {
		t.Errorf("got %+v, %+v", *got.Online, got.Said)
	}
	req.Flow, req.Most = Lowered, 0
	if got, err = ask(t, c, req); err != nil || got.Online.Certified || got.Online.Left > 0 || got.Online.Overflow != 0 || !strings.Contains(strings.Join(got.Said.Doubts, "; "), "lowered") {
		t.Errorf("lowered: got %+v, %v", got, err)
	}
	req.Threshold = 0.5
	if got, err = ask(t, c, req); err != nil || got.Online.Certified || got.Pages == 0 {
		t.Errorf("with a threshold: got %+v, %v", got, err)
	}
	req = Request{Pages: []graph.Node{0}, Cluster: Given, Flow: OnLine}
	if _, err = ask(t, c, req); err == nil || !strings.Contains(err.Error(), "set 'epsilon'") {
		t.Errorf("without ε: got %v", err)
	}
	req.Flow = "backwards"
	if _, err = ask(t, c, req); err == nil || errors.Is(err, errNone) {
		t.Errorf("got %v", err)
	}
	req.Flow = NoFlow
	if got, err = ask(t, c, req); err != nil || got.Boundary != nil || got.Pages != 1 {
		t.Errorf("without a flow: got %+v, %v", got, err)
	}
}
