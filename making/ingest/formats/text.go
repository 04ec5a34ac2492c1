package formats

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

func NewText(im *Import) *Text { return &Text{Namer: assemble.NewNamer(im.Assembly), Import: im} }

// A Text is a list of arcs on its way into the graph.
type Text struct {
	assemble.Namer
	Import *Import
	How    *Reading // of the text
	Head   []byte   // its beginning
	Lines  scan.Lines
	fields [][]byte
	Line   []byte // of the fields
	Rows   int64  // lines with fields

	Layout *tables.Layout // how its lines are read
	joined []byte         // lines that a quoted field goes over
	header bool           // the first line was read as one
	sized  bool           // the first line was read as counts

	Empty   bool  // an empty line is a line with fields
	Entries int64 // the number of arcs, likewise
	Seen    int64
	Base    uint32 // of numbers: 0 or 1
	Both    bool   // every arc goes both ways
	Next    uint32 // the page of the next line
	Host    []byte
}

// Each calls f with the fields of each line that is no comment. A line for which it returns an errLine is rejected.
func (t *Text) Each(ctx context.Context, f func([][]byte) error) error {
	for {
		line, ok := t.Lines.Next()
		if !ok {
			break
		}
		if t.Lines.Number%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		err := t.take(line, f)
		if errors.Is(err, ErrNoRecord) {
			continue
		}
		err = t.Import.Tally.Judge(err, t.Lines.Offset, t.why)
		if err != nil {
			return err
		}
	}
	if err := t.Lines.Failed(); err != nil {
		return t.Import.Tally.BreakOff(t.Lines.End, "the text", err)
	}
	return nil
}

// ErrNoRecord says that a line is empty, a comment or a header.
var ErrNoRecord = errors.New("no record")

// take reads a line with f.
func (t *Text) take(line []byte, f func([][]byte) error) error {
	l := t.Layout
	if t.Line = line; t.Lines.Long {
		return tally.Badf("line of more than %d bytes", scan.MaxLine)
	}
	if l.IsComment(line) || t.Rows == 0 && l.IsPreamble(line) {
		t.Import.Notes[CommentsNote]++
		return ErrNoRecord
	}
	var open bool
	if t.fields, open = l.Split(t.fields[:0], line); open {
		if err := t.join(); err != nil {
			return err
		}
	}
	if len(t.fields) == 0 && !(t.Empty && len(line) == 0 && t.Rows > 0) {
		return ErrNoRecord
	}
	if l.Directive && t.Lines.Number == 1 {
		return ErrNoRecord
	}
	if l.Titled && !t.header && !l.IsHeaderAgain(t.fields) {
		t.Import.Notes["rows before the header"]++
		return ErrNoRecord
	}
	if l.SkipHeader && isEmptyRow(t.fields) {
		t.Import.Notes["rows without a field"]++
		return ErrNoRecord
	}
	if t.Lines.Number > 2 && l.IsRowCount(line) {
		return ErrNoRecord
	}
	if l.SkipHeader {
		if err := t.takeHeader(); err != nil {
			return err
		}
	}
	if l.Counts != nil && !t.sized {
		t.sized = true
		t.useCounts()
		return ErrNoRecord
	}
	t.Rows++
	return f(t.fields)
}

// takeHeader takes the header, and headers that come again. It returns nil for other lines.
func (t *Text) takeHeader() error {
	switch l := t.Layout; {
	case !t.header:
		t.header = true
		return ErrNoRecord
	case l.IsHeaderAgain(t.fields) && !(l.BareHeader && t.Line[0] == '"'):
		t.Import.Notes["headers that come again, as in files that were joined"]++
		return ErrNoRecord
	case l.IsHeaderTurned(t.fields):
		return option.Errorf("line %d (%.80q) names the columns in another order than the first line, as in files that were joined: import them one by one, or say {first-line} header if it is an arc", t.Lines.Number, t.Line)
	}
	return nil
}

const CommentsNote = "comment lines, which are not kept"

// isEmptyRow reports whether all fields of a row are empty.
func isEmptyRow(fields [][]byte) bool {
	return len(fields) > 1 && !slices.ContainsFunc(fields, func(f []byte) bool { return len(f) > 0 })
}

// join reads on to the end of a quoted field.
func (t *Text) join() error {
	t.joined = append(t.joined[:0], t.Line...)
	first, at := t.Lines.Number, t.Lines.Offset
	for open := true; open; {
		line, ok := t.Lines.Next()
		if !ok || t.Lines.Number-first >= tables.MaxJoined || len(t.joined) > tables.MaxRecord {
			t.Line, t.Lines.Offset = t.joined, at
			n := t.Lines.Number - first
			t.Import.Tally.Bad += n // they were read with it
			return tally.Badf("a quoted field that begins here does not end in %d lines", n+1)
		}
		t.joined = append(append(t.joined, '\n'), line...)
		t.fields, open = t.Layout.Split(t.fields[:0], t.joined)
	}
	t.Line, t.Lines.Offset = t.joined, at
	return nil
}

// why says of a line why it is bad.
func (t *Text) why(bad error) string {
	if !utf8.Valid(t.Line) {
		return fmt.Sprintf("line %d: %s (convert the file: iconv -f WINDOWS-1252 -t UTF-8): %.80q", t.Lines.Number, bad, t.Line)
	}
	return fmt.Sprintf("line %d: %s: %.80q", t.Lines.Number, bad, t.Line)
}

// End checks, after all lines, what the text says of itself. Lines that are missing count as bad records.
func (t *Text) End() error {
	if t.Import.Arcs != nil {
		t.Import.Counted = t.Import.Counted || t.Nodes > 0
		t.Import.NumPages = max(t.Import.NumPages, t.Nodes)
	}
	missing, what := t.Entries-t.Seen, "arcs"
	if t.Empty {
		missing, what = int64(t.Nodes)-int64(t.Next), "lists"
	}
	if missing <= 0 {
		return nil
	}
	if err := t.Import.Tally.Reject(t.Lines.End, fmt.Sprintf("the text ends, and %d %s that the first line counts are missing", missing, what)); err != nil {
		return err
	}
	t.Import.Tally.Bad += missing - 1
	return nil
}

// Arc adds an arc between numbered pages.
func (t *Text) Arc(u, v uint32) error { return t.ArcOf(u, v, kinds.Link) }

// ArcOf adds an arc of some kinds between numbered pages.
func (t *Text) ArcOf(u, v uint32, k kinds.Set) error {
	if t.Nodes > 0 && (u >= t.Nodes || v >= t.Nodes) {
		return tally.Badf("arc %d → %d among %d pages", u+t.Base, v+t.Base, t.Nodes)
	}
	t.Import.NumPages = max(t.Import.NumPages, u+1, v+1)
	if err := t.Import.AddArc(u, v, k); err != nil {
		return err
	}
	if t.Both && u != v {
		return t.Import.AddArc(v, u, k)
	}
	return nil
}

// Number reads the number of a page.
func (t *Text) Number(field []byte) (uint32, error) {
	n, ok := scan.ParseNumber(field)
	if !ok {
		return 0, tally.Badf("%.40q is not the number of a page", field)
	}
	if n < t.Base {
		return 0, tally.Badf("pages are numbered from %d", t.Base)
	}
	return n - t.Base, nil
}

func (t *Text) TwoNumbers(source, target []byte) (u, v uint32, err error) {
	if u, err = t.Number(source); err == nil {
		v, err = t.Number(target)
	}
	return u, v, err
}

// FirstTwo reads the first two columns of a line.
func (t *Text) FirstTwo(fields [][]byte) (u, v uint32, err error) {
	if len(fields) < 2 {
		return 0, 0, tally.Badf("one column: an arc takes two")
	}
	return t.TwoNumbers(fields[0], fields[1])
}

// Ends returns the two ends of an arc in a line, and whether it goes both ways.
func (t *Text) Ends(fields [][]byte) (source, target []byte, both bool, err error) {
	l := t.Layout
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
	source, target = l.Unguarded(fields[l.Source]), l.Unguarded(fields[l.Target])
	if tables.IsNull(source) && l.Seeds {
		source = nil
	}
	if tables.IsNull(source) || tables.IsNull(target) {
		t.Import.Notes[`rows without source or target (\N), which are left out`]++
		return nil, nil, false, ErrNoRecord
	}
	if both = l.Both || l.IsBoth(fields); both {
		t.Import.Notes["edges without direction, which are two arcs"]++
	}
	t.Seen++
	return source, target, both, t.weighLine(fields)
}

// Listed reads a line with an arc between numbered pages, which it hands to add.
func (t *Text) Listed(fields [][]byte, add func(u, v uint32, k kinds.Set) error) error {
	source, target, both, err := t.Ends(fields)
	if err != nil {
		return err
	}
	if tables.HasZero(source) || tables.HasZero(target) {
		return tally.Badf("a number that begins with 0, which may be a name: the lines before have none")
	}
	u, v, err := t.TwoNumbers(source, target)
	if err != nil {
		return err
	}
	if right := t.Layout.Right; right > 0 {
		if u > right {
			return tally.Badf("source %d of %d", u, right)
		}
		v += right
	}
	k, err := t.KindsIn(fields)
	if err != nil {
		return err
	}
	if err = add(u, v, k); err == nil && both && u != v {
		err = add(v, u, k)
	}
	return err
}

// ParseCount reads a number of arcs.
func ParseCount(f []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(f), 10, 64)
	return n, err == nil && ascii.IsNumber(f)
}

// useCounts takes the first line of a list as its counts.
func (t *Text) useCounts() {
	k := t.Layout.Counts
	t.Entries = max(0, k.Arcs)
	if t.Layout.Numbers {
		t.Nodes, t.Base = k.Pages, k.Base
	}
}

// CheckCounts compares the number of lines with the counts of the first line.
func (t *Text) CheckCounts() error {
	k := t.Layout.Counts
	if k == nil || k.Arcs < 0 || t.Seen == k.Arcs || t.Seen == 2*k.Arcs {
		return nil
	}
	if !k.Sure {
		return option.Errorf("the first line may count %d arcs, and %d lines follow: if it does, the list is incomplete, or longer ({first-line} counts reads it); if it is an arc, say {first-line} arc", k.Arcs, t.Seen)
	}
	if t.Seen > k.Arcs {
		return t.Import.Tally.Reject(t.Lines.End, fmt.Sprintf("the first line counts %d arcs, and %d lines follow", k.Arcs, t.Seen))
	}
	return nil
}

// KindsIn returns the kinds of the arc of a line.
func (t *Text) KindsIn(fields [][]byte) (kinds.Set, error) {
	at := t.Layout.Kinds - 1
	if at < 0 || at >= len(fields) {
		return kinds.Link, nil
	}
	k, ok := kinds.ParseWritten(fields[at])
	if !ok {
		return 0, tally.Badf("%.40q is not a kind of arc", fields[at])
	}
	return k, nil
}

// LooseArc keeps an arc between pages whose names may come later.
func (t *Text) LooseArc(u, v uint32, k kinds.Set) error {
	return t.Import.LooseArc(u, v, k, t.Lines.Offset)
}
