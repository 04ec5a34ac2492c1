package memo

import (
	"weft/crawl/estimate"
	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// siteSize tracks of pages in scope how often they were met, for the estimate of how many there are.
type siteSize struct {
	record estimate.Record
	listed []uint32
	last   int // the page with the greatest number that was met
}

// maxRecorded is how many pages are known at most for an estimate to be made: a byte each.
const maxRecorded = 1 << 26

func (x *siteSize) learn(e *event) error {
	if e.visit == nil {
		for i := range e.handed {
			x.record.Seed(uint32(e.links[i].To))
			x.last = max(x.last, int(e.links[i].To))
		}
		for _, p := range e.seeds {
			x.record.Seed(uint32(p))
			x.last = max(x.last, int(p))
		}
		return nil
	}
	if e.held() || e.reply.Again && !e.isPart() || e.again || x.record.Known() > maxRecorded {
		return nil
	}
	if e.reply.Aside {
		x.learnListed(e)
		return nil
	}
	x.listed = x.listed[:0]
	for _, l := range e.links {
		if !l.Barred && l.Kinds&kinds.All != 0 {
			x.listed = append(x.listed, uint32(l.To))
			x.last = max(x.last, int(l.To))
		}
	}
	x.record.Fetched(uint32(e.pick.Page), x.listed)
	return nil
}

// learnListed records pages that a sitemap names. They are known as seeds are: no page of the site mentions them.
func (x *siteSize) learnListed(e *event) {
	for _, l := range e.links {
		if l.New && !l.Barred && visit.RoleOf(l.Kinds) == visit.PageRole {
			x.record.Seed(uint32(l.To))
			x.last = max(x.last, int(l.To))
		}
	}
}

func (x *siteSize) save(s *saved) { s.Record = &x.record }

func (x *siteSize) load(s *saved) error {
	if s.Record != nil {
		x.record, x.last = *s.Record, len(s.Depths)
	}
	return nil
}

// bytes counts a byte for each page up to the last that was met, and the history.
func (x *siteSize) bytes() int64 { return mem.SavedList(x.last+1, 1) + 64<<10 }
