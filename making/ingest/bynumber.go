package ingest

import (
	"errors"
	"fmt"
	"strconv"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/store"
	"weft/web/weburl"
)

// addArc adds an arc between numbered pages, with its kinds.
func (as *assembly) addArc(u, v uint32, k kinds.Set) error {
	if err := as.weighArc(u, v); err != nil {
		return err
	}
	if k == kinds.Link {
		return as.arcs.Add(u, v, 0)
	}
	if as.kinded == nil {
		as.kinded = extsort.New(extsort.Options{Memory: as.memory() / 5, Dir: as.draft.Dir(), Labels: extsort.Union})
	}
	return as.kinded.Add(u, v, k.Label())
}

// joinKinds puts all arcs between numbered pages into one sorter, which has kinds if some arcs are no plain links.
func (as *assembly) joinKinds() error {
	if as.kinded == nil {
		return nil
	}
	it, err := as.arcs.Sort()
	if err != nil {
		return err
	}
	for it.Next() {
		if err := as.kinded.Add(it.From(), it.To(), kinds.Link.Label()); err != nil {
			return err
		}
	}
	plain := as.arcs
	as.arcs, as.kinded, as.labelled = as.kinded, nil, true
	return errors.Join(it.Err(), plain.Close())
}

// labelOf returns the label of an arc that a sorter of numbered pages hands out.
func (as *assembly) labelOf(it *extsort.Iterator) uint32 {
	if as.labelled {
		return it.Label()
	}
	return kinds.Link.Label()
}

// eachLoose calls f with the arcs that were given by number, with their labels.
func (as *assembly) eachLoose(f func(u, v uint64, label uint32, offset int64) error) error {
	if as.loose != nil {
		err := as.loose.each(0, as.loose.size, 3, func(a []uint64) error { return f(a[0], a[1], kinds.Link.Label(), int64(a[2])) })
		if err != nil {
			return err
		}
	}
	if err := as.weigher.eachLooseWeighted(f); err != nil || as.looseKinds == nil {
		return err
	}
	return as.looseKinds.each(0, as.looseKinds.size, 3, func(a []uint64) error {
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// labelBits is the size of the label of an arc.
const labelBits = 16

// compact makes the numbers of pages their names.
func (as *assembly) compact() error {
	it, err := as.arcs.Sort()
	if err != nil {
		return err
	}
	arcs := as.arcs
	as.arcs = nil
	defer arcs.Close() //nolint:errcheck // a scratch file
	weigh, err := as.numberedWeights()
	if err != nil {
		return err
	}
	return as.named(func() error {
		for it.Next() {
			if err := weigh(it.From(), it.To()); err != nil {
				return err
			}
			if err := as.arcCalled(it.From(), it.To(), as.labelOf(it)); err != nil {
				return err
			}
		}
		if err := it.Err(); err != nil || as.lone == nil {
			return err
		}
		return as.lone.each(0, as.lone.size, 1, func(v []uint64) error {
			as.pageCalled(uint32(v[0])) //nolint:gosec // it was one
			return as.col.room()
		})
	})
}

// lonePage keeps the number of a page that is there, be it with arcs or not.
func (as *assembly) lonePage(n uint32) error {
	as.lones++
	return as.spoolTo(&as.lone, uint64(n))
}

// arcCalled adds an arc between pages whose names are numbers.
func (as *assembly) arcCalled(u, v, label uint32) error {
	as.col.labelled(as.pageCalled(u), as.pageCalled(v), label)
	return as.col.room()
}

// pageCalled returns the page whose name is a number.
func (as *assembly) pageCalled(n uint32) uint32 {
	if !as.compacted {
		as.compacted, as.met = true, make(bitset.Set, len(as.fetched))
	}
	s := as.listedState()
	if said, ok := as.stateSaid(int(n)); ok {
		s = said
	}
	if as.fetched.Has(int(n)) {
		s = page.Fetched
		as.met.Add(int(n))
	}
	as.key = weburl.AppendOpaqueKey(as.key[:0], strconv.AppendUint(as.digits[:0], uint64(n), 10))
	return as.col.page(as.key, stateOf(s, true))
}

// numberedArcs returns the number of pages, and a function that iterates over the arcs.
func (as *assembly) numberedArcs() (n int, arcs func(f func(u, v, label uint32) error) error, err error) {
	if as.graph == "" {
		if as.arcs == nil {
			as.arcs = extsort.New(extsort.Options{Dir: as.draft.Dir()})
		}
		n, err = as.countPages(int(as.numPages))
		sorted := as.arcs
		as.arcs = nil
		as.closeNumbered = sorted.Close
		return n, func(f func(u, v, label uint32) error) error {
			it, err := sorted.Sort()
			if err != nil {
				return err
			}
			weigh, err := as.numberedWeights()
			for err == nil && it.Next() {
				if err = weigh(it.From(), it.To()); err == nil {
					err = f(it.From(), it.To(), as.labelOf(it))
				}
			}
			if err == nil {
				err = it.Err()
			}
			return err
		}, err
	}
	g, err := bv.Open(as.graph)
	if err != nil {
		return 0, nil, err
	}
	as.inputs = append(as.inputs, graphInput(as.graph, g))
	as.tally.Records += int64(g.NumNodes())
	as.graph = ""
	as.closeNumbered = g.Close
	n, err = as.countPages(g.NumNodes())
	return n, func(f func(u, v, label uint32) error) error {
		cur := g.Scan(graph.Everything(g))
		for u, succ := range graph.Lists(cur) {
			for _, v := range succ {
				if err := f(uint32(u), uint32(v), kinds.Link.Label()); err != nil {
					return err
				}
			}
		}
		return cur.Err()
	}, err
}

// Numbers are sparse if there are more than sparseLeast and fewer than one in sparseShare can be a page's.
const (
	sparseLeast = 1 << 20
	sparseShare = 8
)

// isSparse says whether of the numbers up to most so few are of pages that they are names rather than positions.
func isSparse(most uint32, pages int64) bool {
	return most > sparseLeast && int64(most) > sparseShare*pages
}

const sparseNote = "pages with large numbers that have gaps: each is called by its number, and numbered anew"

func graphInput(base string, g *bv.Graph) store.Input {
	return store.Input{Path: base, Format: BVGraph.String(), ReadAs: BVGraph.String(), Bytes: (g.SizeBits() + 7) / 8, Records: int64(g.NumNodes())}
}

// weighArc keeps the weight of an arc between numbered pages.
func (as *assembly) weighArc(u, v uint32) error {
	if as.weigher == nil {
		return nil
	}
	if as.weigher.byNumber == nil {
		as.weigher.byNumber = as.newWeights()
	}
	return as.weigher.byNumber.Add(u, v, as.weigher.take())
}

// newWeights returns a sorter of weights; nil if they are not kept. It takes as much memory as links of other kinds.
func (as *assembly) newWeights() *extsort.Weights {
	if as.weigher == nil {
		return nil
	}
	return extsort.NewWeights(extsort.Options{Memory: as.memory() / 5, Dir: as.draft.Dir()})
}

// numberedWeights returns a function that sets the weight of the next arcs, for arcs by number in order; without the
// option it does nothing.
func (as *assembly) numberedWeights() (of func(u, v uint32) error, err error) {
	if as.weigher == nil || as.weigher.byNumber == nil {
		return func(uint32, uint32) error { return nil }, nil
	}
	it, err := as.weigher.byNumber.Sort()
	return func(u, v uint32) error {
		var ok bool
		if as.weigher.next, ok = it.Find(u, v); !ok {
			return errors.Join(it.Err(), fmt.Errorf("the arc %d → %d has no weight", u, v))
		}
		return nil
	}, err
}

// looseArc keeps an arc between pages whose names may come later, with its kinds. The offset is its place in the input.
func (as *assembly) looseArc(u, v uint32, k kinds.Set, offset int64) error {
	return as.looseLabelled(u, v, k.Label(), offset)
}

func (as *assembly) looseLabelled(u, v, label uint32, offset int64) error {
	switch {
	case as.weigher != nil:
		w := as.weigher
		return as.spoolTo(&w.loose, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(offset), bitsOf(w.take())) //nolint:gosec // not below 0
	case label == kinds.Link.Label():
		return as.spoolTo(&as.loose, uint64(u), uint64(v), uint64(offset)) //nolint:gosec // not below 0
	}
	return as.spoolTo(&as.looseKinds, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(offset)) //nolint:gosec // not below 0
}
