package fetch

import (
	"math"
	"testing"
	"time"
)

// A wait that is longer than we can count is long, and what is not a number is no wait.
func TestRetryAfterIsRead(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"3": 3 * time.Second, " 007 ": 7 * time.Second, "0": 0, "2147483648": math.MaxInt32 * time.Second, "99999999999999999999999": math.MaxInt32 * time.Second,
		"": 0, "-3": 0, "+3": 0, "1e5": 0, "0x10": 0, "3, 500": 0, "3.5": 0, "soon": 0, "٣": 0,
		"Fri, 02 Jan 2026 03:04:15 GMT": 10 * time.Second, "Fri, 02 Jan 2026 03:04:00 GMT": 0,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}
