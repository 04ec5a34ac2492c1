package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"weft/internal/choice"
	"weft/weburl"
)

// A Format is a way in which an input is written.
type Format int

// The formats of inputs. Numbers count from 0 unless said otherwise.
const (
	Auto         Format = iota
	Archive             // WARC or ARC, WAT records too
	WACZ                // a package of archives
	BVGraph             // a compressed graph
	Edges               // a line an arc: two numbers, or two names; more columns are weights
	MatrixMarket        // coordinates from 1
	SMAT                // "rows columns entries", then "row column value"
	NodeLines           // "n number name" and "e from to"
	Numbered            // "nodes arcs …", then "number name" from 1, then "from to": hollins.dat
	Adjacency           // a line a page: its number or name, then its successors
	ASCIIGraph          // the number of pages, then a line a page with its successors
	Pajek               // *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist; from 1
	GML                 // nested lists of keys and values
	GraphML             // XML: graph, node, edge, data
	GEXF                // XML of Gephi
	METIS               // "nodes edges", then a line a page with its neighbours; from 1, undirected
	Vertices            // Common Crawl: "number reversed.host"; arcs by number follow in other inputs
	Domains             // JSON: nodes, and links with date, src and dst
	CDX                 // an index of captures, CDX or CDXJ: states of pages, no arcs
	HTML                // a folder, or a tar archive, of HTML files
	Parquet             // a table with a row an arc
)

var formatNames = [...]string{
	"auto", "archive", "wacz", "bvgraph", "edges", "matrixmarket", "smat", "nodelines", "numbered", "adjacency", "asciigraph",
	"pajek", "gml", "graphml", "gexf", "metis", "vertices", "domains", "cdx", "html", "parquet",
}

// String returns the name of the format.
func (f Format) String() string { return formatNames[f] }

// ParseFormat reads the name of a format.
func ParseFormat(name string) (Format, error) {
	for i, n := range formatNames {
		if strings.EqualFold(n, name) {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("unknown format %q: want %s", name, choice.Of(name, formatNames[:]))
}

// FormatNames returns the names of all formats.
func FormatNames() []string { return formatNames[:] }

func peekReader(b []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(b)) }

// detect finds out the format of a text from its beginning.
func detect(head []byte) (Format, error) {
	if f := detectMarked(bytes.TrimPrefix(head, bom)); f != Auto {
		return f, nil
	}
	if lower := bytes.ToLower(head[:min(len(head), 4096)]); bytes.Contains(lower, []byte("<!doctype html")) || bytes.Contains(lower, []byte("<html")) {
		return Auto, errors.New("it is a page of HTML: give the folder of the site, or an archive of it (tar), with --base-url")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return Auto, fmt.Errorf("it is no text (byte %d is 0), and begins like no format that can be read: %.16q", i, head)
	}
	rows := firstRows(head, 64)
	if len(rows) == 0 {
		return Edges, nil
	}
	if f := detectIndexed(rows); f != Auto {
		return f, nil
	}
	first := rows[0]
	switch {
	case isNodeLine(first):
		return NodeLines, nil
	case bytes.HasSuffix(first[0], []byte(":")):
		return Adjacency, nil
	case len(first) == 1 && isNumber(first[0]) && len(rows) > 1:
		return ASCIIGraph, nil
	case len(first) >= 2 && isNumber(first[0]) && isNumber(first[1]) && len(rows) > 1 && namesPage(rows[1]):
		return Numbered, nil
	case len(head) < textPeek && isMETIS(head):
		return METIS, nil
	case isSMAT(rows, len(head) < textPeek):
		return SMAT, nil
	}
	return Edges, nil
}

// detectMarked knows the formats that begin with a mark of their own.
func detectMarked(head []byte) Format {
	start := bytes.TrimLeft(head, " \t\r\n")
	lower := bytes.ToLower(start[:min(len(start), 4096)])
	switch {
	case bytes.HasPrefix(head, []byte("%%MatrixMarket")):
		return MatrixMarket
	case isTar(head):
		return HTML
	case bytes.HasPrefix(start, []byte("<")) && detectXML(lower) != Auto:
		return detectXML(lower)
	case bytes.HasPrefix(start, []byte("{")):
		return Domains
	case isCDXHeader(head), isCDXHeader(start), isCDXLine(start):
		return CDX
	case isPajek(head):
		return Pajek
	case isGML(head):
		return GML
	}
	return Auto
}

// detectXML tells GraphML, GEXF and HTML by their first elements.
func detectXML(lower []byte) Format {
	at := func(s string) int {
		if i := bytes.Index(lower, []byte(s)); i >= 0 {
			return i
		}
		return len(lower)
	}
	switch g, x := at("<graphml"), at("<gexf"); {
	case g < x:
		return GraphML
	case x < g:
		return GEXF
	}
	return Auto
}

// detectIndexed knows tables whose first lines give them away.
func detectIndexed(rows [][][]byte) Format {
	for _, row := range rows {
		if len(row) < 2 || len(row) > 3 || !isNumber(row[0]) || !isReversedHost(row[1]) || len(row) == 3 && !isNumber(row[2]) {
			return Auto
		}
	}
	return Vertices
}

// longRow is how much of a line tells what a text is.
const longRow = 1 << 16

// firstRows returns the fields of the first lines that are neither empty nor comments. Of a line that is cut, as the text
// goes on beyond the head, the last field is left out.
func firstRows(head []byte, most int) [][][]byte {
	peeked := len(head)
	head = bytes.TrimPrefix(head, bom)
	var rows [][][]byte
	for len(rows) < most && len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		cut := !whole && peeked >= textPeek
		head = rest
		if len(line) > longRow {
			line, cut = line[:longRow], true
		}
		fields := splitFields(nil, line)
		if cut && len(fields) > 0 {
			fields = fields[:len(fields)-1]
		}
		if len(fields) > 0 {
			rows = append(rows, fields)
		}
	}
	return rows
}

func isNumber(b []byte) bool {
	_, ok := parseNumber(b)
	return ok
}

// parseNumber reads a number of a page, below 2³²−1.
func parseNumber(b []byte) (uint32, bool) {
	if len(b) == 0 || len(b) > 10 {
		return 0, false
	}
	n := uint64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return uint32(n), n < none
}

func isNodeLine(row [][]byte) bool {
	return len(row) >= 3 && isNumber(row[1]) && (string(row[0]) == "n" || string(row[0]) == "e" && isNumber(row[2]))
}

// namesPage says whether a line is a number and a URL.
func namesPage(row [][]byte) bool {
	if len(row) < 2 || !isNumber(row[0]) {
		return false
	}
	_, err := weburl.Append(nil, row[1])
	return err == nil
}

// isSMAT says whether the first line counts the rows, columns and entries of a square matrix that the others fill. A
// weighted list of arcs that begins with a loop does not pass: it counts its own lines and pages wrongly.
func isSMAT(rows [][][]byte, whole bool) bool {
	if len(rows[0]) != 3 || !bytes.Equal(rows[0][0], rows[0][1]) {
		return false
	}
	n, ok1 := parseNumber(rows[0][0])
	m, err := strconv.ParseUint(string(rows[0][2]), 10, 63)
	if !ok1 || err != nil || whole && m != uint64(len(rows)-1) && len(rows) < 64 || m < uint64(len(rows)-1) {
		return false
	}
	for _, r := range rows[1:] {
		if len(r) != 3 {
			return false
		}
		for _, f := range r[:2] {
			if v, ok := parseNumber(f); !ok || v >= n {
				return false
			}
		}
	}
	return len(rows) > 1
}