package assemble

import (
	"errors"
	"slices"

	"weft/graph"
	"weft/internal/extsort"
	"weft/making/shards"
	"weft/store"
)

// A TextSorter turns texts of links, which come by source, into numbered texts and anchors by target. It works in batches,
// like a Collector. The texts of a batch are sorted and spilled; its anchors follow with the ranks of their texts.
type TextSorter struct {
	budget  int64
	texts   Dict
	anchors []looseArc // target, source, text within the batch
	runs    []part
	ends    []int64 // of the anchors of each batch
	count   int64
	words   *Spool
	rest    *Spool
}

// NewTextSorter returns a sorter with scratch files in a folder. Its batches take up to budget bytes.
func NewTextSorter(budget int64, dir string) (*TextSorter, error) {
	t := &TextSorter{budget: budget}
	var err error
	if t.words, err = NewSpool(dir); err == nil {
		t.rest, err = NewSpool(dir)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Close removes the scratch files.
func (t *TextSorter) Close() {
	t.words.Close()
	t.rest.Close()
}

// add takes the text of a link.
func (t *TextSorter) add(source, target graph.Node, text []byte) error {
	i, _ := t.texts.Add(text)
	t.anchors = append(t.anchors, looseArc{uint32(target), uint32(source), i})
	t.count++
	if t.texts.Memory()+arcBytes*int64(cap(t.anchors)) < t.budget {
		return nil
	}
	return t.flush()
}

// flush ends a batch.
func (t *TextSorter) flush() error {
	order, rank := t.texts.sorted()
	run := part{count: len(order), lo: t.words.Size}
	if err := t.texts.spill(t.words, order, nil); err != nil {
		return err
	}
	run.hi = t.words.Size
	for _, a := range t.anchors {
		if err := t.rest.Numbers(uint64(a.a), uint64(a.b), uint64(rank[a.c])); err != nil {
			return err
		}
	}
	t.runs, t.ends = append(t.runs, run), append(t.ends, t.rest.Size)
	t.texts, t.anchors = Dict{}, t.anchors[:0]
	return nil
}

// Write writes texts and anchors into the draft, and takes up to memory bytes. Nothing can be added afterwards.
func (t *TextSorter) Write(d *store.Draft, memory int64) error {
	if t.count == 0 {
		return nil
	}
	if err := errors.Join(t.flush(), t.words.Flush()); err != nil {
		return err
	}
	t.anchors = nil
	d.Note("sorting texts of links", 0, 0)
	table, err := t.writeTexts(d, memory/4)
	if err != nil {
		return err
	}
	defer table.Close()
	anchors := extsort.New(extsort.Options{Memory: memory / 3, Dir: d.Dir(), Labels: extsort.Distinct, Expect: t.count})
	defer anchors.Close() //nolint:errcheck // a scratch file
	at := int64(0)
	for i, end := range t.ends {
		number, err := table.load(i)
		if err != nil {
			return err
		}
		err = t.rest.Each(at, end, 3, func(v []uint64) error {
			return anchors.Add(uint32(v[0]), uint32(v[1]), number[v[2]]) //nolint:gosec // they were written so
		})
		if err != nil {
			return err
		}
		at = end
	}
	return writeAnchorsOf(d, anchors)
}

// writeTexts writes the distinct texts and returns their numbers by batch and rank.
func (t *TextSorter) writeTexts(d *store.Draft, memory int64) (table *numberTable, err error) {
	n := uint32(0)
	err = d.WriteTexts(func(add func([]byte) error) (err error) {
		table, err = mergeNames(t.words, t.runs, memory, d.Dir(), func(m Merged) (uint32, error) {
			n++
			return n - 1, add(m.name)
		})
		return err
	})
	if err != nil {
		table.Close()
	}
	return table, err
}

// A TextJoin passes the texts of links to a TextSorter while their arcs are read.
type TextJoin struct {
	Cursor *shards.TextCursor // the texts
	to     *TextSorter
	more   bool
}

// NewTextJoin returns a join that reads texts from c.
func NewTextJoin(c *shards.TextCursor, to *TextSorter) *TextJoin {
	return &TextJoin{Cursor: c, to: to, more: c.Next()}
}

// Take passes on the texts of the arcs of page u; without keep it leaves them out. A text without an arc is damage. A nil
// TextJoin does nothing.
func (t *TextJoin) Take(u graph.Node, succ []graph.Node, keep bool) error {
	if t == nil {
		return nil
	}
	for ; t.more && t.Cursor.Source() == u; t.more = t.Cursor.Next() {
		if _, is := slices.BinarySearch(succ, t.Cursor.Target()); !is {
			t.Cursor.Refuse()
			return t.Cursor.Err()
		}
		if !keep {
			continue
		}
		if err := t.to.add(u, t.Cursor.Target(), t.Cursor.Text()); err != nil {
			return err
		}
	}
	return t.Cursor.Err()
}

// End returns the error of the texts; nil of a nil TextJoin.
func (t *TextJoin) End() error {
	if t == nil {
		return nil
	}
	return t.Cursor.Err()
}
