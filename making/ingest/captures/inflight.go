package captures

import (
	"context"
	"sync"
)

// A gate limits the bytes on their way from the goroutines that read to the goroutine that receives. One piece always
// passes, however large.
type gate struct {
	mu    sync.Mutex
	free  sync.Cond
	used  int64
	limit int64
	shut  bool
}

// NewGate returns a gate that is shut when ctx is done; stop ends the watch.
func NewGate(ctx context.Context, limit int64) (g *gate, stop func() bool) {
	g = &gate{limit: limit}
	g.free.L = &g.mu
	return g, context.AfterFunc(ctx, g.Close)
}

// Enter waits until n bytes fit; false if the gate is shut.
func (g *gate) Enter(n int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.used > 0 && g.used+n > g.limit && !g.shut {
		g.free.Wait()
	}
	g.used += n
	return !g.shut
}

// Leave gives back n bytes.
func (g *gate) Leave(n int64) {
	g.mu.Lock()
	g.used -= n
	g.mu.Unlock()
	g.free.Signal()
}

// Close ends all waiting.
func (g *gate) Close() {
	g.mu.Lock()
	g.shut = true
	g.mu.Unlock()
	g.free.Broadcast()
}
