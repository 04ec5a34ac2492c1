package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestPlainLines(t *testing.T) {
	var b bytes.Buffer
	r := New(&b, false)
	r.Bytes("reading", 0, 100<<20)
	if b.Len() > 0 {
		t.Errorf("at once: got %q, want nothing before %v", b.String(), pause)
	}
	r.start = r.start.Add(-10 * time.Second)
	r.told = r.told.Add(-10 * time.Second)
	r.Bytes("reading", 25<<20, 100<<20)
	if got, want := b.String(), "weft: reading: 25.0 MiB of 100.0 MiB (25 %), 2.5 MiB/s, 30s left\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Steps("thinking", 0, 0)
	r.told = r.told.Add(-10 * time.Second)
	r.Steps("thinking", 3, 0)
	if !strings.Contains(b.String(), "weft: thinking, ") {
		t.Errorf("got %q, want a line of the second phase", b.String())
	}
	r.Close()
}

func TestQuiet(t *testing.T) {
	var b bytes.Buffer
	r := New(&b, true)
	r.Steps("x", 1, 2)
	r.Close()
	if b.Len() > 0 {
		t.Errorf("got %q, want nothing", b.String())
	}
}
