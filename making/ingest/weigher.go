package ingest

import (
	"math"
	"weft/internal/extsort"
)

// A weigher keeps the weights of arcs. Weights of numbered pages go to a sorter of their own, weights of named pages to the
// batches of the collector.
type weigher struct {
	next     float64 // the weight of the next arcs; NaN if their input says none
	input    string  // that is read
	lacking  string  // the first input that has arcs without a weight; empty if none has
	byNumber *extsort.Weights
	loose    *spool // arcs by number, where names come too
}

// take returns the weight of an arc.
func (w *weigher) take() float64 {
	if math.IsNaN(w.next) && w.lacking == "" {
		w.lacking = w.input
	}
	return w.next
}

// eachLooseWeighted calls f with these arcs, after it has set their weights.
func (w *weigher) eachLooseWeighted(f func(u, v uint64, label uint32, offset int64) error) error {
	if w == nil || w.loose == nil {
		return nil
	}
	return w.loose.each(0, w.loose.size, 4, func(a []uint64) error {
		w.next = weightOf(a[3])
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// close gives up the scratch files.
func (w *weigher) close() {
	if w == nil {
		return
	}
	w.loose.close()
	if w.byNumber != nil {
		w.byNumber.Close() //nolint:errcheck // a scratch file
	}
}
