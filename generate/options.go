package generate

import (
	"fmt"
	"time"

	"weft/extsort"
	"weft/gen/model"
	"weft/graph"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/page"
)

// Options of [Run].
type Options struct {
	// Model makes the lists: one of package model, or any other graph. One that is [Named] gives pages names and states;
	// otherwise pages are numbers, and unknown.
	Model graph.Graph
	// Degree is about the mean number of arcs of a page. It plans the memory, and a note says when there are clearly fewer
	// (FewerNote); it changes nothing else.
	Degree float64
	// Notes, if there are any, go into the manifest, beside what Run finds.
	Notes map[string]int64
	// Output is the directory of the crawl; it must not exist, unless Replace says that a crawl there is replaced.
	Output  string
	Replace bool
	// Memory bounds the anonymous memory of the process; 0 stands for half of the machine's.
	Memory int64
	// Workers make, compress and turn round lists; 0 stands for one a processor.
	Workers int
	// Command, Version, Seed and Now go into the manifest.
	Command, Version string
	Seed             uint64
	Now              time.Time
	// Progress, if not nil, is told how much of what is done; total is 0 if it is not known.
	Progress func(phase string, done, total int64)
}

// Named is a model whose pages have sort keys, in the order of the pages, and states, as *model.Web is.
type Named interface {
	Namer() *model.Namer
	State(u graph.Node) page.State
}

// Kept is a model that takes memory itself, which the budget is to cover, as *model.ForestFire does.
type Kept interface {
	Bytes() int64
}

// setDefaults replaces zero values, and refuses a budget that cannot be kept.
func (o *Options) setDefaults() error {
	o.Workers = par.Workers(o.Workers)
	o.Memory = mem.OrHalf(o.Memory)
	what := fmt.Sprintf("a graph of %d pages made by %d workers", o.Model.NumNodes(), o.Workers)
	return mem.Check(what, o.Need(), o.Memory)
}

// Need is the least memory of [Run] in bytes, beside that of the process itself: 6 bytes a page for layout, states,
// hosts and the index of the graph; for each worker 6 chunks of 2048 pages at 8 bytes an arc, and 2 MiB to compress; 2
// MiB more, the least memory to transpose, and what a model takes that is [Kept].
func (o *Options) Need() int64 {
	chunks := int64(6 * 8 * chunkPages * (o.Degree + 1))
	need := int64(o.Model.NumNodes())*6 + int64(o.Workers)*(chunks+2<<20) + 2<<20 + extsort.MinMemory
	if k, ok := o.Model.(Kept); ok {
		need += k.Bytes()
	}
	return need
}

// transposeMemory is what transposing may take: more than it needs saves passes. A tenth of what is left is for garbage.
func (o *Options) transposeMemory() int64 {
	left := o.Memory - mem.Base - o.Need()
	return extsort.MinMemory + left*9/10
}
