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

// A Size is what a crawl comes to: so many crawled and known pages, and links.
type Size struct {
	Crawled, Known int
	Links          int64
}

// NotesBytes is what a Course takes while a crawl goes: 8 bytes a crawled page and 4 a link, in blocks of 1 MiB.
func NotesBytes(s Size) int64 { return 8*int64(s.Crawled) + 4*s.Links + 3<<(blockBits+2) }

// GraphBytes is what the graph of a point takes: 4 bytes a page and 4 an arc for each direction, which are as many as
// the links at most, 3/16 byte for each known page, and while it is made 4 bytes a page more.
func GraphBytes(s Size) int64 { return 12*int64(s.Crawled) + 8*s.Links + int64(s.Known)/16*3 }

// MeasureBytes is what the dearest of some measures takes beside notes and graph, where a quarter of the pages are in
// one strong component, as good as all joined.
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

// coreBytes is that of cores, which in large crawls are counted at early points only, when the graph is small.
func coreBytes(s Size) int64 {
	early := s
	if s.Links > CoreArcs { // pages have four links or more
		early.Links, early.Crawled = CoreArcs, min(s.Crawled, CoreArcs/4)
	}
	arrays, heap := core.Bytes(early.Crawled)
	need := arrays + heap + core.HeldBytes(early.Crawled, early.Crawled, early.Links) + core.AroundBytes(core.MostMasked, coreWorkers)
	return need + GraphBytes(early) - GraphBytes(s)
}

// crawlBytes is what a crawl takes beside its notes: numbers of pages, the strategy, and what the loop knows of each page.
func crawlBytes(pages int) int64 { return 24*int64(pages) + 1<<20 }

// Parts are what a crawl of a model takes: of what is crawled and what is measured afterwards, what needs more. How
// many links there will be is the mean of the law times the pages, and a quarter more; of known pages there may be as
// many as there are in all.
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

// meanOf is the mean of a law whose values are at most a bound: the sum of P(D ≥ d), by stretches that double and whose
// ends are taken for all of them.
func meanOf(l model.Law, most int) (mean float64) {
	for d, step := uint64(1), uint64(1); d <= uint64(most); d += step {
		if d >= 1024 {
			step = d / 64
		}
		mean += float64(step) * l.AtLeast(d)
	}
	return mean
}
