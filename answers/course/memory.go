package course

import (
	"weft/algo/component"
	"weft/algo/core"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/algo/triangle"
)

// A Size is what a crawl comes to: so many crawled and known pages, and links.
type Size struct {
	Crawled, Known int
	Links          int64
}

// NotesBytes is what a Course takes while a crawl goes: 8 bytes a crawled page and 4 a link, in blocks of 1 MiB.
func NotesBytes(s Size) int64 { return 8*int64(s.Crawled) + 4*s.Links + 3<<(blockBits+2) }

// GraphBytes is what the graph of a point takes: 8 bytes a page and 4 an arc for each direction, which are as many as the links at most, 3/16 byte for each known page, and while it is made 8 bytes a page more.
func GraphBytes(s Size) int64 { return 24*int64(s.Crawled) + 8*s.Links + int64(s.Known)/16*3 }

// MeasureBytes is what the dearest of some measures takes beside notes and graph, at most.
func MeasureBytes(s Size, of Measures, workers int) int64 {
	if of == 0 {
		of = All
	}
	n := s.Crawled
	most := 16*int64(n) + rank.PageRankBytes(n) // for what is captured
	for _, m := range []struct {
		of   Measures
		need int64
	}{
		{Laws, 4 * int64(s.Known)},
		{BowTie, component.SCCBothBytes(n, 0) + component.WCCBytes(n, n) + component.BowTieBytes(n)},
		{Paths, pathBytes(s)},
		{Clustering, clusterBytes(s, workers)},
		{Cores, coreBytes(s, workers)},
	} {
		if of&m.of != 0 {
			most = max(most, m.need)
		}
	}
	return most
}

// pathBytes is that of searches, and of the diameter where there are enough of them.
func pathBytes(s Size) int64 {
	need := distance.BFSBothBytes(s.Crawled)
	if s.Links < (1<<28)/leastSearches {
		need = max(need, component.SCCBothBytes(s.Crawled, 0)+distance.DiameterBytes(s.Crawled, s.Crawled))
	}
	return need
}

func clusterBytes(s Size, workers int) int64 {
	if s.Links > CountedArcs {
		return triangle.SampleBytes(100_000)
	}
	arrays, marks := triangle.Bytes(s.Crawled, workers)
	return arrays + marks + triangle.ListBytes(s.Links)
}

func coreBytes(s Size, workers int) int64 {
	arcs := min(s.Links, CoreArcs)
	n := int(min(int64(s.Crawled), arcs))
	arrays, heap := core.Bytes(n)
	return arrays + heap + core.HeldBytes(n, n, arcs) + core.AroundBytes(core.MostMasked, workers)
}
