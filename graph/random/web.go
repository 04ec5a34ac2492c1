package random

import (
	"fmt"

	"weft/graph"
	"weft/graph/page"
)

// WebOptions are the parameters of a [Web].
type WebOptions struct {
	Pages  int
	Degree float64 // the mean number of arcs of a page, ghosts counted; 2 to 200
	Ghosts float64 // the share of pages that are linked to and were never asked for; with Failed at most 0.5
	Failed float64 // the share of pages that gave no answer
	Seed   uint64
}

// Web is a Web as crawlers find it. Pages are numbered in the order of their sort keys (package weburl), so that a
// host and a directory are ranges. It implements graph.Graph, and returns the key and the state of each page.
//
// Layout. Sizes follow power laws: hosts of exponent 2.1, the numbers of hosts of a domain 2.4, directories 2.7.
// Domains lie under five reserved top-level domains, so that no page can exist.
//
// Links. Pages of a host share a menu, pages of a directory another, and a few consecutive pages a third. Each
// page leaves out a few shared links. It adds near pages, popular pages of the host, and pages of other hosts. The
// latter are chosen by a power law, so that in-degrees have a power law of exponent about 2.1. The first page of a
// directory lists the others; directories of a host make a tree. The menus of some hosts link to their own page.
// About one page in seven has no links. So neighbouring lists are similar and gaps are small, as in "The WebGraph
// framework I" (Boldi, Vigna, WWW 2004).
//
// Shape. A host is in the core, leads to it, is reached from it, hangs on it, or is an island. Within hosts of the
// core, some directories are not listed, and some, such as manuals, do not link back. The result is a bow tie
// (Broder et al., "Graph structure in the Web", WWW 2000) with about half of the pages in its core.
//
// The mean degree is fitted to a sample of pages when the Web is made, and holds within about 3 % from 100,000
// pages on. Webs of a few pages have fewer arcs. Time: linear. Memory: 4 bytes a directory, 8 a host, about 0.5
// bytes a page, and the directory of each cursor.
type Web struct {
	base
	opts  WebOptions
	lay   layout
	scale float64 // multiplies the links that pages have in the mean
	pop   popularity
}

// NewWeb lays out the Web of the given options. Options out of range are an error.
func NewWeb(o WebOptions) (*Web, error) {
	if err := checkWeb(o); err != nil {
		return nil, err
	}
	w := &Web{opts: o, lay: newLayout(o.Pages, o.Seed)}
	w.pop = newPopularity(w.lay.hosts(), o.Seed)
	w.base = newBase(o.Pages, func() lister { return newLinker(w) })
	w.calibrate()
	return w, nil
}

// Least and greatest mean degrees of a Web.
const (
	leastDegree    = 2
	greatestDegree = 200
)

func checkWeb(o WebOptions) error {
	if err := checkSize(o.Pages, 0, 0); err != nil {
		return err
	}
	if !(o.Degree >= leastDegree && o.Degree <= greatestDegree) {
		return fmt.Errorf("a mean of %g arcs a page: want %d to %d", o.Degree, leastDegree, greatestDegree)
	}
	if err := checkShare("ghosts", o.Ghosts); err != nil {
		return err
	}
	if err := checkShare("failed pages", o.Failed); err != nil {
		return err
	}
	if o.Ghosts+o.Failed > 0.5 {
		return fmt.Errorf("%g of the pages are ghosts or failed: want 0.5 at most", o.Ghosts+o.Failed)
	}
	return nil
}

// checkShare checks a probability that must not be 1.
func checkShare(what string, x float64) error {
	if !(x >= 0 && x < 1) {
		return fmt.Errorf("%s %g: want at least 0 and less than 1", what, x)
	}
	return nil
}

// State returns the state of a page. The first page of a directory was always fetched, and links to the others.
func (w *Web) State(u graph.Node) page.State {
	if w.opts.Ghosts+w.opts.Failed == 0 {
		return page.Fetched
	}
	_, first, _ := w.lay.dirOf(u)
	return w.state(u, u == first)
}

// state is State for callers that know whether a page is the first of its directory.
func (w *Web) state(u graph.Node, first bool) page.State {
	if first || w.opts.Ghosts+w.opts.Failed == 0 {
		return page.Fetched
	}
	// First pages, about one in fifteen, are left out; the share is of all pages.
	x := unit(hash(w.opts.Seed, forState, uint64(u))) * w.lay.others()
	switch {
	case x <= w.opts.Ghosts:
		return page.Ghost
	case x <= w.opts.Ghosts+w.opts.Failed:
		return page.Failed
	}
	return page.Fetched
}
