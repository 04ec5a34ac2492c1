package strategies_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/answers/strategies"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/making/generate/generatetest"
	"weft/store"
)

// made returns a crawl of a Web, of which some pages were not fetched.
func made(t *testing.T, seed uint64) *store.Crawl {
	t.Helper()
	return generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: seed, Ghosts: 0.2, Failed: 0.1})
}

// asked asks the question.
func asked(t *testing.T, c *store.Crawl, workers int, args ...string) *strategies.Comparison {
	t.Helper()
	q, flags := strategies.Question.New(), pflag.NewFlagSet("simulate", pflag.ContinueOnError)
	q.Flags(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	work, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: workers, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	got, err := work.Do()
	if err != nil {
		t.Fatal(err)
	}
	r, ok := got.(*strategies.Comparison)
	if !ok {
		t.Fatalf("got a %T", got)
	}
	return r
}

// A named is a crawl by the URLs of its pages: those that were crawled, and their links to each other.
type named struct {
	pages []string
	links map[string][]string
	rank  map[string]float64
	host  map[string]string
	sizes map[string]int // of hosts
	arcs  int
}

func byName(t *testing.T, c *store.Crawl) *named {
	t.Helper()
	x := &named{links: map[string][]string{}, host: map[string]string{}, sizes: map[string]int{}, rank: map[string]float64{}}
	crawled := map[graph.Node]bool{}
	g := c.Graph()
	for u := range graph.Node(c.NumPages()) {
		succ, err := g.AppendSucc(nil, u)
		if err != nil {
			t.Fatal(err)
		}
		if s := c.State(u); s == page.Fetched || s == page.Redirected || s != page.Ghost && len(succ) > 0 {
			crawled[u] = true
		}
	}
	for u := range graph.Node(c.NumPages()) {
		if !crawled[u] {
			continue
		}
		name := c.Label(u)
		at, err := url.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		x.pages = append(x.pages, name)
		x.host[name] = at.Host
		x.sizes[at.Host]++
		succ, _ := g.AppendSucc(nil, u)
		for _, v := range succ {
			if crawled[v] {
				x.links[name] = append(x.links[name], c.Label(v))
				x.arcs++
			}
		}
	}
	x.iterate()
	return x
}

// iterate is PageRank by its definition.
func (x *named) iterate() {
	n := float64(len(x.pages))
	for _, p := range x.pages {
		x.rank[p] = 1 / n
	}
	for range 200 {
		next, lost := map[string]float64{}, 1.0
		for _, p := range x.pages {
			for _, q := range x.links[p] {
				give := 0.85 * x.rank[p] / float64(len(x.links[p]))
				next[q] += give
				lost -= give
			}
		}
		for _, p := range x.pages {
			next[p] += lost / n
		}
		x.rank = next
	}
}

// crawl goes from seeds by a score, the highest first, of equal ones the page found first; and stops after a number of pages.
func (x *named) crawl(seeds []string, most int, score func(string) float64) (fetched []string) {
	var waits []string
	known := map[string]bool{}
	find := func(p string) {
		if !known[p] {
			known[p] = true
			waits = append(waits, p)
		}
	}
	for _, s := range seeds {
		find(s)
	}
	for len(waits) > 0 && len(fetched) < most {
		best := 0
		for i, p := range waits {
			if score(p) > score(waits[best]) {
				best = i
			}
		}
		p := waits[best]
		waits = slices.Delete(waits, best, best+1)
		fetched = append(fetched, p)
		for _, q := range x.links[p] {
			find(q)
		}
	}
	return fetched
}

// What strategies come to on a crawl with ghosts is what one gets who goes by URLs: ghosts are left out, and groups,
// scores and seeds are those of the right pages.
func TestComparisonByNames(t *testing.T) {
	r := drawn.Rand(t)
	for range 4 {
		c := made(t, r.Uint64())
		x := byName(t, c)
		dir := t.TempDir()
		seeds := []string{x.pages[r.IntN(len(x.pages))], x.pages[r.IntN(len(x.pages))]}
		list, scores := filepath.Join(dir, "seeds"), filepath.Join(dir, "scores")
		score := map[string]float64{}
		var lines strings.Builder
		for _, p := range x.pages {
			if r.IntN(3) > 0 {
				score[p] = float64(r.IntN(100))
				fmt.Fprintf(&lines, "%s %v\n", p, score[p])
			}
		}
		write(t, list, strings.Join(seeds, "\n")+"\n")
		write(t, scores, lines.String())
		got := asked(t, c, 2, "--strategy", "bfs,score:"+scores, "--start", list)
		if got.Pages != len(x.pages) || got.Arcs != int64(x.arcs) || got.Left != c.NumPages()-len(x.pages) || got.Groups != len(x.sizes) || got.By != "host" {
			t.Fatalf("%d pages, %d arcs, %d left out, %d %ss; want %d, %d, %d, %d", got.Pages, got.Arcs, got.Left, got.Groups, got.By, len(x.pages), x.arcs, c.NumPages()-len(x.pages), len(x.sizes))
		}
		for i, by := range []func(string) float64{
			func(string) float64 { return 0 }, func(p string) float64 { return score[p] },
		} {
			x.check(t, &got.Curves[i], seeds, by)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (x *named) check(t *testing.T, curve *simulate.Curve, seeds []string, by func(string) float64) {
	t.Helper()
	for _, p := range append(curve.Points, curve.End) {
		most := int(p.Pages.Value + 0.5)
		fetched := x.crawl(seeds, most, by)
		rank, arcs, whole, left := 0.0, 0, 0, map[string]int{}
		has := map[string]bool{}
		for _, f := range fetched {
			rank += x.rank[f]
			has[f] = true
			left[x.host[f]]++
		}
		for _, from := range x.pages {
			for _, to := range x.links[from] {
				if has[to] {
					arcs++
				}
			}
		}
		for h, k := range left {
			if k == x.sizes[h] {
				whole += k
			}
		}
		for what, pair := range map[string][2]float64{
			"pages": {p.Pages.Value, float64(len(fetched))}, "PageRank": {p.PageRank.Value, rank}, "links": {p.InDegree.Value, float64(arcs) / float64(x.arcs)},
			"hosts": {p.Groups.Value, float64(len(left)) / float64(len(x.sizes))}, "whole hosts": {p.Whole.Value, float64(whole) / float64(len(x.pages))},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-7 {
				t.Fatalf("%s after %d pages: %s %v, want %v", curve.Strategy, most, what, pair[0], pair[1])
			}
		}
	}
}

// The answer is the same for any number of workers, to the byte.
func TestComparisonIsAFunction(t *testing.T) {
	c := made(t, 3)
	args := []string{"--strategy", "all,flow,crawlers:3,crawlers:999", "--sets", "3", "--count", "2", "--by", "domain", "--plots", filepath.Join(t.TempDir(), "p")}
	text := func(r *strategies.Comparison) string {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Kept().Files {
			var svg strings.Builder
			if err := f.Write(&svg); err != nil {
				t.Fatal(err)
			}
			data = append(data, svg.String()...)
		}
		return string(data)
	}
	want := text(asked(t, c, 1, args...))
	if got := text(asked(t, c, 4, args...)); got != want {
		t.Errorf("four workers say something else than one")
	}
}

// A budget that does not hold a comparison is refused before anything is read.
func TestShortBudget(t *testing.T) {
	q, flags := strategies.Question.New(), pflag.NewFlagSet("simulate", pflag.ContinueOnError)
	q.Flags(flags)
	if err := errors.Join(flags.Parse([]string{"--strategy", "bfs"}), q.Check()); err != nil {
		t.Fatal(err)
	}
	work, err := q.Plan(t.Context(), made(t, 1), answer.Options{Memory: mem.Base + 1000, Note: func(what string, _, _ int64) { t.Errorf("%s: it has begun", what) }})
	if err != nil {
		t.Fatal(err)
	}
	var short *mem.ShortError
	if _, err := work.Do(); !errors.As(err, &short) {
		t.Errorf("got %v", err)
	}
}

// Sets without end are refused before they are drawn, and sets that do not fit are told to take as much.
func TestTooManySets(t *testing.T) {
	c := made(t, 3)
	for args, want := range map[string]string{
		"--sets=1000000000000":        "1 to 1,000,000",
		"--sets=9223372036854775807":  "1 to 1,000,000",
		"--sets=1000001":              "1 to 1,000,000",
		"--sets=1000000":              "comparing strategies needs",
		"--sets=400000 --count=90000": "comparing strategies needs",
	} {
		q, flags := strategies.Question.New(), pflag.NewFlagSet("simulate", pflag.ContinueOnError)
		q.Flags(flags)
		if err := flags.Parse(append(strings.Fields(args), "--strategy=bfs")); err != nil {
			t.Fatal(err)
		}
		err := q.Check()
		if err == nil {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			var work answer.Work
			if work, err = q.Plan(ctx, c, answer.Options{Memory: 1 << 30, Workers: 1}); err == nil {
				_, err = work.Do()
			}
			stop()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// Sets that are all the same are told, and recommend nothing.
func TestSameSeeds(t *testing.T) {
	c := made(t, 4)
	for count, want := range map[string]bool{"5": false, "100000": true} {
		r := asked(t, c, 1, "--strategy=bfs,dfs,random", "--sets=4", "--fidelity-points=0", "--count="+count)
		text := read(r)
		if r.SameSeeds != want || strings.Contains(text, "All 4 sets of seeds are the same") != want || strings.Contains(text, "On a web like this one") && want {
			t.Errorf("%s seeds: the same %v, want %v\n%s", count, r.SameSeeds, want, text)
		}
		if exactly := asked(t, c, 1, "--strategy=bfs", "--sets=2", "--fidelity-points=0", fmt.Sprintf("--count=%d", r.Seeds)); want && !exactly.SameSeeds {
			t.Errorf("just %d seeds are not the same", r.Seeds)
		}
		if one := asked(t, c, 1, "--strategy=bfs", "--sets=1", "--fidelity-points=0", "--count="+count); one.SameSeeds {
			t.Errorf("one set of %s seeds is the same", count)
		}
	}
}

// comparison makes one of strategies a, b, c, … after 10 pages; margins are of the leader a over the others, each told
// apart or not.
func comparison(sets int, apart ...[]bool) *strategies.Comparison {
	one := distance.Estimate{Value: 0.5, Low: 0.4, High: 0.6}
	r := &strategies.Comparison{Sets: sets, Pages: 100, Verdicts: simulate.Verdicts{Reach: 100, Level: 0.99}}
	for i := range len(apart[0]) + 1 {
		r.Curves = append(r.Curves, simulate.Curve{Strategy: string(rune('a' + i)), Points: []simulate.CurvePoint{{Pages: distance.Estimate{Value: 10}, Sets: sets, PageRank: one}}})
	}
	for k, margins := range apart {
		v := simulate.Verdict{Pages: 10, Sets: sets, Leader: string(rune('a' + k)), PageRank: one}
		at := 0
		for i := range r.Curves {
			if i == k {
				continue
			}
			v.Margins = append(v.Margins, simulate.Margin{Strategy: r.Curves[i].Strategy, Ahead: one, Apart: margins[at]})
			at++
		}
		r.Verdicts.Verdicts = append(r.Verdicts.Verdicts, v)
	}
	return r
}

// Words say no more than the intervals do.
func TestWords(t *testing.T) {
	for want, r := range map[string]*strategies.Comparison{
		"use a: no other strategy is":              comparison(10, []bool{true, true}),
		"use one of a, c: at no compared point":    comparison(10, []bool{true, false}),
		"No strategy is among the best throughout": comparison(10, []bool{true, true}, []bool{true, true}),
		"use b: no other strategy is":              comparison(10, []bool{false, true}, []bool{true, false}),
		"One set of seeds does not show how much":  comparison(1, []bool{false, false}),
		"It is ahead of b (by 40.00 to 60.00 poi":  comparison(10, []bool{true, false}),
		"a has 50.00 (40.00–60.00) % of PageRank.": comparison(10, []bool{}),
		"Not significantly different: c.":          comparison(10, []bool{true, false}),
		"with intervals of 99.00 % each, so that":  comparison(10, []bool{true, false}),
		"too short to be compared":                 {Curves: []simulate.Curve{{Strategy: "a"}}, Sets: 1},
	} {
		text := read(r)
		if !strings.Contains(text, want) {
			t.Errorf("%s: got\n%s", want, text)
		}
		if r.Sets == 1 && strings.Contains(text, "one, use ") {
			t.Errorf("a recommendation from one set:\n%s", text)
		}
	}
	for pairs, want := range map[float64]string{1: "98.33", 28: "99.94", 4950: "99.9997", 50e6: "99.99999997"} {
		many := comparison(10, []bool{true, false})
		many.Level = 1 - 0.05/(3*pairs)
		if text := read(many); !strings.Contains(text, "with intervals of "+want+" % each, so") {
			t.Errorf("%g pairs: want %s in\n%s", pairs, want, text)
		}
	}
	left := comparison(10, []bool{true, true})
	left.Verdicts.Verdicts[0].Left, left.Verdicts.Verdicts[0].Sets = []string{"flow"}, 4
	if text := read(left); !strings.Contains(text, "Not compared, as some of their crawls had ended: flow") || !strings.Contains(text, "from the 4 sets of seeds that reach this number") {
		t.Errorf("got\n%s", text)
	}
}

func read(r *strategies.Comparison) string {
	var text strings.Builder
	answer.Print(&text, r.Blocks(), func(option string) string { return "--" + option })
	return text.String()
}

// A crawl ends at the number of pages that is asked for, or where no page is left.
func TestPagesOfACrawl(t *testing.T) {
	c := made(t, 3)
	for _, pages := range []int{1, 2, 7, 0} {
		r := asked(t, c, 1, "--strategy", "bfs", "--pages", fmt.Sprint(pages), "--sets", "2", "--count", "40", "--fidelity-points", "0")
		end := r.Curves[0].End.Pages
		if pages > 0 && end.Value != float64(pages) || pages == 0 && end.Value < 40 {
			t.Errorf("%d pages: crawls ended after %+v", pages, end)
		}
		for _, p := range r.Curves[0].Points {
			if pages > 0 && p.Pages.Value > float64(pages) {
				t.Errorf("%d pages: a point after %v", pages, p.Pages.Value)
			}
		}
	}
}
