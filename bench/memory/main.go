// Command memory imports many shuffled arcs with a small budget and prints the anonymous memory of the import.
//
//	go build -o /tmp/weft ./cmd/weft && go run ./bench/memory -weft /tmp/weft -arcs 20000000 -memory 256MB
//
//	go run ./bench/memory -weft /tmp/weft -classes 32000000 -memory 64MiB,256MiB
//
//	go run ./bench/memory -weft /tmp/weft -plans CRAWL…
//
// The first form feeds weft import through standard input, reads RssAnon in /proc every 5 ms, and does the same
// for the measures. The second form imports an input of each class, and prints the memory stated by --plan beside
// the measured one. The third form runs each command at the least budget that its plan accepts.
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
	plans := flag.Bool("plans", false, "hold the commands on the crawls that are given as arguments to their plans, in place of a list")
	only := flag.String("only", "", "of -plans: a regular expression for the commands")
	limit := flag.Duration("limit", 2*time.Minute, "of -plans: stop a command after this time")
	size := flag.Int("classes", 0, "measure imports of each class of inputs, of about so many bytes, in place of a list")
	flag.Parse()
	if *size > 0 {
		if err := runClasses(*weft, *size, strings.Split(*memory, ",")); err != nil {
			fmt.Fprintln(os.Stderr, "memory:", err)
			os.Exit(1)
		}
		return
	}
	if *plans {
		fine, err := runPlans(*weft, flag.Args(), *only, *limit)
		if err != nil {
			fmt.Fprintln(os.Stderr, "memory:", err)
		}
		if err != nil || !fine {
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

// peakOf returns the peak of the anonymous memory of a command, in KiB.
func peakOf(feed func(io.Writer), name string, args ...string) (int64, error) {
	return peakOfCommand(exec.Command(name, args...), feed)
}

func peakOfCommand(cmd *exec.Cmd, feed func(io.Writer)) (int64, error) {
	p, err := peaksOfCommand(cmd, feed)
	return p.anonymous, err
}

// peaks are the most anonymous memory of a process, and its most resident pages of mapped files, in KiB.
type peaks struct{ anonymous, ofFiles int64 }

// peaksOfCommand runs a command and reads its memory every 2 ms.
func peaksOfCommand(cmd *exec.Cmd, feed func(io.Writer)) (p peaks, err error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var in io.WriteCloser
	if feed != nil {
		if in, err = cmd.StdinPipe(); err != nil {
			return p, err
		}
	}
	if err := cmd.Start(); err != nil {
		return p, err
	}
	if feed != nil {
		go func() {
			feed(in)
			in.Close() //nolint:errcheck // the reader tells
		}()
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				return p, fmt.Errorf("%s: %s", strings.Join(cmd.Args[1:], " "), strings.TrimSpace(stderr.String()))
			}
			return p, nil
		case <-time.After(2 * time.Millisecond):
			p.read(cmd.Process.Pid)
		}
	}
}

// read raises the peaks to the present memory of a process.
func (p *peaks) read(pid int) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return
	}
	p.anonymous = max(p.anonymous, field(string(data), "RssAnon:"))
	p.ofFiles = max(p.ofFiles, field(string(data), "RssFile:"))
}

// field finds a line "name  123 kB", and returns the number.
func field(status, name string) int64 {
	_, rest, _ := strings.Cut(status, name)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(fields[0], 10, 64)
	return kib
}
