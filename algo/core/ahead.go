package core

import (
	"weft/graph"
	"weft/graph/ahead"
)

// of makes f search in a core.
func (f *finder) of(c *Core) {
	if f.c == c {
		return
	}
	f.c, f.coming = c, nil
	f.out, _ = c.fans.g.(*graph.Memory)
	if f.in, _ = c.heads.g.(*graph.Memory); f.in != nil && f.out != nil {
		f.coming = ahead.New(f.in)
	}
}

// mark sets the bits of the fans and centers that are live.
func (c *Core) mark() {
	for role := range c.bits {
		for u, n := range c.side(role).live {
			if n > 0 {
				c.bits[role].Add(u)
			}
		}
	}
}

func (c *Core) unmark() {
	clear(c.bits[fanSide])
	clear(c.bits[headSide])
}

// use takes a node from a role while the bits are marked.
func (c *Core) use(role int, u graph.Node) {
	c.side(role).live[u] = 0
	c.bits[role].Remove(int(u))
}

// succ returns a list, lent until the next call: of mem, if that is not nil, else of g.
func (f *finder) succ(mem *graph.Memory, g graph.Random, u graph.Node) (list []graph.Node, err error) {
	f.read++
	if mem != nil {
		return mem.Succ(u), nil
	}
	f.list, err = g.AppendSucc(f.list[:0], u)
	return f.list, err
}

// ask prefetches data for later fans while earlier ones are searched: the starts of the lists of begins' centers,
// and the lists of lists' centers. It skips long lists.
func (f *finder) ask(begins, lists graph.Node) {
	if list := f.out.Succ(begins); len(list) <= ahead.Batch {
		f.coming.AskStarts(list)
	}
	if list := f.out.Succ(lists); len(list) <= ahead.Batch {
		f.coming.AskLists(list)
	}
}
