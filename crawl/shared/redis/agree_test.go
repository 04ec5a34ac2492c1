package redis

import (
	"testing"

	"weft/crawl/shared/redis/redistest"
)

// The first text stays, for each frontier of its own. A frontier that is gone is not made again by the call.
func TestAgree(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	agree := func(s *Service, text, want string) {
		t.Helper()
		if got, err := s.Agree(t.Context(), text); err != nil || got != want {
			t.Errorf("got %q and the error %v, want %q", got, err, want)
		}
	}
	one, other := open(t, server, "one"), open(t, server, "other")
	agree(one, "a", "a")
	agree(one, "b", "a")
	agree(open(t, server, "one"), "c", "a")
	agree(other, "b", "b")
	do(t, one, "FLUSHALL")
	agree(one, "a", "")
	if n := do(t, one, "DBSIZE"); n != int64(0) {
		t.Errorf("%v keys of a frontier that is gone", n)
	}
	agree(open(t, server, "one"), "new", "new")
}
