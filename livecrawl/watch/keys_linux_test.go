package watch

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// newTerminal returns both ends of a terminal of 80 by 24.
func newTerminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	t.Cleanup(func() { ours.Close() })
	n, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	t.Cleanup(func() { theirs.Close() })
	if err := unix.IoctlSetWinsize(int(ours.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}

// A sink keeps what a terminal is sent.
type sink struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *sink) read(f *os.File) {
	b := make([]byte, 4096)
	for {
		n, err := f.Read(b)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.buf.Write(b[:n])
		s.mu.Unlock()
	}
}

func (s *sink) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.buf.String(), text)
}

func cooked(t *testing.T, f *os.File) bool {
	t.Helper()
	m, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	return m.Lflag&unix.ICANON != 0 && m.Lflag&unix.ECHO != 0
}

// Keys pause, explain and stop; the terminal is given back at the end, and when the command is interrupted.
func TestKeys(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, interrupt := range []bool{false, true} {
		ours, theirs := newTerminal(t)
		out := new(sink)
		go out.read(ours)
		interrupted := make(chan struct{})
		c := &fakeCrawl{s: busySample()}
		w := Start(c, Options{Out: theirs, In: theirs, Interrupted: interrupted, GiveUp: func() {}, Patience: time.Hour})
		eventually(t, "nothing is drawn", func() bool { return out.has("crawl1") && out.has("? help") })
		if cooked(t, theirs) {
			t.Error("keys are not read one by one")
		}
		if interrupt {
			close(interrupted)
			eventually(t, "the terminal is not given back", func() bool { return cooked(t, theirs) })
		} else {
			press := func(key, what string, f func() bool) {
				if _, err := ours.WriteString(key); err != nil {
					t.Fatal(err)
				}
				eventually(t, what, f)
			}
			press("p", "no pause", c.paused)
			press(" ", "no end of the pause", func() bool { return !c.paused() })
			press("?", "no help", func() bool { return out.has("hosts and pages instead") })
			press("q", "no stop", func() bool { return c.stopped() == 1 })
			eventually(t, "the view does not say that it ends", func() bool { return out.has("ending: ") })
		}
		w.Close()
		if !cooked(t, theirs) {
			t.Error("the terminal is not as it was")
		}
	}
}

// A panic in the goroutine of the command gives the terminal back too.
func TestPanic(t *testing.T) {
	t.Setenv("TERM", "xterm")
	ours, theirs := newTerminal(t)
	go new(sink).read(ours)
	func() {
		defer func() { recover() }()
		w := Start(&fakeCrawl{s: busySample()}, Options{Out: theirs, In: theirs})
		defer w.Close()
		eventually(t, "keys are not read one by one", func() bool { return !cooked(t, theirs) })
		panic("a mistake")
	}()
	if !cooked(t, theirs) {
		t.Error("the terminal is not as it was")
	}
}
