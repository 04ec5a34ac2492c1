package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weft/internal/ascii"
	"weft/internal/option"
)

// columnShare returns the share of rows whose column is of a kind.
func (c *candidate) columnShare(column int, is func([]byte) bool) float64 {
	n := 0
	for _, row := range c.rows {
		if is(row[column]) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(c.rows)))
}

func (c *candidate) mostly(column int, is func([]byte) bool) bool {
	return c.columnShare(column, is) >= fitting
}

// alike says whether two columns are both numbers, or both URLs.
func (c *candidate) alike(a, b int) bool {
	return c.mostly(a, ascii.IsNumber[[]byte]) && c.mostly(b, ascii.IsNumber[[]byte]) || c.mostly(a, isURL) && c.mostly(b, isURL)
}

// chooseColumns finds the columns of source and target, and their content.
func (c *candidate) chooseColumns(o *layoutOptions) {
	_, _, named := findPair(c.header)
	known := named || o.columns != nil
	if first := c.rows[0]; c.header == nil && c.isStrange(first) {
		c.header, c.skipHeader, c.rows = texts(first), true, c.rows[1:]
	}
	if o.columns != nil && !c.takeColumns(o) {
		return
	}
	if !known {
		if c.why = c.guessColumns(); c.why != nil && !o.forced {
			return
		}
	}
	c.seeds = c.header != nil && slices.Contains(leading, plainWord(c.header[c.source]))
	c.numbers = !c.saysNames() && c.mostly(c.source, isNumber) && c.mostly(c.target, isNumber)
	c.findKinds()
	c.urls = c.mostly(c.source, isURL) && c.mostly(c.target, isURL)
	switch {
	case o.columns != nil || known && (o.forced || !c.areMeasures()):
		c.rank = asHeader
		return
	case known:
		c.why = option.Errorf("the columns %q and %q hold dates or decimal numbers: it looks like measurements, not arcs; if they are the names of pages, say {columns} %d,%d", c.header[c.source], c.header[c.target], c.source+1, c.target+1)
		return
	}
	if c.why = c.doubt(); c.why == nil && !c.konect && !c.dicts { // which are lists of arcs
		c.why = c.tableDoubt()
	}
	switch {
	case c.why != nil && !o.forced:
	case c.alike(c.source, c.target):
		c.rank = asTyped
	default:
		c.rank = asNames
	}
}

// areMeasures says whether source and target are dates, times or decimal numbers throughout.
func (c *candidate) areMeasures() bool {
	is := func(f []byte) bool { return len(f) > 0 && isMeasure(f) && !ascii.IsNumber(f) && !isURL(f) }
	return c.mostly(c.source, is) && c.mostly(c.target, is)
}

// unlike says whether one column is of a kind nearly throughout, and the other nearly never.
func (c *candidate) unlike(is func([]byte) bool) bool {
	u, v := c.columnShare(c.source, is), c.columnShare(c.target, is)
	return max(u, v) >= fitting && min(u, v) <= 1-fitting
}

// doubt says why two columns of texts are not taken for pages.
func (c *candidate) doubt() error {
	switch {
	case c.unlike(ascii.IsNumber[[]byte]):
		return option.Errorf("one column holds numbers, the other texts: it looks like a list of nodes with their names (or counts), not of arcs; if it is one of arcs, say {columns} %d,%d", c.source+1, c.target+1)
	case c.unlike(isURL):
		return option.Errorf("one column holds URLs, the other texts: it looks like a table of pages, not of arcs; if it is one of arcs, say {columns} %d,%d", c.source+1, c.target+1)
	case c.mostly(c.source, isDecimal) && c.mostly(c.target, isDecimal):
		return option.Errorf("the columns hold decimal numbers: it looks like measurements, not arcs; if they are the names of pages, say {columns} %d,%d", c.source+1, c.target+1)
	}
	return nil
}

// takeColumns takes the columns that the user names.
func (c *candidate) takeColumns(o *layoutOptions) bool {
	for i, at := range []*int{&c.source, &c.target} {
		name := o.columns[i]
		n, err := strconv.Atoi(name)
		if err == nil && n >= 1 && n <= c.columns {
			*at = n - 1
			continue
		}
		if k := slices.IndexFunc(c.header, func(h string) bool { return strings.EqualFold(h, name) }); k >= 0 {
			*at = k
			continue
		}
		c.why = option.Errorf("%w: {columns}: there is no column %q among the %d of most lines", ErrOptions, name, c.columns)
		if c.header != nil {
			c.why = option.Errorf("%w: {columns}: there is no column %q: the first line calls them %.200q", ErrOptions, name, c.header)
		}
		return false
	}
	return true
}

// guessColumns finds two columns that hold pages, where nothing names them.
func (c *candidate) guessColumns() error {
	if c.columns == 2 {
		return nil
	}
	if c.isMatrix() {
		return fmt.Errorf("it looks like a matrix of %d rows: write it as a list (of Matrix Market, say), or as arcs", c.columns)
	}
	var urls []int
	for i := range c.columns {
		if c.mostly(i, isURL) {
			urls = append(urls, i)
		}
	}
	if len(urls) == 2 { // also after numbers, which count the lines or stand for these
		c.source, c.target = urls[0], urls[1]
		return nil
	}
	if c.alike(0, 1) {
		switch shared, _, _ := c.overlap(0, 1); {
		case c.countsLines():
			return option.Errorf("the first column counts the lines: say which columns are source and target, as in {columns} 2,3")
		case c.konect:
		case c.timesFirst():
			return option.Errorf("the first of %d columns looks like a time (the first line is %.120q): say which columns are source and target, {columns} 2,3 or {columns} 1,2", c.columns, bytes.Join(c.rows[0], []byte(" ")))
		case c.areKeys(), shared == 0 && c.leftText():
			return option.Errorf("the lines have %d columns, and no number stands in both of the first two: it looks like a table, not a list of arcs: if they are source and target, say {columns} 1,2", c.columns)
		}
		return nil
	}
	for i := 2; i < c.columns; i++ {
		if !c.mostly(i, isMeasure) && !c.mostly(i, isKinds) {
			return option.Errorf("the lines have %d columns between %s, and nothing says which are source and target (the first line is %.120q): say it, as in {columns} 1,%d", c.columns, sepName(c.sep), bytes.Join(c.rows[0], []byte(" ")), c.columns)
		}
	}
	return nil
}

// isMatrix says whether the lines are the rows of a square matrix of zeros and ones.
func (c *candidate) isMatrix() bool {
	if c.columns != len(c.rows) || c.columns < 3 {
		return false
	}
	zero := func(f []byte) bool { return len(f) == 1 && f[0] <= '1' && f[0] >= '0' }
	for i := range c.columns {
		if c.columnShare(i, zero) < 1 {
			return false
		}
	}
	return true
}

// countsLines says whether the first of three columns or more only counts the lines.
func (c *candidate) countsLines() bool {
	const enough = 20
	if len(c.rows) < enough || !c.mostly(2, ascii.IsNumber[[]byte]) {
		return false
	}
	for i, row := range c.rows[1:] {
		before, ok1 := parseNumber(c.rows[i][0])
		n, ok2 := parseNumber(row[0])
		if !ok1 || !ok2 || n != before+1 {
			return false
		}
	}
	return true
}

func isBlankField(f []byte) bool { return len(f) == 0 || string(f) == "-" }

// isURL says whether a field is an absolute URL.
func isURL(f []byte) bool {
	i := bytes.Index(f[:min(len(f), 40)], []byte("://"))
	return i > 0 && ascii.IsLetter(f[0])
}

// isDecimal says whether a field is a number that is not whole.
func isDecimal(f []byte) bool {
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil && !ascii.IsNumber(f)
}

// isMeasure says whether a field is a weight, a time or nothing: what lists of arcs have beside source and target.
func isMeasure(f []byte) bool {
	if len(f) == 0 || string(f) == "-" {
		return true
	}
	if f[0] == '{' && f[len(f)-1] == '}' { // attributes, as NetworkX writes them
		return true
	}
	if len(bytes.Trim(f, "0123456789+-.:eETZ/ ")) == 0 && bytes.ContainsAny(f, "0123456789") {
		return true // also dates, and times
	}
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil
}
