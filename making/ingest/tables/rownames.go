package tables

import (
	"fmt"
	"slices"

	"weft/internal/ascii"
	"weft/making/ingest/judge"
)

// enoughRows is how many rows must count upwards for their numbers to be the row names of R.
const enoughRows = 8

// useRowNames decides what the header of a table does not name. Row names stand before the other fields, as write.table of R
// writes them; a weight stands after them. Tables in which both are plausible are asked about.
func (c *candidate) useRowNames(o *Options) {
	t := judge.Table{Rows: c.rowsOf(c.Columns)}
	with := slices.Insert(slices.Clone(c.Header), 0, "")
	switch is, sure := c.hasRowNames(&t); {
	case is:
		c.useHeader(with)
	case !sure && o.Columns == nil && !o.Forced:
		c.late = &Question{
			Why: fmt.Sprintf("the header names %d columns, and the rows have %d: the first may be row names, or the last has no name", len(c.Header), c.Columns),
			Readings: []Reading{
				c.readingOf(t.Rows, c.Source+1, c.Target+1),
				c.readingOf(t.Rows, c.Source, c.Target),
			},
		}
	}
}

// rowsOf returns the rows with a number of fields.
func (c *candidate) rowsOf(fields int) [][][]byte {
	return slices.DeleteFunc(slices.Clone(c.rows), func(row [][]byte) bool { return len(row) != fields })
}

// readingOf returns the reading of two columns below the header.
func (c *candidate) readingOf(rows [][][]byte, source, target int) Reading {
	return Reading{Columns: fmt.Sprintf("%d,%d", source+1, target+1), FirstLine: FirstIsHeader, Arcs: judge.Show(judge.FirstArcs(rows, source, target), false)}
}

// hasRowNames reports whether the first column has the names of the rows, and whether this is sure. The header has one word
// fewer than the rows have fields. No two rows have the same name. The names count the rows, or the other two columns have
// more in common. Where the last field of three may be a weight, both must hold, unless the count is long and the weights look
// like pages.
func (c *candidate) hasRowNames(t *judge.Table) (is, sure bool) {
	if !t.IsKey(0) {
		return false, true
	}
	const shared = 0.2
	u, v := c.Source, c.Target
	nearer, farther := t.AreNearer(u+1, v+1, u, v), t.AreNearer(u, v, u+1, v+1)
	counts := t.CountsRows(0)
	measures := judge.Share(t.Rows, c.Columns-1, judge.IsMeasure) >= 1
	pages := judge.Share(t.Rows, c.Columns-1, ascii.IsNumber[[]byte]) >= 1
	weighted := c.Columns == 3 && measures
	switch {
	case !weighted:
		return counts || nearer, counts || nearer
	case !pages || t.Jaccard(1, 2) == 0:
		return false, true
	case counts && (nearer || len(t.Rows) >= enoughRows && t.Jaccard(1, 2) >= shared):
		return true, true
	}
	return false, farther && !counts
}

// hasOtherWidth reports whether the rows have more fields than the header names, and the fields beyond are no weight. The
// header then says nothing of the rows: names may hold blanks.
func (c *candidate) hasOtherWidth() bool {
	if !c.SkipHeader || len(c.Header) != 2 || c.Columns < 3 {
		return false
	}
	rows := c.rowsOf(c.Columns)
	for i := len(c.Header); i < c.Columns; i++ {
		if judge.Share(rows, i, judge.IsMeasure) < Fitting {
			return true
		}
	}
	return false
}
