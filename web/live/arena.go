package live

import "sync"

// An arena hands out large buffers that lie outside the heap: each is as much address space as an answer can come to need,
// of which only what has been written to is memory, and none of it when it has been given back. So a body grows without being
// copied, and no garbage is waiting to be collected. Where there is no address space to be had the heap must do.
type arena struct {
	size int // of a buffer

	mu     sync.Mutex
	unused [][]byte
	heap   bool
	closed bool
}

// pageSize is a multiple of the size of the system's pages.
const pageSize = 64 << 10

func newArena(size int64) *arena { return &arena{size: int(size+pageSize-1) &^ (pageSize - 1)} }

// get returns a buffer.
func (r *arena) get() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.unused); n > 0 {
		buf := r.unused[n-1]
		r.unused = r.unused[:n-1]
		return buf
	}
	if !r.heap {
		if buf := reserve(r.size); buf != nil {
			return buf
		}
		r.heap = true // from now on, as put cannot tell one from the other
	}
	return make([]byte, r.size)
}

// put takes a buffer back that get returned.
func (r *arena) put(buf []byte) {
	r.mu.Lock()
	heap := r.heap
	r.mu.Unlock()
	if heap {
		return
	}
	discard(buf) // takes a while, so nobody is to wait
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		unreserve(buf)
		return
	}
	r.unused = append(r.unused, buf)
}

func (r *arena) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, buf := range r.unused {
		unreserve(buf)
	}
	r.unused, r.closed = nil, true
}
