package strategy

import (
	"io"
	"math/rand/v2"

	"weft/crawl"
	"weft/graph/page"
	"weft/internal/splitmix"
)

// MostCrawlers is how many crawlers a [Crawlers] has at most.
const MostCrawlers = 1 << 16

// Crawlers models many crawlers at once. Each has a part of the pages and its own queue, in which it proceeds
// breadth first. All are equally fast: the next one is drawn evenly among those with a waiting page; the others
// are idle.
//
// One crawler equals [BreadthFirst]. With single pages as parts, more and more crawlers approach [Random]. With
// hosts as parts, they approach a random host, breadth first within it. Memory: 4 bytes per waiting page, up to 64
// per crawler, and the memory of part.
type Crawlers struct {
	part  func(crawl.Link) uint64
	of    []queue[crawl.Page]
	busy  []uint32 // crawlers with pages that wait
	pcg   *rand.PCG
	draws *rand.Rand
}

// ofCrawlers draws which crawler fetches next.
const ofCrawlers splitmix.Domain = 0x637261776c657273

// NewCrawlers returns count crawlers, from 1 to MostCrawlers, which draw by the given seed. part returns a hash of
// the unit that stays with one crawler, such as the host of a page, from the first link to the page. Nil stands
// for single pages.
// Papers: random crawls, §4.1, §6.
func NewCrawlers(count int, seed uint64, part func(crawl.Link) uint64) *Crawlers {
	if part == nil {
		part = func(l crawl.Link) uint64 { return splitmix.Mix(uint64(l.To) + 1) }
	}
	pcg := ofCrawlers.PCG(seed)
	return &Crawlers{part: part, of: make([]queue[crawl.Page], count), pcg: pcg, draws: rand.New(pcg)}
}

// Learn implements [crawl.Strategy].
func (c *Crawlers) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if l.New && !l.Barred {
			c.add(uint32(c.part(l)%uint64(len(c.of))), l.To) //nolint:gosec // at most MostCrawlers
		}
	}
}

// add gives a page to a crawler.
func (c *Crawlers) add(i uint32, p crawl.Page) {
	q := &c.of[i]
	if len(q.left()) == 0 {
		c.busy = append(c.busy, i)
	}
	q.push(p)
}

// Next implements [crawl.Strategy].
func (c *Crawlers) Next() (crawl.Page, crawl.Turn) {
	n := len(c.busy)
	if n == 0 {
		return 0, crawl.Wait
	}
	turn := 0
	if n > 1 {
		turn = c.draws.IntN(n)
	}
	q := &c.of[c.busy[turn]]
	p := q.pop()
	if len(q.left()) == 0 {
		*q = queue[crawl.Page]{}
		c.busy[turn] = c.busy[n-1]
		c.busy = c.busy[:n-1]
	}
	return p, crawl.Take
}

// Bytes bounds the memory of the crawlers, without the pages that wait.
func (c *Crawlers) Bytes() int64 { return 64 * int64(len(c.of)) }

// Save implements [crawl.Strategy].
func (c *Crawlers) Save(w io.Writer) error {
	state, err := c.pcg.MarshalBinary()
	if err != nil {
		return err
	}
	s := newSaver(w, "crawlers")
	s.uint(uint64(len(c.of)))
	s.bytes(state)
	s.uint(uint64(len(c.busy)))
	for _, i := range c.busy {
		s.uint(uint64(i))
		s.pages(c.of[i].left())
	}
	return s.finish()
}

// Load implements [crawl.Strategy].
func (c *Crawlers) Load(in io.Reader) error {
	l := newLoader(in, "crawlers")
	if count := l.uint(); l.err == nil && count != uint64(len(c.of)) {
		l.damaged("it is of %d crawlers, want %d", count, len(c.of))
	}
	state := l.bytes(1 << 10)
	for n := l.count(); n > 0 && l.err == nil; n-- {
		i, pages := l.uint(), l.pages(nil)
		if i >= uint64(len(c.of)) || len(c.of[i].left()) > 0 || len(pages) == 0 {
			l.damaged("crawler %d of %d with %d pages", i, len(c.of), len(pages))
			break
		}
		for _, p := range pages {
			c.add(uint32(i), p)
		}
	}
	if err := l.finish(); err != nil {
		return err
	}
	if err := c.pcg.UnmarshalBinary(state); err != nil {
		return l.wrong("the state of its random numbers: %v", err)
	}
	return nil
}
