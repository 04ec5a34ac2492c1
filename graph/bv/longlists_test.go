package bv_test

import (
	"hash/fnv"
	"io"
	"runtime"
	"testing"

	"weft/graph"
	"weft/graph/bv"
)

// Lists that are far longer than a batch, one after the other, are not held by every batch: each has a window of those
// before it. The bytes are those of one worker.
func TestLongLists(t *testing.T) {
	const lists, arcs = 150, 100_000
	write := func(workers int) (sum uint64, heap uint64) {
		out := fnv.New64a()
		w, err := bv.NewWriter(out, io.Discard, bv.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		list := make([]graph.Node, arcs)
		for u := range lists {
			for i := range list {
				list[i] = graph.Node(8*i + (u%7*i*i/97)%8) // as the list seven before, the farthest of the window
			}
			if err := w.Append(list); err != nil {
				t.Fatal(err)
			}
			if u%10 == 9 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				heap = max(heap, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
			}
		}
		if _, err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		return out.Sum64(), heap
	}
	alone, _ := write(1)
	many, heap := write(8)
	if alone != many {
		t.Error("eight workers write other bytes than one")
	}
	if alone != 0xd07f756aa49d1766 { // as when each batch had three windows
		t.Errorf("the bytes have the sum %x", alone)
	}
	stated := uint64(bv.Longest{List: arcs, Window: 8 * arcs}.WriteBytes()) + (2*8+2)*bv.BatchBytes
	if heap > stated+stated/4 { // each worker compares lists of its own, and allocates while the heap is counted
		t.Errorf("the heap grew by %d bytes, stated are %d", heap, stated)
	}
	if _, heap := write(1); heap > stated-14*bv.BatchBytes {
		t.Errorf("the heap of one worker grew by %d bytes, stated are %d", heap, stated-14*bv.BatchBytes)
	}
	t.Logf("the heap grew by %d bytes, stated are %d", heap, stated)
}

// What lists may choose takes more than the lists where these are short, or empty: a worker keeps it, not each batch.
func TestShortListsDensely(t *testing.T) {
	for _, list := range [][]graph.Node{{}, {1 << 20}, {5, 1 << 20}} {
		w, err := bv.NewWriter(io.Discard, io.Discard, bv.Options{Dense: true, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		heap := uint64(0)
		for u := range 1 << 20 {
			if err := w.Append(list); err != nil {
				t.Fatal(err)
			}
			if u%50_000 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				heap = max(heap, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
			}
		}
		if _, err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if stated := uint64(4 * bv.DenseBatchBytes); heap > stated+stated/5 { // which is about that
			t.Errorf("lists of %d: the heap grew by %d bytes, stated are %d", len(list), heap, stated)
		}
	}
}
