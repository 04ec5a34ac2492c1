package combine

import (
	"errors"

	"weft/graph"
	"weft/store"
)

// writeNames writes the keys of the pages, if they have some.
func (b *builder) writeNames() error {
	if !b.r.parts[0].c.HasNames() {
		return nil
	}
	return b.WriteNames(b.eachKey)
}

// eachKey calls add with the keys of the pages, which every part has in the order of the new numbers.
func (b *builder) eachKey(add func(key []byte) error) (err error) {
	cursors, pages := make([]*store.KeyCursor, len(b.r.parts)), make([]*steps, len(b.r.parts))
	for i, p := range b.r.parts {
		if cursors[i], err = p.c.ScanKeys(); err != nil {
			return err
		}
		pages[i] = newSteps(p, cursors[i].Next, cursors[i].Page)
	}
	turn := newTurns(pages)
	for x := range graph.Node(b.r.pages) {
		if err := b.pass("joining names", x); err != nil {
			return err
		}
		here := turn.of(x)
		if len(here) == 0 {
			break // a name is missing: its cursor says why
		}
		if err := add(cursors[here[0].part].Key()); err != nil {
			return err
		}
	}
	for _, c := range cursors {
		err = errors.Join(err, c.Err())
	}
	return err
}
