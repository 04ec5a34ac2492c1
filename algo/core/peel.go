package core

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"weft/graph"
	"weft/internal/par"
)

// Peel returns the core of a shape: out is the graph, in its transpose.
//
// Passes over graph and transpose in turn count what is left of each list, as long as many leave; then those that left wait in a list, and only what they
// link is counted down. On graphs with long chains that saves hundreds of passes.
// Papers: external memory, §4.1.
func Peel(ctx context.Context, out, in graph.Random, s Shape, o Options) (*Core, error) {
	if err := check(out, in, s); err != nil {
		return nil, err
	}
	o.setDefaults()
	c, err := newCore(out, in, o)
	if err != nil {
		return nil, err
	}
	return c, c.peel(ctx, s)
}

// peel begins with the whole graph.
func (c *Core) peel(ctx context.Context, s Shape) error {
	c.Shape, c.fans.need, c.heads.need = s, s.Centers, s.Fans
	c.cost = Cost{}
	if err := c.begin(ctx); err != nil {
		return err
	}
	return c.settle(ctx)
}

// begin takes those for fans and centers that have links enough, and not too many.
func (c *Core) begin(ctx context.Context) error {
	c.o.tell("counting links", 0, 0)
	c.cost.Passes += 2
	clear(c.border)
	parts := graph.Parts(c.fans.g)
	return par.Do(ctx, len(parts), c.o.Workers, func(i int) error {
		return graph.EachBoth(c.watched(ctx, c.fans.g), c.heads.g, parts[i], func(u graph.Node, succ, pred []graph.Node) {
			c.fans.live[u] = c.first(u, succ, c.fans.need)
			c.heads.live[u] = c.first(u, pred, c.heads.need)
			if len(succ) == 0 && len(pred) == 1 {
				c.border.AddShared(int(u))
			}
		})
	})
}

// first is the count of a list at the beginning: 0 if it is too short or too long.
func (c *Core) first(u graph.Node, list []graph.Node, need int) uint8 {
	n := 0
	for _, v := range list {
		if v != u {
			n++
		}
	}
	if n < need || n >= c.o.MaxDegree {
		return 0
	}
	return uint8(min(n, counted))
}

func (c *Core) watched(ctx context.Context, g graph.Graph) graph.Graph {
	return graph.Watched(g, func(graph.Node) error { return ctx.Err() })
}

// settle goes on until nothing leaves.
func (c *Core) settle(ctx context.Context) error {
	for {
		if _, err := c.recount(ctx, &c.fans, &c.heads); err != nil {
			return err
		}
		left, err := c.recount(ctx, &c.heads, &c.fans)
		if err != nil || left.n == 0 {
			return err
		}
		if left.n <= int64(len(left.nodes)) {
			if done, err := c.follow(ctx, nil, left.nodes); done || err != nil {
				return err
			}
		}
	}
}

// Those that leave: how many, and which, if these are not too many.
type leaving struct {
	n     int64
	nodes []graph.Node
}

// recount counts the live links of all that are live on one side, in a pass, and lets those leave that have too few.
func (c *Core) recount(ctx context.Context, of, to *side) (leaving, error) {
	c.o.tell(fmt.Sprintf("peeling (%d,%d), pass %d", c.Fans, c.Centers, c.cost.Passes+1), 0, 0)
	c.cost.Passes++
	parts := graph.Parts(of.g)
	lists := make([][]graph.Node, len(parts))
	var left atomic.Int64
	room := int64(c.room())
	err := par.Do(ctx, len(parts), c.o.Workers, func(i int) error {
		return graph.EachList(c.watched(ctx, of.g), parts[i], func(u graph.Node, list []graph.Node) {
			if of.live[u] == 0 {
				return
			}
			n := to.among(u, list)
			if n >= of.need {
				of.live[u] = uint8(min(n, counted))
				return
			}
			of.live[u] = 0
			if left.Add(1) <= room {
				lists[i] = append(lists[i], u)
			}
		})
	})
	all := leaving{n: left.Load()}
	if all.n <= room {
		for _, l := range lists {
			all.nodes = append(all.nodes, l...)
		}
	}
	return all, err
}

// among counts the live ones of the side in the list of u, but u.
func (s *side) among(u graph.Node, list []graph.Node) int {
	n := 0
	for _, v := range list {
		if v != u && s.live[v] != 0 {
			n++
		}
	}
	return n
}

// A worklist lets nodes leave one by one.
type worklist struct {
	c       *Core
	waiting [2][]graph.Node // fans, centers
	room    int
	// again says that not all could be told: too many wait, or a count that ends at 255 was to be counted down.
	again bool
	list  []graph.Node
}

// follow tells those that lost fans and centers, and those that leave by that, and so on. It is not done where a pass has to go on.
func (c *Core) follow(ctx context.Context, fans, heads []graph.Node) (done bool, err error) {
	w := &worklist{c: c, waiting: [2][]graph.Node{fans, heads}, room: c.room()}
	for read := 0; ; read++ {
		if read%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		switch {
		case len(w.waiting[1]) > 0:
			err = w.next(1, &c.heads, &c.fans)
		case len(w.waiting[0]) > 0:
			err = w.next(0, &c.fans, &c.heads)
		default:
			return !w.again, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// next tells those that one of a side links.
func (w *worklist) next(role int, of, to *side) (err error) {
	stack := w.waiting[role]
	u := stack[len(stack)-1]
	w.waiting[role] = stack[:len(stack)-1]
	w.c.cost.Lists++
	if w.list, err = of.g.AppendSucc(w.list[:0], u); err != nil {
		return err
	}
	for _, v := range w.list {
		switch {
		case v == u || to.live[v] == 0:
		case to.live[v] == counted:
			w.again = true
		case int(to.live[v]) > to.need:
			to.live[v]--
		default:
			to.live[v] = 0
			w.push(1-role, v)
		}
	}
	return nil
}

// push lets a node wait, if there is room.
func (w *worklist) push(role int, v graph.Node) {
	if len(w.waiting[role]) >= w.room {
		w.again = true
		return
	}
	w.waiting[role] = append(w.waiting[role], v)
}

func onesIn(word uint64) int { return bits.OnesCount64(word) }
