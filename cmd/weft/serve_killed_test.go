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
