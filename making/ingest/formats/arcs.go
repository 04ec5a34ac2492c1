package formats

import (
	"strconv"

	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Arc adds a plain link between numbered pages, and its reverse if Both is set.
func (t *Text) Arc(u, v uint32) error { return t.ArcOf(u, v, kinds.Link) }

// ArcOf is Arc with the kinds of the link.
func (t *Text) ArcOf(u, v uint32, k kinds.Set) error {
	if t.Nodes > 0 && (u >= t.Nodes || v >= t.Nodes) {
		return tally.Badf("arc %d → %d among %d pages", u+t.Base, v+t.Base, t.Nodes)
	}
	t.Import.NumPages = max(t.Import.NumPages, u+1, v+1)
	if err := t.Import.AddArc(u, v, k); err != nil {
		return err
	}
	if t.Both && u != v {
		return t.Import.AddArc(v, u, k)
	}
	return nil
}

// LooseArc adds an arc between numbered pages whose names may come later.
func (t *Text) LooseArc(u, v uint32, k kinds.Set) error {
	return t.Import.LooseArc(u, v, k, t.Lines.Offset)
}

// Listed reads a line with an arc between numbered pages, and passes the arc to add; twice if it goes both ways.
func (t *Text) Listed(fields [][]byte, add func(u, v uint32, k kinds.Set) error) error {
	source, target, both, err := t.Ends(fields)
	if err != nil {
		return err
	}
	if tables.HasZero(source) || tables.HasZero(target) {
		return tally.Badf("a number that begins with 0, which may be a name: the lines before have none")
	}
	u, v, err := t.TwoNumbers(source, target)
	if err != nil {
		return err
	}
	if right := t.Layout.Right; right > 0 {
		if u > right {
			return tally.Badf("source %d of %d", u, right)
		}
		v += right
	}
	k, err := t.KindsIn(fields)
	if err != nil {
		return err
	}
	if err = add(u, v, k); err == nil && both && u != v {
		err = add(v, u, k)
	}
	return err
}

// Ends returns the two ends of the arc in a line, as they are written, and whether it goes both ways. It sets the weight of
// the arc.
func (t *Text) Ends(fields [][]byte) (source, target []byte, both bool, err error) {
	l := t.Layout
	if n := len(fields); n != l.Columns {
		for n > l.Columns && len(fields[n-1]) == 0 {
			n--
		}
		if l.Weights && n == l.Columns+1 && judge.IsMeasure(fields[n-1]) {
			n--
		}
		switch {
		case n == 1:
			return nil, nil, false, tally.Badf("one column: an arc takes two")
		case n != l.Columns:
			return nil, nil, false, tally.Badf("%d columns between %s: the list has %d", n, tables.SepName(l.Sep), l.Columns)
		}
	}
	source, target = l.Unguarded(fields[l.Source]), l.Unguarded(fields[l.Target])
	if l.IsMissing(source) && l.Seeds {
		source = nil
	}
	if l.IsMissing(source) || l.IsMissing(target) {
		t.Import.Notes[`rows without source or target (\N), which are left out`]++
		return nil, nil, false, ErrNoRecord
	}
	if both = l.Both || l.IsBoth(fields); both {
		t.Import.Notes[tables.BothNote]++
	}
	t.Seen++
	return source, target, both, t.weighLine(fields)
}

// FirstTwo reads the numbers of pages in the first two columns of a line.
func (t *Text) FirstTwo(fields [][]byte) (u, v uint32, err error) {
	if len(fields) < 2 {
		return 0, 0, tally.Badf("one column: an arc takes two")
	}
	return t.TwoNumbers(fields[0], fields[1])
}

// TwoNumbers reads the numbers of two pages.
func (t *Text) TwoNumbers(source, target []byte) (u, v uint32, err error) {
	if u, err = t.Number(source); err == nil {
		v, err = t.Number(target)
	}
	return u, v, err
}

// Number reads the number of a page, and returns it counted from 0.
func (t *Text) Number(field []byte) (uint32, error) {
	n, ok := scan.ParseNumber(field)
	if !ok {
		return 0, tally.Badf("%.40q is not the number of a page", field)
	}
	if n < t.Base {
		return 0, tally.Badf("pages are numbered from %d", t.Base)
	}
	return n - t.Base, nil
}

// KindsIn returns the kinds of the arc in a line: a plain link if no column has them.
func (t *Text) KindsIn(fields [][]byte) (kinds.Set, error) {
	at := t.Layout.Kinds - 1
	if at < 0 || at >= len(fields) {
		return kinds.Link, nil
	}
	k, ok := kinds.ParseWritten(fields[at])
	if !ok {
		return 0, tally.Badf("%.40q is not a kind of arc", fields[at])
	}
	return k, nil
}

// ParseCount reads a count, such as the number of arcs: digits only.
func ParseCount(f []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(f), 10, 64)
	return n, err == nil && ascii.IsNumber(f)
}
