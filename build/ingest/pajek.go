package ingest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"weft/internal/bitset"
	"weft/internal/mem"
)

// Pajek is *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist; from 1.
const Pajek Format = "pajek"

var _ = register(textFormat{
	format: Pajek, place: 11, marks: isPajek, read: readPajek, counts: pajekCounts,
	perPage: func(head []byte) int64 {
		if namesVertices(head) {
			return 34 // labels that are no URLs stay apart
		}
		return 2
	},
})

// A pajek reads a network of Pajek (V. Batagelj and A. Mrvar, reference manual, section 5.3): *Vertices N, then
// "number "label" …", *Arcs and *Edges with a pair a line, *Arcslist and *Edgeslist with a vertex and those it is joined
// with. Vertices count from 1; one without a line has its number as its label. Without any label the vertices keep
// their numbers.
type pajek struct {
	*text
	named   bool
	section string     // in small letters
	first   uint32     // page of the first vertex
	listed  bitset.Set // a bit for each vertex with a line
	lines   uint32     // of vertices
	closed  bool       // all vertices are known
}

// isPajek says whether a text begins with a section of Pajek.
func isPajek(head []byte) bool {
	for _, row := range firstRows(head, 1) {
		word := strings.ToLower(string(row[0]))
		return word == "*vertices" || word == "*network"
	}
	return false
}

// namesVertices says whether the first line behind *Vertices has a label.
func namesVertices(head []byte) bool {
	rows := firstRows(head, 64)
	i := slices.IndexFunc(rows, func(row [][]byte) bool { return bytes.EqualFold(row[0], []byte("*vertices")) })
	return i >= 0 && i+1 < len(rows) && len(rows[i+1]) > 1 && !bytes.HasPrefix(rows[i+1][0], []byte("*"))
}

// pajekCounts returns the number behind *Vertices.
func pajekCounts(rows [][][]byte) [][]byte {
	for _, row := range rows {
		if bytes.EqualFold(row[0], []byte("*vertices")) && len(row) > 1 {
			return row[1:2]
		}
	}
	return nil
}

func readPajek(ctx context.Context, t *text, _ *reading, head []byte) error {
	p := &pajek{text: t, named: namesVertices(head), first: t.im.numNames}
	t.base, t.apart = 1, true
	read := func() error {
		if err := t.each(ctx, p.row); err != nil {
			return err
		}
		if t.nodes == 0 && p.section == "" {
			return fmt.Errorf("the text ends: want \"*Vertices\" and their number")
		}
		if err := p.closeVertices(); err != nil {
			return err
		}
		return t.end()
	}
	if p.named {
		return t.im.named(read)
	}
	return t.im.numbered(read)
}

// row reads a line, whose words stand between blanks.
func (p *pajek) row(fields [][]byte) error {
	if fields[0][0] == '*' {
		return p.begin(fields)
	}
	switch p.section {
	case "*vertices":
		return p.vertex(fields)
	case "*arcs", "*edges":
		u, v, err := p.firstTwo(fields)
		if err != nil {
			return err
		}
		if len(fields) > 2 {
			p.im.notes[edgeAttributes]++
		}
		return p.join(u, v)
	case "*arcslist", "*edgeslist":
		u, err := p.number(fields[0])
		for _, f := range fields[1:] {
			var v uint32
			if err == nil {
				v, err = p.number(f)
			}
			if err == nil {
				err = p.join(u, v)
			}
		}
		return err
	case "":
		return fmt.Errorf("line %d: found %.40q: want \"*Vertices\" and their number", p.text.lines.number, fields[0])
	}
	p.im.notes["lines of partitions and vectors, which are not kept"]++
	return nil
}

// begin starts a section.
func (p *pajek) begin(fields [][]byte) error {
	p.section = strings.ToLower(string(fields[0]))
	switch p.section {
	case "*network":
		return nil
	case "*vertices":
		return p.vertices(fields)
	case "*arcs", "*edges", "*arcslist", "*edgeslist":
		if p.nodes == 0 {
			return fmt.Errorf("line %d: %s stands before *Vertices", p.text.lines.number, fields[0])
		}
		p.both = strings.HasPrefix(p.section, "*edges")
		return p.closeVertices()
	case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
		return p.closeVertices()
	}
	return fmt.Errorf("line %d: the section %.40q is not read: want *Vertices, *Arcs, *Edges, *Arcslist or *Edgeslist", p.text.lines.number, fields[0])
}

func (p *pajek) vertices(fields [][]byte) error {
	if p.closed {
		if slices.Contains([]string{"*partition", "*vector"}, p.section) {
			return nil
		}
		p.section = "*partition" // its lines count the vertices again
		p.im.notes["further networks, partitions or vectors of the project, which are not read"]++
		return nil
	}
	if len(fields) < 2 {
		return fmt.Errorf("line %d: want the number of vertices behind %s", p.text.lines.number, fields[0])
	}
	n, ok := parseNumber(fields[1])
	if !ok || p.nodes != 0 {
		return fmt.Errorf("line %d: %.40q is not the number of vertices, given once", p.text.lines.number, fields[1])
	}
	p.nodes = n
	if !p.named {
		return nil
	}
	if err := mem.Check(fmt.Sprintf("a network of %d vertices", n), int64(n)/8+4*(int64(p.first)+int64(n)), p.im.opts.Memory); err != nil {
		return err
	}
	if uint64(p.first)+uint64(n) >= none {
		return fmt.Errorf("%d vertices: they cannot be numbered", n)
	}
	p.listed = bitset.New(int(n))
	return nil
}

// vertex reads "number label …".
func (p *pajek) vertex(fields [][]byte) error {
	n, err := p.number(fields[0])
	switch {
	case err != nil:
		return err
	case n >= p.nodes:
		return badLine("vertex %d of %d", n+1, p.nodes)
	case !p.named:
		if len(fields) > 1 {
			p.im.notes["labels of vertices, which are not kept, as the first has none"]++
		}
		return nil
	case p.listed.Has(int(n)):
		return badLine("vertex %d is listed twice", n+1)
	}
	p.listed.Add(int(n))
	p.lines++
	label := vertexLabel(p.line)
	if len(label) == 0 {
		label = fields[0]
	}
	return p.node(p.first+n, label)
}

// vertexLabel returns the second word of a line, which may be quoted; text that is not UTF-8 is Windows-1252, which
// Pajek wrote for long.
func vertexLabel(line []byte) []byte {
	line = bytes.TrimLeft(line, " \t")
	i := bytes.IndexAny(line, " \t")
	if i < 0 {
		return nil
	}
	line = bytes.TrimLeft(line[i:], " \t")
	label := line
	if len(line) > 0 && line[0] == '"' {
		if end := bytes.IndexByte(line[1:], '"'); end >= 0 {
			label = line[1 : end+1]
		}
	} else if i := bytes.IndexAny(line, " \t"); i >= 0 {
		label = line[:i]
	}
	return asUTF8(label)
}

// asUTF8 returns text as UTF-8; what is not is taken for Windows-1252.
func asUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return b
	}
	return out
}

// closeVertices names the vertices that have no line by their numbers.
func (p *pajek) closeVertices() error {
	if p.closed || p.nodes == 0 {
		return nil
	}
	p.closed = true
	if !p.named {
		return nil
	}
	if missing := p.nodes - p.lines; missing > 1<<20 && missing/16 > p.lines {
		return fmt.Errorf("line %d: *Vertices counts %d, and only %d of them are listed: give each a line, or none a label", p.text.lines.number, p.nodes, p.lines)
	}
	for n := range p.nodes {
		if p.listed.Has(int(n)) {
			continue
		}
		if err := p.node(p.first+n, fmt.Append(nil, n+1)); err != nil {
			return err
		}
	}
	return nil
}

// join adds an arc, or an edge.
func (p *pajek) join(u, v uint32) error {
	if !p.named {
		return p.arc(u, v)
	}
	if u >= p.nodes || v >= p.nodes {
		return badLine("arc %d → %d among %d vertices", u+1, v+1, p.nodes)
	}
	err := p.looseArc(p.first+u, p.first+v)
	if err == nil && p.both && u != v {
		err = p.looseArc(p.first+v, p.first+u)
	}
	return err
}
