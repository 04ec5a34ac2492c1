package job

import (
	"container/heap"
	"time"

	"weft/crawl"
)

// An alarm rings for an origin that is down, or for a page that failed alone.
type alarm struct {
	at     time.Time
	origin *origin
	page   crawl.Page
}

// alarms is a heap, the earliest first.
type alarms []alarm

func (h *alarms) push(a alarm) { heap.Push(h, a) }

// Len is that of [heap.Interface].
func (h alarms) Len() int { return len(h) }

// Less is that of [heap.Interface].
func (h alarms) Less(i, j int) bool { return h[i].at.Before(h[j].at) }

// Swap is that of [heap.Interface].
func (h alarms) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push is that of [heap.Interface].
func (h *alarms) Push(x any) { *h = append(*h, x.(alarm)) } //nolint:forcetypeassert // nothing else is pushed

// Pop is that of [heap.Interface].
func (h *alarms) Pop() any {
	old := *h
	last := old[len(old)-1]
	old[len(old)-1] = alarm{}
	*h = old[:len(old)-1]
	return last
}
