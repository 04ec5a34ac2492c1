package rank

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"strconv"

	"weft/graph"
)

// TopK returns the k pages with the highest scores, the best first; all of them if there are fewer. Scores that agree
// when rounded to 12 significant digits are ties, which the smaller page wins, so that noise of the last digits does not
// order pages. Scores that are no numbers come last.
//
// One pass and a heap: O(n·log k) time at worst, 32k bytes.
func TopK(scores []float64, k int) []graph.Node {
	var r rounder
	return top(len(scores), k, func(u int) float64 { return scores[u] }, r.round)
}

// TopDegrees is [TopK] for degrees.
func TopDegrees(degrees []uint32, k int) []graph.Node {
	return top(len(degrees), k, func(u int) float64 { return float64(degrees[u]) }, func(x float64) float64 { return x })
}

// A candidate is a page with its rounded score.
type candidate struct {
	score float64
	page  graph.Node
}

func byRank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.page, b.page))
}

// best is a heap with the worst candidate on top.
type best []candidate

func (b best) Len() int           { return len(b) }
func (b best) Less(i, j int) bool { return byRank(b[i], b[j]) > 0 }
func (b best) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *best) Push(x any)        { *b = append(*b, x.(candidate)) }
func (b *best) Pop() any {
	last := len(*b) - 1
	c := (*b)[last]
	*b = (*b)[:last]
	return c
}

func top(n, k int, score func(u int) float64, round func(float64) float64) []graph.Node {
	k = max(0, min(k, n))
	found := make(best, 0, k)
	for u := range n {
		x := score(u)
		switch {
		case k == 0:
		case len(found) < k:
			heap.Push(&found, candidate{round(x), graph.Node(u)})
		case x < found[0].score && found[0].score-x > 1e-11*math.Abs(found[0].score): // below it however rounded
		default:
			if c := (candidate{round(x), graph.Node(u)}); byRank(c, found[0]) < 0 {
				found[0] = c
				heap.Fix(&found, 0)
			}
		}
	}
	slices.SortFunc(found, byRank)
	pages := make([]graph.Node, len(found))
	for i, c := range found {
		pages[i] = c.page
	}
	return pages
}

// A rounder rounds to 12 significant digits. It remembers the last number, as many pages of a crawl share a score.
type rounder struct{ last, rounded float64 }

func (r *rounder) round(x float64) float64 {
	if x != r.last {
		var text [32]byte
		rounded, err := strconv.ParseFloat(string(strconv.AppendFloat(text[:0], x, 'e', 11, 64)), 64)
		if err != nil { // out of range when rounded up
			rounded = x
		}
		r.last, r.rounded = x, rounded
	}
	return r.rounded
}
