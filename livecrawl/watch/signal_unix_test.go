//go:build unix

package watch

import (
	"syscall"
	"testing"
)

func TestSignal(t *testing.T) {
	c := &fakeCrawl{s: busySample()}
	w := Start(c, Options{Quiet: true})
	defer w.Close()
	for _, want := range []bool{true, false} {
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		eventually(t, "a signal does nothing", func() bool { return c.paused() == want })
	}
}
