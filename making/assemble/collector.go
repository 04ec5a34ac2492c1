package assemble

import (
	"slices"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
	"weft/web/capture"
)

// A Collector takes pages and arcs by name, in batches. Numbers of pages are positions within the batch. They are valid
// until the next call of Room, which may end the batch.
type Collector struct {
	budget    int64
	pages     Dict
	texts     Dict
	States    []uint8
	Arcs      []looseArc
	Anchors   []looseArc
	numbers   []uint64 // input number<<32 | page, where the input numbers its pages
	batches   []batch
	mention   uint64 // pages mentioned in the batches before
	Parts     bool   // some arcs are marked with PartArc
	Beside    int64  // bytes of the budget that other parts of the import hold
	sightings []byte // facts of captures: page, length, sighting
	weigh     *Weigher
	weights   []float64 // of arcs, if there are weights
	row       []byte    // scratch

	names, words, rest, facts *Spool // names and texts of the batches; arcs and anchors and numbers; facts of captures
}

// A looseArc joins two pages of a batch, with a label; or, in anchors, a target, a source and twice the text. An arc of a
// capture that holds its page in part is marked: by PartArc in its label, by an odd number in anchors.
type looseArc struct{ a, b, c uint32 }

// arcBytes is the size of a looseArc.
const arcBytes = 12

// PartArc marks, in a label, an arc that counts only if its page has no whole capture. Labels are below it.
const PartArc = 1 << 16

// wholeArc is the label of an arc of a whole capture, while rows are gathered.
const wholeArc = 1 << 17

// NewCollector returns a collector with scratch files in a folder. Its batches take up to budget bytes.
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

// Close removes the scratch files.
func (c *Collector) Close() {
	c.names.Close()
	c.words.Close()
	c.rest.Close()
	c.facts.Close()
}

// Page returns the number of a page within the batch, and joins its state with earlier states.
func (c *Collector) Page(key []byte, state uint8) uint32 {
	i, isNew := c.pages.Add(key)
	if isNew {
		c.States = append(c.States, state)
	} else {
		c.States[i] = JoinStates(c.States[i], state)
	}
	return i
}

// Ghost returns the number of a page that a link leads to.
func (c *Collector) Ghost(key []byte) uint32 { return c.Page(key, Firm|uint8(page.Ghost)) }

// Arc adds an arc between pages of the batch.
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

// Anchor adds the text of a link between pages of the batch.
func (c *Collector) Anchor(from, to uint32, text []byte) {
	t, _ := c.texts.Add(text)
	c.Anchors = append(c.Anchors, looseArc{to, from, 2 * t})
}

// number notes that the input calls a page of the batch by the number n.
func (c *Collector) number(n, page uint32) {
	c.numbers = append(c.numbers, uint64(n)<<32|uint64(page))
}

// A Found holds the content of one capture of a page.
type Found struct {
	Page  *capture.Reading
	Facts *store.Facts
	Known uint8 // WasCaptured, Revisited, LinksKnown
	Part  bool  // the record holds the page in part
}

// Capture adds a page with its facts, links, and pages that were left out or let in.
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

// LinkOf adds one link of a page. The states of the page come later. isPart marks the link of a capture that holds the page
// in part.
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

// MarkPart marks the arcs and anchors from these positions on: their capture holds its page in part.
func (c *Collector) MarkPart(arcs, anchors int) {
	c.Parts = c.Parts || len(c.Arcs) > arcs
	for i := range c.Arcs[arcs:] {
		c.Arcs[arcs+i].c |= PartArc
	}
	for i := range c.Anchors[anchors:] {
		c.Anchors[anchors+i].c |= 1
	}
}

// Room ends and writes the batch if it exceeds the budget, or will exceed it when its arcs move to a longer slice. The old
// slice stays in memory until the garbage collector runs.
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

// collected returns the number of arcs of all batches.
func (c *Collector) collected() (n int64) {
	for _, b := range c.batches {
		n += int64(b.arcs)
	}
	return n
}
