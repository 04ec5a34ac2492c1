//go:build unix

// Command sites makes a Web, divides it into sites, and prints the cost step by step: time and anonymous memory.
//
//	go build -o /tmp/weft ./cmd/weft && go run ./bench/sites -weft /tmp/weft -pages 10000000 -arcs 200000000 -memory 4GiB
//
// The command is run once as a whole, as a process of its own; the steps are then repeated in this process. It
// reads RssAnon in /proc every 20 ms.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/mem"
	"weft/store"
)

func main() {
	weft := flag.String("weft", "weft", "the command to measure")
	arcs := flag.Int("arcs", 20_000_000, "number of arcs")
	pages := flag.Int("pages", 1_000_000, "number of pages")
	memory := flag.String("memory", "4GiB", "the budget")
	dir := flag.String("dir", "", "a folder for the crawl, which is kept there and used again; a temporary one by default")
	flag.Parse()
	if err := run(*weft, *dir, *memory, *pages, *arcs); err != nil {
		fmt.Fprintln(os.Stderr, "sites:", err)
		os.Exit(1)
	}
}

func run(weft, dir, memory string, pages, arcs int) error {
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "weft-sites-*"); err != nil {
			return err
		}
		defer os.RemoveAll(dir) //nolint:errcheck // scratch
	}
	crawl := filepath.Join(dir, fmt.Sprintf("web-%d-%d", pages, arcs))
	if _, err := os.Stat(crawl); err != nil {
		if err := command(weft, "generate", "web", "-o", crawl, "--pages", strconv.Itoa(pages), "--arcs", strconv.Itoa(arcs), "--memory", memory, "--quiet"); err != nil {
			return err
		}
	}
	if err := command(weft, "site", "all", crawl, "--memory", memory, "--quiet"); err != nil {
		return err
	}
	return steps(crawl, memory)
}

// command runs weft.
func command(weft string, args ...string) error {
	cmd := exec.Command(weft, args...) //nolint:gosec // of a flag
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	peak := watch(cmd.Process.Pid)
	err := cmd.Wait()
	if err == nil {
		tell("weft "+strings.Join(args[:2], " "), start, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), peak())
	}
	return err
}

// steps divides a crawl as weft site all does.
func steps(crawl, memory string) error {
	ctx := context.Background()
	budget, err := mem.ParseSize(memory)
	if err != nil {
		return err
	}
	c, err := store.Open(crawl)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	o := answer.Options{Memory: budget}
	links, nodes := hierarchy.Need(c.NumPages(), c.Graph().NumArcs())
	vo, err := o.View(ctx, "site all", true, true, store.Arrays("links of groups", links).And(store.Arrays("the tree of groups", nodes)))
	if err != nil {
		return err
	}
	var v *store.View
	var t *hierarchy.Tree
	var found int
	for _, s := range []struct {
		name string
		do   func() error
	}{
		{"open", func() (err error) { v, err = c.View(vo); return err }},
		{"one pass over the transpose", func() error { _, err := hierarchy.InDegrees(ctx, v.In, graph.Work{}); return err }},
		{"tree", func() (err error) { t, err = hierarchy.Build(ctx, v.Out, v.In, v.WorkWithin(0, budget)); return err }},
		{"sites", func() error {
			_, of := t.Sites(hierarchy.SiteOptions{})
			found = len(of)
			return nil
		}},
	} {
		peak, start, before := watch(os.Getpid()), time.Now(), processor()
		err := s.do()
		tell("  "+s.name, start, processor()-before, peak())
		if err != nil {
			return err
		}
	}
	fmt.Printf("%s pages, %d sites, read as %s\n", strconv.Itoa(c.NumPages()), found, v.Form)
	return v.Close()
}

func tell(what string, start time.Time, cpu float64, peak int64) {
	fmt.Printf("%-32s %7.1f s, CPU %7.1f s, peak of anonymous memory %8.1f MiB\n", what, time.Since(start).Seconds(), cpu, float64(peak)/1024)
}

// processor returns the processor time of this process, in seconds.
func processor() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// watch measures the anonymous memory of a process until the returned function is called, which returns the
// maximum in KiB.
func watch(pid int) func() int64 {
	var peak atomic.Int64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			peak.Store(max(peak.Load(), anonymous(pid)))
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(stop)
		<-done
		return peak.Load()
	}
}

func anonymous(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "RssAnon:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(fields[0], 10, 64)
	return kib
}
