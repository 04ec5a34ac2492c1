package random

import "weft/graph"

// watchEvery is how many pages and arcs are made between two looks.
const watchEvery = 1 << 16

// A watch reports the progress of a graph that is made from its first page to its last.
type watch struct {
	tell func(pages int, arcs int64) error // may be nil
	due  int64
}

// look tells, if it is time to, how many pages and arcs there are, and returns an error if this is to end.
func (w *watch) look(pages int, arcs int64) error {
	made := int64(pages) + arcs
	if w.tell == nil || made < w.due {
		return nil
	}
	w.due = made + watchEvery
	return w.tell(pages, arcs)
}

// GrownBytes bounds the memory of a [ScaleFree] or a [ForestFire] during generation: 40 bytes a page and 20 an
// arc. Arcs are the drawn arcs of a scale-free graph, and the arcs of fires of a forest fire.
func GrownBytes(pages int, arcs int64) int64 { return 40*int64(pages) + 20*arcs }

// keptBytes returns the memory of a graph whose lists grew: a quarter of it may be unused.
func keptBytes(pages int, arcs int64) int64 { return graph.LoadBytes(pages, arcs) + arcs }
