package alloc

import (
	"sync/atomic"
	"unsafe"
)

// heapFirst hands out heap as long as it has some left.
type heapFirst struct {
	left atomic.Int64
	rest Space
}

// HeapFirst returns a space that allocates up to the given number of bytes on the heap, in the order of requests,
// and all further ones in rest. If rest is nil, it allocates everything on the heap.
func HeapFirst(bytes int64, rest Space) Space {
	if rest == nil {
		return nil
	}
	h := &heapFirst{rest: rest}
	h.left.Store(bytes)
	return h
}

// Bytes implements Space.
func (h *heapFirst) Bytes(n int64) ([]byte, error) {
	if h.left.Add(-n) >= 0 {
		return aligned(n), nil
	}
	h.left.Add(n)
	return h.rest.Bytes(n)
}

// aligned returns n zero bytes of the heap, aligned to 64.
func aligned(n int64) []byte {
	const line = 64
	b := make([]byte, n+line-1)
	if n == 0 {
		return b[:0]
	}
	from := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % line
	return b[from : from+uintptr(n)]
}
