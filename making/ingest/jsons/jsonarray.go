package jsons

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// JSONArray is a list of JSON with an arc an element: an object as in JSONL, or a pair.
const JSONArray formats.Name = "jsonarray"

// JSONArrayFormat is the format JSONArray.
var JSONArrayFormat = formats.Format{
	Name: JSONArray, Group: formats.Programs, Endings: []string{".json"},
	Says:  "a JSON list of pairs, or of objects as in jsonl",
	Takes: []string{tables.ColumnsOption, formats.WeightsOption}, Lay: layJSONArray, Read: readJSONArray,
}

// layJSONArray finds the members of elements that are arcs, or that the elements are pairs.
func layJSONArray(b *formats.Beginning, how *formats.Reading) error {
	how.Layout = &tables.RawLine
	keys, err := readElements(b.Options, b.Head)
	if err == nil {
		how.Keys = keys
	}
	return err
}

// readJSONArray reads the elements of a list as lines of JSONL.
func readJSONArray(ctx context.Context, t *formats.Text) error {
	l := &elementLines{Reader: Reader{Scanner: scan.NewScanner(t.Lines.Reader)}}
	t.Lines.Reader = bufio.NewReaderSize(&formats.Stopper{Ctx: ctx, Reader: l}, 1<<16)
	return readJSONL(ctx, t)
}

// elementLines turns a list of JSON into its elements, a line each, as they are written except line ends between their
// parts. Memory: an element, of at most maxLine bytes.
type elementLines struct {
	Reader
	begun, ended bool
	buf          []byte
	at           int
	fault        error
}

// Read hands out lines.
func (l *elementLines) Read(p []byte) (int, error) {
	for l.at == len(l.buf) {
		if l.fault != nil {
			return 0, l.fault
		}
		l.buf, l.at = l.buf[:0], 0
		l.fault = l.element()
	}
	n := copy(p, l.buf[l.at:])
	l.at += n
	return n, nil
}

// element reads the next element into the buffer; io.EOF at the end of the list.
func (l *elementLines) element() error {
	c, ok := l.SkipSpace()
	if ok && !l.begun {
		if c == scan.BOM[0] {
			for range scan.BOM {
				l.Next()
			}
			c, ok = l.SkipSpace()
		}
		if ok && c == '[' {
			l.Next()
			c, ok = l.SkipSpace()
		}
	} else if ok && !l.ended && c == ',' {
		l.Next()
		if c, ok = l.SkipSpace(); ok && c == ']' {
			return l.Errorf("found \"]\" after a comma: expected an element")
		}
	} else if ok && !l.ended && c != ']' {
		return l.Errorf("found %q inside a list: expected a comma or \"]\"", c)
	}
	switch {
	case l.ended && ok:
		return l.Errorf("found %q after the list: expected the end", c)
	case l.ended && errors.Is(l.Err, io.EOF):
		return io.EOF
	case !ok:
		return l.Cut("a list")
	case c == ']':
		l.Next()
		l.ended = true
		return nil
	case c == ',' && !l.begun:
		return l.Errorf("found %q before the first element", c)
	case c == ',':
		return l.Errorf("found %q inside a list: expected an element", c)
	}
	l.begun = true
	return l.copy()
}

// copy copies a value, without line ends, which stand between its parts alone.
func (l *elementLines) copy() error {
	depth, quoted := 0, false
	for {
		c, ok := l.Next()
		switch {
		case !ok:
			return l.Cut("a value")
		case len(l.buf) > scan.MaxLine:
			return l.Errorf("an element of more than %d bytes", scan.MaxLine)
		case quoted && c == '\\':
			l.buf = append(l.buf, c)
			if c, ok = l.Next(); !ok {
				return l.Cut("a text")
			}
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}' || c == ',') && depth == 0:
			l.Back()
			l.buf = append(l.buf, '\n')
			return nil
		case c == ']' || c == '}':
			depth--
		case c == '\n' || c == '\r':
			continue
		}
		l.buf = append(l.buf, c)
	}
}

// linesOf returns the beginning of a list as lines of JSONL, and why it ends before enough lines.
func linesOf(head []byte) (out []byte, err error) {
	l := &elementLines{Reader: Reader{Scanner: scan.NewScanner(formats.PeekReader(head))}}
	for range tables.SampleLines {
		l.buf = l.buf[:0]
		if err = l.element(); err != nil {
			break
		}
		out = append(out, l.buf...)
	}
	switch {
	case len(out) > 0:
	case errors.Is(err, io.EOF):
		err = l.Errorf("the list is empty")
	case l.Err != nil && len(head) >= scan.TextPeek:
		err = fmt.Errorf("its first element has more than %d bytes", scan.TextPeek)
	}
	return out, err
}

// arcElements describes the elements of a list that are arcs.
const arcElements = "expected pairs [source, target], or objects with source and target, between \"[\" and \"]\""

// readElements finds out how the elements of a list are arcs.
func readElements(o *tables.Options, head []byte) (*Keys, error) {
	text, fault := linesOf(head)
	s := tables.TakeSample(text)
	lines := s.Texts()
	switch {
	case len(lines) == 0:
		return nil, errNoArcs(fmt.Errorf("%w: %s", fault, arcElements))
	case bytes.HasPrefix(lines[0], []byte("[")):
		k := &Keys{pairs: true}
		k.numbers = tables.ShareOf(lines, func(line []byte) bool {
			pair := parsePair(line)
			return len(pair) >= 2 && scan.IsNumber(bytes.TrimSpace(pair[0])) && scan.IsNumber(bytes.TrimSpace(pair[1]))
		}) == 1
		return k, judgePairs(o, lines)
	case !slices.ContainsFunc(lines, func(line []byte) bool { return parseObject(line) != nil }):
		return nil, errNoArcs(fmt.Errorf("its first element is %.80q: %s", lines[0], arcElements))
	}
	k, err := findKeys(s, o)
	if err != nil {
		return k, errNoArcs(err)
	}
	return k, nil
}

// judgePairs asks about pairs that may be rows of another table than one of arcs.
func judgePairs(o *tables.Options, lines [][]byte) error {
	if o.Forced {
		return nil
	}
	var rows [][][]byte
	for _, line := range lines {
		var row [][]byte
		for _, field := range parsePair(line) {
			row = append(row, bytes.Trim(field, "\" "))
		}
		if len(row) >= 2 {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	for i := range rows {
		if len(rows[i]) != len(rows[0]) {
			rows = pairsOf(rows)
			break
		}
	}
	if _, doubt := judge.Judge(&judge.Table{Rows: rows}); doubt != nil {
		return option.Errorf("%s; if the first of each pair links to the second, say {format} jsonarray", doubt.Why)
	}
	return nil
}

// pairsOf returns the first two fields of each row.
func pairsOf(rows [][][]byte) [][][]byte {
	for i := range rows {
		rows[i] = rows[i][:2]
	}
	return rows
}

func parsePair(line []byte) []json.RawMessage {
	var pair []json.RawMessage
	if json.Unmarshal(line, &pair) != nil && json.Unmarshal(withoutNaN(line), &pair) != nil {
		return nil
	}
	return pair
}

// objectOf returns the object of a line; a pair is one of a source and a target.
func (k *Keys) objectOf(line []byte) (map[string]json.RawMessage, error) {
	if !k.pairs {
		m := parseObject(line)
		if m == nil {
			return nil, tally.Badf("it is not an object of JSON")
		}
		return m, nil
	}
	pair := parsePair(line)
	if len(pair) < 2 || len(pair) > 3 {
		return nil, tally.Badf("expected a pair [source, target], perhaps with a weight")
	}
	m := map[string]json.RawMessage{"source": pair[0], "target": pair[1]}
	if len(pair) == 3 {
		m["weight"] = pair[2]
	}
	return m, nil
}

// describePairs says how pairs are read.
func (k *Keys) describePairs() string {
	what := "names"
	if k.numbers {
		what = "numbers"
	}
	return fmt.Sprintf("a pair an arc, %s", what)
}
