package tables

import (
	"fmt"
	"slices"
)

// missing are words for a missing value, of R, pandas, databases and spreadsheets.
var missing = []string{"NA", "N/A", "#N/A", "NaN", "nan", "NULL", "null", "None", "nil", "<NA>"}

// mayMiss asks about a word for a missing value that is the name of a page several times, and in one of the columns alone.
func (c *candidate) mayMiss(o *Options) bool {
	if o.Forced || c.saysNames() {
		return false
	}
	for _, word := range missing {
		is := func(f []byte) bool { return string(f) == word }
		u, v := c.columnShare(c.Source, is), c.columnShare(c.Target, is)
		if max(u, v)*float64(len(c.rows)) < 1.5 || min(u, v) > 0 {
			continue
		}
		r := c.readingOf(c.rows, c.Source, c.Target)
		r.Format = Edges
		if !c.SkipHeader {
			r.FirstLine = ""
		}
		c.rank, c.why = asAsked, &Question{Why: fmt.Sprintf("%q may be a page, or a missing value: remove these rows, or read it as a page", word), Readings: []Reading{r}}
		return true
	}
	return false
}

// dropNulls leaves out the rows of the sample whose source or target is missing, unless all are.
func (c *candidate) dropNulls() {
	if c.saysNames() {
		return
	}
	rows := slices.DeleteFunc(slices.Clone(c.rows), func(row [][]byte) bool {
		return max(c.Source, c.Target) < len(row) && (IsNull(row[c.Source]) || IsNull(row[c.Target]))
	})
	if len(rows) > 0 {
		c.rows = rows
	}
}

// IsMissing reports whether a field of a row is a missing value. In lists that weft wrote none is.
func (l *Layout) IsMissing(field []byte) bool { return !l.ours && IsNull(field) }

// IsNull reports whether a field is a missing value, as PostgreSQL and MySQL write it.
func IsNull(field []byte) bool { return string(field) == `\N` }
