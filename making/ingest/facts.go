package ingest

import (
	"bytes"
	"encoding/binary"
	"io"

	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/extsort"
	"weft/store"
	"weft/web/warc"
)

// A sighting holds the facts of one capture of a page, and their weight beside other captures.
type sighting struct {
	state page.State
	whole bool // the capture holds the whole page
	facts store.Facts
}

// append writes a sighting.
func (s *sighting) append(b []byte) []byte {
	head := byte(s.state) << 1
	if s.whole {
		head |= 1
	}
	return s.facts.Append(append(b, head))
}

// parse reads what append wrote.
func (s *sighting) parse(b []byte) error {
	p := corrupt.Parser{Rest: b}
	head := p.Byte()
	s.state, s.whole = page.State(head>>1), head&1 != 0
	s.facts.Parse(&p)
	if p.Bad || len(p.Rest) > 0 || int(s.state) >= page.NumStates {
		return corrupt.Errorf("a scratch file was changed")
	}
	return nil
}

// replaces reports whether a sighting counts more than an earlier one of the input. The better state counts more, then a
// whole capture, then the later time.
func (s *sighting) replaces(old *sighting) bool {
	switch {
	case s.state != old.state:
		return page.Join(old.state, s.state) == s.state
	case s.whole != old.whole:
		return s.whole
	}
	return !s.facts.Time.Before(old.facts.Time)
}

// complete adds size and title of another capture with the same content: the record of a repetition has neither.
func (s *sighting) complete(other *sighting) {
	if len(s.facts.Digest) == 0 || !bytes.Equal(s.facts.Digest, other.facts.Digest) {
		return
	}
	if s.facts.Size == 0 {
		s.facts.Size = other.facts.Size
	}
	if len(s.facts.Title) == 0 {
		s.facts.Title = append(s.facts.Title, other.facts.Title...)
	}
	if len(s.facts.Site) == 0 && s.facts.Skin == 0 {
		s.facts.Site, s.facts.Skin = append(s.facts.Site, other.facts.Site...), other.facts.Skin
	}
}

// sighted notes the facts of a capture about a page of the batch.
func (c *collector) sighted(page uint32, s *sighting) {
	if !s.facts.Known() {
		return
	}
	c.row = s.append(c.row[:0])
	c.sightings = binary.LittleEndian.AppendUint32(c.sightings, page)
	c.sightings = append(binary.AppendUvarint(c.sightings, uint64(len(c.row))), c.row...)
}

// spillSightings writes the facts of the batch with the ranks of their pages.
func (c *collector) spillSightings(rank []uint32) error {
	for rest := c.sightings; len(rest) > 0; {
		size, n := binary.Uvarint(rest[4:])
		end := 4 + n + int(size) //nolint:gosec // it was one
		if err := c.facts.numbers(uint64(rank[binary.LittleEndian.Uint32(rest)]), size); err != nil {
			return err
		}
		if err := c.facts.write(rest[4+n : end]); err != nil {
			return err
		}
		rest = rest[end:]
	}
	return nil
}

// eachSighting calls f with the rank of a page and the facts of a capture, for each of a batch. The row is valid until f
// returns.
func (c *collector) eachSighting(b *batch, f func(rank uint32, row []byte) error) error {
	r := c.facts.section(b.factsAt, b.factsEnd, 1<<16)
	for at := b.factsAt; at < b.factsEnd; {
		rank, err := binary.ReadUvarint(r)
		size := uint64(0)
		if err == nil {
			size, err = binary.ReadUvarint(r)
		}
		if err == nil && (size > 1<<12 || rank >= uint64(b.pages)) {
			err = corrupt.Errorf("it was changed")
		}
		if err == nil {
			c.row = append(c.row[:0], make([]byte, size)...)
			_, err = io.ReadFull(r, c.row)
		}
		if err != nil {
			return corrupt.Errorf("read a scratch file: %v", err)
		}
		if err := f(uint32(rank), c.row); err != nil { //nolint:gosec // checked
			return err
		}
		at += int64(uvarintLen(rank)+uvarintLen(size)) + int64(size) //nolint:gosec // checked
	}
	return nil
}

func uvarintLen(v uint64) (n int) {
	for n = 1; v >= 0x80; n++ {
		v >>= 7
	}
	return n
}

// writeFacts writes the facts of the pages, if there are any. Of several captures of a page one counts (replaces).
func (b *builder) writeFacts(c *collector, pages *numberTable) error {
	if c.facts.size == 0 {
		return nil
	}
	b.Note("sorting facts of pages", 0, 0)
	rows := extsort.NewRows(b.memory/8, b.Dir())
	defer rows.Close() //nolint:errcheck // a scratch file
	if err := b.collectFacts(c, pages, rows); err != nil {
		return err
	}
	return b.writeRows(rows)
}

// collectFacts puts the facts of all batches into rows, by the numbers of their pages.
func (b *builder) collectFacts(c *collector, pages *numberTable, rows *extsort.Rows) error {
	for i := range c.batches {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		number, err := pages.load(i)
		if err != nil {
			return err
		}
		err = c.eachSighting(&c.batches[i], func(rank uint32, row []byte) error {
			if number[rank] == none {
				return nil
			}
			return rows.Add(number[rank], row)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeRows writes the facts of sorted rows.
func (b *builder) writeRows(rows *extsort.Rows) error {
	if rows.Len() == 0 {
		return nil
	}
	return b.WriteFacts(func(add func(name uint32, f *store.Facts) error) error {
		return b.eachBest(rows, func(name uint32, s *sighting) error { return add(name, &s.facts) })
	})
}

// eachBest calls f with each name of sorted rows and its sighting, lent. Of several rows of a name one counts (replaces).
func (b *builder) eachBest(rows *extsort.Rows, f func(name uint32, s *sighting) error) error {
	var best, now sighting
	name, calls := uint32(none), uint32(0)
	last := func() error {
		if name == none {
			return nil
		}
		return f(name, &best)
	}
	err := rows.Each(func(key uint32, row []byte) error {
		calls++
		if err := b.stopped(calls); err != nil {
			return err
		}
		if err := now.parse(row); err != nil {
			return err
		}
		if key != name {
			if err := last(); err != nil {
				return err
			}
			name = key
		} else if !now.replaces(&best) {
			best.complete(&now)
			return nil
		} else {
			now.complete(&best)
		}
		best, now = now, best
		return nil
	})
	if err == nil {
		err = last()
	}
	return err
}

// headerFacts fills in the facts that the header of a record has.
func (c *record) headerFacts(rec *warc.Record) {
	c.facts.Reset()
	switch c.kind {
	case response, resource:
		c.facts.Size = rec.Length
	case revisit:
	default:
		return
	}
	c.facts.Time = rec.Date()
	c.facts.SetDigest(rec.PayloadDigest())
}

// contentFacts fills in the facts that the content of a record has.
func (c *record) contentFacts() {
	switch c.kind {
	case response, resource, revisit:
	case wat: // the record has another date, digest and length than the response
		d := &c.page.Described
		c.facts.Time = d.Time
		c.facts.SetDigest(string(d.Digest))
		if d.Kind == warc.TypeResponse {
			c.facts.Size = d.Length
		}
		if d.Kind == warc.TypeResource {
			c.page.ContentType = d.Type
		}
	case file:
		c.facts.Size = int64(len(c.block))
	default:
		return
	}
	c.facts.Status = c.page.Status
	c.facts.SetType(c.page.ContentType)
	c.facts.SetTitle(c.page.Title)
	c.facts.SetSite(c.page.Site)
	c.facts.Skin = c.page.Skin
}
