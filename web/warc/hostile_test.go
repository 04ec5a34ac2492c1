package warc

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHostile feeds files that are made to cost quadratic time or much memory; each must be read in seconds.
func TestHostile(t *testing.T) {
	lie := "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 999999999999\r\n\r\n\r\n"
	for name, in := range map[string]string{
		"lying lengths":         strings.Repeat(lie, 30_000),
		"lying lengths, gzip":   gz(strings.Repeat(lie, 30_000)),
		"lying lengths, 24 MB":  strings.Repeat(lie+strings.Repeat("x", 900)+"\n", 25_000),
		"gzip magic":            strings.Repeat("\x1f\x8b\x08\x00", 500_000),
		"gzip magic after gzip": gz(honest(1, "one")) + strings.Repeat("\x1f\x8b\x08\x00\x00\x00", 300_000),
		"versions":              strings.Repeat("WARC/1.0\n", 300_000),
		"versions with a colon": strings.Repeat("WARC/1.0\na:b\n\n", 100_000),
		"folded lines":          "WARC/1.0\nWARC-Type: resource\nContent-Length: 0\nX: y\n" + strings.Repeat(" z\n", 300_000) + "\n\n\n",
		"empty members":         strings.Repeat(gz(""), 50_000),
		"line ends":             gz(strings.Repeat("\r\n", 1<<23)),
		"schemes":               strings.Repeat("a:\n", 500_000),
	} {
		for _, seek := range []bool{true, false} {
			start := time.Now()
			r := NewReader(strings.NewReader(in), Options{})
			if !seek {
				r = NewReader(onlyReader{strings.NewReader(in)}, Options{})
			}
			steps := 0
			for ; ; steps++ {
				if _, err := r.Next(); err != nil && !strings.HasPrefix(err.Error(), "bad record") {
					break
				}
			}
			took := time.Since(start)
			t.Log(fmt.Sprintf("%s, seek %v:", name, seek), steps, "steps", took.Round(time.Millisecond), len(r.s.buf), "bytes of buffer")
			if took > 20*time.Second || len(r.s.buf) > 64<<20 {
				t.Errorf("%s: %d bytes took %v and %d bytes of buffer", name, len(in), took, len(r.s.buf))
			}
		}
	}
}
