package http1_test

import (
	"math"
	"testing"
	"time"

	"weft/internal/http1"
)

// A wait that is longer than we can count is long, and what is not a number is no wait.
func TestRetryAfterIsRead(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"3": 3 * time.Second, " 007 ": 7 * time.Second, "0": 0, "2147483648": math.MaxInt32 * time.Second, "99999999999999999999999": math.MaxInt32 * time.Second,
		"": 0, "-3": 0, "+3": 0, "1e5": 0, "0x10": 0, "3, 500": 0, "3.5": 0, "soon": 0, "٣": 0,
		"Fri, 02 Jan 2026 03:04:15 GMT": 10 * time.Second, "Fri, 02 Jan 2026 03:04:00 GMT": 0,
	} {
		if got := http1.RetryAfter(value, now); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestContentRange(t *testing.T) {
	for value, want := range map[string]http1.Part{
		"bytes 0-9/10": {0, 10, 10}, " Bytes 5-9/* ": {5, 10, -1}, "bytes 3-3/9": {3, 4, 9},
	} {
		if got, ok := http1.ContentRange(value); !ok || got != want {
			t.Errorf("%q: %+v, %v", value, got, ok)
		}
	}
	for _, value := range []string{"", "bytes */10", "bytes 9-5/10", "bytes 0-10/10", "bytes -1-2/9", "bytes +1-2/9", "bytes 0-9", "pages 0-9/10", "bytes 0-9/", "bytes 0-9/99999999999999999999"} {
		if got, ok := http1.ContentRange(value); ok {
			t.Errorf("%q was read: %+v", value, got)
		}
	}
}

func FuzzContentRange(f *testing.F) {
	for _, s := range []string{"bytes 0-9/10", "bytes 5-9/*", "bytes 9-5/10", "bytes -1-2/9", "bytes 0-9/5", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := http1.ContentRange(text)
		if ok && (p.From < 0 || p.To <= p.From || p.Size >= 0 && p.To > p.Size || p.Size < -1) {
			t.Errorf("%q gives %+v", text, p)
		}
	})
}
