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

// A whyStore finds the reasons of missing pages of a crawl, and holds the latest ones. One pass over the log answers all
// requests that wait when it begins.
type whyStore struct {
	mu      sync.Mutex
	all     []*whyWork // by their first request, the latest last
	reading bool       // a goroutine reads the log until no request waits
}

const (
	// mostWhys is the number of reasons that a crawl holds, found and being searched for.
	mostWhys = 64
	// whyWanted is how long a search waits for its turn after its last request. The screen of the page asks every two seconds.
	whyWanted = 15 * time.Second
)

// A whyWork is the search for the reason of a page.
type whyWork struct {
	*task[*missing.Why]
	of    graph.Node
	used  time.Time // of the last request
	begun bool      // a pass over the log searches for it
}

// isUnwanted reports whether the search has not begun, and no reader has asked for it lately.
func (w *whyWork) isUnwanted() bool { return !w.begun && time.Since(w.used) > whyWanted }

// isMissing reports whether the crawl does not hold a page.
func (o *opened) isMissing(u graph.Node) bool {
	s := o.State(u)
	return s != page.Fetched && s != page.Redirected && s != page.Unknown
}

// why returns why a crawl does not hold a page. It returns nil while the log is read.
func (s *Server) why(ctx context.Context, o *opened, u graph.Node) (*missing.Why, error) {
	if _, live := folder.Of(o.Path); !live { // state and status are at hand
		all, err := missing.Explain(ctx, o.Crawl, []graph.Node{u}, s.options.Memory)
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}
	w, begin := o.whys.ask(o, u)
	if begin {
		go s.readWhys(o)
	}
	if w == nil {
		return nil, nil //nolint:nilnil // too many others are under way
	}
	got, _, err := w.wait(ctx)
	return got, err
}

// ask returns the search for a reason; nil while too many others are under way. With begin, the caller starts to read the log
// of the crawl, which is in use for that.
func (m *whyStore) ask(o *opened, u graph.Node) (w *whyWork, begin bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, func(w *whyWork) bool { return w.of == u && w.isOld(o.of) || w.isUnwanted() })
	if i := slices.IndexFunc(m.all, func(w *whyWork) bool { return w.of == u }); i >= 0 {
		m.all[i].used = time.Now()
		return m.all[i], false
	}
	if len(m.all) == mostWhys {
		i := slices.IndexFunc(m.all, func(w *whyWork) bool { return w.hasEnded() })
		if i < 0 {
			return nil, false
		}
		m.all = slices.Delete(m.all, i, i+1)
	}
	w = &whyWork{task: newLogTask[*missing.Why](o.of), of: u, used: time.Now()}
	m.all = append(m.all, w)
	if m.reading {
		return w, false
	}
	m.reading = true
	o.hold()
	return w, true
}

// waits reports whether a search waits for the next pass over the log. Without one the reading has ended.
func (m *whyStore) waits() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, (*whyWork).isUnwanted)
	m.reading = slices.ContainsFunc(m.all, func(w *whyWork) bool { return !w.begun })
	return m.reading
}

// begin takes the searches that wait.
func (m *whyStore) begin() (all []*whyWork) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, (*whyWork).isUnwanted)
	for _, w := range m.all {
		if !w.begun {
			w.begun = true
			all = append(all, w)
		}
	}
	return all
}

// readWhys reads the log of a crawl that it holds, until no search waits.
func (s *Server) readWhys(o *opened) {
	defer o.release()
	for o.whys.waits() {
		var all []*whyWork
		pass := newTask[[]*missing.Why]()
		pass.run(s, "read why pages are missing", func(memory int64) ([]*missing.Why, error) {
			if all = o.whys.begin(); len(all) == 0 {
				return nil, nil
			}
			pages := make([]graph.Node, len(all))
			for i, w := range all {
				pages[i] = w.of
			}
			return missing.Explain(s.ctx, o.Crawl, pages, memory)
		})
		for i, w := range all {
			if pass.err != nil {
				w.end(nil, pass.err)
			} else {
				w.end(pass.got[i], nil)
			}
		}
	}
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
	v.Again = canFetch(v.Outside) && s.whyNoJobs() == "" && !s.options.ReadOnly && o.resumes() && (v.Why == nil || v.Why.Class != missing.Robots && !v.Why.Final)
	v.Asked = v.Row.Status != 0 || o.State(u) == page.Failed || v.Why != nil && (v.Why.Class == missing.Failed || v.Why.Class == missing.Waiting || v.Why.Class == missing.CutShort)
	v.Contact = s.shownContact(r, o.of)
	return nil
}
