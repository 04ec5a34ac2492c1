package core

import (
	"context"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/par"
)

// A Clique is a complete clique: each fan links to each center. Centers are in increasing order. Fans are, too,
// and the first is the fan by which the clique was found.
type Clique struct {
	Fans, Centers []graph.Node
}

// A Family describes the cliques that were found.
type Family struct {
	Cliques int64
	// Cut is the number of fans whose search was abandoned after Options.Steps; each may have had a clique. If it
	// is 0, no clique is left among unused pages.
	Cut int64
	// Lists were read one by one.
	Lists int64
}

// blockFans is the number of fans that workers search before the results are taken in order. chunkFans is the
// number of fans that one worker takes at a time.
const (
	blockFans = 4096
	chunkFans = 64
)

// Disjoint finds cliques that share neither fans nor centers, until there are no more. It uses up the core: no
// page of it is live afterwards. The order is canonical. Fans are tried in increasing order. For each fan it takes
// the first centers, by their numbers, that enough unused fans link to, and then the first of these fans. yield
// must not keep the clique.
//
// Blocks of fans are searched in parallel, as if no page of the block were used. If a page of a result is used by
// then, the fan is searched again in its turn. This gives the sequential result: with fewer live pages, a first
// clique whose pages are all unused is still first, and a fan without a clique still has none. So neither workers
// nor blocks change the result.
// Papers: external memory, §4.1.
func (c *Core) Disjoint(ctx context.Context, yield func(Clique) error, k Keep[DisjointState]) (Family, error) {
	d := &disjoint{c: c, yield: yield, free: make(par.Free[finder], par.Workers(c.o.Workers))}
	d.again.of(c)
	n, from := len(c.fans.live), 0
	if k.From != nil {
		var err error
		if from, err = d.goOn(k.From); err != nil {
			return d.got, err
		}
	}
	c.mark()
	defer c.unmark()
	for u := from; u < n; u++ {
		if c.fans.live[u] == 0 || !c.mayLead(graph.Node(u)) {
			continue
		}
		if d.block = append(d.block, outcome{v: graph.Node(u)}); len(d.block) < c.o.block {
			continue
		}
		c.o.tell("fans", u, n)
		if err := d.take(ctx); err != nil {
			return d.got, err
		}
		if k.due() {
			if err := k.Save(d.state(u + 1)); err != nil {
				return d.got, err
			}
		}
	}
	err := d.take(ctx)
	clear(c.fans.live)
	clear(c.heads.live)
	d.got.Lists += d.again.read
	return d.got, err
}

// An outcome is the result of the search of a fan.
type outcome struct {
	v graph.Node
	verdict
	Clique
}

type disjoint struct {
	c     *Core
	yield func(Clique) error
	again finder
	free  par.Free[finder]
	block []outcome
	got   Family

	unused [2]bitset.Set // fans and centers, of a state
}

// take searches a block, and takes its results in order.
func (d *disjoint) take(ctx context.Context) error {
	chunks := (len(d.block) + chunkFans - 1) / chunkFans
	lists := make([]int64, chunks)
	err := par.Do(ctx, chunks, d.c.o.Workers, func(i int) (err error) {
		f := d.free.Get()
		f.of(d.c)
		before := f.read
		err = f.findEach(ctx, d.block[i*chunkFans:min((i+1)*chunkFans, len(d.block))])
		lists[i] = f.read - before
		d.free.Put(f)
		return err
	})
	if err != nil {
		return err
	}
	for i := range d.block {
		if err := d.takeOne(ctx, &d.block[i]); err != nil {
			return err
		}
	}
	for _, n := range lists {
		d.got.Lists += n
	}
	d.block = d.block[:0]
	return nil
}

// findEach searches some fans.
func (f *finder) findEach(ctx context.Context, block []outcome) (err error) {
	for i := range block {
		o := &block[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.coming != nil {
			f.ask(block[min(i+2, len(block)-1)].v, block[min(i+1, len(block)-1)].v)
		}
		if o.verdict, err = f.find(o.v); err != nil {
			return err
		}
		if o.verdict == found {
			all := make([]graph.Node, 0, len(f.fans)+len(f.centers))
			all = append(append(all, f.fans...), f.centers...)
			o.Fans, o.Centers = all[:len(f.fans):len(f.fans)], all[len(f.fans):]
		}
	}
	return nil
}

// takeOne takes the clique of a fan, if it has one.
func (d *disjoint) takeOne(ctx context.Context, o *outcome) (err error) {
	c := d.c
	if c.fans.live[o.v] == 0 {
		return nil // in a clique of a fan before it
	}
	if o.verdict == cut || o.verdict == found && !c.unused(o.Clique) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.verdict, err = d.again.find(o.v); err != nil {
			return err
		}
		o.Clique = Clique{d.again.fans, d.again.centers}
	}
	c.use(fanSide, o.v)
	switch o.verdict {
	case none:
		return nil
	case cut:
		d.got.Cut++
		return nil
	case found:
		d.got.Cliques++
	}
	c.useAll(o.Clique)
	return d.yield(c.named(o.Clique))
}

// unused says whether all fans and centers of a clique are live.
func (c *Core) unused(q Clique) bool {
	for _, u := range q.Fans {
		if c.fans.live[u] == 0 {
			return false
		}
	}
	for _, u := range q.Centers {
		if c.heads.live[u] == 0 {
			return false
		}
	}
	return true
}

func (c *Core) useAll(q Clique) {
	for _, u := range q.Fans {
		c.use(fanSide, u)
	}
	for _, u := range q.Centers {
		c.use(headSide, u)
	}
}

// named calls the pages of a clique what they are called in the whole graph.
func (c *Core) named(q Clique) Clique {
	if c.ids != nil {
		for _, list := range [][]graph.Node{q.Fans, q.Centers} {
			for i, u := range list {
				list[i] = c.ids[u]
			}
		}
	}
	return q
}
