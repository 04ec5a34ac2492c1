package migrate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slowDistance is the edit distance by its definition.
func slowDistance(m *matcher, a, b []uint32) float64 {
	switch {
	case len(a) == 0 && len(b) == 0:
		return 0
	case len(a) == 0:
		return m.cost(0, b[0], 0) + slowDistance(m, a, b[1:])
	case len(b) == 0:
		return m.cost(a[0], 0, 0) + slowDistance(m, a[1:], b)
	}
	return min(m.cost(a[0], b[0], 0)+slowDistance(m, a[1:], b[1:]),
		m.cost(a[0], 0, 0)+slowDistance(m, a[1:], b), m.cost(0, b[0], 0)+slowDistance(m, a, b[1:]))
}

func TestDistance(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	m := &matcher{rules: newRules(), voc: &vocabulary{weights: []float64{0, 1, 2.5, 0.3, 4, 1.5}}}
	m.rules.learn([]uint32{1, 2, 3}, []uint32{1, 4, 3}, 0)
	s := &scratch{}
	for range 500 {
		a, b := make([]uint32, r.IntN(6)), make([]uint32, r.IntN(6))
		for _, list := range [][]uint32{a, b} {
			for i := range list {
				list[i] = 1 + uint32(r.IntN(5))
			}
		}
		if got, want := m.distance(s, a, b, 0), slowDistance(m, a, b); math.Abs(got-want) > 1e-9 {
			t.Fatalf("seed %d: %v to %v: %g, want %g", seed, a, b, got, want)
		}
	}
}

func TestRulesMakeChangesCheap(t *testing.T) {
	m := &matcher{rules: newRules(), voc: &vocabulary{weights: []float64{0, 1, 1, 1, 1}}}
	if c := m.cost(2, 3, 9); c != 1 {
		t.Errorf("a change that nobody made costs %g, want 1", c)
	}
	for range 4 {
		m.rules.learn([]uint32{1, 2}, []uint32{1, 3}, 7)
	}
	m.rules.learn([]uint32{1, 2}, []uint32{1, 2}, 8)
	// In directory 7 it was made in 4 of 4 pairs, in all in 4 of 5.
	for dir, want := range map[uint32]float64{7: 1 - 4.0/5, 9: 1 - 4.0/6} {
		if c := m.cost(2, 3, dir); math.Abs(c-want) > 1e-12 {
			t.Errorf("in directory %d the change costs %g, want %g", dir, c, want)
		}
	}
	if got := m.rules.likely(2, 7); got != 3 {
		t.Errorf("token 2 becomes %d, want 3", got)
	}
}

func TestSplit(t *testing.T) {
	v := newVocabulary()
	a, dirA := v.split([]byte("http://www.a.example/docs/x_y-z.html?q=1"))
	b, dirB := v.split([]byte("http://www.a.example/docs/other.html"))
	if len(a) != 11 || len(b) != 7 || dirA != dirB {
		t.Errorf("%v and %v, in %d and %d: want 11 and 7 tokens in one directory", a, b, dirA, dirB)
	}
	if shared, all := merge([]uint32{1, 3, 5}, []uint32{3, 4}, func(w uint32) float64 { return float64(w) }); shared != 3 || all != 13 {
		t.Errorf("merged weights are %g of %g, want 3 of 13", shared, all)
	}
}
