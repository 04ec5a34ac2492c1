//go:build unix

package watch

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// onSignal calls f at each SIGUSR1, until the function that it returns is called.
func onSignal(f func() bool) (stop func()) {
	c := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(c, syscall.SIGUSR1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-c:
				f()
			case <-done:
				return
			}
		}
	})
	return func() {
		signal.Stop(c)
		close(done)
		wg.Wait()
	}
}
