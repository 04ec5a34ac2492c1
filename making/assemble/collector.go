package assemble

import (
	"encoding/binary"
	"slices"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/front"
	"weft/store"
	"weft/web/capture"
)

// Firm marks, in the state of a page, that it belongs to the graph: a page links to it, it is HTML, it has links,
// or the crawl recorded a fact about it. Other captures, such as images, only give their state to pages of the
// graph.
const Firm = 1 << 7

// Facts about a page besides its state, while it is collected.
const (
	WasCaptured = 1 << 6 // there is a capture of it
	Revisited   = 1 << 5 // one is a revisit record, which does not tell its links
	LinksKnown  = 1 << 4 // and another one, with content, does
)

// A Collector takes pages and arcs by name, in batches.
type Collector struct {
	budget    int64
	pages     Dict
	texts     Dict
	States    []uint8
	Arcs      []looseArc
	Anchors   []looseArc
	numbers   []uint64 // input number<<32 | page, where the input numbers its pages
	Batches   []batch
	mention   uint64 // pages mentioned in the batches before
	Parts     bool   // some arcs are marked
	Beside    int64  // bytes of the budget that others hold
	sightings []byte // facts of captures: page, length, sighting
	weigh     *Weigher
	weights   []float64 // of arcs, if there are weights
	row       []byte    // scratch

	names, words, rest, facts *Spool // names and texts of the batches; arcs and anchors and numbers; facts of captures
}

// arcBytes is the size of a looseArc.
const arcBytes = 12

// A looseArc joins two pages of a batch, with a label; or, in anchors, a target, a source and twice the text. An arc of a
// capture that holds its page in part is marked: by partArc in its label, by an odd number in anchors.
type looseArc struct{ a, b, c uint32 }

// PartArc marks arcs that count only if no whole capture of their page is there. Labels are below it.
const PartArc = 1 << 16

// wholeArc is the label of an arc of a whole capture, while rows are gathered.
const wholeArc = 1 << 17

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

func NewCollector(budget int64, dir string) (*Collector, error) {
	c := &Collector{budget: budget}
	for _, s := range []**Spool{&c.names, &c.words, &c.rest, &c.facts} {
		var err error
		if *s, err = NewSpool(dir); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

func (c *Collector) Close() {
	c.names.Close()
	c.words.Close()
	c.rest.Close()
	c.facts.Close()
}

// Page returns the number of a page within the batch. It lasts until the next call of room.
func (c *Collector) Page(key []byte, state uint8) uint32 {
	i, isNew := c.pages.Add(key)
	if isNew {
		c.States = append(c.States, state)
	} else {
		c.States[i] = JoinStates(c.States[i], state)
	}
	return i
}

// Ghost returns the number of a page that is linked to.
func (c *Collector) Ghost(key []byte) uint32 { return c.Page(key, Firm|uint8(page.Ghost)) }

// A Found is what a record of an archive says of a page.
type Found struct {
	Page  *capture.Reading
	Facts *store.Facts
	Known uint8 // WasCaptured, Revisited, LinksKnown
	Part  bool  // it holds the page in part
}

// Capture adds what a record says.
func (c *Collector) Capture(r *Found) {
	p, isPart := r.Page, r.Part
	arcs, anchors := len(c.Arcs), len(c.Anchors)
	from := c.Page(p.Key, StateOf(p.State, p.Firm)|r.Known)
	c.Sighted(from, &Sighting{p.State, !isPart, *r.Facts})
	for i := range p.Links {
		l := &p.Links[i]
		to := c.Ghost(l.Key)
		c.Arc(from, to, l.Kinds)
		if len(l.Anchor) > 0 {
			c.Anchor(from, to, l.Anchor)
		}
	}
	if isPart {
		c.MarkPart(arcs, anchors)
	}
	for _, x := range p.Excluded {
		c.Page(x.Key, Firm|LeftOut)
	}
	for i := range p.LetIn {
		c.Page(p.LetIn[i].Key, LetIn)
	}
}

// LinkOf takes one link of a page, whose states come later. isPart says that the capture holds the page in part.
func (c *Collector) LinkOf(key []byte, l *capture.Outlink, isPart bool) error {
	arcs, anchors := len(c.Arcs), len(c.Anchors)
	from, to := c.Page(key, uint8(page.Ghost)), c.Ghost(l.Key)
	c.Arc(from, to, l.Kinds)
	if len(l.Anchor) > 0 {
		c.Anchor(from, to, l.Anchor)
	}
	if isPart {
		c.MarkPart(arcs, anchors)
	}
	return c.Room()
}

// MarkPart marks arcs and anchors from some places on.
func (c *Collector) MarkPart(arcs, anchors int) {
	c.Parts = c.Parts || len(c.Arcs) > arcs
	for i := range c.Arcs[arcs:] {
		c.Arcs[arcs+i].c |= PartArc
	}
	for i := range c.Anchors[anchors:] {
		c.Anchors[anchors+i].c |= 1
	}
}

// StateOf returns the state of a page as it is collected.
func StateOf(s page.State, isFirm bool) uint8 {
	if isFirm {
		return uint8(s) | Firm
	}
	return uint8(s)
}

func (c *Collector) Arc(from, to uint32, k kinds.Set) { c.labelled(from, to, k.Label()) }

// labelled adds an arc with the label of its kinds.
func (c *Collector) labelled(from, to, label uint32) {
	if n := len(c.Arcs); n == cap(c.Arcs) && int64(n)*arcBytes < c.budget/8 {
		c.Arcs = slices.Grow(c.Arcs, max(n, 1<<10)) // append grows large slices by a quarter, and copies too often
	}
	c.Arcs = append(c.Arcs, looseArc{from, to, label})
	if c.weigh != nil {
		c.weights = append(c.weights, c.weigh.take())
	}
}

func (c *Collector) Anchor(from, to uint32, text []byte) {
	t, _ := c.texts.Add(text)
	c.Anchors = append(c.Anchors, looseArc{to, from, 2 * t})
}

// Number says that the input calls a page by a number.
func (c *Collector) Number(n, page uint32) {
	c.numbers = append(c.numbers, uint64(n)<<32|uint64(page))
}

// Room writes the batch if it exceeds the budget, or would when its arcs move to a longer slice: the old slice
// stays until it is collected.
func (c *Collector) Room() error {
	longer := int64(0)
	if n := cap(c.Arcs); len(c.Arcs) > n/8*7 {
		longer = arcBytes * int64(n) * 5 / 4
	}
	if c.Beside+c.held()+longer < c.budget || len(c.pages.Entries) == 0 {
		return nil
	}
	return c.flush()
}

// held is the memory of the batch in bytes, including memory kept from earlier batches.
func (c *Collector) held() int64 {
	return c.pages.Memory() + c.texts.Memory() + int64(cap(c.States)) + arcBytes*int64(cap(c.Arcs)+cap(c.Anchors)) + 8*int64(cap(c.numbers)+cap(c.weights)) + int64(cap(c.sightings))
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
	c.Batches = append(c.Batches, b)
	c.pages.reset()
	c.texts.reset()
	c.States, c.Arcs, c.Anchors, c.numbers, c.sightings = c.States[:0], c.Arcs[:0], c.Anchors[:0], c.numbers[:0], c.sightings[:0]
	c.weights = c.weights[:0]
	if 4*c.held() > 3*(c.budget-c.Beside) { // else the budget would be used up before the next batch begins
		c.release()
	}
	return nil
}

// collected returns the number of arcs of all batches.
func (c *Collector) collected() (n int64) {
	for _, b := range c.Batches {
		n += int64(b.arcs)
	}
	return n
}

// A CollectorMark is the end of a batch, to which a collector can return.
type CollectorMark struct {
	batches int
	mention uint64
	parts   bool
	sizes   [4]int64
}

// Mark ends the batch.
func (c *Collector) Mark() (*CollectorMark, error) {
	if len(c.pages.Entries) > 0 {
		if err := c.flush(); err != nil {
			return nil, err
		}
	}
	return &CollectorMark{len(c.Batches), c.mention, c.Parts, [4]int64{c.names.Size, c.words.Size, c.rest.Size, c.facts.Size}}, nil
}

// TakeBack forgets what was collected since the mark.
func (c *Collector) TakeBack(m *CollectorMark) error {
	c.release()
	c.Batches, c.mention, c.Parts = c.Batches[:m.batches], m.mention, m.parts
	for i, s := range []*Spool{c.names, c.words, c.rest, c.facts} {
		if err := s.cutAt(m.sizes[i]); err != nil {
			return err
		}
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

// Finish ends the last batch, so that everything can be read.
func (c *Collector) Finish() error {
	if len(c.pages.Entries) > 0 || len(c.Batches) == 0 {
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
