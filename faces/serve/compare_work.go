package serve

import (
	"context"
	"slices"
	"sync"

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
	*task[*changes.Changes]
	a, b *opened // held until it is forgotten
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
		if c.hasFailed() {
			c.forget()
			break
		}
		m.all = append(m.all, c)
		return c
	}
	if len(m.all) >= mostCompared {
		i := slices.IndexFunc(m.all, func(c *comparison) bool { return c.hasEnded() })
		if i < 0 {
			return nil
		}
		m.all[i].forget()
		m.all = append(m.all[:i:i], m.all[i+1:]...)
	}
	c := &comparison{newTask[*changes.Changes](), a, b}
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

// compare measures the changes as weft report does for two crawls.
func (s *Server) compare(c *comparison) {
	const listed, noSamples = 20, -1
	c.run(s, "compare", func(memory int64) (*changes.Changes, error) {
		o := changes.Options{Options: answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1, Note: c.tell}, Top: listed, Samples: noSamples}
		return changes.Measure(s.ctx, []*store.Crawl{c.a.Crawl, c.b.Crawl}, o)
	})
}

// wait returns the changes. It returns nil and the current work while they are measured, or while other comparisons are
// under way, for a nil comparison.
func (c *comparison) wait(ctx context.Context) (r *changes.Changes, doing string, err error) {
	if c == nil {
		return nil, "waiting for other comparisons", nil
	}
	return c.task.wait(ctx)
}
