package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Edges is a line an arc: two columns of numbers, or of names; other columns are not kept.
const Edges Format = "edges"

var _ = register(textFormat{format: Edges, place: 4, takes: []string{tables.ColumnsOption, tables.SeparatorOption, tables.FirstLineOption, tables.DirectedOption, commentsOption, weightsOption}, marks: tables.IsOfWeftNames, read: readEdges})

// readEdges reads a list of arcs.
func readEdges(ctx context.Context, t *text, _ *reading, _ []byte) error {
	switch {
	case t.im.nodes != nil:
		return t.im.Named(func() error { t.Apart = true; return t.counted(t.each(ctx, t.nodeEdge)) })
	case t.im.vertices && t.layout.Numbers:
		return t.im.Named(func() error { return t.each(ctx, t.vertexArc) })
	case t.layout.Numbers:
		return t.im.Numbered(func() error { return t.counted(t.edges(ctx, t.lines.Reader)) })
	}
	return t.im.Named(func() error { return t.counted(t.each(ctx, t.namedEdge)) })
}

// counted ends the reading of a list, which ended so, and compares it with the counts of its first line.
func (t *text) counted(err error) error {
	if err == nil {
		err = t.checkCounts()
	}
	if err == nil {
		err = t.end()
	}
	return err
}

// Adjacency is a line a page: its number or name, then its successors.
const Adjacency Format = "adjacency"

var _ = register(textFormat{format: Adjacency, place: 9, takes: []string{tables.SeparatorOption}, read: readAdjacency})

// readAdjacency reads a list of pages and their successors.
func readAdjacency(ctx context.Context, t *text, _ *reading, _ []byte) error {
	if t.layout.Numbers {
		return t.im.Numbered(func() error { return t.each(ctx, t.adjacency) })
	}
	return t.im.Named(func() error { return t.each(ctx, t.namedAdjacency) })
}

func newText(im *importer) *text { return &text{Namer: assemble.NewNamer(im.Assembly), im: im} }

// A text is a list of arcs on its way into the graph.
type text struct {
	assemble.Namer
	im     *importer
	lines  scan.Lines
	fields [][]byte
	line   []byte // of the fields
	rows   int64  // lines with fields

	layout *tables.Layout // how its lines are read
	joined []byte         // lines that a quoted field goes over
	header bool           // the first line was read as one
	sized  bool           // the first line was read as counts

	empty   bool  // an empty line is a line with fields
	entries int64 // the number of arcs, likewise
	seen    int64
	base    uint32 // of numbers: 0 or 1
	both    bool   // every arc goes both ways
	next    uint32 // the page of the next line
	host    []byte
}

// each calls f with the fields of each line that is no comment. A line for which it returns an errLine is rejected.
func (t *text) each(ctx context.Context, f func([][]byte) error) error {
	for {
		line, ok := t.lines.Next()
		if !ok {
			break
		}
		if t.lines.Number%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		err := t.take(line, f)
		if errors.Is(err, errNoRecord) {
			continue
		}
		err = t.im.Tally.Judge(err, t.lines.Offset, t.why)
		if err != nil {
			return err
		}
	}
	if err := t.lines.Failed(); err != nil {
		return t.im.Tally.BreakOff(t.lines.End, "the text", err)
	}
	return nil
}

// errNoRecord says that a line is empty, a comment or a header.
var errNoRecord = errors.New("no record")

// take reads a line with f.
func (t *text) take(line []byte, f func([][]byte) error) error {
	l := t.layout
	if t.line = line; t.lines.Long {
		return tally.Badf("line of more than %d bytes", scan.MaxLine)
	}
	if l.IsComment(line) || t.rows == 0 && l.IsPreamble(line) {
		t.im.Notes[commentsNote]++
		return errNoRecord
	}
	var open bool
	if t.fields, open = l.Split(t.fields[:0], line); open {
		if err := t.join(); err != nil {
			return err
		}
	}
	if len(t.fields) == 0 && !(t.empty && len(line) == 0 && t.rows > 0) {
		return errNoRecord
	}
	if l.Directive && t.lines.Number == 1 {
		return errNoRecord
	}
	if l.Titled && !t.header && !l.IsHeaderAgain(t.fields) {
		t.im.Notes["rows before the header"]++
		return errNoRecord
	}
	if l.SkipHeader && isEmptyRow(t.fields) {
		t.im.Notes["rows without a field"]++
		return errNoRecord
	}
	if l.Drawn && t.lines.Number > 2 && tables.RowCount().Match(line) {
		return errNoRecord
	}
	if l.SkipHeader {
		if !t.header {
			t.header = true
			return errNoRecord
		}
		if l.IsHeaderAgain(t.fields) && !(l.BareHeader && t.line[0] == '"') {
			t.im.Notes["headers that come again, as in files that were joined"]++
			return errNoRecord
		}
	}
	if l.Counts != nil && !t.sized {
		t.sized = true
		t.useCounts()
		return errNoRecord
	}
	t.rows++
	return f(t.fields)
}

const commentsNote = "comment lines, which are not kept"

// isEmptyRow reports whether all fields of a row are empty.
func isEmptyRow(fields [][]byte) bool {
	return len(fields) > 1 && !slices.ContainsFunc(fields, func(f []byte) bool { return len(f) > 0 })
}

// join reads on to the end of a quoted field.
func (t *text) join() error {
	t.joined = append(t.joined[:0], t.line...)
	first, at := t.lines.Number, t.lines.Offset
	for open := true; open; {
		line, ok := t.lines.Next()
		if !ok || t.lines.Number-first >= tables.MaxJoined || len(t.joined) > tables.MaxRecord {
			t.line, t.lines.Offset = t.joined, at
			n := t.lines.Number - first
			t.im.Tally.Bad += n // they were read with it
			return tally.Badf("a quoted field that begins here does not end in %d lines", n+1)
		}
		t.joined = append(append(t.joined, '\n'), line...)
		t.fields, open = t.layout.Split(t.fields[:0], t.joined)
	}
	t.line, t.lines.Offset = t.joined, at
	return nil
}

// why says of a line why it is bad.
func (t *text) why(bad error) string {
	return fmt.Sprintf("line %d: %s: %.80q", t.lines.Number, bad, t.line)
}

// end checks, after all lines, what the text says of itself. Lines that are missing count as bad records.
func (t *text) end() error {
	if t.im.Arcs != nil {
		t.im.Counted = t.im.Counted || t.Nodes > 0
		t.im.NumPages = max(t.im.NumPages, t.Nodes)
	}
	missing, what := t.entries-t.seen, "arcs"
	if t.empty {
		missing, what = int64(t.Nodes)-int64(t.next), "lists"
	}
	if missing <= 0 {
		return nil
	}
	if err := t.im.Tally.Reject(t.lines.End, fmt.Sprintf("the text ends, and %d %s that the first line counts are missing", missing, what)); err != nil {
		return err
	}
	t.im.Tally.Bad += missing - 1
	return nil
}

// arc adds an arc between numbered pages.
func (t *text) arc(u, v uint32) error { return t.arcOf(u, v, kinds.Link) }

// arcOf adds an arc of some kinds between numbered pages.
func (t *text) arcOf(u, v uint32, k kinds.Set) error {
	if t.Nodes > 0 && (u >= t.Nodes || v >= t.Nodes) {
		return tally.Badf("arc %d → %d among %d pages", u+t.base, v+t.base, t.Nodes)
	}
	t.im.NumPages = max(t.im.NumPages, u+1, v+1)
	if err := t.im.AddArc(u, v, k); err != nil {
		return err
	}
	if t.both && u != v {
		return t.im.AddArc(v, u, k)
	}
	return nil
}

// number reads the number of a page.
func (t *text) number(field []byte) (uint32, error) {
	n, ok := scan.ParseNumber(field)
	if !ok {
		return 0, tally.Badf("%.40q is not the number of a page", field)
	}
	if n < t.base {
		return 0, tally.Badf("pages are numbered from %d", t.base)
	}
	return n - t.base, nil
}

func (t *text) twoNumbers(source, target []byte) (u, v uint32, err error) {
	if u, err = t.number(source); err == nil {
		v, err = t.number(target)
	}
	return u, v, err
}

// firstTwo reads the first two columns of a line.
func (t *text) firstTwo(fields [][]byte) (u, v uint32, err error) {
	if len(fields) < 2 {
		return 0, 0, tally.Badf("one column: an arc takes two")
	}
	return t.twoNumbers(fields[0], fields[1])
}

// ends returns the two ends of an arc in a line, and whether it goes both ways.
func (t *text) ends(fields [][]byte) (source, target []byte, both bool, err error) {
	l := t.layout
	if n := len(fields); n != l.Columns {
		for n > l.Columns && len(fields[n-1]) == 0 {
			n--
		}
		if l.Weights && n == l.Columns+1 && tables.IsMeasure(fields[n-1]) {
			n--
		}
		switch {
		case n == 1:
			return nil, nil, false, tally.Badf("one column: an arc takes two")
		case n != l.Columns:
			return nil, nil, false, tally.Badf("%d columns between %s: the list has %d", n, tables.SepName(l.Sep), l.Columns)
		}
	}
	if both = l.Both; !both && l.Direction >= 0 && strings.EqualFold(string(fields[l.Direction]), "undirected") {
		both = true
	}
	if both {
		t.im.Notes["edges without direction, which are two arcs"]++
	}
	t.seen++
	return l.Unguarded(fields[l.Source]), l.Unguarded(fields[l.Target]), both, t.weighLine(fields)
}

func (t *text) edge(fields [][]byte) error { return t.listed(fields, t.arcOf) }

// listed reads a line with an arc between numbered pages, which it hands to add.
func (t *text) listed(fields [][]byte, add func(u, v uint32, k kinds.Set) error) error {
	source, target, both, err := t.ends(fields)
	if err != nil {
		return err
	}
	if tables.HasZero(source) || tables.HasZero(target) {
		return tally.Badf("a number that begins with 0, which may be a name: the lines before have none")
	}
	u, v, err := t.twoNumbers(source, target)
	if err != nil {
		return err
	}
	if right := t.layout.Right; right > 0 {
		if u > right {
			return tally.Badf("source %d of %d", u, right)
		}
		v += right
	}
	k, err := t.kindsIn(fields)
	if err != nil {
		return err
	}
	if err = add(u, v, k); err == nil && both && u != v {
		err = add(v, u, k)
	}
	return err
}

func (t *text) namedEdge(fields [][]byte) error {
	source, target, both, err := t.ends(fields)
	if err != nil {
		return err
	}
	if len(source) == 0 && t.layout.Seeds {
		return t.Mention(target, page.Unknown)
	}
	k, err := t.kindsIn(fields)
	if err != nil {
		return err
	}
	if err = t.NamedArcOf(source, target, k); err == nil && both && !t.IsLoop(source, target) {
		err = t.NamedArcOf(target, source, k)
	}
	return err
}

// parseCount reads a number of arcs.
func parseCount(f []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(f), 10, 64)
	return n, err == nil && ascii.IsNumber(f)
}

// adjacency reads "u: v w …" or "u v w …"; −1 ends a list.
func (t *text) adjacency(fields [][]byte) error {
	u, err := t.number(bytes.TrimSuffix(fields[0], []byte(":")))
	if err != nil {
		return err
	}
	t.im.NumPages = max(t.im.NumPages, u+1)
	if len(fields) == 1 || string(fields[1]) == "-1" {
		return t.im.LonePage(u)
	}
	return t.successors(u, fields[1:])
}

func (t *text) successors(u uint32, fields [][]byte) error {
	for _, f := range fields {
		if string(f) == "-1" {
			break
		}
		v, err := t.number(f)
		if err == nil {
			err = t.arc(u, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *text) namedAdjacency(fields [][]byte) error {
	var err error
	if t.Key, err = t.Name(t.Key[:0], bytes.TrimSuffix(fields[0], []byte(":"))); err != nil {
		return err
	}
	c, s := t.im.Col, t.StateOfNamed()
	from := c.Page(t.Key, s)
	for _, f := range fields[1:] {
		if t.Key, err = t.Name(t.Key[:0], f); err != nil {
			return err
		}
		c.Arc(from, c.Page(t.Key, s), kinds.Link)
	}
	return c.Room()
}

// useCounts takes the first line of a list as its counts.
func (t *text) useCounts() {
	k := t.layout.Counts
	t.entries = max(0, k.Arcs)
	if t.layout.Numbers {
		t.Nodes, t.base = k.Pages, k.Base
	}
}

// checkCounts compares the number of lines with the counts of the first line.
func (t *text) checkCounts() error {
	k := t.layout.Counts
	if k == nil || k.Arcs < 0 || t.seen == k.Arcs || t.seen == 2*k.Arcs {
		return nil
	}
	if !k.Sure {
		return option.Errorf("the first line may count %d arcs, and %d lines follow: if it does, the list is incomplete, or longer ({first-line} counts reads it); if it is an arc, say {first-line} arc", k.Arcs, t.seen)
	}
	if t.seen > k.Arcs {
		return t.im.Tally.Reject(t.lines.End, fmt.Sprintf("the first line counts %d arcs, and %d lines follow", k.Arcs, t.seen))
	}
	return nil
}

// kindsIn returns the kinds of the arc of a line.
func (t *text) kindsIn(fields [][]byte) (kinds.Set, error) {
	at := t.layout.Kinds - 1
	if at < 0 || at >= len(fields) {
		return kinds.Link, nil
	}
	k, ok := kinds.ParseWritten(fields[at])
	if !ok {
		return 0, tally.Badf("%.40q is not a kind of arc", fields[at])
	}
	return k, nil
}
