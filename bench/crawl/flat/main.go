// Command flat crawls a web made of numbers, a thousand hosts behind a proxy, and prints the memory of the crawler
// during the crawl.
//
//	go build ./cmd/weft && go run ./bench/crawl/flat -weft ./weft -pages 1000000
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"
)

const hosts = 1000

// A web has n pages; page i is on host i % hosts and links to 2i+1, 2i+2 and eight others.
type web struct {
	n     int
	asked atomic.Int64
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(filepath.Base(r.URL.Path)))
	if err != nil || i >= w.n {
		http.NotFound(rw, r)
		return
	}
	w.asked.Add(1)
	rw.Header().Set("Content-Type", "text/html")
	rw.Write(w.page(i)) //nolint:errcheck // the client sees it
}

// appendURL appends the URL of a page, 57 bytes or so.
func appendURL(b []byte, i int) []byte {
	return fmt.Appendf(b, "http://www.host%d.example/archive/%x/articles/number-%d.html", i%hosts, i/hosts%16, i)
}

func (w *web) page(i int) []byte {
	r := rand.New(rand.NewPCG(uint64(i), 5)) //nolint:gosec // not negative
	b := fmt.Appendf(nil, "<!DOCTYPE html><title>article %d</title>\n", i)
	for k := range 10 {
		to := 2*i + 1 + k
		if k > 1 {
			to = r.IntN(w.n)
		}
		if to < w.n {
			b = append(appendURL(append(b, "<a href="...), to), ">to</a>\n"...)
		}
	}
	for range 60 {
		b = append(b, ' ', byte('a'+r.IntN(26)), byte('a'+r.IntN(26)), byte('a'+r.IntN(26)))
	}
	return b
}

func main() {
	weft := flag.String("weft", "weft", "the program")
	pages := flag.Int("pages", 1_000_000, "of the web")
	step := flag.Int("step", 100_000, "pages between two looks")
	dir := flag.String("dir", "", "folder of the crawl; temporary without")
	flag.Parse()
	if err := run(*weft, *dir, *pages, *step, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(weft, dir string, pages, step int, more []string) error {
	if dir == "" {
		tmp, err := os.MkdirTemp("", "flat")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp) //nolint:errcheck // temporary
		dir = filepath.Join(tmp, "c")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	w := &web{n: pages}
	server := &http.Server{Handler: w, ReadHeaderTimeout: time.Minute}
	go server.Serve(l) //nolint:errcheck // until the end
	args := append([]string{"crawl", string(appendURL(nil, 0)), "-o", dir, "--scope", "anywhere", "--proxy", "http://" + l.Addr().String(), "--delay", "0", "--quiet", "--no-snapshot"}, more...)
	cmd := exec.Command(weft, args...) //nolint:gosec // the program under test
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	return w.watch(cmd.Process.Pid, step, done)
}

// watch prints the memory of a process after each step requested pages: the maximum of the measurements since the
// previous print.
func (w *web) watch(pid, step int, done <-chan error) error {
	begin := time.Now()
	next, most := step, 0
	fmt.Println("pages     seconds  anonymous MiB, at most since the line before")
	for {
		select {
		case err := <-done:
			fmt.Printf("%-9d %7.0f  the end\n", w.asked.Load(), time.Since(begin).Seconds())
			return err
		case <-time.After(50 * time.Millisecond):
		}
		most = max(most, anonymous(pid))
		if n := int(w.asked.Load()); n >= next {
			fmt.Printf("%-9d %7.0f  %.1f\n", n, time.Since(begin).Seconds(), float64(most)/1024)
			next, most = next+step, 0
		}
	}
}

// anonymous returns the anonymous memory of a process in KiB.
func anonymous(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(data, []byte("RssAnon:"))
	n, _ := strconv.Atoi(string(bytes.Fields(append(rest, " 0"...))[0]))
	return n
}
