package generate

import (
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/store"
)

// Options of [Run].
type Options struct {
	// Model makes the lists: a model of package model, or any other graph. A [Named] model provides names and
	// states of pages. Otherwise pages are numbers with unknown states.
	Model graph.Graph
	// Degree is about the mean number of arcs of a page. It plans the memory, and a note says when there are clearly fewer
	// (FewerNote); it changes nothing else.
	Degree float64
	// Extra are plain links added to the arcs of Model; nil for none. Arcs from a page whose state permits no
	// links are left out.
	Extra *random.Uniform
	// Crawl, if not nil, is the source of the graph: it provides names and states of the pages, and is an input of
	// the step. It must be in the order of its names, if it has any.
	Crawl *store.Crawl
	// Notes, if there are any, go into the manifest, beside what Run finds.
	Notes map[string]int64
	// Seed goes into the manifest.
	Seed uint64
	store.DraftOptions
}

// Named is a model whose pages have sort keys, in the order of the pages, and states, as *random.Web is.
type Named interface {
	Namer() *random.Namer
	State(u graph.Node) page.State
}

// Kept is a model that takes memory itself, which the budget is to cover, as *random.ForestFire does.
type Kept interface {
	Bytes() int64
}

// Check refuses what [Run] would refuse before it begins.
func (o Options) Check() error { return o.setDefaults() }

// setDefaults replaces zero values, and refuses a budget that cannot be kept.
func (o *Options) setDefaults() error {
	o.SetDefaults()
	if o.Crawl != nil {
		if o.Crawl.HasNames() && o.Crawl.Manifest.Order != store.ByName {
			return fmt.Errorf("%s: %w", o.Crawl.Path, store.ErrOrder)
		}
		if err := o.Apart(o.Crawl); err != nil {
			return err
		}
	}
	what := fmt.Sprintf("a graph of %d pages made by %d workers", o.Model.NumNodes(), o.Workers)
	return mem.Check(what, o.Need().Total(), o.Memory)
}

// Arcs estimates the number of arcs: the arcs of Model, and the share of Extra on pages that may link.
func (o *Options) Arcs() int64 {
	arcs := o.Degree * float64(o.Model.NumNodes())
	if o.Extra != nil {
		may, state := 0, o.stateOf()
		for u := range o.Model.NumNodes() {
			if state(graph.Node(u)).MayLink() {
				may++
			}
		}
		arcs += float64(o.Extra.Drawn()) * float64(may) / float64(o.Model.NumNodes())
	}
	return int64(math.Round(arcs))
}

// Need is the least memory of [Run] in bytes, besides the process:
//
//   - 6 bytes per page for layout, states, hosts and the index of the graph;
//   - for each worker 6 chunks of 2048 pages at 8 bytes per arc, and 2 MiB to compress;
//   - 2 MiB more, the least memory to transpose, and the memory of a [Kept] model.
func (o *Options) Need() store.Need {
	degree := o.Degree
	if o.Extra != nil {
		degree += float64(o.Extra.Drawn()) / float64(o.Model.NumNodes())
	}
	chunks := int64(6 * 8 * chunkPages * (degree + 1))
	need := store.Heap("layout, states and index of pages", int64(o.Model.NumNodes())*6).
		And(store.Heap("buffers of workers", int64(o.Workers)*(chunks+2<<20)+2<<20)).And(store.Heap("transposing", extsort.MinMemory))
	if k, ok := o.Model.(Kept); ok {
		need = need.And(store.Heap("the model", k.Bytes()))
	}
	return need
}
