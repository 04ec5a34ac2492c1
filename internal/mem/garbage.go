package mem

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The amount of garbage at which it is collected: spareBytes, or spareShare percent of the memory in use if that
// is more. Most memory in use is arrays of numbers, which the collector does not scan, so frequent collections
// cost little.
const (
	spareBytes = 3 << 20
	spareShare = 10 // percent
)

// KeepClean makes the garbage collector keep garbage small relative to the memory in use from now on. The process
// then takes the memory that it states, and not up to twice as much.
func KeepClean() { collected(new(cycle)) }

// A cycle is dropped at once, so that collected is called when it is found to be garbage: once in every collection.
type cycle struct{ _ [16]byte }

func collected(c *cycle) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
	runtime.SetFinalizer(c, collected)
}

// percentFor returns the share of garbage at which it is collected, in percent of live bytes.
func percentFor(live uint64) int {
	return int(min(100, max(spareShare, 100*spareBytes/max(live, 1))))
}
