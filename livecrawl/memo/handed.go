package memo

import (
	"weft/crawl"
	"weft/internal/corrupt"
	"weft/livecrawl/visit"
)

// A crawl that shares its frontier with others picks pages that other crawlers have found. The log has them with how they
// were found, and the trackers learn that like links of a page.

// handed makes the event of pages that were handed out.
func (t *Trackers) handed(e *event) (err error) {
	if e.handed, err = visit.ParseFounds(e.reply.Note, nil); err != nil {
		return err
	}
	if len(e.handed) != len(e.links) {
		return corrupt.Errorf("%d pages were handed out, and %d of them are described", len(e.links), len(e.handed))
	}
	for i, f := range e.handed {
		if p := e.links[i].To; f.Seed && !t.seeds.of[p] {
			e.seeds = append(e.seeds, p)
		}
	}
	return nil
}

// Found returns how a page was found, as this crawl knows it.
func (t *Trackers) Found(p crawl.Page) visit.Found {
	path, _ := t.trail.path(p)
	return visit.Found{
		Role: t.roles.of.at(p), Seed: t.seeds.of[p], Marks: foundMarks(t.doubts.marks.at(p)), Depth: t.depths.of.at(p), Place: t.places.of.at(p), Path: []byte(path),
	}
}

// foundMarks returns the marks of a page that other crawlers learn.
func foundMarks(m uint8) (to uint8) {
	if m&inSitemap != 0 {
		to |= visit.InSitemap
	}
	if m&inList != 0 {
		to |= visit.InList
	}
	return to
}

// mark is the reverse of foundMarks.
func (d *doubts) mark(p crawl.Page, m uint8) error {
	for _, of := range []struct{ found, own uint8 }{{visit.InSitemap, inSitemap}, {visit.InList, inList}} {
		if m&of.found == 0 {
			continue
		}
		if err := d.name(p, of.own); err != nil {
			return err
		}
	}
	return nil
}

// A Postponed says why a page is not requested now that was picked before.
type Postponed uint8

// The reasons.
const (
	NotPostponed Postponed = iota // it may be requested
	Held                          // a rule holds it
	Shut                          // it is left out
	Waits                         // it waits for its host
)

// Postponed reports whether a page that was picked before waits for something.
func (t *Trackers) Postponed(p crawl.Page) Postponed {
	if t.doubts.marks.at(p)&isHeld != 0 {
		return Held
	}
	if _, ok := t.shut.of[p]; ok {
		return Shut
	}
	if t.waits != nil && t.waits.Waits(p) {
		return Waits
	}
	return NotPostponed
}
