package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/net/publicsuffix"

	"weft/internal/ascii"
	"weft/internal/mem"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
	"weft/web/remote"
	"weft/web/weburl"
)

// Vertices is of Common Crawl: "number reversed.host"; arcs by number follow in other inputs.
const Vertices Format = "vertices"

var _ = register(textFormat{format: Vertices, place: 16, looks: isVertices, read: alone((*text).readVertices)})

// readVertices reads the list of vertices of a Common Crawl web graph: "number<TAB>reversed.host", for domains with
// the number of their hosts, which is not kept. A host becomes the page http://host/. The arcs are in another input.
func (t *text) readVertices(ctx context.Context) error {
	if t.im.Arcs != nil {
		return fmt.Errorf("the vertices follow their arcs: name the file of vertices first")
	}
	return t.im.Named(func() error {
		t.im.vertices = true
		return t.each(ctx, t.vertexLine)
	})
}

func (t *text) vertexLine(fields [][]byte) error {
	if len(fields) < 2 || len(fields) > 3 {
		return tally.Badf("%d columns: expected a number and a reversed host", len(fields))
	}
	n, err := t.number(fields[0])
	if err != nil {
		return err
	}
	if n%4096 == 0 {
		if err := mem.Check(fmt.Sprintf("vertices that are numbered up to %d", n), 4*int64(n), t.im.opts.Memory); err != nil {
			return err
		}
	}
	if len(fields) == 3 {
		t.im.Notes["numbers of hosts of the domains, which are not kept"]++
	}
	t.host = appendHost(t.host[:0], appendReversed(t.Key2[:0], fields[1]))
	return t.Node(n, t.host)
}

// verticesFirst returns the inputs, lists of vertices before the others: their arcs are numbers without them.
func (im *importer) verticesFirst(ctx context.Context) []string {
	if len(im.opts.Inputs) < 2 || im.opts.Format != Auto && im.opts.Format != Parquet {
		return im.opts.Inputs
	}
	var first, rest []string
	for _, path := range im.opts.Inputs {
		if im.isVertices(ctx, path) || im.isPageTable(ctx, path) {
			first = append(first, path)
		} else {
			rest = append(rest, path)
		}
	}
	return append(first, rest...)
}

// isVertices checks the start of a file; its faults are reported when it is read.
func (im *importer) isVertices(ctx context.Context, path string) bool {
	if im.opts.Format != Auto || isArchiveName(path) {
		return false
	}
	if info, err := os.Stat(path); !remote.Is(path) && (err != nil || !info.Mode().IsRegular()) {
		return false
	}
	in, err := im.opts.open(ctx, path, nil)
	if err != nil {
		return false
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, err := decompress(in.peek, in.memory)
	if err != nil {
		return false
	}
	return listsNodes(r)
}

// listsNodes says whether a text lists nodes or their states, whose arcs are in another input.
func listsNodes(r io.Reader) bool {
	head := make([]byte, 1<<12)
	n, _ := io.ReadFull(r, head)
	if i := bytes.LastIndexByte(head[:n], '\n'); i >= 0 {
		head = head[:i+1]
	}
	f, err := detect(head, new(tables.Options))
	return err == nil && (f == Vertices || f == Nodes || f == PageStates)
}

// appendReversed appends the labels of a host in reverse.
func appendReversed(dst, host []byte) []byte {
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

// appendHost appends the page that stands for a host or a domain: its front page, so that pages sort by domain. A host
// that is written otherwise in URLs stays as it is, so that different names are different pages.
func appendHost(dst, host []byte) []byte {
	at := len(dst)
	dst = append(append(append(dst, "http://"...), host...), '/')
	var room [128]byte
	if href, err := weburl.Append(room[:0], dst[at:]); err != nil || !bytes.Equal(href, dst[at:]) {
		return append(dst[:at], host...)
	}
	return dst
}

// isReversedHost says whether a word may be a host whose top-level domain comes first.
func isReversedHost(word []byte) bool {
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
func (t *text) vertexArc(fields [][]byte) error { return t.listed(fields, t.looseArc) }

// isVertices knows tables of numbers and reversed hosts.
func isVertices(rows [][][]byte, _ []byte) bool {
	next, dotted, known := uint32(0), false, 0
	for _, row := range rows {
		if len(row) < 2 || len(row) > 3 || !isReversedHost(row[1]) || len(row) == 3 && !scan.IsNumber(row[2]) {
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
