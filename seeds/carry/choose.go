package carry

import (
	"cmp"
	"math"
	"slices"
)

// choice is a pair that may be taken.
type choice struct {
	from       int32
	confidence float64
	edge
}

// choose takes pairs in the order of confidence, each page once.
func (m *matcher) choose(edges [][]edge) []Pair {
	all := m.confidences(edges)
	slices.SortFunc(all, func(a, b choice) int {
		return cmp.Or(cmp.Compare(b.confidence, a.confidence), cmp.Compare(b.score, a.score), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	used, given := make([]bool, len(m.old.pages)), make([]bool, len(m.new.pages))
	var pairs []Pair
	for _, c := range all {
		if used[c.from] || given[c.to] {
			continue
		}
		used[c.from], given[c.to] = true, true
		pairs = append(pairs, Pair{
			Old: m.old.pages[c.from], New: m.new.pages[c.to], Confidence: c.confidence,
			Name: float64(c.name), Neighbours: float64(c.neighbour), Texts: float64(c.texts),
		})
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.Old, b.Old) })
	return pairs
}

// confidences says how sure each candidate is: its score, and its share among rivals on either side. A rival that is spoken for
// by another, as the round before found, counts less.
func (m *matcher) confidences(edges [][]edge) []choice {
	rows, columns := make([]float64, len(edges)), make([]float64, len(m.new.pages))
	var all []choice
	for i, list := range edges {
		for _, e := range list {
			strength := math.Pow(max(float64(e.score), 0), sharpness)
			own := m.holder[i] == e.to
			forRow, forColumn := strength, strength
			if !own {
				forRow *= 1 - float64(m.taken[e.to])
				forColumn *= 1 - float64(m.sure[i])
			}
			rows[i] += forRow
			columns[e.to] += forColumn
		}
	}
	for i, list := range edges {
		for _, e := range list {
			strength := math.Pow(max(float64(e.score), 0), sharpness)
			if strength == 0 {
				continue
			}
			row, column := rows[i], columns[e.to]
			if m.holder[i] != e.to {
				row += strength * float64(m.taken[e.to])
				column += strength * float64(m.sure[i])
			}
			share := strength / max(row, column)
			all = append(all, choice{int32(i), min(1, float64(e.score)/enough) * share, e})
		}
	}
	return all
}
