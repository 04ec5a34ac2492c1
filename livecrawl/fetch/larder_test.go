package fetch

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// larderBytes is how much a larder of a test holds.
const larderBytes = 64 << 20

// However answers come, what is held stays within bounds, and nobody waits for ever.
func TestLarder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers, picks, size = 8, 200, larderBytes / 10
		l := newLarder(true, workers, larderBytes)
		ready := make([]chan struct{}, picks)
		for i := range ready {
			ready[i] = make(chan struct{}, 1)
		}
		queue := make(chan uint64, picks)
		for i := range uint64(picks) {
			queue <- i ^ 7 // not in order
		}
		close(queue)
		var wait sync.WaitGroup
		most := int64(0)
		for range workers {
			wait.Go(func() {
				for seq := range queue {
					if seq%8 == 0 {
						time.Sleep(time.Second) // those learnt first are slow
					}
					if err := l.put(t.Context(), seq, size); err != nil {
						t.Error(err)
					}
					ready[seq] <- struct{}{}
				}
			})
		}
		for seq := range uint64(picks) {
			<-ready[seq]
			l.mu.Lock()
			most = max(most, l.held)
			l.mu.Unlock()
			l.take(seq+1, size)
		}
		wait.Wait()
		if most > larderBytes+2*workers*size || l.held != 0 {
			t.Errorf("%d bytes were held at most, %d in the end", most, l.held)
		}
	})
}

func TestLarderIsLeft(t *testing.T) {
	l := newLarder(false, 4, larderBytes)
	ctx, cancel := context.WithCancel(context.Background())
	if err := l.put(ctx, 0, larderBytes); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := l.put(ctx, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
