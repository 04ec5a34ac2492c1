package bv

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// leastBits tries every choice of references.
func leastBits(costs []int32, window, maxRef int, depths []int) int {
	i := len(depths)
	if i*(window+1) == len(costs) {
		return 0
	}
	row := costs[i*(window+1) : (i+1)*(window+1)]
	if row[0] == never {
		return leastBits(costs, window, maxRef, append(depths, noList))
	}
	least := int(row[0]) + leastBits(costs, window, maxRef, append(depths, 0))
	for back := 1; back <= min(window, i); back++ {
		if depth := depths[i-back] + 1; row[back] != never && depth <= maxRef {
			least = min(least, int(row[back])+leastBits(costs, window, maxRef, append(depths, depth)))
		}
	}
	return least
}

// someCosts draws the costs of lists, a quarter of them empty.
func someCosts(r *rand.Rand, n, window int) []int32 {
	costs := make([]int32, 0, n*(window+1))
	empty := make([]bool, n)
	for i := range n {
		empty[i] = r.IntN(4) == 0
		none := int32(20 + r.IntN(40))
		if empty[i] {
			none = never
		}
		costs = append(costs, none)
		for back := 1; back <= window; back++ {
			cost := int32(never)
			if !empty[i] && back <= i && !empty[i-back] && r.IntN(4) > 0 {
				cost = int32(r.IntN(int(none)))
			}
			costs = append(costs, cost)
		}
	}
	return costs
}

// menuOf offers lists what costs tells.
func menuOf(costs []int32, window int) *menu {
	m, n := new(menu), len(costs)/(window+1)
	m.clear(n)
	for i := range n {
		row := costs[i*(window+1) : (i+1)*(window+1)]
		for back := 1; back <= window; back++ {
			if row[back] != never {
				m.offer(int(row[back]), back)
			}
		}
		m.end(int(row[0]))
	}
	return m
}

// bitsOf adds up what references cost, and reports whether they are allowed.
func bitsOf(costs, refs []int32, window, maxRef int) (sum int, ok bool) {
	depths := make([]int, len(refs))
	for i, ref := range refs {
		cost := costs[i*(window+1)+int(ref)]
		if ref > 0 {
			depths[i] = depths[i-int(ref)] + 1
		}
		if cost != never {
			sum += int(cost)
		} else if ref > 0 {
			return 0, false
		}
		if depths[i] > maxRef {
			return 0, false
		}
	}
	return sum, true
}

func TestWideBeamFindsTheBest(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 21))
		window, maxRef := r.IntN(4), r.IntN(4)
		costs := someCosts(r, 8, window)
		want := leastBits(costs, window, maxRef, nil)
		refs := make([]int32, 8)
		newBeam(window, maxRef, 4096).search(refs, menuOf(costs, window))
		if got, ok := bitsOf(costs, refs, window, maxRef); got != want || !ok {
			t.Fatalf("seed %d, window %d, chains of %d: %v takes %d, allowed %v; want %d", seed, window, maxRef, refs, got, ok, want)
		}
	}
}

func TestNarrowBeamKeepsToTheRules(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 22))
		window, maxRef := r.IntN(beamWindow+1), r.IntN(20)
		costs := someCosts(r, 500, window)
		refs := make([]int32, 500)
		b := newBeam(window, maxRef, 1+r.IntN(40))
		for range 2 { // a beam is used again
			b.search(refs, menuOf(costs, window))
			if _, ok := bitsOf(costs, refs, window, maxRef); !ok {
				t.Fatalf("seed %d, window %d, chains of %d: %v is not allowed", seed, window, maxRef, refs)
			}
		}
	}
}

// A state leads to as many others as chains have lengths where the longest are the cheapest.
func TestBeamOfLongChains(t *testing.T) {
	const n = 40
	costs := make([]int32, 0, n*(beamWindow+1))
	for i := range n {
		costs = append(costs, 100)
		for back := 1; back <= beamWindow; back++ {
			cost := int32(never)
			if back <= i && (i >= beamMaxRef+1 || back == 1) {
				cost = int32(50 + back)
			}
			costs = append(costs, cost)
		}
	}
	refs := make([]int32, n)
	newBeam(beamWindow, beamMaxRef, 1).search(refs, menuOf(costs, beamWindow))
	if _, ok := bitsOf(costs, refs, beamWindow, beamMaxRef); !ok {
		t.Errorf("%v is not allowed", refs)
	}
}

// Lists that have so many nodes in common are never taken to have fewer, however many there are.
func TestMarksOf(t *testing.T) {
	r := drawn.Rand(t)
	told := 0
	for range 2000 {
		n := 1 + r.IntN(5000)
		var both [2][]graph.Node
		common := 0
		for v := range n {
			in := r.IntN(1 + r.IntN(40))
			if in == 3 {
				common++
			}
			for i := range both {
				if in>>i == 1 || in == 3 {
					both[i] = append(both[i], graph.Node(v)) //nolint:gosec // few
				}
			}
		}
		of, other := marksOf(both[0]), marksOf(both[1])
		most := len(both[0]) - bits.OnesCount64(of&^other)
		if most < common || of&other == 0 && common > 0 {
			t.Fatalf("lists of %d and %d nodes, %d in both: taken to be at most %d; marks %x, %x", len(both[0]), len(both[1]), common, most, of, other)
		}
		if most < len(both[0]) {
			told++
		}
	}
	if told < 200 {
		t.Errorf("%d pairs of lists are known to differ: too few to be of use", told)
	}
}

// Choices stand from the cheapest to the dearest, and equal ones as they were offered; of the lists that may be referred to the
// last use is known.
func TestMenu(t *testing.T) {
	var m menu
	for range 2 { // it is used again
		m.clear(4)
		m.end(9)
		m.end(never)
		m.offer(5, 2)
		m.end(8)
		m.offer(7, 1)
		m.offer(6, 3)
		m.offer(7, 2)
		m.end(7)
		for i, want := range [][]choice{{{9, 0}}, nil, {{5, 2}, {8, 0}}, {{6, 3}, {7, 1}, {7, 2}, {7, 0}}} {
			if got := m.of(i); !slices.Equal(got, want) {
				t.Errorf("list %d may choose %v, want %v", i, got, want)
			}
		}
		if want := []int32{3, 3, 3, 0}; !slices.Equal(m.lastUse, want) {
			t.Errorf("last uses %d, want %d", m.lastUse, want)
		}
	}
}

// What a list may refer to is told with its bits, the cheapest first; a list without nodes may refer to nothing and nobody to it.
func TestMeasure(t *testing.T) {
	o := Options{Dense: true}
	o.SetDefaults()
	long := []graph.Node{10, 20, 30, 41, 52, 63, 74, 85, 96, 107}
	b := &batch{window: o.window(), maxRef: o.maxRef(), big: true, first: 7}
	for _, list := range [][]graph.Node{long, {}, {11, 21, 31}, long, slices.Delete(slices.Clone(long), 3, 5)} {
		b.add(list)
	}
	c := newComparer(&o, newCoders(&o))
	var m menu
	b.measure(c, &m)
	for i, want := range [][]uint16{{0}, {}, {0}, {3, 0}, {1, 4, 0}} {
		var got []uint16
		for _, choice := range m.of(i) {
			got = append(got, choice.back)
			var ref []graph.Node
			if choice.back > 0 {
				ref = b.list(i - int(choice.back))
			}
			if cost := c.cost(b.first+i, b.list(i), ref, int(choice.back), never); int(choice.bits) != cost {
				t.Errorf("list %d, %d back: %d bits, want %d", i, choice.back, choice.bits, cost)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("list %d may refer to %v, want %v", i, got, want)
		}
	}
}
