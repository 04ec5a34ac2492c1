package combine

import (
	"errors"

	"weft/graph"
	"weft/graph/page"
	"weft/store"
)

// writeFacts writes the facts of the pages, if a part has some. They come from a part where the page has its state in the
// result, and of several such parts from the later capture. So a page that one part fetched does not get the status of a
// failure in another.
func (b *builder) writeFacts() (err error) {
	all := make([]*factCursor, len(b.r.parts))
	some := false
	for i, p := range b.r.parts {
		all[i] = &factCursor{n: p.c.NumPages()}
		if !p.c.HasFacts() {
			all[i].n = 0
		} else if all[i].r, err = p.c.OpenFacts(); err != nil {
			return err
		} else {
			some = true
			defer func() { err = errors.Join(err, all[i].r.Close()) }()
		}
		all[i].steps = newSteps(p, all[i].step, all[i].node)
	}
	if !some {
		return nil
	}
	return b.WriteFacts(func(add func(name uint32, f *store.Facts) error) error {
		for x := range graph.Node(b.r.pages) {
			if err := b.pass("joining facts of pages", x); err != nil {
				return err
			}
			f, err := bestFacts(all, x, page.State(b.States[x]))
			if err == nil && f != nil {
				err = add(uint32(x), f)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// A factCursor reads the facts of the pages of a part in order.
type factCursor struct {
	*steps
	r    *store.FactReader
	u, n int
}

func (c *factCursor) step() bool {
	c.u++
	return c.u <= c.n
}

func (c *factCursor) node() graph.Node { return graph.Node(c.u - 1) } //nolint:gosec // it has one

// bestFacts returns the facts of page x, which is requested in order, from the parts where it has a state; nil if there are
// none.
func bestFacts(all []*factCursor, x graph.Node, state page.State) (best *store.Facts, err error) {
	for _, c := range all {
		if !c.more || c.at != x {
			continue
		}
		f, err := c.r.At(c.node())
		if err != nil {
			return nil, err
		}
		decides := c.p.c.State(c.node()) == state
		c.next()
		if decides && f.Known() && (best == nil || !f.Time.Before(best.Time)) {
			best = f
		}
	}
	return best, nil
}
