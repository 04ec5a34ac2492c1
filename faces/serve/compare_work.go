package serve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"weft/answers/answer"
	"weft/answers/changes"
	"weft/store"
)

// A comparisonStore makes comparisons of the crawls of a server, and holds the latest ones.
type comparisonStore struct {
	mu  sync.Mutex
	all []*comparison // by their last use, the latest last
}

// mostCompared is the number of comparisons that a server holds, under way and ended.
const mostCompared = 4

// A comparison compares two crawls as they were when it began.
type comparison struct {
	a, b *opened // held until it is forgotten
	done chan struct{}
	made time.Time
	mu   sync.Mutex
	note string
	got  *changes.Changes
	err  error
}

// compared returns the comparison of two crawls, and begins it for the first request. A comparison that failed is tried
// again. It returns nil while too many others are under way. The caller holds both crawls.
func (s *Server) compared(a, b *opened) *comparison {
	m := &s.compares
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, c := range m.all {
		if c.a != a || c.b != b {
			continue
		}
		m.all = append(m.all[:i:i], m.all[i+1:]...)
		if isClosed(c.done) && c.err != nil && time.Since(c.made) > freshFor {
			c.forget()
			break
		}
		m.all = append(m.all, c)
		return c
	}
	if len(m.all) >= mostCompared {
		i := slices.IndexFunc(m.all, func(c *comparison) bool { return isClosed(c.done) })
		if i < 0 {
			return nil
		}
		m.all[i].forget()
		m.all = append(m.all[:i:i], m.all[i+1:]...)
	}
	c := &comparison{a: a, b: b, done: make(chan struct{})}
	a.hold()
	b.hold()
	m.all = append(m.all, c)
	go s.compare(c)
	return c
}

// forget gives the crawls of a comparison back when it has ended.
func (c *comparison) forget() {
	<-c.done
	c.a.release()
	c.b.release()
}

// close forgets all comparisons.
func (m *comparisonStore) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.all {
		c.forget()
	}
	m.all = nil
}

// compare makes a comparison. One count of the server runs at a time: each takes memory.
func (s *Server) compare(c *comparison) {
	defer close(c.done)
	s.work.Lock()
	defer s.work.Unlock()
	got, err := s.askChanges(c)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got, c.err, c.made = got, err, time.Now()
}

// askChanges measures the changes as weft report does for two crawls. A panic is an error of this comparison alone.
func (s *Server) askChanges(c *comparison) (r *changes.Changes, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("compare: panic: %v", x)
		}
	}()
	const listed, noSamples = 20, -1
	memory, back := s.memory()
	defer back()
	o := changes.Options{Options: answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1, Note: c.tell}, Top: listed, Samples: noSamples}
	return changes.Measure(s.ctx, []*store.Crawl{c.a.Crawl, c.b.Crawl}, o)
}

// tell notes the current work.
func (c *comparison) tell(what string, done, total int64) {
	if total > 0 {
		what = fmt.Sprintf("%s: %d %%", what, 100*done/total)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note = what
}

// wait returns the changes. It returns nil and the current work while they are measured, or while other comparisons are
// under way, for a nil comparison.
func (c *comparison) wait(ctx context.Context) (r *changes.Changes, doing string, err error) {
	if c == nil {
		return nil, "waiting for other comparisons", nil
	}
	select {
	case <-c.done:
	case <-time.After(patience):
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.got, cmp.Or(c.note, "waiting for other work of the server"), c.err
}
