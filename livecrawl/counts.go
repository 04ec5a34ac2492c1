package livecrawl

import (
	"maps"

	"weft/crawl"
	"weft/graph/page"
)

// Counts say what a crawl has done so far, over all its runs.
type Counts struct {
	Known      uint64            `json:"known"` // pages in scope that were found
	Picked     uint64            `json:"picked"`
	Learnt     uint64            `json:"learnt"`
	Fetched    uint64            `json:"fetched"`
	Redirected uint64            `json:"redirected"`
	Failed     uint64            `json:"failed"`
	Excluded   uint64            `json:"excluded"` // when their turn came: robots.txt, media types
	Cut        uint64            `json:"cut"`      // put off by traps and limits, and not fetched since
	PutOff     uint64            `json:"put_off"`  // times that a page was not had and put off
	Absent     uint64            `json:"absent"`   // from what is replayed
	LeftOut    uint64            `json:"left_out"` // when they were found: scope, nofollow, depth
	TooDeep    uint64            `json:"too_deep"` // of them, by the limit of depth alone
	Links      uint64            `json:"links"`
	Bytes      uint64            `json:"bytes"`           // received
	Sitemaps   uint64            `json:"sitemaps"`        // that were read
	Requisites uint64            `json:"requisites"`      // images, style sheets and the like that were fetched
	LostAside  uint64            `json:"lost_requisites"` // and sitemaps, that were not had
	Near       uint64            `json:"near_duplicates"`
	Soft404    uint64            `json:"soft_404"` // pages that only pretend to exist
	HTML       uint64            `json:"html"`
	Statuses   map[int]uint64    `json:"statuses"` // of HTTP, and the negative ones of Heritrix
	Rules      map[string]uint64 `json:"rules"`    // that cut pages
}

func newCounts() Counts { return Counts{Statuses: map[int]uint64{}, Rules: map[string]uint64{}} }

func (c Counts) clone() Counts {
	c.Statuses, c.Rules = maps.Clone(c.Statuses), maps.Clone(c.Rules)
	return c
}

// add counts a reply. A page that is put off, or was given up without an answer, is not learnt yet: it waits.
func (c *Counts) add(r *crawl.Reply, v *visit, n *note, links []crawl.Link) {
	c.addLinks(links, n.limited)
	if v.rule != "" {
		c.Cut++
		c.Rules[v.rule]++
		return
	}
	if r.Again && !n.final {
		c.PutOff++
		return
	}
	c.Learnt++
	if r.Aside {
		c.addAside(r.State, v, n)
		return
	}
	switch r.State {
	case page.Fetched:
		c.Fetched++
	case page.Redirected:
		c.Redirected++
	case page.Excluded:
		c.Excluded++
	case page.Ghost:
		c.Absent++
	default:
		c.Failed++
	}
	if n.status != 0 {
		c.Statuses[n.status]++
	}
	if n.html {
		c.HTML++
	}
	if n.pretends {
		c.Soft404++
	}
	c.Bytes += n.size
}

// addAside counts something that pages need.
func (c *Counts) addAside(s page.State, v *visit, n *note) {
	switch {
	case s == page.Redirected:
	case s != page.Fetched:
		c.LostAside++
	case v.role == aSitemap:
		c.Sitemaps++
	default:
		c.Requisites++
	}
	c.Bytes += n.size
}

// reopen takes back what add counted of a page that was left out and is picked once more.
func (c *Counts) reopen(status int) {
	c.Learnt--
	c.Excluded--
	if c.Statuses[status]--; c.Statuses[status] == 0 {
		delete(c.Statuses, status)
	}
}

// once takes back what add counted of a page that failed and is picked once more.
func (c *Counts) once(w wait) {
	if !w.final {
		return
	}
	c.Learnt--
	c.Failed--
	if c.Statuses[int(w.status)]--; c.Statuses[int(w.status)] == 0 {
		delete(c.Statuses, int(w.status))
	}
}

// letGo takes back what add counted of a page that a rule put off, and that is picked once more.
func (c *Counts) letGo(rule string) {
	c.Cut--
	if c.Rules[rule]--; c.Rules[rule] == 0 {
		delete(c.Rules, rule)
	}
}

func (c *Counts) addLinks(links []crawl.Link, limited []uint64) {
	c.Links += uint64(len(links))
	c.Known += countNew(links)
	for i, l := range links {
		within := len(limited) > 0 && limited[0] == uint64(i)
		if within {
			limited = limited[1:]
		}
		if l.New && l.Barred {
			if c.LeftOut++; within {
				c.TooDeep++
			}
		}
	}
}
