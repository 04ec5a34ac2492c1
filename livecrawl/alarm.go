package livecrawl

import (
	"time"

	"weft/crawl"
	"weft/internal/heap"
)

// An alarm rings for an origin that is down, or for a page that failed alone.
type alarm struct {
	at     time.Time
	origin *origin
	page   crawl.Page
}

func newAlarms() *heap.Heap[alarm] {
	return heap.New(func(a, b alarm) bool { return a.at.Before(b.at) })
}
