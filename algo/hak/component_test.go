package hak_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/hak"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// A share is a threshold as a quotient, which the oracles compare in integers.
type share struct{ p, q int }

func (s share) float() float64 { return float64(s.p) / float64(s.q) }

var shares = []share{{0, 1}, {1, 10}, {3, 10}, {1, 3}, {1, 2}, {2, 3}, {7, 10}, {5, 6}, {1, 1}}

// A partial is a random crawl: pages that were crawled, with links, and ghosts.
type partial struct {
	out, in *graph.Memory
	crawled view.Bits
}

func randomPartial(t *testing.T, seed uint64, most int) (*partial, *rand.Rand) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	n := 1 + r.IntN(most)
	p := &partial{crawled: view.NewBits(n)}
	var arcs []graph.Arc
	for u := range n {
		if r.IntN(4) == 0 {
			continue
		}
		p.crawled.Add(u)
		for range r.IntN(8) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
		}
	}
	p.out = graph.FromArcs(n, arcs)
	p.in = graphtest.Transpose(t, p.out)
	return p, r
}

// holds reports whether of the links of u at least a share of tau leads into the set; u itself counts as a member.
func (p *partial) holds(u graph.Node, set view.Bits, tau share) bool {
	inside, d := 0, len(p.out.Succ(u))
	for _, v := range p.out.Succ(u) {
		if v == u || set.Has(int(v)) {
			inside++
		}
	}
	return d == 0 || inside*tau.q >= tau.p*d
}

// grow is Algorithm 1 as it is printed: rounds over all pages, γ towards the set of the round before.
func (p *partial) grow(tau share) view.Bits {
	n := p.out.NumNodes()
	least := n + 1
	for u := range n {
		if d := len(p.out.Succ(graph.Node(u))); d > 0 && p.crawled.Has(u) {
			least = min(least, d)
		}
	}
	set := view.NewBits(n)
	for u := range n {
		if p.crawled.Has(u) && len(p.out.Succ(graph.Node(u))) <= least {
			set.Add(u)
		}
	}
	for {
		next := slices.Clone(set)
		for u := range n {
			if p.crawled.Has(u) && !set.Has(u) && p.holds(graph.Node(u), set, tau) {
				next.Add(u)
			}
		}
		if slices.Equal(next, set) {
			return set
		}
		set = next
	}
}

// maximum tries all subsets of within.
func (p *partial) maximum(within view.Bits, tau share) view.Bits {
	best := view.NewBits(p.out.NumNodes())
	for sub := within[0]; ; sub = (sub - 1) & within[0] {
		set := view.Bits{sub}
		all := true
		for left := sub; left != 0 && all; left &= left - 1 {
			all = p.holds(graph.Node(bits.TrailingZeros64(left)), set, tau)
		}
		if all && bits.OnesCount64(sub) > bits.OnesCount64(best[0]) {
			best = set
		}
		if sub == 0 {
			return best
		}
	}
}

func TestGrow(t *testing.T) {
	for seed := range uint64(300) {
		p, _ := randomPartial(t, seed, 100)
		for _, tau := range shares {
			got, err := hak.Grow(t.Context(), p.out, p.in, p.crawled, hak.GrowOptions{Tau: tau.float()})
			if err != nil {
				t.Fatal(err)
			}
			if want := p.grow(tau); !slices.Equal(got, want) {
				t.Fatalf("seed %d, tau %v: got %x, want %x", seed, tau, got, want)
			}
		}
	}
}

func TestMaximum(t *testing.T) {
	for seed := range uint64(150) {
		p, _ := randomPartial(t, seed, 12)
		for _, tau := range shares {
			for _, within := range []view.Bits{p.crawled, p.grow(tau)} {
				got, err := hak.Maximum(t.Context(), p.out, p.in, within, hak.GrowOptions{Tau: tau.float()})
				if err != nil {
					t.Fatal(err)
				}
				if want := p.maximum(within, tau); !slices.Equal(got, want) {
					t.Fatalf("seed %d, tau %v, within %x: got %x, want %x", seed, tau, within, got, want)
				}
			}
		}
	}
}

// Pages renumbered, more workers, and graphs that are read otherwise give the same sets.
func TestSelectionIsOfTheGraph(t *testing.T) {
	for seed := range uint64(60) {
		p, r := randomPartial(t, seed, 300)
		n := p.out.NumNodes()
		to := r.Perm(n)
		moved := &partial{crawled: renumbered(p.crawled, to)}
		var arcs []graph.Arc
		for u := range n {
			for _, v := range p.out.Succ(graph.Node(u)) {
				arcs = append(arcs, graph.Arc{From: graph.Node(to[u]), To: graph.Node(to[v])})
			}
		}
		moved.out = graph.FromArcs(n, arcs)
		moved.in = graphtest.Transpose(t, moved.out)
		grown, maximum := selectBoth(t, p.out, p.in, p.crawled, 1)
		grown2, maximum2 := selectBoth(t, lists{moved.out}, lists{moved.in}, moved.crawled, 8)
		if !slices.Equal(renumbered(grown, to), grown2) || !slices.Equal(renumbered(maximum, to), maximum2) {
			t.Fatalf("seed %d: another numbering gives other pages", seed)
		}
	}
}

// lists hides that a graph is in memory.
type lists struct{ graph.Random }

func selectBoth(t *testing.T, out, in graph.Random, crawled view.Bits, workers int) (grown, maximum view.Bits) {
	t.Helper()
	w := graph.Work{Workers: workers}
	grown, err1 := hak.Grow(t.Context(), out, in, crawled, hak.GrowOptions{Tau: 0.6, Quantile: 0.3, Work: w})
	maximum, err2 := hak.Maximum(t.Context(), out, in, crawled, hak.GrowOptions{Tau: 0.6, Work: w})
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return grown, maximum
}

func renumbered(b view.Bits, to []int) view.Bits {
	moved := view.NewBits(len(to))
	for u, v := range to {
		if b.Has(u) {
			moved.Add(v)
		}
	}
	return moved
}

// A quantile of the out-degrees, by hand: 1, 2, 2, 3 and a page without links.
func TestGrowFromQuantile(t *testing.T) {
	var arcs []graph.Arc
	ghost := graph.Node(5)
	for u, d := range []int{1, 2, 2, 3, 0} {
		for i := range d {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: ghost + graph.Node(i)})
		}
	}
	out := graph.FromArcs(8, arcs)
	in := graphtest.Transpose(t, out)
	for _, c := range []struct {
		q    float64
		want view.Bits
	}{{0, view.Bits{0b10001}}, {0.25, view.Bits{0b10001}}, {0.26, view.Bits{0b10111}}, {0.75, view.Bits{0b10111}}, {1, view.Bits{0b11111}}} {
		got, err := hak.Grow(t.Context(), out, in, view.Bits{0b11111}, hak.GrowOptions{Tau: 0.5, Quantile: c.q})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("quantile %v: got %b and error %v, want %b", c.q, got, err, c.want)
		}
	}
}

// Two components by hand, with a link to a ghost, a page below τ and a page alone.
func TestComponents(t *testing.T) {
	out := graph.FromArcs(7, []graph.Arc{{From: 1, To: 2}, {From: 2, To: 3}, {From: 2, To: 6}, {From: 4, To: 5}, {From: 4, To: 6}, {From: 5, To: 6}})
	got, err := hak.Components(t.Context(), out, view.Bits{0b0111111}, 0.5, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	parts := []hak.Part{
		{Pages: 3, Arcs: 2, Gamma: 2.5 / 3}, {Pages: 2, Arcs: 1, Gamma: 0.25, BelowTau: 1}, {Pages: 1, Gamma: 1},
	}
	if labels := []uint32{2, 0, 0, 0, 1, 1, hak.None}; !slices.Equal(got.Parts, parts) || !slices.Equal(got.Labels, labels) {
		t.Errorf("got %+v, labels %d, want %+v, labels %d", got.Parts, got.Labels, parts, labels)
	}
	if whole := (hak.Part{Pages: 6, Arcs: 3, Gamma: 4. / 6, BelowTau: 1}); got.Whole != whole {
		t.Errorf("got %+v in all, want %+v", got.Whole, whole)
	}
}

// What cannot be asked, and graphs that cannot be read.
func TestSelectionErrors(t *testing.T) {
	p, _ := randomPartial(t, 1, 50)
	w := graph.Work{}
	broken := unreadable{p.in}
	for name, f := range map[string]func() error{
		"tau": func() error {
			_, err := hak.Maximum(t.Context(), p.out, p.in, p.crawled, hak.GrowOptions{Tau: 1.5, Work: w})
			return err
		},
		"quantile": func() error {
			_, err := hak.Grow(t.Context(), p.out, p.in, p.crawled, hak.GrowOptions{Quantile: -1})
			return err
		},
		"transpose": func() error {
			_, err := hak.Grow(t.Context(), p.out, graph.FromArcs(3, nil), p.crawled, hak.GrowOptions{})
			return err
		},
		"lists": func() error {
			_, err := hak.Grow(t.Context(), p.out, broken, p.crawled, hak.GrowOptions{})
			return err
		},
		"members": func() error {
			_, err := hak.Components(t.Context(), p.out, view.NewBits(500), 0.5, w)
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hak.Maximum(ctx, p.out, p.in, p.crawled, hak.GrowOptions{Tau: 0.5, Work: w}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

type unreadable struct{ graph.Random }

func (unreadable) AppendSucc([]graph.Node, graph.Node) ([]graph.Node, error) {
	return nil, errors.New("damaged")
}

// Page 5 is a ghost. 0 and 1 have a link each, with which Algorithm 1 begins; 2 follows as 0 and 1 are two of its three
// links. That the link of 1 leads to the ghost shows in the greatest set, which has to do without it, and so without 2.
func ExampleGrow() {
	out := graph.FromArcs(6, []graph.Arc{
		{From: 0, To: 3}, {From: 1, To: 5}, {From: 2, To: 0}, {From: 2, To: 1}, {From: 2, To: 5}, {From: 3, To: 0}, {From: 3, To: 2}, {From: 4, To: 3}, {From: 4, To: 5},
	})
	in, err := graph.Transpose(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	crawled := view.Bits{0b011111}
	grown, err1 := hak.Grow(context.Background(), out, in, crawled, hak.GrowOptions{Tau: 0.5})
	greatest, err2 := hak.Maximum(context.Background(), out, in, crawled, hak.GrowOptions{Tau: 0.5})
	parts, err3 := hak.Components(context.Background(), out, grown, 0.5, graph.Work{})
	if err := errors.Join(err1, err2, err3); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%06b %06b\n", grown, greatest)
	fmt.Printf("%+v\n", parts.Parts)
	// Output:
	// [011111] [011001]
	// [{Pages:5 Arcs:6 Gamma:0.6333333333333333 BelowTau:1}]
}
