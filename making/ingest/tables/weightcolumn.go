package tables

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"weft/internal/option"
	"weft/making/ingest/judge"
)

// A WeightColumn says which column, attribute or member has the weights of arcs; nil if they are not kept.
type WeightColumn struct {
	Column string // the value of the option
}

// AutoWeights chooses the attribute, member or column that is called weight. In lists without a header it chooses the only
// column besides source and target.
const AutoWeights = "auto"

// weightWords are the words of headers that [AutoWeights] takes, as of [plainWord].
var weightWords = []string{"weight", "weights", "edgeweight", "arcweight"}

// isAuto says whether the user leaves the column to the format.
func (w *WeightColumn) isAuto() bool { return strings.EqualFold(w.Column, AutoWeights) }

// IsCalled says whether an attribute, a member or a column with a name has the weights.
func (w *WeightColumn) IsCalled(name string) bool {
	switch {
	case w == nil:
		return false
	case w.isAuto():
		return slices.Contains(weightWords, judge.Word(name))
	}
	return strings.EqualFold(name, w.Column)
}

// chooseWeights finds the column of the weights of a list.
func (l *Layout) chooseWeights(w *WeightColumn) error {
	if w == nil {
		return nil
	}
	var others []int // further columns
	for i := range l.Columns {
		if i != l.Source && i != l.Target && i != l.Direction && i != l.Kinds-1 {
			others = append(others, i)
		}
	}
	if l.Weights {
		others = append(others, l.Columns)
	}
	at, err := l.namedWeights(w, others)
	if err != nil || at >= 0 {
		l.Weight = at + 1
		return err
	}
	switch {
	case w.isAuto() && len(others) == 1 && (l.Header == nil || l.Dicts):
		l.Weight = others[0] + 1
		return nil
	case len(others) == 0:
		return option.Errorf("%w: {weights}: the list has no column besides source and target", option.ErrUnfit)
	case l.Header != nil:
		return option.Errorf("%w: {weights} %s: no further column is called so: the columns are %.200q", option.ErrUnfit, w.Column, l.Header)
	}
	return option.Errorf("%w: {weights} %s: the lines have %d columns: name one by its number, as in {weights} %d", option.ErrUnfit, w.Column, l.Columns, others[0]+1)
}

// namedWeights returns the column that the option names, by number or else by name; -1 without such a column.
func (l *Layout) namedWeights(w *WeightColumn, others []int) (at int, err error) {
	var names []string
	var called []int // the columns of names
	for _, i := range others {
		if !w.isAuto() && w.Column == strconv.Itoa(i+1) {
			return i, nil
		}
		switch {
		case i < len(l.Header):
			names, called = append(names, l.Header[i]), append(called, i)
		case i == l.Columns && l.weightName != "":
			names, called = append(names, l.weightName), append(called, i)
		}
	}
	k, err := w.Pick(names)
	if k < 0 {
		return -1, err
	}
	return called[k], err
}

// Pick returns the index of the name of the weights; -1 without one. It refuses two such names.
func (w *WeightColumn) Pick(names []string) (int, error) {
	at := -1
	for i, name := range names {
		switch {
		case !w.IsCalled(name):
		case at >= 0:
			return -1, option.Errorf("%w: {weights} %s: %.80q and %.80q may both be the weights: expected one: name it, as in {weights} %s, or say the number of its column", option.ErrUnfit, w.Column, names[at], name, names[at])
		default:
			at = i
		}
	}
	return at, nil
}

// TwoWeights refuses an edge with two attributes that may both be its weight.
func TwoWeights(a, b string) error {
	return option.Errorf("%w: {weights}: %.80q and %.80q may both be the weight of an edge: name one, as in {weights} %s", option.ErrUnfit, a, b, a)
}

// DictValue returns the value of the attribute with the weights, in attributes as NetworkX writes them:
// {'weight': 2.5, 'color': 'red'}.
func DictValue(dict []byte, w *WeightColumn) ([]byte, error) {
	var names []string
	var values [][]byte
	rest := bytes.TrimSuffix(bytes.TrimPrefix(dict, []byte("{")), []byte("}"))
	for len(rest) > 0 {
		var part []byte
		part, rest = cutOutside(rest, ',')
		name, value := cutOutside(part, ':')
		names, values = append(names, string(bytes.Trim(name, ` '"`))), append(values, value)
	}
	at, err := w.Pick(names)
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
