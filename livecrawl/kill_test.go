package livecrawl_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// childEnv makes the test binary a crawler: the folder, the seed, the order.
const childEnv = "WEFT_TEST_CRAWL"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		os.Exit(child())
	}
	if dir := os.Getenv(hostileEnv); dir != "" {
		os.Exit(hostileChild(dir))
	}
	os.Exit(m.Run())
}

// child begins a crawl or goes on with it, to its end.
func child() int {
	livecrawl.SetGrowth(3000) // of some 10,000 bytes of log
	dir, seed, strict := os.Getenv(childEnv), os.Getenv("WEFT_TEST_SEED"), os.Getenv("WEFT_TEST_STRICT") != ""
	o := options(dir)
	var j *livecrawl.Job
	var err error
	c := config(seed)
	if err := shareIn(&c, &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if folder.Is(dir) {
		o.Only = strings.Fields(os.Getenv("WEFT_TEST_ONLY"))
		j, err = livecrawl.Resume(o)
	} else {
		c.Strict = strict
		if paths := os.Getenv("WEFT_TEST_FLOW"); paths != "" {
			c.Seeds, c.Strategy, c.Flow.Epsilon = nil, "flow", 0.01
			for path := range strings.FieldsSeq(paths) {
				c.Seeds = append(c.Seeds, seed+path)
			}
		}
		j, err = livecrawl.Create(c, o)
	}
	if err == nil {
		_, err = j.Run(context.Background())
	}
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// start begins a child.
func start(t *testing.T, dir, seed string, strict bool) *exec.Cmd {
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test
	cmd.Env = append(os.Environ(), childEnv+"="+dir, "WEFT_TEST_SEED="+seed)
	if strict {
		cmd.Env = append(cmd.Env, "WEFT_TEST_STRICT=1")
	}
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// kills is how often a crawl is killed; WEFT_KILLS says otherwise.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("WEFT_KILLS")); err == nil {
		return n
	}
	return 6
}

// crawlWithKills crawls in a child that is killed again and again while its log grows to what the log of the whole
// crawl is, until one comes to its end. Each kill falls into a part of the log of its own, and interrupts something:
// none into the last twentieth, which a child may have written before it is killed.
func crawlWithKills(t *testing.T, dir, seed string, strict bool, whole string, r *rand.Rand) {
	t.Helper()
	end := logSize(whole)
	for k := range kills() {
		at := int64((float64(k) + r.Float64()) / float64(kills()) * 0.95 * float64(end))
		before := logSize(dir)
		cmd := start(t, dir, seed, strict)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for killed := false; !killed; {
			select {
			case err := <-ended:
				t.Fatalf("kill %d of %d at %d of %d bytes of log: the crawl was over: %v: %s", k+1, kills(), at, end, err, cmd.Stderr)
			case <-time.After(200 * time.Microsecond):
			}
			if killed = logSize(dir) >= at; killed {
				cmd.Process.Kill()
				<-ended
			}
		}
		if size := logSize(dir); size >= end || size < at || at > before && size == before {
			t.Errorf("kill %d was to fall on %d bytes of log, and fell on %d of %d", k+1, at, size, end)
		}
	}
	cmd := start(t, dir, seed, strict)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the last run: %v: %s", err, cmd.Stderr)
	}
}

// logSize returns how many bytes of log a crawl has.
func logSize(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, "log", "events"))
	if err != nil {
		return 0
	}
	return info.Size()
}

func read(t *testing.T, parts ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// In strict order the log of a crawl that was killed again and again is that of one that was not.
func TestKilledInStrictOrder(t *testing.T) {
	long(t)
	s := newSite(t, randomPages(5, 600))
	s.delay.Store(int64(2 * time.Millisecond))
	whole := filepath.Join(t.TempDir(), "whole")
	c := config(s.URL)
	c.Strict = true
	crawl(t, c, options(whole))
	_, before := s.requests()
	dir := filepath.Join(t.TempDir(), "killed")
	r := rand.New(rand.NewPCG(drawn.Seed(t), 1))
	crawlWithKills(t, dir, s.URL, true, whole, r)
	_, all := s.requests()
	if _, err := os.Stat(filepath.Join(dir, "log", "checkpoint")); err != nil {
		t.Errorf("no checkpoint was made: %v", err)
	}
	if !bytes.Equal(read(t, whole, "log", "events"), read(t, dir, "log", "events")) {
		t.Error("another log")
	}
	if again := all - before - before; again > kills()*64 {
		t.Errorf("%d pages were fetched again in %d kills, want at most the window of each", again, kills())
	}
	checkArchive(t, dir)
	sameGraph(t, whole, dir)
}

// In the order of arrival the same pages, arcs and states come out.
func TestKilledInOrderOfArrival(t *testing.T) {
	long(t)
	s := newSite(t, randomPages(6, 600))
	s.delay.Store(int64(2 * time.Millisecond))
	whole := filepath.Join(t.TempDir(), "whole")
	crawl(t, config(s.URL), options(whole))
	dir := filepath.Join(t.TempDir(), "killed")
	crawlWithKills(t, dir, s.URL, false, whole, rand.New(rand.NewPCG(drawn.Seed(t), 2)))
	checkArchive(t, dir)
	sameGraph(t, whole, dir)
}
