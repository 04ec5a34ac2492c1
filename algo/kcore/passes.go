package kcore

import (
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// sparse is the share of the nodes, 1/sparse, from which on passes read all lists of a part. Fewer lists are read
// singly.
const sparse = 16

// passes lower bounds until each is the core number.
type passes struct {
	*finder
	reader
	// above counts, for each node, the counted nodes whose bounds are as large as its own or larger. The bound can
	// fall if they are fewer than the bound.
	above []uint32
	due   bitset.Set // nodes whose bounds can fall
	left  int        // number of these
	at    int        // passes so far
	room  []uint32   // counted nodes by their bounds

	// queue holds nodes to be read singly, and takes nodes that become due meanwhile, if it has room.
	queue []graph.Node
}

// stream finds the core numbers by passes over the lists.
func (f *finder) stream() error {
	n := len(f.numbers)
	m := alloc.Maker{Space: f.o.Space}
	p := &passes{finder: f, reader: reader{out: f.out, in: f.in, degree: f.o.Degree}, above: alloc.From[uint32](&m, n), due: alloc.From[uint64](&m, (n+63)/64)}
	if m.Err != nil {
		return m.Err
	}
	if s := f.o.Resume; s != nil {
		if len(s.Bounds) != n || len(s.Above) != n || s.Passes < 0 {
			return fmt.Errorf("k-cores: a saved state of %d nodes, for a graph of %d", len(s.Bounds), n)
		}
		copy(f.numbers, s.Bounds)
		copy(p.above, s.Above)
		p.at = s.Passes
	} else if err := f.degrees(f.numbers, nil); err != nil {
		return err
	}
	for u, k := range f.numbers {
		if p.above[u] < k {
			p.due.Add(u)
			p.left++
		}
	}
	return p.run()
}

func (p *passes) run() error {
	for p.left > 0 {
		if p.o.Progress != nil {
			p.o.Progress(len(p.numbers) - p.left)
		}
		var err error
		if p.o.dense || p.left > len(p.numbers)/sparse {
			err = p.scan()
		} else {
			err = p.single()
		}
		if err != nil {
			return err
		}
		if p.at++; p.o.Save != nil && p.left > 0 {
			if err := p.o.Save(State{p.at, p.numbers, p.above}); err != nil {
				return err
			}
		}
	}
	return nil
}

// scan visits the due nodes of all parts in order, those too that become due before they are met.
func (p *passes) scan() error {
	out := p.watched()
	for _, r := range p.parts {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		if !p.anyDue(r) {
			continue
		}
		err := graph.EachBoth(out, p.reader.in, r, func(u graph.Node, succ, pred []graph.Node) {
			if p.due.Has(int(u)) {
				p.visit(u, succ, pred)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *passes) anyDue(r graph.Range) bool {
	for range p.due.Between(r.Lo, r.Hi) {
		return true
	}
	return false
}

// single visits due nodes. Nodes that become due meanwhile are visited too if the queue has room.
func (p *passes) single() error {
	if p.queue == nil {
		p.queue = make([]graph.Node, 0, queued(len(p.numbers)))
	}
	p.queue = p.queue[:0]
	for u := range p.due.All() {
		if len(p.queue) == cap(p.queue) {
			break
		}
		p.queue = append(p.queue, graph.Node(u)) //nolint:gosec // a node
	}
	for i := 0; i < len(p.queue); i++ { // which grows
		if i%watchEvery == 0 && p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		u := p.queue[i]
		succ, err := single(p.reader.out, &p.succ, u)
		if err != nil {
			return err
		}
		pred, err := single(p.reader.in, &p.pred, u)
		if err != nil {
			return err
		}
		p.visit(u, succ, pred)
	}
	return nil
}

// visit lowers the bound of u to the largest k for which k counted nodes have bounds of k or more.
func (p *passes) visit(u graph.Node, succ, pred []graph.Node) {
	counted, falling := p.sort(u, succ, pred)
	p.due.Remove(int(u))
	p.left--
	old := p.numbers[u]
	k, above := p.fit(u, old, counted)
	p.numbers[u], p.above[u] = k, above
	if k == old {
		return
	}
	for _, v := range falling {
		if bound := p.numbers[v]; v != u && bound > k && bound <= old && p.above[v] > 0 {
			if p.above[v]--; p.above[v] < bound {
				p.fall(v)
			}
		}
	}
}

// fall notes that the bound of v can fall.
func (p *passes) fall(v graph.Node) {
	if p.due.Has(int(v)) {
		return
	}
	p.due.Add(int(v))
	p.left++
	if len(p.queue) < cap(p.queue) {
		p.queue = append(p.queue, v)
	}
}

// fit returns the largest k, at most old, for which k counted nodes have bounds of k or more; and how many have.
func (p *passes) fit(u graph.Node, old uint32, counted []graph.Node) (k, above uint32) {
	if int(old) >= len(p.room) {
		p.room = make([]uint32, old+1)
	}
	by := p.room[:old+1]
	clear(by)
	for _, v := range counted {
		if v != u {
			by[min(p.numbers[v], old)]++
		}
	}
	for k = old; k > 0; k-- {
		if above += by[k]; above >= k {
			return k, above
		}
	}
	return 0, 0
}
