//go:build linux

package main

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/faces/serve"
)

// TestServeTwo lets two servers work at the same time on a crawl that grows, whose graph is renewed, and on a stored crawl: jobs,
// the index of words, a map, missing pages and a site. All of it ends well and with the results of one command alone, only one
// server can run the crawl, and the crawls have no damage.
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
			for crawl, word := range map[string]string{"stays": "alt", "grows": "127"} {
				c.until("/c/"+crawl+"/missing", "known pages")
				c.until("/c/"+crawl+"/map?by=page&top=200", `map\.svg`)
				c.until("/c/"+crawl+"/pages?words="+word, `<strong role="status">[1-9]`)
			}
			c.until("/c/grows/live", "pages")
			if status, text := c.get("/c/stays/site?n=0&in=bubujo.alt/*"); status != http.StatusOK || !strings.Contains(text, "Take back") {
				t.Errorf("the site: status %d, %s", status, text)
			}
		})
	}
	work.Go(func() {
		for range 3 { // new graphs, while both servers read and ask
			_, _, job := a.post(form, form, url.Values{"do": {"snapshot"}, "memory": {"128MiB"}})
			a.until(job, isState("done"))
			const ask = "/c/grows/ask?q=degrees"
			_, _, job = b.post(ask, ask, url.Values{"do": {"start"}, "memory": {"128MiB"}})
			if text := b.until(job, isState("(done|failed)")); !strings.Contains(text, isState("done")) {
				t.Errorf("a question about the crawl that grows: %s", text)
			}
		}
	})
	work.Wait()
	weft(t, exitDone, "rank", "pagerank", "crawls/stays", "-o", "alone")
	both, err := os.ReadFile("crawls/stays/results/pagerank.npy")
	if alone, err2 := os.ReadFile("alone/pagerank.npy"); err != nil || err2 != nil || !bytes.Equal(both, alone) {
		t.Errorf("the ranking of two servers differs from the ranking of one command: %v, %v", err, err2)
	}
	_, ofA := a.get("/api/v1/crawls/stays/map?by=page&top=200")
	if _, ofB := b.get("/api/v1/crawls/stays/map?by=page&top=200"); ofA != ofB || !strings.Contains(ofA, `"nodes"`) {
		t.Errorf("the maps of the servers differ: %.300s; %.300s", ofA, ofB)
	}
	a.post(run, run, url.Values{"do": {"stop"}})
	a.until(run, isState("done"))
	for _, crawl := range []string{"grows", "stays"} {
		weft(t, exitDone, "verify", "crawls/"+crawl)
		for _, c := range []*client{a, b} {
			c.until("/c/"+crawl+"/", "What is there")
		}
	}
}
