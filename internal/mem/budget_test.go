package mem

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"weft/internal/drawn"
)

// Parts never come to more than there is, and the error says what would do.
func TestBudget(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		total := r.Int64N(1 << 30)
		b := NewBudget("a crawl", total)
		taken := int64(Base)
		for range r.IntN(20) {
			bytes := r.Int64N(1 << 27)
			err := b.Reserve("some", bytes)
			if fits := taken+bytes <= total; fits != (err == nil) {
				t.Fatalf("%d of %d, %d more: %v", taken, total, bytes, err)
			}
			var short *ShortError
			if err == nil {
				taken += bytes
			} else if !errors.As(err, &short) || short.Need != taken+bytes || short.Budget != total {
				t.Fatalf("%d of %d, %d more: %v", taken, total, bytes, err)
			}
		}
		if sum := Sum(b.Parts()); sum != taken || b.Left() != total-taken {
			t.Fatalf("parts are %d, %d is left; taken were %d of %d", sum, b.Left(), taken, total)
		}
	}
}

// What is taken of a room at a time is never more than it, nobody waits for ever, and what was given up is free again.
func TestRoom(t *testing.T) {
	r := drawn.Rand(t)
	const size = 1000
	room := NewRoom(size)
	var held, most, vain atomic.Int64
	var wait sync.WaitGroup
	for range 16 {
		seed := r.Uint64()
		wait.Go(func() {
			for i := range uint64(200) {
				x := (seed + i) * 0x9e3779b97f4a7c15 >> 32
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if x%5 == 0 {
					go cancel()
				}
				got, err := room.Take(ctx, int64(x%1500))
				if err != nil {
					vain.Add(1)
					continue
				}
				now := held.Add(got)
				for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
				}
				runtime.Gosched()
				held.Add(-got)
				room.Give(got)
			}
		})
	}
	wait.Wait()
	if most.Load() > size {
		t.Errorf("%d were taken of %d", most.Load(), size)
	}
	if got, err := room.Take(context.Background(), 5*size); got != size || err != nil {
		t.Errorf("all of it: got %d, %v, with %d given up before", got, err, vain.Load())
	}
}

// What lists and maps take is at most what is said.
func TestListAndMap(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc) //nolint:gosec // of this machine
	}
	for _, n := range []int{1000, 5000, 50_000, 230_000, 700_000} {
		before := heap()
		var list []uint32
		for i := range n {
			list = append(list, uint32(i)) //nolint:gosec // small
		}
		if got := heap() - before; got > List(n, 4)+4096 {
			t.Errorf("a list of %d takes %d bytes, and %d were said", n, got, List(n, 4))
		}
		runtime.KeepAlive(list)
		list = nil
		before = heap()
		m := map[uint64]uint64{}
		for i := range n {
			m[uint64(i)*0x9e3779b97f4a7c15] = 1 //nolint:gosec // small
		}
		if got := heap() - before; got > Map(n, 16)+4096 {
			t.Errorf("a map of %d takes %d bytes, and %d were said", n, got, Map(n, 16))
		}
		runtime.KeepAlive(m)
	}
}
