package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// manyLinks makes n pages in a row, each with links to many others that are not there and out of scope.
func manyLinks(r *rand.Rand, n, links int) map[string]string {
	pages := map[string]string{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "<!DOCTYPE html><title>page %d</title>", i)
		for _, to := range []int{2*i + 1, 2*i + 2} {
			if to < n {
				fmt.Fprintf(&b, "<a href=/p%d>on</a>", to)
			}
		}
		for k := range links {
			fmt.Fprintf(&b, "<a href=http://other%d.example/%d/%d/%x>away</a>\n", r.IntN(50), i, k, r.Uint64())
		}
		for range 40 {
			fmt.Fprintf(&b, "<p>%x %x", r.Uint32(), r.Uint32())
		}
		pages["/p"+fmt.Sprint(i)] = b.String()
	}
	pages["/"] = pages["/p0"]
	return pages
}

// A crawl whose memory is full stops as at a limit, with the beginning of the log, and goes on with more memory to the
// same log, whatever the budgets.
func TestMemoryFull(t *testing.T) {
	r := drawn.Rand(t)
	s := newSite(t, manyLinks(r, 100, 600))
	c := config(s.URL + "/")
	c.Strict, c.Nofollow = true, false
	want := filepath.Join(t.TempDir(), "want")
	crawl(t, c, options(want))
	whole := read(t, want, "log", "events")
	budgets := 3
	if testing.Short() {
		budgets = 1
	}
	for range budgets {
		dir := filepath.Join(t.TempDir(), "c")
		o := options(dir)
		o.Memory = leastMemory(t, c, o) + r.Int64N(2<<20)
		runs, last := 0, 0
		for done := false; !done; runs++ {
			var res livecrawl.Result
			if runs == 0 {
				res = crawl(t, c, o)
			} else {
				res = resume(t, o)
			}
			log := read(t, dir, "log", "events")
			full := res.Planned.Full
			if done = res.Done; full == done || !bytes.HasPrefix(whole, log) || done && len(log) != len(whole) || len(log) < last {
				t.Fatalf("run %d with %s: %s; %d bytes of log, %d of the whole", runs, mem.Format(o.Memory), res.Why, len(log), len(whole))
			}
			if full && (!strings.Contains(res.Why, "memory") || !res.Stats.Stopped) {
				t.Errorf("run %d: it ended as %q, %+v", runs, res.Why, res.Stats)
			}
			checkMemory(t, &res.Planned)
			if last = len(log); runs > 0 { // the second run has no more than the first
				o.Memory += 1<<20 + r.Int64N(6<<20)
			}
		}
		if runs < 3 {
			t.Errorf("it never was full with %s", mem.Format(o.Memory))
		}
	}
}

// So does one in the order of arrival, without a page lost or fetched twice that was learnt.
func TestMemoryFullInOrderOfArrival(t *testing.T) {
	r := drawn.Rand(t)
	s := newSite(t, manyLinks(r, 100, 600))
	s.delay.Store(int64(time.Millisecond))
	c := config(s.URL + "/")
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Memory = leastMemory(t, c, o)
	res, runs := crawl(t, c, o), 1
	for ; !res.Done; runs++ {
		if !res.Planned.Full || runs > 50 {
			t.Fatalf("run %d: %s", runs, res.Why)
		}
		checkMemory(t, &res.Planned)
		o.Memory += 1<<20 + r.Int64N(4<<20)
		res = resume(t, o)
	}
	if runs < 3 || res.Stats.Fetched != 100 || res.Stats.Known != 60_100 {
		t.Errorf("%d runs: %+v", runs, res.Stats)
	}
	checkArchive(t, o.Dir)
}

// checkMemory checks that the parts are the budget, and what is known is no more than its part.
func checkMemory(t *testing.T, m *livecrawl.Memory) {
	t.Helper()
	sum := mem.Sum(m.Parts)
	if last := m.Parts[len(m.Parts)-1]; sum > m.Budget || m.Known > last.Bytes || m.Known == 0 {
		t.Errorf("%d bytes of parts in %d; %d are known of %+v", sum, m.Budget, m.Known, last)
	}
}

// leastMemory is the least budget of a crawl, as the error says it.
func leastMemory(t *testing.T, c folder.Config, o livecrawl.Options) int64 {
	t.Helper()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	o.Memory = mem.Least
	_, err := livecrawl.PlanMemory(&c, o)
	var short *mem.ShortError
	if !errors.As(err, &short) || short.Budget != mem.Least {
		t.Fatalf("got %v", err)
	}
	for _, m := range []int64{short.Need, (short.Need + 1<<20 - 1) &^ (1<<20 - 1)} { // what it needs, and what it says
		o.Memory = m
		if _, err = livecrawl.PlanMemory(&c, o); err == nil {
			return m
		}
	}
	t.Fatalf("what the error says is not enough: %v", err)
	return 0
}

// Large pages wait for each other, and nothing waits for ever; where there is no memory for the whole of a page, that
// it is cut is counted. What is packed a hundred times smaller than it is read all the same.
func TestLargePagesWait(t *testing.T) {
	r := drawn.Rand(t)
	pages := randomPages(r.Uint64(), 24)
	for path, body := range pages {
		pages[path] = body + strings.Repeat(fmt.Sprintf("<p>%x</p>\n", r.Uint64()), (2<<20)/24)
	}
	s := newSite(t, pages)
	packed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/html")
		if pages[r.RequestURI] == "" {
			w.WriteHeader(http.StatusNotFound)
		}
		z := gzip.NewWriter(w)
		io.WriteString(z, pages[r.RequestURI])
		z.Close()
	}))
	t.Cleanup(packed.Close)
	for _, url := range []string{s.URL, packed.URL} {
		for _, budget := range []int64{64 << 20, 200<<20 + r.Int64N(100<<20), 1 << 30} {
			if testing.Short() && (budget == 1<<30 || (budget == 64<<20) == (url == packed.URL)) {
				continue // nothing waits, or as above
			}
			c, o := config(url+"/"), options(filepath.Join(t.TempDir(), "c"))
			c.Soft404, o.Memory = true, budget
			res := crawl(t, c, o)
			if cut := res.CutShort > 0; !res.Done || res.Stats.Fetched != 24 || cut != (budget == 64<<20) {
				t.Errorf("%s within %s: %s, %d pages fetched, %d cut short", url, mem.Format(budget), res.Why, res.Stats.Fetched, res.CutShort)
			}
		}
	}
}

// A crawl that remembers more than the budget is refused, before it takes more, and nothing is changed.
func TestMemoryTooSmallToGoOn(t *testing.T) {
	r := drawn.Rand(t)
	s := newSite(t, manyLinks(r, 60, 1000))
	c := config(s.URL + "/")
	c.Strict = true
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 55
	crawl(t, c, o)
	before := read(t, dir, "log", "events")
	o.Limits.Pages, o.Memory = 0, leastMemory(t, c, o)
	j, err := livecrawl.Resume(o)
	if err == nil {
		_, err = j.Run(t.Context())
		err = errors.Join(err, j.Close())
	}
	var short *mem.ShortError
	if !errors.As(err, &short) || short.Need <= o.Memory {
		t.Fatalf("got %v", err)
	}
	if !bytes.Equal(before, read(t, dir, "log", "events")) {
		t.Error("the log was changed")
	}
	for tries := 0; ; tries++ { // who gives what the error asks for gets on, soon
		o.Memory = short.Need
		o.Limits.Batch = 1
		j, err := livecrawl.Resume(o)
		if err == nil {
			_, err = j.Run(t.Context())
			err = errors.Join(err, j.Close())
		}
		if err == nil {
			break
		}
		if tries == 4 || !errors.As(err, &short) {
			t.Fatalf("after %d tries: got %v", tries, err)
		}
	}
	o.Memory, o.Limits.Batch = 0, 0
	if r := resume(t, o); !r.Done {
		t.Errorf("with enough it ended as %s", r.Why)
	}
}

// What a crawl says that it remembers of further pages is no less than what they take, and not many times as much.
func TestMemoryIsCounted(t *testing.T) {
	long(t)
	for _, strategy := range []string{"bfs", "opic", "hosts", "dfs"} {
		r := drawn.Rand(t)
		var took, counted int64
		for range 4 { // what tests before left behind may go away meanwhile
			few, known := rememberedOf(t, strategy, manyLinks(r, 400, 1))
			many, knownMany := rememberedOf(t, strategy, manyLinks(r, 400, 500))
			if took, counted = many-few, knownMany-known; took > 0 && took <= counted {
				break
			}
		}
		t.Logf("%s: %s of heap, %s counted", strategy, mem.Format(took), mem.Format(counted))
		if took <= 0 || took > counted || counted > 5*took {
			t.Errorf("%s: further pages take %s of heap, and %s are counted", strategy, mem.Format(took), mem.Format(counted))
		}
	}
}

// rememberedOf returns how much the heap has grown when a crawl has ended, and what the crawl says that it remembers.
func rememberedOf(t *testing.T, strategy string, pages map[string]string) (took, known int64) {
	t.Helper()
	s := newSite(t, pages)
	c := config(s.URL + "/")
	c.Strategy, c.Scope.Depth = strategy, 100
	before := liveHeap()
	j, err := livecrawl.Create(c, options(filepath.Join(t.TempDir(), "c")))
	if err != nil {
		t.Fatal(err)
	}
	res, err := j.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	took = liveHeap() - before
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return took, res.Planned.Known
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc) //nolint:gosec // of this machine
}

// Whatever the budget, the parts are within it, or it is refused with what would do; and no page is cut that is no
// larger than what was asked for.
func TestPlanMemory(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		c, o := config("http://a.test/"), options("c")
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		c.Strict = r.IntN(2) == 0
		c.Window = 1 + r.IntN(50_000)
		o.Net.Workers, o.Net.Cookies, o.NoDedup = 1+r.IntN(100), r.IntN(4) == 0, r.IntN(2) == 0
		if r.IntN(2) == 0 {
			o.Net.MaxBody = 1 + r.Int64N(64<<20)
		}
		o.Memory = mem.Least + int64(r.ExpFloat64()*float64(512<<20))
		m, err := livecrawl.PlanMemory(&c, o)
		if short, ok := errors.AsType[*mem.ShortError](err); ok {
			if short.Need <= o.Memory {
				t.Fatalf("%v", err)
			}
			o.Memory = leastMemory(t, c, o)
			m, err = livecrawl.PlanMemory(&c, o)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Parts {
			if p.Bytes < 0 {
				t.Fatalf("%+v", m.Parts)
			}
			if strings.HasPrefix(p.Name, "answers") && p.Bytes < o.Net.MaxBody {
				t.Fatalf("%d bytes for answers, and a page may have %d", p.Bytes, o.Net.MaxBody)
			}
		}
		if sum := mem.Sum(m.Parts); sum > o.Memory {
			t.Fatalf("%d of %d: %+v", sum, o.Memory, m.Parts)
		}
	}
}

// Large pages of an archive are read in turn where memory is short, and cut where one is larger than what there is; the
// most that is in use meanwhile stays within the budget.
func TestReplayWithinMemory(t *testing.T) {
	r := drawn.Rand(t)
	pages := manyLinks(r, 8, 20)
	for p := range pages {
		pages[p] += strings.Repeat("words of a long page ", 150_000+r.IntN(20_000)) // 3 MB
	}
	s := newSite(t, pages)
	whole := filepath.Join(t.TempDir(), "whole")
	crawl(t, config(s.URL+"/p0"), options(whole))
	for _, short := range []bool{true, false} {
		c := config(s.URL + "/p0")
		var err error
		if c.Web, c.Inputs, err = livecrawl.Replayed([]string{whole}); err != nil {
			t.Fatal(err)
		}
		o := options(filepath.Join(t.TempDir(), "again"))
		if short {
			o.Memory = leastMemory(t, c, o)
		}
		res := crawl(t, c, o)
		if !res.Done || res.Stats.Fetched != 8 || (res.CutShort == 8) != short || (res.CutShort == 0) == short {
			t.Errorf("short of memory %v: %s, %d pages fetched, %d cut", short, res.Why, res.Stats.Fetched, res.CutShort)
		}
	}
}
