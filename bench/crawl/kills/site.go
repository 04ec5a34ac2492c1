package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A site is made of numbers: page i links to 2i+1, 2i+2 and two others.
type site struct {
	url   string
	n     int
	asked atomic.Int64
}

func serve(n int) (*site, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &site{url: "http://" + l.Addr().String() + "/p/0", n: n}
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go server.Serve(l) //nolint:errcheck // until the end
	return s, nil
}

// ServeHTTP answers after a while that is different each time.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p/"))
	if err != nil || i >= s.n {
		http.NotFound(w, r)
		return
	}
	s.asked.Add(1)
	time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
	w.Header().Set("Content-Type", "text/html")
	w.Write(s.page(i)) //nolint:errcheck // the client sees it
}

func (s *site) page(i int) []byte {
	r := rand.New(rand.NewPCG(uint64(i), 3)) //nolint:gosec // not negative
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>page %d</title>\n", i)
	for _, to := range []int{2*i + 1, 2*i + 2, r.IntN(s.n), r.IntN(s.n)} {
		if to < s.n {
			fmt.Fprintf(&b, "<a href=/p/%d>to %d</a>\n", to, to)
		}
	}
	fmt.Fprintf(&b, "<a href='http://elsewhere.example/%d'>out</a>", i%50)
	for range 100 {
		fmt.Fprintf(&b, " %c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
	}
	return []byte(b.String())
}
