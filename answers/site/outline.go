package site

import (
	"errors"
	"io"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/store"
)

// An Outline is a site that was found before, with changes by hand and rules for crawlers. It says nothing of links, so that
// it needs no pass over the graph.
type Outline struct {
	Front graph.Node // page that the site is named after
	Found int        // pages before changes by hand
	Edits []Edit     // in the order in which they were applied
	Scope *Scope     // nil if the pages have no URLs

	chosen
}

// Draw outlines the site of a page. For each page, front has the representative page of its site, as
// [store.Crawl.FoundFronts] returns it. Of each edit, Of and In are read. Time: passes over the numbers of all pages, and
// over the URLs of the domains of the site. Memory: a bit for each page, and ruleBytes for each page of these domains;
// more than the budget, in bytes, is refused.
func Draw(c *store.Crawl, front []uint32, u graph.Node, edits []Edit, budget int64) (*Outline, error) {
	o := &Outline{Front: graph.Node(front[u]), Edits: edits, chosen: chosen{c: c, inside: bitset.New(len(front))}}
	for v, f := range front {
		if f == front[u] {
			o.inside.Add(v)
			o.found = append(o.found, graph.Node(v))
		}
	}
	o.Found = len(o.found)
	var err error
	if o.edits, err = edit(c, o.inside, o.Edits); err != nil {
		return nil, err
	}
	for v := range bitset.Each[uint32](o.inside) {
		o.pages = append(o.pages, graph.Node(v))
	}
	if len(o.pages) == 0 {
		return nil, answer.Refused("{exclude} removes all pages of the site")
	}
	if err := o.checkMemory(budget); err != nil {
		return nil, err
	}
	if o.Scope, err = o.scope(); errors.Is(err, errNoURLs) || errors.Is(err, store.ErrNoNames) {
		err = nil
	}
	return o, err
}

// ruleBytes is the memory of a page of the domains of a site while rules are made.
const ruleBytes = 700

// checkMemory refuses a site whose rules need more memory than the budget.
func (o *Outline) checkMemory(budget int64) error {
	domains, err := o.c.Domains()
	if err != nil {
		return nil //nolint:nilerr // without names there are no rules
	}
	pages := 0
	for k := range o.ownDomains(domains) {
		pages += domains.Size(k)
	}
	return mem.Check("the URLs of the domains of the site", int64(pages)*ruleBytes+int64(len(o.inside))*8+4*int64(len(o.pages)), budget)
}

// Pages returns the number of pages of the site.
func (o *Outline) Pages() int { return len(o.pages) }

// Has reports whether a page belongs to the site.
func (o *Outline) Has(u graph.Node) bool { return o.inside.Has(int(u)) }

// Write writes the site in one of ScopeFormats. Other formats than a list need a Scope.
func (o *Outline) Write(w io.Writer, format string) error {
	return o.write(w, format, o.Scope, o.start())
}

// start is the page that a crawl of the site may start from.
func (o *Outline) start() graph.Node {
	if o.Has(o.Front) {
		return o.Front
	}
	return o.pages[0]
}

// Sorted are pages that the rules of a site sort, a part of them.
type Sorted struct {
	Count int
	Pages []graph.Node // the first of them
}

// MissedPages returns the pages of the site that the rules keep out.
func (sc *Scope) MissedPages() Sorted { return Sorted{sc.Missed, sc.missed} }

// ExtraPages returns the fetched pages of other sites that the rules let in.
func (sc *Scope) ExtraPages() Sorted { return Sorted{sc.Extra, sc.extra} }

// UnfetchedPages returns the pages that were not fetched and that the rules let in.
func (sc *Scope) UnfetchedPages() Sorted { return Sorted{sc.Unfetched, sc.unfetched} }

// ExcludedPages returns the pages that the crawl left out and that the rules let in.
func (sc *Scope) ExcludedPages() Sorted { return Sorted{sc.Excluded, sc.excluded} }
