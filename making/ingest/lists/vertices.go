package lists

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"golang.org/x/net/publicsuffix"

	"weft/internal/ascii"
	"weft/internal/mem"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// Vertices is of Common Crawl: "number reversed.host"; arcs by number follow in other inputs.
const Vertices formats.Name = "vertices"

// VerticesFormat is the format Vertices.
var VerticesFormat = formats.Format{
	Name: Vertices, Group: formats.Programs,
	Says:  "Common Crawl: \"number reversed.host\"; given together with the list of arcs",
	Looks: isVertices, Read: readVertices,
}

// readVertices reads the list of vertices of a Common Crawl web graph: "number<TAB>reversed.host", for domains with
// the number of their hosts, which is not kept. A host becomes the page http://host/. The arcs are in another input.
func readVertices(ctx context.Context, t *formats.Text) error {
	if t.Import.Arcs != nil {
		return fmt.Errorf("the vertices follow their arcs: name the file of vertices first")
	}
	return t.Import.Named(func() error {
		t.Import.Vertices = true
		return t.Each(ctx, vertexLines{t}.take)
	})
}

// vertexLines reads the lines of a list of vertices, and of arcs between them.
type vertexLines struct{ *formats.Text }

func (t vertexLines) take(fields [][]byte) error {
	if len(fields) < 2 || len(fields) > 3 {
		return tally.Badf("%d columns: expected a number and a reversed host", len(fields))
	}
	n, err := t.Number(fields[0])
	if err != nil {
		return err
	}
	if n%4096 == 0 {
		if err := mem.Check(fmt.Sprintf("vertices that are numbered up to %d", n), 4*int64(n), t.Import.Set.Memory); err != nil {
			return err
		}
	}
	if len(fields) == 3 {
		t.Import.Notes["numbers of hosts of the domains, which are not kept"]++
	}
	t.Host = formats.AppendHost(t.Host[:0], AppendReversed(t.Key2[:0], fields[1]))
	return t.Node(n, t.Host)
}

// AppendReversed appends the labels of a host in reverse.
func AppendReversed(dst, host []byte) []byte {
	for len(host) > 0 {
		i := bytes.LastIndexByte(host, '.')
		dst = append(dst, host[i+1:]...)
		if i < 0 {
			break
		}
		dst = append(dst, '.')
		host = host[:i]
	}
	return dst
}

// IsReversedHost says whether a word may be a host whose top-level domain comes first.
func IsReversedHost(word []byte) bool {
	letters := false
	for i, c := range word {
		switch {
		case ascii.IsLetter(c) || c >= 0x80:
			letters = true
		case c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' && i > 0:
		default:
			return false
		}
	}
	return letters && !isLetterless(word)
}

// isLetterless says whether the first label of a word has no letter, as in a number or an address.
func isLetterless(word []byte) bool {
	first, _, _ := bytes.Cut(word, []byte{'.'})
	return !slices.ContainsFunc(first, func(c byte) bool { return ascii.IsLetter(c) || c >= 0x80 })
}

// vertexArc reads an arc between vertices that another input names.
func (t vertexLines) arc(fields [][]byte) error { return t.Listed(fields, t.LooseArc) }

// isVertices knows tables of numbers and reversed hosts.
func isVertices(rows [][][]byte, _ []byte) bool {
	next, dotted, known := uint32(0), false, 0
	for _, row := range rows {
		if len(row) < 2 || len(row) > 3 || !IsReversedHost(row[1]) || len(row) == 3 && !scan.IsNumber(row[2]) {
			return false
		}
		n, ok := scan.ParseNumber(row[0])
		if !ok || n < next { // vertices are listed in order
			return false
		}
		next, dotted = n+1, dotted || bytes.IndexByte(row[1], '.') > 0
		if isTopLevel(row[1]) {
			known++
		}
	}
	return dotted && float64(known) >= tables.Fitting*float64(len(rows)) // or they are words
}

// isTopLevel says whether the first label of a word is a top-level domain of the Public Suffix List.
func isTopLevel(word []byte) bool {
	first, _, _ := bytes.Cut(word, []byte{'.'})
	_, icann := publicsuffix.PublicSuffix(string(bytes.ToLower(first)))
	return icann
}
