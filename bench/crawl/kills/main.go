// Command kills crawls a generated site on loopback, in strict order and in order of arrival, and disturbs the
// crawl. The crawler is killed at random moments, is asked to stop, or runs out of disk or of file handles. Each
// time the crawl is resumed. In the end the log (strict order) or the graph must equal those of an undisturbed
// crawl, and the archive must be whole.
//
//	go build ./cmd/weft && go run ./bench/crawl/kills -weft ./weft -kills 50 -pages 20000 -disk DIR
//
// DIR is on a small file system, such as mount -t tmpfs -o size=8m tmpfs DIR. Without it the disk never fills up.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

type bench struct {
	weft  string
	work  string
	disk  string
	kills int
	site  *site
	rand  *rand.Rand
	bad   bool
}

func main() {
	weft := flag.String("weft", "weft", "the program")
	kills := flag.Int("kills", 50, "how often each crawl is killed")
	pages := flag.Int("pages", 20_000, "of the site")
	disk := flag.String("disk", "", "folder on a small file system")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the moments") //nolint:gosec // positive
	flag.Parse()
	work, err := os.MkdirTemp("", "kills")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(work) //nolint:errcheck // temporary
	s, err := serve(*pages)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d pages, seed %d\n", *pages, *seed)
	b := &bench{weft: *weft, work: work, disk: *disk, kills: *kills, site: s, rand: rand.New(rand.NewPCG(*seed, 1))}
	for _, order := range []string{"strict", "arrival"} {
		b.try(order)
	}
	if b.bad {
		os.Exit(1) //nolint:gocritic // the folder stays, to be looked at
	}
}

// try disturbs a crawl in all ways, and compares it with an undisturbed one.
func (b *bench) try(order string) {
	whole := filepath.Join(b.work, "whole-"+order)
	before := b.site.asked.Load()
	begin := time.Now()
	b.run(b.crawl(whole, order))
	once := b.site.asked.Load() - before
	fmt.Printf("%s: %d requests in %.1f s when left alone\n", order, once, time.Since(begin).Seconds())
	for _, way := range []struct {
		name string
		do   func(dir, order string) (times int)
	}{{"kill -9", b.killed}, {"SIGTERM", b.stopped}, {"full disk", b.full}, {"no file handles", b.handles}} {
		dir := filepath.Join(b.work, order+" "+way.name)
		before := b.site.asked.Load()
		times := way.do(dir, order)
		if times == 0 {
			fmt.Printf("%s, %s: left out\n", order, way.name)
			continue
		}
		begin := time.Now()
		b.run(b.crawl(dir, order))
		again := b.site.asked.Load() - before - once
		fmt.Printf("%s, %s: %d times, %d requests again (%.1f each), %.1f s for the last run: %s\n",
			order, way.name, times, again, float64(again)/float64(times), time.Since(begin).Seconds(), b.verdict(whole, dir, order))
	}
}

func (b *bench) must(err error) {
	if err != nil {
		b.bad = true
		fmt.Println("FAILED:", err)
	}
}

// run runs a crawl that must come to its end.
func (b *bench) run(cmd *exec.Cmd) {
	if err := cmd.Run(); err != nil {
		b.must(fmt.Errorf("%w: %s", err, cmd.Stderr))
	}
}

// crawl makes a command that begins or resumes a crawl.
func (b *bench) crawl(dir, order string, more ...string) *exec.Cmd {
	args := []string{"crawl", "--resume", dir}
	if _, err := os.Stat(filepath.Join(dir, "crawl.json")); err != nil {
		args = []string{"crawl", b.site.url, "-o", dir, "--order", order}
	}
	cmd := exec.Command(b.weft, append(append(args, "--delay", "0", "--connections", "16", "--allow-private", "--quiet"), more...)...) //nolint:gosec // the program under test
	cmd.Stderr = new(bytes.Buffer)
	return cmd
}

// killed kills it, again and again; it returns how often.
func (b *bench) killed(dir, order string) int {
	for range b.kills {
		cmd := b.crawl(dir, order, "--no-snapshot")
		b.must(cmd.Start())
		time.Sleep(time.Duration(30+b.rand.IntN(400)) * time.Millisecond)
		b.must(cmd.Process.Kill())
		cmd.Wait() //nolint:errcheck // it was killed
	}
	return b.kills
}

// stopped asks it to end.
func (b *bench) stopped(dir, order string) int {
	const times = 10
	for range times {
		cmd := b.crawl(dir, order, "--no-snapshot")
		b.must(cmd.Start())
		time.Sleep(time.Duration(200+b.rand.IntN(400)) * time.Millisecond)
		b.must(cmd.Process.Signal(syscall.SIGTERM))
		begin := time.Now()
		err := cmd.Wait()
		if took := time.Since(begin); took > 11*time.Second {
			b.must(fmt.Errorf("it took %s to stop", took))
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() < 0 {
			b.must(fmt.Errorf("it did not end by itself: %w", err))
		}
	}
	return times
}

// full crawls on a disk that is too small, and resumes with more room.
func (b *bench) full(dir, order string) int {
	if b.disk == "" {
		return 0
	}
	small := filepath.Join(b.disk, "crawl-"+order)
	const times = 3
	for range times {
		cmd := b.crawl(small, order, "--no-snapshot")
		if err := cmd.Run(); err == nil {
			b.must(errors.New("the disk is large enough"))
		} else if !bytes.Contains(cmd.Stderr.(*bytes.Buffer).Bytes(), []byte("no space left")) { //nolint:forcetypeassert // see crawl
			b.must(fmt.Errorf("%w: %s", err, cmd.Stderr))
		}
	}
	b.must(exec.Command("cp", "-r", small, dir).Run()) //nolint:gosec // folders of ours
	b.must(os.RemoveAll(small))
	return times
}

// handles crawls with few file handles, and resumes with enough.
func (b *bench) handles(dir, order string) int {
	times := 0
	for _, n := range []int{8, 16, 24, 32} {
		cmd := b.crawl(dir, order, "--no-snapshot")
		sh := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -n %d; exec "$@"`, n), "sh"}, cmd.Args...)...) //nolint:gosec // the program under test
		sh.Stderr = new(bytes.Buffer)
		timer := time.AfterFunc(2*time.Second, func() { sh.Process.Signal(syscall.SIGTERM) }) //nolint:errcheck // it may have ended
		err := sh.Run()
		timer.Stop()
		said, _, _ := bytes.Cut(bytes.TrimSpace(sh.Stderr.(*bytes.Buffer).Bytes()), []byte{'\n'}) //nolint:forcetypeassert // set above
		fmt.Printf("    %d handles: %v: %s\n", n, err, said)
		times++
	}
	return times
}
