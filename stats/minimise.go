package stats

import (
	"math"
	"slices"
)

type vertex struct{ x, y, value float64 }

// minimise returns the least value of a smooth function of two variables and its place. It uses the simplex method
// of Nelder and Mead, restarted from each result until this gains nothing, at most ten times. It stops when the
// simplex is flat to the last digits. Infinite and undefined values act as walls.
func minimise(f func(x, y float64) float64, x, y float64) (bestX, bestY, least float64) {
	best := vertex{x, y, walled(f, x, y)}
	for range 10 {
		next := descend(f, best)
		gained := best.value - next.value
		best = next
		if gained <= 1e-14*(1+math.Abs(best.value)) {
			break
		}
	}
	return best.x, best.y, best.value
}

func walled(f func(x, y float64) float64, x, y float64) float64 {
	v := f(x, y)
	if math.IsNaN(v) || math.IsInf(v, -1) {
		return math.Inf(1)
	}
	return v
}

// descend is one run with the usual coefficients: reflection 1, expansion 2, contraction and shrinkage 1/2.
func descend(f func(x, y float64) float64, from vertex) vertex {
	at := func(x, y float64) vertex { return vertex{x, y, walled(f, x, y)} }
	s := [3]vertex{from, at(from.x+0.5, from.y), at(from.x, from.y+0.5)}
	for range 500 {
		slices.SortStableFunc(s[:], func(a, b vertex) int {
			switch {
			case a.value < b.value:
				return -1
			case a.value > b.value:
				return 1
			}
			return 0
		})
		if s[2].value-s[0].value <= 1e-16*math.Abs(s[0].value) && size(s) < 1e-7 || size(s) < 1e-12 {
			break
		}
		s = step(at, s)
	}
	return s[0]
}

// step replaces the worst vertex of a sorted simplex, or shrinks it towards the best.
func step(at func(x, y float64) vertex, s [3]vertex) [3]vertex {
	cx, cy := (s[0].x+s[1].x)/2, (s[0].y+s[1].y)/2
	along := func(k float64) vertex { return at(cx+k*(s[2].x-cx), cy+k*(s[2].y-cy)) }
	reflected := along(-1)
	switch {
	case reflected.value < s[0].value:
		if expanded := along(-2); expanded.value < reflected.value {
			reflected = expanded
		}
		s[2] = reflected
	case reflected.value < s[1].value:
		s[2] = reflected
	default:
		side := 0.5
		if reflected.value < s[2].value {
			side = -0.5
		}
		if inner := along(side); inner.value < min(reflected.value, s[2].value) {
			s[2] = inner
			break
		}
		for i := 1; i < 3; i++ {
			s[i] = at((s[0].x+s[i].x)/2, (s[0].y+s[i].y)/2)
		}
	}
	return s
}

// size returns the largest distance of a vertex from the first, in either coordinate.
func size(s [3]vertex) float64 {
	return max(math.Abs(s[1].x-s[0].x), math.Abs(s[1].y-s[0].y), math.Abs(s[2].x-s[0].x), math.Abs(s[2].y-s[0].y))
}
