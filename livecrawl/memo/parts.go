package memo

import (
	"weft/crawl"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// A pagePart is the kept part of a page whose body did not arrive whole.
type pagePart struct {
	Why   visit.CutWhy
	Limit uint64 // bytes, where Why is a limit on bytes
	Size  uint64 // bytes of the answer
	Aside bool   // it is no page, but a sitemap or a requisite
}

// parts tracks the pages that were kept in part and did not come whole since. Memory: 24 bytes for each of them.
type parts struct{ of map[crawl.Page]pagePart }

// has reports whether a page was kept in part.
func (x *parts) has(p crawl.Page) bool {
	_, ok := x.of[p]
	return ok
}

// learn implements [tracker]. The newest part replaces the part before. A later failure leaves the part unchanged.
func (x *parts) learn(e *event) error {
	for _, p := range e.lost {
		if !x.has(p) {
			x.of[p] = pagePart{Why: visit.CutArchive}
		}
	}
	if e.visit == nil || e.held() {
		return nil
	}
	p := e.pick.Page
	if x.renewed(p, e.reply) {
		delete(x.of, p)
	}
	if e.reply.State != page.Fetched {
		return nil
	}
	if e.note.Cut == visit.NotCut {
		delete(x.of, p)
		return nil
	}
	x.of[p] = pagePart{Why: e.note.Cut, Limit: e.note.Limit, Size: e.note.Size, Aside: e.reply.Aside}
	return nil
}

// renewed reports whether a reply is final, of a page whose response was damaged in the archive.
func (x *parts) renewed(p crawl.Page, r *crawl.Reply) bool {
	return x.of[p].Why == visit.CutArchive && !r.Again
}

// worth reports whether a request may bring more of a page than the part, under the limits of this run. It is true of
// pages that are not kept in part.
func (x *parts) worth(p crawl.Page, body, read int64) bool {
	switch part := x.of[p]; part.Why {
	case visit.CutLength:
		return uint64(body) > part.Limit //nolint:gosec // not negative
	case visit.CutMemory:
		return uint64(read) > part.Limit //nolint:gosec // not negative
	}
	return true
}

func (x *parts) save(s *saved) { s.Parts = x.of }

func (x *parts) load(s *saved) error {
	if s.Parts != nil {
		x.of = s.Parts
	}
	return nil
}

func (x *parts) bytes() int64 { return mem.SavedMap(len(x.of), 28) }

// isPart reports whether the reply is a page that is kept in part.
func (e *event) isPart() bool { return e.reply.State == page.Fetched && e.note.Cut != visit.NotCut }
