// Serve measures weft serve under readers, and the memory of the server with all its children.
//
//	weft serve CRAWL --listen 8080 --memory 1GiB &
//	go run ./bench/serve --pid $! --readers 200 --every 5s --for 60s http://127.0.0.1:8080/c/CRAWL/
//
// Each reader opens a page of the crawl, waits, and opens the next one. It is a search for a word, or a page that a search
// listed.
//
// Serve prints the times of the responses, their statuses, and the largest resident memory, sampled four times a second.
package main

import (
	"flag"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	pid := flag.Int("pid", 0, "process of the server; its memory and the memory of its children are measured")
	readers := flag.Int("readers", 200, "number of readers")
	every := flag.Duration("every", 5*time.Second, "time between two pages of a reader")
	length := flag.Duration("for", time.Minute, "time of the measurement")
	words := flag.String("words", "www,page,example,news,index", "words to search for, with commas between them")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "serve: expected the address of a crawl, such as http://127.0.0.1:8080/c/crawl/")
		os.Exit(2)
	}
	m := &measured{statuses: map[int]int{}}
	done := make(chan struct{})
	var work sync.WaitGroup
	if *pid > 0 {
		work.Go(func() { m.watch(*pid, done) })
	}
	var reading sync.WaitGroup
	end := time.Now().Add(*length)
	for i := range *readers {
		reading.Go(func() {
			time.Sleep(*every * time.Duration(i) / time.Duration(*readers))
			m.read(flag.Arg(0), strings.Split(*words, ","), *every, end)
		})
	}
	reading.Wait()
	close(done)
	work.Wait()
	m.print()
}

// measured are the measurements so far.
type measured struct {
	mu       sync.Mutex
	took     []time.Duration
	statuses map[int]int
	peak     int64 // bytes, of the server and its children together
	alone    int64 // bytes, of the server
}

// aLink matches a link to the screen of a page.
var aLink = regexp.MustCompile(`href="(page\?[^"]+)"`)

// read reads as one reader does.
func (m *measured) read(base string, words []string, every time.Duration, end time.Time) {
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar, Timeout: time.Minute, Transport: &http.Transport{}}
	var links []string
	for time.Now().Before(end) {
		next := "pages?words=" + words[rand.IntN(len(words))]
		if len(links) > 0 && rand.IntN(2) == 0 {
			next = html.UnescapeString(links[rand.IntN(len(links))])
		}
		began := time.Now()
		text, status := get(c, base+next)
		m.add(time.Since(began), status)
		if found := aLink.FindAllStringSubmatch(text, -1); len(found) > 0 {
			links = links[:0]
			for _, l := range found {
				links = append(links, l[1])
			}
		}
		time.Sleep(every - time.Since(began))
	}
}

// get reads a page; status 0 means that there was no response.
func get(c *http.Client, address string) (text string, status int) {
	r, err := c.Get(address)
	if err != nil {
		return "", 0
	}
	defer r.Body.Close()         //nolint:errcheck // only read
	b, err := io.ReadAll(r.Body) //nolint:gosec // of the server that is measured
	if err != nil {
		return "", 0
	}
	return string(b), r.StatusCode
}

func (m *measured) add(took time.Duration, status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.took = append(m.took, took)
	m.statuses[status]++
}

// watch samples the resident memory until done is closed.
func (m *measured) watch(pid int, done chan struct{}) {
	for {
		all, alone := resident(pid)
		m.mu.Lock()
		m.peak, m.alone = max(m.peak, all), max(m.alone, alone)
		m.mu.Unlock()
		select {
		case <-done:
			return
		case <-time.After(time.Second / 4):
		}
	}
}

// resident returns the anonymous memory of a process with its children, and of the process alone, in bytes. Pages of mapped
// files are not counted: they belong to the files.
func resident(pid int) (all, alone int64) {
	processes, _ := os.ReadDir("/proc")
	for _, p := range processes {
		text, err := os.ReadFile(filepath.Join("/proc", p.Name(), "status"))
		if err != nil {
			continue
		}
		field := func(name string) (n int64) {
			_, rest, _ := strings.Cut(string(text), "\n"+name+":")
			fmt.Sscan(rest, &n) //nolint:errcheck // 0 without the field
			return n
		}
		switch {
		case field("Pid") == int64(pid):
			alone = field("RssAnon") << 10
			all += alone
		case field("PPid") == int64(pid):
			all += field("RssAnon") << 10
		}
	}
	return all, alone
}

func (m *measured) print() {
	slices.Sort(m.took)
	if len(m.took) == 0 {
		fmt.Println("no responses")
		return
	}
	at := func(share float64) time.Duration {
		return m.took[int(share*float64(len(m.took)-1))].Round(100 * time.Microsecond)
	}
	fmt.Printf("responses  %d\nmedian     %v\n95 %%       %v\n99 %%       %v\nlongest    %v\nstatuses   %v\n", len(m.took), at(0.5), at(0.95), at(0.99), at(1), m.statuses)
	if m.peak > 0 {
		fmt.Printf("memory     %d MiB together, %d MiB by the server\n", m.peak>>20, m.alone>>20)
	}
}
