package formats

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// A Text is one input on its way into the graph: its lines, and the state of its reader.
type Text struct {
	assemble.Namer
	Import *Import
	How    *Reading // its format
	Head   []byte   // its beginning
	Lines  scan.Lines
	fields [][]byte // of Line
	Line   []byte   // the line that is read; several lines if a quoted field spans them
	Rows   int64    // number of lines with fields

	Layout *tables.Layout // how its lines are read
	joined []byte         // the lines that a quoted field spans
	header bool           // the first line was read as one
	sized  bool           // the first line was read as counts

	Empty   bool   // an empty line is a line with fields
	Entries int64  // the number of arcs that the text states; 0 if it states none
	Seen    int64  // the number of arcs that were read
	Base    uint32 // the number of the first page in the text: 0 or 1
	Both    bool   // every arc goes both ways
	Next    uint32 // the page of the next line, in formats with a line per page
	Host    []byte // scratch for the URL of a host
}

// NewText returns a text without lines, for readers of inputs that are no texts.
func NewText(im *Import) *Text { return &Text{Namer: assemble.NewNamer(im.Assembly), Import: im} }

// Each calls f with the fields of each line, valid until f returns. It skips comments, empty lines and headers, and rejects
// a line if f returns a [tally.BadRecord]. A text that breaks off ends with a break in the tally.
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

// ReadLines calls f with the fields of each line, as [Text.Each] does, and then End. After an error there is no end.
func (t *Text) ReadLines(ctx context.Context, f func([][]byte) error) error {
	if err := t.Each(ctx, f); err != nil {
		return err
	}
	return t.End()
}

// ErrNoRecord says that a line is no record: it is empty, a comment or a header, or its reader counted its records itself.
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

// CommentsNote counts comment lines.
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

// why returns the reason why the line is bad, with its number and its beginning.
func (t *Text) why(bad error) string {
	if !utf8.Valid(t.Line) {
		return fmt.Sprintf("line %d: %s (convert the file: iconv -f WINDOWS-1252 -t UTF-8): %.80q", t.Lines.Number, bad, t.Line)
	}
	return fmt.Sprintf("line %d: %s: %.80q", t.Lines.Number, bad, t.Line)
}

// useCounts takes the first line of a list as its counts.
func (t *Text) useCounts() {
	k := t.Layout.Counts
	t.Entries = max(0, k.Arcs)
	if t.Layout.Numbers {
		t.Nodes, t.Base = k.Pages, k.Base
	}
}

// CheckCounts compares the number of arcs with the count in the first line of a list. It returns an error if the first line
// may be an arc. It rejects a record if there are more arcs than the first line counts.
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

// End compares the counts that the text states with the lines that were read. Missing arcs or lists count as bad records.
// It is called after the last line.
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
