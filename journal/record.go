package journal

import (
	"encoding/binary"

	"weft/crawl"
	"weft/internal/corrupt"
	"weft/kinds"
	"weft/page"
)

// Kinds of records.
const (
	seeds  = 's'
	picked = 'p'
	learnt = 'd'
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

// appendLearnt makes the record of a reply after so many picks.
func appendLearnt(b []byte, picks uint64, p crawl.Pick, r *crawl.Reply, links []crawl.Link) []byte {
	b = binary.AppendUvarint(b, picks-p.Seq-1)
	b = append(b, byte(r.State))
	b = binary.AppendUvarint(b, uint64(len(r.Note)))
	b = append(b, r.Note...)
	return appendLinks(b, links)
}

// A parser reads a record. After an error it reads zeros.
type parser struct {
	rest []byte
	bad  bool
}

func (p *parser) uint() uint64 {
	v, n := binary.Uvarint(p.rest)
	return p.took(v, n)
}

func (p *parser) int() int64 {
	v, n := binary.Varint(p.rest)
	return int64(p.took(uint64(v), n))
}

func (p *parser) took(v uint64, n int) uint64 {
	if n <= 0 {
		p.bad, p.rest = true, nil
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

func (p *parser) bytes(n uint64) []byte {
	if n > uint64(len(p.rest)) {
		p.bad, p.rest = true, nil
		return nil
	}
	b := p.rest[:n:n]
	p.rest = p.rest[n:]
	return b
}

// links reads links to pages below known, which new ones raise.
func (p *parser) links(dst []crawl.Link, known *uint32) []crawl.Link {
	n := p.uint()
	if n > uint64(len(p.rest)) { // each takes two bytes at least
		p.bad = true
		return dst
	}
	last := int64(0)
	for ; n > 0 && !p.bad; n-- {
		last += p.int()
		flags := p.uint()
		l := crawl.Link{To: crawl.Page(last), Kinds: kinds.Set(flags >> 2), New: flags&2 != 0, Barred: flags&1 != 0}
		first := l.New && last == int64(*known)
		if first {
			*known++
		}
		if last < 0 || last >= int64(*known) || flags>>2 > uint64(kinds.All) {
			p.bad = true
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
	p := parser{rest: payload}
	e := &d.event
	*e = crawl.Event{Links: e.Links[:0], Pick: crawl.Pick{Page: crawl.None}}
	switch kind {
	case seeds:
		e.Learnt = true
		e.Links = p.links(e.Links, &d.known)
	case picked:
		e.Pick = crawl.Pick{Seq: d.picks, Page: crawl.Page(p.uint())}
		d.picks++
	case learnt:
		e.Learnt = true
		ago := p.uint()
		if ago >= d.picks {
			p.bad = true
		}
		e.Pick = crawl.Pick{Seq: d.picks - ago - 1}
		e.Reply.State = page.State(p.byte())
		e.Reply.Note = p.bytes(p.uint())
		e.Links = p.links(e.Links, &d.known)
		if int(e.Reply.State) >= page.NumStates {
			p.bad = true
		}
	default:
		return nil, corrupt.Errorf("a record of kind %q, which is none", kind)
	}
	if p.bad || len(p.rest) > 0 {
		return nil, corrupt.Errorf("a record %q of %d bytes makes no sense", kind, len(payload))
	}
	return e, nil
}

func (p *parser) byte() byte {
	if b := p.bytes(1); b != nil {
		return b[0]
	}
	return 0
}
