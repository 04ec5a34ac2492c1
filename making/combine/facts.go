package combine

import (
	"bytes"
	"errors"
	"time"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/extsort"
	"weft/store"
)

// openFacts is the most tables of facts that are read side by side. Each reader takes 3 MiB. The facts of more crawls are
// sorted by page.
const openFacts = 4

// factsMemory is the memory for sorting facts, in bytes.
const factsMemory = 16 << 20

// writeFacts writes the facts of the pages, if a part has some. They come from a part where the page has its state in the
// result, and of several such parts from the latest capture. So a page that one part fetched does not get the status of a
// failure in another.
func (b *builder) writeFacts() error {
	var some []*part
	for _, p := range b.r.parts {
		if p.c.HasFacts() {
			some = append(some, p)
		}
	}
	switch {
	case len(some) == 0:
		return nil
	case len(some) <= openFacts:
		return b.mergeFacts(some)
	}
	return b.sortFacts(some)
}

// mergeFacts reads the facts of a few parts side by side.
func (b *builder) mergeFacts(parts []*part) (err error) {
	all, cursors := make([]*steps, len(parts)), make([]*factCursor, len(parts))
	for i, p := range parts {
		c := &factCursor{p: p, n: p.c.NumPages()}
		if c.r, err = p.c.OpenFacts(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.r.Close()) }()
		cursors[i], all[i] = c, newSteps(p, c.step, c.node)
	}
	turn := newTurns(all)
	return b.WriteFacts(func(add func(name uint32, f *store.Facts) error) error {
		for x := range graph.Node(b.r.pages) {
			if err := b.pass("joining facts of pages", x); err != nil {
				return err
			}
			var best bestFacts
			for _, s := range turn.of(x) {
				if err := cursors[s.part].offer(&best, page.State(b.States[x])); err != nil {
					return err
				}
			}
			if err := best.add(uint32(x), add); err != nil {
				return err
			}
		}
		return nil
	})
}

// A factCursor reads the facts of the pages of a part in order.
type factCursor struct {
	p    *part
	r    *store.FactReader
	u, n int
}

func (c *factCursor) step() bool {
	c.u++
	return c.u <= c.n
}

func (c *factCursor) node() graph.Node { return graph.Node(c.u - 1) } //nolint:gosec // it has one

// offer offers the facts of the present page, if the page has the state in the part.
func (c *factCursor) offer(best *bestFacts, state page.State) error {
	if c.p.c.State(c.node()) != state {
		return nil
	}
	f, err := c.r.At(c.node())
	if err == nil && f.Known() {
		best.offer(f)
	}
	return err
}

// bestFacts are the facts of a page that were captured last. Among facts of one time their bytes decide, so that the order of
// the crawls does not matter.
type bestFacts struct {
	facts *store.Facts // nil for none
}

func (b *bestFacts) offer(f *store.Facts) {
	switch {
	case b.facts == nil || f.Time.After(b.facts.Time):
	case f.Time.Before(b.facts.Time):
		return
	case bytes.Compare(f.Append(nil), b.facts.Append(nil)) <= 0:
		return
	}
	b.facts = f
}

// add hands the facts on, if there are any.
func (b *bestFacts) add(x uint32, add func(uint32, *store.Facts) error) error {
	if b.facts == nil {
		return nil
	}
	return add(x, b.facts)
}

// sortFacts reads the facts of one part after the other, and sorts them by page.
func (b *builder) sortFacts(parts []*part) error {
	rows := extsort.NewRows(factsMemory, b.Dir())
	defer rows.Close() //nolint:errcheck // a scratch file
	for _, p := range parts {
		if err := b.addFacts(p, rows); err != nil {
			return err
		}
	}
	return b.WriteFacts(func(add func(name uint32, f *store.Facts) error) error {
		var best bestFacts
		at, two, next := uint32(0), [2]store.Facts{}, 0
		err := rows.Each(func(x uint32, row []byte) error {
			if x != at {
				if err := errors.Join(b.pass("joining facts of pages", graph.Node(x)), best.add(at, add)); err != nil {
					return err
				}
				at, best = x, bestFacts{}
			}
			f := &two[next]
			if err := parseFacts(f, row); err != nil {
				return err
			}
			if best.offer(f); best.facts == f {
				next = 1 - next // the other one is free
			}
			return nil
		})
		if err != nil {
			return err
		}
		return best.add(at, add)
	})
}

// appendFacts writes facts for a scratch file. [store.Facts.Append] takes the time 0 for none, so a byte says if there is one.
func appendFacts(row []byte, f *store.Facts) []byte {
	timed := byte(1)
	if f.Time.IsZero() {
		timed = 0
	}
	return f.Append(append(row, timed))
}

// parseFacts reads what appendFacts wrote.
func parseFacts(f *store.Facts, row []byte) error {
	p := corrupt.Parser{Rest: row[min(1, len(row)):]}
	if f.Parse(&p); p.Bad || len(row) == 0 {
		return corrupt.Errorf("a scratch file was changed")
	}
	if row[0] == 1 && f.Time.IsZero() {
		f.Time = time.UnixMilli(0).UTC()
	}
	return nil
}

// addFacts adds the facts of the pages of a part that have their state in the result.
func (b *builder) addFacts(p *part, rows *extsort.Rows) (err error) {
	c := &factCursor{p: p, n: p.c.NumPages()}
	if c.r, err = p.c.OpenFacts(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.r.Close()) }()
	var row []byte
	for s := newSteps(p, c.step, c.node); s.more; s.next() {
		if err := b.pass("sorting facts of pages", s.at); err != nil {
			return err
		}
		var best bestFacts
		if err := c.offer(&best, page.State(b.States[s.at])); err != nil {
			return err
		}
		if best.facts == nil {
			continue
		}
		row = appendFacts(row[:0], best.facts)
		if err := rows.Add(uint32(s.at), row); err != nil {
			return err
		}
	}
	return nil
}
