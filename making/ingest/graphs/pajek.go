package graphs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/internal/held"
	"weft/internal/mem"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// Pajek is *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist, *Matrix; from 1.
const Pajek formats.Name = "pajek"

// PajekFormat is the format Pajek.
var PajekFormat = formats.Format{
	Name: Pajek, Group: formats.Programs, Endings: []string{".net"},
	Says:  "*Vertices, *Arcs, *Edges, lists, *Matrix",
	Marks: isPajek, Read: readPajek, Counts: pajekCounts, Takes: []string{formats.WeightsOption},
	PerPage: func(head []byte) int64 {
		if namesVertices(head) {
			return 34 // labels that are no URLs stay apart
		}
		return 2
	},
}

// A pajek reads a network of Pajek (V. Batagelj and A. Mrvar, reference manual, section 5.3):
//
//   - *Vertices N, then lines "number "label" …";
//   - *Arcs and *Edges, with a pair per line;
//   - *Arcslist and *Edgeslist, with a vertex and its neighbours per line;
//   - *Matrix, with a row of numbers per vertex; each number other than 0 is an arc.
//
// "*Vertices N M" is a network of two modes: the rows of its matrix are the first M vertices, the columns the
// others. Vertices count from 1. A vertex without a line has its number as its label. Without any label the
// vertices keep their numbers.
type pajek struct {
	*formats.Text
	named   bool
	section string     // in small letters
	first   uint32     // page of the first vertex
	listed  bitset.Set // a bit for each vertex with a line
	lines   uint32     // of vertices
	counted bool       // *Vertices was read
	closed  bool       // all vertices are known
	mode    uint32     // vertices of the first mode; all in networks of one mode
	row     uint32     // of the matrix, from 0
	other   bool       // the lines are of a further network, which is not read
}

// isPajek says whether a text begins with a section of Pajek.
func isPajek(head []byte) bool {
	for _, row := range formats.FirstRows(head, 1) {
		word := strings.ToLower(string(row[0]))
		return word == "*vertices" || word == "*network"
	}
	return false
}

// namesVertices says whether the first line after *Vertices has a label.
func namesVertices(head []byte) bool {
	rows := formats.FirstRows(head, 64)
	i := slices.IndexFunc(rows, func(row [][]byte) bool { return bytes.EqualFold(row[0], []byte("*vertices")) })
	return i >= 0 && i+1 < len(rows) && len(rows[i+1]) > 1 && !bytes.HasPrefix(rows[i+1][0], []byte("*"))
}

// pajekCounts returns the number after *Vertices.
func pajekCounts(rows [][][]byte) [][]byte {
	for _, row := range rows {
		if bytes.EqualFold(row[0], []byte("*vertices")) && len(row) > 1 {
			return row[1:2]
		}
	}
	return nil
}

func readPajek(ctx context.Context, t *formats.Text) error {
	p := &pajek{Text: t, named: namesVertices(t.Head), first: t.Import.NumNames}
	t.Base, t.Apart = 1, true
	read := func() error {
		if err := t.Each(ctx, p.take); err != nil {
			return err
		}
		if !p.counted {
			return fmt.Errorf("the text ends: expected \"*Vertices\" and their number")
		}
		if err := errors.Join(p.closeVertices(), p.closeMatrix()); err != nil {
			return err
		}
		return t.End()
	}
	if p.named {
		return t.Import.Named(read)
	}
	return t.Import.Numbered(read)
}

// take reads a line, whose words stand between blanks.
func (p *pajek) take(fields [][]byte) error {
	if fields[0][0] == '*' {
		return p.begin(fields)
	}
	switch p.section {
	case "*vertices":
		return p.vertex(fields)
	case "*arcs", "*edges":
		u, v, err := p.FirstTwo(fields)
		if err != nil {
			return err
		}
		if p.Import.Weigh != nil {
			p.Import.Weigh.Set(1) // as Pajek reads lines without a weight
			if len(fields) > 2 {
				if err := p.Import.Weigh.Read(fields[2]); err != nil {
					return err
				}
			}
		} else if len(fields) > 2 {
			p.Import.Notes[assemble.EdgeAttributes]++
		}
		return p.join(u, v)
	case "*arcslist", "*edgeslist":
		u, err := p.Number(fields[0])
		p.Import.Weigh.Set(1)
		for _, f := range fields[1:] {
			var v uint32
			if err == nil {
				v, err = p.Number(f)
			}
			if err == nil {
				err = p.join(u, v)
			}
		}
		return err
	case "*matrix":
		return p.matrixRow(fields)
	case "", "*network":
		return fmt.Errorf("line %d: found %.40q: expected \"*Vertices\" and their number", p.Lines.Number, fields[0])
	}
	if p.section == otherSection {
		return formats.ErrNoRecord
	}
	p.Import.Notes["lines of partitions and vectors, which are not kept"]++
	return nil
}

// begin starts a section.
func (p *pajek) begin(fields [][]byte) error {
	if err := p.closeMatrix(); err != nil {
		return err
	}
	before := p.section
	p.section, p.row = strings.ToLower(string(fields[0])), 0
	switch p.section {
	case "*network":
		if p.Nodes > 0 {
			return errors.Join(p.closeVertices(), p.beginOther())
		}
		return nil
	case "*vertices":
		if p.other {
			p.section = otherSection
			return nil
		}
		if p.closed && !slices.Contains(pajekValues, before) {
			return p.beginOther()
		}
		return p.vertices(fields)
	case "*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix":
		if p.other {
			p.section = otherSection
			return nil
		}
		if p.Nodes == 0 {
			return fmt.Errorf("line %d: %s stands before *Vertices", p.Lines.Number, fields[0])
		}
		p.Both = strings.HasPrefix(p.section, "*edges")
		return p.closeVertices()
	}
	if slices.Contains(pajekValues, p.section) {
		return p.closeVertices()
	}
	return fmt.Errorf("line %d: the section %.40q is not read: expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix", p.Lines.Number, fields[0])
}

// pajekValues are the sections of a project with values of vertices.
var pajekValues = []string{"*partition", "*vector", "*permutation", "*cluster", "*hierarchy"}

// otherSection stands for any section of a further network.
const otherSection = "*other"

// beginOther begins a further network of a project: weft reads the first.
func (p *pajek) beginOther() error {
	p.other, p.section = true, otherSection
	p.Import.Notes["further networks of the project, which are not read: each needs a file of its own"]++
	return nil
}

func (p *pajek) vertices(fields [][]byte) error {
	if p.closed {
		p.section = pajekValues[0] // its lines count the vertices again
		return nil
	}
	if len(fields) < 2 {
		return fmt.Errorf("line %d: expected the number of vertices behind %s", p.Lines.Number, fields[0])
	}
	n, ok := scan.ParseNumber(fields[1])
	if !ok || p.Nodes != 0 {
		return fmt.Errorf("line %d: %.40q is not the number of vertices, given once", p.Lines.Number, fields[1])
	}
	p.Nodes, p.mode, p.counted = n, n, true
	if len(fields) > 2 {
		if p.mode, ok = scan.ParseNumber(fields[2]); !ok || p.mode > n {
			return fmt.Errorf("line %d: %.40q is not the number of vertices of the first mode, of %d in all", p.Lines.Number, fields[2], n)
		}
	}
	if !p.named {
		return nil
	}
	if err := mem.Check(fmt.Sprintf("a network of %d vertices", n), int64(n)/8+4*(int64(p.first)+int64(n)), p.Import.Set.Memory); err != nil {
		return err
	}
	if uint64(p.first)+uint64(n) >= assemble.None {
		return fmt.Errorf("%d vertices: they cannot be numbered", n)
	}
	p.listed = bitset.New(int(n))
	return nil
}

// vertex reads "number label …".
func (p *pajek) vertex(fields [][]byte) error {
	n, err := p.Number(fields[0])
	switch {
	case err != nil:
		return err
	case n >= p.Nodes:
		return tally.Badf("vertex %d of %d", n+1, p.Nodes)
	case !p.named:
		if len(fields) > 1 {
			p.Import.Notes["labels of vertices, which are not kept, as the first has none"]++
		}
		return nil
	case p.listed.Has(int(n)):
		return tally.Badf("vertex %d is listed twice", n+1)
	}
	p.listed.Add(int(n))
	p.lines++
	label := vertexLabel(p.Line)
	if len(label) == 0 {
		label = fields[0]
	}
	return p.Node(p.first+n, label)
}

// matrixRow reads a row of a matrix.
func (p *pajek) matrixRow(fields [][]byte) error {
	first := uint32(0) // of the columns
	if p.mode < p.Nodes {
		first = p.mode
	}
	columns := p.Nodes - first
	switch u := p.row; {
	case u == p.mode:
		return tally.Badf("the matrix has more than the %d rows of its vertices", p.mode)
	case uint64(len(fields)) != uint64(columns):
		p.row++
		return tally.Badf("row %d of the matrix has %d numbers, expected %d", u+1, len(fields), columns)
	}
	u := p.row
	p.row++
	for i, f := range fields {
		weight, err := strconv.ParseFloat(string(f), 64)
		if err != nil {
			return tally.Badf("%.40q in row %d of the matrix is not a number", f, u+1)
		}
		if weight == 0 {
			continue
		}
		if p.Import.Weigh != nil {
			if err := p.Import.Weigh.Read(f); err != nil {
				return err
			}
		} else if weight != 1 {
			p.Import.Notes[assemble.EdgeAttributes]++
		}
		if err := p.join(u, first+uint32(i)); err != nil { //nolint:gosec // below the number of columns
			return err
		}
	}
	return nil
}

// closeMatrix counts the missing rows of a matrix as bad records.
func (p *pajek) closeMatrix() error {
	missing := int64(p.mode) - int64(p.row)
	if p.section != "*matrix" || missing <= 0 {
		return nil
	}
	p.row = p.mode
	if err := p.Import.Tally.Reject(p.Lines.End, fmt.Sprintf("the matrix ends, and %d of its %d rows are missing", missing, p.mode)); err != nil {
		return err
	}
	p.Import.Tally.Bad += missing - 1
	return nil
}

// vertexLabel returns the second word of a line, which may be quoted. Text that is not UTF-8 is Windows-1252, which
// Pajek wrote for long. &#34; is a character by its number, as Pajek and igraph write it.
func vertexLabel(line []byte) []byte {
	line = bytes.TrimLeft(line, " \t")
	i := bytes.IndexAny(line, " \t")
	if i < 0 {
		return nil
	}
	line = bytes.TrimLeft(line[i:], " \t")
	label := line
	if len(line) > 0 && line[0] == '"' {
		label = quotedLabel(line)
	} else if i := bytes.IndexAny(line, " \t"); i >= 0 {
		label = line[:i]
	}
	return unescapeNumbers(asUTF8(label))
}

// quotedLabel returns the label at the start of a line, without its quotes. Earlier versions of igraph put a backslash
// before quotes and backslashes in it; other programs write backslashes as they are, also before the last quote.
func quotedLabel(line []byte) []byte {
	end, escaped := 1, false
	for ; end < len(line) && line[end] != '"'; end++ {
		if line[end] == '\\' && end+1 < len(line) && (line[end+1] == '"' || line[end+1] == '\\') {
			escaped = escaped || line[end+1] == '"'
			end++
		}
	}
	if escaped && end < len(line) {
		return unescapeQuotes().ReplaceAll(line[1:end], []byte("$1"))
	}
	if end := bytes.IndexByte(line[1:], '"'); end >= 0 {
		return line[1 : end+1]
	}
	return line
}

var (
	unescapeQuotes = held.Regexp(`\\(["\\])`)
	numberEntity   = held.Regexp(`&#[0-9]{1,7};`)
)

// unescapeNumbers replaces &#34; and its like.
func unescapeNumbers(b []byte) []byte {
	if !bytes.Contains(b, []byte("&#")) {
		return b
	}
	return numberEntity().ReplaceAllFunc(b, func(e []byte) []byte {
		n, err := strconv.ParseInt(string(e[2:len(e)-1]), 10, 32)
		if err != nil || n == 0 || !utf8.ValidRune(rune(n)) {
			return e
		}
		return utf8.AppendRune(nil, rune(n))
	})
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
	if p.closed || p.Nodes == 0 {
		return nil
	}
	p.closed = true
	if !p.named {
		return nil
	}
	if missing := p.Nodes - p.lines; missing > 1<<20 && missing/16 > p.lines {
		return fmt.Errorf("line %d: *Vertices counts %d, and only %d of them are listed: give each a line, or none a label", p.Lines.Number, p.Nodes, p.lines)
	}
	for n := range p.Nodes {
		if p.listed.Has(int(n)) {
			continue
		}
		if err := p.Node(p.first+n, fmt.Append(nil, n+1)); err != nil {
			return err
		}
	}
	return nil
}

// join adds an arc, or an edge.
func (p *pajek) join(u, v uint32) error {
	if !p.named {
		return p.Arc(u, v)
	}
	if u >= p.Nodes || v >= p.Nodes {
		return tally.Badf("arc %d → %d among %d vertices", u+1, v+1, p.Nodes)
	}
	err := p.Import.LooseArc(p.first+u, p.first+v, kinds.Link, p.Lines.Offset)
	if err == nil && p.Both && u != v {
		err = p.Import.LooseArc(p.first+v, p.first+u, kinds.Link, p.Lines.Offset)
	}
	return err
}
