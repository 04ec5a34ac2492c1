package measure

import (
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/alloc"
	"weft/store"
)

// leadingPart is the part of a need for copies of lists. PageRank makes one and HITS two of the lists of pages with links,
// where many pages have none. Gauss–Seidel always makes one.
const leadingPart = "copies of lists"

// PlanLeading adds such copies to the need of a view for HITS, or for PageRank by a method. They must pay, and there must be
// room. The lists of all pages, which are then read a few times only, may be decoded elsewhere than into memory.
func PlanLeading(c *store.Crawl, name, method string, v store.ViewOptions) (store.ViewOptions, error) {
	pays, err := copyPays(c, name, method, v)
	if err != nil || !pays {
		return v, err
	}
	copied := rank.LeadingBytes(c.NumPages(), c.Graph().NumArcs())
	if name == HITS {
		copied *= 2
	}
	with := v
	with.Need = v.Need.And(store.Heap(leadingPart, copied))
	if _, err := c.Plan(with); err != nil {
		return v, nil //nolint:nilerr // there is no room for it
	}
	return with, nil
}

// copyPays reports whether a copy of lists pays.
func copyPays(c *store.Crawl, name, method string, v store.ViewOptions) (bool, error) {
	if v.Filter != nil && !v.Filter.CanScan() {
		return false, nil
	}
	if name == PageRank && method == GaussSeidel {
		return true, nil
	}
	g := graph.Random(c.Graph())
	if v.Filter != nil {
		var err error
		if g, err = v.Filter.Out(v); err != nil {
			return false, err
		}
	}
	once, twice, err := rank.CopyPays(g)
	return name == PageRank && once || name == HITS && twice, err
}

// Spare returns the space for the copy of the lists of pages with links that PageRank makes, if its room is too small. It is
// the scratch files, if they hold the lists of all pages, else nil. Without a copy PageRank takes two to three times as long.
func Spare(v *store.View) alloc.Space {
	if v.Form != store.Unpacked {
		return nil
	}
	return v.Scratch()
}

// Room returns the memory for copied lists in PageRank and HITS on a view. It is the planned memory and most of the rest
// of a budget.
func Room(v *store.View, budget int64) int64 {
	room := int64(0)
	if v.Space == nil { // else arrays take what is left
		room = max(budget-v.NeedBytes, 0) / 8 * 7
	}
	for _, p := range v.Parts {
		if p.Name == leadingPart {
			room += p.Bytes
		}
	}
	return max(room, 1)
}
