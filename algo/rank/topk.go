package rank

import (
	"cmp"
	"slices"

	"weft/graph"
	"weft/internal/heap"
	"weft/stats"
)

// TopK returns the k pages with the highest scores, the best first; all of them if there are fewer. [stats.Ties]
// decides which scores tie. Of tied pages the one with the smaller number comes first. NaN comes last.
//
// Two passes and a heap: O(n·log k) time at worst, 32k bytes.
func TopK(scores []float64, k int, ties stats.Ties) []graph.Node {
	return Top(len(scores), k, ties, func(u int) float64 { return scores[u] }, nil)
}

// TopDegrees is [TopK] for degrees.
func TopDegrees(degrees []uint32, k int) []graph.Node {
	return Top(len(degrees), k, 0, func(u int) float64 { return float64(degrees[u]) }, nil)
}

// Top is [TopK] for the pages 0 to n-1 for which counts returns true. If counts is nil, all pages count.
func Top(n, k int, ties stats.Ties, score func(u int) float64, counts func(u int) bool) []graph.Node {
	found := highest(n, k, score, counts)
	from := 0 // start of the last group
	for i, c := range found {
		if i > 0 && !ties.Tied(found[from].score, c.score) {
			byPage(found[from:i])
			from = i
		}
	}
	pages := make([]graph.Node, 0, len(found))
	for _, c := range found[:from] {
		pages = append(pages, c.page)
	}
	// In the last group more pages may tie than were found; take the first by number.
	for u := 0; u < n && len(pages) < len(found); u++ {
		if counts != nil && !counts(u) {
			continue
		}
		if x := score(u); cmp.Compare(x, found[from].score) <= 0 && ties.Tied(found[from].score, x) {
			pages = append(pages, graph.Node(u))
		}
	}
	return pages
}

func byPage(group []candidate) {
	slices.SortFunc(group, func(a, b candidate) int { return cmp.Compare(a.page, b.page) })
}

// A candidate is a page with its score.
type candidate struct {
	score float64
	page  graph.Node
}

func byRank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.page, b.page))
}

// highest returns the k pages with the highest scores, in order, without a rule for ties.
func highest(n, k int, score func(u int) float64, counts func(u int) bool) []candidate {
	k = max(0, min(k, n))
	found := heap.New(func(a, b candidate) bool { return byRank(a, b) > 0 }, make([]candidate, 0, k)...)
	for u := range n {
		if k == 0 || counts != nil && !counts(u) {
			continue
		}
		c := candidate{score(u), graph.Node(u)}
		switch {
		case found.Len() < k:
			found.Push(c)
		case c.score < found.First().score:
		case byRank(c, found.First()) < 0:
			found.Set(0, c)
		}
	}
	slices.SortFunc(found.All(), byRank)
	return found.All()
}
