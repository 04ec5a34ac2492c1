package rank

import (
	"fmt"
	"math"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
)

// A preference is the distribution v of pages where a surfer starts anew.
type preference struct {
	each  float64      // weight of each page, or of each of pages
	pages []graph.Node // if not nil, only these, strictly increasing
	dense []float64    // if not nil, the weights are each times these
}

func newPreference(n int, o *PageRankOptions) (preference, error) {
	switch {
	case o.Preference != nil && o.Pages != nil:
		return preference{}, fmt.Errorf("preference: give weights or pages, not both")
	case o.Preference != nil:
		return densePreference(n, o.Preference)
	case o.Pages != nil:
		pages := slices.Clone(o.Pages)
		slices.Sort(pages)
		pages = slices.Compact(pages)
		if len(pages) == 0 && n > 0 {
			return preference{}, fmt.Errorf("preference: the set of pages is empty")
		}
		if len(pages) > 0 && int(pages[len(pages)-1]) >= n {
			return preference{}, fmt.Errorf("preference: page %d is not one of %d", pages[len(pages)-1], n)
		}
		return preference{each: 1 / float64(len(pages)), pages: pages}, nil
	}
	return preference{each: 1 / float64(n)}, nil
}

func densePreference(n int, weights []float64) (preference, error) {
	if len(weights) != n {
		return preference{}, fmt.Errorf("preference: %d weights for %d pages", len(weights), n)
	}
	sum := 0.0
	for u, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return preference{}, fmt.Errorf("preference: page %d has the weight %v", u, w)
		}
		sum += w
	}
	if n > 0 && (sum == 0 || math.IsInf(sum, 1)) {
		return preference{}, fmt.Errorf("preference: the weights add up to %v", sum)
	}
	return preference{each: 1 / sum, dense: weights}, nil
}

// among returns the preference of the members of a set, numbered in their order. Vectors are copied.
func (p *preference) among(pages *view.Subset, m *alloc.Maker) preference {
	of := preference{each: p.each}
	if p.dense != nil {
		of.dense = alloc.From[float64](m, pages.Len())
		number := 0
		for u := range pages.All() {
			if number < len(of.dense) {
				of.dense[number] = p.dense[u]
			}
			number++
		}
	}
	if p.pages != nil {
		of.pages = make([]graph.Node, 0, len(p.pages))
		for _, u := range p.pages {
			if pages.Has(int(u)) {
				of.pages = append(of.pages, graph.Node(pages.Rank(int(u)))) //nolint:gosec // a node
			}
		}
	}
	return of
}

func (p *preference) uniform() bool { return p.pages == nil && p.dense == nil }

// A weigher reads the weights of increasing pages.
type weigher struct {
	p    *preference
	next int // index in pages
}

func (p *preference) from(u int) weigher {
	next, _ := slices.BinarySearch(p.pages, graph.Node(u))
	return weigher{p, next}
}

func (w *weigher) weight(u graph.Node) float64 {
	p := w.p
	switch {
	case p.dense != nil:
		return p.each * p.dense[u]
	case p.pages == nil:
		return p.each
	case w.next < len(p.pages) && p.pages[w.next] == u:
		w.next++
		return p.each
	}
	return 0
}
