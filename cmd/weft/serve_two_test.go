//go:build linux

package main

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/faces/serve"
)

// childrenOf returns the processes whose parent is a process.
func childrenOf(pid int) (children []int) {
	all, _ := os.ReadDir("/proc")
	for _, p := range all {
		text, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "stat"))
		_, rest, _ := strings.Cut(string(text), ") ")
		var state string
		var parent, child int
		fmt.Sscanf(rest, "%s %d", &state, &parent)
		fmt.Sscanf(p.Name(), "%d", &child)
		if parent == pid {
			children = append(children, child)
		}
	}
	return children
}

// isAlive reports whether a process runs.
func isAlive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// TestServeKilled kills a server while its jobs run, as kill -9 does. Its children end, and the next server says what became of
// the jobs, and runs new ones.
func TestServeKilled(t *testing.T) {
	program, err := exec.LookPath("weft")
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "20000")
	var out growing
	server := exec.Command(program, "serve", "crawl", "--listen", "0", "--jobs", "jobs", "--memory", "1GiB")
	server.Stdout = &out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := sync.OnceFunc(func() { server.Process.Kill(); server.Wait() })
	t.Cleanup(ended)
	jar, _ := cookiejar.New(nil)
	c := &client{t: t, base: strings.TrimSuffix(addressIn(t, &out), "/"), http: http.Client{Jar: jar}}
	const form = "/c/crawl/ask?q=chance"
	start := func(memory string) string {
		_, _, at := c.post(form, form, url.Values{"do": {"start"}, "memory": {memory}, "o.draws": {"100000"}})
		return at
	}
	runs, waits := start("256MiB"), start("700MiB")
	c.until(runs, isState("running")+`(?s:.*)<progress`)
	if _, text := c.get(waits); !strings.Contains(text, "waiting") {
		t.Errorf("the second job: %s", text)
	}
	children := childrenOf(server.Process.Pid)
	if len(children) == 0 {
		t.Fatal("the server has no children")
	}
	ended()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		left := 0
		for _, pid := range children {
			if isAlive(pid) {
				left++
			}
		}
		if left == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d children outlive their server", left)
		}
	}
	next := serveJobs(t, serve.Options{Crawls: []string{"crawl"}, Jobs: "jobs"})
	for _, at := range []string{runs, waits} {
		if _, text := next.get(at); !strings.Contains(text, "lost") || !strings.Contains(text, "has ended without a trace of a result") {
			t.Errorf("a job of the killed server: %s", text)
		}
	}
	const rank = "/c/crawl/ask?q=rank+pagerank"
	_, _, at := next.post(rank, rank, url.Values{"do": {"start"}, "memory": {"256MiB"}})
	next.until(at, isState("done"))
	weft(t, exitDone, "verify", "crawl")
}

// TestServeTwo lets two servers work at the same time on a crawl that grows and on a stored crawl: jobs, the index of words, a
// map, missing pages and a site. All of it ends, only one server can run the crawl, and the crawls have no damage.
func TestServeTwo(t *testing.T) {
	site := newSlowSite(t, 1<<40)
	dir := t.TempDir()
	t.Chdir(dir)
	o := serve.Options{NewCrawls: "crawls", Jobs: filepath.Join(dir, "jobs"), AllowPrivate: true, Memory: 1 << 30}
	a := serveJobs(t, o)
	_, _, first := a.newCrawl("start", "grows", site.URL, url.Values{"o.pages": {"100"}})
	a.until(first, isState("done"))
	weft(t, exitDone, "generate", "web", "-o", "crawls/stays", "--pages", "3000")
	weft(t, exitDone, "site", "all", "crawls/stays")
	b := serveJobs(t, o)
	for _, c := range []*client{a, b} {
		c.until("/", `href="/c/stays/"`)
	}
	const form = "/c/grows/run"
	_, _, run := a.post(form, form, url.Values{"do": {"resume"}, "memory": {"128MiB"}, "o.contact": {"test@example.org"}, "o.pages": {"100000"}, "o.delay": {"0.01"}})
	a.until(run, "<dt>fetched</dt><dd>[1-9]")
	if _, text := b.get(run); !strings.Contains(text, "another server") {
		t.Errorf("the other server does not say who runs the crawl: %s", text)
	}
	_, text, at := b.post(form, form, url.Values{"do": {"resume"}, "memory": {"128MiB"}, "o.contact": {"test@example.org"}})
	if strings.Contains(at, "/jobs/") {
		text = b.until(at, isState("(done|failed|cancelled)"))
	}
	if strings.Contains(text, isState("done")) {
		t.Errorf("two servers run one crawl: %s", text)
	}
	var work sync.WaitGroup
	for _, c := range []*client{a, b} {
		work.Go(func() {
			for _, question := range []string{"rank pagerank", "degrees"} {
				at := "/c/stays/ask?q=" + url.QueryEscape(question)
				_, _, job := c.post(at, at, url.Values{"do": {"start"}, "memory": {"128MiB"}})
				if text := c.until(job, isState("(done|failed)")); !strings.Contains(text, isState("done")) {
					t.Errorf("%s: %s", question, text)
				}
			}
		})
		work.Go(func() {
			for _, crawl := range []string{"stays", "grows"} {
				c.until("/c/"+crawl+"/missing", "known pages")
				c.until("/c/"+crawl+"/map?by=page&top=200", `map\.svg`)
				c.until("/api/v1/crawls", `"name":"`+crawl+`"[^}]*"words":true`)
			}
			c.until("/c/grows/live", "pages")
			if status, text := c.get("/c/stays/site?n=0&in=nowhere.example/*"); status != http.StatusOK || !strings.Contains(text, "Take back") {
				t.Errorf("the site: status %d, %s", status, text)
			}
		})
	}
	work.Wait()
	a.post(run, run, url.Values{"do": {"stop"}})
	a.until(run, isState("done"))
	for _, crawl := range []string{"grows", "stays"} {
		weft(t, exitDone, "verify", "crawls/"+crawl)
		for _, c := range []*client{a, b} {
			c.until("/c/"+crawl+"/", "Pages by state")
		}
	}
}
