package course

import (
	"weft/algo/component"
	"weft/algo/core"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/algo/triangle"
	"weft/crawl/model"
	"weft/internal/mem"
)

// A Size is the size of a crawl: numbers of crawled and known pages, and of links.
type Size struct {
	Crawled, Known int
	Links          int64
}

// NotesBytes is the memory of a Course during a crawl: 8 bytes per crawled page and 4 per link, in blocks of 1
// MiB.
func NotesBytes(s Size) int64 { return 8*int64(s.Crawled) + 4*s.Links + 3<<(blockBits+2) }

// GraphBytes is the memory of the graph of a point. Per direction it is 4 bytes per page and 4 per arc, with at
// most as many arcs as links. Add 3/16 byte per known page, and 4 bytes per page while the graph is made.
func GraphBytes(s Size) int64 { return 12*int64(s.Crawled) + 8*s.Links + int64(s.Known)/16*3 }

// MeasureBytes is the memory of the most expensive of some measures, beside records and graph. It assumes that a
// quarter of the pages are in one strong component, and that nearly all are connected.
func MeasureBytes(s Size, of Measures, workers int) int64 {
	if of == 0 {
		of = All
	}
	n := s.Crawled
	most := 16*int64(n) + rank.PageRankBytes(n) + rank.LeadingBytes(n, s.Links) // for the captured share
	for _, m := range []struct {
		of   Measures
		need int64
	}{
		{Laws, 4 * int64(s.Known)},
		{BowTie, component.SCCBothBytes(n, n/4) + component.WCCBytes(n, n/4) + component.BowTieBytes(n)},
		{Paths, pathBytes(s)},
		{Clustering, clusterBytes(s, workers)},
		{Cores, coreBytes(s)},
	} {
		if of&m.of != 0 {
			most = max(most, m.need)
		}
	}
	return most
}

// pathBytes is the memory of searches, and of the diameter if there are enough searches.
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

// coreBytes is the memory for cores. In large crawls they are counted only at early points, while the graph is
// small.
func coreBytes(s Size) int64 {
	early := s
	if s.Links > CoreArcs { // pages have four links or more
		early.Links, early.Crawled = CoreArcs, min(s.Crawled, CoreArcs/4)
	}
	arrays, heap := core.Bytes(early.Crawled)
	need := arrays + heap + core.HeldBytes(early.Crawled, early.Crawled, early.Links) + core.AroundBytes(core.MostMasked, coreWorkers)
	return need + GraphBytes(early) - GraphBytes(s)
}

// crawlBytes is the memory of a crawl beside its records: page numbers, the strategy, and the loop's state per
// page.
func crawlBytes(pages int) int64 { return 24*int64(pages) + 1<<20 }

// Parts returns the memory of a crawl of a model: the maximum of crawling and measuring. The number of links is
// estimated as the mean of the law times the pages, plus a quarter. Up to all pages may be known.
func (o *ModelOptions) Parts() []mem.Part {
	s := Size{Crawled: o.At[len(o.At)-1], Known: o.Pages}
	s.Links = int64(1.25 * float64(s.Crawled) * meanOf(o.Out, o.Pages))
	notes := mem.Part{Name: "notes of the crawl", Bytes: NotesBytes(s)}
	crawl, graph, most := crawlBytes(o.Pages), GraphBytes(s), MeasureBytes(s, o.Measures, o.Workers)
	if crawl > graph+most {
		return []mem.Part{mem.Itself, notes, {Name: "the crawl", Bytes: crawl}}
	}
	return []mem.Part{mem.Itself, notes, {Name: "graph of the crawled pages", Bytes: graph}, {Name: "the dearest measure", Bytes: most}}
}

// meanOf returns the mean of a law whose values have an upper bound: the sum of P(D ≥ d). The sum uses stretches
// of doubling length and takes the value at the end of each for the whole stretch.
func meanOf(l model.Law, most int) (mean float64) {
	for d, step := uint64(1), uint64(1); d <= uint64(most); d += step {
		if d >= 1024 {
			step = d / 64
		}
		mean += float64(step) * l.AtLeast(d)
	}
	return mean
}
