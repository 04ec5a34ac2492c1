package tables

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
	return c.columnShare(column, is) >= Fitting
}

// alike says whether two columns are both numbers, or both URLs.
func (c *candidate) alike(a, b int) bool {
	return c.mostly(a, ascii.IsNumber[[]byte]) && c.mostly(b, ascii.IsNumber[[]byte]) || c.mostly(a, judge.IsURL) && c.mostly(b, judge.IsURL)
}

// chooseColumns finds the columns of source and target, and their content.
func (c *candidate) chooseColumns(o *Options) {
	if first := c.rows[0]; c.Header == nil && o.FirstLine == "" && c.isStrange(first) {
		c.Header, c.SkipHeader, c.rows = Texts(first), true, c.rows[1:]
	}
	c.findDirection()
	switch {
	case o.Columns != nil:
		if !c.takeColumns(o) {
			return
		}
	case !c.askJudge(o):
		return
	}
	if c.mayMiss(o) {
		return
	}
	c.Seeds = c.Header != nil && judge.Leads(c.Header[c.Source])
	c.Numbers = !c.saysNames() && c.mostly(c.Source, scan.IsNumber) && c.mostly(c.Target, scan.IsNumber) && !c.hasZeros()
	c.findKinds()
	c.URLs = c.mostly(c.Source, judge.IsURL) && c.mostly(c.Target, judge.IsURL)
	switch {
	case o.Columns != nil || c.namesEnds():
		c.rank = asHeader
	case c.alike(c.Source, c.Target):
		c.rank = asTyped
	default:
		c.rank = asNames
	}
}

// askJudge takes the columns that the judge of tables finds; false if the judge asks.
func (c *candidate) askJudge(o *Options) bool {
	t := judge.Table{
		Header: c.Header, Rows: c.rows, Signed: c.signed, Listed: c.konect || c.Dicts && c.Columns == 3, Sized: c.Counts != nil, Counted: c.counted && c.Columns == 3,
		Barred: c.weightColumn(o.Weigh), Whole: areNamedEnds(c.Header),
		Maybe: c.Header == nil && c.Counts == nil && !c.konect && !c.Dicts && o.FirstLine == "" && !o.Forced,
	}
	r, doubt := judge.Judge(&t)
	if doubt != nil && !o.Forced {
		c.rank, c.why = asAsked, c.question(doubt)
		return false
	}
	if doubt == nil {
		c.Source, c.Target = r.Source, r.Target
	}
	return true
}

// question makes a question of a doubt, in which each reading also says how the first line is read.
func (c *candidate) question(doubt *judge.Doubt) *Question {
	q := NewQuestion(doubt)
	for i := range q.Readings {
		r := &q.Readings[i]
		switch {
		case r.FirstLine != "" || c.Titled || c.headComment != nil:
		case c.SkipHeader:
			r.FirstLine = FirstIsHeader
		case c.Counts != nil:
			r.FirstLine = FirstIsCounts
		default:
			r.FirstLine = FirstIsArc
		}
	}
	return q
}

// weightColumn marks the column of weights, which holds no pages; nil without weights.
func (c *candidate) weightColumn(w *WeightColumn) []bool {
	if w == nil {
		return nil
	}
	barred := make([]bool, c.Columns)
	for i := range barred {
		called := i < len(c.Header) && w.IsCalled(c.Header[i])
		barred[i] = called || !w.isAuto() && w.Column == strconv.Itoa(i+1) || w.isAuto() && c.Header == nil && c.Columns == 3 && i == 2
	}
	return barred
}

// hasZeros says whether numbers of pages begin with a zero. They are names: 007 and 7 are two pages.
func (c *candidate) hasZeros() bool {
	return slices.ContainsFunc(c.rows, func(row [][]byte) bool { return HasZero(row[c.Source]) || HasZero(row[c.Target]) })
}

// HasZero reports whether a field is a number that begins with 0.
func HasZero(f []byte) bool { return len(f) > 1 && f[0] == '0' && ascii.IsNumber(f) }

// takeColumns takes the columns that the user names.
func (c *candidate) takeColumns(o *Options) bool {
	for i, at := range []*int{&c.Source, &c.Target} {
		name := o.Columns[i]
		n, err := strconv.Atoi(name)
		if err == nil && n >= 1 && n <= c.Columns {
			*at = n - 1
			continue
		}
		if k := slices.IndexFunc(c.Header, func(h string) bool { return strings.EqualFold(h, name) }); k >= 0 {
			*at = k
			continue
		}
		c.why = option.Errorf("%w: {columns}: there is no column %q among the %d of most lines", option.ErrUnfit, name, c.Columns)
		if c.Header != nil {
			c.why = option.Errorf("%w: {columns}: there is no column %q: the first line calls them %.200q", option.ErrUnfit, name, c.Header)
		}
		return false
	}
	return true
}

// isStrange reports whether the content of the first line makes it a header: below it are columns of numbers or
// URLs, and it has neither.
func (c *candidate) isStrange(first [][]byte) bool {
	if len(c.rows) < 2 || c.Counts != nil || slices.ContainsFunc(first, func(f []byte) bool { return judge.IsMeasure(f) && len(f) > 0 || judge.IsURL(f) }) {
		return false
	}
	rest := *c
	rest.rows = c.rows[1:]
	for i := range c.Columns {
		if rest.mostly(i, judge.IsURL) || rest.mostly(i, judge.IsMeasure) && rest.columnShare(i, judge.IsBlank) < 1 && !judge.IsMeasure(first[i]) {
			return true
		}
	}
	return false
}
