package combine

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/view"
	"weft/internal/heap"
	"weft/store"
	"weft/store/names"
)

// texts are the anchor texts of a part: which of them are kept, and their new numbers.
type texts struct {
	kept   view.Bits
	number []uint32
}

// writeAnchors writes the anchors of the arcs that there are, in two passes: one finds out which texts are kept.
func (b *builder) writeAnchors() error {
	all, num := make([]texts, len(b.r.parts)), 0
	for i, p := range b.r.parts {
		num += p.c.NumTexts()
		all[i].kept = view.NewBits(p.c.NumTexts())
	}
	if num == 0 {
		return nil
	}
	anchors := int64(0)
	err := b.eachAnchor("choosing anchors", func(_ graph.Node, part int, a store.Anchor) error {
		anchors++
		all[part].kept.Add(int(a.Text))
		return nil
	}, func() error { return nil })
	if err != nil || anchors == 0 {
		return err
	}
	if err := b.WriteTexts(func(add func([]byte) error) error { return b.joinTexts(all, add) }); err != nil {
		return err
	}
	return b.WriteAnchors(func(add func([]store.Anchor) error) error { return b.joinAnchors(all, add) })
}

// joinAnchors calls add with the anchors of each page, their texts numbered anew.
func (b *builder) joinAnchors(all []texts, add func([]store.Anchor) error) error {
	var list []store.Anchor
	return b.eachAnchor("joining anchors", func(_ graph.Node, part int, a store.Anchor) error {
		list = append(list, store.Anchor{From: a.From, Text: all[part].number[a.Text]})
		return nil
	}, func() error {
		slices.SortFunc(list, func(a, b store.Anchor) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Text, b.Text)) })
		list = slices.Compact(list)
		err := add(list)
		list = list[:0]
		return err
	})
}

// eachAnchor calls f with every anchor of an existing arc, page by page, with the new number in From. It calls end
// at the end of each page that arcs point to.
func (b *builder) eachAnchor(phase string, f func(to graph.Node, part int, a store.Anchor) error, end func() error) error {
	t, err := bv.Open(b.Path(store.TransposeBase))
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // nothing was written
	cursors, pages := make([]*store.AnchorCursor, len(b.r.parts)), make([]*steps, len(b.r.parts))
	for i, p := range b.r.parts {
		cursors[i] = p.c.Anchors(graph.Range{Lo: 0, Hi: p.c.NumPages()})
		pages[i] = newSteps(p, cursors[i].Next, cursors[i].Node)
	}
	turn := newTurns(pages)
	sources := t.Scan(graph.Everything(t))
	for sources.Next() {
		x := sources.Node()
		if err := b.pass(phase, x); err != nil {
			return err
		}
		for _, s := range turn.of(x) {
			for _, a := range cursors[s.part].Anchors() {
				from, taken := s.p.place(a.From)
				if _, is := slices.BinarySearch(sources.Succ(), from); !taken || !is {
					continue
				}
				if err := f(x, s.part, store.Anchor{From: from, Text: a.Text}); err != nil {
					return err
				}
			}
		}
		if err := end(); err != nil {
			return err
		}
	}
	err = sources.Err()
	for _, c := range cursors {
		err = errors.Join(err, c.Err())
	}
	return err
}

// joinTexts calls add with the texts that are kept, each once, in their order, and numbers them.
func (b *builder) joinTexts(all []texts, add func(text []byte) error) error {
	cursors := make([]*textCursor, len(all))
	waits := heap.New(func(a, b *textCursor) bool { return bytes.Compare(a.c.Name(), b.c.Name()) < 0 })
	push := func(c *textCursor) {
		if c.next(); c.more {
			waits.Push(c)
		}
	}
	for i, p := range b.r.parts {
		all[i].number = make([]uint32, p.c.NumTexts())
		cursors[i] = &textCursor{c: p.c.ScanTexts(), texts: &all[i], at: -1}
		push(cursors[i])
	}
	var first []byte
	for n := uint32(0); waits.Len() > 0; n++ {
		first = append(first[:0], waits.First().c.Name()...)
		if err := add(first); err != nil {
			return err
		}
		for waits.Len() > 0 && bytes.Equal(waits.First().c.Name(), first) {
			c := waits.Pop()
			c.texts.number[c.at] = n
			push(c)
		}
	}
	var err error
	for _, c := range cursors {
		err = errors.Join(err, c.c.Err())
	}
	return err
}

// A textCursor reads the texts of a part that are kept.
type textCursor struct {
	c     *names.Cursor
	texts *texts
	at    int
	more  bool
}

func (c *textCursor) next() {
	for c.more = c.c.Next(); c.more; c.more = c.c.Next() {
		if c.at++; c.texts.kept.Has(c.at) {
			return
		}
	}
}
