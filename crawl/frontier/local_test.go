package frontier_test

import (
	"fmt"
	"runtime"
	"testing"

	"weft/crawl"
	"weft/crawl/frontier"
)

// What a frontier says that it takes is no less than what it does, and not twice as much; opened again it knows the same pages.
func TestLocal(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc) //nolint:gosec // of this machine
	}
	before := heap()
	dir := t.TempDir()
	l, err := frontier.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := l.Numbers()
	if err != nil {
		t.Fatal(err)
	}
	took := []int64{0}
	const step = 150_000
	name := func(i int) []byte { return fmt.Appendf(nil, "https://host%d.example/path/%d.html", i%1000, i) }
	for i := range 3 * step {
		p, first, err := pages.Number(frontier.Fingerprint(name(i)))
		if err != nil || !first || p != crawl.Page(i) { //nolint:gosec // few
			t.Fatalf("name %d is page %d, new %v: %v", i, p, first, err)
		}
		if err := l.Append(name(i)); err != nil {
			t.Fatal(err)
		}
		if i%step == step-1 {
			if took = append(took, heap()-before); took[len(took)-1] > l.Bytes()+frontier.LocalBytes {
				t.Errorf("%d pages take %d bytes, and %d are said", i+1, took[len(took)-1], l.Bytes()+frontier.LocalBytes)
			}
		}
	}
	if more := took[3] - took[1]; l.Bytes() < more || l.Bytes() > 3*more {
		t.Errorf("%d pages more take %d bytes, and all %d are said to take %d", 2*step, more, 3*step, l.Bytes())
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l, err = frontier.Open(dir, 2*step); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if pages, err = l.Numbers(); err != nil || pages.Len() != 2*step || l.Len() != 2*step {
		t.Fatalf("%d numbers and %d names, %v; want %d", pages.Len(), l.Len(), err, 2*step)
	}
	for i := 0; i < 2*step; i += 997 {
		if p, first, err := pages.Number(frontier.Fingerprint(name(i))); err != nil || first || p != crawl.Page(i) { //nolint:gosec // few
			t.Fatalf("name %d is page %d, new %v: %v", i, p, first, err)
		}
	}
}
