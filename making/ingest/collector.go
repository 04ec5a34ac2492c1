package ingest

import (
	"encoding/binary"
	"slices"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/front"
	"weft/web/capture"
)

// Firm marks, in the state of a page, that it belongs to the graph: a page links to it, it is HTML, it has links,
// or the crawl recorded a fact about it. Other captures, such as images, only give their state to pages of the
// graph.
const Firm = 1 << 7

// Facts about a page besides its state, while it is collected.
const (
	wasCaptured = 1 << 6 // there is a capture of it
	revisited   = 1 << 5 // one is a revisit record, which does not tell its links
	linksKnown  = 1 << 4 // and another one, with content, does
)

// A collector takes pages and arcs by name, in batches.
type collector struct {
	budget    int64
	pages     dict
	texts     dict
	states    []uint8
	arcs      []looseArc
	anchors   []looseArc
	numbers   []uint64 // input number<<32 | page, where the input numbers its pages
	batches   []batch
	mention   uint64 // pages mentioned in the batches before
	parts     bool   // some arcs are marked
	beside    int64  // bytes of the budget that others hold
	sightings []byte // facts of captures: page, length, sighting
	weigh     *weigher
	weights   []float64 // of arcs, if there are weights
	row       []byte    // scratch

	names, words, rest, facts *spool // names and texts of the batches; arcs and anchors and numbers; facts of captures
}

// arcBytes is the size of a looseArc.
const arcBytes = 12

// A looseArc joins two pages of a batch, with a label; or, in anchors, a target, a source and twice the text. An arc of a
// capture that holds its page in part is marked: by partArc in its label, by an odd number in anchors.
type looseArc struct{ a, b, c uint32 }

// partArc marks arcs that count only if no whole capture of their page is there. Labels are below it.
const partArc = 1 << 16

// A batch says where in the spools its parts are.
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

func newCollector(budget int64, dir string) (*collector, error) {
	c := &collector{budget: budget}
	for _, s := range []**spool{&c.names, &c.words, &c.rest, &c.facts} {
		var err error
		if *s, err = newSpool(dir); err != nil {
			c.close()
			return nil, err
		}
	}
	return c, nil
}

func (c *collector) close() {
	c.names.close()
	c.words.close()
	c.rest.close()
	c.facts.close()
}

// page returns the number of a page within the batch. It lasts until the next call of room.
func (c *collector) page(key []byte, state uint8) uint32 {
	i, isNew := c.pages.add(key)
	if isNew {
		c.states = append(c.states, state)
	} else {
		c.states[i] = JoinStates(c.states[i], state)
	}
	return i
}

// ghost returns the number of a page that is linked to.
func (c *collector) ghost(key []byte) uint32 { return c.page(key, Firm|uint8(page.Ghost)) }

// capture adds a record with its known facts. A record may hold the page in part.
func (c *collector) capture(r *record) {
	p, isPart := &r.page, r.isPart()
	arcs, anchors := len(c.arcs), len(c.anchors)
	from := c.page(p.Key, stateOf(p.State, p.Firm)|r.known)
	c.sighted(from, &sighting{p.State, !isPart, r.facts})
	for i := range p.Links {
		l := &p.Links[i]
		to := c.ghost(l.Key)
		c.arc(from, to, l.Kinds)
		if len(l.Anchor) > 0 {
			c.anchor(from, to, l.Anchor)
		}
	}
	if isPart {
		c.markPart(arcs, anchors)
	}
	for _, x := range p.Excluded {
		c.page(x.Key, Firm|LeftOut)
	}
	for i := range p.LetIn {
		c.page(p.LetIn[i].Key, LetIn)
	}
}

// linkOf takes one link of a page, whose states come later. isPart says that the capture holds the page in part.
func (c *collector) linkOf(key []byte, l *capture.Outlink, isPart bool) error {
	arcs, anchors := len(c.arcs), len(c.anchors)
	from, to := c.page(key, uint8(page.Ghost)), c.ghost(l.Key)
	c.arc(from, to, l.Kinds)
	if len(l.Anchor) > 0 {
		c.anchor(from, to, l.Anchor)
	}
	if isPart {
		c.markPart(arcs, anchors)
	}
	return c.room()
}

// markPart marks arcs and anchors from some places on.
func (c *collector) markPart(arcs, anchors int) {
	c.parts = c.parts || len(c.arcs) > arcs
	for i := range c.arcs[arcs:] {
		c.arcs[arcs+i].c |= partArc
	}
	for i := range c.anchors[anchors:] {
		c.anchors[anchors+i].c |= 1
	}
}

// stateOf returns the state of a page as it is collected.
func stateOf(s page.State, isFirm bool) uint8 {
	if isFirm {
		return uint8(s) | Firm
	}
	return uint8(s)
}

func (c *collector) arc(from, to uint32, k kinds.Set) { c.labelled(from, to, k.Label()) }

// labelled adds an arc with the label of its kinds.
func (c *collector) labelled(from, to, label uint32) {
	if n := len(c.arcs); n == cap(c.arcs) && int64(n)*arcBytes < c.budget/8 {
		c.arcs = slices.Grow(c.arcs, max(n, 1<<10)) // append grows large slices by a quarter, and copies too often
	}
	c.arcs = append(c.arcs, looseArc{from, to, label})
	if c.weigh != nil {
		c.weights = append(c.weights, c.weigh.take())
	}
}

func (c *collector) anchor(from, to uint32, text []byte) {
	t, _ := c.texts.add(text)
	c.anchors = append(c.anchors, looseArc{to, from, 2 * t})
}

// number says that the input calls a page by a number.
func (c *collector) number(n, page uint32) {
	c.numbers = append(c.numbers, uint64(n)<<32|uint64(page))
}

// room writes the batch if it exceeds the budget, or would when its arcs move to a longer slice: the old slice
// stays until it is collected.
func (c *collector) room() error {
	longer := int64(0)
	if n := cap(c.arcs); len(c.arcs) > n/8*7 {
		longer = arcBytes * int64(n) * 5 / 4
	}
	if c.beside+c.held()+longer < c.budget || len(c.pages.entries) == 0 {
		return nil
	}
	return c.flush()
}

// held is the memory of the batch in bytes, including memory kept from earlier batches.
func (c *collector) held() int64 {
	return c.pages.memory() + c.texts.memory() + int64(cap(c.states)) + arcBytes*int64(cap(c.arcs)+cap(c.anchors)) + 8*int64(cap(c.numbers)+cap(c.weights)) + int64(cap(c.sightings))
}

// flush ends the batch.
func (c *collector) flush() error {
	order, rank := c.pages.sorted()
	b := batch{pages: len(order), texts: len(c.texts.entries), first: c.mention, arcs: len(c.arcs)}
	c.mention += uint64(len(order))
	b.namesAt, b.wordsAt, b.arcsAt, b.factsAt = c.names.size, c.words.size, c.rest.size, c.facts.size
	err := c.pages.spill(c.names, order, func(i uint32) uint64 { return uint64(c.states[i]) | uint64(i)<<8 })
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
	b.namesEnd, b.wordsEnd, b.end, b.factsEnd = c.names.size, c.words.size, c.rest.size, c.facts.size
	c.batches = append(c.batches, b)
	c.pages.reset()
	c.texts.reset()
	c.states, c.arcs, c.anchors, c.numbers, c.sightings = c.states[:0], c.arcs[:0], c.anchors[:0], c.numbers[:0], c.sightings[:0]
	c.weights = c.weights[:0]
	if 4*c.held() > 3*(c.budget-c.beside) { // else the budget would be used up before the next batch begins
		c.release()
	}
	return nil
}

// collected returns the number of arcs of all batches.
func (c *collector) collected() (n int64) {
	for _, b := range c.batches {
		n += int64(b.arcs)
	}
	return n
}

// A collectorMark is the end of a batch, to which a collector can return.
type collectorMark struct {
	batches int
	mention uint64
	parts   bool
	sizes   [4]int64
}

// mark ends the batch.
func (c *collector) mark() (*collectorMark, error) {
	if len(c.pages.entries) > 0 {
		if err := c.flush(); err != nil {
			return nil, err
		}
	}
	return &collectorMark{len(c.batches), c.mention, c.parts, [4]int64{c.names.size, c.words.size, c.rest.size, c.facts.size}}, nil
}

// takeBack forgets what was collected since the mark.
func (c *collector) takeBack(m *collectorMark) error {
	c.release()
	c.batches, c.mention, c.parts = c.batches[:m.batches], m.mention, m.parts
	for i, s := range []*spool{c.names, c.words, c.rest, c.facts} {
		if err := s.cutAt(m.sizes[i]); err != nil {
			return err
		}
	}
	return nil
}

// spill writes the names of a dict in order, front-coded, each with a number if extra says which.
func (d *dict) spill(s *spool, order []uint32, extra func(i uint32) uint64) error {
	var last, buf []byte
	for _, i := range order {
		name := d.text(&d.entries[i])
		shared := front.Shared(last, name)
		buf = append(front.AppendHead(buf[:0], shared, len(name)-shared), name[shared:]...)
		if extra != nil {
			buf = binary.AppendUvarint(buf, extra(i))
		}
		if err := s.write(buf); err != nil {
			return err
		}
		last = name
	}
	return nil
}

// spillArcs writes arcs, anchors and numbers with the ranks of their pages and texts.
func (c *collector) spillArcs(b *batch, rank, words []uint32) error {
	for i, a := range c.arcs {
		if err := c.rest.numbers(uint64(rank[a.a]), uint64(rank[a.b]), uint64(a.c)); err != nil {
			return err
		}
		if c.weigh != nil {
			if err := c.rest.numbers(bitsOf(c.weights[i])); err != nil {
				return err
			}
		}
	}
	b.anchorsAt = c.rest.size
	for _, a := range c.anchors {
		if err := c.rest.numbers(uint64(rank[a.a]), uint64(rank[a.b]), 2*uint64(words[a.c/2])+uint64(a.c&1)); err != nil {
			return err
		}
	}
	b.numbersAt = c.rest.size
	for _, n := range c.numbers {
		if err := c.rest.numbers(n>>32, uint64(rank[uint32(n)])); err != nil {
			return err
		}
	}
	return nil
}

// numbersOfArc returns how many numbers an arc has in the spool: its ends, its label, and its weight if it has one.
func (c *collector) numbersOfArc() int {
	if c.weigh != nil {
		return 4
	}
	return 3
}

// release gives up the memory of the batch.
func (c *collector) release() {
	c.pages, c.texts = dict{}, dict{}
	c.states, c.arcs, c.anchors, c.numbers, c.sightings, c.weights = nil, nil, nil, nil, nil, nil
}

// finish ends the last batch, so that everything can be read.
func (c *collector) finish() error {
	if len(c.pages.entries) > 0 || len(c.batches) == 0 {
		if err := c.flush(); err != nil {
			return err
		}
	}
	c.release()
	for _, s := range []*spool{c.names, c.words, c.rest, c.facts} {
		if err := s.flush(); err != nil {
			return err
		}
	}
	return nil
}
