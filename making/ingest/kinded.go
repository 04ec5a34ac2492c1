package ingest

import (
	"errors"

	"weft/graph/kinds"
	"weft/internal/extsort"
)

// Kinds of arcs come from tables and graphs that weft exported. Most inputs have plain links only: their sorter holds no
// kinds, which saves a third of its memory. Arcs of other kinds go to a sorter, or a scratch file, of their own.

// parseKinds reads the kinds of an arc as weft writes them, such as link+nofollow; ok is false for any other text.
func parseKinds(text []byte) (k kinds.Set, ok bool) {
	k, err := kinds.Parse(string(text))
	return k, err == nil && k.String() == string(text)
}

// addArc adds an arc between numbered pages, with its kinds.
func (im *importer) addArc(u, v uint32, k kinds.Set) error {
	if err := im.weighArc(u, v); err != nil {
		return err
	}
	if k == kinds.Link {
		return im.arcs.Add(u, v, 0)
	}
	if im.kinded == nil {
		im.kinded = extsort.New(extsort.Options{Memory: im.memory() / 5, Dir: im.draft.Dir(), Labels: extsort.Union})
	}
	return im.kinded.Add(u, v, k.Label())
}

// joinKinds puts all arcs between numbered pages into one sorter, which has kinds if some arcs are no plain links.
func (im *importer) joinKinds() error {
	if im.kinded == nil {
		return nil
	}
	it, err := im.arcs.Sort()
	if err != nil {
		return err
	}
	for it.Next() {
		if err := im.kinded.Add(it.From(), it.To(), kinds.Link.Label()); err != nil {
			return err
		}
	}
	plain := im.arcs
	im.arcs, im.kinded, im.labelled = im.kinded, nil, true
	return errors.Join(it.Err(), plain.Close())
}

// labelOf returns the label of an arc that a sorter of numbered pages hands out.
func (im *importer) labelOf(it *extsort.Iterator) uint32 {
	if im.labelled {
		return it.Label()
	}
	return kinds.Link.Label()
}

// looseArcOf keeps an arc between pages whose names may come later, with its kinds.
func (t *text) looseArcOf(u, v uint32, k kinds.Set) error {
	if k == kinds.Link {
		return t.looseArc(u, v)
	}
	return t.looseLabelled(u, v, k.Label())
}

func (t *text) looseLabelled(u, v uint32, label uint32) error {
	if t.im.weigh != nil {
		return t.looseWeighted(u, v, label)
	}
	if label == kinds.Link.Label() {
		return t.looseArc(u, v)
	}
	return t.im.spoolTo(&t.im.looseKinds, uint64(u), uint64(v)<<labelBits|uint64(label), uint64(t.lines.offset))
}

// labelBits is the size of the label of an arc.
const labelBits = 16

// eachLoose calls f with the arcs that were given by number, with their labels.
func (im *importer) eachLoose(f func(u, v uint64, label uint32, offset int64) error) error {
	if im.loose != nil {
		err := im.loose.each(0, im.loose.size, 3, func(a []uint64) error { return f(a[0], a[1], kinds.Link.Label(), int64(a[2])) })
		if err != nil {
			return err
		}
	}
	if err := im.weigh.eachLooseWeighted(f); err != nil || im.looseKinds == nil {
		return err
	}
	return im.looseKinds.each(0, im.looseKinds.size, 3, func(a []uint64) error {
		return f(a[0], a[1]>>labelBits, uint32(a[1]&(1<<labelBits-1)), int64(a[2])) //nolint:gosec // a label has 16 bits
	})
}
