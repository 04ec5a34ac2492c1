package watch

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"weft/crawl/estimate"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it); got:\n%s", path, got)
	}
}

// evil is what a Web may want to have shown.
const evil = "http://evil.example/</script><script>alert(1)</script>\x1b]0;title\a\"'&é"

// now is when busySample was taken.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// busySample is a crawl in the middle of its work.
func busySample() sample {
	s := sample{now: now, about: livecrawl.About{Dir: "x/crawl1", Web: folder.Live, Seeds: []string{"https://example.org/", "https://example.com/"}}}
	s.Began, s.Elapsed, s.Strategy = now.Add(-133*time.Second), 133*time.Second, "bfs"
	s.Counts = memo.Counts{
		Known: 1020, Picked: 900, Learnt: 500, Fetched: 444, Redirected: 12, Failed: 30, Excluded: 14, LeftOut: 2210, Links: 31415, Bytes: 12_345_678, Near: 3, HTML: 400,
		Statuses: map[int]uint64{200: 444, 301: 12, 404: 20, 503: 6, -1: 3, -4: 1, -9998: 10, -5000: 4},
		Rules:    map[string]uint64{"trap: calendar": 4},
	}
	s.first = memo.Counts{Learnt: 100, Fetched: 90, Bytes: 2_000_000}
	s.Waiting, s.Hosts = 510, 7
	s.Size = estimate.Interval{Low: 1000, Estimate: 1231, High: 1414}
	s.Unanswered = patience.Waiting{Pages: 12, Hosts: 1, Next: now.Add(4 * time.Minute)}
	s.Told = []livecrawl.Message{{Number: 1, Time: now.Add(-time.Minute), Text: "https://slow.example.org does not answer: refused: \x1b]0;x\a: next request in 5m"}}
	s.PageRate, s.ByteRate, s.Memory = 3.4567, 92_000, 88<<20
	s.Queue = polite.Stats{Hosts: 5, Addresses: 4, Items: 390, Turns: 10, Ready: 1, Timed: 4, Workers: 22}
	s.Trust = &livecrawl.Trust{Gamma: 0.7312, HAK: 0.8126, Crawled: 455, Ghosts: 2775, Pages: 622.3, Doubts: []string{"small"}, Learnt: 467, Made: now.Add(-12 * time.Second), Took: 40 * time.Millisecond}
	s.Slowest = []polite.HostStats{
		{Host: "www.example.org:443", Items: 310, Busy: 1, Next: now.Add(400 * time.Millisecond), Delay: time.Second, Took: 120 * time.Millisecond, Left: 347 * time.Second},
		{Host: "slow.example.org:443", Items: 70, Next: now.Add(8 * time.Second), Delay: 16 * time.Second, Failures: 4, Took: 3 * time.Second, Left: 22 * time.Minute},
		{Host: "a.example.com:80", Items: 10, Next: now.Add(-time.Second), Delay: time.Second, Left: 10 * time.Second},
	}
	s.Busy = []fetch.Busy{{URL: "https://slow.example.org/a/very/long/path/that/does/not/fit/into/a/line/of/eighty/columns.html", For: 12 * time.Second}, {URL: evil, For: 90 * time.Millisecond}}
	return s
}

// earlySample is a crawl that has just begun, with limits.
func earlySample() sample {
	s := sample{now: now, about: livecrawl.About{Dir: "c", Web: folder.Live, Seeds: []string{"https://example.org/"}, Limits: livecrawl.Limits{Pages: 500, Time: time.Hour, Until: []livecrawl.Condition{{Name: "hak", Op: ">=", Value: 0.8}}}}}
	s.Elapsed, s.Strategy, s.Counts = 1200*time.Millisecond, "opic", memo.Counts{Known: 31, Picked: 31, Learnt: 1, Fetched: 1, Bytes: 900}
	s.Size = estimate.Interval{Low: 31, Estimate: 31, High: math.Inf(1)}
	s.Waiting, s.Queue = 30, polite.Stats{Hosts: 1, Items: 30, Paused: true}
	s.Paused = true
	return s
}

// endingSample is the crawl of an archive that was stopped.
func endingSample() sample {
	s := sample{now: now, about: livecrawl.About{Dir: "c", Web: folder.Archive, Seeds: []string{"https://example.org/"}}}
	s.Elapsed, s.Strategy, s.Why = 49*time.Hour, "indegree", "it was stopped by a key"
	s.Counts = memo.Counts{Known: 31, Picked: 31, Learnt: 31, Fetched: 20, Absent: 11}
	s.TrustWhy = "snapshot of c: no space left on device"
	s.Size = estimate.Interval{Low: 31, Estimate: 31, High: 31}
	return s
}

// A fakeCrawl is a Crawl that stands still.
type fakeCrawl struct {
	mu     sync.Mutex
	s      sample
	stored bool
	stops  []string
}

func (f *fakeCrawl) Status() livecrawl.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.s.Status
}

func (f *fakeCrawl) About() livecrawl.About { return f.s.about }
func (f *fakeCrawl) First() memo.Counts     { return f.s.first }

func (f *fakeCrawl) set(paused bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stored {
		return false
	}
	f.s.Paused = paused
	return true
}

func (f *fakeCrawl) Pause() bool   { return f.set(true) }
func (f *fakeCrawl) Unpause() bool { return f.set(false) }

func (f *fakeCrawl) Stop(why string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stops = append(f.stops, why)
	f.s.Why = f.stops[0]
}

func (f *fakeCrawl) paused() bool { return f.Status().Paused }

func (f *fakeCrawl) stopped() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.stops)
}

// eventually waits for something to become true.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within 10 s", what)
		}
	}
}
