package course_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/making/generate/generatetest"
	"weft/store"
)

// made returns a crawl of a made Web, with ghosts, and its folder.
func made(t *testing.T, seed uint64) *store.Crawl {
	t.Helper()
	return generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: seed, Ghosts: 0.2})
}

// A stored graph that is crawled to its end is the graph of what its seeds lead to by pages that can be had, whatever
// the strategy.
func TestCrawlsOfAGraphEndAlike(t *testing.T) {
	c := made(t, drawn.Seed(t))
	list := filepath.Join(t.TempDir(), "starts")
	had := graph.Node(255) // one at least has to be
	for c.State(had) != page.Fetched {
		had--
	}
	if err := os.WriteFile(list, fmt.Appendf(nil, "7\n100\n%d\n", had), 0o600); err != nil {
		t.Fatal(err)
	}
	r := ask(t, c, "--start="+list, "--starts=3", "--strategy=bfs,dfs,dfs-repush,indegree,random,opic", "--measure=bowtie,laws,clustering", "--progress=100%")
	crawled, known, arcs := reach(t, c, 7, 100, had)
	ends := 0
	for i, p := range r.Points {
		if i+1 < len(r.Points) && r.Points[i+1].Strategy == p.Strategy {
			continue
		}
		ends++
		if p.Crawled != crawled || p.Known != known || p.Arcs+p.Loops+p.Outside != arcs || p.Other != known-crawled-p.Frontier {
			t.Errorf("%s: crawled %d, known %d, arcs %d; want %d, %d, %d", p.Strategy, p.Crawled, p.Known, p.Arcs+p.Loops+p.Outside, crawled, known, arcs)
		}
		if got, want := shape(t, p.Bow), shape(t, r.Points[0].Bow); i > 0 && p.Crawled == r.Points[0].Crawled && got != want {
			t.Errorf("%s: %s, want %s", p.Strategy, got, want)
		}
	}
	if ends != 6 {
		t.Errorf("%d crawls", ends)
	}
}

// A page that a file names twice is one start.
func TestStartsOfAFile(t *testing.T) {
	c := made(t, drawn.Seed(t))
	list := filepath.Join(t.TempDir(), "starts")
	if err := os.WriteFile(list, []byte("9\n4\n9\n9\n4\n12\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, c, "--start="+list, "--measure=none"); r.Crawls[0].Starts != 3 {
		t.Errorf("%d starts", r.Crawls[0].Starts)
	}
}

func shape(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// reach counts by a search of its own.
func reach(t *testing.T, c *store.Crawl, from ...graph.Node) (crawled, known int, arcs int64) {
	t.Helper()
	seen, todo := map[graph.Node]bool{}, from
	for _, u := range from {
		seen[u] = true
	}
	for len(todo) > 0 {
		u := todo[0]
		todo = todo[1:]
		if c.State(u) != page.Fetched {
			continue
		}
		crawled++
		list, err := c.Graph().AppendSucc(nil, u)
		if err != nil {
			t.Fatal(err)
		}
		arcs += int64(len(list))
		for _, v := range list {
			if !seen[v] {
				seen[v] = true
				todo = append(todo, v)
			}
		}
	}
	return crawled, len(seen), arcs
}

// ask asks for the course of a crawl.
func ask(t *testing.T, c *store.Crawl, args ...string) *course.Courses {
	t.Helper()
	return asked(t, c, course.Question, args).(*course.Courses) //nolint:forcetypeassert // that is what it gives
}

// asked asks a question.
func asked(t *testing.T, c *store.Crawl, q answer.Question, args []string) answer.Answer {
	t.Helper()
	a := q.New()
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	a.Flags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	w, err := a.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Blocks()) == 0 {
		t.Error("nothing is told")
	}
	return got
}
