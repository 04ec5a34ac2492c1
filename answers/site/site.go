package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/algo/sites"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/digits"
	"weft/store"
)

// A Site is a logical website: what [Find] returns.
//
//json:object site
type Site struct {
	Given   []Page  `json:"given"`               // pages named on the command line
	Keyword *Picked `json:"keyword,omitempty"`   // keyword that picked a cluster
	Core    *Core   `json:"core" absent:"never"` // clusters of the given pages, from which the flow starts
	Pages   int     `json:"pages"`               // pages of the site
	Edits   []Edit  `json:"by_hand,omitempty"`   // changes by hand, in the order in which they were applied
	// pages of the site that redirect; links to such a page count as links to its target
	Moved int `json:"moved,omitempty"`
	// hosts with pages of the site, most pages first
	Hosts       []Host  `json:"hosts,omitempty" absent:"pages have no names"`
	CutCapacity float64 `json:"cut_capacity"` // capacity of the links that leave the site; with changes by hand, the capacity before the changes
	CutArcs     int     `json:"cut_arcs"`     // links that leave the site
	// pages of the largest minimum cut for the same ε; its additional pages are tied to both sides
	// alike
	Maximal  int `json:"maximal_pages,omitempty" absent:"no exact flow"`
	LinksIn  int `json:"links_in"` // links from pages outside the site
	Returned int `json:"returned"` // pairs of a page inside and a page outside that link to each other
	// capacity of a link: returned, constant, similarity, similarity/outdegree, text or kept
	Capacity string   `json:"capacity,omitempty" absent:"no flow"`
	Sigma    *float64 `json:"sigma" absent:"null without similarity"` // σ used in the similarity of URLs
	// σ measured from edit distances of random pairs of URLs
	Measured  *Sigma   `json:"measured_sigma,omitempty" absent:"pages have no names"`
	Epsilon   *float64 `json:"epsilon" absent:"null without a flow"` // ε, the capacity from each page to the sink
	*Boundary `absent:"no flow"`
	Templates []Template `json:"templates"` // pages that at least half of the site's pages link to
	// words of anchor texts that distinguish links to the site best
	Keywords *Keywords  `json:"keywords,omitempty" absent:"links have no texts"`
	Said     Confidence `json:"confidence"` // confidence in the boundary, and doubts
	// the site as scope rules for crawlers
	Scope *Scope `json:"scope,omitempty" absent:"pages have no names"`
	// name of the saved boundary
	SavedAs string `json:"saved_as,omitempty" absent:"the boundary is not saved"`

	pages  []graph.Node
	inside bitset.Set
	edits  []edited
	found  []graph.Node // the pages before changes by hand; nil without changes
	files  []answer.File
}

// chosen returns the pages of the site.
func (s *Site) chosen(c *store.Crawl) *chosen { return &chosen{c, s.pages, s.inside, s.edits, s.found} }

// A Page is a page by number and name.
//
//json:object page of a site
type Page struct {
	Page graph.Node `json:"page"`          // number of the page, from 0
	URL  string     `json:"url,omitempty"` // URL of the page
}

// Picked says by which word a cluster was picked.
//
//json:object picked cluster
type Picked struct {
	Word string `json:"word"` // keyword
	URLs int    `json:"urls"` // URLs of the cluster that contain it
}

// A Host has pages of a site.
//
//json:object host of a site
type Host struct {
	Host  string `json:"host" label:"host"`   // the host
	Pages int    `json:"pages" label:"pages"` // pages of the site on the host
	All   int    `json:"all" label:"of"`      // pages of the crawl on the host
}

// Find finds the site of the pages of a request on its ground.
// Papers: websites, §3.2, §6, §4.2.2.
func (g *Ground) Find(ctx context.Context, r *Request) (*Site, error) {
	s := &Site{Templates: []Template{}}
	pages := r.Pages
	if r.Keyword != "" {
		u, n, err := g.byKeyword(ctx, r.Keyword)
		if err != nil {
			return nil, err
		}
		s.Keyword, pages = &Picked{r.Keyword, n}, append([]graph.Node{u}, pages...)
	}
	if len(pages) == 0 {
		return nil, errNone
	}
	for _, u := range r.Pages {
		s.Given = append(s.Given, g.page(u))
	}
	pages = g.now(pages)
	b, err := g.bound(ctx, r, pages)
	if err != nil {
		return nil, err
	}
	b.Given, b.Keyword, b.Templates = s.Given, s.Keyword, s.Templates
	if err := g.byHand(r, b); err != nil {
		return nil, err
	}
	return b, g.describe(ctx, pages, b)
}

// byHand applies the changes by hand.
func (g *Ground) byHand(r *Request, s *Site) (err error) {
	if len(r.Edits) == 0 {
		return nil
	}
	for u := range bitset.Each[uint32](s.inside) {
		s.found = append(s.found, graph.Node(u))
	}
	s.inside, s.Edits = slices.Clone(s.inside), slices.Clone(r.Edits)
	if s.edits, err = edit(g.c, s.inside, s.Edits); err == nil && !hasAny(s.inside) {
		err = answer.Refused("{exclude} removes all pages of the site")
	}
	return err
}

func hasAny(set bitset.Set) bool {
	return slices.ContainsFunc(set, func(w uint64) bool { return w != 0 })
}

// bound finds the core around pages and draws the boundary.
func (g *Ground) bound(ctx context.Context, r *Request, pages []graph.Node) (*Site, error) {
	s := &Site{Core: g.core(pages), inside: bitset.New(g.out.NumNodes())}
	for _, u := range s.Core.pages {
		s.inside.Add(int(u))
	}
	if err := g.refused(r, s.Core); err != nil {
		return nil, err
	}
	if r.Flow == NoFlow {
		return s, nil
	}
	return s, g.flow(ctx, r, s)
}

// flow draws the boundary around the core.
func (g *Ground) flow(ctx context.Context, r *Request, s *Site) (err error) {
	draw := g.boundary
	if r.Flow != Exact {
		draw = g.online
	}
	if s.Boundary, err = draw(ctx, s.Core.pages); err != nil {
		return err
	}
	s.inside, s.Capacity = s.Boundary.inside, r.Capacity
	s.Epsilon = &s.Steps[s.Chosen].Epsilon
	if sigma, err := g.sigmaValue(); err == nil && sigma > 0 && (r.Capacity == Similarity || r.Capacity == PerLink) {
		s.Sigma = &sigma
	}
	return nil
}

// refused returns why no site can be distinguished from its surroundings; nil if there is a site.
func (g *Ground) refused(r *Request, c *Core) error {
	if !c.Open || r.Anyway || 2*c.Pages < g.linked() || g.oneHost(c.pages) {
		return nil
	}
	return &untold{answer.Refused("no site can be distinguished from its surroundings: links join all %d pages around the given pages in both directions, and no group of them is closed "+
		"(give more characteristic pages, another way to make {clusters}, a larger {leak}, a {superset}, or take it with {anyway})", c.Pages)}
}

// untold is the error for a site that cannot be distinguished from its surroundings.
type untold struct{ why error }

func (e *untold) Error() string { return e.why.Error() }

func (e *untold) Unwrap() error { return e.why }

// linked counts the pages that are linked with others.
func (g *Ground) linked() int {
	n := 0
	for u := range graph.Node(g.out.NumNodes()) {
		if len(g.out.Succ(u)) > 0 || len(g.in.Succ(u)) > 0 {
			n++
		}
	}
	return n
}

// oneHost says whether all pages are of one host, so that it is no wonder that they are one site.
func (g *Ground) oneHost(pages []graph.Node) bool {
	hosts, err := g.c.Hosts()
	if err != nil {
		return false
	}
	for _, u := range pages {
		if hosts.Of(u) != hosts.Of(pages[0]) {
			return false
		}
	}
	return true
}

func (g *Ground) page(u graph.Node) Page {
	p := Page{Page: u}
	if g.c.HasNames() {
		p.URL = g.c.Label(u)
	}
	return p
}

// describe fills in what is known of a site when its pages are.
func (g *Ground) describe(ctx context.Context, given []graph.Node, s *Site) error {
	g.collect(s)
	s.Measured = g.sigma
	s.Templates = g.templates(s)
	var err error
	if s.Hosts, err = g.hosts(s.pages); err != nil {
		return err
	}
	if s.Keywords, err = keywords(ctx, g.c, s.inside); err != nil {
		return err
	}
	s.Said = g.confidence(given, s)
	return g.c.Damage()
}

// collect lists the pages of a site and counts the links across its boundary.
func (g *Ground) collect(s *Site) {
	for u := range bitset.Each[uint32](s.inside) {
		s.pages = append(s.pages, graph.Node(u))
		if g.isMoved(graph.Node(u)) {
			s.Moved++
		}
	}
	s.Pages = len(s.pages)
	g.count(s)
}

// count counts the links across the boundary.
func (g *Ground) count(s *Site) {
	for _, u := range s.pages {
		for _, v := range g.out.Succ(u) {
			if s.inside.Has(int(v)) {
				continue
			}
			s.CutArcs++
			if g.out.Has(v, u) {
				s.Returned++
			}
		}
		for _, v := range g.in.Succ(u) {
			if !s.inside.Has(int(v)) {
				s.LinksIn++
			}
		}
	}
	if s.Boundary != nil {
		for _, a := range s.cut.Arcs {
			s.CutCapacity += float64(a.Capacity)
		}
		s.CutCapacity /= scale
		s.Maximal = s.cut.MaximalPages
	}
}

// hosts counts the pages of a site by host.
func (g *Ground) hosts(pages []graph.Node) ([]Host, error) {
	if !g.c.HasNames() {
		return nil, nil
	}
	return hostsWith(g.c, pages)
}

func hostsWith(c *store.Crawl, pages []graph.Node) ([]Host, error) {
	groups, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	count := map[int]int{}
	for _, u := range pages {
		count[groups.Of(u)]++
	}
	return named(groups, count)
}

func named(groups store.Groups, count map[int]int) ([]Host, error) {
	var all []Host
	for k, n := range count {
		name, err := hostName(groups, k)
		if err != nil {
			return nil, err
		}
		all = append(all, Host{name, n, groups.Size(k)})
	}
	slices.SortFunc(all, func(a, b Host) int { return cmp.Or(b.Pages-a.Pages, cmp.Compare(a.Host, b.Host)) })
	return all, nil
}

// hostName returns the name of a host for people.
func hostName(groups store.Groups, k int) (string, error) {
	name, err := groups.Name(k)
	return cmp.Or(name, "(no host)"), err
}

// A Template is a page that most pages of a site link to: part of a menu, a header or a footer.
//
//json:object template link
type Template struct {
	Page
	Links  int     `json:"links"`                                        // pages of the site that link to it
	Share  float64 `json:"share" label:"links" show:"share"`             // share of the site's pages with links that link to it
	Inside bool    `json:"inside" label:"side" show:"if:inside/outside"` // the page is part of the site
}

// A template page has links from at least the share templateShare of the site's pages, and from at least least
// pages.
const (
	templateShare = 0.5
	templateLeast = 5
)

// templates finds the pages that most of a site link to, with most links first.
func (g *Ground) templates(s *Site) []Template {
	links, linking := map[graph.Node]int{}, 0
	for _, u := range s.pages {
		if g.isMoved(u) {
			continue // its only link is no part of a menu
		}
		if len(g.out.Succ(u)) > 0 {
			linking++
		}
		for _, v := range g.out.Succ(u) {
			if u != v {
				links[v]++
			}
		}
	}
	all := []Template{}
	for v, n := range links {
		if n >= templateLeast && float64(n) >= templateShare*float64(linking) {
			all = append(all, Template{g.page(v), n, float64(n) / float64(linking), s.inside.Has(int(v))})
		}
	}
	slices.SortFunc(all, func(a, b Template) int { return cmp.Or(b.Links-a.Links, cmp.Compare(a.Page.Page, b.Page.Page)) })
	return all
}

// A Confidence holds the evidence for and against a site.
//
//json:object confidence
type Confidence struct {
	// Statement is about the site, or about all sites that contain the given pages. It is nil for a site that was
	// not found by evidence, because only there the reliability of statements was measured.
	*Statement
	Doubts []string `json:"doubts"` // reasons to check the boundary
	Agree  int      `json:"agree"`  // given pages that alone lead to the same core as the first page
}

// confidence collects the evidence for and against a site.
func (g *Ground) confidence(given []graph.Node, s *Site) Confidence {
	v := Confidence{Doubts: []string{}, Agree: g.agree(given)}
	if g.found != nil && s.Boundary == nil && g.places == nil && g.r.Drop == 0 && len(s.Edits) == 0 { // else it is not the site that was found
		v.Statement = g.stated(given)
		v.Apart = g.apart(given[0])
	}
	doubt := func(format string, args ...any) { v.Doubts = append(v.Doubts, fmt.Sprintf(format, args...)) }
	for _, u := range given {
		if g.alone(u) {
			doubt("%s has no links to or from other pages: only its URL shows its site", g.page(u).name())
		}
		if g.found != nil && g.found.Of[u] == sites.None {
			doubt("%s was not fetched, so that it belongs to no site", g.page(u).name())
		}
	}
	if v.Agree < len(given) {
		doubt("%d of %d given pages lie in other groups than the first", len(given)-v.Agree, len(given))
	}
	if w := s.Core.Within; w != nil && w.Leak < nearlyClosed {
		doubt("%d of its pages around the first given one are nearly a site of their own: of their returned links %s", w.Pages, leadOut(w.Leak))
	}
	if n := s.Core.beyond; n > 0 {
		doubt("its groups have %s beyond the superset", digits.Plural(n, "page"))
	}
	if s.Core.Open {
		doubt("a group is all that is linked with it: nothing in the crawl bounds it")
	}
	if all := g.linked(); 10*s.Pages > 9*all && !g.oneHost(s.pages) {
		doubt("it is %d of the %d pages that are linked, on several hosts: there is next to nothing to tell it from", s.Pages, all)
	}
	if s.Boundary != nil {
		if why := s.unsure(); why != "" {
			doubt("%s", why)
		}
	}
	if s.Returned > 0 {
		if share := float64(s.Returned) / float64(2*g.pairsInside(s)+s.Returned); share > manyReturned {
			doubt("of its returned links %s", leadOut(share))
		}
	}
	if s.Pages < fewPages {
		doubt("it has fewer than %d pages", fewPages)
	}
	return v
}

// stated joins the statements about the sites of given pages. For several sites it states only facts that hold of
// each, and together they may be part of a larger site.
func (g *Ground) stated(given []graph.Node) *Statement {
	all, seen := &Statement{NothingForeign: true, Whole: IsWhole}, map[uint32]bool{}
	for _, u := range given {
		k := g.found.Of[u]
		if seen[k] {
			continue
		}
		seen[k] = true
		x := &Statement{Whole: WholeUnknown}
		if k != sites.None {
			x = stated(&g.found.Sites[k])
		}
		all.NothingForeign, all.ByLinks = all.NothingForeign && x.NothingForeign, all.ByLinks || x.ByLinks
		all.SeveralOwners = all.SeveralOwners || x.SeveralOwners
		switch {
		case !all.NothingForeign:
			all.Whole = WholeUnknown
		case len(seen) > 1:
			all.Whole = MayBePart
		default:
			all.Whole = x.Whole
		}
	}
	return all
}

// apart counts the sites with 10 pages or more on the host of a page; 0 for one.
func (g *Ground) apart(u graph.Node) int {
	hosts, err := hostsOf(g.c)
	if hosts == nil || err != nil || g.found.Of[u] == sites.None {
		return 0
	}
	host, on := hosts.Of(u), map[uint32]int{}
	for v, k := range g.found.Of {
		if k != sites.None && !g.found.Sites[k].Linked && g.found.Sites[k].Pages >= leastStated && hosts.Of(graph.Node(v)) == host { //nolint:gosec // a page
			on[k]++
		}
	}
	n := 0
	for _, pages := range on {
		n += bitset.One(pages >= leastStated)
	}
	if n < 2 {
		return 0
	}
	return n
}

// fewPages is a number of pages: the links of smaller sites say little.
const fewPages = 20

// manyReturned is the share of the returned links of a site that lead out of it from which on its boundary is doubtful.
const manyReturned = 0.005

// leadOut says which share of returned links leads out.
func leadOut(share float64) string {
	switch {
	case share == 0:
		return "none leads out"
	case share > 0.5:
		return digits.Percent(share) + " lead out"
	}
	return fmt.Sprintf("one in %.0f leads out", 1/share)
}

// alone says whether a page has no links to or from others.
func (g *Ground) alone(u graph.Node) bool {
	other := func(v graph.Node) bool { return v != u }
	return !slices.ContainsFunc(g.out.Succ(u), other) && !slices.ContainsFunc(g.in.Succ(u), other)
}

// nearlyClosed is the leak of a group within a site that might be the site itself.
const nearlyClosed = 0.01

// agree counts the given pages that have the same core as the first, each page taken alone.
func (g *Ground) agree(given []graph.Node) int {
	if g.r.Cluster == Given {
		return len(given)
	}
	n := 0
	var first []graph.Node
	for i, u := range given {
		c := g.core([]graph.Node{u}).pages
		if i == 0 {
			first = c
		}
		if slices.Equal(first, c) {
			n++
		}
	}
	return n
}

// pairsInside counts the pairs of pages of a site that link to each other.
func (g *Ground) pairsInside(s *Site) int {
	n := 0
	for _, u := range s.pages {
		for _, v := range g.out.Succ(u) {
			if v > u && s.inside.Has(int(v)) && g.out.Has(v, u) {
				n++
			}
		}
	}
	return n
}
