package assemble

import (
	"errors"
	"strconv"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/web/weburl"
)

// AddArc adds an arc between numbered pages, with its kinds.
func (as *Assembly) AddArc(u, v uint32, k kinds.Set) error {
	if err := as.weighArc(u, v); err != nil {
		return err
	}
	if k == kinds.Link {
		return as.Arcs.Add(u, v, 0)
	}
	if as.kinded == nil {
		as.kinded = extsort.New(extsort.Options{Memory: as.Memory() / 5, Dir: as.Draft.Dir(), Labels: extsort.Union})
	}
	return as.kinded.Add(u, v, k.Label())
}

// JoinKinds puts all arcs between numbered pages into one sorter. It keeps kinds if some arcs are not plain links.
func (as *Assembly) JoinKinds() error {
	if as.kinded == nil {
		return nil
	}
	it, err := as.Arcs.Sort()
	if err != nil {
		return err
	}
	for it.Next() {
		if err := as.kinded.Add(it.From(), it.To(), kinds.Link.Label()); err != nil {
			return err
		}
	}
	plain := as.Arcs
	as.Arcs, as.kinded, as.labelled = as.kinded, nil, true
	return errors.Join(it.Err(), plain.Close())
}

// labelOf returns the label of an arc that a sorter of numbered pages hands out.
func (as *Assembly) labelOf(it *extsort.Iterator) uint32 {
	if as.labelled {
		return it.Label()
	}
	return kinds.Link.Label()
}

// LonePage keeps the number of a page that is there, be it with arcs or not.
func (as *Assembly) LonePage(n uint32) error {
	as.Lones++
	return as.spoolTo(&as.lone, uint64(n))
}

// LooseArc keeps an arc between pages whose names may come later, with its kinds. The offset is its place in the input.
func (as *Assembly) LooseArc(u, v uint32, k kinds.Set, offset int64) error {
	return as.LooseLabelled(u, v, k.Label(), offset)
}

// LooseLabelled is LooseArc with the label of the kinds.
func (as *Assembly) LooseLabelled(u, v, label uint32, offset int64) error {
	switch {
	case as.Weigher != nil:
		w := as.Weigher
		return as.spoolTo(&w.loose, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(offset), BitsOf(w.take())) //nolint:gosec // not below 0
	case label == kinds.Link.Label():
		return as.spoolTo(&as.loose, uint64(u), uint64(v), uint64(offset)) //nolint:gosec // not below 0
	}
	return as.spoolTo(&as.looseKinds, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(offset)) //nolint:gosec // not below 0
}

// labelBits is the size of the label of an arc.
const labelBits = 16

// eachLoose calls f with the arcs that were given by number, with their labels.
func (as *Assembly) eachLoose(f func(u, v uint64, label uint32, offset int64) error) error {
	if as.loose != nil {
		err := as.loose.Each(0, as.loose.Size, 3, func(a []uint64) error { return f(a[0], a[1], kinds.Link.Label(), int64(a[2])) })
		if err != nil {
			return err
		}
	}
	if err := as.Weigher.eachLooseWeighted(f); err != nil || as.looseKinds == nil {
		return err
	}
	return as.looseKinds.Each(0, as.looseKinds.Size, 3, func(a []uint64) error {
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}

// Numbers are sparse if there are more than sparseLeast and fewer than one in sparseShare can be a page's.
const (
	sparseLeast = 1 << 20
	sparseShare = 8
)

// IsSparse reports whether numbers are names rather than positions: few of the numbers up to most have a page.
func IsSparse(most uint32, pages int64) bool {
	return most > sparseLeast && int64(most) > sparseShare*pages
}

// Compact makes the numbers of pages their names, so that the pages are numbered anew without gaps.
func (as *Assembly) Compact() error {
	it, err := as.Arcs.Sort()
	if err != nil {
		return err
	}
	arcs := as.Arcs
	as.Arcs = nil
	defer arcs.Close() //nolint:errcheck // a scratch file
	weigh, err := as.numberedWeights()
	if err != nil {
		return err
	}
	return as.Named(func() error {
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
		return as.lone.Each(0, as.lone.Size, 1, func(v []uint64) error {
			as.pageCalled(uint32(v[0])) //nolint:gosec // it was one
			return as.Col.Room()
		})
	})
}

// sparseNote counts the pages whose numbers became names.
const sparseNote = "pages with large numbers that have gaps: each is called by its number, and numbered anew"

// arcCalled adds an arc between pages whose names are numbers.
func (as *Assembly) arcCalled(u, v, label uint32) error {
	as.Col.labelled(as.pageCalled(u), as.pageCalled(v), label)
	return as.Col.Room()
}

// pageCalled returns the page whose name is a number.
func (as *Assembly) pageCalled(n uint32) uint32 {
	if !as.Compacted {
		as.Compacted, as.met = true, make(bitset.Set, len(as.Fetched))
	}
	s := as.listedState()
	if said, ok := as.stateSaid(int(n)); ok {
		s = said
	}
	if as.Fetched.Has(int(n)) {
		s = page.Fetched
		as.met.Add(int(n))
	}
	as.key = weburl.AppendOpaqueKey(as.key[:0], strconv.AppendUint(as.digits[:0], uint64(n), 10))
	return as.Col.Page(as.key, StateOf(s, true))
}

// NumberedArcs returns the number of pages, and a function that iterates over the arcs with their labels, in order. The
// arcs are no longer part of the assembly. The caller calls CloseNumbered when it has read them.
func (as *Assembly) NumberedArcs() (n int, arcs func(f func(u, v, label uint32) error) error, err error) {
	if as.Graph == "" {
		if as.Arcs == nil {
			as.Arcs = extsort.New(extsort.Options{Dir: as.Draft.Dir()})
		}
		n, err = as.CountPages(int(as.NumPages))
		sorted := as.Arcs
		as.Arcs = nil
		as.CloseNumbered = sorted.Close
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
	g, err := bv.Open(as.Graph)
	if err != nil {
		return 0, nil, err
	}
	as.Inputs = append(as.Inputs, graphInput(as.Graph, g))
	as.Tally.Records += int64(g.NumNodes())
	as.Graph = ""
	as.CloseNumbered = g.Close
	n, err = as.CountPages(g.NumNodes())
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
