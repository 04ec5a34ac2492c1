// Package urlfrontiertest is a small server of URLFrontier for tests. It does what the comments of urlfrontier.proto
// (version 2) say of GetURLs, PutURLs and GetStats, with queues in memory.
package urlfrontiertest

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Server is a server on 127.0.0.1.
type Server struct {
	addr string

	mu     sync.Mutex
	ahead  time.Duration // of the clock of this machine
	fail   func(method string) int
	crawls map[string]*queues
}

// queues are the queues of a crawl.
type queues struct {
	order []string // the queue that was asked longest ago first
	urls  map[string][]*item
}

// An item is a URL.
type item struct {
	url     string
	message []byte    // the URLInfo as it was put last
	done    bool      // it is not handed out again
	due     time.Time // when it may be handed out
	locked  time.Time // until when it is handed out
}

// Start starts a server, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{addr: l.Addr().String(), fail: func(string) int { return 0 }, crawls: map[string]*queues{}}
	server := &http.Server{Handler: s, Protocols: new(http.Protocols), ReadHeaderTimeout: time.Minute}
	server.Protocols.SetUnencryptedHTTP2(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // until Close
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return s
}

// URL returns the address of a crawl.
func (s *Server) URL(crawl string) string { return "grpc://" + s.addr + "/" + crawl }

// Advance sets the clock forward.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

// Now returns the time of the server.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

func (s *Server) now() time.Time { return time.Now().Add(s.ahead) }

// Fail lets calls fail: fail returns a status of gRPC for the name of a method, and 0 for none.
func (s *Server) Fail(fail func(method string) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = fail
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/grpc")
	w.Header().Set("Trailer", "Grpc-Status, Grpc-Message")
	status, message := 0, ""
	defer func() {
		w.Header().Set("Grpc-Status", fmt.Sprint(status))
		w.Header().Set("Grpc-Message", message)
	}()
	const service = "/urlfrontier.URLFrontier/"
	if len(r.URL.Path) < len(service) || r.Header.Get("Te") != "trailers" {
		status, message = 12, "no such service"
		return
	}
	method := r.URL.Path[len(service):]
	var replies [][]byte
	for {
		request, err := readMessage(r.Body)
		if err == io.EOF { //nolint:errorlint // the end
			break
		} else if err != nil {
			status, message = 13, "the request is cut"
			return
		}
		some, code := s.answer(method, request)
		if code != 0 {
			status, message = code, "as the test says"
			return
		}
		replies = append(replies, some...)
	}
	for _, reply := range replies {
		head := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(reply))) //nolint:gosec // it is small
		_, _ = w.Write(append(head, reply...))                               // a client that has gone needs none
	}
}

func readMessage(r io.Reader) ([]byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	message := make([]byte, binary.BigEndian.Uint32(head[1:]))
	_, err := io.ReadFull(r, message)
	return message, err
}

// answer makes a call, or passes on one item of a stream.
func (s *Server) answer(method string, request []byte) (replies [][]byte, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if code := s.fail(method); code != 0 {
		return nil, code
	}
	f := read(request)
	switch method {
	case "GetStats":
		return [][]byte{s.stats(s.crawl(string(f.last(2))))}, 0
	case "GetURLs":
		return s.get(f), 0
	case "PutURLs":
		return [][]byte{s.put(f)}, 0
	}
	return nil, 12
}

func (s *Server) crawl(name string) *queues {
	if s.crawls[name] == nil {
		s.crawls[name] = &queues{urls: map[string][]*item{}}
	}
	return s.crawls[name]
}

func (s *Server) stats(q *queues) []byte {
	var size, inProcess uint64
	for _, list := range q.urls {
		for _, i := range list {
			if !i.done {
				size++
			}
			if i.locked.After(s.now()) {
				inProcess++
			}
		}
	}
	reply := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), size)
	return protowire.AppendVarint(protowire.AppendTag(reply, 2, protowire.VarintType), inProcess)
}

// get hands out URLs that are due, from queues that have room for more.
func (s *Server) get(f message) (replies [][]byte) {
	q, now := s.crawl(string(f.last(6))), s.now()
	perQueue, mostQueues, lock := f.number(1), f.number(2), time.Duration(f.number(4))*time.Second //nolint:gosec // a test does not overflow
	var asked, rest []string
	for _, host := range q.order {
		if mostQueues > 0 && uint64(len(asked)) == mostQueues {
			rest = append(rest, host)
			continue
		}
		got := s.hand(q.urls[host], perQueue, now.Add(lock))
		if len(got) == 0 {
			rest = append(rest, host)
			continue
		}
		replies, asked = append(replies, got...), append(asked, host)
	}
	q.order = append(rest, asked...)
	return replies
}

// hand hands out URLs of one queue, if fewer than most are handed out.
func (s *Server) hand(list []*item, most uint64, until time.Time) (messages [][]byte) {
	now, out := s.now(), uint64(0)
	for _, i := range list {
		if i.locked.After(now) {
			out++
		}
	}
	for _, i := range list {
		if (most == 0 || out < most) && !i.done && !i.due.After(now) && !i.locked.After(now) {
			i.locked = until
			out++
			messages = append(messages, i.message)
		}
	}
	return messages
}

// put takes an item, and returns its acknowledgement: 0 is OK, 1 is SKIPPED.
func (s *Server) put(f message) []byte {
	var info []byte
	known := f.last(2) != nil
	body := read(f.last(1))
	if known {
		body = read(f.last(2))
	}
	info = body.last(1)
	fields := read(info)
	url, host := string(fields.last(1)), string(fields.last(2))
	q := s.crawl(string(fields.last(4)))
	if _, ok := q.urls[host]; !ok {
		q.order = append(q.order, host)
	}
	var found *item
	for _, i := range q.urls[host] {
		if i.url == url {
			found = i
		}
	}
	ack := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), f.last(3))
	if found != nil && !known {
		return protowire.AppendVarint(protowire.AppendTag(ack, 2, protowire.VarintType), 1)
	}
	if found == nil {
		found = &item{url: url}
		q.urls[host] = append(q.urls[host], found)
	}
	found.message, found.locked = info, time.Time{}
	if known {
		found.done, found.due = body.number(2) == 0, time.Unix(int64(body.number(2)), 0) //nolint:gosec // a test does not overflow
	}
	return ack
}

// A message is a message of Protocol Buffers: its fields in order.
type message []field

type field struct {
	number protowire.Number
	n      uint64
	bytes  []byte
}

// read reads a message. Damage ends it.
func read(text []byte) (m message) {
	for len(text) > 0 {
		number, kind, n := protowire.ConsumeTag(text)
		if n < 0 {
			return m
		}
		f, size := field{number: number}, 0
		if kind == protowire.VarintType {
			f.n, size = protowire.ConsumeVarint(text[n:])
		} else {
			f.bytes, size = protowire.ConsumeBytes(text[n:])
		}
		if size < 0 {
			return m
		}
		m, text = append(m, f), text[n+size:]
	}
	return m
}

// last returns the last field with a number, or nil.
func (m message) last(number protowire.Number) (b []byte) {
	for _, f := range m {
		if f.number == number {
			b = f.bytes
		}
	}
	return b
}

func (m message) number(number protowire.Number) (n uint64) {
	for _, f := range m {
		if f.number == number {
			n = f.n
		}
	}
	return n
}
