package ingest

import (
	"slices"
	"strconv"
	"strings"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// columnShare returns the share of rows whose column is of a kind.
func (c *candidate) columnShare(column int, is func([]byte) bool) float64 {
	return judge.Share(c.rows, column, is)
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
	if first := c.rows[0]; c.header == nil && o.firstLine == "" && c.isStrange(first) {
		c.header, c.skipHeader, c.rows = texts(first), true, c.rows[1:]
	}
	switch {
	case o.columns != nil:
		if !c.takeColumns(o) {
			return
		}
	case !c.askJudge(o):
		return
	}
	c.seeds = c.header != nil && judge.Leads(c.header[c.source])
	c.numbers = !c.saysNames() && c.mostly(c.source, scan.IsNumber) && c.mostly(c.target, scan.IsNumber) && !c.hasZeros()
	c.findKinds()
	c.urls = c.mostly(c.source, isURL) && c.mostly(c.target, isURL)
	switch {
	case o.columns != nil || c.namesEnds():
		c.rank = asHeader
	case c.alike(c.source, c.target):
		c.rank = asTyped
	default:
		c.rank = asNames
	}
}

// askJudge takes the columns that the judge of tables finds; false if the judge asks.
func (c *candidate) askJudge(o *layoutOptions) bool {
	t := judge.Table{
		Header: c.header, Rows: c.rows, Signed: c.signed, Listed: c.konect || c.dicts && c.columns == 3, Sized: c.counts != nil, Counted: c.counted && c.columns == 3,
		Barred: c.weightColumn(o.weigh),
		Maybe:  c.header == nil && c.counts == nil && !c.konect && !c.dicts && o.firstLine == "" && !o.forced,
	}
	r, doubt := judge.Judge(&t)
	if doubt != nil && !o.forced {
		c.rank, c.why = asAsked, c.question(doubt)
		return false
	}
	if doubt == nil {
		c.source, c.target = r.Source, r.Target
	}
	return true
}

// question makes a question of a doubt, in which each reading also says how the first line is read.
func (c *candidate) question(doubt *judge.Doubt) *Question {
	q := newQuestion(doubt)
	for i := range q.Readings {
		r := &q.Readings[i]
		switch {
		case r.FirstLine != "" || c.titled || c.headComment != nil:
		case c.skipHeader:
			r.FirstLine = FirstIsHeader
		case c.counts != nil:
			r.FirstLine = FirstIsCounts
		default:
			r.FirstLine = FirstIsArc
		}
	}
	return q
}

// weightColumn marks the column of weights, which holds no pages; nil without weights.
func (c *candidate) weightColumn(w *weighing) []bool {
	if w == nil {
		return nil
	}
	barred := make([]bool, c.columns)
	for i := range barred {
		called := i < len(c.header) && w.isCalled(c.header[i])
		barred[i] = called || !w.isAuto() && w.column == strconv.Itoa(i+1) || w.isAuto() && c.header == nil && c.columns == 3 && i == 2
	}
	return barred
}

// hasZeros says whether numbers of pages begin with a zero. They are names: 007 and 7 are two pages.
func (c *candidate) hasZeros() bool {
	return slices.ContainsFunc(c.rows, func(row [][]byte) bool { return hasZero(row[c.source]) || hasZero(row[c.target]) })
}

func hasZero(f []byte) bool { return len(f) > 1 && f[0] == '0' && ascii.IsNumber(f) }

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

func isURL(f []byte) bool { return judge.IsURL(f) }

func isMeasure(f []byte) bool { return judge.IsMeasure(f) }

// isStrange reports whether the content of the first line makes it a header: below it are columns of numbers or
// URLs, and it has neither.
func (c *candidate) isStrange(first [][]byte) bool {
	if len(c.rows) < 2 || c.counts != nil || slices.ContainsFunc(first, func(f []byte) bool { return isMeasure(f) && len(f) > 0 || isURL(f) }) {
		return false
	}
	rest := *c
	rest.rows = c.rows[1:]
	for i := range c.columns {
		if rest.mostly(i, isURL) || rest.mostly(i, isMeasure) && rest.columnShare(i, judge.IsBlank) < 1 && !isMeasure(first[i]) {
			return true
		}
	}
	return false
}
