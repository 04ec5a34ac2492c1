package serve

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"weft/answers/missing"
	"weft/graph"
	"weft/graph/page"
	"weft/livecrawl/folder"
)

// A whyStore finds the reasons of missing pages of a crawl, and holds the latest ones.
type whyStore struct {
	mu  sync.Mutex
	all []*whyWork // by their last use, the latest last
}

// mostWhys is the number of reasons that a crawl holds, found and being searched for.
const mostWhys = 64

// A whyWork is the search for the reason of a page.
type whyWork struct {
	*task[*missing.Why]
	of graph.Node
}

// isOld reports whether the reason is to be searched for again: the search failed, or the crawl is live and may have gone on.
func (w *whyWork) isOld(live bool) bool {
	return w.hasFailed() || live && w.hasEnded() && w.err == nil && time.Since(w.at) >= freshFor
}

// isMissing reports whether the crawl does not hold a page.
func (o *opened) isMissing(u graph.Node) bool {
	s := o.State(u)
	return s != page.Fetched && s != page.Redirected && s != page.Unknown
}

// why returns why a crawl does not hold a page. It returns nil while the log is read.
func (s *Server) why(ctx context.Context, o *opened, u graph.Node) (*missing.Why, error) {
	if _, live := folder.Of(o.Path); !live { // state and status are at hand
		return missing.Explain(ctx, o.Crawl, u, s.options.Memory)
	}
	w := o.whys.begin(o, u, func(w *whyWork) {
		defer o.release()
		w.run(s, "read why a page is missing", func(memory int64) (*missing.Why, error) {
			return missing.Explain(s.ctx, o.Crawl, u, memory)
		})
	})
	if w == nil {
		return nil, nil //nolint:nilnil // too many others are under way
	}
	got, _, err := w.wait(ctx)
	return got, err
}

// begin returns the search for a reason, and begins it for the first request; nil while too many others are under way.
func (m *whyStore) begin(o *opened, u graph.Node, search func(*whyWork)) *whyWork {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, func(w *whyWork) bool { return w.of == u && w.isOld(o.of.live) })
	if i := slices.IndexFunc(m.all, func(w *whyWork) bool { return w.of == u }); i >= 0 {
		return m.all[i]
	}
	if len(m.all) == mostWhys {
		i := slices.IndexFunc(m.all, func(w *whyWork) bool { return w.hasEnded() })
		if i < 0 {
			return nil
		}
		m.all = slices.Delete(m.all, i, i+1)
	}
	w := &whyWork{newTask[*missing.Why](), u}
	m.all = append(m.all, w)
	o.hold()
	go search(w)
	return w
}

// addWhy adds to the screen of a page why the crawl does not hold it, and the form that requests it again.
func (s *Server) addWhy(r *http.Request, o *opened, u graph.Node, v *single) (err error) {
	if !o.isMissing(u) {
		return nil
	}
	if v.Why, err = s.why(r.Context(), o, u); err != nil {
		return err
	}
	v.Asking = v.Why == nil
	v.Again = v.Outside != "" && len(v.Outside) <= mostURL && s.whyNoJobs() == "" && !s.options.ReadOnly && o.resumes() && (v.Why == nil || v.Why.Class != missing.Robots)
	v.Contact = s.shownContact(r, o.of)
	return nil
}
