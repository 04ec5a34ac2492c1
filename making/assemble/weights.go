package assemble

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"weft/internal/extsort"
	"weft/making/ingest/tally"
	"weft/store"
)

// A Weigher keeps the weights of arcs. A reader sets Next before it adds the arcs with this weight. Weights of numbered
// pages go to a sorter of their own, weights of named pages to the batches of the collector.
type Weigher struct {
	Named    func(name string) bool // reports whether an attribute with a name has the weights
	Next     float64                // the weight of the next arcs; NaN if their input says none
	Input    string                 // name of the input that is read
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

// ParseWeight reads the weight of an arc: a finite number. Signed networks have numbers below 0. Its errors are
// [tally.BadRecord].
func ParseWeight(text []byte) (float64, error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || string(text) == "-" {
		return 0, tally.Badf("the weight of the arc is missing")
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, tally.Badf("the weight %.40q: expected a finite number", text)
	}
	return x, nil
}

// BitsOf returns the bits of a weight in reverse: whole numbers have few, so that they are short in scratch files.
func BitsOf(weight float64) uint64 { return bits.Reverse64(math.Float64bits(weight)) }

// WeightOf returns the weight whose bits BitsOf returned.
func WeightOf(reversed uint64) float64 { return math.Float64frombits(bits.Reverse64(reversed)) }

// weighArc keeps the weight of an arc between numbered pages.
func (as *Assembly) weighArc(u, v uint32) error {
	if as.Weigher == nil {
		return nil
	}
	if as.Weigher.byNumber == nil {
		as.Weigher.byNumber = as.newWeights()
	}
	return as.Weigher.byNumber.Add(u, v, as.Weigher.take())
}

// newWeights returns a sorter of weights; nil if they are not kept. It takes as much memory as links of other kinds.
func (as *Assembly) newWeights() *extsort.Weights {
	if as.Weigher == nil {
		return nil
	}
	return extsort.NewWeights(extsort.Options{Memory: as.Memory() / 5, Dir: as.Draft.Dir()})
}

// numberedWeights returns a function that sets the weight of the next arcs, for arcs by number in order; without the
// option it does nothing.
func (as *Assembly) numberedWeights() (of func(u, v uint32) error, err error) {
	if as.Weigher == nil || as.Weigher.byNumber == nil {
		return func(uint32, uint32) error { return nil }, nil
	}
	it, err := as.Weigher.byNumber.Sort()
	return func(u, v uint32) error {
		var ok bool
		if as.Weigher.Next, ok = it.Find(u, v); !ok {
			return errors.Join(it.Err(), fmt.Errorf("the arc %d → %d has no weight", u, v))
		}
		return nil
	}, err
}

// eachLooseWeighted calls f with the arcs by number that wait for names. It sets the weight of each arc before the call.
func (w *Weigher) eachLooseWeighted(f func(u, v uint64, label uint32, offset int64) error) error {
	if w == nil || w.loose == nil {
		return nil
	}
	return w.loose.Each(0, w.loose.Size, 4, func(a []uint64) error {
		w.Next = WeightOf(a[3])
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// joinedNote counts weights that were added up.
const joinedNote = "weights of arcs that come several times, added to the first"

// keepWeights writes sorted weights, if there are any.
func (b *Builder) keepWeights(weights *extsort.Weights) error {
	if weights == nil {
		return nil
	}
	it, err := weights.Sort()
	if err != nil {
		return err
	}
	var kept store.WeightsKept
	if kept, err = b.WriteWeights(it, b.ArcsMemory()); err != nil {
		return fmt.Errorf("weights of arcs: %w", err)
	}
	b.Notes["arcs with weights, which are kept"] = kept.Arcs
	b.Notes[joinedNote] = kept.Joined
	b.Notes["arcs with a weight below 0, which PageRank and clusters refuse"] = kept.Negative
	return weights.Close()
}

// closeWeights removes the scratch file of weights by final numbers.
func (b *Builder) closeWeights() {
	if b.weights != nil {
		b.weights.Close() //nolint:errcheck // a scratch file
	}
}

// close removes the scratch files.
func (w *Weigher) close() {
	if w == nil {
		return
	}
	w.loose.Close()
	if w.byNumber != nil {
		w.byNumber.Close() //nolint:errcheck // a scratch file
	}
}
