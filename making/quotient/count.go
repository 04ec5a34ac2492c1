package quotient

import (
	"math"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/extsort"
)

// A counter counts the arcs of pages from one group after the other.
type counter struct {
	b       *builder
	arcs    *extsort.Sorter
	from    uint32   // group
	counts  []uint32 // arcs of pages from it, by group
	touched []uint32 // groups with counts
}

// count sorts how many arcs of pages there are from group to group. Where the pages of a group are neighbours each pair
// is counted once before it is sorted.
func (b *builder) count() (*extsort.Sorter, error) {
	c := b.opts.Crawl
	o := b.opts.View()
	o.Ctx, o.Note = b.ctx, b.opts.Progress
	v, err := c.View(o)
	if err != nil {
		return nil, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	space, release := v.Aside()
	defer release() //nolint:errcheck // a scratch file
	of, err := b.opts.Groups.All(space)
	if err != nil {
		return nil, err
	}
	arcs := extsort.New(extsort.Options{Memory: b.left(), Dir: b.Dir(), Labels: extsort.Sum})
	k := &counter{b: b, arcs: arcs, counts: make([]uint32, b.groups)}
	lists := v.Out.Scan(graph.Everything(v.Out))
	for lists.Next() {
		u := lists.Node()
		if err := b.Pass("counting arcs", int(u), c.NumPages()); err != nil {
			return arcs, err
		}
		if of[u] != k.from {
			if err := k.end(); err != nil {
				return arcs, err
			}
			k.from = of[u]
		}
		b.addPage(of[u], c.State(u))
		if err := k.add(lists.Succ(), of); err != nil {
			return arcs, err
		}
	}
	if err := lists.Err(); err != nil {
		return arcs, err
	}
	return arcs, k.end()
}

// addPage notes a page of a group.
func (b *builder) addPage(g uint32, s page.State) {
	u := b.page(g)
	b.pages[u]++
	if s == page.Fetched {
		b.fetched[u]++
	}
	b.States[u] = uint8(page.Join(page.State(b.States[u]), s))
}

// add counts the arcs of a page of k.from.
func (k *counter) add(succ []graph.Node, of []uint32) error {
	for _, v := range succ {
		to := of[v]
		switch k.counts[to] {
		case 0:
			k.touched = append(k.touched, to)
		case math.MaxUint32:
			if err := k.put(to); err != nil {
				return err
			}
		}
		k.counts[to]++
	}
	return nil
}

// put takes the count of the arcs to a group, and clears it.
func (k *counter) put(to uint32) error {
	n := k.counts[to]
	k.counts[to] = 0
	u, v := k.b.page(k.from), k.b.page(to)
	if to == k.from {
		k.b.inside[u] += uint64(n)
		if !k.b.opts.Loops {
			return nil
		}
	} else {
		k.b.between += int64(n)
	}
	return k.arcs.Add(u, v, n)
}

// end takes the counts of a group.
func (k *counter) end() error {
	for _, to := range k.touched {
		if err := k.put(to); err != nil {
			return err
		}
	}
	k.touched = k.touched[:0]
	return nil
}
