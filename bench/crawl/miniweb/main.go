//go:build unix

// Command miniweb serves a folder made by miniweb.py, on loopback: by Host header, and as a forward proxy, so that
// real names work. It also serves https, with an untrusted certificate. The server is fast, so that measurements
// show the crawler.
//
//	go run ./bench/crawl/miniweb -root DIR/root -out DIR/out -port 8980
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// A web is pages and aliases by host and path.
type web struct {
	files   map[string]string
	aliases map[string]string
	asked   atomic.Int64
	tunnel  *tunnel
}

func main() {
	root := flag.String("root", "root", "folder of the files")
	out := flag.String("out", "out", "folder of manifest.tsv and aliases.tsv")
	port := flag.Int("port", 8980, "port of loopback")
	flag.Parse()
	w, err := load(*root, *out)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d URLs, %d aliases; 127.0.0.1:%d\n", len(w.files), len(w.aliases), *port)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	if w.tunnel, err = newTunnel(l.Addr()); err != nil {
		log.Fatal(err)
	}
	s := http.Server{Handler: w, ReadHeaderTimeout: 10 * time.Second}
	go s.Serve(w.tunnel) //nolint:errcheck // it never ends
	log.Fatal(s.Serve(l))
}

func load(root, out string) (*web, error) {
	w := &web{files: map[string]string{}, aliases: map[string]string{}}
	err := eachLine(filepath.Join(out, "manifest.tsv"), func(f []string) error {
		if len(f) < 3 {
			return errors.New("want id, URL, file")
		}
		k, err := name(f[1])
		w.files[k] = filepath.Join(root, f[2])
		if dir, ok := strings.CutSuffix(k, "/index.html"); ok && w.files[dir+"/"] == "" {
			w.files[dir+"/"] = w.files[k]
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = eachLine(filepath.Join(out, "aliases.tsv"), func(f []string) error {
		if len(f) < 2 {
			return errors.New("want URL, canonical URL")
		}
		k, err := name(f[0])
		if w.files[k] == "" {
			w.aliases[k] = f[1]
		}
		return err
	})
	return w, err
}

func eachLine(path string, f func(fields []string) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		if err := f(strings.Split(lines.Text(), "\t")); err != nil {
			return fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	return lines.Err()
}

// name returns the key of a URL: http and https are the same.
func name(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", err
	}
	return strings.ToLower(u.Host) + "/" + strings.TrimPrefix(u.Path, "/"), nil
}

// ServeHTTP responds like serve.py. /__cost returns the number of requests and their cost in seconds of CPU.
func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		w.tunnel.connect(rw)
		return
	}
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	host := r.URL.Host
	if host == "" {
		host = r.Host
	}
	if r.URL.Path == "/__cost" {
		w.cost(rw)
		return
	}
	w.asked.Add(1)
	k := strings.ToLower(host) + r.URL.Path
	if to := w.aliases[k]; to != "" {
		redirect(rw, strings.Replace(to, "https://", scheme, 1))
		return
	}
	if w.files[k] == "" && w.files[k+"/"] != "" {
		redirect(rw, scheme+host+r.URL.Path+"/")
		return
	}
	if short := strings.TrimSuffix(k, ".html"); w.files[k] == "" && w.files[short] != "" {
		k = short // trees whose pages have names without .html have links with .html to them
	}
	body, err := os.ReadFile(w.files[k])
	status := http.StatusOK
	if w.files[k] == "" || err != nil {
		status, body = http.StatusNotFound, []byte("<!DOCTYPE html><title>404</title>not in the mini-web\n")
	}
	kind := "text/html; charset=utf-8"
	if bytes.Contains(bytes.ToLower(body[:min(len(body), 2048)]), []byte("charset")) {
		kind = "text/html"
	}
	rw.Header().Set("Content-Type", kind)
	rw.Header().Set("Content-Length", strconv.Itoa(len(body)))
	rw.WriteHeader(status)
	rw.Write(body) //nolint:errcheck // the client sees it
}

func redirect(rw http.ResponseWriter, to string) {
	rw.Header().Set("Location", to)
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	rw.WriteHeader(http.StatusMovedPermanently)
}

func (w *web) cost(rw http.ResponseWriter) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	cpu := time.Duration(u.Utime.Nano() + u.Stime.Nano())
	fmt.Fprintf(rw, "%d %.3f\n", w.asked.Load(), cpu.Seconds()) //nolint:errcheck // the client sees it
}
