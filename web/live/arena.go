package live

import "sync"

// An arena provides large buffers outside the heap. Each buffer is as much address space as a response can need.
// Only the part that was written to takes memory, and none after the buffer is returned. So a body grows without
// copies, and no garbage waits for collection. Where no address space is available, the heap is used.
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
	discard(buf) // takes a while, so it runs outside the lock
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
