package livecrawl

import (
	"cmp"
	"math"
	"slices"
)

// CutFile lists, in the folder of a crawl, the pages that rules of traps and limits have cut: rule and URL, a line each.
const CutFile = "cut.tsv"

// Cut says which pages were cut: a rule put them off when their turn had come, and nothing has let them go.
type Cut struct {
	Pages uint64 `json:"pages"`
	// Traps are those of them that --no-traps brings back.
	Traps uint64 `json:"traps"`
	// Lost is how many of these would have said something new, as far as that is known, and Unknown those of which it is not.
	Lost    *Lost    `json:"lost,omitempty"`
	Unknown uint64   `json:"unknown"`
	Largest []CutSet `json:"largest"` // sets, ten at most
	Sets    int      `json:"sets"`
}

// A CutSet is what one rule has cut of one group of a host's URLs.
type CutSet struct {
	Rule   string `json:"rule"`
	Origin string `json:"origin"` // scheme, host and port
	Pages  uint64 `json:"pages"`
	Looked int    `json:"looked_at"` // pages of the group that were fetched
	New    int    `json:"new"`       // of them said something new
	// Lost is as in Cut, of the set; nil if nobody knows.
	Lost *Lost `json:"lost,omitempty"`
}

// Lost is an estimate of how many pages would have said something new, with an interval of 95 %.
type Lost struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// cuts says what is held, the largest sets first.
func (d *doubts) cuts() *Cut {
	c := Cut{Largest: []CutSet{}}
	var total Lost
	var below, above float64 // squares of how far the intervals go
	for _, h := range d.held.order {
		for _, g := range h.groups {
			if len(g.pages) == 0 {
				continue
			}
			s := d.cutSet(h, g)
			if c.Pages += s.Pages; isTrap(s.Rule) {
				c.Traps += s.Pages
			}
			if s.Lost != nil {
				total.Estimate += s.Lost.Estimate
				below += (s.Lost.Estimate - s.Lost.Low) * (s.Lost.Estimate - s.Lost.Low)
				above += (s.Lost.High - s.Lost.Estimate) * (s.Lost.High - s.Lost.Estimate)
			} else {
				c.Unknown += s.Pages
			}
			c.Sets++
			c.Largest = append(c.Largest, s)
		}
	}
	if c.Pages == 0 {
		return nil
	}
	if c.Unknown < c.Pages { // groups are independent of each other
		total.Low, total.High = max(total.Estimate-math.Sqrt(below), 0), total.Estimate+math.Sqrt(above)
		c.Lost = &total
	}
	slices.SortStableFunc(c.Largest, func(a, b CutSet) int { return cmp.Compare(b.Pages, a.Pages) })
	c.Largest = slices.Clone(c.Largest[:min(len(c.Largest), shown)])
	return &c
}

func (d *doubts) cutSet(h *heldHost, g *heldGroup) CutSet {
	s := CutSet{Rule: g.rule, Origin: h.origin, Pages: uint64(len(g.pages))}
	if d.guard == nil || !g.releases() {
		return s
	}
	sample := d.guard.Sample(g.suspect)
	s.Looked, s.New = sample.Looked, sample.New
	if mean, low, high, known := sample.Lost(len(g.pages)); known {
		s.Lost = &Lost{mean, low, high}
	}
	return s
}

// writeCut writes the pages that were cut, a line each: rule, URL.
func (j *Job) writeCut() error {
	return j.writeList(CutFile, j.trackers.tally.snapshot().Cut > 0, func(l *pageList) error {
		for _, h := range j.trackers.doubts.held.order {
			for _, g := range h.groups {
				for _, p := range g.pages {
					if err := l.line(g.rule, p); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}
