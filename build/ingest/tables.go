package ingest

import (
	"bytes"
	"path"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/internal/option"
)

// How much evidence tells a list of arcs from another table of two columns.
const (
	leastShared = 0.05 // share of the fewer distinct values of two columns that must stand in both, of names
	mostKeys    = 20   // lines that differ in the first column, if no number is in both columns: more are a table
)

// overlap returns how many distinct values stand in two columns, and the number of distinct values of each.
func (c *candidate) overlap(a, b int) (shared, as, bs int) {
	in := map[string]uint8{}
	for _, rows := range [][][][]byte{c.rows, c.signed} {
		for _, row := range rows {
			in[string(row[a])] |= 1
			in[string(row[b])] |= 2
		}
	}
	for _, columns := range in {
		switch columns {
		case 3:
			shared++
			as++
			bs++
		case 1:
			as++
		default:
			bs++
		}
	}
	return shared, as, bs
}

// jaccard returns the share of the values of two columns that stand in both.
func (c *candidate) jaccard(a, b int) float64 {
	shared, as, bs := c.overlap(a, b)
	return float64(shared) / float64(max(1, as+bs-shared))
}

// arePageColumns says whether two columns look like pages on both sides: some values stand in both, or both are hosts
// or names of Web pages.
func (c *candidate) arePageColumns(a, b int) bool {
	shared, as, bs := c.overlap(a, b)
	if shared > 0 && float64(shared) >= leastShared*float64(min(as, bs)) {
		return true
	}
	return c.mostly(a, isHostName) && c.mostly(b, isHostName) || c.mostly(a, isPageFile) && c.mostly(b, isPageFile)
}

func isURLOrBlank(f []byte) bool { return isURL(f) || isBlankField(f) }

// isHostName says whether a field is a host with a domain, or a URL without its scheme, in any letters.
func isHostName(f []byte) bool { return isBareURL(bytes.ToLower(f)) && !isPageFile(f) && !isDecimal(f) }

// isPageFile says whether a field is the name of a page of a site.
func isPageFile(f []byte) bool {
	switch strings.ToLower(path.Ext(string(f))) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp":
		return true
	}
	return false
}

// measureWord finds names of columns that hold no pages.
var measureWord = held.Regexp(`^(t|ts|price|cost|amount|total|sum|count|counts|qty|quantity|number|size|bytes|length|age|year|month|day|date|time|timestamp|datetime|score|rating|rank|weight|value|salary|population|lat|latitude|lon|lng|longitude|x|y|z|sha1|sha256|sha512|md5|checksum|hash|digest|crc|crc32|email|mail|phone|tel|zip|postcode|street|city|country|status|color|colour)$`)

// tableDoubt says why two columns that nothing names may be no pages that link to each other; nil if they look like
// them.
func (c *candidate) tableDoubt() error {
	say := func(why string) error {
		return option.Errorf("%s: it looks like a table, not a list of arcs: if column %d is the page that links and column %d the page it links to, say {columns} %d,%d", why, c.source+1, c.target+1, c.source+1, c.target+1)
	}
	shared, as, bs := c.overlap(c.source, c.target)
	if c.header != nil {
		for _, i := range []int{c.source, c.target} {
			if measureWord().MatchString(plainWord(c.header[i])) {
				return say("the first line calls column " + c.header[i])
			}
		}
	}
	numbers := c.mostly(c.source, ascii.IsNumber[[]byte]) && c.mostly(c.target, ascii.IsNumber[[]byte])
	switch {
	case c.mostly(c.source, isURLOrBlank) && c.mostly(c.target, isURLOrBlank):
		return nil
	case !numbers && !c.arePageColumns(c.source, c.target):
		return say("hardly any name stands in both columns")
	case !numbers:
		return nil
	case c.header != nil && 2*shared < min(as, bs):
		return say("the header names neither source nor target, and most numbers stand in one column only")
	case shared == 0 && as == len(c.rows) && (as >= mostKeys || as >= mostKeys/2 && c.countsUp()):
		return say("each line has another number in its first column, and none of these stands in the second")
	}
	return nil
}

// countsUp says whether the source counts the lines.
func (c *candidate) countsUp() bool {
	for i, row := range c.rows[1:] {
		before, ok1 := parseNumber(c.rows[i][c.source])
		n, ok2 := parseNumber(row[c.source])
		if !ok1 || !ok2 || n != before+1 {
			return false
		}
	}
	return true
}

// timesFirst reports whether the first of three columns of numbers looks like a time. Its numbers never fall, and
// they are beyond the next two columns, or these share more numbers with each other than the first two do. Equal
// shares suffice if the first column rises by the same step in each line.
func (c *candidate) timesFirst() bool {
	if c.columns < 3 || !c.mostly(2, ascii.IsNumber[[]byte]) || len(c.rows) < 2 {
		return false
	}
	last, least, most, largest := uint64(0), ^uint64(0), uint64(0), uint64(0)
	first, step, steady := true, uint64(0), true
	weights := map[string]bool{}
	for _, row := range c.rows {
		t, ok := wholeNumber(row[0])
		u, ok1 := wholeNumber(row[1])
		v, ok2 := wholeNumber(row[2])
		if !ok || !ok1 || !ok2 {
			continue
		}
		if t < last {
			return false
		}
		if !first {
			steady = steady && t > last && (step == 0 || t-last == step)
			step = t - last
		}
		first = false
		last, least, most, largest = t, min(least, t), max(most, t), max(largest, u, v)
		weights[string(row[2])] = true
	}
	if len(weights) < 2 {
		return false // the third column is a weight that all have
	}
	ends, atLeast := c.jaccard(1, 2), 2.0
	if steady {
		atLeast = 1
	}
	return least > largest || ends > 0.1 && ends >= atLeast*c.jaccard(0, 1) || c.sameRange(1, 2, most, len(weights))
}

// sameRange reports whether two columns look alike, and the first one, up to most, does not. Their largest numbers
// are similar and four times the first column's, and the last column, of distinct numbers, hardly repeats any, as
// weights do.
func (c *candidate) sameRange(a, b int, most uint64, distinct int) bool {
	const enough = 10
	var largest [2]uint64
	for _, row := range c.rows {
		for i, column := range []int{a, b} {
			n, _ := wholeNumber(row[column])
			largest[i] = max(largest[i], n)
		}
	}
	lo, hi := min(largest[0], largest[1]), max(largest[0], largest[1])
	return len(c.rows) >= enough && 2*distinct > len(c.rows) && hi <= 2*lo && 4*most < lo
}

// wholeNumber reads a number of any size below 2⁶⁴.
func wholeNumber(f []byte) (n uint64, ok bool) {
	if len(f) == 0 || len(f) > 19 {
		return 0, false
	}
	for _, ch := range f {
		if ch < '0' || ch > '9' {
			return 0, false
		}
		n = 10*n + uint64(ch-'0')
	}
	return n, true
}

// areKeys reports whether the first of three or more columns looks like the key of a table: no value occurs twice,
// and none occurs in the second column.
func (c *candidate) areKeys() bool {
	shared, as, _ := c.overlap(0, 1)
	return shared == 0 && as == len(c.rows) && as >= mostKeys
}

// leftText says whether some column but the first two holds texts.
func (c *candidate) leftText() bool {
	for i := 2; i < c.columns; i++ {
		if !c.mostly(i, isMeasure) {
			return true
		}
	}
	return false
}
