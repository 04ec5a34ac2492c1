package site

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"weft/algo/cluster"
	"weft/algo/flow"
	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/bitset"
	"weft/store"
)

// A Ground is a crawl on which boundaries are drawn: what does not depend on the pages that are given. It is made once
// for many sites.
type Ground struct {
	c       *store.Crawl
	r       Request
	out, in *graph.Memory
	moved   *view.Moved  // pages that say where they are now; nil if there are none
	asked   []graph.Node // pages of the request, as they were before
	degree  []uint32
	sigma   *Sigma
	tree    *hierarchy.Tree
	of      []uint32  // cluster of each page, if the clusters are not the clusters of the tree
	found   *division // division into these sites; nil if the sites were found otherwise
	members [][]graph.Node
	net     *flow.Network
	// capacity returns the capacity of a link for a flow on line.
	capacity []int64
	places   store.Groups // hosts or domains that the superset is made of; nil for the crawl
	fetched  int          // pages that MCL on line asked for
	within   map[int]bool // which of these are in it
}

// stage returns the cost of making a ground.
func (r *Request) stage(ctx context.Context, c *store.Crawl) (answer.Stage, error) {
	if r.Superset != "" && r.Superset != Supersets[0] && len(r.Pages) == 0 {
		return answer.Stage{}, answer.Refused("{superset} %s requires pages: name one or more after the crawl", r.Superset)
	}
	n, arcs := c.NumPages(), c.Graph().NumArcs()
	need := store.Heap("links in memory, both ways", 2*graph.LoadBytes(n, arcs)).And(store.Heap("links to pages", 4*int64(n)))
	moved, err := movedNeed(c, &r.Options, 1, store.Heap)
	if err != nil {
		return answer.Stage{}, err
	}
	need = need.And(moved)
	if r.Merge || r.Cluster == Closed {
		forLinks, forNodes := hierarchy.Need(n, arcs)
		need = need.And(store.Heap("links of groups", forLinks)).And(store.Heap("the tree of groups", forNodes))
	}
	more, err := r.clusterNeed(ctx, c)
	if err != nil {
		return answer.Stage{}, err
	}
	need = need.And(more)
	switch r.Flow {
	case OnLine, Lowered:
		need = need.And(store.Heap("capacities", 8*arcs)).And(store.Heap("the flow on line", 2*strategy.FlowBytes(n, arcs)))
	case Exact:
		need = need.And(store.Heap("capacities", 8*arcs)).And(store.Heap("the network", flow.NetworkBytes(n, arcs))).And(store.Heap("the flow", flow.CutBytes(n, arcs)))
	}
	if r.Capacity == KeptWeights && !c.HasWeights() {
		return answer.Stage{}, answer.Refused("{capacity} kept: the crawl has no weights of arcs: import it with {weights} COLUMN")
	}
	if r.Capacity == Textual {
		need = need.And(store.Heap("words of pages", sketchBytes*int64(n)))
	}
	v, err := r.View(ctx, "site", true, false, need)
	v.Stream = true
	stage := answer.Stage{View: v, Passes: "1 to load the links, then in memory"}
	if moved != nil {
		stage.Passes = "3 to follow redirects, " + stage.Passes
	}
	return stage, err
}

// clusterNeed is the memory that the clusters take.
func (r *Request) clusterNeed(ctx context.Context, c *store.Crawl) (need store.Need, err error) {
	n, arcs := c.NumPages(), c.Graph().NumArcs()
	if r.Cluster != Closed && r.Cluster != Given {
		need = store.Heap("clusters", (4+4+24)*int64(n)) // of pages, pages of them, and these lists
	}
	switch r.Cluster {
	case Evidence:
		more, err := evidenceNeed(ctx, c, &r.Options)
		return need.And(more), err
	case MCL, OnLineMCL:
		bytes, err := cluster.MCLBytes(n, r.mclOptions())
		return need.And(store.Heap("MCL", bytes)).And(store.Heap("its graph", 16*arcs+8*int64(n))), err
	case Leiden:
		need = need.And(store.Heap("Leiden", cluster.LeidenBytes(n, 2*arcs, r.Workers))).And(store.Heap("its graph", 16*arcs+8*int64(n)))
	}
	return need, nil
}

// newGround loads the graph and finds its clusters.
func newGround(ctx context.Context, c *store.Crawl, v *store.View, r Request) (*Ground, error) {
	g := &Ground{c: c, r: r}
	var out graph.Random
	var err error
	if g.moved, out, _, err = follow(ctx, v, g.work()); err != nil {
		return nil, err
	}
	g.asked = r.Pages
	g.r.Pages = slices.Compact(slices.Sorted(slices.Values(g.now(r.Pages))))
	if err := g.load(ctx, out); err != nil {
		return nil, err
	}
	if g.sigma, err = MeasureSigma(ctx, c, r.Seed); err != nil {
		return nil, err
	}
	r.Tell("finding clusters", 0, 0)
	if err := g.cluster(ctx, v); err != nil {
		return nil, err
	}
	if r.Flow == NoFlow {
		return g, nil
	}
	r.Tell("laying out the network", 0, 0)
	sigma, err := g.sigmaValue()
	if err != nil {
		return nil, err
	}
	var all []int64
	if r.Capacity == KeptWeights {
		all, err = g.keptCapacities(ctx, v)
	} else {
		all, err = g.capacities(ctx, r.Capacity, sigma)
	}
	if err != nil || r.Flow != Exact {
		g.capacity = all
		return g, err
	}
	g.net, err = flow.New(ctx, g.out, all, g.work())
	return g, err
}

func (g *Ground) work() graph.Work { return graph.Work{Workers: g.r.Workers} }

// sigmaValue returns σ, given or measured. A crawl without URLs has no σ, which matters only to the capacity by
// similarity.
func (g *Ground) sigmaValue() (float64, error) {
	asked := g.r.Capacity == Similarity || g.r.Capacity == PerLink || g.r.Epsilon < 0
	switch {
	case g.r.Sigma > 0:
		return g.r.Sigma, nil
	case asked && g.sigma == nil:
		return 0, fmt.Errorf("similarity of URLs: %w", store.ErrNoNames)
	case asked && g.sigma.Value == 0:
		return 0, answer.Refused("all URLs are equally similar, so σ cannot be measured: set {sigma}")
	case g.sigma == nil:
		return 0, nil
	}
	return g.sigma.Value, nil
}

// load loads the links between pages of the superset.
func (g *Ground) load(ctx context.Context, out graph.Random) (err error) {
	g.r.Tell("loading links", 0, 0)
	if g.out, err = graph.Load(graph.Watched(out, func(graph.Node) error { return ctx.Err() })); err != nil {
		return err
	}
	if err := g.restrict(); err != nil {
		return err
	}
	if g.in, err = graph.Transpose(g.out); err != nil {
		return err
	}
	g.degree, err = hierarchy.InDegrees(ctx, g.in, g.work())
	return err
}

// restrict drops the links to and from pages outside the hosts or domains of the given pages.
func (g *Ground) restrict() (err error) {
	switch g.r.Superset {
	case "host":
		g.places, err = g.c.Hosts()
	case "domain":
		g.places, err = g.c.Domains()
	default:
		return nil
	}
	if err != nil {
		return err
	}
	g.within = map[int]bool{}
	for _, u := range slices.Concat(g.r.Pages, g.asked) {
		g.within[g.places.Of(u)] = true
	}
	starts := make([]uint32, 0, g.out.NumNodes()+1)
	succ := make([]graph.Node, 0, g.out.NumArcs())
	for u := range graph.Node(g.out.NumNodes()) {
		starts = append(starts, uint32(len(succ))) //nolint:gosec // of a graph in memory
		if g.beyond(u) {
			continue
		}
		for _, v := range g.out.Succ(u) {
			if !g.beyond(v) {
				succ = append(succ, v)
			}
		}
	}
	g.out, err = graph.NewMemory(append(starts, uint32(len(succ))), succ) //nolint:gosec // as above
	return err
}

// beyond says whether a page is outside the superset.
func (g *Ground) beyond(u graph.Node) bool { return g.places != nil && !g.within[g.places.Of(u)] }

// cluster finds the clusters.
func (g *Ground) cluster(ctx context.Context, v *store.View) (err error) {
	switch g.r.Cluster {
	case Evidence:
		g.found, err = (&seen{v, g.out, g.in, g.moved, g.work(), &g.r.Options}).divide(ctx)
		if err == nil {
			g.of = g.found.alone()
		}
	case Closed:
		g.tree, err = hierarchy.Build(ctx, g.out, g.in, g.work())
		return err
	case Leiden, MCL:
		g.of, err = g.partition(ctx)
	case OnLineMCL:
		g.of, err = g.mclOnLine(ctx)
	case Found:
		s, e := g.c.FoundSites(g.r.Memory)
		if e != nil {
			return e
		}
		g.of, err = s.All(nil)
	}
	if err == nil && g.r.Merge {
		g.tree, err = hierarchy.BuildOn(ctx, g.out, g.in, g.of, g.work())
		g.of = nil
	}
	for u, c := range g.of {
		for int(c) >= len(g.members) {
			g.members = append(g.members, nil)
		}
		g.members[c] = append(g.members[c], graph.Node(u))
	}
	return err
}

// A Core is the clusters around the given pages.
//
//json:object core of a site
type Core struct {
	How     string `json:"how"`                                       // method of the clusters: closed, leiden, mcl, mcl-online, found or given
	Pages   int    `json:"pages"`                                     // pages
	Groups  int    `json:"groups"`                                    // clusters
	Dropped int    `json:"dropped,omitempty"`                         // pages dropped because their ties to the others are too weak
	Fetched int    `json:"fetched,omitempty" absent:"another method"` // pages whose links online MCL requested
	// greatest leak of a group: share of the returned links of its pages that lead out
	Leak *float64 `json:"leak,omitempty" absent:"groups are not closed ones"`
	Open bool     `json:"open,omitempty"` // a group is a whole component, so that no boundary was found

	// most nearly closed smaller group around the first given page, with at most half the pages
	Within *Group `json:"within,omitempty"`

	Parts  []Group `json:"parts,omitempty"`       // largest nearly closed groups within
	Others int     `json:"other_parts,omitempty"` // parts left out of `parts`

	pages  []graph.Node
	beyond int // pages of these clusters outside the superset: clusters found before may reach beyond it
}

// A Group is a group of the tree.
//
//json:object group
type Group struct {
	Page          // its first page
	Pages int     `json:"pages" label:"pages"`            // pages
	Leak  float64 `json:"leak" label:"leak" show:"share"` // share of the returned links of its pages that lead out
}

// core returns the clusters of pages.
func (g *Ground) core(pages []graph.Node) *Core {
	c := &Core{How: g.r.Cluster, Fetched: g.fetched}
	if g.r.Merge {
		c.How += ", merged"
	}
	switch {
	case g.r.Cluster == Given:
		c.pages = slices.Compact(slices.Sorted(slices.Values(pages))) // two may be at one page now
		c.Groups = len(c.pages)
	case g.tree != nil:
		g.closed(c, pages)
	default:
		seen := map[uint32]bool{}
		for _, u := range pages {
			if k := g.of[u]; !seen[k] {
				seen[k] = true
				c.Groups++
				c.pages = append(c.pages, g.members[k]...)
			}
		}
	}
	slices.Sort(c.pages)
	c.pages = slices.Compact(c.pages)
	all := len(c.pages)
	c.pages = slices.DeleteFunc(c.pages, g.beyond)
	c.beyond = all - len(c.pages)
	g.drop(c, pages)
	c.pages = g.withMoved(c.pages)
	c.Pages = len(c.pages)
	return c
}

// drop removes pages from a core if their links give too little evidence for the core. Given pages stay.
func (g *Ground) drop(c *Core, given []graph.Node) {
	if g.r.Drop == 0 || g.r.Cluster == Given {
		return
	}
	in := bitset.New(g.out.NumNodes())
	for _, u := range c.pages {
		in.Add(int(u))
	}
	kept := slices.DeleteFunc(slices.Clone(c.pages), func(u graph.Node) bool {
		return g.tie(u, func(v graph.Node) bool { return in.Has(int(v)) }) < g.r.Drop && !slices.Contains(given, u)
	})
	c.Dropped, c.pages = len(c.pages)-len(kept), kept
}

// closed is the core of the groups of the tree that are closed around pages.
func (g *Ground) closed(c *Core, pages []graph.Node) {
	o := hierarchy.SiteOptions{Leak: g.r.Leak, Least: g.r.Least}
	leak := 0.0
	for _, x := range g.tree.Around(pages, o) {
		c.Groups++
		c.pages = g.tree.Leaves(c.pages, x)
		leak = max(leak, g.tree.Leak(x))
		if y := g.tree.Within(pages[0], x, o); y != hierarchy.None {
			w := g.group(y)
			c.Within = &w
		}
		for _, y := range g.tree.Parts(x, nearlyClosed, o) {
			c.Parts = append(c.Parts, g.group(y))
		}
		if int(g.tree.Size[x]) > 1 && g.tree.Parent[x] == hierarchy.None {
			c.Open = true
		}
	}
	c.Leak = &leak
	slices.SortStableFunc(c.Parts, func(a, b Group) int { return b.Pages - a.Pages })
	if c.Others = max(0, len(c.Parts)-mostParts); c.Others > 0 {
		c.Parts = c.Parts[:mostParts]
	}
}

// mostParts bounds the parts of a core that are listed.
const mostParts = 8

// group is a node of the tree.
func (g *Ground) group(x uint32) Group {
	return Group{g.page(slices.Min(g.tree.Leaves(nil, x))), int(g.tree.Size[x]), g.tree.Leak(x)}
}

// byKeyword returns a page of the cluster with most URLs that contain a word, in any case of letters, and how many that
// is. Of several the one with the smallest page counts.
func (g *Ground) byKeyword(ctx context.Context, word string) (graph.Node, int, error) {
	if !g.c.HasNames() {
		return 0, 0, fmt.Errorf("keywords: %w", store.ErrNoNames)
	}
	cluster := g.labels()
	count, first := map[uint32]int{}, map[uint32]graph.Node{}
	names := g.c.Names()
	var name []byte
	var err error
	want := bytes.ToLower([]byte(word))
	for u := range graph.Node(g.c.NumPages()) {
		if u%4096 == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		if g.beyond(u) {
			continue
		}
		if name, err = names.Append(name[:0], u); err != nil {
			return 0, 0, err
		}
		if !bytes.Contains(bytes.ToLower(name), want) {
			continue
		}
		k := cluster(u)
		if count[k]++; count[k] == 1 {
			first[k] = u
		}
	}
	best, most := graph.Node(0), 0
	for k, n := range count {
		if n > most || n == most && first[k] < best {
			best, most = first[k], n
		}
	}
	if most == 0 {
		return 0, 0, answer.Refused("{keyword} %s: no URL contains it", word)
	}
	return best, most, nil
}

// labels returns the cluster of each page.
func (g *Ground) labels() func(graph.Node) uint32 {
	if g.tree == nil {
		if g.of == nil {
			return func(u graph.Node) uint32 { return uint32(u) }
		}
		return func(u graph.Node) uint32 { return g.of[u] }
	}
	of, _ := g.tree.Sites(hierarchy.SiteOptions{Leak: g.r.Leak, Least: g.r.Least})
	return func(u graph.Node) uint32 { return of[u] }
}
