package mem

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

func TestPercentFor(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 1 << 20: 100, 3 << 20: 100, 6 << 20: 50, 30 << 20: 10, 1 << 40: 10} {
		if got := percentFor(live); got != want {
			t.Errorf("%d bytes in use: got %d %%, want %d", live, got, want)
		}
	}
}

var sink []byte

// Garbage made beside an array of 64 MiB would be as much again by default, and more than 16 three times in four. On a
// busy machine it takes a moment until somebody hears of a collection, or until one is over.
func TestKeepClean(t *testing.T) {
	KeepClean()
	block := make([]uint32, 16<<20)
	runtime.GC()
	share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if metrics.Read(share); share[0].Value.Uint64() == spareShare {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("garbage may be %d %% of what is in use, want %d", share[0].Value.Uint64(), spareShare)
		}
	}
	const times = 2000
	most, over := uint64(0), 0
	for range times {
		sink = make([]byte, 100<<10)
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		most = max(most, s.HeapAlloc)
		if s.HeapAlloc > 64<<20+16<<20 {
			over++
		}
	}
	if over > times/2 {
		t.Errorf("more than 80 MiB with 64 in use %d times of %d, and up to %d", over, times, most>>20)
	}
	runtime.KeepAlive(block)
}
