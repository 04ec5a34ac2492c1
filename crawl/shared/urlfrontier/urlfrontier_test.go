package urlfrontier

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/crawl/shared/urlfrontier/urlfrontiertest"
	"weft/internal/drawn"
)

const lease = time.Hour

func open(t *testing.T, address string, now func() time.Time) *Service {
	t.Helper()
	a, err := Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	s.now = now
	t.Cleanup(func() { s.Close() })
	return s
}

func join(t *testing.T, s *Service) *session {
	t.Helper()
	x, pages, err := s.Join(t.Context(), "a", lease)
	if err != nil || len(pages) > 0 {
		t.Fatalf("Join: %v, %v", pages, err)
	}
	return x.(*session)
}

func page(host string, n int) shared.Page {
	return shared.Page{Key: crawl.Key(n), Host: host, URL: fmt.Appendf(nil, "http://%s/%d", host, n), Note: []byte{0, 255, byte(n)}}
}

func pull(t *testing.T, x *session, most int) ([]shared.Page, shared.Left) {
	t.Helper()
	pages, left, err := x.Pull(t.Context(), most, 5)
	if err != nil {
		t.Fatal(err)
	}
	return pages, left
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Three crawlers make drawn calls. Each page is fetched once, and no host is handed to two. It also runs at a real server,
// if WEFT_URLFRONTIER names one, as HOST:PORT.
func TestEachPageOnce(t *testing.T) {
	server := urlfrontiertest.Start(t)
	t.Run("ours", func(t *testing.T) { eachPageOnce(t, server.URL("c")) })
	real := os.Getenv("WEFT_URLFRONTIER")
	if real == "" {
		t.Log("WEFT_URLFRONTIER names no server: only ours was tested")
		return
	}
	t.Run("real", func(t *testing.T) {
		eachPageOnce(t, fmt.Sprintf("grpc://%s/weft-test-%d", real, time.Now().UnixNano()))
	})
}

func eachPageOnce(t *testing.T, address string) {
	s, r := open(t, address, time.Now), drawn.Rand(t)
	sessions := []*session{join(t, s), join(t, s), join(t, s)}
	var pages []shared.Page
	for n := range 200 {
		pages = append(pages, page(fmt.Sprintf("h%d.example", r.IntN(12)), n))
	}
	must(t, sessions[0].Offer(t.Context(), pages[:20]))
	fetched, holder, held := map[crawl.Key]int{}, map[string]*session{}, map[*session][]shared.Page{}
	for calls := 0; len(fetched) < len(pages); calls++ {
		if calls > 20_000 {
			t.Fatalf("only %d pages were fetched", len(fetched))
		}
		x := sessions[r.IntN(3)]
		if r.IntN(2) == 0 {
			from := r.IntN(len(pages))
			must(t, x.Offer(t.Context(), pages[from:min(len(pages), from+r.IntN(40))]))
		}
		got, _ := pull(t, x, r.IntN(5))
		for _, p := range got {
			if holder[p.Host] != nil || !bytes.Equal(p.URL, pages[p.Key].URL) || !bytes.Equal(p.Note, pages[p.Key].Note) || p.Host != pages[p.Key].Host {
				t.Fatalf("%+v was handed out; its host is held: %v", p, holder[p.Host] != nil)
			}
			holder[p.Host] = x
		}
		held[x] = append(held[x], got...)
		for len(held[x]) > 0 && r.IntN(3) > 0 {
			p := held[x][0]
			held[x] = held[x][1:]
			holder[p.Host] = nil
			if r.IntN(5) == 0 {
				must(t, x.Back(t.Context(), []crawl.Key{p.Key}))
				continue
			}
			fetched[p.Key]++
			must(t, x.Done(t.Context(), []crawl.Key{p.Key}))
		}
	}
	for key, n := range fetched {
		if n != 1 {
			t.Errorf("page %d was fetched %d times", key, n)
		}
	}
	for _, x := range sessions {
		left, err := x.Leave(t.Context())
		if err != nil || x == sessions[2] && !left.Over() {
			t.Errorf("left %+v, %v; want nothing", left, err)
		}
	}
}

// After its lease a page is handed to another; what the first crawler says of it then is not sent.
func TestLease(t *testing.T) {
	server := urlfrontiertest.Start(t)
	s := open(t, server.URL(""), server.Now)
	a, b := join(t, s), join(t, s)
	must(t, a.Offer(t.Context(), []shared.Page{page("h", 1), page("h", 2)}))
	if got, left := pull(t, a, 9); len(got) != 1 || left != (shared.Left{Queued: 1, Held: 1}) {
		t.Fatalf("pulled %v, left %+v; want one page of the host", got, left)
	}
	if got, _ := pull(t, b, 9); len(got) != 0 {
		t.Fatalf("pulled %v of a host that another holds", got)
	}
	if until, held := a.Expires(1); !held || until.After(server.Now().Add(lease)) || until.Before(server.Now().Add(lease-time.Minute)) {
		t.Errorf("held %v until %v, want for an hour", held, until)
	}
	server.Advance(lease)
	if got, _ := pull(t, b, 9); len(got) != 1 || got[0].Key != 1 {
		t.Fatalf("pulled %v, want the page whose lease is over", got)
	}
	must(t, a.Done(t.Context(), []crawl.Key{1})) // late
	if _, left := pull(t, a, 0); left != (shared.Left{Queued: 1, Held: 1}) {
		t.Errorf("left %+v: the late Done was sent", left)
	}
	must(t, b.Done(t.Context(), []crawl.Key{1}))
	must(t, b.Again(t.Context(), []shared.Page{page("h", 1)}))
	if _, left := pull(t, a, 0); left != (shared.Left{Queued: 2}) {
		t.Errorf("left %+v, want two queued pages", left)
	}
}

// A page that waits frees its host, comes again after pauses that double, and in the end does not.
func TestWait(t *testing.T) {
	server := urlfrontiertest.Start(t)
	s := open(t, server.URL("w"), server.Now)
	x := join(t, s)
	must(t, x.Offer(t.Context(), []shared.Page{page("h", 1), page("h", 2)}))
	pause := lease
	for range mostTries {
		if got, _ := pull(t, x, 1); len(got) != 1 || got[0].Key != 1 {
			t.Fatalf("pulled %v, want page 1", got)
		}
		must(t, x.Wait(t.Context(), []crawl.Key{1}))
		if _, held := x.Expires(1); held {
			t.Error("a page that waits is held")
		}
		server.Advance(pause - time.Minute)
		got, _ := pull(t, x, 1)
		if len(got) != 1 || got[0].Key != 2 {
			t.Fatalf("pulled %v, want page 2: page 1 waits", got)
		}
		must(t, x.Back(t.Context(), []crawl.Key{2}))
		server.Advance(time.Minute + time.Second)
		pause *= 2
	}
	pull(t, x, 1)
	must(t, x.Wait(t.Context(), []crawl.Key{1}))
	server.Advance(1000 * lease)
	got, _ := pull(t, x, 1)
	must(t, x.Aside(t.Context(), []crawl.Key{2}))
	if _, left := pull(t, x, 1); len(got) != 1 || got[0].Key != 2 || !left.Over() {
		t.Errorf("pulled %v, left %+v; want page 2, and the end", got, left)
	}
}

func TestErrors(t *testing.T) {
	server := urlfrontiertest.Start(t)
	s := open(t, server.URL("e"), time.Now)
	x := join(t, s)
	for code, lasting := range map[int]bool{14: false, 4: false, 13: false, 12: true, 16: true, 3: true} {
		server.Fail(func(string) int { return code })
		_, _, err := x.Pull(t.Context(), 1, 1)
		var status Status
		if !errors.As(err, &status) || status.Code != code || errors.Is(err, shared.ErrRefused) != lasting {
			t.Errorf("status %d: got %v", code, err)
		}
	}
	server.Fail(func(string) int { return 0 })
	if err := x.Offer(t.Context(), []shared.Page{{Host: "h", URL: []byte("http://\xff")}}); !errors.Is(err, shared.ErrRefused) {
		t.Errorf("a URL that is no text: %v", err)
	}
	foreign, err := info{Page: page("h", 1), crawl: "e"}.append(nil)
	must(t, err)
	foreign = bytes.ReplaceAll(foreign, []byte(metaKey), []byte("something"[:len(metaKey)]))
	must(t, s.call(t.Context(), "PutURLs", [][]byte{appendMessage(nil, 1, appendMessage(nil, 1, foreign))}, func([]byte) error { return nil }))
	if _, _, err := x.Pull(t.Context(), 1, 1); !errors.Is(err, shared.ErrRefused) || !strings.Contains(err.Error(), "another program") {
		t.Errorf("a URL of another program: %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Address{
		"grpc://h":         {Host: "h:7071"},
		"grpcs://[::1]:7/": {Host: "[::1]:7", TLS: true},
		"grpc://h:1/a.B-1": {Host: "h:1", Crawl: "a.B-1"},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
		if again, err := Parse(got.String()); err != nil || again != want {
			t.Errorf("%s is read as %+v, %v", got, again, err)
		}
	}
	for _, text := range []string{"", "redis://h", "grpc://", "grpc://h/a/b", "grpc://h?x=1", "grpc://u:secret@h", "grpc://u:sec ret@h:x", "grpc://h/" + strings.Repeat("a", 101)} {
		if a, err := Parse(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: read as %+v, %v; want an error", text, a, err)
		}
	}
}

func FuzzMessages(f *testing.F) {
	message, err := info{Page: page("h", 1), crawl: "c", tries: 3}.append(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(message)
	f.Add([]byte{0x0a, 0xff})
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, read := range []func() error{
			func() error {
				i, err := readInfo(message)
				if err == nil && len(i.Note) > shared.LongestNote {
					t.Errorf("a note of %d bytes", len(i.Note))
				}
				return err
			},
			func() error { _, _, err := readAck(message); return err },
		} {
			if err := read(); err != nil && !errors.Is(err, shared.ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
		}
	})
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 7})
	f.Add([]byte{0, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, stream []byte) {
		for r := bytes.NewReader(stream); ; {
			message, err := readMessage(r)
			if err != nil {
				if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, shared.ErrRefused) {
					t.Errorf("got %v", err)
				}
				return
			}
			if len(message) > len(stream) {
				t.Errorf("a message of %d bytes in a stream of %d", len(message), len(stream))
			}
		}
	})
}

// A page that waits can be given up until the server may hand it out again. Then another crawler may have it.
func TestGiveUpWhatWaits(t *testing.T) {
	server := urlfrontiertest.Start(t)
	s := open(t, server.URL("g"), server.Now)
	x, y := join(t, s), join(t, s)
	must(t, x.Offer(t.Context(), []shared.Page{page("h", 1), page("i", 2)}))
	if got, _ := pull(t, x, 2); len(got) != 2 {
		t.Fatalf("pulled %v, want two pages", got)
	}
	must(t, x.Wait(t.Context(), []crawl.Key{1, 2}))
	if !x.Waits(1) || y.Waits(1) {
		t.Error("page 1 waits in the one session that let it wait")
	}
	must(t, x.Aside(t.Context(), []crawl.Key{1}))
	server.Advance(lease + time.Second)
	if x.Waits(2) {
		t.Error("page 2 may be handed out, and waits")
	}
	got, left := pull(t, y, 2)
	if len(got) != 1 || got[0].Key != 2 || left.Queued+left.Held != 1 {
		t.Fatalf("pulled %v, left %+v, want page 2 alone", got, left)
	}
	must(t, x.Aside(t.Context(), []crawl.Key{2}))
	if left, err := y.Leave(t.Context()); err != nil || left.Queued != 1 {
		t.Errorf("after page 2 was returned: %+v, %v: the first session gave up a page of the second", left, err)
	}
}

// A server that speaks another protocol is named as such: one of HTTP/1, and one that breaks connections off. A server that
// is not there is not.
func TestNoHTTP2(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	breaks, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = breaks.Close() }()
	go func() {
		for {
			c, err := breaks.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1)) // the connection is made
			_ = c.(*net.TCPConn).SetLinger(0)
			_ = c.Close()
		}
	}()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, gone.Close())
	for _, x := range []struct {
		host    string
		refused bool
	}{{web.Listener.Addr().String(), true}, {breaks.Addr().String(), true}, {gone.Addr().String(), false}} {
		if _, err := Open(t.Context(), Address{Host: x.host}); err == nil || errors.Is(err, shared.ErrRefused) != x.refused {
			t.Errorf("Open: %v, want it refused: %v", err, x.refused)
		}
	}
}
