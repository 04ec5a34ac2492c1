package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"weft/algo/distance"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/choice"
	"weft/internal/splitmix"
)

// An Order is a way to crawl a part of a graph. All orders come from the paper on fidelity (docs/papers.md), "More
// details on crawling strategies and seed selection".
type Order string

// The orders. All but the first end when the desired part of the target was fetched; the paper calls them BFS, BfsRnd,
// BfsGeo and SEC.
const (
	// Blocked goes breadth first to the end; pages drawn at random can never be fetched.
	Blocked Order = "bfs"
	// SomeLinks goes breadth first along a random number of the links of each page, from the desired part of the seeds.
	SomeLinks Order = "bfs-rnd"
	// FewLinks does so along a geometric number of them.
	FewLinks Order = "bfs-geo"
	// MostLinks takes the page with the most links from fetched pages: Sample Edge Count (Maiya and Berger-Wolf, KDD 2011).
	MostLinks Order = "sec"
)

// Orders are all of them.
var Orders = []Order{Blocked, SomeLinks, FewLinks, MostLinks}

// ParseOrder reads the name of an order.
func ParseOrder(name string) (Order, error) {
	if o := Order(name); slices.Contains(Orders, o) {
		return o, nil
	}
	return "", fmt.Errorf("there is no crawl order %q: expected %s", name, choice.Of(name, Orders))
}

// GeometricP is the paper's parameter of FewLinks: k links with probability p(1−p)^k.
const GeometricP = 0.3

// A Target is the graph that can be reached from some seeds. Crawls fetch a part of it (paper, definition 1).
type Target struct {
	Graph *graph.Memory
	Seeds []graph.Node
	Pages []graph.Node // that can be reached, the seeds among them
}

// NewTarget returns what can be reached from seeds. One search.
// Papers: fidelity, "Real-world graphs", "Seed selection".
func NewTarget(ctx context.Context, g *graph.Memory, seeds []graph.Node) (*Target, error) {
	levels, err := distance.BFS(ctx, g, seeds, graph.Work{Workers: 1})
	if err != nil {
		return nil, err
	}
	return &Target{g, seeds, levels.Order}, nil
}

// A Part is the set of pages that a crawl fetched from a graph. All other pages that it knows are ghosts.
type Part struct {
	Crawled, Known view.Bits
	Pages          int // fetched
	Ghosts         int
}

// ofBlocked draws what a crawl of a target leaves out.
const ofBlocked splitmix.Domain = 0x626c6f636b6564

// Crawl fetches 1−block of the pages of a target, or as many as the order comes to, with the loop of every crawl, in
// line. Everything that is drawn depends on seed alone.
// Papers: fidelity, "Crawling strategies".
func (t *Target) Crawl(ctx context.Context, o Order, block float64, seed uint64) (*Part, error) {
	n := t.Graph.NumNodes()
	r := ofBlocked.Rand(seed)
	blocked := int(math.Round(block * float64(len(t.Pages))))
	desired := len(t.Pages) - blocked
	web := crawl.Web(NewStored(t.Graph))
	opts := crawl.Options{Pages: crawl.NewDense(n), Window: 1, Workers: 1, Limit: uint64(max(desired, 1))}
	seeds := t.Seeds
	switch o {
	case Blocked:
		never := view.NewBits(n)
		for _, i := range choose(r, len(t.Pages), blocked) {
			never.Add(int(t.Pages[i]))
		}
		web = blockedWeb(web, never)
		opts.Limit, opts.Strategy = 0, new(strategy.BreadthFirst)
	case SomeLinks, FewLinks:
		keep := max(1, len(seeds)-int(math.Round(block*float64(len(seeds)))))
		some := make([]graph.Node, 0, keep)
		for _, i := range choose(r, len(seeds), keep) {
			some = append(some, seeds[i])
		}
		seeds = some
		if o == SomeLinks {
			opts.Strategy = strategy.NewUniform(r.Uint64())
		} else {
			opts.Strategy = strategy.NewGeometric(r.Uint64(), GeometricP)
		}
	case MostLinks:
		opts.Strategy = new(strategy.MostLinked)
	default:
		return nil, fmt.Errorf("there is no crawl order %q: expected %s", o, choice.Of(string(o), Orders))
	}
	opts.Web, opts.Seeds = web, Seeds(seeds...)
	return run(ctx, opts, n)
}

// blockedWeb is Blocked for a set of pages.
func blockedWeb(w crawl.Web, never view.Bits) crawl.Web {
	return Fenced(w, func(k crawl.Key) bool { return never.Has(int(k)) })
}

// run crawls, and records which pages were fetched and which are known by their links. A seed that was neither
// fetched nor linked to is not a ghost.
func run(ctx context.Context, o crawl.Options, n int) (*Part, error) {
	p := &Part{Crawled: view.NewBits(n), Known: view.NewBits(n)}
	met := make([]bool, len(o.Seeds)) // seeds are the first pages
	o.Learnt = func(pick crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
		if pick.Page == crawl.None || r.State != page.Fetched {
			return nil
		}
		p.Crawled.Add(int(pick.Key))
		p.Pages++
		if int(pick.Page) < len(met) {
			met[pick.Page] = true
		}
		for _, l := range links {
			if int(l.To) < len(met) {
				met[l.To] = true
			}
		}
		return nil
	}
	if _, err := crawl.Run(ctx, o); err != nil {
		return nil, err
	}
	known := 0
	for i := range o.Pages.Len() {
		if i >= len(met) || met[i] {
			p.Known.Add(int(o.Pages.Key(crawl.Page(i))))
			known++
		}
	}
	p.Ghosts = known - p.Pages
	return p, nil
}

// choose draws k of the numbers below n, all alike, in increasing order.
func choose(r *rand.Rand, n, k int) []int {
	out := splitmix.Distinct[int](r, n, k)
	slices.Sort(out)
	return out
}
