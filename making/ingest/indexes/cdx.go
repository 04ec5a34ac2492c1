package indexes

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"weft/graph/page"
	"weft/internal/responses"
	"weft/making/assemble"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/capture"
	"weft/web/weburl"
)

// CDX is an index of captures, CDX or CDXJ: states of pages, no arcs.
const CDX formats.Name = "cdx"

// CDXFormat is the format CDX.
var CDXFormat = formats.Format{
	Name: CDX, Group: formats.Archives, Endings: []string{".cdx", ".cdxj"},
	Says:   "CDX, CDXJ, or the output of a CDX server (text, JSON, JSON lines): states of pages, no arcs",
	States: true, Marks: IsCDX, Lay: layLines, Read: readCDX,
}

// A cdx reads an index of captures in one of these forms:
//
//   - CDX with its header (any columns; Internet Archive, "CDX File Format"), or the usual 9 and 11 columns
//     without one;
//   - CDXJ (key, time, JSON);
//   - the output of CDX servers: the 7 columns of the Wayback Machine, with or without a count after them; its
//     JSON, an array whose first element names the columns and whose others are one array per capture;
//     and one JSON object per line, from pywb.
//
// A capture gives its page a state, by its status. As in an archive, captures of HTML are pages of the crawl
// whatever their status. Other captures only give their state to pages that another input links to.
type cdx struct {
	*formats.Text
	columns []byte // the letter of each column
	sep     byte   // between columns, as the header says; else a blank
	json    jsons.Reader
	url     []byte
	names   []string // of the columns of an array of arrays
	pages   bool     // a page list is read: its entries are no responses
	ended   bool     // an empty line or row was read: a key to continue with may follow
}

// The columns of files without a header.
const (
	columns7  = "NbamskS" // of a CDX server
	columns8  = "NbamskS?"
	columns9  = "NbamskrVg"
	columns11 = "NbamskrMSVg"
)

// isCDXLine says whether a text begins with a line of CDX or CDXJ.
func isCDXLine(head []byte) bool {
	line, _, _ := bytes.Cut(head[:min(len(head), scan.LongRow)], []byte{'\n'})
	if bytes.HasPrefix(line, []byte("!")) {
		word, _, _ := bytes.Cut(line, []byte{' '})
		return slices.Contains([]string{"!context", "!meta", "!id", "!keys", "!OpenWayback-CDXJ"}, string(word))
	}
	if isServerJSON(line) {
		return true
	}
	fields := bytes.Fields(line)
	if len(fields) < 3 || !isTimestamp(fields[1]) {
		return false
	}
	return fields[2][0] == '{' || len(fields[1]) >= 14 && (len(fields) == 9 || len(fields) == 11 || isServerLine(fields))
}

// isServerLine reports whether a line comes from a CDX server: key, time of 14 digits, URL, media type, status,
// digest, size, and perhaps a count.
func isServerLine(fields [][]byte) bool {
	return (len(fields) == 7 || len(fields) == 8) && len(fields[1]) == 14 && isTimestamp(fields[1]) && schemeOf(fields[2]) &&
		(string(fields[4]) == "-" || len(fields[4]) == 3 && scan.IsNumber(fields[4])) && isSizeField(fields[6])
}

func isSizeField(f []byte) bool {
	_, ok := formats.ParseCount(f)
	return ok || string(f) == "-"
}

// schemeOf says whether a field begins with a scheme, as URLs do.
func schemeOf(f []byte) bool {
	i := bytes.IndexByte(f, ':')
	return i > 1 && i < 16 && len(bytes.Trim(f[:i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-")) == 0
}

// The names of columns that servers give in JSON, each with the letter of CDX.
var serverColumns = map[string]byte{
	"urlkey": 'N', "timestamp": 'b', "original": 'a', "url": 'a', "mimetype": 'm', "mime": 'm', "statuscode": 's', "status": 's',
}

// isServerJSON reports whether a line is JSON of a CDX server. It is an array that begins with an array of column names,
// or an object of a capture with a key and a time.
func isServerJSON(line []byte) bool {
	line = bytes.TrimLeft(line, formats.BlankBytes)
	var names []string
	r := jsons.Reader{Scanner: scan.NewScanner(formats.PeekReader(line))}
	switch {
	case bytes.HasPrefix(line, []byte("{")):
		err := r.Members(func(name string, kind jsons.Kind) error {
			names = append(names, name)
			if kind == jsons.Text || kind == jsons.Number {
				return nil
			}
			return r.Skip(kind)
		})
		return err == nil && slices.Contains(names, "urlkey") && slices.Contains(names, "timestamp")
	case bytes.HasPrefix(line, []byte("[")):
		names = firstRow(line)
		return hasServerColumns(names)
	}
	return false
}

// hasServerColumns says whether names are of columns that say which page was captured.
func hasServerColumns(names []string) bool {
	return (slices.Contains(names, "original") || slices.Contains(names, "urlkey")) && slices.Contains(names, "timestamp")
}

// firstRow returns the texts of the first array in the array that a text begins with. The text may be cut.
func firstRow(text []byte) (row []string) {
	r := jsons.Reader{Scanner: scan.NewScanner(formats.PeekReader(text))}
	for range 2 {
		if r.Expect('[', "a list") != nil {
			return nil
		}
	}
	_ = r.Elements(func(kind jsons.Kind) error {
		if kind != jsons.Text {
			return r.Skip(kind)
		}
		row = append(row, string(r.Word))
		return nil
	})
	return row
}

// isCDXHeader says whether a line is a header of CDX: its name, perhaps after the byte that separates the columns.
func isCDXHeader(line []byte) bool {
	i := bytes.Index(line[:min(len(line), 4)], []byte("CDX"))
	return i >= 0 && i+3 < len(line) && (i == 0 && scan.IsBlank(line[3]) || i == 1 && line[0] == line[4])
}

// isTimestamp reports whether a word is a time: 14 digits, 17 with milliseconds, or fewer for a year, a month and so on. The
// import does not depend on the time of a capture.
func isTimestamp(b []byte) bool {
	return (len(b) >= 4 && len(b) <= 14 && len(b)%2 == 0 || len(b) == 17) && len(bytes.Trim(b, "0123456789")) == 0
}

// IsCDX says whether a text begins as an index does.
func IsCDX(head []byte) bool {
	start := bytes.TrimLeft(head, formats.BlankBytes)
	return isCDXHeader(head) || isCDXHeader(start) || isCDXLine(start) || bytes.HasPrefix(start, []byte("[")) && isServerJSON(start[:min(len(start), scan.LongRow)])
}

func readCDX(ctx context.Context, t *formats.Text) error {
	c := &cdx{Text: t, sep: ' '}
	if first, _ := t.Lines.Reader.Peek(1 << 12); bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(first, scan.BOM), formats.BlankBytes), []byte("[")) {
		return t.Import.Named(func() error { return c.array(ctx) })
	}
	return t.Import.Named(func() error { return t.Each(ctx, c.row) })
}

// array reads an array of arrays. The first array names the columns of the others.
func (c *cdx) array(ctx context.Context) error {
	if b, _ := c.Lines.Reader.Peek(len(scan.BOM)); bytes.Equal(b, scan.BOM) {
		c.Lines.Reader.Discard(len(scan.BOM)) //nolint:errcheck // it was peeked
	}
	c.json = jsons.Reader{Scanner: scan.NewScanner(c.Lines.Reader)}
	var failed error // in what is done with a row
	err := c.json.Expect('[', "a list")
	if err == nil {
		err = c.json.Elements(func(kind jsons.Kind) error {
			row, err := c.arrayRow(kind)
			if err != nil {
				return err
			}
			if failed = c.takeRow(row); failed == nil {
				failed = ctx.Err()
			}
			return failed
		})
	}
	if err == nil || failed != nil {
		return failed
	}
	return c.Import.Tally.BreakOff(c.json.Offset, "the array", err)
}

// arrayRow reads an array of texts and numbers.
func (c *cdx) arrayRow(kind jsons.Kind) (row []string, err error) {
	if kind != jsons.List {
		return nil, c.json.Errorf("expected an array for each capture")
	}
	err = c.json.Elements(func(kind jsons.Kind) error {
		if kind == jsons.List || kind == jsons.Object {
			return c.json.Skip(kind)
		}
		row = append(row, string(c.json.Word))
		return nil
	})
	return row, err
}

// takeRow reads a row of an array: the names of the columns first, then captures. At the end an empty row may
// follow, and a key to continue with.
func (c *cdx) takeRow(row []string) error {
	switch {
	case c.names == nil:
		c.names = slices.Clone(row)
		return nil
	case len(row) == 0:
		c.ended = true
		return nil
	case c.ended && len(row) == 1:
		c.Import.Notes[resumeNote]++
		return nil
	}
	var err error
	var got captured
	if len(row) != len(c.names) {
		err = tally.Badf("%d columns: the first row names %d", len(row), len(c.names))
	} else {
		for i, name := range c.names {
			got.set(serverColumns[name], row[i])
		}
		err = c.capture(got)
	}
	return c.Import.Tally.Judge(err, c.json.Offset, func(bad error) string { return fmt.Sprintf("%s: %.80q", bad, row) })
}

// set stores the value of a column.
func (c *captured) set(letter byte, value string) {
	if value == "-" {
		return
	}
	switch letter {
	case 'a':
		c.url = value
	case 'm':
		c.mime = value
	case 's':
		c.status = value
	case 'b':
		c.when = value
	case 'N':
		if c.url == "" {
			c.url = fromSURT([]byte(value))
		}
	}
}

// resumeNote counts keys that a server gives to continue with.
const resumeNote = "keys for requesting more captures from a CDX server: the index continues there"

func (c *cdx) row([][]byte) error {
	line := bytes.TrimRight(c.Line, " \r")
	switch {
	case bytes.HasPrefix(line, []byte("!")) || len(line) == 0:
		return nil
	case line[0] == '{':
		return c.capture(c.fromJSON(nil, line))
	case isCDXHeader(line) && c.header(line):
		return nil
	}
	key, rest, _ := bytes.Cut(line, []byte{' '})
	when, rest, ok := bytes.Cut(rest, []byte{' '})
	switch {
	case !ok || !bytes.HasPrefix(rest, []byte("{")):
		return c.fromColumns(line)
	case !isTimestamp(when):
		return tally.Badf("%.40q between a key and JSON is no time: expected 14 digits, 17, or the first of them (2020, 202001)", when)
	}
	got := c.fromJSON(key, rest)
	got.when = string(when)
	return c.capture(got)
}

// header reads " CDX N b a …". Its first byte separates the columns of the lines; where it begins with its name, the one
// after that does.
func (c *cdx) header(line []byte) bool {
	sep, rest, _ := bytes.Cut(line, []byte("CDX"))
	if len(sep) == 0 {
		sep = rest[:min(1, len(rest))]
	}
	if len(sep) != 1 {
		return false
	}
	fields := bytes.FieldsFunc(rest, func(r rune) bool { return r == rune(sep[0]) || r == ' ' })
	if len(fields) < 2 || slices.ContainsFunc(fields, func(f []byte) bool { return len(f) != 1 }) {
		return false
	}
	c.columns, c.sep = bytes.Join(fields, nil), sep[0]
	return true
}

// A captured is an entry of an index about a capture.
type captured struct {
	url, mime, status string
	when              string // 14 digits, or fewer if less is known
	err               error
	state             page.State // if it is known, whatever the status
	known             bool
}

func (c *cdx) fromColumns(line []byte) error {
	fields := bytes.Split(line, []byte{c.sep})
	columns := c.columns
	switch {
	case columns != nil:
	case isServerLine(fields):
		columns = []byte(columns7)
		if len(fields) == 8 {
			columns = []byte(columns8)
		}
	case len(fields) == 9:
		columns = []byte(columns9)
	case len(fields) == 11:
		columns = []byte(columns11)
	default:
		return tally.Badf("%d columns: expected a header \" CDX N b a …\" before, or 7, 9 or 11 columns, or a key, a time and JSON", len(fields))
	}
	if len(fields) != len(columns) {
		return tally.Badf("%d columns: the header names %d", len(fields), len(columns))
	}
	column := func(letter byte) string {
		if i := bytes.IndexByte(columns, letter); i >= 0 && string(fields[i]) != "-" {
			return string(fields[i])
		}
		return ""
	}
	got := captured{url: column('a'), mime: column('m'), status: column('s'), when: column('b')}
	if got.url == "" {
		got.url = fromSURT([]byte(cmp.Or(column('N'), column('A'))))
	}
	return c.capture(got)
}

// fromJSON reads the fields of CDXJ under the names that writers give them.
func (c *cdx) fromJSON(key, text []byte) captured {
	var got captured
	c.json = jsons.Reader{Scanner: scan.NewScanner(formats.PeekReader(text))}
	got.err = c.json.Members(func(name string, kind jsons.Kind) error {
		if kind != jsons.Text && kind != jsons.Number {
			return c.json.Skip(kind)
		}
		value := string(c.json.Word)
		switch name {
		case "url", "original", "uri":
			got.url = value
		case "urlkey":
			if got.url == "" {
				got.url = fromSURT([]byte(value))
			}
		case "mime", "mime_type", "mimetype", "mime-type":
			got.mime = value
		case "status", "status_code", "statuscode":
			got.status = value
		case "timestamp":
			got.when = value
		}
		return nil
	})
	if got.url == "" {
		got.url = fromSURT(key)
	}
	return got
}

// capture takes a capture into the crawl.
func (c *cdx) capture(got captured) error {
	if got.err != nil {
		return tally.Badf("%v", got.err)
	}
	if !capture.IsWebURI([]byte(got.url)) { // dns:, warcinfo: and such
		c.Import.Notes["captures of other things than web pages"]++
		return nil
	}
	href, err := weburl.Append(c.url[:0], []byte(got.url))
	if err != nil {
		return tally.Badf("the URL cannot be a page: %v", err)
	}
	c.url = href
	state, ok := stateOfStatus(got.status, got.mime)
	if !ok {
		return tally.Badf("%.40q is not an HTTP status", got.status)
	}
	if got.known {
		state = uint8(got.state)
	}
	c.count(&got)
	if mime := strings.ToLower(got.mime); strings.Contains(mime, "html") {
		state |= assemble.Firm
		c.Import.Notes["html"]++
	} else {
		c.Import.Notes[captures.PlainCapture]++
	}
	c.Key = store.Key(c.Key[:0], href)
	c.Import.NumCaptures++
	c.Import.Col.Page(c.Key, state|assemble.WasCaptured)
	return c.Import.Col.Room()
}

// count counts the response of an entry.
func (c *cdx) count(got *captured) {
	media, _, _ := strings.Cut(strings.ToLower(got.mime), ";")
	if c.pages || strings.HasPrefix(media, "warc/") && media != revisitMime { // such as warc/request
		return
	}
	status, _ := scan.ParseNumber([]byte(got.status))
	countEntry(c.Import, got, int(status), strings.TrimSpace(media)) //nolint:gosec // at most 999
}

// revisitMime stands in an index in place of the media type of a revisit record.
const revisitMime = "warc/revisit"

// stateOfStatus returns the state of a page by its entry in an index. A revisit, which may lack a status, had the
// same response as before.
func stateOfStatus(status, mime string) (uint8, bool) {
	if status == "" || status == "-" {
		if mime == revisitMime {
			return uint8(page.Fetched), true
		}
		return uint8(page.Failed), true
	}
	n, ok := scan.ParseNumber([]byte(status))
	if !ok || n > 999 {
		return 0, false
	}
	if n == 304 && mime != revisitMime { // of a record that has no content, and refers to none
		return uint8(page.Failed), true
	}
	return uint8(page.FromStatus(int(n), true)), true
}

// fromSURT returns the URL of a sort key such as "com,example,www)/path?x": the scheme is lost, and is taken for http.
func fromSURT(key []byte) string {
	if i := bytes.Index(key, []byte("://(")); i >= 0 { // http://(com,example,)/
		key = key[i+4:]
	}
	host, rest, ok := bytes.Cut(key, []byte{')'})
	if !ok || len(host) == 0 {
		return ""
	}
	host, port, _ := bytes.Cut(host, []byte{':'})
	labels := bytes.Split(bytes.TrimSuffix(host, []byte{','}), []byte{','})
	slices.Reverse(labels)
	out := "http://" + string(bytes.Join(labels, []byte{'.'}))
	if len(port) > 0 {
		out += fmt.Sprintf(":%s", port)
	}
	return out + string(rest)
}

// countEntry counts an entry of an index. Indexes do not tell the size of a response.
func countEntry(im *formats.Import, got *captured, status int, media string) {
	n := im.Replies.From(responses.OfIndexes)
	if media == revisitMime {
		n.Revisits++
	}
	n.AddSizeless(status, media)
	if len(got.when) >= len(indexTime) {
		if at, err := time.Parse(indexTime, got.when[:len(indexTime)]); err == nil {
			n.AddTime(at, 0)
		}
	}
}

// indexTime is the form of times in indexes.
const indexTime = "20060102150405"

// layLines cuts lines at blanks. No line is a comment.
func layLines(_ *formats.Beginning, how *formats.Reading) error {
	l := tables.AnyLine
	l.Signs = tables.RawLine.Signs
	how.Layout = &l
	return nil
}
