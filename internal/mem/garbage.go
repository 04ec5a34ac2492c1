package mem

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Garbage that may be there before it is collected: so many bytes, or such a share of what is in use if that is more.
// Most of what is in use are arrays of numbers, which the collector does not look into, so that collecting often costs
// little.
const (
	spareBytes = 3 << 20
	spareShare = 10 // percent
)

// KeepClean makes the garbage collector keep garbage small beside what is in use, from now on: what a process takes is then
// what it says it needs, and not up to twice as much.
func KeepClean() { collected(new(cycle)) }

// A cycle is dropped at once, so that collected is called when it is found to be garbage: once in every collection.
type cycle struct{ _ [16]byte }

func collected(c *cycle) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
	runtime.SetFinalizer(c, collected)
}

// percentFor returns the share of garbage, in percent of so many bytes in use.
func percentFor(live uint64) int {
	return int(min(100, max(spareShare, 100*spareBytes/max(live, 1))))
}
