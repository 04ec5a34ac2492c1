package distance

import (
	"context"
	"math"

	"weft/graph"
	"weft/graph/alloc"
)

// DiameterOptions of [Diameter].
type DiameterOptions struct {
	graph.Work
	// Labels hold the strong component of each node, from 0 to below Components, however they are numbered.
	Labels     []uint32
	Components int
	// Progress, if not nil, receives the number of searches, and a lower and an upper bound of the diameter, after
	// each search.
	Progress func(searches int, least, most uint32)
	// Save, if not nil, receives the state after each search and each pass of bounds. An error that it returns
	// ends the work.
	Save func(DiameterState) error
	// Resume, if not nil, is the state of earlier work with the same graph and labels; the work continues from
	// there.
	Resume *DiameterState
}

// A Longest is the longest of all shortest paths.
type Longest struct {
	Diameter uint32
	From, To graph.Node // two nodes at that distance
	Searches int        // breadth-first searches and passes of bounds that it took
}

// DiameterBytes is the memory of [Diameter]: 44 bytes a node and 36 a component, beside the labels.
func DiameterBytes(nodes, components int) int64 { return 44*int64(nodes) + 36*int64(components) }

// Diameter returns the exact diameter: the greatest distance over all ordered pairs of nodes with a path from the
// first to the second; 0 without such pairs.
//
// It keeps bounds of two eccentricities of each node: the distance to the farthest node that it reaches
// (forwards), and from the farthest node that reaches it (backwards). A search from a node makes its own
// eccentricity exact, and raises the lower bounds of the visited nodes in the other direction. A pass over all
// arcs lowers the upper bounds of all nodes, by paths through a pivot of each strong component. It ends when no
// upper bound, in either direction, exceeds the greatest distance seen.
//
// Each search, or each group of many small ones, takes a pass over the arcs. Few searches are needed if one end is
// farther away than all others. The worst case is one per node, as in a graph where a few hubs lead everywhere and
// back. wb-cs-stanford takes 50 and hollins 14. cnr-2000, with a chain of components of hundreds of pages, takes
// 900. 100,000 components of five nodes take 10; before small searches were grouped, they had not ended after 770.
// Memory: [DiameterBytes]. The returned pair depends on the graph alone.
//
// Source: Borassi, Crescenzi, Habib, Kosters, Marino and Takes, "Fast diameter and radius BFS-based computation in
// (weakly connected) real-world graphs", TCS 586, 2015: algorithms 1 to 3, for the diameter alone. We depart from
// it in four points. Searches and passes of bounds alternate by their recent use, where the source weighs. The
// bound at the end of an arc is the bound of its end, not of the pivot there. After a search in a component, its
// start is the pivot of the component. And every second search starts half way along the components that gave the
// highest bound.
// Papers: random crawls, §5.2.
func Diameter(ctx context.Context, out, in graph.Random, o DiameterOptions) (*Longest, error) {
	d := &diameter{ctx: ctx, o: o, n: out.NumNodes(), g: [2]graph.Random{out, in}}
	if d.n == 0 {
		return &Longest{}, nil
	}
	if err := d.make(); err != nil {
		return nil, err
	}
	turn, err := 0, error(nil)
	if o.Resume != nil {
		turn, err = d.goOn(o.Resume)
	} else {
		err = d.start()
	}
	if err != nil {
		return nil, err
	}
	for ; !d.known(); turn++ {
		if err := d.turn(turn); err != nil {
			return nil, err
		}
		if err := d.save(turn + 1); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(d.best.Searches, d.best.Diameter, d.most())
		}
	}
	return &d.best, nil
}

// Directions: arcs are followed forwards or backwards.
const (
	forwards = iota
	backwards
)

type diameter struct {
	ctx  context.Context //nolint:containedctx // lives as long as one call
	o    DiameterOptions
	n    int
	g    [2]graph.Random
	best Longest
	// low and high bound the eccentricity of each node in each direction. sum adds up its distances from the
	// starts of searches of the other direction.
	low, high [2][]uint32
	sum       []uint32
	dist      []uint32
	order     []graph.Node
	list      []graph.Node
	last      graph.Node // that was searched from
	seen      int64      // nodes and arcs that searches came by
	bounds    bounds
}

func (d *diameter) make() error {
	m := alloc.Maker{Space: d.o.Space}
	for i := range d.low {
		d.low[i], d.high[i] = alloc.From[uint32](&m, d.n), alloc.From[uint32](&m, d.n)
	}
	d.sum, d.dist, d.order = alloc.From[uint32](&m, d.n), alloc.From[uint32](&m, d.n), alloc.From[graph.Node](&m, d.n)
	if m.Err != nil {
		return m.Err
	}
	for i := range d.high {
		for u := range d.high[i] {
			d.high[i][u] = math.MaxUint32
		}
	}
	for u := range d.dist {
		d.dist[u] = Unreached
	}
	d.order = d.order[:0]
	return d.bounds.make(d)
}

// start searches from the node with the most successors, and then repeatedly from the farthest node, in
// alternating directions: paths from there are long.
func (d *diameter) start() error {
	from, most := graph.Node(0), int64(-1)
	for u := range d.n {
		if k := d.g[forwards].ArcsBefore(u+1) - d.g[forwards].ArcsBefore(u); k > most {
			from, most = graph.Node(u), k
		}
	}
	for i := range 6 {
		d.best.Searches++
		if err := d.search(from, i%2); err != nil {
			return err
		}
		from = d.farthest()
	}
	return d.lower()
}

// farthest returns a node at the greatest distance of the last search, the one with the greatest sum of distances.
func (d *diameter) farthest() graph.Node {
	last := d.order[len(d.order)-1]
	far, best := last, d.sum[last]
	for i := len(d.order) - 1; i >= 0 && d.dist[d.order[i]] == d.dist[last]; i-- {
		if u := d.order[i]; d.sum[u] > best {
			far, best = u, d.sum[u]
		}
	}
	return far
}

// turn does one step to narrow the bounds, in the direction with fewer open nodes.
func (d *diameter) turn(i int) error {
	if i%2 == 1 {
		return d.lower()
	}
	way := forwards
	if d.open(backwards) < d.open(forwards) {
		way = backwards
	}
	u := d.highest(way)
	if i%4 == 0 {
		u = d.bounds.culprit(d, u, way)
	}
	return d.searches(u, way)
}

// searches searches from a node. If it visits few nodes, more searches follow from other open nodes, until a part
// of the graph was visited. Choosing a node and lowering the bounds take passes over all nodes, and each small
// component needs a search of its own. All of it counts as one search.
func (d *diameter) searches(from graph.Node, way int) error {
	d.best.Searches++
	d.seen = 0
	if err := d.search(from, way); err != nil {
		return err
	}
	enough := (int64(d.n) + d.g[way].NumArcs()) / searchShare
	for u := 0; u < d.n && d.seen < enough; u++ {
		if d.high[way][u] <= d.best.Diameter {
			continue
		}
		if err := d.search(graph.Node(u), way); err != nil {
			return err
		}
	}
	d.last = from
	return nil
}

// searchShare: small searches follow each other until they have seen the graph divided by this, so that a turn takes
// little longer for them.
const searchShare = 4

// open counts the nodes that may be farther from something than what was seen.
func (d *diameter) open(way int) (n int) {
	for _, h := range d.high[way] {
		if h > d.best.Diameter {
			n++
		}
	}
	return n
}

// highest returns the node with the highest upper bound; of several, the one with the greatest lower bound.
func (d *diameter) highest(way int) graph.Node {
	best := 0
	for u, h := range d.high[way] {
		if b := d.high[way][best]; h > b || h == b && d.low[way][u] > d.low[way][best] {
			best = u
		}
	}
	return graph.Node(best)
}

// known says whether no bound, forwards or backwards, is above what was seen.
func (d *diameter) known() bool { return d.most() <= d.best.Diameter }

// most is an upper bound of the diameter.
func (d *diameter) most() uint32 {
	least := uint32(math.MaxUint32)
	for way := range d.high {
		greatest := uint32(0)
		for _, h := range d.high[way] {
			greatest = max(greatest, h)
		}
		least = min(least, greatest)
	}
	return least
}

// search goes from a node, whose eccentricity is then known, and raises the lower bounds of the others in the other direction.
func (d *diameter) search(from graph.Node, way int) error {
	d.forget()
	d.dist[from], d.last = 0, from
	d.order = append(d.order, from)
	low := d.low[1-way]
	for i := 0; i < len(d.order); i++ {
		if i&0xffff == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		u := d.order[i]
		next := d.dist[u] + 1
		list, err := d.successors(way, u)
		if err != nil {
			return err
		}
		for _, v := range list {
			if d.dist[v] == Unreached {
				d.dist[v] = next
				d.order = append(d.order, v)
			}
		}
		d.seen += 1 + int64(len(list))
		low[u] = max(low[u], next-1)
		d.sum[u] += next - 1
	}
	last := d.order[len(d.order)-1]
	far := d.dist[last]
	d.low[way][from], d.high[way][from] = far, far
	if far > d.best.Diameter {
		d.best.Diameter, d.best.From, d.best.To = far, from, last
		if way == backwards {
			d.best.From, d.best.To = last, from
		}
	}
	return nil
}

// forget takes back the distances of the last search: one by one if it came by few.
func (d *diameter) forget() {
	if len(d.order) > d.n/16 {
		for u := range d.dist {
			d.dist[u] = Unreached
		}
	} else {
		for _, u := range d.order {
			d.dist[u] = Unreached
		}
	}
	d.order = d.order[:0]
}

// successors returns the list of u in a direction, lent until the next call.
func (d *diameter) successors(way int, u graph.Node) (list []graph.Node, err error) {
	if m, ok := d.g[way].(*graph.Memory); ok {
		return m.Succ(u), nil
	}
	d.list, err = d.g[way].AppendSucc(d.list[:0], u)
	return d.list, err
}
