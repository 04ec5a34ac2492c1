package model

import (
	"context"
	"fmt"
	"sync"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/par"
	"weft/internal/splitmix"
)

// Options of New.
type Options struct {
	// Pages is how many there are, known or not: the paper's n. A crawl of up to 30 % of them is "realistic" (section 4.2).
	Pages int
	// In and Out are the laws of the degrees. No degree exceeds Pages.
	In, Out Law
	// Distinct lets a page link to another at most once, as pages of a stored crawl do. A link that is drawn again
	// is left for later pages. A page has fewer links than its out-degree only when the pool has no other page
	// left.
	Distinct bool
	Seed     uint64
	// Workers above 1 let links be drawn while others are crawled. The Web is the same.
	Workers int
}

// MostPages is how many pages a Web can have.
const MostPages = 1<<32 - 2

// A Web is the random Web of the paper, for one crawl. The key of a page is its number; the most linked pages come
// first. The links of a page depend only on the pages crawled before: they are drawn in Start. A page may link to
// itself, and without Options.Distinct several times to another.
//
// Memory: the pool, 0.5 MiB for links drawn ahead (with more than one worker), and the links of the pages being
// fetched.
type Web struct {
	pages int
	in    *pool
	out   *degrees
	start uint64 // of the hashes of out-degrees
	seed  uint64
	taken uint64 // of the pool
	ahead *ahead
	once  *once // nil if links may be repeated

	mu    sync.Mutex
	under map[uint64][]uint32 // links of the picks that are being fetched
	free  [][]uint32
}

// Domains of the draws under the seed of a Web.
const (
	ofIn    splitmix.Domain = 0x6d6f64656c
	ofPool  splitmix.Domain = 0x6d6f64656d
	ofOut   splitmix.Domain = 0x6d6f64656e
	ofSeeds splitmix.Domain = 0x6d6f64656f
)

// New returns a Web. Options out of range are an error.
// Papers: random crawls, §4.2.
func New(o Options) (*Web, error) {
	if o.Pages < 1 || o.Pages > MostPages {
		return nil, fmt.Errorf("a random Web of %d pages: want 1 to %d", o.Pages, MostPages)
	}
	if o.In.ccdf == nil || o.Out.ccdf == nil {
		return nil, fmt.Errorf("a random Web without a law of its degrees")
	}
	in, out := newDegrees(o.In, uint64(o.Pages)), newDegrees(o.Out, uint64(o.Pages))
	if !in.possible() || !out.possible() {
		return nil, fmt.Errorf("degrees by the laws %v and %v in a Web of %d pages: each has more links than there are pages", o.In, o.Out, o.Pages)
	}
	w := &Web{pages: o.Pages, out: out, seed: o.Seed, start: ofOut.Seed(o.Seed), under: map[uint64][]uint32{}}
	w.in = newPool(in.count(int64(o.Pages), ofIn.Rand(o.Seed)), ofPool.Seed(o.Seed))
	w.ahead = newAhead(w.in, par.Workers(o.Workers) > 1)
	if o.Distinct {
		w.once = &once{has: map[uint32]bool{}}
	}
	return w, nil
}

// NumPages returns how many pages there are, known or not.
func (w *Web) NumPages() int { return w.pages }

// NumLinks returns the number of links of the Web: the sum of the in-degrees. The sum of the out-degrees may be
// greater. Then the page for which too few links are left takes the rest, and later pages fail (the paper does not
// say), so that the crawl ends.
func (w *Web) NumLinks() uint64 { return w.in.size() }

// Indegree returns how many links lead to a page, when all are taken.
func (w *Web) Indegree(p crawl.Key) uint64 { return uint64(w.in.indegree(uint32(p))) } //nolint:gosec // a page

// Outdegree returns how many links a page has, unless there are fewer left.
func (w *Web) Outdegree(p crawl.Key) uint64 {
	h := splitmix.Mix(w.start + uint64(p+1)*splitmix.Golden)
	return w.out.of((float64(h>>11) + 0.5) * 0x1p-53)
}

// Seeds draws n pages that have links, or as many as some million draws find. The first seed is the page with the
// most links of eight, so that a crawl of one seed seldom ends at once. The others are drawn evenly. They depend
// only on n and the seed of the Web; a larger n gives the same first seeds.
// Papers: random crawls, §4.1.
func (w *Web) Seeds(n int) []crawl.Out {
	r := ofSeeds.Rand(w.seed)
	draw := func() crawl.Key { return crawl.Key(r.Uint64N(uint64(w.pages))) }
	next := draw()
	for range 7 {
		if k := draw(); w.Outdegree(k) > w.Outdegree(next) {
			next = k
		}
	}
	var seeds []crawl.Out
	has := map[crawl.Key]bool{}
	for range 1<<20 + 64*n {
		if len(seeds) == n {
			break
		}
		if !has[next] && w.Outdegree(next) > 0 {
			has[next] = true
			seeds = append(seeds, crawl.Out{Key: next})
		}
		next = draw()
	}
	return seeds
}

// Start implements [crawl.Web]: it draws the links of a page from the pool.
func (w *Web) Start(p crawl.Pick) {
	left := w.NumLinks() - w.taken + w.once.waiting()
	d := min(w.Outdegree(p.Key), left)
	w.mu.Lock()
	defer w.mu.Unlock()
	if left == 0 {
		w.under[p.Seq] = nil
		return
	}
	list := []uint32{}
	if n := len(w.free); n > 0 {
		list, w.free = w.free[n-1][:0], w.free[:n-1]
	}
	if w.once != nil {
		w.under[p.Seq] = w.distinct(list, d)
		return
	}
	w.under[p.Seq] = w.ahead.take(list, w.taken, d)
	w.taken += d
}

// Fetch implements [crawl.Web].
// Papers: random crawls, §4.2.
func (w *Web) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	w.mu.Lock()
	list, ok := w.under[p.Seq]
	delete(w.under, p.Seq)
	w.mu.Unlock()
	if !ok {
		return fmt.Errorf("page %d of a random Web is fetched before it was begun", p.Key)
	}
	if list == nil {
		r.State = page.Failed
		return nil
	}
	r.State = page.Fetched
	for _, v := range list {
		r.Links = append(r.Links, crawl.Out{Key: crawl.Key(v), Kinds: kinds.Link})
	}
	w.mu.Lock()
	w.free = append(w.free, list)
	w.mu.Unlock()
	return nil
}
