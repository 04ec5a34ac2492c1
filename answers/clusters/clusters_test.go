package clusters

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/store"
)

// clumped is a crawl of clumps of pages, each linked with most others of its clump, one link apart.
func clumped(t *testing.T, sizes ...int) (c *store.Crawl, clump []int) {
	t.Helper()
	rng := drawn.Rand(t)
	var lines strings.Builder
	first := 0
	for k, n := range sizes {
		for i := range n {
			clump = append(clump, k)
			for j := range n {
				if i != j && (j == (i+1)%n || rng.IntN(3) > 0) {
					fmt.Fprintf(&lines, "%d\t%d\t1.5\n", first+i, first+j)
				}
			}
		}
		if first > 0 {
			fmt.Fprintf(&lines, "%d\t%d\t1.5\n", first, first-1)
		}
		first += n
	}
	dir := t.TempDir()
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{list}, Weights: "3", DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: 1 << 30}})
	if err == nil {
		c, err = store.Open(filepath.Join(dir, "c"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, clump
}

func found(t *testing.T, c *store.Crawl, q asked, workers int) *Found {
	t.Helper()
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return answertest.Result[*Found](t, &q, c, answer.Options{Memory: 1 << 30, Workers: workers})
}

func defaults() (q asked) {
	q.setDefaults()
	return q
}

// Every method finds clumps, whatever the weights and the workers; modularity is that of the definition.
func TestMethodsFindClumps(t *testing.T) {
	c, clump := clumped(t, 30, 25, 40, 22)
	for _, method := range Methods {
		for _, weights := range Weights {
			q := defaults()
			q.method, q.weights = method, weights
			f := found(t, c, q, 1)
			if f.Count != 4 || f.Largest != 40 || f.Single != 0 || len(f.Top) != 4 || f.Top[0].Pages != 40 || f.Top[0].First != "55" {
				t.Errorf("%s, %s: %+v", method, weights, f)
			}
			for u, k := range f.of {
				if (k == f.of[0]) != (clump[u] == 0) {
					t.Fatalf("%s, %s: page %d of clump %d is of cluster %d, page 0 of %d", method, weights, u, clump[u], k, f.of[0])
				}
			}
			if weights == "one" && math.Abs(f.Modularity-modularity(c, f.of)) > 1e-6 {
				t.Errorf("%s: modularity %v, want %v", method, f.Modularity, modularity(c, f.of))
			}
			if f.Weights != weights { // that of closed groups goes by them, too
				t.Errorf("%s: modularity with weights %q is told as with %q", method, weights, f.Weights)
			}
			if many := found(t, c, q, 4); !slices.Equal(many.of, f.of) {
				t.Errorf("%s, %s: workers matter", method, weights)
			}
		}
	}
}

// modularity is that of the underlying undirected graph, page by page.
func modularity(c *store.Crawl, of []uint32) float64 {
	n := c.NumPages()
	joined := make([]map[int]bool, n)
	for u := range joined {
		joined[u] = map[int]bool{}
	}
	for u, succ := range graph.Lists(c.Graph().Scan(graph.Everything(c.Graph()))) {
		for _, v := range succ {
			if u != v {
				joined[u][int(v)], joined[v][int(u)] = true, true
			}
		}
	}
	all := 0.0
	for _, l := range joined {
		all += float64(len(l))
	}
	sum := 0.0
	for u := range n {
		for v := range n {
			if of[u] != of[v] {
				continue
			}
			if joined[u][v] {
				sum++
			}
			sum -= float64(len(joined[u])) * float64(len(joined[v])) / all
		}
	}
	return sum / all
}

// Clusters that are too large are divided again, others stay.
func TestDividedAgain(t *testing.T) {
	c, _ := clumped(t, 24, 24, 60)
	for _, method := range []string{"leiden", "mcl"} {
		q := defaults()
		q.method, q.resolution, q.inflation, q.maxSize, q.again = method, 0.001, 1.1, 50, 0
		whole := found(t, c, func() asked { p := q; p.maxSize = 0; return p }(), 2)
		f := found(t, c, q, 2)
		if f.Divided == 0 && whole.Largest > 50 || f.Divided > 0 && f.Count < whole.Count {
			t.Errorf("%s: %d clusters, the largest of %d pages; then %d divided, %d clusters", method, whole.Count, whole.Largest, f.Divided, f.Count)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, q := range map[string]func(*asked){
		"method": func(q *asked) { q.method = "guess" }, "weights": func(q *asked) { q.weights = "lead" }, "quality": func(q *asked) { q.quality = "best" },
		"resolution": func(q *asked) { q.resolution = 0 }, "inflation": func(q *asked) { q.inflation = 1 }, "keep": func(q *asked) { q.keep = 0 },
		"iterations": func(q *asked) { q.iterations = -1 }, "max-size": func(q *asked) { q.maxSize = -1 }, "top": func(q *asked) { q.top = -1 }, "again": func(q *asked) { q.again = -1 },
	} {
		bad := defaults()
		if q(&bad); bad.Check() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// What is kept is the cluster of each page, with what it was made by.
func TestKept(t *testing.T) {
	c, _ := clumped(t, 25, 30)
	f := found(t, c, defaults(), 1)
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err == nil {
		err = k.Keep(f.Kept())
	}
	if err == nil {
		err = k.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	results, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	v, res, err := store.LoadVector[uint32](results, "clusters")
	if err != nil || !slices.Equal(v.Values, f.of) || res.Params["method"] != "leiden" || res.Params["resolution"] != 1.0 {
		t.Errorf("kept %v: %v", res.Params, err)
	}
	if err := v.Close(); err != nil {
		t.Error(err)
	}
}

// What is kept says every option that the clusters depend on: where one is another, so is what is said.
func TestKeptOptions(t *testing.T) {
	c, _ := clumped(t, 25, 30)
	for method, options := range map[string]map[string]func(*asked){
		"leiden": {
			"weights": func(q *asked) { q.weights = "directions" }, "quality": func(q *asked) { q.quality = "cpm" }, "resolution": func(q *asked) { q.resolution = 3 },
			"iterations": func(q *asked) { q.iterations = 1 }, "max_size": func(q *asked) { q.maxSize = 20 }, "again": func(q *asked) { q.maxSize, q.again = 20, 7 },
		},
		"mcl": {
			"weights": func(q *asked) { q.weights = "returned" }, "inflation": func(q *asked) { q.inflation = 3 }, "keep": func(q *asked) { q.keep = 9 },
			"iterations": func(q *asked) { q.iterations = 2 }, "max_size": func(q *asked) { q.maxSize = 20 }, "first_wins": func(q *asked) { q.firstWins = true },
		},
	} {
		q := defaults()
		q.method = method
		plain := found(t, c, q, 1).params
		for name, change := range options {
			p := q
			change(&p)
			if got := found(t, c, p, 1).params; got[name] == nil || got[name] == plain[name] {
				t.Errorf("%s, another %s: %v, before %v", method, name, got, plain)
			}
		}
	}
}

// Clusters are divided at the resolution that was given for it, twice that of the whole by default.
func TestResolutionOfDividing(t *testing.T) {
	c, _ := clumped(t, 24, 24, 60)
	of := func(again float64) string {
		q := defaults()
		q.method, q.resolution, q.maxSize, q.again = "leiden", 0.3, 30, again
		f := found(t, c, q, 1)
		return fmt.Sprint(f.Count, f.Divided, f.Largest, f.of)
	}
	if of(0) != of(0.6) {
		t.Error("by default clusters are not divided at twice the resolution")
	}
	if of(0) == of(9) {
		t.Error("the resolution of dividing changes nothing")
	}
}
