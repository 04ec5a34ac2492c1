package livecrawl

import (
	"testing"

	"weft/crawl/polite"
)

// Pages in the queues of hosts were picked, and wait all the same.
func TestNotRequested(t *testing.T) {
	for want, s := range map[uint64]Status{118: {Queue: polite.Stats{Items: 118}}, 7: {Waiting: 5, Queue: polite.Stats{Items: 2}}, 3: {Waiting: 3, Queue: polite.Stats{Items: -1}}} {
		if got := s.NotRequested(); got != want {
			t.Errorf("%d pages wait, want %d", got, want)
		}
	}
}
