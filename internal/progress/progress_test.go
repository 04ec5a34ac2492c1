package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8"
)

func TestPlainLines(t *testing.T) {
	var b bytes.Buffer
	r := New(&b, false)
	r.Bytes("reading", 0, 100<<20)
	if b.Len() > 0 {
		t.Errorf("at once: got %q, want nothing before %v", b.String(), pause)
	}
	r.pace.began = r.pace.began.Add(-10 * time.Second)
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

// Phases that are told of once, or that are over soon, are named now and then.
func TestPhasesAreNamed(t *testing.T) {
	var b bytes.Buffer
	r := New(&b, false)
	for _, phase := range []string{"a", "b", "c", "d", "e", "f"} {
		r.Steps(phase, 0, 0)
		r.quiet = r.quiet.Add(-3 * time.Second)
	}
	r.Close()
	if got, want := b.String(), "weft: c\nweft: e\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
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

// Times to go are those that a steady pace keeps, also after an earlier run, or there are none.
func TestLeft(t *testing.T) {
	began := time.Unix(1e9, 0)
	for name, c := range map[string]struct {
		first, done, total int64
		after              time.Duration
		left               time.Duration // below 0: not told
	}{
		"half":           {0, 50, 100, 10 * time.Second, 10 * time.Second},
		"gone on":        {900, 950, 1000, 10 * time.Second, 10 * time.Second},
		"no total":       {0, 50, 0, 10 * time.Second, -1},
		"beyond":         {0, 150, 100, 10 * time.Second, -1},
		"over":           {0, 100, 100, 10 * time.Second, -1},
		"nothing yet":    {0, 0, 100, time.Minute, -1},
		"nothing more":   {900, 900, 1000, time.Minute, -1},
		"at once":        {0, 90, 100, time.Second, -1},
		"hardly begun":   {0, 4, 1000, time.Minute, -1},
		"large numbers":  {0, 1 << 61, 1 << 62, time.Minute, time.Minute},
		"nearly nothing": {0, 999, 1000, 999 * time.Second, time.Second},
	} {
		p := pace{first: c.first, done: c.done, total: c.total, began: began}
		left, ok := p.left(began.Add(c.after))
		if ok != (c.left >= 0) || ok && (left-c.left).Abs() > time.Millisecond {
			t.Errorf("%s: got %v, %v, want %v", name, left, ok, c.left)
		}
		if text := p.plain(began.Add(c.after)); strings.Contains(text, "left") != ok || strings.Contains(text, "-") {
			t.Errorf("%s: says %q", name, text)
		}
	}
}

// A steady phase says a little less each time, and comes true.
func TestLeftIsSteady(t *testing.T) {
	began := time.Unix(1e9, 0)
	p := pace{total: 1000, began: began}
	for second := range 100 {
		now := began.Add(time.Duration(second) * time.Second)
		p.set(int64(10*second), 1000)
		if left, ok := p.left(now); ok && left != time.Duration(100-second)*time.Second {
			t.Errorf("after %d s: %v left", second, left)
		}
	}
}

// Bars leave no line of their own, and all of them together one.
func TestBarsLeaveOneLine(t *testing.T) {
	var b bytes.Buffer
	r := New(&b, false)
	r.draw(&b, mpb.WithAutoRefresh())
	for _, what := range []string{"reading", "sorting\x1b[31m", "writing"} {
		for i := range int64(5) {
			r.Steps(what, i, 4)
		}
	}
	r.Steps("thinking", 0, 0)
	r.began = r.began.Add(-90 * time.Second)
	r.Interrupt()
	b.WriteString("weft: by the way\n")
	if strings.Contains(b.String(), "took") {
		t.Errorf("an interruption is no end: %q", b.String())
	}
	r.Steps("going on", 0, 0)
	r.Close()
	r.Close()
	if got := b.String(); !strings.HasSuffix(got, "weft: that took 1m30s\n") || strings.Count(got, "that took") != 1 || strings.Contains(got, "\x1b[31m") {
		t.Errorf("got %q", got)
	}
	last := b.String()[strings.LastIndex(b.String(), "\x1b[")+1:]
	if strings.Contains(last, "|") {
		t.Errorf("a bar is left: %q", last)
	}
	b.Reset()
	r = New(&b, false)
	r.draw(&b, mpb.WithAutoRefresh())
	r.Steps("reading", 1, 2)
	r.Close()
	if strings.Contains(b.String(), "took") {
		t.Errorf("nothing to speak of: %q", b.String())
	}
}
