package assemble

import (
	"bytes"
	"encoding/binary"
	"io"

	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/extsort"
	"weft/store"
)

// A Sighting holds the facts of one capture of a page. State and Whole decide which of several captures counts.
type Sighting struct {
	State page.State
	Whole bool // the capture holds the whole page
	Facts store.Facts
}

// Append appends a sighting to b, in the form of rows of facts.
func (s *Sighting) Append(b []byte) []byte {
	head := byte(s.State) << 1
	if s.Whole {
		head |= 1
	}
	return s.Facts.Append(append(b, head))
}

// parse reads a sighting that Append wrote, and copies its texts.
func (s *Sighting) parse(b []byte) error {
	p := corrupt.Parser{Rest: b}
	head := p.Byte()
	s.State, s.Whole = page.State(head>>1), head&1 != 0
	s.Facts.Parse(&p)
	if p.Bad || len(p.Rest) > 0 || int(s.State) >= page.NumStates {
		return corrupt.Errorf("a scratch file was changed")
	}
	return nil
}

// replaces reports whether a sighting counts more than an earlier one of the input. The better state counts more, then a
// whole capture, then the later time.
func (s *Sighting) replaces(old *Sighting) bool {
	switch {
	case s.State != old.State:
		return page.Join(old.State, s.State) == s.State
	case s.Whole != old.Whole:
		return s.Whole
	}
	return !s.Facts.Time.Before(old.Facts.Time)
}

// complete adds size and title of another capture with the same content: the record of a repetition has neither.
func (s *Sighting) complete(other *Sighting) {
	if len(s.Facts.Digest) == 0 || !bytes.Equal(s.Facts.Digest, other.Facts.Digest) {
		return
	}
	if s.Facts.Size == 0 {
		s.Facts.Size = other.Facts.Size
	}
	if len(s.Facts.Title) == 0 {
		s.Facts.Title = append(s.Facts.Title, other.Facts.Title...)
	}
	if len(s.Facts.Site) == 0 && s.Facts.Skin == 0 {
		s.Facts.Site, s.Facts.Skin = append(s.Facts.Site, other.Facts.Site...), other.Facts.Skin
	}
}

// Sighted adds the facts of a capture about a page of the batch.
func (c *Collector) Sighted(page uint32, s *Sighting) {
	if !s.Facts.Known() {
		return
	}
	c.row = s.Append(c.row[:0])
	c.sightings = binary.LittleEndian.AppendUint32(c.sightings, page)
	c.sightings = append(binary.AppendUvarint(c.sightings, uint64(len(c.row))), c.row...)
}

// spillSightings writes the facts of the batch with the ranks of their pages.
func (c *Collector) spillSightings(rank []uint32) error {
	for rest := c.sightings; len(rest) > 0; {
		size, n := binary.Uvarint(rest[4:])
		end := 4 + n + int(size) //nolint:gosec // it was one
		if err := c.facts.Numbers(uint64(rank[binary.LittleEndian.Uint32(rest)]), size); err != nil {
			return err
		}
		if err := c.facts.Write(rest[4+n : end]); err != nil {
			return err
		}
		rest = rest[end:]
	}
	return nil
}

// eachSighting calls f with the rank of a page and the facts of a capture, for each of a batch. The row is valid until f
// returns.
func (c *Collector) eachSighting(b *batch, f func(rank uint32, row []byte) error) error {
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
func (b *Builder) writeFacts(c *Collector, pages *numberTable) error {
	if c.facts.Size == 0 {
		return nil
	}
	b.Note("sorting facts of pages", 0, 0)
	rows := extsort.NewRows(b.Memory/8, b.Dir())
	defer rows.Close() //nolint:errcheck // a scratch file
	if err := b.collectFacts(c, pages, rows); err != nil {
		return err
	}
	return b.WriteRows(rows)
}

// collectFacts puts the facts of all batches into rows, by the numbers of their pages.
func (b *Builder) collectFacts(c *Collector, pages *numberTable, rows *extsort.Rows) error {
	for i := range c.batches {
		if err := b.Ctx.Err(); err != nil {
			return err
		}
		number, err := pages.load(i)
		if err != nil {
			return err
		}
		err = c.eachSighting(&c.batches[i], func(rank uint32, row []byte) error {
			if number[rank] == None {
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

// WriteRows writes facts from rows with a page and a sighting each, as Append writes it. Of several rows of a page one
// counts.
func (b *Builder) WriteRows(rows *extsort.Rows) error {
	if rows.Len() == 0 {
		return nil
	}
	return b.WriteFacts(func(add func(name uint32, f *store.Facts) error) error {
		return b.eachBest(rows, func(name uint32, s *Sighting) error { return add(name, &s.Facts) })
	})
}

// eachBest calls f with each name of sorted rows and its sighting, lent. Of several rows of a name one counts (replaces).
func (b *Builder) eachBest(rows *extsort.Rows, f func(name uint32, s *Sighting) error) error {
	var best, now Sighting
	name, calls := uint32(None), uint32(0)
	last := func() error {
		if name == None {
			return nil
		}
		return f(name, &best)
	}
	err := rows.Each(func(key uint32, row []byte) error {
		calls++
		if err := b.Stopped(calls); err != nil {
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
