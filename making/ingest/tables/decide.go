package tables

import (
	"bytes"
	"slices"

	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// Fitting is the share of the lines that must be written in one way for a list to be read so. The others are bad
// records, which --max-bad bounds over the whole text.
const Fitting = 0.9

// MaxJoined is how many lines a quoted field may go over, and maxRecord how many bytes.
const (
	MaxJoined = 100
	MaxRecord = 1 << 20
)

// How well a text fits a way of reading it.
const (
	unfit    = iota
	asAsked  // nothing says how, and several ways are plausible
	asNames  // lines with equal numbers of columns that hold texts
	asTyped  // both are numbers throughout, or URLs
	asHeader // the first line names them, or the user
)

// A candidate is a way of reading a list, and how well the sample fits it.
type candidate struct {
	Layout
	rank    int
	share   float64 // of lines with as many columns as most
	why     error   // it does not fit
	rows    [][][]byte
	first   [][]byte   // the row that is the header
	signed  [][][]byte // lines that begin with a sign of comments and have the columns of the others
	late    error      // a row below others names the columns
	counted bool       // a count stands before the columns, as uniq -c writes it
	// konect says that the first line names the list as one of KONECT.
	konect bool
	// ofNames says that the first line is the header of a list of weft with names.
	ofNames bool
}

// Decide finds out how a list of arcs is written. The error names the mismatch, and the remedy.
func Decide(s *Sample, o *Options) (*Layout, error) {
	if len(s.Lines) == 0 || s.Plain == 0 && o.Comments != "none" && !s.namesWithSigns() {
		l := AnyLine
		l.Numbers, l.Columns = true, 2
		return &l, nil
	}
	seps := []byte{'\t', ',', ';', '|', ' '}
	if o.Sep != 0 {
		seps = []byte{o.Sep}
	}
	var best *candidate
	for _, sep := range seps {
		if c := newCandidate(s, sep, o); best == nil || c.better(best) {
			best = c
		}
	}
	if best.rank <= asAsked {
		return nil, best.withHints(s)
	}
	if err := best.useSigns(s, o); err != nil {
		return nil, err
	}
	if err := best.useDirection(s, o); err != nil {
		return nil, err
	}
	best.Arcs, best.Directive = judge.FirstArcs(best.rows, best.Source, best.Target), s.sep != 0
	return &best.Layout, best.chooseWeights(o.Weigh)
}

// better reports whether a text fits c better than an earlier candidate. Of candidates that do not fit, the one
// with columns gives the better error.
func (c *candidate) better(than *candidate) bool {
	if c.Sep == ' ' && than.Sep == '\t' && than.rank != unfit && than.Columns == c.Columns && c.share < Fitting && than.share >= Fitting {
		return false // blanks are in names: what tabs part nearly everywhere they part too often, even if the rest are URLs or numbers
	}
	if c.Sep == ' ' && than.rank == asAsked && c.cutsURLs() {
		return true // what the other separator cuts are the URLs
	}
	if c.Sep == ' ' && !c.Dicts && than.rank == asAsked && than.share >= Fitting {
		return false // blanks are in names and words
	}
	if c.rank != than.rank {
		return c.rank > than.rank
	}
	if c.rank == unfit && (c.Columns < 2) != (than.Columns < 2) {
		return than.Columns < 2
	}
	return c.share > than.share+1e-9
}

// cutsURLs reports whether all lines are two URLs.
func (c *candidate) cutsURLs() bool {
	return c.rank > asAsked && c.Columns == 2 && c.share == 1 && c.columnShare(0, judge.IsURL) == 1 && c.columnShare(1, judge.IsURL) == 1
}

// newCandidate reads the sample with one separator.
func newCandidate(s *Sample, sep byte, o *Options) *candidate {
	c := &candidate{Layout: Layout{Sep: sep, Target: 1, Direction: -1}}
	c.cutRows(s)
	c.konect = len(s.Lines) > 0 && konectKind().Match(bytes.TrimSpace(s.Lines[0].Text))
	if len(c.rows) == 0 {
		c.why = errNoList
		return c
	}
	c.dropTitles(o)
	c.findHeader(s, o)
	if c.SkipHeader {
		c.first, c.rows = c.rows[0], c.rows[1:]
	}
	if len(c.rows) == 0 { // a header alone
		c.Columns, c.rank = len(c.Header), asHeader
		return c
	}
	c.Columns, c.share = commonest(c.rows)
	c.compareHeader(o)
	if c.Counts = c.findCounts(s, o); c.Counts != nil {
		c.rows = c.rows[1:]
		c.Columns, c.share = commonest(c.rows)
	}
	c.findWeights()
	if !c.fits(o) {
		c.why = c.misfit()
		return c
	}
	c.rows = c.rowsOf(c.Columns)
	c.dropNulls()
	if c.Header != nil {
		c.Header = append(c.Header, slices.Repeat([]string{""}, max(0, c.Columns-len(c.Header)))...)[:c.Columns]
	}
	c.signed = c.cutSigned(s)
	c.chooseColumns(o)
	if c.late != nil && c.rank != unfit && o.Columns == nil && !o.Forced {
		c.rank, c.why = asAsked, c.late
	}
	if c.rank != unfit && c.Counts != nil && c.Counts.doubt != nil && !o.Forced {
		c.rank, c.why = asAsked, c.Counts.doubt
	}
	return c
}

// compareHeader compares the number of names in the header with the number of fields in the rows.
func (c *candidate) compareHeader(o *Options) {
	if n := len(c.Header); c.SkipHeader && n == c.Columns-1 && n >= 2 {
		c.useRowNames(o)
	}
	if n := len(c.Header); c.SkipHeader && n != c.Columns && n != 2 && c.late == nil && o.Columns == nil { // a sentence with these words
		c.rows = slices.Insert(c.rows, 0, c.first)
		c.useHeader(nil)
		c.SkipHeader = false
		c.Columns, c.share = commonest(c.rows)
	}
	if c.hasOtherWidth() && o.Columns == nil && !o.Forced {
		c.late = option.Errorf("the header names 2 columns, and most lines have %d between %s: names may hold blanks. Separate the columns by tabs (for columns of fixed width: sed -E 's/ {2,}/\\t/g'), or say {columns}", c.Columns, SepName(c.Sep))
	}
}

// mostTitles is how many rows may stand before a header.
const mostTitles = 8

// dropTitles leaves out titles of sheets before a header with known words. Such a row has at most one field that is not
// empty.
func (c *candidate) dropTitles(o *Options) {
	if o.FirstLine != "" {
		return
	}
	titles := true
	for i := range c.rows[:min(mostTitles, len(c.rows)-1)] {
		if i > 0 && c.isHeader(Texts(c.rows[i]), o) {
			switch first := *c; {
			case titles:
				c.rows, c.Titled = c.rows[i:], true
			case !c.isHeader(Texts(c.rows[0]), o) && !first.arePages(Texts(c.rows[i])):
				c.late = option.Errorf("row %d (%.80q) names source and target, and other rows stand before it: remove these rows", i+1, bytes.Join(c.rows[i], []byte(" ")))
			}
			return
		}
		titles = titles && isTitle(c.rows[i])
	}
}

// isTitle reports whether at most one field is not empty.
func isTitle(row [][]byte) bool {
	n := 0
	for _, f := range row {
		if len(f) > 0 {
			n++
		}
	}
	return n < 2
}

// cutSigned cuts the lines that begin with a sign of comments, and may be arcs all the same.
func (c *candidate) cutSigned(s *Sample) (rows [][][]byte) {
	for _, l := range s.Lines {
		if l.Sign < 0 || c.Sep == ' ' && IsMarked(bytes.TrimLeftFunc(l.Text, scan.IsBlankRune)) {
			continue
		}
		if row, open := c.Split(nil, l.Text); !open && len(row) == c.Columns {
			rows = append(rows, row)
		}
	}
	return rows
}

// findWeights decides whether a weight may follow the two columns of a line, as in NCOL of LGL. Some lines have a
// weight then, some have none, and there are no other lines. Lines of whole numbers could be adjacency lists, unless
// nearly all have a weight.
func (c *candidate) findWeights() {
	with := 0
	for _, row := range c.rows {
		switch {
		case len(row) == 3 && judge.IsMeasure(row[2]):
			with++
		case len(row) != 2:
			return
		}
	}
	if with == 0 || with == len(c.rows) || c.allNumbers() && float64(with) < Fitting*float64(len(c.rows)) || len(c.Header) > 3 {
		return
	}
	c.Weights, c.Columns, c.share = true, 2, 1
	for i, row := range c.rows {
		c.rows[i] = row[:2]
	}
	if len(c.Header) == 3 {
		c.weightName = c.Header[2]
	}
	c.Header = c.Header[:min(len(c.Header), 2)]
}

// fits reports whether enough lines have the same columns to be a list. Lines of numbers or URLs need a smaller
// share; other lines among them are bad records.
func (c *candidate) fits(o *Options) bool {
	switch {
	case c.Columns < 2 || c.Header != nil && max(c.Source, c.Target, c.Direction) >= c.Columns:
		return false
	case c.share >= Fitting || o.Forced:
		return true
	}
	others := slices.ContainsFunc(c.rows, func(row [][]byte) bool { return len(row) >= 2 && len(row) != c.Columns })
	if c.share < 0.5 || others && c.allNumbers() { // adjacency lists
		return false
	}
	usual := *c
	usual.rows = c.rowsOf(c.Columns)
	return usual.alike(0, 1)
}

// cutRows cuts the lines of the sample, with quotes if fields are quoted well.
func (c *candidate) cutRows(s *Sample) {
	texts := s.Texts()
	if n := len(texts); n > 1 && c.Sep != ' ' && isRowCount(texts[n-1]) {
		texts = texts[:n-1]
	}
	if c.Sep == '|' {
		texts = c.withoutRules(texts)
	}
	c.ofNames = len(texts) > 0 && (c.Sep == '\t' || c.Sep == ',') && IsOfWeftNames(texts[0])
	c.Dicts = !c.ofNames && ShareOf(texts, func(line []byte) bool { return (&Splitter{Sep: c.Sep, dicts: true}).dictAt(bytes.TrimSpace(line)) > 0 }) >= Fitting
	sp := &Splitter{Sep: c.Sep, Quotes: true, dicts: c.Dicts}
	c.rows = cutAll(sp, texts)
	if c.useBackslashes(sp, texts) {
		return
	}
	c.Quotes = c.useQuotes(sp)
	c.quoted = c.Quotes != quotesNever && sp.quoted > 0
	c.takeApostrophes()
	c.counted = c.Sep == ' ' && ShareOf(texts, isCountedLine) >= 1
	if c.Quotes == quotesNever && sp.quoted+sp.malformed > 0 {
		c.rows = cutAll(&Splitter{Sep: c.Sep, dicts: c.Dicts}, texts)
	}
}

// withoutRules leaves out the lines that draw a table, and the bars at the ends of lines of Markdown.
func (c *candidate) withoutRules(texts [][]byte) [][]byte {
	rest := slices.DeleteFunc(slices.Clone(texts), isRule)
	c.Drawn = len(rest) < len(texts)
	if !c.Drawn || len(rest) == 0 || !hasBars(rest[len(rest)-1]) {
		return rest
	}
	c.barred = true
	for i, line := range rest {
		rest[i] = withoutBars(line)
	}
	return rest
}

// isRule reports whether a line draws a table: hyphens, plus signs, colons and bars.
func isRule(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 2 && len(bytes.Trim(line, "-+|: ")) == 0 && bytes.Contains(line, []byte("--"))
}

// hasBars reports whether a line begins and ends with a bar.
func hasBars(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|'
}

// withoutBars returns a line without the bars at its ends.
func withoutBars(line []byte) []byte {
	if !hasBars(line) {
		return line
	}
	line = bytes.TrimSpace(line)
	return line[1 : len(line)-1]
}

// takeApostrophes removes the apostrophes around fields if all fields have them, perhaps below a header without.
func (c *candidate) takeApostrophes() {
	rows := c.rows
	if len(rows) > 2 && !allInApostrophes(rows[:1]) {
		rows = rows[1:]
	}
	if c.apostrophes = allInApostrophes(rows); !c.apostrophes {
		return
	}
	for _, row := range c.rows {
		for i, f := range row {
			row[i] = c.Unguarded(f)
		}
	}
}

// allInApostrophes reports whether every field stands in apostrophes.
func allInApostrophes(rows [][][]byte) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(row [][]byte) bool {
		return slices.ContainsFunc(row, func(f []byte) bool { return len(f) < 2 || f[0] != '\'' || f[len(f)-1] != '\'' })
	})
}

// isCountedLine reports whether a line begins with a count as uniq -c writes it: ending in the seventh column, before a blank.
func isCountedLine(line []byte) bool {
	const width = 7
	return len(line) > width+1 && line[0] == ' ' && line[width] == ' ' && !scan.IsBlank(line[width+1]) && scan.IsNumber(bytes.TrimLeft(line[:width], " "))
}

// useQuotes decides the meaning of quotes from the sample. Between tabs and blanks quotes are parts of names. They quote
// fields if nearly every line has quoted fields, or all quoted fields need their quotes, as in tables of pandas.
func (c *candidate) useQuotes(sp *Splitter) quoteUse {
	few := c.Sep == '\t' || c.Sep == ' '
	switch {
	case c.ofNames:
		return QuotesAlways
	case 10*sp.malformed > sp.quoted:
		return quotesNever
	case sp.quoted == 0 && c.Sep == ' ':
		return quotesNever
	case sp.quoted == 0:
		return quotesNeeded
	case !few, float64(sp.quoted) >= Fitting*float64(len(c.rows)), sp.needing == sp.quoted:
		return QuotesAlways
	}
	return quotesNever
}

// cutAll splits lines, and joins lines that one quoted field spans.
func cutAll(sp *Splitter, texts [][]byte) (rows [][][]byte) {
	for i := 0; i < len(texts); i++ {
		line := texts[i]
		row := sp.Split(nil, line)
		for k := i + 1; sp.Open && k < len(texts) && k < i+MaxJoined && len(line) < MaxRecord; k++ {
			line = slices.Concat(line, []byte{'\n'}, texts[k])
			if joined := sp.Split(nil, line); !sp.Open {
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

// commonest returns the most common number of columns, the larger of two, and its share of the rows.
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
