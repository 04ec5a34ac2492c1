package migrate

import (
	"cmp"
	"math"
	"slices"
)

// choice is a pair that may be taken.
type choice struct {
	from            int32
	strength, share float64
	edge
}

// choose takes pairs in the order of strength, each page once.
func (m *matcher) choose(edges [][]edge) []Pair {
	all := m.strengths(edges)
	slices.SortFunc(all, func(a, b choice) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(b.score, a.score), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	used, given := make([]bool, len(m.old.pages)), make([]bool, len(m.new.pages))
	var pairs []Pair
	for _, c := range all {
		if used[c.from] || given[c.to] {
			continue
		}
		used[c.from], given[c.to] = true, true
		p := Pair{
			Old: m.old.pages[c.from], New: m.new.pages[c.to], strength: c.strength,
			Name: float64(c.name), Neighbours: float64(c.neighbour), Texts: float64(c.texts),
			Share: c.share, Known: float64(c.known),
		}
		if p.Confidence = p.confidence(); !m.kept && p.Texts <= 0 {
			p.Confidence = min(p.Confidence, ofStrangers) // its neighbours were found by their names alone
		}
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.Old, b.Old) })
	return pairs
}

// strengths says how strong each candidate is: its score, and its share among rivals on either side. A rival that is spoken for
// by another, as the round before found, counts less.
func (m *matcher) strengths(edges [][]edge) []choice {
	rows, columns := make([]float64, len(edges)), make([]float64, len(m.new.pages))
	var all []choice
	for i, list := range edges {
		for _, e := range list {
			power := math.Pow(max(float64(e.score), 0), sharpness)
			own := m.holder[i] == e.to
			forRow, forColumn := power, power
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
			power := math.Pow(max(float64(e.score), 0), sharpness)
			if power == 0 {
				continue
			}
			row, column := rows[i], columns[e.to]
			if m.holder[i] != e.to {
				row += power * float64(m.taken[e.to])
				column += power * float64(m.sure[i])
			}
			share := power / max(row, column)
			all = append(all, choice{int32(i), min(1, float64(e.score)/enough) * share, share, e})
		}
	}
	return all
}
