package ingest

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/internal/choice"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// A Format is the name of a way in which an input is written. Numbers count from 0 unless said otherwise.
type Format string

// Formats other than text. Formats of text are defined with their readers.
const (
	Auto      Format = ""
	Archive   Format = "archive"        // WARC or ARC, WAT records too
	WACZ      Format = "wacz"           // a package of archives
	BVGraph   Format = assemble.BVGraph // a compressed graph
	HTML      Format = "html"           // a folder, or a tar archive, of HTML files
	Parquet   Format = "parquet"        // a table with a row an arc
	Container Format = "container"      // a tar archive or a zip file of other inputs
	RowStream Format = "rows"           // pages and arcs of archives, from weft worker
	Shards    Format = "shards"         // a folder of tables with a manifest, which is a whole crawl
)

// String returns the name of the format.
func (f Format) String() string { return cmp.Or(string(f), "auto") }

// ParseFormat reads the name of a format.
func ParseFormat(name string) (Format, error) {
	names := FormatNames()
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	switch {
	case i < 0:
		return Auto, fmt.Errorf("unknown format %q: expected %s", name, choice.Of(name, names))
	case i == 0:
		return Auto, nil
	}
	return Format(names[i]), nil
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	names := []string{Auto.String()}
	for _, f := range formats() {
		names = append(names, f.format.String())
	}
	return names
}

func peekReader(b []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(b)) }

// A reading is the format of an input, and how it is written, as far as the format leaves that open.
type reading struct {
	format Format
	layout *tables.Layout // of texts
	keys   *jsonKeys      // of JSONL
	told   string         // of tables and graphs: what their parts are
}

// firstArcs returns the first three arcs of a list as text; empty if it is no list.
func (r *reading) firstArcs() string {
	if r.layout == nil {
		return ""
	}
	return judge.Show(r.layout.Arcs, r.layout.Both)
}

// String says how the input is read.
func (r *reading) String() string {
	switch {
	case r.told != "":
		return r.format.String() + ", " + r.told
	case r.keys != nil:
		return r.format.String() + ", " + r.keys.String()
	case r.layout != nil && (r.format == Edges || r.format == Adjacency):
		return r.format.String() + ", " + r.layout.String()
	}
	return r.format.String()
}

// read finds out how a text is written, from its beginning; the format may be forced.
func readLists(o *tables.Options, forced Format, head []byte) (r *reading, err error) {
	r = &reading{format: forced, layout: &tables.AnyLine}
	o = withDirective(o, forced, head)
	if forced == Auto {
		if r.format, err = detect(head, o); err != nil {
			return r, err
		}
	}
	s := tables.TakeSample(head)
	switch r.format {
	case Edges:
		if forced == Auto && o.Columns == nil && o.Sep == 0 && !tables.IsOfWeftNames(head) {
			if err := tables.LooksLike(s); err != nil {
				return r, err
			}
		}
		r.layout, err = tables.Decide(s, o)
	case Adjacency:
		l, ok := tables.IsAdjacency(s)
		if !ok {
			l = &tables.Layout{Direction: -1}
			l.DecideAdjacency(s)
		}
		r.layout = l
	case JSONL:
		r.layout = &tables.RawLine
		r.keys, err = findJSONKeys(s, o)
	case JSONArray:
		r.layout = &tables.RawLine
		r.keys, err = readElements(o, head)
	case PageList:
		r.layout = &tables.RawLine
	case Multiline:
		r.layout, err = multilineLayout(head, o)
	case Nodes:
		r.layout, err = nodeLayout(head, o)
	case CDX, CrawlLog:
		l := tables.AnyLine
		l.Signs = tables.RawLine.Signs
		r.layout = &l
	}
	if err == nil {
		r.told, err = describe(r.format, head, forced != Auto)
	}
	if err == nil {
		err = refuseUntaken(o, r.format)
	}
	return r, err
}

// withDirective returns the options with the separator that the first line states.
func withDirective(o *tables.Options, forced Format, head []byte) *tables.Options {
	_, sep := tables.CutDirective(bytes.TrimPrefix(head, scan.BOM))
	if sep == 0 || o.Sep != 0 || forced != Auto && forced != Edges {
		return o
	}
	stated := *o
	stated.Sep = sep
	return &stated
}

// detect finds out the format of a text from its beginning.
func detect(head []byte, o *tables.Options) (Format, error) {
	if f := markedFormat(head); f != Auto {
		return f, nil
	}
	if lower := bytes.ToLower(head[:min(len(head), 4096)]); bytes.Contains(lower, []byte("<!doctype html")) || bytes.Contains(lower, []byte("<html")) {
		return Auto, option.Errorf("it is a page of HTML: give the folder of the site, or an archive of it (tar), with {base-url}")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return Auto, fmt.Errorf("not a text (byte %d is 0), and not a known format: it begins with %.16q", i, head)
	}
	if sep, _, _ := nodeColumns(head); sep != 0 && !o.Alone {
		return Nodes, nil
	}
	s := tables.TakeSample(head)
	switch {
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\ufeff"), []byte("{")):
		if isJSONL(s, o) {
			return JSONL, nil
		}
		return jsonFormat(head), nil
	case listFormat(head) != Auto:
		return listFormat(head), nil
	case isCrawlLog(s):
		return CrawlLog, nil
	case o.Columns != nil || o.Sep != 0:
		return Edges, nil
	}
	if _, ok := tables.IsAdjacency(s); ok {
		return Adjacency, nil
	}
	return detectRows(head), nil
}

// firstRows returns the words of the first lines that are neither empty nor comments. Of a line that is cut, as the
// text continues beyond the head, the last field is left out.
func firstRows(head []byte, most int) [][][]byte {
	peeked := len(head)
	head = bytes.TrimPrefix(head, scan.BOM)
	var rows [][][]byte
	for len(rows) < most && len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		cut := !whole && peeked >= scan.TextPeek
		head = rest
		if len(line) > scan.LongRow {
			line, cut = line[:scan.LongRow], true
		}
		if tables.AnyLine.IsComment(line) {
			continue
		}
		fields := (&tables.Splitter{Sep: ' '}).Split(nil, line)
		if cut && len(fields) > 0 {
			fields = fields[:len(fields)-1]
		}
		if len(fields) > 0 {
			rows = append(rows, fields)
		}
	}
	return rows
}
