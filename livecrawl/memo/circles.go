package memo

import (
	"weft/crawl"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// circles tracks where pages redirect, to find redirects that lead back to themselves. Memory: 8 bytes for each page that
// redirects, in a map.
type circles struct{ to map[crawl.Page]crawl.Page }

// learn implements [tracker]. The newest response of a page counts.
func (x *circles) learn(e *event) error {
	switch {
	case e.visit == nil || e.held() || e.reply.Aside || e.note.Wall:
	case e.reply.State == page.Fetched:
		delete(x.to, e.pick.Page)
	case e.reply.State == page.Redirected:
		if to := visit.RedirectOf(e.links); to != crawl.None {
			x.to[e.pick.Page] = to
		}
	}
	return nil
}

func (x *circles) save(s *saved) { s.Circles = x.to }

func (x *circles) load(s *saved) error {
	if s.Circles != nil {
		x.to = s.Circles
	}
	return nil
}

func (x *circles) bytes() int64 { return mem.SavedMap(len(x.to), 8) }
