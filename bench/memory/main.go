// Command memory imports many shuffled arcs with a small budget and prints the anonymous memory of the import.
//
//	go build -o /tmp/weft ./cmd/weft && go run ./bench/memory -weft /tmp/weft -arcs 20000000 -memory 256MB
//
//	go run ./bench/memory -weft /tmp/weft -classes 32000000 -memory 64MiB,256MiB
//
// The first form feeds weft import through standard input, reads RssAnon in /proc every 5 ms, and does the same
// for the measures. The second form imports an input of each class, and prints the memory stated by --plan beside
// the measured one.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	weft := flag.String("weft", "weft", "the command to measure")
	arcs := flag.Int("arcs", 20_000_000, "number of arcs")
	pages := flag.Int("pages", 2_000_000, "number of pages")
	memory := flag.String("memory", "256MB", "the budget")
	named := flag.Bool("named", false, "URLs instead of numbers")
	size := flag.Int("classes", 0, "measure imports of each class of inputs, of about so many bytes, in place of a list")
	flag.Parse()
	if *size > 0 {
		if err := runClasses(*weft, *size, strings.Split(*memory, ",")); err != nil {
			fmt.Fprintln(os.Stderr, "memory:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*weft, *arcs, *pages, *memory, *named); err != nil {
		fmt.Fprintln(os.Stderr, "memory:", err)
		os.Exit(1)
	}
}

func run(weft string, arcs, pages int, memory string, named bool) error {
	dir, err := os.MkdirTemp("", "weft-memory-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // scratch
	crawl := filepath.Join(dir, "crawl")
	fmt.Printf("%d shuffled arcs between %d pages, --memory %s\n", arcs, pages, memory)
	feed := func(w io.Writer) { shuffled(w, arcs, pages, named) }
	if err := measure(feed, weft, "import", "-", "-o", crawl, "--memory", memory, "--quiet"); err != nil {
		return err
	}
	for _, verb := range []string{"rank pagerank", "rank hits", "components", "degrees"} {
		args := append(strings.Fields(verb), crawl, "--memory", memory, "--quiet")
		if err := measure(nil, weft, args...); err != nil {
			fmt.Println("  refused:", err)
		}
	}
	return nil
}

// shuffled writes random arcs: half of them near, as on the Web.
func shuffled(w io.Writer, arcs, pages int, named bool) {
	r := rand.New(rand.NewPCG(1, 2))
	out := bufio.NewWriterSize(w, 1<<20)
	defer out.Flush() //nolint:errcheck // the reader tells
	var line []byte
	put := func(u int) {
		if named {
			line = fmt.Appendf(line, "http://host%d.example/section%d/page-%d.html", u/1000, u/50%20, u)
		} else {
			line = strconv.AppendInt(line, int64(u), 10)
		}
	}
	for range arcs {
		u := r.IntN(pages)
		v := r.IntN(pages)
		if r.IntN(2) == 0 {
			v = min(pages-1, u+r.IntN(100))
		}
		line = line[:0]
		put(u)
		line = append(line, '\t')
		put(v)
		if _, err := out.Write(append(line, '\n')); err != nil {
			return
		}
	}
}

func measure(feed func(io.Writer), name string, args ...string) error {
	start := time.Now()
	cmd := exec.Command(name, args...)
	peak, err := peakOfCommand(cmd, feed)
	if err != nil {
		return err
	}
	fmt.Printf("%-12s peak of anonymous memory %6.1f MiB, %5.1f s, CPU %5.1f s\n", args[0], float64(peak)/1024,
		time.Since(start).Seconds(), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	return nil
}

// peakOf returns the most anonymous memory that a command has, in KiB.
func peakOf(feed func(io.Writer), name string, args ...string) (int64, error) {
	return peakOfCommand(exec.Command(name, args...), feed)
}

func peakOfCommand(cmd *exec.Cmd, feed func(io.Writer)) (int64, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var in io.WriteCloser
	if feed != nil {
		var err error
		if in, err = cmd.StdinPipe(); err != nil {
			return 0, err
		}
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	if feed != nil {
		go func() {
			feed(in)
			in.Close() //nolint:errcheck // the reader tells
		}()
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	peak := int64(0)
	for {
		select {
		case err := <-done:
			if err != nil {
				return 0, fmt.Errorf("%s: %s", strings.Join(cmd.Args[1:], " "), strings.TrimSpace(stderr.String()))
			}
			return peak, nil
		case <-time.After(5 * time.Millisecond):
			peak = max(peak, anonymous(cmd.Process.Pid))
		}
	}
}

// anonymous returns the anonymous memory of a process in KiB.
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
