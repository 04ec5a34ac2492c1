package judge

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"weft/internal/ascii"
)

// fitting is the share of the rows whose fields must be of a kind for a column to be of it.
const fitting = 0.9

// Share returns the share of some rows whose field in a column is of a kind.
func Share(rows [][][]byte, column int, is func([]byte) bool) float64 {
	n := 0
	for _, row := range rows {
		if is(row[column]) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(rows)))
}

func (t *Table) share(column int, is func([]byte) bool) float64 { return Share(t.Rows, column, is) }

func (t *Table) mostly(column int, is func([]byte) bool) bool { return t.share(column, is) >= fitting }

func (t *Table) both(p pair, is func([]byte) bool) bool {
	return t.mostly(p.source, is) && t.mostly(p.target, is)
}

// unlike says whether one column is of a kind nearly throughout, and the other nearly never.
func (t *Table) unlike(p pair, is func([]byte) bool) bool {
	return areUnlike(t.share(p.source, is), t.share(p.target, is))
}

func areUnlike(u, v float64) bool { return max(u, v) >= fitting && min(u, v) <= 1-fitting }

// overlap returns how many distinct values stand in both columns, and the number of distinct values of each.
func (t *Table) overlap(p pair) (shared, sources, targets int) {
	in := map[string]uint8{}
	for _, rows := range [][][][]byte{t.Rows, t.Signed} {
		for _, row := range rows {
			in[string(row[p.source])] |= 1
			in[string(row[p.target])] |= 2
		}
	}
	for _, columns := range in {
		switch columns {
		case 3:
			shared++
			sources++
			targets++
		case 1:
			sources++
		default:
			targets++
		}
	}
	return shared, sources, targets
}

// AreNearer reports whether two columns have more than twice as much in common as two others.
func (t *Table) AreNearer(a, b, c, d int) bool {
	return t.jaccard(pair{a, b}) > 2*t.jaccard(pair{c, d})
}

// Jaccard returns the share of the distinct values of two columns that stand in both.
func (t *Table) Jaccard(a, b int) float64 { return t.jaccard(pair{a, b}) }

// jaccard returns the share of the distinct values of two columns that stand in both.
func (t *Table) jaccard(p pair) float64 {
	shared, as, bs := t.overlap(p)
	return float64(shared) / float64(max(1, as+bs-shared))
}

// leastShared is the share of the fewer distinct values of two columns of names that must stand in both.
const leastShared = 0.05

// arePages says whether two columns of names look like pages on both sides. Some values stand in both, or both are hosts or
// names of Web pages.
func (t *Table) arePages(p pair) bool {
	shared, as, bs := t.overlap(p)
	if shared > 0 && float64(shared) >= leastShared*float64(min(as, bs)) {
		return true
	}
	return t.both(p, isHostName) || t.both(p, isPageFile)
}

// IsKey reports whether each row has another value in a column.
func (t *Table) IsKey(column int) bool {
	seen := make(map[string]bool, len(t.Rows))
	for _, row := range t.Rows {
		if seen[string(row[column])] {
			return false
		}
		seen[string(row[column])] = true
	}
	return true
}

// isConstant says whether all rows have the same value in a column.
func (t *Table) isConstant(column int) bool {
	for _, row := range t.Rows {
		if !bytes.Equal(row[column], t.Rows[0][column]) {
			return false
		}
	}
	return true
}

// isPath says whether nearly every row begins where the row before ends.
func (t *Table) isPath(p pair) bool {
	n := 0
	for i, row := range t.Rows[1:] {
		if bytes.Equal(t.Rows[i][p.target], row[p.source]) {
			n++
		}
	}
	return float64(n) >= fitting*float64(len(t.Rows)-1)
}

// CountsRows reports whether a column counts the rows, from 0 or 1.
func (t *Table) CountsRows(column int) bool {
	last := uint64(0)
	for i, row := range t.Rows {
		n, ok := whole(row[column])
		if !ok || i == 0 && n > 1 || i > 0 && n != last+1 {
			return false
		}
		last = n
	}
	return true
}

// neverFalls says whether a column of whole numbers never falls from row to row.
func (t *Table) neverFalls(column int) bool {
	last := uint64(0)
	for _, row := range t.Rows {
		n, ok := whole(row[column])
		if !ok || n < last {
			return false
		}
		last = n
	}
	return true
}

// neverRises says whether a column of whole numbers never rises from row to row.
func (t *Table) neverRises(column int) bool {
	last := ^uint64(0)
	for _, row := range t.Rows {
		n, ok := whole(row[column])
		if !ok || n > last {
			return false
		}
		last = n
	}
	return true
}

// distinct returns how many distinct values a column has.
func (t *Table) distinct(column int) int {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		seen[string(row[column])] = true
	}
	return len(seen)
}

// isTime says whether a column holds times: seconds since 1970 or of more digits, far beyond the numbers of other columns.
func (t *Table) isTime(column int) bool {
	const since, beyond = 100_000_000, 100
	if len(t.Rows) > 0 && !t.isTimeLike(column, since) {
		return false
	}
	least, others := ^uint64(0), uint64(0)
	for _, row := range t.Rows {
		for i, f := range row {
			n, ok := whole(f)
			switch {
			case i == column && !ok:
				return false
			case i == column:
				least = min(least, n)
			case ok && !t.isTimeLike(i, since):
				others = max(others, n)
			}
		}
	}
	return least >= since && least/beyond >= others
}

// isTimeLike says whether the first row has so large a number in a column that it may be a time.
func (t *Table) isTimeLike(column int, since uint64) bool {
	n, ok := whole(t.Rows[0][column])
	return ok && n >= since
}

// IsURL reports whether a field is an absolute URL: its first letters are a scheme.
func IsURL(f []byte) bool {
	i := bytes.Index(f[:min(len(f), 40)], []byte("://"))
	if i <= 0 || !ascii.IsLetter(f[0]) {
		return false
	}
	for _, c := range f[:i] {
		if !ascii.IsAlnum(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

func isURLOrBlank(f []byte) bool { return IsURL(f) || IsBlank(f) }

// IsBlank reports whether a field is empty, or the dash that stands for nothing.
func IsBlank(f []byte) bool { return len(f) == 0 || string(f) == "-" }

func isNumber(f []byte) bool { return ascii.IsNumber(f) }

// isDecimal says whether a field is a number that is not whole.
func isDecimal(f []byte) bool {
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil && !ascii.IsNumber(f)
}

// IsMeasure reports whether a field is a weight, a time, attributes between braces, or nothing: what lists of arcs have
// beside source and target.
func IsMeasure(f []byte) bool {
	if IsBlank(f) {
		return true
	}
	if f[0] == '{' && f[len(f)-1] == '}' {
		return true
	}
	if len(bytes.Trim(f, "0123456789+-.:eETZ/ ")) == 0 && bytes.ContainsAny(f, "0123456789") {
		return true
	}
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil
}

// isDate says whether a field is a date or a time of day.
func isDate(f []byte) bool {
	return len(f) > 4 && ascii.IsDigit(f[0]) && IsMeasure(f) && bytes.ContainsAny(f[1:], "-:/")
}

// isHostName says whether a field is a host with a domain, or a URL without its scheme, in any letters.
func isHostName(f []byte) bool {
	return IsBareURL(bytes.ToLower(f)) && !isPageFile(f) && !isDecimal(f)
}

// IsBareURL reports whether a name looks like a URL without its scheme. The host is in lower case, and its last label begins
// with a letter. A path may follow.
func IsBareURL(name []byte) bool {
	host, _, _ := bytes.Cut(bytes.TrimSpace(name), []byte{'/'})
	last := host[bytes.LastIndexByte(host, '.')+1:]
	return IsHost(host) && len(last) > 1 && ascii.IsLetter(last[0])
}

// IsHost reports whether a name is written as a host with a domain, in lower case.
func IsHost(name []byte) bool {
	dots := 0
	for i, c := range name {
		switch {
		case c == '.' && i > 0:
			dots++
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_':
		default:
			return false
		}
	}
	return dots > 0 && len(name) < 256
}

// isAddress says whether a field is an address of a machine: four numbers between dots.
func isAddress(f []byte) bool {
	return len(bytes.Trim(f, "0123456789.")) == 0 && bytes.Count(f, []byte(".")) == 3
}

// isPageFile says whether a field is the name of a page of a site.
func isPageFile(f []byte) bool {
	switch strings.ToLower(path.Ext(string(f))) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp":
		return true
	}
	return false
}

// whole reads a whole number below 2⁶⁴.
func whole(f []byte) (n uint64, ok bool) {
	if len(f) == 0 || len(f) > 19 || !ascii.IsNumber(f) {
		return 0, false
	}
	for _, ch := range f {
		n = 10*n + uint64(ch-'0')
	}
	return n, true
}
