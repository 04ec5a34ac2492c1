package live

import (
	"container/list"
	"sync"
	"time"
)

// A pool keeps idle connections, the longest idle one first in line to be closed.
type pool struct {
	limit   int
	timeout time.Duration

	mu     sync.Mutex
	sites  map[string][]*list.Element // idle connections of a site; the last one was used last
	all    list.List                  // of *conn, by the time since when they are idle
	timer  *time.Timer                // runs while there are any
	closed bool
}

func newPool(limit int, timeout time.Duration) *pool {
	return &pool{limit: limit, timeout: timeout, sites: map[string][]*list.Element{}}
}

// take returns an idle connection to a site, or nil. It discards closed connections and connections with
// unexpected bytes.
func (p *pool) take(site string) *conn {
	for {
		c := p.pop(site)
		if c == nil || c.usable() {
			return c
		}
		c.shut()
	}
}

func (p *pool) pop(site string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	idle := p.sites[site]
	if len(idle) == 0 {
		return nil
	}
	return p.remove(idle[len(idle)-1])
}

// remove takes an element out of both lists.
func (p *pool) remove(e *list.Element) *conn {
	c := p.all.Remove(e).(*conn)
	idle := p.sites[c.site]
	for i, other := range idle {
		if other == e {
			idle = append(idle[:i], idle[i+1:]...)
			break
		}
	}
	if len(idle) == 0 {
		delete(p.sites, c.site)
	} else {
		p.sites[c.site] = idle
	}
	return c
}

// put keeps a connection for later.
func (p *pool) put(c *conn) {
	c.reused, c.idle = true, time.Now()
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		c.shut()
		return
	}
	p.sites[c.site] = append(p.sites[c.site], p.all.PushBack(c))
	var over *conn
	if p.all.Len() > p.limit {
		over = p.remove(p.all.Front())
	}
	if p.timer == nil {
		p.timer = time.AfterFunc(p.timeout, p.expire)
	}
	p.mu.Unlock()
	if over != nil {
		over.shut()
	}
}

// expire closes what has been idle for too long, and comes again when the next one will have been.
func (p *pool) expire() {
	var late []*conn
	p.mu.Lock()
	p.timer = nil
	for e := p.all.Front(); e != nil && !p.closed; e = p.all.Front() {
		age := time.Since(e.Value.(*conn).idle)
		if age < p.timeout {
			p.timer = time.AfterFunc(p.timeout-age, p.expire)
			break
		}
		late = append(late, p.remove(e))
	}
	p.mu.Unlock()
	for _, c := range late {
		c.shut()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	if p.timer != nil {
		p.timer.Stop()
	}
	var idle []*conn
	for p.all.Len() > 0 {
		idle = append(idle, p.remove(p.all.Front()))
	}
	p.mu.Unlock()
	for _, c := range idle {
		c.shut()
	}
}

// usable reports whether a kept connection seems able to take another request, without sending anything.
func (c *conn) usable() bool {
	if c.h2 != nil {
		return c.h2.Err() == nil && c.h2.Available() > 0
	}
	return c.raw == nil || silent(c.raw)
}

// shut closes the connection.
func (c *conn) shut() {
	if c.h2 != nil {
		_ = c.h2.Close()
	}
	_ = c.Close()
}
