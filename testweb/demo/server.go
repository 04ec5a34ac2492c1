// Package demo serves a Web that was made by package gen on the loopback interface of this machine, for crawls to try.
package demo

import (
	"bytes"
	"hash/fnv"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"

	"weft/testweb"
)

// A Server serves all hosts of a Web on one port of the loopback interface. It answers by Host header, and as a
// proxy for http, so that the Web's own names work. Many bodies are chunked, compressed or both, as on the real
// Web.
type Server struct {
	listener net.Listener
	http     http.Server
	done     chan struct{}
}

// Serve starts a server.
func Serve(web *testweb.Web) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{listener: listener, done: make(chan struct{})}
	s.http = http.Server{
		Handler:           handler(web),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(s.done)
		s.http.Serve(listener) //nolint:errcheck // ends with ErrServerClosed; the client sees any other end
	}()
	return s, nil
}

// Proxy returns the URL of the server, which is meant as a proxy.
func (s *Server) Proxy() string { return "http://" + s.listener.Addr().String() }

// Close ends all connections.
func (s *Server) Close() {
	s.http.Close() //nolint:errcheck // nothing is lost
	<-s.done
}

// handler answers by the Host header, or by the URL of a proxy request. Its Date is made up.
func handler(web *testweb.Web) http.Handler {
	date := time.Date(2025, 6, 1, 6, 0, 0, 0, time.UTC).Format(http.TimeFormat)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		url := "http://" + r.Host + r.URL.RequestURI()
		status, header, body, ok := web.Answer(url)
		if !ok {
			status, body = http.StatusMisdirectedRequest, []byte("This host is not served here.\n")
		}
		w.Header().Set("Date", date)
		for _, f := range header {
			w.Header().Add(f[0], f[1])
		}
		send(w, r, status, body, framingOf(url))
	})
}

// framing says how a body is sent: servers differ.
type framing uint8

const (
	whole framing = iota
	chunked
	zipped
	zippedChunks
)

// framingOf lets a few URLs have chunks and many compressed bodies.
func framingOf(url string) framing {
	h := fnv.New32a()
	h.Write([]byte(url))
	switch n := h.Sum32() >> 8 % 20; {
	case n < 3:
		return chunked
	case n < 8:
		return zipped
	case n < 10:
		return zippedChunks
	}
	return whole
}

// send writes a response. Chunks are cut in the middle of the body, whatever the network does.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte, f framing) {
	if f >= zipped && len(body) > 500 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = compress(body)
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Vary", "Accept-Encoding")
	}
	if f != chunked && f != zippedChunks || len(body) < 2 {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.Write(body) //nolint:errcheck // the client sees it
		return
	}
	w.WriteHeader(status)
	w.Write(body[:len(body)/2])           //nolint:errcheck // the client sees it
	http.NewResponseController(w).Flush() //nolint:errcheck // likewise
	w.Write(body[len(body)/2:])           //nolint:errcheck // likewise
}

// zippers are kept, as each takes most of a megabyte.
var zippers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func compress(body []byte) []byte {
	var out bytes.Buffer
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(&out)
	z.Write(body) //nolint:errcheck // a buffer takes everything
	z.Close()     //nolint:errcheck // likewise
	return out.Bytes()
}
