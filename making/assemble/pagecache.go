package assemble

import (
	"bytes"

	"github.com/cespare/xxhash/v2"
)

// A pageCache maps the latest names, as written, to pages of the batch. In a list of arcs most names are repeated
// soon, and making a URL canonical takes longer than everything else. Memory: at most the limit given to
// newPageCache.
type pageCache struct {
	slots []cachedPage // a power of two
	c     *Collector
}

type cachedPage struct {
	name  []byte
	page  uint32
	batch int32 // 1 + the batch of the page
}

// maxCached is the length of the longest name that is remembered.
const maxCached = 256

func newPageCache(c *Collector, memory int64) *pageCache {
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
	if int(s.batch) == len(p.c.batches)+1 && bytes.Equal(s.name, name) {
		return s.page, s, true
	}
	return 0, s, false
}

// put remembers the page of a name in the slot that find returned.
func (p *pageCache) put(s *cachedPage, name []byte, page uint32) {
	if len(name) > maxCached {
		return
	}
	s.name, s.page, s.batch = append(s.name[:0], name...), page, int32(len(p.c.batches)+1)
}
