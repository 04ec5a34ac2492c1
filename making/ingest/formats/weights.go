package formats

import (
	"math"
	"strings"

	"weft/making/assemble"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Weights of arcs are read only with the option weights. A reader sets the weight of the next arcs before it adds them.
// Weights of numbered pages go to a sorter of their own, weights of named pages to the batches of the collector. So
// imports without the option have the same sorters as before.

// A Weighing reads and keeps weights. Its methods do nothing for nil.
type Weighing struct {
	assemble.Weigher
	*tables.WeightColumn
}

// NewWeighing returns the weights in a column, attribute or member with this name; nil for an empty name.
func NewWeighing(column string) *Weighing {
	if column = strings.TrimSpace(column); column == "" {
		return nil
	}
	w := &Weighing{WeightColumn: &tables.WeightColumn{Column: column}, Weigher: assemble.Weigher{Next: math.NaN()}}
	w.Named = w.IsCalled
	return w
}

// Begin notes that the next arcs are from another input, and have no weight yet.
func (w *Weighing) Begin(input string) {
	if w != nil {
		w.Next, w.Input = math.NaN(), input
	}
}

// Read sets the weight of the next arcs by its text.
func (w *Weighing) Read(text []byte) error {
	if w == nil {
		return nil
	}
	x, err := assemble.ParseWeight(text)
	w.Next = x
	return err
}

// Set sets the weight of the next arcs.
func (w *Weighing) Set(x float64) {
	if w != nil {
		w.Next = x
	}
}

// weighLine sets the weight of the arcs of a line.
func (t *Text) weighLine(fields [][]byte) error {
	at := t.Layout.Weight - 1
	switch {
	case t.Import.Weigh == nil || at < 0:
		return nil
	case at >= len(fields):
		return tally.Badf("the weight of the arc is missing")
	case t.Layout.Dicts:
		value, err := tables.DictValue(fields[at], t.Import.Weigh.WeightColumn)
		if err != nil {
			return err
		}
		return t.Import.Weigh.Read(value)
	}
	return t.Import.Weigh.Read(fields[at])
}
