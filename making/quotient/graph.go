package quotient

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/extsort"
	"weft/internal/npy"
)

// writeGraph writes the arcs of groups, and their counts.
func (b *builder) writeGraph(arcs *extsort.Sorter) error {
	it, err := arcs.Sort()
	if err != nil {
		return err
	}
	scratch, err := atomicfile.Scratch(b.Dir())
	if err != nil {
		return err
	}
	defer scratch.Close() //nolint:errcheck // a scratch file
	w := &countWriter{out: bufio.NewWriterSize(scratch, 1<<16)}
	err = b.WriteGraph("compressing", func(add func([]graph.Node, []kinds.Set) error) error {
		return b.eachList(it, func(u uint32, list []graph.Node, counts []uint64) error {
			b.see(u, list, counts)
			return errors.Join(w.write(counts), add(list, nil))
		})
	})
	if err != nil {
		return err
	}
	return b.writeCounts(scratch, w)
}

// eachList calls f with the list of each group in turn and the counts of its arcs, lent.
func (b *builder) eachList(it *extsort.Iterator, f func(u uint32, list []graph.Node, counts []uint64) error) error {
	var list []graph.Node
	var counts []uint64
	more := it.Next()
	for u := range uint32(b.groups) {
		list, counts = list[:0], counts[:0]
		for ; more && it.From() == u; more = it.Next() {
			v, n := graph.Node(it.To()), uint64(it.Label())
			if last := len(list) - 1; last >= 0 && list[last] == v { // more than fits into a label
				counts[last] += n
				continue
			}
			list, counts = append(list, v), append(counts, n)
		}
		if err := f(u, list, counts); err != nil {
			return err
		}
	}
	return it.Err()
}

// see keeps the pairs of a list that have the most arcs so far.
func (b *builder) see(u uint32, list []graph.Node, counts []uint64) {
	for i, v := range list {
		if uint32(v) != u && b.opts.Top > 0 {
			b.top = append(b.top, Pair{PageArcs: counts[i], from: u, to: uint32(v)})
		}
	}
	if len(b.top) > 64*b.opts.Top || int(u) == b.groups-1 {
		b.thin()
	}
}

// thin keeps the pairs with the most arcs.
func (b *builder) thin() {
	slices.SortFunc(b.top, func(p, q Pair) int {
		return cmp.Or(cmp.Compare(q.PageArcs, p.PageArcs), cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to))
	})
	b.top = b.top[:min(len(b.top), b.opts.Top)]
}

// A countWriter puts counts aside until it is known how many there are.
type countWriter struct {
	out *bufio.Writer
	buf []byte
	n   int
}

func (w *countWriter) write(counts []uint64) error {
	w.buf = w.buf[:0]
	for _, n := range counts {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, n)
	}
	w.n += len(counts)
	_, err := w.out.Write(w.buf)
	return err
}

// writeCounts writes the counts as a vector.
func (b *builder) writeCounts(scratch *os.File, w *countWriter) error {
	if err := w.out.Flush(); err != nil {
		return err
	}
	return atomicfile.Write(b.Path(CountsFile), func(out io.Writer) error {
		if _, err := out.Write(npy.Header[uint64](w.n)); err != nil {
			return err
		}
		_, err := io.Copy(out, io.NewSectionReader(scratch, 0, int64(8*w.n)))
		return err
	})
}
