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
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/page%d.html", &n); r.URL.Path != "/" && (err != nil || n > 2000) {
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

// onLoopback returns an example that crawls the small site instead of the Web, without long pauses.
func onLoopback(text string) string {
	text = strings.ReplaceAll(text, "https://example.org", "http://example.org")
	text = strings.ReplaceAll(text, "weft crawl ", "weft crawl --allow-private --delay 0.01 ")
	return strings.ReplaceAll(text, "--allow-private --delay 0.01 --recover", "--recover")
}
