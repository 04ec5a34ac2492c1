//go:build unix

package livecrawl_test

import (
	"syscall"
	"testing"
)

// A crawler stops for longer than its lease. Other crawlers get its pages, and the crawler continues without these pages.
func TestSharedSleeper(t *testing.T) {
	p := newProcesses(t, 3, 40, func(p *processes) { p.all[0].Process.Signal(syscall.SIGSTOP) })
	for _, c := range p.all[1:] {
		c.wait(t)
	}
	p.lostLittle(t)
	p.web.forget()
	if err := p.all[0].Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	p.all[0].wait(t)
	if late := p.web.forget(); len(late) > sharedWorkers {
		t.Errorf("the sleeper asks for %d pages that others have fetched, want at most those that it was about to ask for when it stopped: %d", len(late), sharedWorkers)
	}
}
