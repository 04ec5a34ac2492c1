package assemble

import (
	"encoding/binary"

	"weft/internal/front"
)

// A batch holds the places of its parts in the spools, as offsets in bytes.
type batch struct {
	pages, texts      int
	first             uint64 // mentions before it
	namesAt, namesEnd int64
	wordsAt, wordsEnd int64
	arcsAt            int64 // to anchorsAt
	anchorsAt         int64 // to numbersAt
	numbersAt         int64 // to end
	end               int64
	factsAt, factsEnd int64
	arcs              int
}

// flush ends the batch.
func (c *Collector) flush() error {
	order, rank := c.pages.sorted()
	b := batch{pages: len(order), texts: len(c.texts.Entries), first: c.mention, arcs: len(c.Arcs)}
	c.mention += uint64(len(order))
	b.namesAt, b.wordsAt, b.arcsAt, b.factsAt = c.names.Size, c.words.Size, c.rest.Size, c.facts.Size
	err := c.pages.spill(c.names, order, func(i uint32) uint64 { return uint64(c.States[i]) | uint64(i)<<8 })
	if err != nil {
		return err
	}
	order, words := c.texts.sorted()
	if err := c.texts.spill(c.words, order, nil); err != nil {
		return err
	}
	if err := c.spillArcs(&b, rank, words); err != nil {
		return err
	}
	if err := c.spillSightings(rank); err != nil {
		return err
	}
	b.namesEnd, b.wordsEnd, b.end, b.factsEnd = c.names.Size, c.words.Size, c.rest.Size, c.facts.Size
	c.batches = append(c.batches, b)
	c.pages.reset()
	c.texts.reset()
	c.States, c.Arcs, c.Anchors, c.numbers, c.sightings = c.States[:0], c.Arcs[:0], c.Anchors[:0], c.numbers[:0], c.sightings[:0]
	c.weights = c.weights[:0]
	if 4*c.held() > 3*(c.budget-c.Beside) { // else the budget would be used up before the next batch begins
		c.release()
	}
	return nil
}

// spill writes the names of a dict in order, front-coded, each with a number if extra says which.
func (d *Dict) spill(s *Spool, order []uint32, extra func(i uint32) uint64) error {
	var last, buf []byte
	for _, i := range order {
		name := d.Text(&d.Entries[i])
		shared := front.Shared(last, name)
		buf = append(front.AppendHead(buf[:0], shared, len(name)-shared), name[shared:]...)
		if extra != nil {
			buf = binary.AppendUvarint(buf, extra(i))
		}
		if err := s.Write(buf); err != nil {
			return err
		}
		last = name
	}
	return nil
}

// spillArcs writes arcs, anchors and numbers with the ranks of their pages and texts.
func (c *Collector) spillArcs(b *batch, rank, words []uint32) error {
	for i, a := range c.Arcs {
		if err := c.rest.Numbers(uint64(rank[a.a]), uint64(rank[a.b]), uint64(a.c)); err != nil {
			return err
		}
		if c.weigh != nil {
			if err := c.rest.Numbers(BitsOf(c.weights[i])); err != nil {
				return err
			}
		}
	}
	b.anchorsAt = c.rest.Size
	for _, a := range c.Anchors {
		if err := c.rest.Numbers(uint64(rank[a.a]), uint64(rank[a.b]), 2*uint64(words[a.c/2])+uint64(a.c&1)); err != nil {
			return err
		}
	}
	b.numbersAt = c.rest.Size
	for _, n := range c.numbers {
		if err := c.rest.Numbers(n>>32, uint64(rank[uint32(n)])); err != nil {
			return err
		}
	}
	return nil
}

// numbersOfArc returns how many numbers an arc has in the spool: its ends, its label, and its weight if it has one.
func (c *Collector) numbersOfArc() int {
	if c.weigh != nil {
		return 4
	}
	return 3
}

// release gives up the memory of the batch.
func (c *Collector) release() {
	c.pages, c.texts = Dict{}, Dict{}
	c.States, c.Arcs, c.Anchors, c.numbers, c.sightings, c.weights = nil, nil, nil, nil, nil, nil
}

// A CollectorMark is the end of a batch. A collector can return to it.
type CollectorMark struct {
	batches int
	mention uint64
	parts   bool
	sizes   [4]int64
}

// Mark ends the batch, and returns its end for TakeBack.
func (c *Collector) Mark() (*CollectorMark, error) {
	if len(c.pages.Entries) > 0 {
		if err := c.flush(); err != nil {
			return nil, err
		}
	}
	return &CollectorMark{len(c.batches), c.mention, c.Parts, [4]int64{c.names.Size, c.words.Size, c.rest.Size, c.facts.Size}}, nil
}

// TakeBack forgets what was collected since the mark.
func (c *Collector) TakeBack(m *CollectorMark) error {
	c.release()
	c.batches, c.mention, c.Parts = c.batches[:m.batches], m.mention, m.parts
	for i, s := range []*Spool{c.names, c.words, c.rest, c.facts} {
		if err := s.cutAt(m.sizes[i]); err != nil {
			return err
		}
	}
	return nil
}

// Finish ends and writes the last batch. Nothing can be added afterwards.
func (c *Collector) Finish() error {
	if len(c.pages.Entries) > 0 || len(c.batches) == 0 {
		if err := c.flush(); err != nil {
			return err
		}
	}
	c.release()
	for _, s := range []*Spool{c.names, c.words, c.rest, c.facts} {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	return nil
}
