package ingest

import (
	"errors"
	"slices"

	"weft/graph"
	"weft/internal/extsort"
	"weft/making/shards"
	"weft/store"
)

// A textSorter turns texts of links, which come by source, into numbered texts and anchors by target. It works in batches, as
// the collector does. The texts of a batch are sorted and spilled; its anchors follow with the ranks of their texts.
type textSorter struct {
	budget  int64
	texts   dict
	anchors []looseArc // target, source, text within the batch
	runs    []part
	ends    []int64 // of the anchors of each batch
	count   int64
	words   *spool
	rest    *spool
}

func newTextSorter(budget int64, dir string) (*textSorter, error) {
	t := &textSorter{budget: budget}
	var err error
	if t.words, err = newSpool(dir); err == nil {
		t.rest, err = newSpool(dir)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *textSorter) close() {
	t.words.close()
	t.rest.close()
}

// add takes the text of a link.
func (t *textSorter) add(source, target graph.Node, text []byte) error {
	i, _ := t.texts.add(text)
	t.anchors = append(t.anchors, looseArc{uint32(target), uint32(source), i})
	t.count++
	if t.texts.memory()+arcBytes*int64(cap(t.anchors)) < t.budget {
		return nil
	}
	return t.flush()
}

// flush ends a batch.
func (t *textSorter) flush() error {
	order, rank := t.texts.sorted()
	run := part{count: len(order), lo: t.words.size}
	if err := t.texts.spill(t.words, order, nil); err != nil {
		return err
	}
	run.hi = t.words.size
	for _, a := range t.anchors {
		if err := t.rest.numbers(uint64(a.a), uint64(a.b), uint64(rank[a.c])); err != nil {
			return err
		}
	}
	t.runs, t.ends = append(t.runs, run), append(t.ends, t.rest.size)
	t.texts, t.anchors = dict{}, t.anchors[:0]
	return nil
}

// write writes texts and anchors into the draft, within memory.
func (t *textSorter) write(d *store.Draft, memory int64) error {
	if t.count == 0 {
		return nil
	}
	if err := errors.Join(t.flush(), t.words.flush()); err != nil {
		return err
	}
	t.anchors = nil
	d.Note("sorting texts of links", 0, 0)
	table, err := t.writeTexts(d, memory/4)
	defer table.close()
	if err != nil {
		return err
	}
	anchors := extsort.New(extsort.Options{Memory: memory / 3, Dir: d.Dir(), Labels: extsort.Distinct, Expect: t.count})
	defer anchors.Close() //nolint:errcheck // a scratch file
	at := int64(0)
	for i, end := range t.ends {
		number, err := table.load(i)
		if err != nil {
			return err
		}
		err = t.rest.each(at, end, 3, func(v []uint64) error {
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
func (t *textSorter) writeTexts(d *store.Draft, memory int64) (table *numberTable, err error) {
	n := uint32(0)
	err = d.WriteTexts(func(add func([]byte) error) (err error) {
		table, err = mergeNames(t.words, t.runs, memory, d.Dir(), func(m merged) (uint32, error) {
			n++
			return n - 1, add(m.name)
		})
		return err
	})
	return table, err
}

// A textJoin hands the texts of links to a textSorter while their arcs are read.
type textJoin struct {
	c    *shards.TextCursor
	to   *textSorter
	more bool
}

func newTextJoin(c *shards.TextCursor, to *textSorter) *textJoin {
	return &textJoin{c: c, to: to, more: c.Next()}
}

// take takes the texts of the arcs of page u; without keep it leaves them out. A nil textJoin takes nothing.
func (t *textJoin) take(u graph.Node, succ []graph.Node, keep bool) error {
	if t == nil {
		return nil
	}
	for ; t.more && t.c.Source() == u; t.more = t.c.Next() {
		if _, is := slices.BinarySearch(succ, t.c.Target()); !is {
			t.c.Refuse()
			return t.c.Err()
		}
		if !keep {
			continue
		}
		if err := t.to.add(u, t.c.Target(), t.c.Text()); err != nil {
			return err
		}
	}
	return t.c.Err()
}

// end returns the error of the texts.
func (t *textJoin) end() error {
	if t == nil {
		return nil
	}
	return t.c.Err()
}
