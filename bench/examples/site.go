package main

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// serve serves a small site under every name, as a proxy, and returns its URL.
func serve() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s := http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, is := numberOf(r.URL.Path)
		if !is {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<title>Page %d</title><a href="/">start</a> <a href="/page%d.html">one</a> <a href="/page%d.html">two</a> <a href="/gone%d">gone</a>`, //nolint:errcheck // the client's loss
			n, 2*n+1, 2*n+2, n)
	})}
	go s.Serve(l) //nolint:errcheck // it ends with the program
	return "http://" + l.Addr().String(), nil
}

// numberOf returns the number of the page at a path: / and /docs/ are 0, /page7.html and /g are 7.
func numberOf(path string) (n int, is bool) {
	if _, err := fmt.Sscanf(path, "/page%d.html", &n); err == nil {
		return n, 0 <= n && n <= 2000
	}
	if len(path) == 2 && 'a' <= path[1] && path[1] <= 'z' {
		return int(path[1]-'a') + 1, true
	}
	return 0, path == "/" || path == "/docs/"
}

// onLoopback returns an example that crawls the small site instead of the Web, without long pauses.
func onLoopback(text string) string {
	text = strings.ReplaceAll(text, "https://example.org", "http://example.org")
	for _, crawls := range []string{"weft crawl ", "weft site live "} {
		text = strings.ReplaceAll(text, crawls, crawls+"--allow-private --delay 0.01 ")
	}
	return strings.ReplaceAll(text, "--allow-private --delay 0.01 --recover", "--recover")
}
