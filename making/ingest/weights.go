package ingest

import (
	"math"
	"strings"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Weights of arcs are read only with the option weights. A reader sets the weight of the next arcs before it adds them.
// Weights of numbered pages go to a sorter of their own, weights of named pages to the batches of the collector. So
// imports without the option have the same sorters as before.

// weightsOption names the column, attribute or member with the weights of arcs.
const weightsOption = "weights"

// weighing reads and keeps weights.
type weighing struct {
	assemble.Weigher
	*tables.WeightColumn
}

// newWeighing returns nil without a column.
func newWeighing(column string) *weighing {
	if column = strings.TrimSpace(column); column == "" {
		return nil
	}
	w := &weighing{WeightColumn: &tables.WeightColumn{Column: column}, Weigher: assemble.Weigher{Next: math.NaN()}}
	w.Named = w.IsCalled
	return w
}

// begin says that the next arcs are of another input.
func (w *weighing) begin(input string) {
	if w != nil {
		w.Next, w.Input = math.NaN(), input
	}
}

// read sets the weight of the next arcs by its text. Without the option it does nothing.
func (w *weighing) read(text []byte) error {
	if w == nil {
		return nil
	}
	x, err := assemble.ParseWeight(text)
	w.Next = x
	return err
}

// set sets the weight of the next arcs.
func (w *weighing) set(x float64) {
	if w != nil {
		w.Next = x
	}
}

// checkWeights refuses arcs without weights, after all inputs were read.
func (im *importer) checkWeights() error {
	if im.weigh == nil || im.weigh.Lacking == "" {
		return nil
	}
	return option.Errorf("%w: {weights}: %s has arcs without weights: leave {weights} out, or import it by itself", ErrOptions, im.weigh.Lacking)
}

// weighLine sets the weight of the arcs of a line.
func (t *text) weighLine(fields [][]byte) error {
	at := t.layout.Weight - 1
	switch {
	case t.im.weigh == nil || at < 0:
		return nil
	case at >= len(fields):
		return tally.Badf("the weight of the arc is missing")
	case t.layout.Dicts:
		value, err := tables.DictValue(fields[at], t.im.weigh.WeightColumn)
		if err != nil {
			return err
		}
		return t.im.weigh.read(value)
	}
	return t.im.weigh.read(fields[at])
}
