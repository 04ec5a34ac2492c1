package captures_test

import (
	"context"
	"testing"

	"weft/making/ingest/captures"
)

// A gate lets pieces in up to its limit, and one piece however large.
func TestGate(t *testing.T) {
	g, stop := captures.NewGate(t.Context(), 10)
	defer stop()
	if !g.Enter(25) {
		t.Fatal("a large piece does not enter an empty gate")
	}
	g.Leave(25)
	for _, n := range []int64{4, 6} {
		if !g.Enter(n) {
			t.Fatalf("%d bytes do not fit", n)
		}
	}
	entered := make(chan bool)
	enter := func(n int64) {
		go func() { entered <- g.Enter(n) }()
	}
	enter(1)
	select {
	case <-entered:
		t.Fatal("a byte above the limit enters")
	default:
	}
	g.Leave(4)
	if !<-entered {
		t.Error("a byte does not enter after others left")
	}
	enter(9)
	g.Close()
	if <-entered || g.Enter(0) {
		t.Error("a closed gate lets pieces in")
	}
}

// A gate is shut when its context is done.
func TestGateEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g, stop := captures.NewGate(ctx, 1)
	defer stop()
	if !g.Enter(1) {
		t.Fatal("an open gate is shut")
	}
	entered := make(chan bool)
	go func() { entered <- g.Enter(1) }()
	cancel()
	if <-entered {
		t.Error("a piece enters after the end")
	}
}
