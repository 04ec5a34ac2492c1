package redis

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"weft/crawl/shared"
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

// must ends the test after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
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
		return sharedtest.Subject{Service: s, Advance: func(d time.Duration) {
			advance(t, s, d)
			audit(t, s)
		}}
	})
}

// Leases pass by the clock of Redis. Tests of the suite move their ends instead.
func TestClock(t *testing.T) {
	s := open(t, redistest.Start(t, "appendonly no"), "x")
	x, _, err := s.Join(t.Context(), "a", 100*time.Millisecond)
	for errors.Is(err, shared.ErrLapsed) { // the machine is slow
		x, _, err = s.Join(t.Context(), "a", 100*time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(110 * time.Millisecond) // or longer
	if err := x.Renew(t.Context()); !errors.Is(err, shared.ErrLapsed) {
		t.Errorf("Renew after the lease: %v, want ErrLapsed", err)
	}
	y, _, err := s.Join(t.Context(), "b", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if _, left, err := y.Pull(t.Context(), 1, 1); err != nil || left.Crawlers != 1 {
		t.Errorf("left %+v, %v; want one crawler", left, err)
	}
	if err := y.Renew(t.Context()); err != nil {
		t.Errorf("Renew within the lease: %v", err)
	}
}
