package redis

import (
	"strconv"
	"testing"
	"time"

	"weft/crawl/shared/redis/redistest"
	"weft/crawl/shared/sharedtest"
)

// open opens the frontier of a server.
func open(t testing.TB, server *redistest.Server, name string) *Service {
	t.Helper()
	a, err := Parse(server.URL() + "?name=" + name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// do makes a call to the server.
func do(t testing.TB, s *Service, args ...string) any {
	t.Helper()
	reply, err := s.pool.call(t.Context(), bytesOf(args)...)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// advance lets leases pass: all of them end earlier. So no test waits.
func advance(t testing.TB, s *Service, d time.Duration) {
	t.Helper()
	const move = `for _, who in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZINCRBY', KEYS[1], -ARGV[1], who) end`
	do(t, s, "EVAL", move, "1", s.pool.address.prefix()+"lease", strconv.FormatInt(d.Milliseconds(), 10))
}

func TestService(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	frontiers := 0
	sharedtest.Run(t, func(t *testing.T) sharedtest.Subject {
		frontiers++
		s := open(t, server, "f"+strconv.Itoa(frontiers))
		return sharedtest.Subject{Service: s, Advance: func(d time.Duration) { advance(t, s, d) }}
	})
}
