package store

import (
	"slices"

	"weft/graph"
	"weft/graph/kinds"
)

// The record of a list in kinds.bin: γ of the number of arcs that are not plain links. Each of these has the gap
// of its position in the list to the previous one (γ), and the index of its kinds in the table (γ).
const kindsMagic = "weftkind"

// A kindsWriter writes the kinds of the arcs of a graph, list by list. There is no file before an arc comes that is no
// plain link.
type kindsWriter struct {
	path   string
	p      *perListWriter // nil while there is no file
	plain  int            // lists before the file, and the first in it
	except []exception
}

type exception struct {
	at    int
	kinds kinds.Set
}

// append adds the kinds of the next list, in its order; nil if all are plain links.
func (w *kindsWriter) append(list []kinds.Set) error {
	w.except = w.except[:0]
	for i, k := range list {
		if k != kinds.Link {
			w.except = append(w.except, exception{i, k})
		}
	}
	if w.p == nil {
		if w.plain++; len(w.except) == 0 {
			return nil
		}
		var err error
		if w.p, err = createPerList(w.path, kindsMagic); err != nil {
			return err
		}
		for range w.plain - 1 {
			if err := w.record(nil); err != nil {
				return err
			}
		}
	}
	return w.record(w.except)
}

// record writes what is to be said of a list.
func (w *kindsWriter) record(except []exception) error {
	if err := w.p.begin(); err != nil {
		return err
	}
	w.p.w.Gamma(uint64(len(except)))
	next := 0
	for _, e := range except {
		w.p.w.Gamma(uint64(e.at - next))
		w.p.w.Gamma(w.p.entry(uint32(e.kinds)))
		next = e.at + 1
	}
	return nil
}

// finish lets the file appear, if there is one.
func (w *kindsWriter) finish() error {
	if w.p == nil {
		return nil
	}
	return w.p.finish()
}

// abort removes the file unless it was finished.
func (w *kindsWriter) abort() {
	if w.p != nil {
		w.p.abort()
	}
}

// kindReader reads the kinds of lists in order.
type kindReader struct {
	p   *perList
	r   recordReader
	u   int
	buf []kinds.Set
}

// newKindReader starts at list u. Without a file all arcs are plain links.
func newKindReader(p *perList, u int) (*kindReader, error) {
	k := &kindReader{p: p, u: u}
	if p == nil {
		return k, nil
	}
	var skip int
	var err error
	if k.r, skip, err = p.seek(u); err != nil {
		return nil, err
	}
	k.u = u - skip
	for range skip {
		if err := k.skip(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

func (k *kindReader) skip() error {
	n := k.r.Gamma()
	for range min(n, k.r.Remaining()) {
		k.r.Gamma()
		k.r.Gamma()
	}
	k.u++
	return k.end(n <= k.r.Remaining()+1<<32)
}

func (k *kindReader) check(ok bool) error {
	if !ok || k.r.Overrun() {
		return k.p.damaged(k.u, "the record of its kinds is damaged")
	}
	return nil
}

// end ends a record, which may be what it seems to be.
func (k *kindReader) end(ok bool) error {
	if err := k.r.end(); err != nil {
		return err
	}
	return k.check(ok)
}

// next returns the kinds of the next list, which has n arcs; lent until the next call.
func (k *kindReader) next(n int) ([]kinds.Set, error) {
	k.buf = slices.Grow(k.buf[:0], n)
	for range n {
		k.buf = append(k.buf, kinds.Link)
	}
	if k.p == nil {
		return k.buf, nil
	}
	at := uint64(0)
	for range min(k.r.Gamma(), uint64(n)+1) {
		at += k.r.Gamma()
		entry := k.r.Gamma()
		if err := k.check(at < uint64(n) && entry < uint64(len(k.p.table))); err != nil {
			return nil, err
		}
		k.buf[at] = kinds.Set(k.p.table[entry])
		at++
	}
	k.u++
	return k.buf, k.end(true)
}

// kindCursor joins a cursor with the kinds of its arcs.
type kindCursor struct {
	graph.Cursor
	r     *kindReader
	kinds []kinds.Set
	err   error
}

func newKindCursor(g graph.Graph, p *perList, r graph.Range) *kindCursor {
	c := &kindCursor{Cursor: g.Scan(r)}
	c.r, c.err = newKindReader(p, r.Lo)
	return c
}

func (c *kindCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	c.kinds, c.err = c.r.next(len(c.Succ()))
	return c.err == nil
}

// Kinds returns the kinds of the arcs, parallel to Succ and lent like it.
func (c *kindCursor) Kinds() []kinds.Set { return c.kinds }

func (c *kindCursor) Err() error {
	if c.err != nil {
		return c.err
	}
	return c.Cursor.Err()
}
