package livecrawl

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/frontier"
	"weft/livecrawl/memo"
)

// A rate is that since the oldest moment which is kept, a second apart from the next or more.
func TestRates(t *testing.T) {
	var m meter
	began := time.Now()
	counts := func(pages, bytes uint64) memo.Counts {
		var c memo.Counts
		c.Learnt, c.Bytes = pages, bytes
		return c
	}
	if p, b := m.rate(began, counts(5, 100)); p != 0 || b != 0 {
		t.Errorf("at first: %v, %v", p, b)
	}
	if p, b := m.rate(began.Add(500*time.Millisecond), counts(10, 200)); p != 10 || b != 200 || len(m.times) != 1 {
		t.Errorf("half a second later: %v, %v, %d moments", p, b, len(m.times))
	}
	for i := 1; i <= 100; i++ { // from the 50th second on ten times as fast
		p, b := m.rate(began.Add(time.Duration(i)*time.Second), counts(uint64(5+i+9*max(0, i-50)), uint64(100+i)))
		if want := float64(9*min(29, max(0, i-50)))/29 + 1; i >= 30 && math.Abs(p-want) > 1e-9 || math.Abs(b-1) > 1e-9 || len(m.times) > window {
			t.Errorf("after %d seconds: %v, want %v, and %v; %d moments", i, p, want, b, len(m.times))
		}
	}
	if m.begin(counts(7, 7)); m.first.Learnt != 7 || len(m.times) != 0 {
		t.Errorf("a replay counts: %+v", m.first)
	}
}

// Counts that were taken while a log was replayed are no progress, also when they come after its end.
func TestRateAfterReplay(t *testing.T) {
	var m meter
	now := time.Now()
	m.begin(memo.Counts{Learnt: 100, Bytes: 1000})
	m.rate(now, memo.Counts{Learnt: 40, Bytes: 400})
	if pages, bytes := m.rate(now.Add(10*time.Millisecond), memo.Counts{Learnt: 100, Bytes: 1000}); pages != 0 || bytes != 0 {
		t.Errorf("%v pages and %v bytes a second, none of this run", pages, bytes)
	}
}

// How long a run goes on is guessed from its pace, what is left, and its limits; not before it has one.
func TestTimeLeft(t *testing.T) {
	status := func(fetched, learnt uint64, elapsed time.Duration) *Status {
		s := &Status{Elapsed: elapsed, Size: estimate.Interval{Estimate: 1000}}
		s.Fetched, s.Learnt = fetched, learnt
		return s
	}
	for _, c := range []struct {
		s     *Status
		first uint64 // fetched when the run began
		l     Limits
		want  time.Duration
	}{
		{status(100, 200, 100*time.Second), 0, Limits{}, 800 * time.Second},
		{status(100, 200, 100*time.Second), 50, Limits{}, 1600 * time.Second},
		{status(100, 200, 100*time.Second), 0, Limits{Pages: 300}, 100 * time.Second},
		{status(100, 200, 100*time.Second), 0, Limits{Pages: 3000}, 800 * time.Second},
		{status(100, 200, 100*time.Second), 0, Limits{Time: 3 * time.Minute}, 80 * time.Second},
		{status(100, 1200, 100*time.Second), 0, Limits{}, 0},
		{status(100, 200, 100*time.Second), 91, Limits{}, 0},
		{status(100, 200, 100*time.Second), 90, Limits{}, 8000 * time.Second},
		{status(100, 200, 100*time.Second), 200, Limits{}, 0},
		{status(100, 200, time.Second-1), 0, Limits{}, 0},
		{status(100, 200, time.Second), 0, Limits{}, 8 * time.Second},
	} {
		j := &Job{home: home{opts: Options{Limits: c.l}}}
		j.meter.first.Fetched = c.first
		if got := j.eta(c.s); got != c.want {
			t.Errorf("%d fetched of %d learnt in %v, %d before, %+v: got %v, want %v", c.s.Fetched, c.s.Learnt, c.s.Elapsed, c.first, c.l, got, c.want)
		}
	}
}

// Scores are read by lines of a URL and a number, and what is none is named.
func TestScoresOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores")
	read := func(text string) (map[crawl.Key]float32, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return readScores(path)
	}
	got, err := read("# mine\n\nhttp://A.test 2.5\n\thttp://b.test/x\t-1e3 \r\nhttp://a.test/ 3")
	if err != nil || len(got) != 2 || got[frontier.Fingerprint([]byte("http://a.test/"))] != 3 || got[frontier.Fingerprint([]byte("http://b.test/x"))] != -1000 {
		t.Errorf("got %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"http://a.test/ 1\n\nhttp://a.test/\n": `: line 3: "http://a.test/": expected a URL and a score`,
		"http://a.test/ 1 2\n":                 `: line 1: "http://a.test/ 1 2": expected`,
		"nothing 1\n":                          `: line 1: "nothing": expected`,
		"http://a.test/ one\n":                 `: line 1: "one" is no score`,
		strings.Repeat("x", 1<<20):             ": ",
	} {
		if got, err := read(text); err == nil || got != nil || !strings.HasPrefix(err.Error(), path+want) {
			t.Errorf("%.30q: got %v, %v", text, got, err)
		}
	}
	if _, err := readScores(path + "x"); err == nil || !strings.Contains(err.Error(), path+"x") {
		t.Errorf("no file: %v", err)
	}
	for _, s := range []string{"bsf", ""} {
		if err := new(Job).setStrategy(s, ""); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("strategy %q: expected ", s)) {
			t.Errorf("strategy %q: %v", s, err)
		}
	}
}
