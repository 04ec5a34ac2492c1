package journal

import (
	"encoding/binary"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/corrupt"
)

// Kinds of records.
const (
	seeds  = 's'
	picked = 'p'
	learnt = 'd'
	handed = 'h'
)

// Marks in the state of a reply: its page may be picked once more, and it is a requisite, not a page.
const (
	again = 1 << 7
	aside = 1 << 6
)

func appendLinks(b []byte, links []crawl.Link) []byte {
	b = binary.AppendUvarint(b, uint64(len(links)))
	last := int64(0)
	for _, l := range links {
		b = binary.AppendVarint(b, int64(l.To)-last)
		last = int64(l.To)
		flags := uint64(l.Kinds) << 2
		if l.New {
			flags |= 2
		}
		if l.Barred {
			flags |= 1
		}
		b = binary.AppendUvarint(b, flags)
	}
	return b
}

// appendLearnt makes the record of a reply after a number of picks.
func appendLearnt(b []byte, picks uint64, p crawl.Pick, r *crawl.Reply, links []crawl.Link) []byte {
	b = binary.AppendUvarint(b, picks-p.Seq-1)
	state := byte(r.State)
	if r.Again {
		state |= again
	}
	if r.Aside {
		state |= aside
	}
	b = append(b, state)
	b = binary.AppendUvarint(b, uint64(len(r.Note)))
	b = append(b, r.Note...)
	return appendLinks(b, links)
}

// appendHanded makes the record of pages that were handed out.
func appendHanded(b []byte, r *crawl.Reply, links []crawl.Link) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.Note)))
	return appendLinks(append(b, r.Note...), links)
}

// readLinks reads links to pages below known, which new ones raise.
func readLinks(p *corrupt.Parser, dst []crawl.Link, known *uint32) []crawl.Link {
	n := p.Uint()
	if n > uint64(len(p.Rest)) { // each takes two bytes at least
		p.Bad = true
		return dst
	}
	last := int64(0)
	for ; n > 0 && !p.Bad; n-- {
		last += p.Int()
		flags := p.Uint()
		l := crawl.Link{To: crawl.Page(last), Kinds: kinds.Set(flags >> 2), New: flags&2 != 0, Barred: flags&1 != 0}
		if l.New && last == int64(*known) {
			*known++
		} else {
			l.LetIn = l.New
		}
		if last < 0 || last >= int64(*known) || flags>>2&^uint64(kinds.All|kinds.Mentions) != 0 {
			p.Bad = true
			return dst
		}
		dst = append(dst, l)
	}
	return dst
}

// A decoder makes events of records.
type decoder struct {
	picks uint64
	known uint32 // pages
	event crawl.Event
}

// decode returns the event of a record, lent.
func (d *decoder) decode(kind byte, payload []byte) (*crawl.Event, error) {
	p := corrupt.Parser{Rest: payload}
	e := &d.event
	*e = crawl.Event{Links: e.Links[:0], Pick: crawl.Pick{Page: crawl.None}}
	switch kind {
	case seeds:
		e.Learnt = true
		e.Links = readLinks(&p, e.Links, &d.known)
	case handed:
		e.Learnt, e.Reply.Handed = true, true
		e.Reply.Note = p.Bytes(p.Uint())
		e.Links = readLinks(&p, e.Links, &d.known)
	case picked:
		e.Pick = crawl.Pick{Seq: d.picks, Page: crawl.Page(p.Uint())}
		d.picks++
	case learnt:
		e.Learnt = true
		ago := p.Uint()
		if ago >= d.picks {
			p.Bad = true
		}
		e.Pick = crawl.Pick{Seq: d.picks - ago - 1}
		state := p.Byte()
		e.Reply.State, e.Reply.Again, e.Reply.Aside = page.State(state&^(again|aside)), state&again != 0, state&aside != 0
		e.Reply.Note = p.Bytes(p.Uint())
		e.Links = readLinks(&p, e.Links, &d.known)
		if int(e.Reply.State) >= page.NumStates {
			p.Bad = true
		}
	default:
		return nil, corrupt.Errorf("a record of unknown kind %q", kind)
	}
	if p.Bad || len(p.Rest) > 0 {
		return nil, corrupt.Errorf("a record %q of %d bytes makes no sense", kind, len(payload))
	}
	return e, nil
}
