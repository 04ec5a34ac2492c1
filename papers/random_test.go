package papers_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/internal/mem"
	"weft/papers"
)

// Each figure and claim of the paper has a row, of crawls that are what they are said to be, and all of it is the same
// for any number of workers.
func TestRunRandom(t *testing.T) {
	run := func(workers int) *papers.RandomResult {
		t.Helper()
		r, err := papers.RunRandom(
			context.Background(),
			papers.RandomOptions{Options: answer.Options{Memory: 1 << 30, Seed: 3, Workers: workers}, Crawled: 1200, Draws: 1},
		)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(1)
	if again := run(2); !reflect.DeepEqual(r, again) {
		t.Error("two workers find other things than one")
	}
	for where, n := range map[string]int{"§4.2": 2, "Fig. 1": 1, "Fig. 2": 1, "Fig. 3": 1, "Fig. 4": 1, "Fig. 5": 1, "Fig. 6": 1, "Fig. 7": 1, "§5.3": 1, "Fig. 8": 4, "§5.4": 1, "Fig. 9": 1, "Fig. 10": 1, "Fig. 11": 1, "Fig. 12": 1, "Fig. 13": 1, "§2": 5, "§6": 1} {
		if got := count(r.Rows, where); got < n {
			t.Errorf("%s: %d rows, want %d", where, got, n)
		}
	}
	for where, n := range map[string]int{"§5": 1, "§5.1": 2, "§5.2": 4, "§5.3": 3, "§5.4": 2, "§5.5": 2, "§5.6": 4} {
		if got := count(r.Claims, where); got != n {
			t.Errorf("%s: %d claims, want %d", where, got, n)
		}
	}
	for _, x := range r.Claims {
		if x.Verdict != papers.OtherData || x.Ours == "" { // of 1,200 pages
			t.Errorf("%s: %s: %q by %q", x.Where, x.What, x.Verdict, x.Ours)
		}
	}
	for _, x := range append(slices.Clone(r.Rows), r.Claims...) { // of one draw there is no interval, except of Fig. 8, which has ten
		if x.Where != "§4.2" && x.Where != "Fig. 8" &&
			!slices.Contains([]papers.Verdict{papers.CannotTell, papers.OtherData, papers.NotRun}, x.Verdict) {
			t.Errorf("%s: %s: %s, from one draw", x.Where, x.What, x.Verdict)
		}
	}
	for i := range r.Webs {
		x := &r.Webs[i]
		last := x.Points[len(x.Points)-1]
		if bow := last.Bow; last.Crawled != 1200 || x.WebPages != 4000 || bow.SCC+bow.In+bow.Out+bow.Others != 1200 ||
			last.Ranks < 1-1e-9 {
			t.Errorf(
				"%s, draw %d: %d of %d pages, a bow tie of %+v, %v of the PageRank",
				x.Strategy,
				x.Draw,
				last.Crawled,
				x.WebPages,
				bow,
				last.Ranks,
			)
		}
	}
	if v := r.Rows[1].Verdict; r.Rows[1].Where != "§4.2" || v != papers.Differs {
		t.Errorf("crawls under the law that is printed live: %s", v)
	}
	if pictures := r.Plots(); len(pictures) != 13 {
		t.Errorf("%d plots", len(pictures))
	}
}

func count(rows []papers.Row, where string) (n int) {
	for _, row := range rows {
		if first, _, _ := strings.Cut(row.Where, ","); first == where {
			n++
		}
	}
	return n
}

// What does not fit is refused before it begins, and is told what it needs.
func TestRandomNeedsMemory(t *testing.T) {
	for crawled, memory := range map[int]int64{1000: mem.Base, 1_000_000: 64 << 20, 20_000_000: 1 << 30, 1_000_000_000: 16 << 30} {
		o := papers.RandomOptions{
			Options: answer.Options{
				Memory:  memory,
				Workers: 1,
				Note:    func(what string, _, _ int64) { t.Errorf("%s: it has begun", what) },
			},
			Crawled: crawled,
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		var short *mem.ShortError
		if _, err := papers.RunRandom(ctx, o); !errors.As(err, &short) {
			t.Errorf("%d pages in %d bytes: %v", crawled, memory, err)
		}
		stop()
	}
}

// Sizes that cannot be are refused.
func TestRandomRefused(t *testing.T) {
	for _, o := range []papers.RandomOptions{{Crawled: -1}, {Crawled: 999}, {Crawled: 2_000_000_000}, {Draws: -1}} {
		if _, err := papers.RunRandom(t.Context(), o); err == nil {
			t.Errorf("%+v", o)
		}
	}
}
