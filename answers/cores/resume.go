package cores

import (
	"fmt"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/store"
)

// A cellDone is a shape that is done, with the cliques that are listed of it.
type cellDone struct {
	Cell
	First []core.Clique `json:"first,omitempty"`
}

// resume makes a table of disjoint cliques go on where a command that was killed has come to, and keep the shapes that are done: of where no file of the cliques does that. A shape does not depend on which others are asked for.
func (f *file) resume(q *asked, v *store.View, o *answer.Options) {
	if q.kind != disjoint || f.out != nil {
		return
	}
	f.unfinished = o.Unfinished(v, "cores", fmt.Sprintf("max degree %d steps %d top %d", q.maxDegree, q.steps, q.top))
	if f.unfinished.Load(&f.cells) {
		f.unfinished.GoesOn("after " + digits.Plural(len(f.cells), "shape"))
	}
	for _, x := range f.cells {
		x.first = x.First
		f.done[x.Shape] = x.Cell
	}
}

// keep keeps a shape that is done.
func (f *file) keep(x Cell) {
	f.cells = append(f.cells, cellDone{x, x.first})
	f.unfinished.Save("after "+digits.Plural(len(f.cells), "shape"), f.cells)
}
