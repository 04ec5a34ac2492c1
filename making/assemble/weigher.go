package assemble

import (
	"math"
	"weft/internal/extsort"
)

// A Weigher keeps the weights of arcs. Weights of numbered pages go to a sorter of their own, weights of named pages to the
// batches of the collector.
type Weigher struct {
	Named    func(name string) bool // says whether an attribute with a name has the weights
	Next     float64                // the weight of the next arcs; NaN if their input says none
	Input    string                 // that is read
	Lacking  string                 // the first input that has arcs without a weight; empty if none has
	byNumber *extsort.Weights
	loose    *Spool // arcs by number, where names come too
}

// take returns the weight of an arc.
func (w *Weigher) take() float64 {
	if math.IsNaN(w.Next) && w.Lacking == "" {
		w.Lacking = w.Input
	}
	return w.Next
}

// eachLooseWeighted calls f with these arcs, after it has set their weights.
func (w *Weigher) eachLooseWeighted(f func(u, v uint64, label uint32, offset int64) error) error {
	if w == nil || w.loose == nil {
		return nil
	}
	return w.loose.Each(0, w.loose.Size, 4, func(a []uint64) error {
		w.Next = WeightOf(a[3])
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// close gives up the scratch files.
func (w *Weigher) close() {
	if w == nil {
		return
	}
	w.loose.Close()
	if w.byNumber != nil {
		w.byNumber.Close() //nolint:errcheck // a scratch file
	}
}
