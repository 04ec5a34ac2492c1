package core

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/par"
)

// Peel returns the core of a shape: out is the graph, in its transpose.
//
// Alternate passes over graph and transpose count what is left of each list, while many nodes leave. Then removed
// nodes wait in a list, and only their neighbours are counted down. For graphs with long chains this saves
// hundreds of passes.
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

// settle continues until no node leaves.
func (c *Core) settle(ctx context.Context) error {
	for {
		if _, err := c.recount(ctx, fanSide, nil); err != nil {
			return err
		}
		w := newWorklist(c)
		left, err := c.recount(ctx, headSide, w)
		if err != nil || left == 0 {
			return err
		}
		if done, err := w.followFew(ctx, left); done || err != nil {
			return err
		}
	}
}

// recount counts the live links of all that are live on one side, in a pass, and lets those leave that have too few. It
// returns how many these are, and puts them on the worklist, if there is one.
func (c *Core) recount(ctx context.Context, role int, w *worklist) (int64, error) {
	c.o.tell(fmt.Sprintf("peeling (%d,%d), pass %d", c.Fans, c.Centers, c.cost.Passes+1), 0, 0)
	c.cost.Passes++
	of, to := c.side(role), c.side(1-role)
	parts := graph.Parts(of.g)
	lists := make([][]graph.Node, len(parts))
	var left atomic.Int64
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
			switch all := left.Add(1); {
			case w == nil:
			case all <= int64(w.room):
				lists[i] = append(lists[i], u)
			default:
				c.bits[role].AddShared(int(u))
			}
		})
	})
	if w != nil {
		for _, l := range lists {
			w.waiting[role] = append(w.waiting[role], l...)
		}
		w.over[role] = left.Load() - int64(len(w.waiting[role]))
	}
	return left.Load(), err
}

// among counts the live ones of the side in the list of u, but u.
func (s *side) among(u graph.Node, list []graph.Node) int {
	n := 0
	for _, v := range list {
		n += bitset.One(v != u) & bitset.One(s.live[v] != 0)
	}
	return n
}

// The roles, used as indices.
const (
	fanSide = iota
	headSide
)

func (c *Core) side(role int) *side {
	if role == fanSide {
		return &c.fans
	}
	return &c.heads
}

// A worklist lets nodes leave one by one.
type worklist struct {
	c       *Core
	waiting [2][]graph.Node // fans, centers
	over    [2]int64        // number of removed nodes stored as bits, because the lists were full
	room    int
	// again reports that some updates were impossible, because a count that saturates at 255 had to be counted
	// down.
	again bool
	list  []graph.Node
	read  int
}

func newWorklist(c *Core) *worklist { return &worklist{c: c, room: c.room()} }

// followFew updates the neighbours of removed nodes if few nodes leave at first, so that this is faster than
// passes over all remaining nodes. A pass makes the waiting nodes unnecessary. It reports whether all updates are
// done.
func (w *worklist) followFew(ctx context.Context, left int64) (done bool, err error) {
	if most := max(int64(w.room), int64(len(w.c.fans.live))/followed); left > most {
		clear(w.c.bits[fanSide])
		clear(w.c.bits[headSide])
		return false, nil
	}
	return w.follow(ctx)
}

// followed is the greatest share of all nodes, one in followed, whose lists are read one by one. This takes about
// as long as a pass by two workers.
const followed = 8

// follow updates the neighbours of removed nodes, then the neighbours of nodes that leave because of it, and so
// on. It returns false if a pass has to finish the work.
func (w *worklist) follow(ctx context.Context) (done bool, err error) {
	for err == nil {
		switch {
		case len(w.waiting[headSide]) > 0:
			err = w.nextListed(ctx, headSide)
		case len(w.waiting[fanSide]) > 0:
			err = w.nextListed(ctx, fanSide)
		case w.over[headSide] > 0:
			err = w.sweep(ctx, headSide)
		case w.over[fanSide] > 0:
			err = w.sweep(ctx, fanSide)
		default:
			return !w.again, nil
		}
	}
	return false, err
}

// nextListed updates the neighbours of the last node of a list.
func (w *worklist) nextListed(ctx context.Context, role int) error {
	stack := w.waiting[role]
	u := stack[len(stack)-1]
	w.waiting[role] = stack[:len(stack)-1]
	return w.next(ctx, role, u)
}

// sweep updates the neighbours of the nodes that wait as bits, in order. No bits of this side are added meanwhile.
func (w *worklist) sweep(ctx context.Context, role int) error {
	w.over[role] = 0
	for u := range w.c.bits[role].All() {
		if err := w.next(ctx, role, graph.Node(u)); err != nil { //nolint:gosec // a node
			return err
		}
	}
	clear(w.c.bits[role])
	return nil
}

// next updates the neighbours of a node of one side.
func (w *worklist) next(ctx context.Context, role int, u graph.Node) (err error) {
	if w.read++; w.read%4096 == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	of, to := w.c.side(role), w.c.side(1-role)
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

// push lets a node wait.
func (w *worklist) push(role int, v graph.Node) {
	if len(w.waiting[role]) < w.room {
		w.waiting[role] = append(w.waiting[role], v)
		return
	}
	w.c.bits[role].Add(int(v))
	w.over[role]++
}

func onesIn(word uint64) int { return bits.OnesCount64(word) }
