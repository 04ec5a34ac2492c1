package mem

import (
	"runtime"
	"testing"
)

func TestPercentFor(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 1 << 20: 100, 3 << 20: 100, 6 << 20: 50, 30 << 20: 10, 1 << 40: 10} {
		if got := percentFor(live); got != want {
			t.Errorf("%d bytes in use: got %d %%, want %d", live, got, want)
		}
	}
}

var sink []byte

// Garbage made beside an array of 64 MiB would be as much again by default.
func TestKeepClean(t *testing.T) {
	KeepClean()
	block := make([]uint32, 16<<20)
	runtime.GC()
	most := uint64(0)
	for range 2000 {
		sink = make([]byte, 100<<10)
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		most = max(most, s.HeapAlloc)
	}
	if most > 64<<20+16<<20 {
		t.Errorf("%d MiB with 64 in use", most>>20)
	}
	runtime.KeepAlive(block)
}
