package random

import "weft/graph"

// watchEvery is how many pages and arcs are made between two looks.
const watchEvery = 1 << 16

// A watch tells how far a graph is that is made from its first page to its last.
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

// GrownBytes bounds the memory that a [ScaleFree] or a [ForestFire] takes while it is made: 40 bytes a page and 20 an arc.
// Of a scale-free graph the arcs that are drawn count, of a forest fire those of the fires.
func GrownBytes(pages int, arcs int64) int64 { return 40*int64(pages) + 20*arcs }

// keptBytes is what a graph takes whose lists grew: a quarter of their room may be unused.
func keptBytes(pages int, arcs int64) int64 { return graph.LoadBytes(pages, arcs) + arcs }
