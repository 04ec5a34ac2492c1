package course

import (
	"fmt"
	"math"
	"slices"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/graph/page"
)

// Measures selects what is measured at each point. Numbers of known and discovered pages and of captured PageRank
// cost little and are always measured.
type Measures uint8

// The measures.
const (
	Laws       Measures = 1 << iota // of degrees
	BowTie                          // and strong components
	Paths                           // lengths of paths, and the diameter
	Clustering                      // of the underlying undirected graph
	Cores                           // complete bipartite cores
	PageRank                        // its law
	All        = 1<<iota - 1
	Nothing    = 1 << 7 // but what costs little
)

// MeasureNames names the measures, in their order.
var MeasureNames = []string{"laws", "bowtie", "paths", "clustering", "cores", "pagerank"}

// Options of New. The zero value measures everything at the end of the crawl.
type Options struct {
	// At are numbers of crawled pages, increasing: the points. There is one at the end of the crawl in any case.
	At []int
	// WebPages is how many pages there are to be crawled, if that is known: progress is a share of them.
	WebPages int
	// Kinds are the links that count; 0 for all. Others make pages known.
	Kinds kinds.Set
	// Once counts several links of a page to the same page as one, as a stored crawl does.
	Once bool
	// Measures are those at each point; 0 for all.
	Measures Measures
	// Reads bounds the arcs that searches for paths go along, at each point and for each of lengths and diameter; 0
	// stands for 2^28. There are 32 searches at least, and 1,024 at most.
	Reads int64
	// Draws is the number of pairs of neighbours that clustering examines if the graph has more than CountedArcs
	// arcs; 0 means 100,000.
	Draws int
	// CoresOf lists numbers of crawled pages; each gets a table of cores. nil means 1,000 and 25,000.
	CoresOf []int
	// CoreSize is the most fans and centers in the tables; 0 stands for 7.
	CoreSize int
	// CoreSteps bounds the searches for cores in one graph; its pages share the bound, and each has at least 1,024
	// steps. 0 means 2^23. Searches that the bound cuts off are counted.
	CoreSteps int64
	// FitSamples is how many synthetic samples test a law; 0 for no test.
	FitSamples int
	Seed       uint64
	Workers    int
	// Note, if not nil, receives the name and the progress of each piece of work.
	Note func(what string, done, total int64)
}

// SetDefaults puts in what the zero value stands for.
func (o *Options) SetDefaults() {
	if o.Kinds == 0 {
		o.Kinds = math.MaxUint16
	}
	if o.Measures == 0 {
		o.Measures = All
	}
	if o.Reads == 0 {
		o.Reads = 1 << 28
	}
	if o.Draws == 0 {
		o.Draws = 100_000
	}
	if o.CoresOf == nil {
		o.CoresOf = []int{1000, 25_000}
	}
	if o.CoreSize == 0 {
		o.CoreSize = 7
	}
	if o.CoreSteps == 0 {
		o.CoreSteps = 1 << 23
	}
	if o.Note == nil {
		o.Note = func(string, int64, int64) {}
	}
}

// A Course follows a crawl. Memory while it goes: [NotesBytes].
type Course struct {
	o     Options
	pages numbers // crawled pages, in the order of the crawl
	sizes numbers // how many links each has
	links numbers // where they lead, page by page
	now   mark
	// Points has a mark for each requested number of crawled pages. The trail has marks at regular distances: one
	// after each `every` pages.
	points, trail []mark
	every         int
	linked        map[crawl.Page]bool // pages that the current page links to; nil without Options.Once
}

// A mark is where a crawl stands.
type mark struct {
	crawled, known int
	other          int   // known pages that were requested, and are not crawled: they failed, or lead elsewhere
	barred         int   // known pages that have only links that must not be followed
	links          int64 // that were learnt
	seen           int64 // of these, those to a page that was known before
	uncounted      int64 // links of other kinds
}

// trailMarks is how many marks a trail has at least, when there are as many pages, and less than twice as many at most.
const trailMarks = 200

// New returns a Course that has seen nothing.
// Papers: random crawls, §5.1, §2, §6.
func New(o Options) (*Course, error) {
	o.SetDefaults()
	for i, k := range o.At {
		if k < 1 || i > 0 && k <= o.At[i-1] {
			return nil, fmt.Errorf("points at %d crawled pages: expected increasing numbers from 1 on", o.At)
		}
	}
	for _, k := range o.CoresOf {
		if k < 1 {
			return nil, fmt.Errorf("cores of the first %d pages: expected 1 or more", k)
		}
	}
	if o.CoreSize < 2 || o.CoreSize > mostCoreSize {
		return nil, fmt.Errorf("cores of up to %d pages on each side: expected 2 to %d", o.CoreSize, mostCoreSize)
	}
	o.At = slices.Clone(o.At)
	c := &Course{o: o, every: 1}
	if o.Once {
		c.linked = map[crawl.Page]bool{}
	}
	return c, nil
}

// Learnt records a response, as [crawl.Options] requires. A page counts as crawled if it was fetched and is a page
// of the crawl.
// Papers: random crawls, §5.6.
func (c *Course) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if r.State != page.Fetched || r.Aside || p.Page == crawl.None {
		c.pass(p, r, links)
		return nil
	}
	c.know(p.Page)
	before := c.links.n
	clear(c.linked)
	for i := range links {
		l := &links[i]
		switch {
		case l.Kinds&c.o.Kinds == 0 && l.Kinds != 0:
			c.now.uncounted++
		case c.repeats(l.To):
		default:
			if int64(l.To) < int64(c.now.known) {
				c.now.seen++
			}
			c.links.add(uint32(l.To))
		}
		c.see(l)
	}
	c.pages.add(uint32(p.Page))
	c.sizes.add(uint32(c.links.n - before))
	c.now.crawled, c.now.links = c.pages.n, int64(c.links.n)
	c.step()
	return nil
}

// repeats says that a link counts no more, as the current page has one to the same page.
func (c *Course) repeats(to crawl.Page) bool {
	if c.linked == nil {
		return false
	}
	before := c.linked[to]
	c.linked[to] = true
	return before
}

// pass notes a reply that is no page of the crawl, or the seeds.
func (c *Course) pass(p crawl.Pick, r *crawl.Reply, links []crawl.Link) {
	if p.Page != crawl.None {
		c.know(p.Page)
		if !r.Again {
			c.now.other++
		}
	}
	for i := range links {
		c.see(&links[i])
	}
}

// see notes that a link names its end.
func (c *Course) see(l *crawl.Link) {
	if l.New {
		switch known := int64(l.To) < int64(c.now.known); {
		case l.Barred:
			c.now.barred++
		case known:
			c.now.barred-- // it was known by barred links only
		}
	}
	c.know(l.To)
}

func (c *Course) know(p crawl.Page) { c.now.known = max(c.now.known, int(p)+1) }

// step notes where the crawl stands, if this is a point, or on the trail.
func (c *Course) step() {
	if i := len(c.points); i < len(c.o.At) && c.o.At[i] == c.now.crawled {
		c.points = append(c.points, c.now)
	}
	if c.now.crawled%c.every != 0 {
		return
	}
	if c.trail = append(c.trail, c.now); len(c.trail) < 2*trailMarks {
		return
	}
	half := c.trail[:0]
	for i := 1; i < len(c.trail); i += 2 {
		half = append(half, c.trail[i])
	}
	c.trail, c.every = half, 2*c.every
}
