package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"weft/internal/extsort"
	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/store"
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
	column   string  // the value of the option
	next     float64 // the weight of the next arcs; NaN if their input says none
	input    string  // that is read
	lacking  string  // the first input that has arcs without a weight; empty if none has
	byNumber *extsort.Weights
	loose    *spool // arcs by number, where names come too
}

// newWeighing returns nil without a column.
func newWeighing(column string) *weighing {
	if column = strings.TrimSpace(column); column == "" {
		return nil
	}
	return &weighing{column: column, next: math.NaN()}
}

// bitsOf returns the bits of a weight in reverse: whole numbers have few, so that they are short in scratch files.
func bitsOf(weight float64) uint64 { return bits.Reverse64(math.Float64bits(weight)) }

func weightOf(reversed uint64) float64 { return math.Float64frombits(bits.Reverse64(reversed)) }

// begin says that the next arcs are of another input.
func (w *weighing) begin(input string) {
	if w != nil {
		w.next, w.input = math.NaN(), input
	}
}

// take returns the weight of an arc.
func (w *weighing) take() float64 {
	if math.IsNaN(w.next) && w.lacking == "" {
		w.lacking = w.input
	}
	return w.next
}

// read sets the weight of the next arcs by its text. Without the option it does nothing.
func (w *weighing) read(text []byte) error {
	if w == nil {
		return nil
	}
	x, err := parseWeight(text)
	w.next = x
	return err
}

// set sets the weight of the next arcs.
func (w *weighing) set(x float64) {
	if w != nil {
		w.next = x
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

// parseWeight reads the weight of an arc: a finite number. Numbers below 0 are kept, as signed networks have them.
func parseWeight(text []byte) (float64, error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || string(text) == "-" {
		return 0, badLine("the weight of the arc is missing")
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, badLine("the weight %.40q: expected a finite number", text)
	}
	return x, nil
}

// weighArc keeps the weight of an arc between numbered pages.
func (im *importer) weighArc(u, v uint32) error {
	if im.weigh == nil {
		return nil
	}
	if im.weigh.byNumber == nil {
		im.weigh.byNumber = im.newWeights()
	}
	return im.weigh.byNumber.Add(u, v, im.weigh.take())
}

// newWeights returns a sorter of weights; nil if they are not kept. It takes as much memory as links of other kinds.
func (im *importer) newWeights() *extsort.Weights {
	if im.weigh == nil {
		return nil
	}
	return extsort.NewWeights(extsort.Options{Memory: im.memory() / 5, Dir: im.draft.Dir()})
}

// checkWeights refuses arcs without weights, after all inputs were read.
func (im *importer) checkWeights() error {
	if im.weigh == nil || im.weigh.lacking == "" {
		return nil
	}
	return option.Errorf("%w: {weights}: %s has arcs without weights: leave {weights} out, or import it by itself", ErrOptions, im.weigh.lacking)
}

// numberedWeights returns a function that sets the weight of the next arcs, for arcs by number in order; without the
// option it does nothing.
func (im *importer) numberedWeights() (of func(u, v uint32) error, err error) {
	if im.weigh == nil || im.weigh.byNumber == nil {
		return func(uint32, uint32) error { return nil }, nil
	}
	it, err := im.weigh.byNumber.Sort()
	return func(u, v uint32) error {
		var ok bool
		if im.weigh.next, ok = it.Find(u, v); !ok {
			return errors.Join(it.Err(), fmt.Errorf("the arc %d → %d has no weight", u, v))
		}
		return nil
	}, err
}

// looseWeighted keeps an arc between pages whose names may come later, with its label and its weight.
func (t *text) looseWeighted(u, v, label uint32) error {
	w := t.im.weigh
	return t.im.spoolTo(&w.loose, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(t.lines.offset), bitsOf(w.take()))
}

// eachLooseWeighted calls f with these arcs, after it has set their weights.
func (w *weighing) eachLooseWeighted(f func(u, v uint64, label uint32, offset int64) error) error {
	if w == nil || w.loose == nil {
		return nil
	}
	return w.loose.each(0, w.loose.size, 4, func(a []uint64) error {
		w.next = weightOf(a[3])
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// closeWeights gives up scratch files.
func (im *importer) closeWeights() {
	if im.weigh == nil {
		return
	}
	im.weigh.loose.close()
	if im.weigh.byNumber != nil {
		im.weigh.byNumber.Close() //nolint:errcheck // a scratch file
	}
}

// closeWeights gives up the scratch file of weights by their final numbers.
func (b *builder) closeWeights() {
	if b.weights != nil {
		b.weights.Close() //nolint:errcheck // a scratch file
	}
}

// joinedNote counts weights that were added up.
const joinedNote = "weights of arcs that come several times, added to the first"

// keepWeights writes sorted weights, if there are any.
func (b *builder) keepWeights(weights *extsort.Weights) error {
	if weights == nil {
		return nil
	}
	it, err := weights.Sort()
	if err != nil {
		return err
	}
	var kept store.WeightsKept
	if kept, err = b.WriteWeights(it, b.arcsMemory()); err != nil {
		return fmt.Errorf("weights of arcs: %w", err)
	}
	b.notes["arcs with weights, which are kept"] = kept.Arcs
	b.notes[joinedNote] = kept.Joined
	b.notes["arcs with a weight below 0, which PageRank and clusters refuse"] = kept.Negative
	return weights.Close()
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
		return badLine("the weight of the arc is missing")
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
