package live

import "testing"

// Buffers of the heap are not kept: they are the collector's.
func TestArenaOnTheHeap(t *testing.T) {
	for _, heap := range []bool{false, true} {
		r := newArena(1000)
		r.heap = heap
		a, b := r.get(), r.get()
		if len(a) < 1000 || len(b) != len(a) || &a[0] == &b[0] {
			t.Fatalf("got %d and %d bytes", len(a), len(b))
		}
		a[0], b[999] = 1, 1
		r.put(a)
		if heap != (len(r.unused) == 0) {
			t.Errorf("on the heap %v: %d buffers are kept", heap, len(r.unused))
		}
		if c := r.get(); c[0] != 0 {
			t.Error("what was in a buffer is still there")
		}
		r.close()
		r.put(b)
		if len(r.unused) != 0 {
			t.Error("a buffer is kept after the end")
		}
	}
}
