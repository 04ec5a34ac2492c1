package livecrawl_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl/shared/redis"
	"weft/crawl/shared/redis/redistest"
	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// A crawl that stops at a limit gives its pages back, and another goes on with them: both have fetched each page once. The
// first then finds nothing left.
func TestSharedStop(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 6, 12)
	dir := t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	s := &livecrawl.Sharing{Service: sharedtest.New(time.Now)}
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	r := crawlShared(t, w, s, func(_ *folder.Config, o *livecrawl.Options) { o.Limits.Pages = 15 }, first)[0]
	if r.Done || r.Frontier == nil || r.Frontier.Queued == 0 || r.Frontier.Held != 0 {
		t.Errorf("after the limit: done %v, frontier %+v: want queued pages, and none held", r.Done, r.Frontier)
	}
	if r := crawlShared(t, w, s, nil, second)[0]; !r.Done {
		t.Errorf("the second ended as: %s", r.Why)
	}
	w.check(t, want)
	if r := resume(t, sharedOptions(first, s)); !r.Done {
		t.Errorf("the first ended as: %s", r.Why)
	}
	w.check(t, want)
}

// A testClock is the clock of a service, which a test moves.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Crawls whose leases end while they run begin other sessions, drop what others have got meanwhile, and fetch all.
func TestSharedLapse(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 6, 12)
	dir := t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	clock := &testClock{now: time.Unix(1<<30, 0)}
	s := &livecrawl.Sharing{Service: sharedtest.New(clock.Now), Lease: time.Minute}
	var asked atomic.Int64
	w.stallBy(func(string) {
		if n := asked.Add(1); n == 12 || n == 30 { // three in one lease would look like another crawler of the same name
			clock.add(time.Hour)
		}
	})
	dirs := []string{filepath.Join(dir, "1"), filepath.Join(dir, "2")}
	for i, r := range crawlShared(t, w, s, nil, dirs...) {
		if !r.Done {
			t.Errorf("it ended as: %s", r.Why)
		}
		if v := verify(t, dirs[i]); len(v.Damage) > 0 {
			t.Errorf("it is damaged: %+v", v.Damage)
		}
	}
	w.askedOnce() // leases that end by another clock than that of the crawls let hosts be asked twice
	w.check(t, want)
	for _, d := range dirs {
		if r := resume(t, sharedOptions(d, s)); !r.Done {
			t.Errorf("resumed, it ended as: %s", r.Why)
		}
	}
	w.askedOnce()
	w.check(t, want)
}

// askedOnce makes of a page that was asked for again one that was not.
func (w *hostWeb) askedOnce() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for page := range w.asked {
		w.asked[page] = 1
	}
	w.overlap = nil
}

// frontierEnv makes the test binary a crawler of a hostWeb with the frontier of this address.
const frontierEnv = "WEFT_TEST_FRONTIER"

// shareIn adds the frontier of the environment to the options of a child.
func shareIn(c *folder.Config, o *livecrawl.Options) error {
	address := os.Getenv(frontierEnv)
	if address == "" {
		return nil
	}
	a, err := redis.Parse(address)
	if err != nil {
		return err
	}
	service, err := redis.Open(context.Background(), a)
	if err != nil {
		return err
	}
	*o = sharedOptions(o.Dir, &livecrawl.Sharing{Service: service, Lease: 2 * time.Second, Away: time.Minute})
	c.Frontier, c.Scope.Area = a.String(), "anywhere"
	return nil
}

// A process is a crawler in a process of its own.
type process struct {
	*exec.Cmd
	dir   string
	ended chan error    // receives how it ended
	gone  chan struct{} // closed then
}

func startShared(t *testing.T, dir, seed, address string) *process {
	t.Helper()
	c := &process{Cmd: exec.Command(os.Args[0]), dir: dir, ended: make(chan error, 1), gone: make(chan struct{})} //nolint:gosec // this test
	c.Env = append(os.Environ(), childEnv+"="+dir, "WEFT_TEST_SEED="+seed, frontierEnv+"="+address)
	c.Stderr = new(bytes.Buffer)
	dieWith(c.Cmd)
	started := make(chan error)
	go func() { // of one thread from start to end: Linux kills the child when the thread ends that started it
		runtime.LockOSThread()
		err := c.Start()
		started <- err
		if err == nil {
			c.ended <- c.Wait()
			close(c.gone)
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		<-c.gone
	})
	return c
}

// wait waits for a crawler that comes to its end.
func (c *process) wait(t *testing.T) {
	t.Helper()
	if err := <-c.ended; err != nil {
		t.Errorf("%s: %v: %s", filepath.Base(c.dir), err, c.Stderr)
	}
	if v := verify(t, c.dir); len(v.Damage) > 0 {
		t.Errorf("%s is damaged: %+v", filepath.Base(c.dir), v.Damage)
	}
}

// at calls what to do when so many pages were asked for.
func (w *hostWeb) at(n int64, do func()) {
	var asked atomic.Int64
	w.stallBy(func(string) {
		if asked.Add(1) == n {
			do()
		}
	})
}

// processes crawl a Web with one frontier at a Redis server.
type processes struct {
	web    *hostWeb
	redis  *redistest.Server
	all    []*process
	want   map[string]int
	folder string
}

// newProcesses starts crawlers, after which something happens when so many pages were asked for.
func newProcesses(t *testing.T, crawlers int, at int64, do func(*processes)) *processes {
	t.Helper()
	p := &processes{web: newHostWeb(t, drawn.Rand(t), 8, 20), redis: redistest.Start(t), folder: t.TempDir()}
	crawl(t, p.web.config(), sharedOptions(filepath.Join(p.folder, "alone"), nil))
	p.want = p.web.forget()
	started := make(chan struct{})
	p.web.at(at, func() {
		<-started
		do(p)
	})
	for i := range crawlers {
		p.all = append(p.all, startShared(t, filepath.Join(p.folder, string(rune('a'+i))), "http://"+p.web.page(0, 0), p.redis.URL()))
	}
	p.joined(t, crawlers)
	close(started)
	return p
}

// joined waits until a number of crawlers have joined the frontier: on a busy machine one may do so much later than another.
func (p *processes) joined(t *testing.T, crawlers int) {
	t.Helper()
	const count = `EVAL "return redis.call('ZCARD', redis.call('KEYS', '*lease')[1] or 'none')" 0` + "\r\n"
	for range 600 {
		conn, err := net.Dial("tcp", p.redis.Addr())
		if err != nil {
			t.Fatal(err)
		}
		_, err = conn.Write([]byte(count))
		answer, err2 := bufio.NewReader(conn).ReadString('\n')
		conn.Close()
		if err = errors.Join(err, err2); err != nil || !strings.HasPrefix(answer, ":") {
			t.Fatalf("Redis answers %q: %v", answer, err)
		}
		if answer == fmt.Sprintf(":%d\r\n", crawlers) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("not all of %d crawlers have joined within 30 seconds", crawlers)
}

// Three processes share a frontier: each page is fetched once.
func TestSharedProcesses(t *testing.T) {
	p := newProcesses(t, 3, -1, nil)
	for _, c := range p.all {
		c.wait(t)
	}
	p.web.check(t, p.want)
}

// A crawler is killed: the others finish when its lease is over. Then it is resumed, and has nothing left to do.
func TestSharedKill(t *testing.T) {
	p := newProcesses(t, 3, 40, func(p *processes) { p.all[0].Process.Kill() })
	<-p.all[0].ended
	for _, c := range p.all[1:] {
		c.wait(t)
	}
	p.lostLittle(t)
	before := p.web.forget()
	startShared(t, p.all[0].dir, "", p.redis.URL()).wait(t)
	for page := range p.web.forget() {
		t.Errorf("the resumed crawl asks for %s, which was asked for %d times before", page, before[page])
	}
}

// lostLittle checks that all pages were fetched, and that only pages that a crawler had under way were asked for again.
func (p *processes) lostLittle(t *testing.T) {
	t.Helper()
	p.web.mu.Lock()
	for page, n := range p.web.asked {
		if n > 2 {
			t.Errorf("%s was asked for %d times, want at most 2", page, n)
		}
		p.web.asked[page] = 1
	}
	p.web.mu.Unlock()
	p.web.check(t, p.want)
}

// Redis is killed and started again: the crawlers wait for it, and each page is fetched once.
func TestSharedRedisRestarts(t *testing.T) {
	var again sync.WaitGroup
	p := newProcesses(t, 2, 40, func(p *processes) {
		p.redis.Kill()
		again.Go(p.redis.Restart)
	})
	for _, c := range p.all {
		c.wait(t)
	}
	again.Wait()
	p.web.check(t, p.want)
}

// sharedWorkers is the number of workers of each crawl of these tests.
const sharedWorkers = 8

// A password of the frontier stands nowhere in the folder.
func TestSharedPassword(t *testing.T) {
	const secret = "swordfish4711"
	w := newHostWeb(t, drawn.Rand(t), 3, 5)
	server := redistest.Start(t, "requirepass "+secret)
	a, err := redis.Parse(strings.Replace(server.URL(), "redis://", "redis://:"+secret+"@", 1))
	if err != nil {
		t.Fatal(err)
	}
	service, err := redis.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	dir := filepath.Join(t.TempDir(), "c")
	crawlShared(t, w, &livecrawl.Sharing{Service: service}, func(c *folder.Config, _ *livecrawl.Options) { c.Frontier = a.String() }, dir)
	if err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), secret) {
			t.Errorf("%s has the password", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
