package fidelity

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/option"
	"weft/stats"
	"weft/store"
)

// Options of everything here. The zero value, except Memory, is the default.
type Options struct {
	answer.Options // its Filter is not used
	// WithExcluded counts excluded pages (by robots.txt, scope or a rule) as ghosts. Otherwise they do not belong to the
	// target, which is the set of pages that the crawl could reach (paper, definition 1).
	WithExcluded bool
	Zero         hak.Zero
	Alpha        float64 // damping; 0 stands for 0.85
	Iterations   int     // of PageRank; 0 stands for 30, as in the paper; less than 0 for as many as it takes
	Top          int     // pages that are called the top; 0 stands for 1,000
	List         int     // how many pages and hosts are listed; 0 stands for 20
	Wanted       int     // number of ghosts to list for the next crawl, at least List
	Fetched      string  // description, for the result, of the unknown pages that were taken as fetched; empty for none
	// Fetchable lists for the next crawl only pages that may be requested: see [missing.Unwanted].
	Fetchable bool
	Samples   int // of the bootstrap; 0 stands for 1,000, less than 0 for none

	// By names the groups of pages for intervals and for the list of groups to complete; default ByHost. BySite requires
	// Sites.
	By    string
	Sites *store.Sites

	whole      bool         // treat the crawl as the whole Web: pages of unknown state count as crawled
	calibrated *store.Crawl // crawl that keeps unfinished work; nil to keep none
}

func (o *Options) setDefaults() {
	for _, d := range []struct {
		value *int
		or    int
	}{{&o.Iterations, 30}, {&o.Top, 1000}, {&o.List, 20}, {&o.Samples, 1000}} {
		if *d.value == 0 {
			*d.value = d.or
		}
	}
	if o.By == "" {
		o.By = ByHost
	}
	o.Wanted = max(o.Wanted, o.List)
	if o.Alpha == 0 {
		o.Alpha = 0.85
	}
}

// Seen is a crawl as fidelity sees it.
type Seen struct {
	View    *store.View // Out has only arcs of crawled pages, and only to pages of the view
	Crawled view.Bits   // pages whose links are known: fetched, redirected, gone (404, 410), or with links though they failed
	Failed  view.Bits   // ghosts that were requested in vain; nil if there are none
	gone    view.Bits   // failed pages that do not exist; nil if there are none
	barred  view.Bits   // pages that are not wanted besides; nil if there are none
	Pages   int         // crawled ones and ghosts
	// Part are the pages that are part of it; nil if all are.
	Part []graph.Node

	failures int    // pages in Failed
	ranking  string // what Scores are for, where there are several
}

// Ghosts returns how many pages are not crawled.
func (s *Seen) Ghosts(crawled int) int { return s.Pages - crawled }

// See opens a crawl for something that takes the given memory. Close the View when done.
func See(ctx context.Context, c *store.Crawl, what string, need store.Need, o Options) (*Seen, error) {
	vo, err := viewOptions(ctx, c, what, need, &o)
	if err != nil {
		return nil, err
	}
	return o.open(c, vo)
}

// seeTarget opens a crawl as the target of another.
func seeTarget(ctx context.Context, c *store.Crawl, need store.Need, o Options) (*Seen, error) {
	vo, err := viewTarget(ctx, c, need, &o)
	if err != nil {
		return nil, err
	}
	return o.open(c, vo)
}

// viewTarget says how a target is seen: arcs to pages that were not crawled are left out, as in the paper, with those pages.
func viewTarget(ctx context.Context, c *store.Crawl, need store.Need, o *Options) (store.ViewOptions, error) {
	whole := *o
	whole.WithExcluded, whole.whole = true, true
	vo, err := viewOptions(ctx, c, "the target", need, &whole)
	if err != nil {
		return vo, err
	}
	if m := c.Manifest; m != nil && m.Counts.Ghosts+m.Counts.Failed+m.Counts.Excluded > 0 {
		err = look(&vo, c, store.Answered)
	}
	return vo, err
}

// viewOptions says how a crawl is seen.
func viewOptions(ctx context.Context, c *store.Crawl, what string, need store.Need, o *Options) (store.ViewOptions, error) {
	shared := o.Options
	shared.Filter = nil
	vo, err := shared.View(ctx, what, true, true, need)
	vo.Often = true
	if err != nil {
		return vo, err
	}
	vo.Need = vo.Need.And(store.Heap("which pages were crawled, failed or are gone", 3*int64(c.NumPages())/8))
	if !o.whole {
		if err := c.CheckKnown(option.Errorf("γ and HAK need to know the fetched pages: use {fetched}, here or in weft import INPUT {output} CRAWL {fetched} FILE")); err != nil {
			return vo, err
		}
	}
	if !o.WithExcluded && c.Manifest != nil && c.Manifest.Counts.Excluded > 0 {
		err = look(&vo, c, store.InScope)
	}
	return vo, err
}

// look puts a filter before the crawl, and reserves memory for the list of remaining pages.
func look(v *store.ViewOptions, c *store.Crawl, name string) (err error) {
	v.Need = v.Need.And(store.Heap("the pages that are left", 12*int64(c.NumPages())))
	v.Filter, err = c.NewFilter(v.Ctx, name, nil, v.Budget)
	return err
}

func (o *Options) open(c *store.Crawl, v store.ViewOptions) (*Seen, error) {
	s := &Seen{Pages: c.NumPages()}
	var err error
	if s.View, err = o.Open(c, v); err != nil {
		return nil, err
	}
	if err = s.mark(c, v); err != nil {
		s.View.Close() //nolint:errcheck // nothing was written
		return nil, err
	}
	return s, nil
}

// mark finds out which pages are crawled, and which belong to what is seen.
func (s *Seen) mark(c *store.Crawl, v store.ViewOptions) error {
	n, filter := c.NumPages(), v.Filter
	var err error
	if s.gone, err = gonePages(v.Ctx, c); err != nil {
		return err
	}
	s.Crawled = view.NewBits(n)
	var succ []graph.Node
	for u := range n {
		if filter.Hides(graph.Node(u)) {
			s.Pages--
			continue
		}
		if filter != nil {
			s.Part = append(s.Part, graph.Node(u))
		}
		state := c.State(graph.Node(u))
		known := answers(state) || s.gone != nil && s.gone.Has(u)
		if !known && state != page.Ghost {
			if succ, err = s.View.Out.AppendSucc(succ[:0], graph.Node(u)); err != nil {
				return err
			}
			known = len(succ) > 0
		}
		switch {
		case known:
			s.Crawled.Add(u)
		case state == page.Failed:
			s.fail(u)
		}
	}
	return nil
}

// gonePages returns the failed pages that do not exist, by the status of the response (404 or 410). No page is missing
// there. It returns nil for a crawl without statuses.
func gonePages(ctx context.Context, c *store.Crawl) (gone view.Bits, err error) {
	if c.Manifest == nil || c.Manifest.Counts.Failed == 0 || !c.HasFacts() {
		return nil, nil
	}
	r, err := c.OpenFacts()
	if err != nil {
		return nil, err
	}
	gone = view.NewBits(c.NumPages())
	err = r.Each(ctx, func(p graph.Node, f *store.Facts) error {
		if (f.Status == http.StatusNotFound || f.Status == http.StatusGone) && c.State(p) == page.Failed {
			gone.Add(int(p))
		}
		return nil
	})
	return gone, errors.Join(err, r.Close())
}

// answers reports whether the links of a page are known. Without states, a graph is treated as complete.
func answers(s page.State) bool { return s.IsKnown() || s == page.Unknown }

func (s *Seen) fail(u int) {
	if s.Failed == nil {
		s.Failed = view.NewBits(len(s.Crawled) * 64)
	}
	s.Failed.Add(u)
	s.failures++
}

// Scores returns the PageRank of the crawl with its ghosts as sinks. scores, if not nil, is the start vector, and
// its memory is reused. A positive number of iterations uses the power method; otherwise Gauss–Seidel runs until
// it has converged.
func (s *Seen) Scores(ctx context.Context, degrees []uint32, scores []float64, iterations int, o *Options) (*rank.PageRankResult, error) {
	ro := o.pageRank(iterations, s.View)
	ro.Pages, ro.Start, ro.Spare = s.Part, scores, measure.Spare(s.View)
	what := "fidelity " + cmp.Or(s.ranking, measure.PageRank)
	if scores != nil {
		what += " converged"
	}
	u := s.unfinished(what, o, fmt.Sprintf("leading pages, part %s iterations %d, after %d", sumOf(s.Part), iterations, o.Iterations))
	measure.ResumePageRank(u, &ro)
	r, err := rank.PageRank(ctx, s.View.In, degrees, ro)
	return r, u.Ended(err)
}

// unfinished returns the resumable ranking of the view, identified also by a key.
func (s *Seen) unfinished(what string, o *Options, key string) *answer.Unfinished {
	if o.Interim == nil {
		return nil
	}
	return o.Unfinished(s.View, what, fmt.Sprintf("crawled %s with excluded %v alpha %g %s", sumOf(s.Crawled), o.WithExcluded, o.Alpha, key))
}

// sumOf is a checksum of numbers; none of none.
func sumOf[T graph.Node | uint64](numbers []T) string {
	if numbers == nil {
		return "none"
	}
	h, buf := sha256.New(), make([]byte, 0, 1<<15)
	for _, x := range numbers {
		if buf = binary.LittleEndian.AppendUint64(buf, uint64(x)); len(buf) == cap(buf) {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ties decides which scores tie: scores after a fixed number of iterations are exact except for rounding.
func (o *Options) ties(r *rank.PageRankResult) stats.Ties {
	if o.Iterations > 0 {
		return stats.Rounding
	}
	return stats.TiesOf(r.Bound)
}

// convergedTo is the bound of the error in the L1 norm of the PageRank that is called converged.
const convergedTo = 1e-6

// pageRank returns the options to rank a view: a fixed number of iterations, as in the paper, or until PageRank
// has converged.
func (o *Options) pageRank(iterations int, v *store.View) rank.PageRankOptions {
	ro := rank.PageRankOptions{
		Alpha: o.Alpha, Tolerance: convergedTo, Room: measure.Room(v, o.Memory), Work: v.Work(o.Workers),
		Progress: func(i int, _ float64) { o.Tell("pagerank", int64(i), int64(max(iterations, 0))) },
	}
	if iterations > 0 {
		ro.Method, ro.MaxIterations, ro.Tolerance = rank.Power, iterations, -1
	}
	return ro
}
