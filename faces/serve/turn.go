package serve

import "context"

// A turn is a lock. Requests wait for it until their reader has gone, so that no line of requests without readers grows.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// Lock waits for the turn without end. Work of the server itself uses it.
func (t turn) Lock() { t <- struct{}{} }

// Unlock ends the turn.
func (t turn) Unlock() { <-t }

// wait waits for the turn, and returns false if ctx is done before.
func (t turn) wait(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}
