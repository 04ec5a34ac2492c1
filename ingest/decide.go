package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fitting is the share of the lines that must be written in one way for a list to be read so. The others are bad
// records, which --max-bad bounds over the whole text.
const fitting = 0.9

// maxJoined is how many lines a quoted field may go over, and maxRecord how many bytes.
const (
	maxJoined = 100
	maxRecord = 1 << 20
)

// layoutOptions are what the user says of a list.
type layoutOptions struct {
	sep      byte     // 0 for any
	columns  []string // numbers from 1, or names, of source and target; nil for any
	comments string   // the signs that begin comments; "none"; empty for what the text shows
	forced   bool     // the format was named: what is doubtful is read, and said
	tree     bool     // archives hold the HTML of a site
}

// parseLayoutOptions reads the options of an import.
func parseLayoutOptions(o *Options) (l layoutOptions, err error) {
	l.forced = o.Format == Edges || o.Format == Adjacency
	l.tree = o.BaseURL != ""
	if l.sep, err = parseSeparator(o.Separator); err != nil {
		return l, err
	}
	if o.Columns != "" {
		l.columns = strings.Split(o.Columns, ",")
		for i := range l.columns {
			l.columns[i] = strings.TrimSpace(l.columns[i])
		}
		if len(l.columns) != 2 || l.columns[0] == "" || l.columns[1] == "" || l.columns[0] == l.columns[1] {
			return l, fmt.Errorf("%w: --columns %q: want two columns, source and target, by number or by name: 1,2 or from,to", ErrOptions, o.Columns)
		}
	}
	l.comments = o.Comments
	if o.Comments != "" && o.Comments != "none" && strings.Trim(o.Comments, signBytes) != "" {
		return l, fmt.Errorf("%w: --comments %q: want some of %s, or none", ErrOptions, o.Comments, signBytes)
	}
	return l, nil
}

// How well a text fits a way of reading it.
const (
	unfit    = iota
	asNames  // lines of as many columns, of which we only know that they are texts
	asTyped  // both are numbers throughout, or URLs
	asHeader // the first line names them, or the user
)

// A candidate is a way of reading a list, and how well the sample fits it.
type candidate struct {
	layout
	rank  int
	share float64 // of lines with as many columns as most
	why   error   // it does not fit
	rows  [][][]byte
	first [][]byte // the row that is the header
}

// decide finds out how a list of arcs is written. The error says what does not fit, and what to do.
func decide(s *sample, o *layoutOptions) (*layout, error) {
	if len(s.lines) == 0 || s.plain == 0 && o.comments != "none" && !s.namesWithSigns() {
		l := anyLine
		l.numbers, l.columns = true, 2
		return &l, nil
	}
	seps := []byte{'\t', ',', ';', '|', ' '}
	if o.sep != 0 {
		seps = []byte{o.sep}
	}
	var best *candidate
	for _, sep := range seps {
		if c := newCandidate(s, sep, o); best == nil || c.better(best) {
			best = c
		}
	}
	if best.rank == unfit {
		return nil, best.why
	}
	best.useSigns(s, o)
	return &best.layout, nil
}

// better says whether a text fits c better than a candidate that was looked at before. Of those that do not fit the one
// with columns says more.
func (c *candidate) better(than *candidate) bool {
	if c.rank != than.rank {
		return c.rank > than.rank
	}
	if c.rank == unfit && (c.columns < 2) != (than.columns < 2) {
		return than.columns < 2
	}
	return c.share > than.share+1e-9
}

// namesWithSigns says whether lines that begin with signs are names, where there are no others.
func (s *sample) namesWithSigns() bool {
	names := func(l sampleLine) bool { return !isMarked(bytes.TrimLeftFunc(l.text, isBlankRune)) }
	return !slices.ContainsFunc(s.lines, func(l sampleLine) bool { return !names(l) }) && len(s.lines) > 1
}

// newCandidate reads the sample with one separator.
func newCandidate(s *sample, sep byte, o *layoutOptions) *candidate {
	c := &candidate{layout: layout{sep: sep, target: 1, direction: -1}}
	c.cutRows(s)
	if len(c.rows) == 0 {
		c.why = errNoList
		return c
	}
	c.findHeader(s, o)
	if c.skipHeader {
		c.first, c.rows = c.rows[0], c.rows[1:]
	}
	if len(c.rows) == 0 { // a header alone
		c.columns, c.rank = len(c.header), asHeader
		return c
	}
	c.columns, c.share = commonest(c.rows)
	if n := len(c.header); c.skipHeader && n != c.columns && n != 2 && o.columns == nil { // a sentence with these words
		c.rows = slices.Insert(c.rows, 0, c.first)
		c.useHeader(nil)
		c.skipHeader = false
		c.columns, c.share = commonest(c.rows)
	}
	if !c.fits(o) {
		c.why = c.misfit()
		return c
	}
	c.rows = slices.DeleteFunc(slices.Clone(c.rows), func(row [][]byte) bool { return len(row) != c.columns })
	if c.header != nil {
		c.header = append(c.header, slices.Repeat([]string{""}, max(0, c.columns-len(c.header)))...)[:c.columns]
	}
	c.chooseColumns(o)
	return c
}

// fits says whether the lines have so many columns that are alike that they can be a list. Lines of numbers or URLs need
// not be as many: what is among them is bad.
func (c *candidate) fits(o *layoutOptions) bool {
	switch {
	case c.columns < 2 || c.header != nil && max(c.source, c.target, c.direction) >= c.columns:
		return false
	case c.share >= fitting || o.forced:
		return true
	}
	others := slices.ContainsFunc(c.rows, func(row [][]byte) bool { return len(row) >= 2 && len(row) != c.columns })
	if c.share < 0.5 || others && c.allNumbers() { // adjacency lists
		return false
	}
	usual := *c
	usual.rows = slices.DeleteFunc(slices.Clone(c.rows), func(row [][]byte) bool { return len(row) != c.columns })
	return usual.alike(0, 1)
}

// cutRows cuts the lines of the sample, with quotes if fields are quoted well.
func (c *candidate) cutRows(s *sample) {
	texts := s.texts()
	for _, c.quotes = range []bool{true, false} {
		sp := &splitter{sep: c.sep, quotes: c.quotes}
		c.rows = cutAll(sp, texts)
		usual := c.sep == '\t' || c.sep == ' ' // they need no quotes: quotes are of names, unless there are everywhere
		if sp.quoted == 0 || 10*sp.malformed > sp.quoted || usual && float64(sp.quoted) < fitting*float64(len(c.rows)) {
			continue
		}
		return
	}
}

// cutAll cuts lines, and joins those that a quoted field goes over.
func cutAll(sp *splitter, texts [][]byte) (rows [][][]byte) {
	for i := 0; i < len(texts); i++ {
		line := texts[i]
		row := sp.split(nil, line)
		for k := i + 1; sp.open && k < len(texts) && k < i+maxJoined && len(line) < maxRecord; k++ {
			line = slices.Concat(line, []byte{'\n'}, texts[k])
			if joined := sp.split(nil, line); !sp.open {
				sp.malformed -= k - i
				row, i = joined, k
				break
			}
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// commonest returns the commonest number of columns, the larger of two, and the share of rows that have it.
func commonest(rows [][][]byte) (columns int, share float64) {
	counts := map[int]int{}
	for _, row := range rows {
		counts[len(row)]++
	}
	for k, n := range counts {
		if n > counts[columns] || n == counts[columns] && k > columns {
			columns = k
		}
	}
	return columns, float64(counts[columns]) / float64(max(1, len(rows)))
}

var errNoList = errors.New("there is no line in it")

// misfit says why lines do not fit.
func (c *candidate) misfit() error {
	least, most := len(c.rows[0]), 0
	for _, row := range c.rows {
		least, most = min(least, len(row)), max(most, len(row))
	}
	switch {
	case c.header != nil && c.columns >= 2 && max(c.source, c.target) >= c.columns:
		return fmt.Errorf("the header names %d columns, and most lines have %d", len(c.header), c.columns)
	case least == most && most < 2:
		return errors.New("no separator makes two columns of each line, a source and a target: say which it is with --separator")
	case c.allNumbers():
		return fmt.Errorf("the lines hold %d to %d numbers: if each is a page and its successors, say --format adjacency; if two of the columns are an arc, --columns 1,2", least, most)
	}
	return fmt.Errorf("the lines have %d to %d columns between %s: it looks like prose, or a table of another kind; of a list of arcs say how it is cut (--separator, --columns, --format edges)", least, most, sepName(c.sep))
}

func (c *candidate) allNumbers() bool {
	for _, row := range c.rows {
		if slices.ContainsFunc(row, func(f []byte) bool { return !isDigits(f) }) {
			return false
		}
	}
	return true
}

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
	return c.mostly(a, isDigits) && c.mostly(b, isDigits) || c.mostly(a, isURL) && c.mostly(b, isURL)
}

// chooseColumns finds the columns of source and target, and says what is in them.
func (c *candidate) chooseColumns(o *layoutOptions) {
	known := c.header != nil || o.columns != nil
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
	c.numbers = c.mostly(c.source, isNumber) && c.mostly(c.target, isNumber)
	c.urls = c.mostly(c.source, isURL) && c.mostly(c.target, isURL)
	switch c.why = c.doubt(); {
	case known:
		c.rank = asHeader
	case c.alike(c.source, c.target):
		c.rank = asTyped
	case c.why == nil || o.forced:
		c.rank = asNames
	}
}

// unlike says whether one column is of a kind nearly throughout, and the other nearly never.
func (c *candidate) unlike(is func([]byte) bool) bool {
	u, v := c.columnShare(c.source, is), c.columnShare(c.target, is)
	return max(u, v) >= fitting && min(u, v) <= 1-fitting
}

// doubt says why two columns of texts are not taken for pages.
func (c *candidate) doubt() error {
	switch {
	case c.unlike(isDigits):
		return fmt.Errorf("one column holds numbers, the other texts: it looks like a list of nodes with their names (or counts), not of arcs; if it is one of arcs, say --columns %d,%d", c.source+1, c.target+1)
	case c.unlike(isURL):
		return fmt.Errorf("one column holds URLs, the other texts: it looks like a table of pages, not of arcs; if it is one of arcs, say --columns %d,%d", c.source+1, c.target+1)
	case c.mostly(c.source, isDecimal) && c.mostly(c.target, isDecimal):
		return fmt.Errorf("the columns hold decimal numbers: it looks like measurements, not arcs; if they are the names of pages, say --columns %d,%d", c.source+1, c.target+1)
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
		c.why = fmt.Errorf("%w: --columns: there is no column %q among the %d of most lines", ErrOptions, name, c.columns)
		if c.header != nil {
			c.why = fmt.Errorf("%w: --columns: there is no column %q: the first line calls them %.200q", ErrOptions, name, c.header)
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
	if c.alike(0, 1) {
		if c.countsLines() {
			return errors.New("the first column counts the lines: say which columns are source and target, as in --columns 2,3")
		}
		return nil
	}
	var urls []int
	for i := range c.columns {
		if c.mostly(i, isURL) {
			urls = append(urls, i)
		}
	}
	if len(urls) == 2 {
		c.source, c.target = urls[0], urls[1]
		return nil
	}
	for i := 2; i < c.columns; i++ {
		if !c.mostly(i, isMeasure) {
			return fmt.Errorf("the lines have %d columns between %s, and nothing says which are source and target (the first line is %.120q): say it, as in --columns 1,%d", c.columns, sepName(c.sep), bytes.Join(c.rows[0], []byte(" ")), c.columns)
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
	if len(c.rows) < enough || !c.mostly(2, isDigits) {
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

// isStrange says whether the first line, by what it holds, is a header: there are columns of numbers or URLs below it,
// and it has neither.
func (c *candidate) isStrange(first [][]byte) bool {
	if len(c.rows) < 2 || slices.ContainsFunc(first, func(f []byte) bool { return isMeasure(f) || isURL(f) }) {
		return false
	}
	rest := *c
	rest.rows = c.rows[1:]
	for i := range c.columns {
		if rest.mostly(i, isURL) || rest.mostly(i, isMeasure) && rest.columnShare(i, isBlankField) < 1 {
			return true
		}
	}
	return false
}

func isBlankField(f []byte) bool { return len(f) == 0 || string(f) == "-" }

// pairs are the names of columns of source and target, as letters and digits in lower case.
var pairs = [][2]string{
	{"source", "target"},
	{"src", "dst"},
	{"src", "dest"},
	{"source", "destination"},
	{"origin", "destination"},
	{"from", "to"},
	{"fromnodeid", "tonodeid"},
	{"fromnode", "tonode"},
	{"fromid", "toid"},
	{"frompage", "topage"},
	{"fromurl", "tourl"},
	{"linkfrom", "linkto"},
	{"sourceurl", "targeturl"},
	{"sourceid", "targetid"},
	{"sourcenode", "targetnode"},
	{"sourcepage", "targetpage"},
	{"srcurl", "dsturl"},
	{"srcid", "dstid"},
	{"via", "url"},
	{"referrer", "url"},
	{"referer", "url"},
	{"node1", "node2"},
	{"nodeid1", "nodeid2"},
	{"id1", "id2"},
	{"u", "v"},
	{"tail", "head"},
	{"subject", "object"},
	{"citing", "cited"},
	{"follower", "followee"},
	{"startid", "endid"},
	{"start", "end"},
	{"sender", "recipient"},
	{"sender", "receiver"},
	{"parent", "child"},
	{"ego", "alter"},
}

var noWordBytes = regexp.MustCompile(`\(.*|[^a-z0-9]+`)

// findPair returns which of some names are those of source and target.
func findPair(names []string) (source, target int, ok bool) {
	plain := make([]string, len(names))
	for i, n := range names {
		plain[i] = noWordBytes.ReplaceAllString(strings.ToLower(n), "")
	}
	for _, p := range pairs {
		u, v := slices.Index(plain, p[0]), slices.Index(plain, p[1])
		if u >= 0 && v >= 0 {
			return u, v, true
		}
	}
	return 0, 1, false
}

func texts(fields [][]byte) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = string(f)
	}
	return out
}

// findHeader looks for the names of the columns: in the first line, or in the last comment before it.
func (c *candidate) findHeader(s *sample, o *layoutOptions) {
	if names := texts(c.rows[0]); c.isHeader(names, o) && (o.columns != nil || !c.arePages(names)) {
		c.useHeader(names)
		c.skipHeader = true
		return
	}
	for i, l := range s.lines {
		if l.sign < 0 && i > 0 && s.lines[i-1].sign >= 0 {
			text := bytes.TrimLeft(s.lines[i-1].text, " \t"+signBytes)
			sp := splitter{sep: c.sep}
			if names := texts(sp.split(nil, text)); len(names) == len(c.rows[0]) && c.isHeader(names, o) {
				c.useHeader(names)
			}
		}
		if l.sign < 0 {
			return
		}
	}
}

// arePages says whether the names of source and target in the first line are pages elsewhere: then that line is an arc, say from u to v. Lines
// that say the same again, of files that were joined, tell nothing.
func (c *candidate) arePages(names []string) bool {
	source, target, _ := findPair(names)
	return slices.ContainsFunc(c.rows[1:], func(row [][]byte) bool {
		if max(source, target) >= len(row) {
			return false
		}
		u, v := string(row[source]), string(row[target])
		if u == names[source] && v == names[target] {
			return false
		}
		return u == names[source] || u == names[target] || v == names[source] || v == names[target]
	})
}

// isHeader says whether some words are names of columns, known ones or those that the user names.
func (c *candidate) isHeader(names []string, o *layoutOptions) bool {
	if len(names) < 2 {
		return false
	}
	if o.columns != nil {
		has := func(want string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, want) })
		}
		if has(o.columns[0]) && has(o.columns[1]) && !isDigits([]byte(o.columns[0])) {
			return true
		}
	}
	_, _, ok := findPair(names)
	return ok
}

func (c *candidate) useHeader(names []string) {
	c.header = names
	c.source, c.target, _ = findPair(names)
	// Gephi's table of edges says in a column whether an edge is "Directed" or "Undirected".
	c.direction = slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, "type") })
}

// useSigns finds out which of the lines that begin with # or % are comments: all of them, unless they are written as the
// others are.
func (c *candidate) useSigns(s *sample, o *layoutOptions) {
	for i := range signBytes {
		names, comments := 0, 0
		plain := false // a line without a sign came before
		for _, l := range s.lines {
			switch {
			case l.sign < 0:
				plain = true
			case l.sign == i && !c.numbers && c.isNamed(l.text, i, plain || s.plain == 0):
				names++
			case l.sign == i:
				comments++
			}
		}
		c.commented[i] = names+comments > 0
		switch {
		case o.comments != "":
			c.signs[i] = signNever
			if strings.IndexByte(o.comments, signBytes[i]) >= 0 {
				c.signs[i] = signAlways
			}
		case c.numbers || names == 0 && comments > 0:
			c.signs[i] = signAlways
		case names > 0 && comments > 0:
			c.signs[i] = signMarked
		}
	}
}

// isNamed says whether a line that begins with a sign is one of names: it has the columns of the others, and the sign is
// part of a word. %E3 is. # before all other lines is that of a comment, unless more than blanks part the columns.
func (c *candidate) isNamed(line []byte, sign int, after bool) bool {
	line = bytes.TrimLeftFunc(line, isBlankRune)
	if isMarked(line) {
		return false
	}
	if fields, open := c.split(nil, line); len(fields) != c.columns || open {
		return false
	}
	if signBytes[sign] == '%' {
		return len(line) > 2 && isHex(line[1]) && isHex(line[2])
	}
	return after || c.sep != ' '
}

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'f'
}

// isDigits says whether a field is a whole number, of a page or a larger one.
func isDigits(f []byte) bool {
	return len(f) > 0 && len(bytes.Trim(f, "0123456789")) == 0
}

// isURL says whether a field is an absolute URL.
func isURL(f []byte) bool {
	i := bytes.Index(f[:min(len(f), 40)], []byte("://"))
	return i > 0 && isLetter(f[0])
}

// isDecimal says whether a field is a number that is not whole.
func isDecimal(f []byte) bool {
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil && !isDigits(f)
}

// isMeasure says whether a field is a weight, a time or nothing: what lists of arcs have beside source and target.
func isMeasure(f []byte) bool {
	if len(f) == 0 || string(f) == "-" {
		return true
	}
	if len(bytes.Trim(f, "0123456789+-.:eETZ/ ")) == 0 && bytes.ContainsAny(f, "0123456789") {
		return true // also dates, and times
	}
	_, err := strconv.ParseFloat(string(f), 64)
	return err == nil
}
