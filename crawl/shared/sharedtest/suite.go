package sharedtest

import (
	"testing"
	"time"

	"weft/crawl/shared"
)

// A Subject is a frontier that a test examines.
type Subject struct {
	shared.Service
	// Advance lets time pass for the leases of the frontier.
	Advance func(time.Duration)
}

// lease is the lease of sessions in tests. It is so long that no real time matters.
const lease = time.Hour

// Run examines the frontiers that open returns, a new and empty one each time.
func Run(t *testing.T, open func(t *testing.T) Subject) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(*testing.T, Subject)
	}{
		{"Drawn", drawnCalls},
		{"Order", order},
		{"RoomOfWaiting", roomOfWaiting},
		{"SetAside", setAside},
		{"OnceMore", onceMore},
		{"Takeover", takeover},
		{"LateWorkRefused", lateWork},
		{"HostsStay", hostsStay},
		{"ManyHeldLapse", manyHeldLapse},
		{"ManyJoin", manyJoin},
		{"AtOnce", atOnce},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}
