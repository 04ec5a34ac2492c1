package combine

import (
	"errors"

	"weft/graph"
	"weft/store"
)

// writeNames writes the keys of the pages, which every part has in the order of the new numbers.
func (b *builder) writeNames() error {
	b.m.Order = store.ByInput
	if !b.r.parts[0].c.HasNames() {
		return nil
	}
	b.m.Names, b.m.Order = true, store.ByName
	w, err := b.d.CreateNames()
	if err != nil {
		return err
	}
	defer w.Abort()
	cursors, pages := make([]*store.KeyCursor, len(b.r.parts)), make([]*steps, len(b.r.parts))
	for i, p := range b.r.parts {
		if cursors[i], err = p.c.ScanKeys(); err != nil {
			return err
		}
		pages[i] = newSteps(p, cursors[i].Next, cursors[i].Page)
	}
	for x := range graph.Node(b.r.pages) {
		if err := b.pass("joining names", x); err != nil {
			return err
		}
		written := false
		for i, s := range pages {
			if !s.more || s.at != x {
				continue
			}
			if !written {
				key := cursors[i].Key()
				b.m.Counts.NameBytes += int64(len(key))
				if err := w.Append(key); err != nil {
					return err
				}
				written = true
			}
			s.next()
		}
	}
	for _, c := range cursors {
		err = errors.Join(err, c.Err())
	}
	if err != nil {
		return err
	}
	b.m.Counts.Hosts, b.m.Counts.Domains, err = w.Finish()
	return err
}
