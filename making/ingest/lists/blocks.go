package lists

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"weft/internal/par"
	"weft/making/assemble"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// Sizes of the blocks in which lists of numbered arcs are read.
const (
	minBlock = 1 << 16
	maxBlock = 1 << 20
)

// A block is a number of whole lines of a list of numbered arcs. It holds first its text, then its arcs, or the
// mark that it must be read line by line.
type block struct {
	text    []byte
	arcs    []uint64 // from<<32 | to
	lines   int64
	largest uint32 // number of a page
	odd     bool   // some line is unusual
}

// edges reads a list of numbered arcs on all workers. The usual lines, "12<TAB>345" with the separator of the list
// and perhaps further columns, are read in blocks. The first block, and any block with another line, is read line
// by line. The result is the same.
func (t edgeList) edges(ctx context.Context, r *bufio.Reader) error {
	if l := t.Layout; l.Source != 0 || l.Target != 1 || l.Direction >= 0 || l.Quotes == tables.QuotesAlways || l.Both || l.Right > 0 || l.Counts != nil || l.Kinds > 0 || t.Import.Weigh != nil {
		return t.Each(ctx, t.edge)
	}
	cut := &cutter{r: r, size: int(min(maxBlock, max(minBlock, t.Import.Memory()/(64*int64(par.Workers(t.Import.Workers))))))}
	free := make(par.Free[block], 64)
	err := par.Ordered(ctx, t.Import.Workers,
		func(put func(*block) error) error {
			for first := true; ; first = false {
				b := free.Get()
				*b = block{text: b.text[:0], arcs: b.arcs[:0]}
				more := cut.next(b)
				b.odd = first
				if len(b.text) > 0 {
					if err := put(b); err != nil {
						return err
					}
				}
				if !more {
					return nil
				}
			}
		},
		func() func(*block) { return func(b *block) { b.parse(t.Layout) } },
		func(b *block) error {
			err := t.takeBlock(ctx, b)
			free.Put(b)
			return err
		})
	if err != nil {
		return err
	}
	if cut.long != nil { // a line that is longer than a block
		t.Lines.Reader, t.Lines.Err = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(cut.long), r), maxBlock), nil
		return t.Each(ctx, t.edge)
	}
	if cut.err != nil {
		return t.Import.Tally.BreakOff(t.Lines.End, "the text", cut.err)
	}
	return nil
}

// A cutter cuts a text into blocks of whole lines.
type cutter struct {
	r    io.Reader
	size int
	rest []byte // the beginning of a line that the last block did not hold whole
	long []byte // what is left when a line does not fit a block
	err  error  // that ended the text before its end
}

// next fills the text of a block; false after the last one.
func (c *cutter) next(b *block) bool {
	if cap(b.text) < c.size {
		b.text = make([]byte, 0, c.size)
	}
	b.text = append(b.text[:0], c.rest...)
	c.rest = c.rest[:0]
	for len(b.text) < c.size {
		n, err := c.r.Read(b.text[len(b.text):c.size])
		b.text = b.text[:len(b.text)+n]
		if err != nil {
			if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				c.err = err
				b.text = b.text[:bytes.LastIndexByte(b.text, '\n')+1] // what is left of a line is no line
			}
			return false
		}
	}
	end := bytes.LastIndexByte(b.text, '\n') + 1
	if end == 0 {
		c.long = append([]byte(nil), b.text...)
		b.text = b.text[:0]
		return false
	}
	c.rest = append(c.rest, b.text[end:]...)
	b.text = b.text[:end]
	return true
}

// parse reads the arcs of a block, unless it is odd.
func (b *block) parse(l *tables.Layout) {
	text := b.text
	if n := len(text); n == 0 || text[n-1] != '\n' {
		b.odd = true
	}
	for len(text) > 0 && !b.odd {
		u, i := leadingNumber(text)
		if i == 0 || i >= len(text) {
			b.odd = true
			return
		}
		sep := text[i]
		if sep != l.Sep && (l.Sep != ' ' || sep != '\t') {
			b.odd = true
			return
		}
		v, k := leadingNumber(text[i+1:])
		i += 1 + k
		if k == 0 || u >= assemble.None || v >= assemble.None || i >= len(text) {
			b.odd = true
			return
		}
		if text[i] == '\n' && l.Columns == 2 {
			text = text[i+1:]
		} else if text = furtherColumns(text[i:], sep, l); text == nil {
			b.odd = true
			return
		}
		b.arcs = append(b.arcs, u<<32|v)
		b.largest = max(b.largest, uint32(u), uint32(v))
		b.lines++
	}
}

// leadingNumber reads the digits that text begins with, and returns how many there are. It returns 0 for more than ten,
// and for a number that begins with 0.
func leadingNumber(text []byte) (n uint64, digits int) {
	if len(text) > 1 && text[0] == '0' && text[1]-'0' <= 9 {
		return 0, 0
	}
	for digits < len(text) {
		c := text[digits] - '0'
		if c > 9 {
			break
		}
		n = 10*n + uint64(c)
		if digits++; digits > 10 {
			return 0, 0
		}
	}
	return n, digits
}

// furtherColumns reads what follows the second column, from its separator, and returns the next line; nil if that is
// unusual.
func furtherColumns(text []byte, sep byte, l *tables.Layout) []byte {
	rest, next, ok := bytes.Cut(text, []byte{'\n'})
	if !ok {
		return nil
	}
	if len(rest) == 1 && rest[0] == '\r' && l.Columns == 2 {
		return next
	}
	columns := 2
	for i, c := range rest {
		switch {
		case c == sep && (sep != ' ' && sep != '\t' || i+1 < len(rest) && !scan.IsBlank(rest[i+1])):
			columns++
		case c == '\r' && i == len(rest)-1:
		case scan.IsBlank(c), columns == 2: // there may be other columns than it seems
			return nil
		}
	}
	if columns != l.Columns {
		return nil
	}
	return next
}

// takeBlock puts the arcs of a block into the graph.
func (t edgeList) takeBlock(ctx context.Context, b *block) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if b.odd {
		t.Lines.Reader, t.Lines.Err = bufio.NewReader(bytes.NewReader(b.text)), nil
		return t.Each(ctx, t.edge)
	}
	t.Lines.End += int64(len(b.text))
	t.Lines.Number += b.lines
	t.Rows += b.lines
	t.Import.Tally.Records += b.lines
	if b.lines > 0 {
		t.Import.NumPages = max(t.Import.NumPages, b.largest+1)
	}
	return t.Import.Arcs.AddKeys(b.arcs)
}
