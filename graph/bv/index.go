package bv

import (
	"fmt"
	"sync"

	"weft/graph"
	"weft/graph/bitcode"
	"weft/internal/corrupt"
	"weft/internal/ef"
)

// coarseBits says of how many nodes a coarse index tells one: 2 to the power of it.
const coarseBits = 6

// Coarse returns the same graph with a smaller index of its own. It has the start of the list, and the number of
// arcs before it, of one node in 64: about ⅔ of a bit a node. This is enough to cut a graph into parts and to read
// these in order. For other nodes, it reads up to 63 codes of the offsets, or as many outdegrees, in a fraction of
// a microsecond. For a graph without offsets, the index has every node. Close g, not the result, when both are no
// longer read.
func (g *Graph) Coarse() *Graph { return g.withIndex(g.HasOffsets()) }

// Fine returns the same graph with an index of its own of every node, as from [Open]; or g itself, if its index
// has every node.
func (g *Graph) Fine() *Graph {
	if !g.coarse {
		return g
	}
	return g.withIndex(false)
}

func (g *Graph) withIndex(coarse bool) *Graph {
	same := &Graph{props: g.props, data: g.data, offData: g.offData, name: g.name, guards: g.guards, checked: g.checked, coarse: coarse}
	same.offsets, same.arcs = sync.OnceValues(same.buildOffsets), sync.OnceValues(same.buildArcs)
	return same
}

// HasOffsets says whether there are offsets beside the graph, so that its index is built without decoding it.
func (g *Graph) HasOffsets() bool { return len(g.offData) > 0 }

// IndexBytes is the memory that the index takes, as the comments on Graph and Coarse say it.
func (g *Graph) IndexBytes() int64 {
	n, offsets, arcs := g.NumNodes(), int64(len(g.data))*8, g.NumArcs()
	if !g.coarse {
		return ef.Bytes(n+1, offsets) + ef.Bytes(n+1, arcs)
	}
	few := n>>coarseBits + 1
	return ef.Bytes(few, offsets) + ef.Bytes(few, int64(len(g.offData))*8) + ef.Bytes(few, arcs)
}

// places say where the lists of a graph begin, in bits, and where the last one ends.
type places struct {
	starts *ef.List
	codes  *ef.List       // position of the next code after the start, for every 64th node; nil if starts has every node
	r      bitcode.Reader // of the codes
	code   bitcode.Code
}

// find returns where the list of node u begins, and for before its place in the index.
func (p *places) find(u int) (at, place uint64) {
	if p.codes == nil {
		return p.starts.Find(u)
	}
	w := p.from(u)
	for w.u <= u {
		at = w.next()
	}
	return at, 0
}

// before is find(u−back), given the place of u in the index.
func (p *places) before(u, back int, place uint64) (at, before uint64) {
	if p.codes == nil {
		return p.starts.Before(u, back, place)
	}
	return p.find(u - back)
}

// from returns a walk over the starts of lists, beginning with node u or a few nodes before it.
func (p *places) from(u int) placesWalk {
	if p.codes == nil {
		return placesWalk{p: p, u: u}
	}
	first := u >> coarseBits
	w := placesWalk{p: p, u: first << coarseBits, at: p.starts.Get(first), r: p.r}
	w.r.Seek(p.codes.Get(first))
	return w
}

// A placesWalk goes from list to list.
type placesWalk struct {
	p  *places
	u  int            // the next one
	at uint64         // where it begins
	r  bitcode.Reader // of the codes after its own
}

// next returns the start of the list of w.u, and advances w.
func (w *placesWalk) next() uint64 {
	w.u++
	if w.p.codes == nil {
		return w.p.starts.Get(w.u - 1)
	}
	at := w.at
	w.at += w.r.Code(w.p.code)
	return at
}

// every says of one node in how many the index tells.
func (g *Graph) every() int {
	if g.coarse {
		return 1 << coarseBits
	}
	return 1
}

// buildOffsets decodes the offsets, or finds them by decoding the graph.
func (g *Graph) buildOffsets() (*places, error) {
	if err := g.checked(); err != nil {
		return nil, err
	}
	if !g.HasOffsets() {
		return g.findOffsets()
	}
	if g.guards != nil {
		if err := g.guards.offsets.All(); err != nil {
			return nil, err
		}
	}
	p, pos, err := g.decodeOffsets()
	if err != nil {
		return nil, err
	}
	if err := g.checkEnd(pos); err != nil {
		return nil, fmt.Errorf("offsets: %w", err)
	}
	return p, g.checkOffsets(p.r.Pos())
}

// decodeOffsets reads all offsets, and returns the last of them, too.
func (g *Graph) decodeOffsets() (*places, uint64, error) {
	n, every, end := g.NumNodes(), g.every(), uint64(len(g.data))*8
	p := &places{r: bitcode.NewReader(g.offData), code: g.props.Options.Codes.Offset}
	starts, pos := ef.NewBuilder(n/every+1, end), uint64(0)
	var codes *ef.Builder
	if g.coarse {
		codes = ef.NewBuilder(n/every+1, uint64(len(g.offData))*8)
		p.codes = codes.List()
	}
	for u := range n + 1 {
		length := p.r.Code(p.code)
		if p.r.Overrun() {
			return nil, 0, corrupt.Errorf("%s: the offsets end at node %d of %d", g.name, u, n)
		}
		if length > end-pos {
			return nil, 0, corrupt.Errorf("%s: the offsets put node %d at bit %d, beyond the graph", g.name, u, pos+length)
		}
		pos += length
		if u%every == 0 {
			starts.Add(pos)
		}
		if codes != nil && u%every == 0 {
			codes.Add(p.r.Pos())
		}
	}
	p.starts = starts.List()
	return p, pos, nil
}

// TryOffsets decodes the offsets, if there are any, and discards them. It returns an error if they are damaged, or
// belong to another graph.
func (g *Graph) TryOffsets() error {
	if len(g.offData) == 0 {
		return nil
	}
	_, err := g.buildOffsets()
	return err
}

func (g *Graph) findOffsets() (*places, error) {
	b := ef.NewBuilder(g.NumNodes()+1, uint64(len(g.data))*8)
	b.Add(0)
	c := g.scan(graph.Everything(g))
	for c.Next() {
		b.Add(c.d.r.Pos())
	}
	return &places{starts: b.List()}, c.err
}

// buildArcs sums up the outdegrees.
func (g *Graph) buildArcs() (*ef.List, error) {
	offsets, err := g.offsets()
	if err != nil {
		return nil, err
	}
	n, every, all := g.NumNodes(), g.every(), uint64(g.NumArcs())
	b := ef.NewBuilder(n/every+1, all)
	d, walk, sum := newDecoder(g.data, &g.props), offsets.from(0), uint64(0)
	for u := range n {
		if u%every == 0 {
			b.Add(sum)
		}
		d.r.Seek(walk.next())
		degree := d.r.Code(d.codes.Outdegree)
		if d.r.Overrun() || degree > all-sum {
			return nil, corrupt.Errorf("%s: node %d: the outdegrees add up to more than %d arcs", g.name, u, g.NumArcs())
		}
		sum += degree
	}
	if n%every == 0 {
		b.Add(sum)
	}
	return b.List(), nil
}

// Index builds the indexes of random access, so that an error in them is seen here and not later.
func (g *Graph) Index() error {
	_, err := g.arcs()
	return err
}

// ArcsBefore returns the number of arcs that leave nodes v < u; arcs spread evenly if the graph is damaged, which
// every scan then tells.
func (g *Graph) ArcsBefore(u int) int64 {
	arcs, err := g.arcs()
	if err != nil {
		return int64(float64(g.NumArcs()) / float64(g.NumNodes()) * float64(u))
	}
	if !g.coarse {
		return int64(arcs.Get(u))
	}
	return g.sumArcs(arcs, u)
}

// sumArcs is ArcsBefore by a coarse index, whose offsets are known.
func (g *Graph) sumArcs(arcs *ef.List, u int) int64 {
	sum := arcs.Get(u >> coarseBits)
	offsets, err := g.offsets()
	if err != nil || u&(1<<coarseBits-1) == 0 {
		return int64(sum)
	}
	r := newReader(g.data, &g.props)
	for walk := offsets.from(u); walk.u < u; {
		r.Seek(walk.next())
		sum += r.Code(g.props.Options.Codes.Outdegree)
	}
	return int64(sum)
}
