package memo

import (
	"cmp"
	"slices"

	"weft/livecrawl/visit"
)

// Cut says which pages were cut: a rule put them off when their turn had come, and nothing has let them go.
//
//json:object what was cut
type Cut struct {
	Pages uint64 `json:"pages"` // number of pages held back
	// pages of these that a trap rule holds back; `--no-traps` fetches them. The pages that they link
	// to are unknown
	Traps   uint64   `json:"traps"`
	Largest []CutSet `json:"largest"` // largest sets, at most ten
	Sets    int      `json:"sets"`    // number of sets; a set is all pages that one rule holds back at one origin
}

// mostSets is the largest number of sets that a Cut names.
const mostSets = 10

// A CutSet is the set of pages that one rule has cut from one group of a host's URLs.
//
//json:object cut set
type CutSet struct {
	Rule   string `json:"rule"`      // rule that holds the pages back
	Origin string `json:"origin"`    // scheme, host and port
	Pages  uint64 `json:"pages"`     // pages of the set
	Looked int    `json:"looked_at"` // pages of the set's pattern that were fetched
	New    int    `json:"new"`       // pages of these whose content was new
}

// cuts returns the held pages, the largest sets first.
func (d *doubts) cuts() *Cut {
	c := Cut{Largest: []CutSet{}}
	for _, h := range d.held.order {
		for _, g := range h.groups {
			if len(g.pages) == 0 {
				continue
			}
			s := d.cutSet(h, g)
			if c.Pages += s.Pages; visit.IsTrap(s.Rule) {
				c.Traps += s.Pages
			}
			c.Sets++
			c.Largest = append(c.Largest, s)
		}
	}
	if c.Pages == 0 {
		return nil
	}
	slices.SortStableFunc(c.Largest, func(a, b CutSet) int { return cmp.Compare(b.Pages, a.Pages) })
	c.Largest = slices.Clone(c.Largest[:min(len(c.Largest), mostSets)])
	return &c
}

func (d *doubts) cutSet(h *heldHost, g *heldGroup) CutSet {
	s := CutSet{Rule: g.rule, Origin: h.origin, Pages: uint64(len(g.pages))}
	if d.guard == nil || !g.releases() {
		return s
	}
	sample := d.guard.Sample(g.suspect)
	s.Looked, s.New = sample.Looked, sample.New
	return s
}
