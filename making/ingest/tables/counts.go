package tables

import (
	"bytes"
	"fmt"
	"strconv"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// A countsLine is a first line of a list of arcs with counts of the rest. It has "pages arcs", "rows columns entries", or
// one of these numbers alone.
type countsLine struct {
	Pages uint32 // 0 if it does not say
	Arcs  int64  // lines that follow; −1 if it does not say
	Base  uint32 // the number of the first page, 0 or 1; of numbers
	Sure  bool   // it cannot be an arc
	doubt error  // it can be an arc as well
}

// String describes the counts: "3 pages and 4 lines in the first line, numbers from 1".
func (k *countsLine) String() string {
	what := fmt.Sprintf("%d pages", k.Pages)
	switch {
	case k.Pages == 0:
		what = fmt.Sprintf("%d lines", k.Arcs)
	case k.Arcs >= 0:
		what += fmt.Sprintf(" and %d lines", k.Arcs)
	}
	if what += " counted in the first line"; k.Base == 1 {
		what += ", numbers from 1"
	}
	return what
}

// Values of the option FirstLine.
const (
	FirstIsArc    = "arc"
	FirstIsHeader = "header"
	FirstIsCounts = "counts"
)

// A listSize holds the counts that the lines after the first one show.
type listSize struct {
	lines          int64
	least, most    uint32 // of the numbers of pages
	mostSource     uint32
	mostTarget     uint32
	numbers, names bool // all are numbers; none is
	upwards        bool // two numbers in each line or more, each one larger than the one before
	whole          bool // the text ends in the sample
}

// findCounts decides whether the first line counts pages and arcs; nil if it does not. It does under three conditions.
// All its words are numbers. No page has a number beyond the first of them. The last one is the number of the following
// lines, or half of it, for lists with a line for either direction. In a text longer than the sample, the lines are checked
// at its end. If few lines follow, or fewer than the count, the line may also be an arc; doubt reports that.
func (c *candidate) findCounts(s *Sample, o *Options) *countsLine {
	first := c.rows[0]
	forced := o.FirstLine == FirstIsCounts
	if c.SkipHeader || c.namesEnds() || c.konect || o.FirstLine != "" && !forced || len(c.rows) < 2 || len(first) > 3 || !allOf(first, ascii.IsNumber[[]byte]) {
		return nil
	}
	rest, width := c.rows[1:], 0
	if width, _ = commonest(rest); width < 2 {
		return nil
	}
	if len(first) == width && !forced && c.beyond(rest, first) {
		return nil // as nearly all lists
	}
	size := c.measure(s, o)
	k := c.readCounts(first, size)
	switch {
	case k == nil && forced:
		c.late = option.Errorf("the first line (%.80q) does not count the pages and lines below it: leave out {first-line}", bytes.Join(first, []byte(" ")))
		return nil
	case k == nil:
		return nil
	case forced:
		k.Sure = true
	case len(first) != width:
		k.Sure = true
		if k.Pages == 0 && k.Arcs != size.lines && size.whole {
			return nil
		}
	default:
		return k.check(first, size)
	}
	if len(first) == 1 && size.upwards && size.whole && size.lines == int64(k.Pages) && !forced {
		k.doubt = &Question{
			Why: fmt.Sprintf("the first line is %s, and as many lines of numbers follow: it may count arcs, or pages with their successors in the lines", first[0]),
			Readings: []Reading{
				{Columns: "1,2", FirstLine: FirstIsCounts, Arcs: judge.Show(judge.FirstArcs(c.rows[1:], 0, 1), false)},
				{Format: ASCIIGraph, Arcs: judge.Show(successorsOf(c.rows[1:]), false)},
			},
		}
	}
	return k
}

// successorsOf returns the first three arcs where line i has the successors of page i.
func successorsOf(rows [][][]byte) (arcs [][2]string) {
	for u, row := range rows {
		for _, f := range row {
			if len(arcs) < 3 {
				arcs = append(arcs, [2]string{strconv.Itoa(u), string(f)})
			}
		}
	}
	return arcs
}

// namesEnds says whether a header, in a comment above the list, calls its columns source and target or the like: then no line
// counts others.
func (c *candidate) namesEnds() bool {
	_, _, ok := judge.FindPair(c.Header)
	return ok
}

func allOf(row [][]byte, is func([]byte) bool) bool {
	for _, f := range row {
		if !is(f) {
			return false
		}
	}
	return true
}

// beyond says whether a page of some rows has a number beyond the first of the counts.
func (c *candidate) beyond(rows [][][]byte, counts [][]byte) bool {
	most, ok := scan.ParseNumber(counts[0])
	if len(counts) == 3 || len(counts) == 2 && int(most) >= len(rows) {
		columns, ok2 := scan.ParseNumber(counts[1])
		most, ok = max(most, columns), ok && ok2
	}
	for _, row := range rows {
		for _, f := range row[:min(2, len(row))] {
			if n, is := scan.ParseNumber(f); !ok || is && n > most {
				return true
			}
		}
	}
	return false
}

// measure reads all of the text that was peeked at.
func (c *candidate) measure(s *Sample, o *Options) listSize {
	ends := chosenEnds(o)
	z := listSize{whole: s.whole, numbers: true, names: true, upwards: true, least: scan.NoPage}
	sp := Splitter{Sep: c.Sep, Quotes: c.Quotes != quotesNever, dicts: c.Dicts, escapes: c.escapes}
	var row [][]byte
	seen := false
	head := s.head
	for len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		head = rest
		if len(bytes.TrimSpace(line)) == 0 || c.startsWithSign(line) || !whole && !s.whole {
			continue
		}
		if !seen {
			seen = true
			continue
		}
		row = sp.Split(row[:0], bytes.TrimRight(line, "\r"))
		z.add(ends.of(row))
	}
	return z
}

// chosenEnds returns the columns that the user names by number; the first two without.
func chosenEnds(o *Options) (e listEnds) {
	e = listEnds{0, 1}
	if len(o.Columns) != len(e) {
		return e
	}
	for i, name := range o.Columns {
		n, err := strconv.Atoi(name)
		if err != nil || n < 1 {
			return listEnds{0, 1}
		}
		e[i] = n - 1
	}
	return e
}

// listEnds are the columns of source and target.
type listEnds [2]int

// of returns a row with its ends first.
func (e listEnds) of(row [][]byte) [][]byte {
	if e == (listEnds{0, 1}) || max(e[0], e[1]) >= len(row) {
		return row
	}
	return [][]byte{row[e[0]], row[e[1]]}
}

// add takes a line.
func (z *listSize) add(row [][]byte) {
	z.lines++
	if len(row) < 2 {
		z.numbers, z.upwards = false, false
		return
	}
	u, ok1 := scan.ParseNumber(row[0])
	v, ok2 := scan.ParseNumber(row[1])
	z.numbers = z.numbers && ok1 && ok2
	z.names = z.names && !ok1 && !ok2
	z.upwards = z.upwards && goUp(row)
	z.least, z.most = min(z.least, u, v), max(z.most, u, v)
	z.mostSource, z.mostTarget = max(z.mostSource, u), max(z.mostTarget, v)
}

// goUp says whether each field is a larger number than the one before.
func goUp(row [][]byte) bool {
	last, ok := scan.ParseNumber(row[0])
	for _, f := range row[1:] {
		n, is := scan.ParseNumber(f)
		if ok = ok && is && n > last; !ok {
			return false
		}
		last = n
	}
	return ok
}

// readCounts reads what a first line would count; nil if no count fits what follows.
func (c *candidate) readCounts(first [][]byte, z listSize) *countsLine {
	k := &countsLine{Arcs: -1}
	last, err := strconv.ParseInt(string(first[len(first)-1]), 10, 64)
	n, ok := scan.ParseNumber(first[0])
	if err != nil || !ok {
		return nil
	}
	if n == 0 && len(first) > 1 {
		return nil // no pages have no arcs
	}
	switch len(first) {
	case 1:
		if last == z.lines {
			k.Arcs = last
		}
		if z.numbers && (z.most < n || z.most == n && z.least >= 1) {
			k.Pages = n
		}
		if k.Arcs < 0 && k.Pages == 0 {
			return nil
		}
	case 2:
		k.Pages, k.Arcs = n, last
		if arcsFirst(n, last, z) {
			k.Pages, k.Arcs = uint32(last), int64(n) //nolint:gosec // the number of a page
		} else if z.numbers && z.most > n {
			return nil
		}
	case 3:
		columns, ok := scan.ParseNumber(first[1])
		if !ok || z.numbers && (z.mostSource > n || z.mostTarget > columns) {
			return nil
		}
		k.Pages, k.Arcs = max(n, columns), last
		if n != columns && z.lines == last {
			k.doubt = option.Errorf("the first line counts %d rows, %d columns and %d entries: row k and column k are one page in a list, so that a matrix needs as many of both; number the columns from %d on, or say {first-line} arc if the line is an arc", n, columns, last, n+1)
		}
	}
	if z.numbers && k.Pages > 0 && z.most == k.Pages {
		if z.least < 1 {
			return nil
		}
		k.Base = 1
	}
	return k
}

// arcsFirst reports whether two counts are of arcs and of pages, in this order. In a text that is longer than the sample the
// pages must be as many as its numbers say.
func arcsFirst(n uint32, last int64, z listSize) bool {
	pages := last == int64(z.most) || last == int64(z.most)+1
	switch {
	case !z.numbers || last >= int64(scan.NoPage):
		return false
	case !z.whole:
		return pages && int64(n) > z.lines && int64(n) != last
	}
	const least = 3
	return last != z.lines && z.lines >= least && (int64(n) == z.lines || int64(n) == 2*z.lines) && last >= int64(z.most)
}

// check decides whether counts hold where the first line has the columns of the others.
func (k *countsLine) check(first [][]byte, z listSize) *countsLine {
	const few, enough = 8, 16
	ask := func(why string) *countsLine {
		k.doubt = option.Errorf("the first line is %q, and %s: say {first-line} counts if it counts pages and arcs, {first-line} arc if it is an arc", bytes.Join(first, []byte(" ")), why)
		return k
	}
	matches := z.lines == k.Arcs || z.lines == 2*k.Arcs && z.lines >= few
	switch {
	case k.doubt != nil:
		return k
	case !z.numbers && !z.names:
		return nil // numbers are names among others
	case !z.whole && (z.lines <= k.Arcs || z.lines <= 2*k.Arcs):
		return k
	case !z.whole:
		return nil
	case matches && (z.lines < 3 || k.Base == 1 && z.lines < few && k.Arcs <= int64(k.Pages)):
		return ask("the number of lines matches, but is small")
	case matches:
		return k
	case z.names && z.lines >= 3:
		return ask(fmt.Sprintf("the %d others have names", z.lines))
	case z.lines < k.Arcs && 2*z.lines > k.Arcs && z.lines >= enough:
		return ask(fmt.Sprintf("%d lines follow, which may be a part of the counted lines", z.lines))
	}
	return nil
}
