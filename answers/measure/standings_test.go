package measure

import (
	"math"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/stats"
)

// Places are those that counting pair by pair gives, with ties within rounding and beyond it.
func TestPlacesAreThoseOfAllPairs(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		n := 1 + rng.IntN(60)
		ties := []stats.Ties{0, stats.Rounding, 1e-3, 0.1, 0.4}[rng.IntN(5)]
		scores := make([]float64, n)
		for i := range scores {
			if scores[i] = float64(rng.IntN(8)); rng.IntN(3) == 0 {
				scores[i] *= 1 + 1e-4*float64(rng.IntN(3))
			}
		}
		if rng.IntN(4) == 0 {
			scores[rng.IntN(n)] = math.NaN()
		}
		one := Scored{Ties: ties, At: func(u graph.Node) float64 { return scores[u] }}
		var chosen []Standing
		for _, u := range rng.Perm(n)[:1+rng.IntN(n)] {
			chosen = append(chosen, Standing{Page: uint32(u)})
		}
		addPlaces(chosen, n, ties, func(u int) float64 { return scores[u] })
		for _, c := range chosen {
			above, equal := int64(0), int64(0)
			own := scores[c.Page]
			for _, x := range scores {
				switch {
				case x >= own && ties.Tied(x, own), x < own && ties.Tied(own, x), x != x && own != own:
					equal++
				case x > own, own != own:
					above++
				}
			}
			if got, want := c.Places[0], (Place{above + 1, above + equal}); got != want {
				t.Fatalf("%v: score %v has the places %v, want %v", scores, own, got, want)
			} else if alone := one.PlaceOf(graph.Node(c.Page), n); alone != want {
				t.Fatalf("%v: score %v alone has the places %v, want %v", scores, own, alone, want)
			}
		}
	}
}

// Each measure has its best in the choice, none twice, and no more than are wanted.
func TestInTurn(t *testing.T) {
	lists := [][]graph.Node{{1, 2, 3, 4}, {2, 9, 1}, {7}}
	if got := inTurn(lists, 4); !slices.Equal(got, []graph.Node{1, 2, 7, 9}) {
		t.Errorf("got %v", got)
	}
	if got := inTurn(lists, 99); len(got) != 6 {
		t.Errorf("got %v", got)
	}
}
