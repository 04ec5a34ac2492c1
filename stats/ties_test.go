package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"weft/graph/alloc"
)

// slowGroups gives each score the number of groups of ties below its own, by taking the greatest that is left, again and again.
func slowGroups(scores []float64, ties Ties) []uint32 {
	group, groups := make([]uint32, len(scores)), uint32(0)
	done := make([]bool, len(scores))
	for {
		head := math.Inf(-1)
		for u, s := range scores {
			if !done[u] {
				head = max(head, s)
			}
		}
		if math.IsInf(head, -1) {
			break
		}
		for u, s := range scores {
			if !done[u] && (s == head || head-s <= float64(ties)*max(math.Abs(head), math.Abs(s))) {
				done[u], group[u] = true, groups
			}
		}
		groups++
	}
	for u := range group {
		group[u] = groups - 1 - group[u]
	}
	return group
}

// slowTau counts pairs of groups.
func slowTau(x, y []uint32) PairCounts {
	var c PairCounts
	for i := range x {
		for k := range i {
			switch sx, sy := int64(x[i])-int64(x[k]), int64(y[i])-int64(y[k]); {
			case sx == 0 && sy == 0:
				c.TiedBoth++
			case sx == 0:
				c.TiedX++
			case sy == 0:
				c.TiedY++
			case (sx > 0) == (sy > 0):
				c.Concordant++
			default:
				c.Discordant++
			}
		}
	}
	return c
}

func TestTiesAgainstSelecting(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 12))
		n := r.IntN(50)
		draw := func() []float64 {
			s := make([]float64, n)
			for u := range s {
				s[u] = float64(r.IntN(4)) * (1 + float64(r.IntN(11)-5)*1e-9)
				if r.IntN(8) == 0 {
					s[u] = -s[u]
				}
			}
			return s
		}
		x, y := draw(), draw()
		for _, ties := range [][2]Ties{{0, 0}, {Rounding, 3e-9}, {5e-9, 0}, {1e-8, 1e-4}} {
			wantX, wantY := slowGroups(x, ties[0]), slowGroups(y, ties[1])
			p, err := PairTied(x, y, ties[0], ties[1])
			if err != nil {
				t.Fatal(err)
			}
			for u := range x {
				if p.X[u] != wantX[u] || p.Y[u] != wantY[u] {
					t.Fatalf("seed %d, ties %v, item %d: ranks %d and %d, want %d and %d", seed, ties, u, p.X[u], p.Y[u], wantX[u], wantY[u])
				}
			}
			want := slowTau(wantX, wantY)
			if got := p.Count(nil); got != want {
				t.Fatalf("seed %d, ties %v: %+v, want %+v", seed, ties, got, want)
			}
			m := NewPairs(&alloc.Maker{}, n)
			m.X, m.Y = ties[0], ties[1]
			if got, err := CountPairsIn(m, x, y); err != nil || got != want {
				t.Fatalf("seed %d, ties %v: counted %+v and error %v, want %+v", seed, ties, got, err, want)
			}
		}
	}
}

func TestTiesOf(t *testing.T) {
	for _, c := range []struct {
		bound float64
		want  Ties
	}{{0, Rounding}, {-1, Rounding}, {math.NaN(), Rounding}, {1e-15, Rounding}, {1e-9, 1.6e-8}, {1e-3, widest}, {math.Inf(1), widest}} {
		if got := TiesOf(c.bound); math.Abs(float64(got-c.want)) > 1e-20 {
			t.Errorf("a bound of %g: %g, want %g", c.bound, got, c.want)
		}
	}
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		head, score float64
		want        bool
	}{{inf, inf, true}, {inf, 1, false}, {1, -inf, false}, {nan, nan, true}, {1, nan, false}, {nan, 1, false}, {0, 0, true}, {1e-300, 0, false}, {1, 1 - 1e-13, true}, {-1, -1 - 1e-13, true}, {1, -1, false}} {
		if got := Rounding.Tied(c.head, c.score); got != c.want {
			t.Errorf("%g and %g: %v, want %v", c.head, c.score, got, c.want)
		}
	}
}
