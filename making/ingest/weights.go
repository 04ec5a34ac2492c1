package ingest

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/judge"
	"weft/making/ingest/tally"
)

// Weights of arcs are read only with the option weights. A reader sets the weight of the next arcs before it adds them.
// Weights of numbered pages go to a sorter of their own, weights of named pages to the batches of the collector. So
// imports without the option have the same sorters as before.

// weightsOption names the column, attribute or member with the weights of arcs.
const weightsOption = "weights"

// AutoWeights chooses the attribute, member or column that is called weight. In lists without a header it chooses the only
// column besides source and target.
const AutoWeights = "auto"

// weightWords are the words of headers that [AutoWeights] takes, as of [plainWord].
var weightWords = []string{"weight", "weights", "edgeweight", "arcweight"}

// weighing reads and keeps weights.
type weighing struct {
	assemble.Weigher
	column string // the value of the option
}

// newWeighing returns nil without a column.
func newWeighing(column string) *weighing {
	if column = strings.TrimSpace(column); column == "" {
		return nil
	}
	w := &weighing{column: column, Weigher: assemble.Weigher{Next: math.NaN()}}
	w.Named = w.isCalled
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

// isAuto says whether the user leaves the column to the format.
func (w *weighing) isAuto() bool { return strings.EqualFold(w.column, AutoWeights) }

// isCalled says whether an attribute, a member or a column with a name has the weights.
func (w *weighing) isCalled(name string) bool {
	switch {
	case w == nil:
		return false
	case w.isAuto():
		return slices.Contains(weightWords, judge.Word(name))
	}
	return strings.EqualFold(name, w.column)
}

// checkWeights refuses arcs without weights, after all inputs were read.
func (im *importer) checkWeights() error {
	if im.weigh == nil || im.weigh.Lacking == "" {
		return nil
	}
	return option.Errorf("%w: {weights}: %s has arcs without weights: leave {weights} out, or import it by itself", ErrOptions, im.weigh.Lacking)
}

// chooseWeights finds the column of the weights of a list.
func (l *layout) chooseWeights(w *weighing) error {
	if w == nil {
		return nil
	}
	var others []int // further columns
	for i := range l.columns {
		if i != l.source && i != l.target && i != l.direction && i != l.kinds-1 {
			others = append(others, i)
		}
	}
	if l.weights {
		others = append(others, l.columns)
	}
	at, err := l.namedWeights(w, others)
	if err != nil || at >= 0 {
		l.weight = at + 1
		return err
	}
	switch {
	case w.isAuto() && len(others) == 1 && (l.header == nil || l.dicts):
		l.weight = others[0] + 1
		return nil
	case len(others) == 0:
		return option.Errorf("%w: {weights}: the list has no column besides source and target", ErrOptions)
	case l.header != nil:
		return option.Errorf("%w: {weights} %s: no further column is called so: the columns are %.200q", ErrOptions, w.column, l.header)
	}
	return option.Errorf("%w: {weights} %s: the lines have %d columns: name one by its number, as in {weights} %d", ErrOptions, w.column, l.columns, others[0]+1)
}

// namedWeights returns the column that the option names, by number or else by name; -1 without such a column.
func (l *layout) namedWeights(w *weighing, others []int) (at int, err error) {
	var names []string
	var called []int // the columns of names
	for _, i := range others {
		if !w.isAuto() && w.column == strconv.Itoa(i+1) {
			return i, nil
		}
		if i < len(l.header) {
			names, called = append(names, l.header[i]), append(called, i)
		}
	}
	k, err := w.pick(names)
	if k < 0 {
		return -1, err
	}
	return called[k], err
}

// pick returns the index of the name of the weights; -1 without one. It refuses two such names.
func (w *weighing) pick(names []string) (int, error) {
	at := -1
	for i, name := range names {
		switch {
		case !w.isCalled(name):
		case at >= 0:
			return -1, option.Errorf("%w: {weights} %s: %.80q and %.80q may both be the weights: expected one: name it, as in {weights} %s, or say the number of its column", ErrOptions, w.column, names[at], name, names[at])
		default:
			at = i
		}
	}
	return at, nil
}

// weighLine sets the weight of the arcs of a line.
func (t *text) weighLine(fields [][]byte) error {
	at := t.layout.weight - 1
	switch {
	case t.im.weigh == nil || at < 0:
		return nil
	case at >= len(fields):
		return tally.Badf("the weight of the arc is missing")
	case t.layout.dicts:
		value, err := dictValue(fields[at], t.im.weigh)
		if err != nil {
			return err
		}
		return t.im.weigh.read(value)
	}
	return t.im.weigh.read(fields[at])
}

// dictValue returns the value of the attribute with the weights, in attributes as NetworkX writes them:
// {'weight': 2.5, 'color': 'red'}.
func dictValue(dict []byte, w *weighing) ([]byte, error) {
	var names []string
	var values [][]byte
	rest := bytes.TrimSuffix(bytes.TrimPrefix(dict, []byte("{")), []byte("}"))
	for len(rest) > 0 {
		var part []byte
		part, rest = cutOutside(rest, ',')
		name, value := cutOutside(part, ':')
		names, values = append(names, string(bytes.Trim(name, ` '"`))), append(values, value)
	}
	at, err := w.pick(names)
	if at < 0 {
		return nil, err
	}
	return values[at], err
}

// cutOutside cuts a text of Python at the first separator outside of texts in quotes and of brackets.
func cutOutside(b []byte, sep byte) (before, after []byte) {
	quote, depth := byte(0), 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '{' || c == '[' || c == '(':
			depth++
		case c == '}' || c == ']' || c == ')':
			depth--
		case c == sep && depth == 0:
			return b[:i], b[i+1:]
		}
	}
	return b, nil
}
