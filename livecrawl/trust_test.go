package livecrawl_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/page"
	"weft/livecrawl"
	"weft/store"
)

// share is a plain estimate: gamma is the share of arcs that lead to fetched pages, and HAK the share of pages that
// were fetched.
func share(_ context.Context, c *store.Crawl) (livecrawl.Trust, error) {
	var t livecrawl.Trust
	inside, all := 0, 0
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		if c.State(cur.Node()) == page.Ghost {
			t.Ghosts++
			continue
		}
		t.Crawled++
		for _, v := range cur.Succ() {
			if all++; c.State(v) != page.Ghost {
				inside++
			}
		}
	}
	if all > 0 {
		t.Gamma = float64(inside) / float64(all)
		t.Pages = float64(t.Crawled) / t.Gamma
	}
	t.HAK = float64(t.Crawled) / float64(t.Crawled+t.Ghosts)
	return t, cur.Err()
}

// until sets stop rules.
func until(t testing.TB, o *livecrawl.Options, text string) {
	t.Helper()
	var err error
	if o.Limits.Until, err = livecrawl.ParseConditions(text); err != nil {
		t.Fatal(err)
	}
}

// assessed returns what an estimate of a snapshot made now says.
func assessed(t *testing.T, dir string, assess livecrawl.Assess) *livecrawl.Trust {
	t.Helper()
	s, err := livecrawl.MakeSnapshot(t.Context(), dir, importOptions(""))
	if err != nil {
		t.Fatal(err)
	}
	got, err := livecrawl.AssessSnapshot(t.Context(), &s, assess)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// same compares estimates but for their times.
func same(a, b *livecrawl.Trust) bool {
	x, y := *a, *b
	x.Made, x.Took, y.Made, y.Took = time.Time{}, 0, time.Time{}, 0
	return fmt.Sprint(x) == fmt.Sprint(y)
}

// In strict order a rule stops at the same page with any number of workers, where an estimate of what was learnt is
// what the rule saw.
func TestTrustRule(t *testing.T) {
	s := newSite(t, randomPages(5, 600))
	texts := []string{"hak>=0.75", "gamma=0.8", "gamma>0.7 or fetched>=1000"}
	if testing.Short() {
		texts = texts[:1]
	}
	for _, text := range texts {
		want := ""
		for _, workers := range []int{1, 4} {
			o := options(filepath.Join(t.TempDir(), "c"))
			o.Net.Workers, o.Trust = workers, share
			until(t, &o, text)
			c := config(s.URL)
			c.Strict = true
			r := crawl(t, c, o)
			if r.Done || r.Trust == nil || !strings.HasSuffix(r.Why, " holds") {
				t.Fatalf("%s, %d workers: it ended as %q with %+v", text, workers, r.Why, r.Trust)
			}
			if now := assessed(t, o.Dir, share); !same(r.Trust, now) || r.Trust.Learnt != r.Learnt {
				t.Errorf("%s, %d workers: stopped at %d pages with %+v, and they give %+v", text, workers, r.Learnt, r.Trust, now)
			}
			got := fmt.Sprintf("%d %d %v %v", r.Learnt, r.Fetched, r.Trust.Gamma, r.Trust.HAK)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s, %d workers: stopped at %s, and at %s with 1", text, workers, got, want)
			}
			if r.Learnt != livecrawl.RuleEstimate(r.Learnt) {
				t.Errorf("%s: stopped at %d pages, where no estimate is due", text, r.Learnt)
			}
		}
	}
}

// A crawl that goes on, and one that was killed while an estimate was made, stop where the unbroken one does.
func TestTrustRuleGoesOn(t *testing.T) {
	s := newSite(t, randomPages(6, 500))
	strict := config(s.URL)
	strict.Strict = true
	whole := options(filepath.Join(t.TempDir(), "whole"))
	whole.Trust = share
	until(t, &whole, "hak>=0.75")
	want := crawl(t, strict, whole)
	if want.Done || want.Learnt < 200 {
		t.Fatalf("got %+v", want.Counts)
	}
	broken := whole
	broken.Dir = filepath.Join(t.TempDir(), "broken")
	broken.Limits.Batch = 70
	r := crawl(t, strict, broken)
	for range 20 {
		if strings.HasPrefix(r.Why, "hak") {
			break
		}
		r = resume(t, broken)
	}
	if r.Learnt != want.Learnt || !same(r.Trust, want.Trust) {
		t.Errorf("in batches it stopped at %d, %+v; want %d, %+v", r.Learnt, r.Trust, want.Learnt, want.Trust)
	}

	// The crawl is stopped at the very page whose estimate would have stopped it.
	killed := whole
	killed.Dir = filepath.Join(t.TempDir(), "killed")
	var j *livecrawl.Job
	killed.Trust = func(ctx context.Context, c *store.Crawl) (livecrawl.Trust, error) {
		trust, err := share(ctx, c)
		if trust.HAK >= 0.75 {
			j.Stop("killed")
			<-ctx.Done()
			return trust, ctx.Err()
		}
		return trust, err
	}
	j, err := livecrawl.Create(strict, killed)
	if err != nil {
		t.Fatal(err)
	}
	if r := run(t, j); r.Why != "killed" || r.Learnt != want.Learnt || r.TrustWhy != "" {
		t.Errorf("killed as %q at %d: %s", r.Why, r.Learnt, r.TrustWhy)
	}
	killed.Trust = share
	if r := resume(t, killed); r.Learnt != want.Learnt || !strings.HasPrefix(r.Why, "hak") || !same(r.Trust, want.Trust) {
		t.Errorf("went on to %d (%s), %+v; want %d", r.Learnt, r.Why, r.Trust, want.Learnt)
	}
}

// A run that is given up while an estimate for a rule is made says so.
func TestTrustRuleGivenUp(t *testing.T) {
	s := newSite(t, randomPages(6, 200))
	ctx, cancel := context.WithCancel(t.Context())
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Trust = func(ctx context.Context, _ *store.Crawl) (livecrawl.Trust, error) {
		cancel()
		<-ctx.Done()
		return livecrawl.Trust{}, ctx.Err()
	}
	until(t, &o, "hak>=0.75")
	j, err := livecrawl.Create(config(s.URL), o)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := j.Run(ctx); !errors.Is(err, context.Canceled) || r.Trust != nil || r.Learnt != 100 {
		t.Errorf("got %v, %+v of %d pages", err, r.Trust, r.Learnt)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	o.Trust = share
	if r := resume(t, o); r.Trust == nil || r.TrustWhy != "" {
		t.Errorf("went on to %+v, %q", r.Trust, r.TrustWhy)
	}
}

// An estimate that means nothing stops no crawl; neither does one that cannot be made.
func TestTrustRuleWaits(t *testing.T) {
	s := newSite(t, randomPages(7, 250))
	for name, c := range map[string]struct {
		assess livecrawl.Assess
		rule   string
		holds  bool
	}{
		"sound":        {fixed(nil), "hak>=0.8", true},
		"few ghosts":   {fixed([]string{"few ghosts"}), "hak>=0.8", true},
		"folded":       {fixed([]string{"folded"}), "hak>=0.8", false},
		"thin":         {fixed([]string{"thin"}), "hak>=0.8", false},
		"gamma thin":   {fixed([]string{"thin"}), "gamma>=0.8", true},
		"folded below": {fixed([]string{"folded"}), "hak<=1", false},
		"gamma folded": {fixed([]string{"folded"}), "gamma>=0.8", true},
		"small":        {fixed([]string{"small"}), "hak>=0.8 or gamma>=0.8", false},
		"nothing":      {fixed([]string{"nothing crawled"}), "gamma>=0.8 or hak>0", false},
		"error": {func(context.Context, *store.Crawl) (livecrawl.Trust, error) {
			return livecrawl.Trust{}, errors.New("no luck")
		}, "hak>=0.8", false},
		"no number": {func(context.Context, *store.Crawl) (livecrawl.Trust, error) {
			return livecrawl.Trust{Gamma: math.NaN(), HAK: 1}, nil
		}, "hak>=0.8", false},
	} {
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Trust = c.assess
		until(t, &o, c.rule)
		r := crawl(t, config(s.URL), o)
		if r.Done == c.holds {
			t.Errorf("%s: ended as %q at %d pages", name, r.Why, r.Learnt)
		}
		if failed := name == "error" || name == "no number"; failed != (r.TrustWhy != "") || failed != (r.Trust == nil) {
			t.Errorf("%s: got %+v, %q", name, r.Trust, r.TrustWhy)
		}
	}
	o := options(filepath.Join(t.TempDir(), "c"))
	until(t, &o, "hak>=0.8")
	if _, err := livecrawl.Create(config(s.URL), o); !errors.Is(err, livecrawl.ErrOptions) {
		t.Errorf("a rule that nobody can look at: got %v", err)
	}
}

func fixed(doubts []string) livecrawl.Assess {
	return func(context.Context, *store.Crawl) (livecrawl.Trust, error) {
		return livecrawl.Trust{Gamma: 0.9, HAK: 0.9, Doubts: doubts}, nil
	}
}

// For those who look on estimates are made beside the crawl, one at a time, and the crawl does not wait for them.
func TestTrustBeside(t *testing.T) {
	s := newSite(t, randomPages(8, 250))
	s.delay.Store(int64(4 * time.Millisecond))
	o := options(filepath.Join(t.TempDir(), "c"))
	var under, calls atomic.Int32
	o.Trust = func(ctx context.Context, c *store.Crawl) (livecrawl.Trust, error) {
		if calls.Add(1); under.Add(1) > 1 {
			t.Error("two at once")
		}
		defer under.Add(-1)
		return share(ctx, c)
	}
	r := crawl(t, config(s.URL), o)
	if !r.Done || r.Trust == nil || calls.Load() == 0 || under.Load() != 0 {
		t.Fatalf("%d estimates, the last %+v", calls.Load(), r.Trust)
	}
	if r.Trust.Learnt < 100 || r.Trust.Learnt > r.Learnt || r.Trust.Crawled == 0 || r.Trust.Ghosts == 0 {
		t.Errorf("got %+v of %d pages", r.Trust, r.Learnt)
	}

	// One that takes for ever is given up when the crawl ends.
	o.Dir = filepath.Join(t.TempDir(), "d")
	o.Trust = func(ctx context.Context, _ *store.Crawl) (livecrawl.Trust, error) {
		<-ctx.Done()
		return livecrawl.Trust{}, ctx.Err()
	}
	if r := crawl(t, config(s.URL), o); !r.Done || r.Trust != nil || r.TrustWhy != "" {
		t.Errorf("got %+v, %q", r.Trust, r.TrustWhy)
	}
	snapshot(t, o.Dir)
}

// The next estimate is made when there is more, and enough time has passed.
func TestTrustPace(t *testing.T) {
	var at []uint64
	for n := uint64(0); len(at) < 6; n++ {
		if livecrawl.RuleEstimate(n) == n {
			at = append(at, n)
		}
	}
	if fmt.Sprint(at) != "[100 110 121 133 146 160]" {
		t.Errorf("rules look at %d", at)
	}
	now := time.Unix(1000, 0)
	for _, x := range []struct {
		learnt uint64
		after  time.Duration
		want   bool
	}{{1000, time.Hour, false}, {1049, time.Hour, false}, {1050, time.Hour, true}, {5000, 39 * time.Second, false}, {5000, 40 * time.Second, true}} {
		if got := livecrawl.ViewDue(1000, now, 2*time.Second, x.learnt, now.Add(2*time.Second+x.after)); got != x.want {
			t.Errorf("%d pages, %v after an estimate of 1,000 that took 2 s: due %v", x.learnt, x.after, got)
		}
	}
}
