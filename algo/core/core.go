package core

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
	"weft/internal/par"
)

// A Shape is the shape of a clique: Fans pages that each link to all of Centers pages, i and j in the literature.
// Both are from 1 to [MaxSize].
//
//json:object shape
type Shape struct {
	Fans    int `json:"i"` // fans of a clique
	Centers int `json:"j"` // centers of a clique
}

// MaxSize is the most fans and the most centers that a shape can have.
const MaxSize = counted - 1

// counted is where the counts of a byte end: it stands for as many, or more.
const counted = math.MaxUint8

// Options say how cores are found. The zero value leaves out what has 50 links or more, and holds nothing.
type Options struct {
	graph.Work
	// MaxDegree is from how many links on pages are left out; 0 stands for 50, less than 0 for no bound.
	MaxDegree int
	// Held is the maximum memory, in bytes of heap, for the links of a core or for copies of the live part of the
	// graph, beside [Bytes].
	Held int64
	// Aside, if not nil, is where [SharedBytes] are kept, which are gone through in order; otherwise in the space of
	// the other arrays.
	Aside alloc.Space
	// Steps bounds the search for a clique of one fan; 0 stands for 2^24. A search that ends by it is counted.
	Steps int64
	// Note, if not nil, receives the name of the work, its progress and its total.
	Note func(what string, done, total int64)

	// Sharing lets [Core.Each] resume the search for shared centers.
	Sharing Keep[SharedState]

	room  int // maximum number of nodes that wait in a list; 0 stands for the result of waiting
	block int // fans that are searched before their results are taken; 0 stands for blockFans
	chunk int // fans whose sharing one worker computes at a time; 0 stands for chunkShared
}

func (o *Options) setDefaults() {
	if o.MaxDegree == 0 {
		o.MaxDegree = 50
	}
	if o.MaxDegree < 0 {
		o.MaxDegree = math.MaxInt
	}
	if o.Steps == 0 {
		o.Steps = 1 << 24
	}
	if o.block == 0 {
		o.block = blockFans
	}
	if o.chunk == 0 {
		o.chunk = chunkShared
	}
}

func (o *Options) tell(what string, done, total int) {
	if o.Note != nil {
		o.Note(what, int64(done), int64(total))
	}
}

// A Core is the result of peeling: its fans and its centers, and the links between them.
type Core struct {
	Shape
	o     Options
	fans  side
	heads side         // the centers
	ids   []graph.Node // what its nodes are called in the whole graph; nil: the same
	// border has the nodes of the whole graph with a link to them and no link from them.
	border bitset.Set
	cost   Cost
	// bits are two sets of nodes per role. During peeling they hold the fans and centers that left while the lists
	// of waiting nodes were full, and whose neighbours were not updated. While fans are searched, they hold the
	// live nodes, because bits stay in the caches better than bytes. Otherwise they are nil.
	bits   [2]bitset.Set
	shared *sharing // nil if only few shapes are wanted, or before it is computed
}

// A side is one of the two roles.
type side struct {
	g    graph.Random // its links to the other side, and more
	live []uint8      // of each node, the number of its live links; 0 if it does not have the role
	need int
}

// A Cost counts the reads of peeling.
//
//json:object cost of peeling
type Cost struct {
	Passes int   `json:"passes"` // passes over the graph or its transpose
	Lists  int64 `json:"lists"`  // lists that were read individually
}

// Bytes returns the memory for a graph of n nodes: arrays for the core, and heap for the worklist and the states
// of a search.
func Bytes(n int) (arrays, heap int64) {
	return 2*int64(n) + 3*(int64(n)/8+8), 32*int64(waiting(n)) + int64(n)/4 + 16
}

// waiting returns the maximum number of removed nodes in the list of either side. Further ones are stored as bits.
func waiting(n int) int { return max(1024, n/256) }

// room is how many nodes wait in a list at most.
func (c *Core) room() int {
	if c.o.room > 0 {
		return c.o.room
	}
	return waiting(len(c.fans.live))
}

// check refuses what cannot be.
func check(out, in graph.Random, s Shape) error {
	if s.Fans < 1 || s.Centers < 1 || s.Fans > MaxSize || s.Centers > MaxSize {
		return fmt.Errorf("cores of %d fans and %d centers: want from 1 to %d of each", s.Fans, s.Centers, MaxSize)
	}
	if out.NumNodes() != in.NumNodes() {
		return fmt.Errorf("cores: the transpose has %d pages, the graph %d", in.NumNodes(), out.NumNodes())
	}
	return nil
}

// newCore makes room.
func newCore(out, in graph.Random, o Options) (*Core, error) {
	n := out.NumNodes()
	m := alloc.Maker{Space: o.Space}
	c := &Core{o: o, fans: side{g: out, live: alloc.From[uint8](&m, n)}, heads: side{g: in, live: alloc.From[uint8](&m, n)}}
	c.border = alloc.From[uint64](&m, (n+63)/64)
	c.bits = [2]bitset.Set{alloc.From[uint64](&m, (n+63)/64), alloc.From[uint64](&m, (n+63)/64)}
	return c, m.Err
}

// name returns the number of a node in the whole graph.
func (c *Core) name(u graph.Node) graph.Node {
	if c.ids == nil {
		return u
	}
	return c.ids[u]
}

// Live says whether a page of the whole graph is a fan, and whether it is a center. It is for a core whose links are not held.
func (c *Core) Live(u graph.Node) (fan, center bool) {
	return c.fans.live[u] != 0, c.heads.live[u] != 0
}

// A Left describes what peeling left and removed.
//
//json:object core
type Left struct {
	Fans    int     `json:"fans"`           // fans
	Centers int     `json:"centers"`        // centers
	Pages   int     `json:"pages"`          // pages that are fans, centers or both
	Arcs    int64   `json:"arcs"`           // arcs from fans to centers
	Degree  float64 `json:"mean_degree"`    // `arcs` / `pages`; 0 without pages
	Removed int     `json:"removed"`        // pages outside the core
	Border  int     `json:"removed_border"` // removed pages with one arc in and none out
}

// Cost returns the reads of peeling so far.
func (c *Core) Cost() Cost { return c.cost }

// SearchBytes bounds what the search for cliques of a shape takes of the heap, where lists are of fewer than maxDegree nodes.
func SearchBytes(s Shape, maxDegree, workers int) int64 {
	d := int64(maxDegree)
	pairs := d * d
	others := pairs / int64(s.Centers)
	mask := (d + 63) / 64 * 8
	finder := 9*pairs*(8+12)/4 + 16*pairs + 9*others*(mask+4+4*int64(s.Centers+1))/4 + 64*d
	outcome := 64 + 4*int64(s.Fans+s.Centers)
	return int64(par.Workers(workers)+1)*finder + blockFans*outcome
}

// Left describes what is left of a graph of n nodes.
func (c *Core) Left(ctx context.Context, n int) (l Left, err error) {
	for _, word := range c.border {
		l.Border += onesIn(word)
	}
	for u, fans := range c.fans.live {
		heads := c.heads.live[u]
		if fans > 0 {
			l.Fans++
			l.Arcs += int64(fans)
		}
		if heads > 0 {
			l.Centers++
		}
		if fans > 0 || heads > 0 {
			l.Pages++
			if c.border.Has(int(c.name(graph.Node(u)))) {
				l.Border--
			}
		}
	}
	if c.o.MaxDegree > counted {
		l.Arcs, err = c.arcs(ctx)
	}
	if l.Removed = n - l.Pages; l.Pages > 0 {
		l.Degree = float64(l.Arcs) / float64(l.Pages)
	}
	return l, err
}
