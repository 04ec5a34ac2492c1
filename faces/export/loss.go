package export

import (
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
)

// A Loss is something of a crawl that a format, or the options, leave out.
//
//json:object what is left out
type Loss struct {
	// kind of data: states of pages, names of pages, kinds of arcs, weights of arcs, anchor texts, arcs, kept results,
	// or names that XML lacks
	What  string `json:"what"`
	Count int64  `json:"count"` // number of pages, arcs, texts or results left out
}

// Parts of a crawl that a format may leave out.
const (
	LostStates  = "states of pages"
	LostNames   = "names of pages"
	LostKinds   = "kinds of arcs"
	LostWeights = "weights of arcs"
	LostAnchors = "anchor texts"
	LostBytes   = "names with characters that XML cannot hold"
	LostArcs    = "arcs"
	LostResults = "kept results"
)

// holds lists the parts of a crawl that a format can hold.
type holds struct{ states, names, kinds, weights, anchors, arcs bool }

// lost lists what of the crawl a format leaves out: pages with a known state, pages with a name, arcs that are no plain
// links, weights, anchor texts.
func (j *Job) lost(h holds) []Loss {
	var all []Loss
	add := func(held bool, what string, count int64) {
		if !held && count > 0 {
			all = append(all, Loss{what, count})
		}
	}
	c := j.Crawl
	add(h.arcs, LostArcs, c.Graph().NumArcs())
	add(h.states, LostStates, j.knownStates())
	if c.HasNames() {
		add(h.names, LostNames, int64(c.NumPages()))
	}
	add(h.kinds, LostKinds, j.odd)
	if c.HasWeights() {
		add(h.weights, LostWeights, c.Graph().NumArcs())
	}
	if c.Manifest != nil {
		add(h.anchors, LostAnchors, c.Manifest.Counts.Anchors)
	}
	return all
}

// knownStates counts the pages whose state is known.
func (j *Job) knownStates() int64 {
	if m := j.Crawl.Manifest; m != nil {
		return int64(m.Counts.Pages - m.Counts.Unknown)
	}
	n := int64(0)
	for u := range j.Crawl.NumPages() {
		if j.Crawl.State(graph.Node(u)) != page.Unknown { //nolint:gosec // a page
			n++
		}
	}
	return n
}

// hasKinds says whether some arcs are no plain links.
func (j *Job) hasKinds() bool {
	m := j.Crawl.Manifest
	return m != nil && (len(m.Counts.Kinds) > 1 || m.Counts.Kinds[kinds.Link.String()] != m.Counts.Arcs)
}

// noteKinds counts the arcs that are no plain links.
func (j *Job) noteKinds(ks []kinds.Set) {
	for _, k := range ks {
		if k != kinds.Link {
			j.odd++
		}
	}
}
