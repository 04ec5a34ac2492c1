package ingest

import (
	"bytes"

	"github.com/cespare/xxhash/v2"

	"weft/graph/kinds"
	"weft/making/assemble"
)

// A pageCache maps the latest names, as written, to pages of the batch. In a list of arcs most names are repeated
// soon, and making a URL canonical takes longer than everything else. Memory: at most the limit given to
// newPageCache.
type pageCache struct {
	slots []cachedPage // a power of two
	c     *assemble.Collector
}

type cachedPage struct {
	name  []byte
	page  uint32
	batch int32 // 1 + the batch of the page
}

// maxCached is the length of the longest name that is remembered.
const maxCached = 256

func newPageCache(c *assemble.Collector, memory int64) *pageCache {
	n := 1 << 8
	for n < 1<<18 && int64(2*n)*(maxCached+40) <= memory {
		n *= 2
	}
	return &pageCache{slots: make([]cachedPage, n), c: c}
}

func (p *pageCache) slot(name []byte) *cachedPage {
	return &p.slots[xxhash.Sum64(name)&uint64(len(p.slots)-1)]
}

// find returns the page of a name, if it is remembered.
func (p *pageCache) find(name []byte) (uint32, *cachedPage, bool) {
	s := p.slot(name)
	if int(s.batch) == len(p.c.Batches)+1 && bytes.Equal(s.name, name) {
		return s.page, s, true
	}
	return 0, s, false
}

// put remembers the page of a name in the slot that find returned.
func (p *pageCache) put(s *cachedPage, name []byte, page uint32) {
	if len(name) > maxCached {
		return
	}
	s.name, s.page, s.batch = append(s.name[:0], name...), page, int32(len(p.c.Batches)+1)
}

// namedArc adds an arc between pages by name. If one of the names is bad nothing is added.
func (t *text) namedArc(from, to []byte) error { return t.namedArcOf(from, to, kinds.Link) }

// namedArcOf adds an arc of some kinds.
func (t *text) namedArcOf(from, to []byte, k kinds.Set) error {
	c := t.im.Col
	if t.cache == nil {
		t.cache = newPageCache(c, t.im.Memory()/16)
	}
	u, su, hit := t.cache.find(from)
	var err error
	if !hit {
		if t.key, err = t.name(t.key[:0], from); err != nil {
			return err
		}
	}
	v, sv, hit2 := t.cache.find(to)
	if !hit2 {
		if t.key2, err = t.name(t.key2[:0], to); err != nil {
			return err
		}
	}
	if !hit {
		u = c.Page(t.key, t.stateOfNamed())
		t.cache.put(su, from, u)
	}
	if !hit2 {
		v = c.Page(t.key2, t.stateOfNamed())
		t.cache.put(sv, to, v)
	}
	c.Arc(u, v, k)
	return c.Room()
}
