package judge

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Table is the beginning of a table, cut into fields. All rows have as many fields.
type Table struct {
	// Header has the names of the columns; nil without a header.
	Header []string
	// Maybe says that the first row may be a header: the table is text, and nothing says whether it has one.
	Maybe bool
	// Listed says that a mark of a known writer makes the first two columns source and target: KONECT, NetworkX.
	Listed bool
	// Sized says that a line before the rows counts these: a list of arcs.
	Sized bool
	// Counted says that the first column counts equal rows, as uniq -c does.
	Counted bool
	// Whole says that a field holds one name, whatever signs are in it: the header is of a known writer.
	Whole bool
	// Barred says which columns cannot be pages, by their types; nil where types are not known.
	Barred []bool
	Rows   [][][]byte
	// Signed are rows that begin with a sign of comments, and may be arcs all the same.
	Signed [][][]byte
}

// A Reading is a way to read a table.
type Reading struct {
	Source, Target int  // columns, from 0
	Header         bool // the first row is a header
	Arc            bool // the first row is an arc, though it may be a header
	// Arcs are the first three arcs, from source to target.
	Arcs [][2]string
}

// Show returns arcs as text: "a -> b, b -> c", or "a -- b" where they go both ways.
func Show(arcs [][2]string, both bool) string {
	arrow := "->"
	if both {
		arrow = "--"
	}
	var out []string
	for _, a := range arcs {
		out = append(out, fmt.Sprintf("%s %s %s", short(a[0]), arrow, short(a[1])))
	}
	return strings.Join(out, ", ")
}

// short returns a name as an error can show it: at most 60 characters, on one line.
func short(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "?"))
	const most = 60
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "…"
	}
	return name
}

// A Doubt says why a table is not read without being asked.
type Doubt struct {
	Why string
	// Readings are the plausible ones, the likeliest first.
	Readings []Reading
}

// A pair is two columns.
type pair struct{ source, target int }

func (t *Table) columns() int {
	if len(t.Rows) == 0 {
		return len(t.Header)
	}
	return len(t.Rows[0])
}

// name names a column for people.
func (t *Table) name(column int) string {
	if t.Header != nil && column < len(t.Header) && t.Header[column] != "" {
		return fmt.Sprintf("%.40q", t.Header[column])
	}
	return fmt.Sprintf("column %d", column+1)
}

// reading returns the reading of two columns.
func (t *Table) reading(p pair, header, arc bool) Reading {
	r := Reading{Source: p.source, Target: p.target, Header: header, Arc: arc}
	rows := t.Rows
	if header && t.Maybe {
		rows = rows[1:]
	}
	r.Arcs = FirstArcs(rows, p.source, p.target)
	return r
}

// FirstArcs returns the first three arcs between two columns. Rows whose names are not UTF-8 are no arcs.
func FirstArcs(rows [][][]byte, source, target int) (arcs [][2]string) {
	const most = 3
	for _, row := range rows {
		if len(arcs) == most {
			break
		}
		if utf8.Valid(row[source]) && utf8.Valid(row[target]) {
			arcs = append(arcs, [2]string{string(row[source]), string(row[target])})
		}
	}
	return arcs
}

// doubt makes a doubt with the readings of some pairs.
func (t *Table) doubt(why string, pairs ...pair) *Doubt {
	d := &Doubt{Why: why}
	const most = 6
	for _, p := range pairs[:min(most, len(pairs))] {
		d.Readings = append(d.Readings, t.reading(p, false, false))
	}
	return d
}

// Judge returns the only plausible reading of a table that has rows.
func Judge(t *Table) (Reading, *Doubt) {
	if t.columns() < 2 {
		return Reading{}, &Doubt{Why: "it has one column: an arc takes two"}
	}
	if t.Header != nil {
		return t.named()
	}
	var p pair
	var d *Doubt
	if t.columns() == 2 {
		p, d = t.two()
	} else {
		p, d = t.many()
	}
	if d == nil {
		d = t.listsIn(p)
	}
	if d == nil {
		d = t.firstRow(p)
	} else {
		t.addHeaders(d)
	}
	return t.reading(p, false, false), d
}

// named judges a table with a header.
func (t *Table) named() (Reading, *Doubt) {
	if all := t.repeatedPairs(); len(all) > 1 {
		return Reading{}, t.doubt("the header names source and target twice", all...)
	}
	if all := t.statedPairs(); len(all) > 1 {
		return Reading{}, t.doubt("the header names several sources or targets", all...)
	} else if len(all) == 1 {
		p := all[0]
		u, v := p.source, p.target
		switch {
		case t.both(p, isMeasureOnly):
			return Reading{}, t.doubt(fmt.Sprintf("the columns %s and %s hold dates or decimal numbers: it looks like measurements, not arcs", t.name(u), t.name(v)), p)
		case t.areIntervals(p):
			return Reading{}, t.doubt(fmt.Sprintf("the columns %s and %s hold the ends of intervals, not arcs", t.name(u), t.name(v)), p)
		case t.areSentences(p):
			return Reading{}, t.doubt(fmt.Sprintf("the columns %s and %s hold sentences: it looks like translations or other pairs of texts, not arcs", t.name(u), t.name(v)), p)
		case t.areSpaces(p):
			return Reading{}, t.doubt(fmt.Sprintf("the columns %s and %s hold identifiers of two kinds of things, which may be equal and mean different things", t.name(u), t.name(v)), p)
		}
		if at := t.turningColumn(p); at >= 0 {
			return Reading{}, t.doubt(fmt.Sprintf("the column %s says that some rows lead from %s to %s: turn these rows first", t.name(at), t.name(v), t.name(u)), p)
		}
		if at := t.removingColumn(p); at >= 0 {
			return Reading{}, t.doubt(fmt.Sprintf("the column %s says that some rows remove arcs: leave out these rows and the arcs that they remove", t.name(at)), p)
		}
		return t.reading(p, true, false), t.listsIn(p)
	}
	pairs := t.likely()
	names := make([]string, len(t.Header))
	for i := range names {
		names[i] = fmt.Sprintf("%.40q", t.Header[i])
	}
	why := fmt.Sprintf("the header names neither source nor target (%.300s)", strings.Join(names, ", "))
	if len(pairs) == 0 {
		why += fmt.Sprintf(", and no two columns look like pages on both sides: %s", t.kind())
		return Reading{}, t.doubt(why, pair{0, 1})
	}
	if t.areKinds(pairs[0]) {
		why += fmt.Sprintf(": the table looks rectangular, as %s and %s count two kinds of things", t.name(pairs[0].source), t.name(pairs[0].target))
	}
	return Reading{}, t.doubt(why, bothWays(pairs)...)
}

// statedPairs returns the pairs that the header calls source and target. Of several it leaves out those
// with a column of other things. In some tables of links the column Target says where a page opens.
func (t *Table) statedPairs() []pair {
	all := findPairs(t.Header)
	if len(all) < 2 || len(t.Rows) == 0 {
		return all
	}
	fit := slices.DeleteFunc(slices.Clone(all), func(p pair) bool {
		blank := t.share(p.source, IsBlank) > 1-fitting || t.share(p.target, IsBlank) > 1-fitting
		return blank || t.unlike(p, isNumber) || t.unlike(p, IsURL)
	})
	if len(fit) == 0 {
		return all[:1]
	}
	return fit
}

// listsIn asks about fields that hold several names. Half of the parts between separators also stand alone in other fields.
func (t *Table) listsIn(p pair) *Doubt {
	if t.Whole {
		return nil
	}
	alone := map[string]bool{}
	for _, row := range t.Rows {
		alone[string(row[p.source])], alone[string(row[p.target])] = true, true
	}
	for _, row := range t.Rows {
		for _, f := range [][]byte{row[p.source], row[p.target]} {
			for _, sep := range []string{";", ",", "|"} {
				parts, known := bytes.Split(f, []byte(sep)), 0
				for _, part := range parts {
					if alone[string(bytes.TrimSpace(part))] {
						known++
					}
				}
				if len(parts) > 1 && 2*known >= len(parts) {
					return t.doubt(fmt.Sprintf("fields such as %.60q may hold several names, which an arc each should have", f), p)
				}
			}
		}
	}
	return nil
}

// isMeasureOnly says of a field that it is a date, a time or a decimal number.
func isMeasureOnly(f []byte) bool {
	return len(f) > 0 && f[0] != '+' && IsMeasure(f) && !isNumber(f) && !IsURL(f) && !isAddress(f)
}

// bothWays returns pairs, each followed by its reverse.
func bothWays(pairs []pair) (out []pair) {
	for _, p := range pairs {
		out = append(out, p, pair{p.target, p.source})
	}
	return out
}

// mayBePage says whether a column may hold pages: URLs, whole numbers that are no times, or texts.
func (t *Table) mayBePage(column int) bool {
	if t.Header != nil && IsMeasureWord(t.Header[column]) && !t.mostly(column, IsURL) {
		return false
	}
	switch {
	case t.Barred != nil && t.Barred[column]:
		return false
	case len(t.Rows) == 0:
		return true
	case t.mostly(column, IsURL):
		return true
	case t.mostly(column, isNumber):
		return !(t.isConstant(column) && len(t.Rows) > 1) && !t.isTime(column)
	}
	return !t.mostly(column, IsMeasure) && !(t.columns() > 2 && len(t.Rows) > 2 && t.isConstant(column))
}

// mostPages is how many columns that may hold pages are compared, two by two.
const mostPages = 64

// A pageColumn is a column that may hold pages: its place, and the shares of its fields that are of a kind.
type pageColumn struct {
	at            int
	numbers, urls float64
	urlsOrBlank   bool
}

// pageColumns returns the first columns that may hold pages.
func (t *Table) pageColumns() (all []pageColumn) {
	for i := range t.columns() {
		if len(all) < mostPages && t.mayBePage(i) {
			all = append(all, pageColumn{i, t.share(i, isNumber), t.share(i, IsURL), t.mostly(i, isURLOrBlank)})
		}
	}
	return all
}

// likely returns the pairs of columns of one kind, the likeliest first. URLs come before others, and pairs with many common
// values before pairs with few.
func (t *Table) likely() (pairs []pair) {
	weight := map[pair]float64{}
	columns := t.pageColumns()
	for i, u := range columns {
		for _, v := range columns[i+1:] {
			if areUnlike(u.numbers, v.numbers) || areUnlike(u.urls, v.urls) {
				continue
			}
			p := pair{u.at, v.at}
			weight[p] = t.jaccard(p)
			if u.urlsOrBlank && v.urlsOrBlank {
				weight[p] += 2
			}
			pairs = append(pairs, p)
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case weight[a] > weight[b]:
			return -1
		case weight[a] < weight[b]:
			return 1
		}
		return 0
	})
	return pairs
}

// kind names the kind of a table that is no list of arcs.
func (t *Table) kind() string {
	p := pair{0, 1}
	switch {
	case t.columns() < 2:
		return "it has one column"
	case t.unlike(p, isNumber):
		return "it looks like a list of nodes with their names, counts or classes"
	case t.unlike(p, IsURL):
		return "it looks like a table of pages"
	case t.both(p, isDecimal):
		return "it looks like measurements"
	}
	return "it looks like a table, not a list of arcs"
}

// two judges two columns without a header.
func (t *Table) two() (pair, *Doubt) {
	p := pair{0, 1}
	switch {
	case t.Listed:
		return p, nil
	case t.unlike(p, isNumber):
		return p, t.doubt("one column holds numbers, the other texts: it looks like a list of nodes with their names, counts or classes, not of arcs", bothWays([]pair{p})...)
	case t.unlike(p, IsURL):
		return p, t.doubt("one column holds URLs, the other texts: it looks like a table of pages, not of arcs", bothWays([]pair{p})...)
	case t.both(p, isDecimal):
		return p, t.doubt("the columns hold decimal numbers: it looks like measurements, not arcs", p)
	case t.both(p, isURLOrBlank):
		return p, nil
	case t.both(p, isNumber):
		return p, t.numbers(p)
	case !t.arePages(p):
		return p, t.doubt("hardly any name stands in both columns: it looks like a table, not a list of arcs", bothWays([]pair{p})...)
	}
	return p, nil
}

// numbers judges two columns of numbers. A table of nodes has one row for each node, with a class or a degree, and is sorted
// by one of the columns. A list of arcs looks the same if each page has one link. Rows that make a path are arcs.
func (t *Table) numbers(p pair) *Doubt {
	const few, many = 4, 20
	n := len(t.Rows)
	shared, _, _ := t.overlap(p)
	switch {
	case t.areLevels(p):
		return t.doubt("the first column counts from 0 several times: it looks like communities of several levels, as Louvain's method writes them, not arcs", p)
	case n < 2 || t.Sized || !t.IsKey(p.source) || t.isPath(p):
		return nil
	case n < few && t.IsKey(p.target):
		return nil
	case n < many && shared > 0 && !t.neverFalls(p.source) && !t.neverFalls(p.target) && !t.neverRises(p.target) && 2*t.distinct(p.target) > n:
		return nil // a few arcs in no order
	}
	return t.doubt(fmt.Sprintf("each row has another number in %s: it may be a table of nodes with a class or a degree, or a list of arcs", t.name(p.source)), bothWays([]pair{p})...)
}

// many judges three columns and more without a header.
func (t *Table) many() (pair, *Doubt) {
	if t.Listed {
		return pair{0, 1}, nil
	}
	if t.Counted {
		return pair{1, 2}, nil
	}
	if t.isMatrix() {
		return pair{}, &Doubt{Why: fmt.Sprintf("it looks like a matrix of %d rows: write it as a list (of Matrix Market, say), or as arcs", t.columns())}
	}
	var urls []int
	for i := range t.columns() {
		if t.mostly(i, IsURL) {
			urls = append(urls, i)
		}
	}
	if len(urls) == 2 { // also after numbers, which count the rows or stand for these
		return pair{urls[0], urls[1]}, nil
	}
	pairs := t.likely()
	first := pair{0, 1}
	if len(pairs) == 1 && (pairs[0] == first || !t.both(pairs[0], isNumber) || t.restDates(pairs[0])) {
		return pairs[0], t.onlyPair(pairs[0])
	}
	if t.columns() <= mostPages && slices.Contains(pairs, first) && t.stands(first, pairs) {
		return first, nil
	}
	why := fmt.Sprintf("the rows have %d columns, and nothing says which are source and target (the first row is %.120q)", t.columns(), bytes.Join(t.Rows[0], []byte(" ")))
	if t.looksTimed() {
		why = fmt.Sprintf("the first of %d columns looks like a time, or counts the rows (the first row is %.120q)", t.columns(), bytes.Join(t.Rows[0], []byte(" ")))
	}
	if len(pairs) == 0 {
		why += ": " + t.kind()
		return first, t.doubt(why, first)
	}
	return first, t.doubt(why, pairs...)
}

// restDates says whether all columns but two hold dates or times.
func (t *Table) restDates(p pair) bool {
	for i := range t.columns() {
		if i != p.source && i != p.target && !t.mostly(i, isDate) && !t.isTime(i) {
			return false
		}
	}
	return true
}

// looksTimed says whether the first column never falls, and the next two have more in common than it has with them.
func (t *Table) looksTimed() bool {
	return t.columns() > 2 && len(t.Rows) > 1 && t.neverFalls(0) && t.jaccard(pair{1, 2}) >= t.jaccard(pair{0, 1}) && t.mayBePage(1) && t.mayBePage(2)
}

// onlyPair judges the only two columns that may be pages; the others are measures.
func (t *Table) onlyPair(p pair) *Doubt {
	const few, enough = 4, 8
	n := len(t.Rows)
	shared, _, _ := t.overlap(p)
	switch {
	case t.both(p, isNumber) && n >= few && t.IsKey(p.source) && !t.isPath(p):
		return t.doubt(fmt.Sprintf("each row has another number in %s: it looks like a table, not a list of arcs", t.name(p.source)), bothWays([]pair{p})...)
	case t.both(p, isNumber) && n >= enough && shared == 0:
		return t.doubt("no number stands in both columns: the table may be rectangular, with two kinds of things", bothWays([]pair{p})...)
	case !t.both(p, isNumber) && !t.both(p, isURLOrBlank) && !t.arePages(p):
		return t.doubt("hardly any name stands in both columns: it looks like a table, not a list of arcs", bothWays([]pair{p})...)
	}
	return nil
}

// stands says whether the first two columns of numbers share so much, and every other pair so little, that no other reading is
// plausible.
func (t *Table) stands(first pair, pairs []pair) bool {
	const enough, least, times = 8, 0.2, 4
	if t.both(first, isNumber) && len(t.Rows) > 2 && t.isPath(first) && !slices.ContainsFunc(pairs, func(p pair) bool { return p != first && t.isPath(p) }) {
		return true
	}
	if len(t.Rows) < enough || !t.both(first, isNumber) || t.CountsRows(0) || t.neverFalls(0) && t.IsKey(0) {
		return false
	}
	j := t.jaccard(first)
	if j < least {
		return false
	}
	for _, p := range pairs {
		if p != first && times*t.jaccard(p) > j {
			return false
		}
	}
	return true
}

// isMatrix says whether the rows make a square matrix of zeros and ones.
func (t *Table) isMatrix() bool {
	if t.columns() != len(t.Rows) || t.columns() < 3 {
		return false
	}
	zero := func(f []byte) bool { return len(f) == 1 && f[0] <= '1' && f[0] >= '0' }
	for i := range t.columns() {
		if t.share(i, zero) < 1 {
			return false
		}
	}
	return true
}

// addHeaders adds readings in which the first row is a header, before the others, where that row may name the columns.
func (t *Table) addHeaders(d *Doubt) {
	if !t.Maybe || len(t.Rows) < 2 {
		return
	}
	var with []Reading
	for _, r := range d.Readings {
		if !r.Header && t.MayName(r.Source) && t.MayName(r.Target) {
			with = append(with, t.reading(pair{r.Source, r.Target}, true, false))
		}
	}
	d.Readings = append(with, d.Readings...)
}

// firstRow asks about a first row whose fields stand nowhere else, and may be a header of unknown words.
func (t *Table) firstRow(p pair) *Doubt {
	if !t.Maybe || len(t.Rows) < 2 || !(t.MayName(p.source) && t.MayName(p.target) || t.isRange()) {
		return nil
	}
	d := &Doubt{Why: fmt.Sprintf("the first row (%.60q, %.60q) may be an arc, or name the columns: its words stand in no other row", t.Rows[0][p.source], t.Rows[0][p.target])}
	d.Readings = []Reading{t.reading(p, false, true), t.reading(p, true, false), t.reading(pair{p.target, p.source}, true, false)}
	return d
}

// isRange says whether the first row counts the columns from 0, as pandas does where they have no names. None of these numbers
// stands in another row. Few other rows of numbers do not show it.
func (t *Table) isRange() bool {
	const enough = 8
	own := map[string]bool{}
	for i, f := range t.Rows[0] {
		if string(f) != strconv.Itoa(i) {
			return false
		}
		own[string(f)] = true
	}
	numbers := 0
	for _, row := range t.Rows[1:] {
		for _, f := range row {
			if own[string(f)] {
				return false
			}
			if isNumber(f) {
				numbers++
			}
		}
	}
	return numbers == 0 || len(t.Rows) > enough
}

// MayName reports whether the first field of a column may name the column. It is a word that stands nowhere else. In at
// most half of the other fields letters and digits alternate in the same way.
func (t *Table) MayName(column int) bool {
	first := t.Rows[0][column]
	if IsMeasure(first) || IsURL(first) || !isWord(first) || isHostName(first) && t.mostly(column, isHostName) || isPageFile(first) && t.mostly(column, isPageFile) {
		return false
	}
	alike, form := 0, shape(first)
	for _, row := range t.Rows[1:] {
		for _, f := range row {
			if bytes.EqualFold(f, first) {
				return false
			}
		}
		if form != "A" && shape(row[column]) == form {
			alike++
		}
	}
	return 2*alike <= len(t.Rows)-1
}

// IsAlike reports whether two names differ in their digits alone, as page1 and page12 do.
func IsAlike(name, other string) bool {
	const digits = "0123456789"
	word := strings.TrimRight(name, digits)
	return word != name && word != "" && word == strings.TrimRight(other, digits)
}

// isWord says whether a field may be the name of a column: letters, digits, blanks, _, - and ., beginning with a letter.
func isWord(f []byte) bool {
	for i, r := range string(f) {
		letter := r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789 _-.:/()", r)) {
			return false
		}
	}
	return len(f) > 0 && len(f) <= 40
}

// shape returns a text with each run of letters as A and each run of digits as 9.
func shape(f []byte) string {
	var b []byte
	for _, c := range f {
		k := c
		switch {
		case c >= '0' && c <= '9':
			k = '9'
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
			k = 'A'
		}
		if len(b) == 0 || b[len(b)-1] != k || k != 'A' && k != '9' {
			b = append(b, k)
		}
	}
	return string(b)
}
