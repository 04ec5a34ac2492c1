package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/extsort"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/internal/splitmix"
)

// Weights of arcs are two vectors, one in the order of the graph and one in the order of its transpose. So rankings,
// which read the transpose, read weights in order, too: they need neither an index of the arcs nor memory for them.

// WeightsKept counts the weights that WriteWeights wrote.
type WeightsKept struct {
	Arcs     int64 // arcs with a weight: all
	Joined   int64 // weights that were added to the weight of an equal arc
	Negative int64 // arcs with a weight below 0
}

// WriteWeights writes the weights of the arcs of the graph and of its transpose, which were written before. Arcs that
// are not in the graph are skipped, as arcs of ghosts are left out. memory bounds the sorter of the transpose.
func (d *Draft) WriteWeights(it *extsort.WeightIterator, memory int64) (WeightsKept, error) {
	d.Note("writing weights", 0, 0)
	back := extsort.NewWeights(extsort.Options{Memory: memory, Dir: d.dir})
	defer back.Close() //nolint:errcheck // a scratch file
	k := WeightsKept{}
	err := d.writeWeights(GraphBase, WeightsFile, it, func(u, v uint32, weight float64) error {
		k.Arcs++
		k.Joined += it.Count() - 1
		if weight < 0 {
			k.Negative++
		}
		return back.Add(v, u, weight)
	})
	if err != nil {
		return k, err
	}
	turned, err := back.Sort()
	if err != nil {
		return k, err
	}
	return k, d.writeWeights(TransposeBase, BackWeights, turned, func(uint32, uint32, float64) error { return nil })
}

// writeWeights writes the weights of a graph in the order of its arcs, and calls see with each.
func (d *Draft) writeWeights(base, file string, it *extsort.WeightIterator, see func(u, v uint32, weight float64) error) error {
	g, err := bv.Open(d.Path(base))
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	out, err := atomicfile.Create(d.Path(file))
	if err != nil {
		return err
	}
	defer out.Abort()
	w := bufio.NewWriterSize(out, 1<<16)
	w.Write(npy.Header[float64](int(g.NumArcs()))) //nolint:errcheck // Flush reports it
	var buf [8]byte
	cur := g.Scan(graph.Everything(g))
	for u, succ := range graph.Lists(cur) {
		if err := d.Pass("writing weights", int(u), g.NumNodes()); err != nil {
			return err
		}
		for _, v := range succ {
			weight, ok := it.Find(uint32(u), uint32(v))
			switch {
			case it.Err() != nil:
				return it.Err()
			case !ok:
				return fmt.Errorf("the arc %d → %d has no weight", u, v)
			case math.IsInf(weight, 0) || math.IsNaN(weight):
				return fmt.Errorf("the weights of arcs that come several times are added up: of the arc %d → %d the sum is beyond the largest number", u, v)
			}
			binary.LittleEndian.PutUint64(buf[:], math.Float64bits(weight))
			w.Write(buf[:]) //nolint:errcheck // Flush reports it
			if err := see(uint32(u), uint32(v), weight); err != nil {
				return err
			}
		}
	}
	if err := errors.Join(cur.Err(), w.Flush()); err != nil {
		return err
	}
	return out.Commit()
}

// HasWeights reports whether the crawl has a weight for each arc.
func (c *Crawl) HasWeights() bool {
	if c.Manifest == nil {
		return false
	}
	_, ok := c.Manifest.Files[WeightsFile]
	return ok
}

// WeightsNote counts arcs whose weights a crawl that is made of others lacks.
const WeightsNote = "arcs of the source with weights, which are left out"

// LeaveWeights counts the arcs with weights of the crawls that another one is made of, in the notes of its step. It makes
// notes if there are none.
func LeaveWeights(notes map[string]int64, of ...*Crawl) map[string]int64 {
	for _, c := range of {
		if c == nil || !c.HasWeights() {
			continue
		}
		if notes == nil {
			notes = map[string]int64{}
		}
		notes[WeightsNote] += c.Graph().NumArcs()
	}
	return notes
}

// ErrNoWeights says that a crawl has no weights of arcs.
var ErrNoWeights = option.Errorf("the crawl has no weights of arcs: an import keeps them with {weights}")

// ScanWeights returns a cursor over the arcs of all kinds with their weights.
func (c *Crawl) ScanWeights(r graph.Range) (graph.WeightCursor, error) {
	g, err := c.weighted(c.graph, nil, WeightsFile, allArcs(c.graph))
	if err != nil {
		return nil, err
	}
	return g.ScanWeights(r), nil
}

// Weighted returns the arcs of the view and their transpose, with their weights. Lists are decoded in each pass,
// whatever the form of the view. Filters have no weights.
func (v *View) Weighted() (out, in graph.Weighted, err error) {
	if v.Filter != "" {
		return nil, nil, fmt.Errorf("weights of arcs are not known of the view %s", v.Filter)
	}
	c := v.c
	if out, err = c.weighted(v.indexed(c.graph), c.kinds, WeightsFile, wanted{v.Kinds, v.arcs}); err != nil {
		return nil, nil, err
	}
	in, err = c.weighted(v.indexed(c.back()), c.backKinds, BackWeights, wanted{v.Kinds, v.arcs})
	return out, in, err
}

// wanted are kinds of arcs, and how many arcs a crawl has of them.
type wanted struct {
	kinds kinds.Set
	arcs  int64
}

func allArcs(g *bv.Graph) wanted { return wanted{kinds.All, g.NumArcs()} }

// weighted returns the arcs of some kinds of a graph with their weights. The vector is opened at the first use, as its
// blocks are compared with their checksums then.
func (c *Crawl) weighted(g *bv.Graph, p *perList, file string, want wanted) (*weighted, error) {
	if !c.HasWeights() {
		return nil, fmt.Errorf("%s: %w", c.Path, ErrNoWeights)
	}
	values, err := keep(c, npy.Open[float64], file)
	if err != nil {
		return nil, err
	}
	if int64(len(values.Values)) != g.NumArcs() {
		return nil, corrupt.Errorf("%s: %s has %d weights for %d arcs", c.Path, file, len(values.Values), g.NumArcs())
	}
	w := &weighted{Random: g, full: g, weights: values.Values}
	if c.hides(p, want.kinds, want.arcs) {
		w.Random, w.kinds, w.want = newOfKinds(g, p, want.kinds, want.arcs), p, want.kinds
	}
	return w, nil
}

// weighted is a graph with weights.
type weighted struct {
	graph.Random           // the arcs of the wanted kinds
	full         *bv.Graph // all arcs
	weights      []float64 // of them
	kinds        *perList
	want         kinds.Set // 0 if all are wanted
}

// ScanWeights implements graph.Weighted.
func (w *weighted) ScanWeights(r graph.Range) graph.WeightCursor {
	c := &weightCursor{weights: w.weights[min(w.full.ArcsBefore(r.Lo), int64(len(w.weights))):], want: w.want}
	if w.want == 0 {
		c.Cursor = w.full.Scan(r)
		return c
	}
	c.kinded = newKindCursor(w.full, w.kinds, r)
	c.Cursor = c.kinded
	return c
}

type weightCursor struct {
	graph.Cursor
	kinded  *kindCursor
	want    kinds.Set
	weights []float64 // of the arcs that are still to come
	succ    []graph.Node
	room    []graph.Node // for succ
	of      []float64
	err     error
}

func (c *weightCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	c.succ = c.Cursor.Succ()
	if len(c.succ) > len(c.weights) {
		c.err = corrupt.Errorf("page %d: there are more arcs than weights", c.Node())
		return false
	}
	all := c.weights[:len(c.succ)]
	c.weights = c.weights[len(c.succ):]
	if c.kinded == nil {
		c.of = all
		return true
	}
	c.room, c.of = c.room[:0], c.of[:0]
	for i, k := range c.kinded.Kinds() {
		if k&c.want != 0 {
			c.room, c.of = append(c.room, c.succ[i]), append(c.of, all[i])
		}
	}
	c.succ = c.room
	return true
}

func (c *weightCursor) Succ() []graph.Node { return c.succ }

func (c *weightCursor) Weights() []float64 { return c.of }

func (c *weightCursor) Err() error { return errors.Join(c.err, c.Cursor.Err()) }

// verifyWeights compares the weights of the graph and of its transpose.
func (c *Crawl) verifyWeights(note func(string)) error {
	if !c.HasWeights() {
		return nil
	}
	note("every weight")
	out, err := c.sumWeights(c.graph, WeightsFile, false)
	if err != nil {
		return err
	}
	in, err := c.sumWeights(c.back(), BackWeights, true)
	if err == nil && in != out {
		err = corrupt.Errorf("%s: graph and transpose have different weights", c.Path)
	}
	return err
}

// sumWeights returns a number that two graphs with the same weights share, one of them turned round.
func (c *Crawl) sumWeights(g *bv.Graph, file string, turned bool) (sum uint64, err error) {
	w, err := c.weighted(g, nil, file, allArcs(g))
	if err != nil {
		return 0, err
	}
	cur := w.ScanWeights(graph.Everything(g))
	for cur.Next() {
		for i, v := range cur.Succ() {
			x, u := cur.Weights()[i], cur.Node()
			if math.IsInf(x, 0) || math.IsNaN(x) {
				return 0, corrupt.Errorf("%s: %s: the weight of the arc %d → %d is %v", c.Path, file, u, v, x)
			}
			if turned {
				u, v = v, u
			}
			sum += splitmix.Mix(splitmix.Mix(uint64(u)<<32|uint64(v)) ^ math.Float64bits(x))
		}
	}
	return sum, cur.Err()
}
