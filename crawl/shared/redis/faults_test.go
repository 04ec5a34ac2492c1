package redis

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/crawl/shared/redis/redistest"
)

func page(host string, n int) shared.Page {
	return shared.Page{Key: crawl.Key(n), Host: host, URL: fmt.Appendf(nil, "http://%s/%d", host, n), Note: []byte{byte(n)}}
}

func connect(t *testing.T, s shared.Service, o shared.ClientOptions) *shared.Client {
	t.Helper()
	o.Crawler = "a"
	c, err := shared.Connect(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func pull(t *testing.T, c *shared.Client, most int) ([]shared.Page, shared.Left) {
	t.Helper()
	pages, left, err := c.Pull(t.Context(), most, 9)
	if err != nil {
		t.Fatal(err)
	}
	return pages, left
}

// A server that writes an append-only file is killed and starts again: all is there, and sessions go on.
func TestKilledServer(t *testing.T) {
	server := redistest.Start(t)
	c := connect(t, open(t, server, "x"), shared.ClientOptions{})
	var pages []shared.Page
	for n := range 20 {
		pages = append(pages, page(fmt.Sprint("h", n%3), n))
	}
	c.Offer(pages)
	held, before := pull(t, c, 7)
	ctx, stop, ok := c.Context(t.Context(), held[0].Key)
	if !ok {
		t.Fatal("the page is not held")
	}
	defer stop()
	c.Done([]crawl.Key{held[1].Key})
	if err := c.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	c.Offer(pages[:9])
	c.Done([]crawl.Key{held[2].Key})
	server.Restart()
	_, after := pull(t, c, 0)
	if before != (shared.Left{Queued: 13, Held: 7, Crawlers: 1}) || after != (shared.Left{Queued: 13, Held: 5, Crawlers: 1}) {
		t.Errorf("left %+v before, %+v after", before, after)
	}
	if ctx.Err() != nil {
		t.Errorf("the context ended: %v", ctx.Err())
	}
}

// A server hangs. The contexts of the client end, although no call returns. Then the server goes on, and so does the client.
func TestHangingServer(t *testing.T) {
	server := redistest.Start(t)
	c := connect(t, open(t, server, "x"), shared.ClientOptions{Lease: 3 * time.Second})
	c.Offer([]shared.Page{page("h", 1)})
	pull(t, c, 1)
	ctx, stop, ok := c.Context(t.Context(), 1)
	if !ok {
		t.Fatal("the page is not held")
	}
	defer stop()
	server.Stop()
	<-ctx.Done()
	server.Continue()
	if _, stop, ok := c.Context(t.Context(), 1); !ok {
		t.Error("the page is lost although no other crawler came")
	} else {
		stop()
	}
	if left, err := c.Leave(t.Context()); err != nil || left != (shared.Left{Queued: 1}) {
		t.Errorf("left %+v, %v; want one queued page", left, err)
	}
}

// A frontier that disappears is not taken for a finished one.
func TestEmptiedServer(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	s := open(t, server, "x")
	c := connect(t, s, shared.ClientOptions{})
	do(t, s, "FLUSHALL")
	if _, _, err := c.Pull(t.Context(), 1, 1); !errors.Is(err, shared.ErrRefused) || !strings.Contains(err.Error(), "emptied") {
		t.Errorf("Pull: %v, want that the frontier is gone", err)
	}
	<-c.Failed()
	again := open(t, server, "x") // another frontier of the same name
	if again.id == s.id {
		t.Error("two frontiers have one identity")
	}
	if _, _, err := s.Join(t.Context(), "b", time.Hour); !errors.Is(err, shared.ErrRefused) {
		t.Errorf("Join: %v, want that the frontier is another one", err)
	}
}

// A server that restarts with an older snapshot has lost pages: a frontier that goes back is not taken for a finished one.
func TestOlderData(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	s := open(t, server, "x")
	c := connect(t, s, shared.ClientOptions{})
	c.Offer([]shared.Page{page("h", 1)})
	pull(t, c, 1)
	do(t, s, "SAVE")
	c.Offer([]shared.Page{page("h", 2)})
	c.Done([]crawl.Key{1})
	if err := c.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	server.Restart()
	if _, _, err := c.Pull(t.Context(), 1, 1); !errors.Is(err, shared.ErrRefused) || !strings.Contains(err.Error(), "older data") {
		t.Errorf("Pull: %v, want that pages were lost", err)
	}
	<-c.Failed()
}

func TestOpenRefuses(t *testing.T) {
	server := redistest.Start(t, "appendonly no", `requirepass "open sesame"`)
	secure := httptest.NewTLSServer(nil) // whose certificate this machine does not know
	defer secure.Close()
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	address := func(text string) Address {
		text = strings.Replace(text, "TLS", secure.Listener.Addr().String(), 1)
		a, err := Parse(strings.Replace(text, "HOST", server.Addr(), 1))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	good := "redis://:open%20sesame@HOST/3?name=n"
	s, err := Open(t.Context(), address(good))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "SET", "weft:other:key", "x")
	do(t, s, "SET", "weft:text:format", "x")
	do(t, s, "HSET", "weft:new:format", "version", "2", "id", "x")
	for text, want := range map[string]string{
		"redis://HOST":                                "NOAUTH",
		"redis://:wrong-secret@HOST":                  "WRONGPASS",
		"redis://user:wrong-secret@HOST":              "WRONGPASS",
		"redis://:open%20sesame@HOST/99":              "database 99",
		"redis://:open%20sesame@HOST/3?name=other":    `"weft:other:key"`,
		"redis://:open%20sesame@HOST/3?name=text":     "WRONGTYPE",
		"redis://:open%20sesame@HOST/3?name=new":      `version "2", expected "1"`,
		"rediss://:open%20sesame@TLS/3":               "certificate",
		"redis://:open%20sesame@127.0.0.1:1/3?name=n": "connection refused",
	} {
		_, err := Open(t.Context(), address(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "sesame") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v, want %q and no password", text, err, want)
		}
		if lasting := want != "certificate" && want != "connection refused"; errors.Is(err, shared.ErrRefused) != lasting {
			t.Errorf("%s: %v: ErrRefused is wrong", text, err)
		}
	}
	if _, err := Open(t.Context(), address(good)); err != nil { // the second crawler
		t.Error(err)
	}
}

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		args []string
		want []string
	}{
		{nil, nil},
		{[]string{"maxmemory 100mb", "maxmemory-policy allkeys-lru"}, []string{"allkeys-lru"}},
		{[]string{"appendonly no"}, []string{"restart of Redis would lose"}},
		{[]string{"appendonly no", "save 60 1000"}, []string{"crash of Redis"}},
	} {
		s := open(t, redistest.Start(t, test.args...), "x")
		got, err := s.Warnings(t.Context())
		if err != nil || len(got) != len(test.want) {
			t.Errorf("%v: %q, %v; want %q", test.args, got, err, test.want)
			continue
		}
		for i, text := range test.want {
			if !strings.Contains(got[i], text) {
				t.Errorf("%v: %q, want %q", test.args, got[i], text)
			}
		}
	}
}

// Keys of the frontier have other types or values than expected. Calls fail with an error, and do not take damage for pages.
func TestDamagedKeys(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	first := open(t, server, "kinds")
	x, _, err := first.Join(t.Context(), "a", time.Hour)
	must(t, err)
	must(t, x.Offer(t.Context(), []shared.Page{page("h", 1), page("h", 2), page("k", 3)}))
	_, _, err = x.Pull(t.Context(), 1, 1)
	must(t, err)
	must(t, x.Wait(t.Context(), []crawl.Key{1}))
	list, _ := do(t, first, "KEYS", "weft:kinds:*").([]any)
	if len(list) < 12 {
		t.Fatalf("the frontier has %d keys", len(list))
	}
	for i, key := range list {
		for _, damage := range [][]string{{"SET", "junk"}, {"RPUSH", "junk"}, {"HSET", "junk", "junk"}, {"SADD", "junk"}} {
			name := fmt.Sprintf("d%d%s", i, damage[0])
			s := open(t, server, name)
			x, _, err := s.Join(t.Context(), "a", time.Hour)
			must(t, err)
			must(t, x.Offer(t.Context(), []shared.Page{page("h", 1), page("h", 2), page("k", 3)}))
			_, _, err = x.Pull(t.Context(), 1, 1)
			must(t, err)
			must(t, x.Wait(t.Context(), []crawl.Key{1}))
			broken := strings.Replace(string(key.([]byte)), "kinds", name, 1)
			do(t, s, "DEL", broken)
			do(t, s, append([]string{damage[0], broken}, damage[1:]...)...)
			use(t, s, x)
		}
	}
}

// use makes all calls, whose errors have to say that the frontier cannot be used, or that the session has ended.
func use(t *testing.T, s *Service, x shared.Session) {
	t.Helper()
	pages, _, pull := x.Pull(t.Context(), 9, 9)
	for _, p := range pages {
		if p.Host != "h" && p.Host != "k" {
			t.Errorf("pulled %+v", p)
		}
	}
	_, _, join := s.Join(t.Context(), "b", time.Hour)
	_, _, same := s.Join(t.Context(), "a", time.Hour)
	_, leave := x.Leave(t.Context())
	for _, err := range []error{
		pull, join, same, leave,
		x.Offer(t.Context(), []shared.Page{page("h", 4)}), x.Again(t.Context(), []shared.Page{page("h", 5)}),
		x.Done(t.Context(), []crawl.Key{1}), x.Back(t.Context(), []crawl.Key{2}), x.Aside(t.Context(), []crawl.Key{3}), x.Renew(t.Context()),
	} {
		if err != nil && !errors.Is(err, shared.ErrRefused) && !errors.Is(err, shared.ErrLapsed) {
			t.Errorf("got %v, want ErrRefused or ErrLapsed", err)
		}
	}
}
