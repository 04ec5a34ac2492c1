package cores

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// given is the question of a command line.
func given(t *testing.T, args ...string) *asked {
	t.Helper()
	return answertest.Ask(t, Question.New(), args...).(*asked)
}

func TestOptionsAreChecked(t *testing.T) {
	for args, want := range map[string]string{
		"":                                       "",
		"--kind cliques":                         "--kind cliques: expected one of disjoint, maximal, count, a-priori",
		"--top -1":                               "--top -1: expected 0 or more",
		"--top 0":                                "",
		"--steps -1":                             "--steps -1",
		"--limit -1":                             "--limit -1",
		"--limit 0 --kind maximal":               "",
		"--max-degree 1 -i 1 -j 1":               "--max-degree 1: expected from 2 to 256",
		"--max-degree 2 -i 1 -j 1":               "",
		"--max-degree 256 -i 254 -j 254":         "",
		"--max-degree 257":                       "--max-degree 257: expected from 2 to 256",
		"--max-degree 256 -i 255":                "--fans 255: expected a number from 1 to 254, or a range such as 1..4",
		"-i 49 -j 49":                            "",
		"-i 1..50":                               "--fans 1..50: expected a number from 1 to 49, or a range such as 1..4, because --max-degree 50 leaves out larger degrees",
		"-j 0":                                   "--centers 0: expected",
		"-j 3..2":                                "--centers 3..2: expected",
		"-j 3..":                                 "--centers 3..: expected",
		"-i ..3":                                 "--fans ..3: expected",
		"-i x":                                   "--fans x: expected",
		"-i 2..2":                                "",
		"--max-degree 3 -i 1..3 -j 1":            "--fans 1..3: expected a number from 1 to 2, or a range such as 1..2, because --max-degree 3",
		"-o -":                                   "--output -: expected a file",
		"-o file --kind maximal":                 "",
		"-o file --kind count":                   "--output requires --kind disjoint or maximal: count lists no cliques",
		"-o file --kind a-priori":                "--output requires --kind disjoint or maximal: a-priori lists no cliques",
		"--check file":                           "",
		"--check file -i nonsense":               "", // the file has shapes of its own
		"--check file -o other":                  "--check cannot be combined with --output",
		"--check file --kind maximal -j 1":       "--check requires --kind disjoint: it cannot check maximal",
		"--check file --kind maximal -o another": "--check requires --kind disjoint",
	} {
		got := answertest.Text(given(t, strings.Fields(args)...).Check())
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("cores %s: got %q, want %q", args, got, want)
		}
	}
}

// What searches are bounded by depends on the kind, unless it is given; a file that is checked has its own bound.
func TestStepsOfKinds(t *testing.T) {
	for args, want := range map[string]int{
		"": 1 << 24, "--kind count": 1 << 20, "--kind maximal": 1 << 14, "--kind a-priori": 1 << 14,
		"--steps 7": 7, "--kind count --steps 7": 7, "--check file": 0, "--check file --steps 9": 9,
	} {
		q := given(t, strings.Fields(args)...)
		if err := q.Check(); err != nil || q.steps != want {
			t.Errorf("cores %s: %d steps, %v; want %d", args, q.steps, err, want)
		}
	}
	q := given(t, "-i", "3", "-j", "2..4")
	if err := q.Check(); err != nil || q.first() != (core.Shape{Fans: 3, Centers: 2}) || q.last() != (core.Shape{Fans: 3, Centers: 4}) {
		t.Errorf("got %v to %v, %v", q.first(), q.last(), err)
	}
}

// A plain is a small crawl, as a set of links that count: links of a page to itself do not, nor those of pages with too
// many.
type plain struct {
	n     int
	links []uint32 // of each fan, a bit for each center
	back  []uint32
}

func plainOf(t *testing.T, c *store.Crawl, maxDegree int) *plain {
	t.Helper()
	g := &plain{n: c.NumPages(), links: make([]uint32, c.NumPages()), back: make([]uint32, c.NumPages())}
	err := graph.EachList(c.Graph(), graph.Everything(c.Graph()), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u {
				g.links[u] |= 1 << v
				g.back[v] |= 1 << u
			}
		}
	})
	if err != nil || g.n > 32 {
		t.Fatalf("%d pages, %v", g.n, err)
	}
	var fans, centers uint32
	for u := range g.n {
		if bits.OnesCount32(g.links[u]) < maxDegree {
			fans |= 1 << u
		}
		if bits.OnesCount32(g.back[u]) < maxDegree {
			centers |= 1 << u
		}
	}
	g.keep(fans, centers)
	return g
}

// keep leaves the links from some fans to some centers.
func (g *plain) keep(fans, centers uint32) {
	for u := range g.n {
		g.links[u], g.back[u] = g.links[u]&centers, g.back[u]&fans
		if fans>>u&1 == 0 {
			g.links[u] = 0
		}
		if centers>>u&1 == 0 {
			g.back[u] = 0
		}
	}
}

// common are the centers that all of some fans link.
func common(lists []uint32, of uint32) uint32 {
	all := ^uint32(0)
	for u, list := range lists {
		if of>>u&1 != 0 {
			all &= list
		}
	}
	return all
}

// counted are the figures of a shape, by looking at each set of centers.
type counted struct{ all, sets, exactly, atLeast int }

// count looks at each set of centers that some fans link.
func (g *plain) count(fans, centers int) (n counted) {
	var used uint32
	for _, list := range g.links {
		used |= list
	}
	for set := used; set > 0; set = (set - 1) & used {
		by := common(g.back, set)
		i, j := bits.OnesCount32(by), bits.OnesCount32(set)
		if j == centers && i >= fans {
			n.sets++
			ways := 1
			for k := range fans {
				ways = ways * (i - k) / (k + 1)
			}
			n.all += ways
		}
		if i == 0 || common(g.links, by) != set { // not maximal
			continue
		}
		if i == fans && j == centers {
			n.exactly++
		}
		if i >= fans && j >= centers {
			n.atLeast++
		}
	}
	return n
}

// peel takes away fans and centers with too few links, one after the other.
func (g *plain) peel(fans, centers int) {
	for again := true; again; {
		var f, h uint32
		for u := range g.n {
			if bits.OnesCount32(g.links[u]) >= centers {
				f |= 1 << u
			}
			if bits.OnesCount32(g.back[u]) >= fans {
				h |= 1 << u
			}
		}
		before := fmt.Sprint(g.links, g.back)
		g.keep(f, h)
		again = before != fmt.Sprint(g.links, g.back)
	}
}

// small is a crawl of 13 pages or fewer with many links.
func small(t *testing.T, r *rand.Rand) *store.Crawl {
	t.Helper()
	var lines strings.Builder
	n := 5 + r.IntN(9)
	for range 3*n + r.IntN(3*n) {
		fmt.Fprintf(&lines, "http://h%d.test/\thttp://h%d.test/\n", r.IntN(n), r.IntN(n))
	}
	return ingesttest.Text(t, lines.String())
}

// Every figure of every shape and kind is what looking at each set of centers gives.
func TestFiguresAgainstEverySet(t *testing.T) {
	r := drawn.Rand(t)
	for range 25 {
		c, degree := small(t, r), 3+r.IntN(6)
		for _, kind := range Kinds {
			q := asked{i: fmt.Sprintf("%d..%d", 1+r.IntN(2), 2), j: fmt.Sprintf("%d..%d", 1+r.IntN(2), 2), kind: kind, maxDegree: degree, top: 3}
			got, err := ask(t, c, q, answer.Options{Memory: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			f := got.(*Found)
			if f.Kind != kind || f.MaxDegree != degree || f.Pages != c.NumPages() {
				t.Fatalf("got %+v", f)
			}
			for k := range f.Cells {
				checkCell(t, f, k, plainOf(t, c, degree), c)
			}
		}
	}
}

// checkCell compares the figures of a shape.
func checkCell(t *testing.T, f *Found, k int, g *plain, c *store.Crawl) {
	t.Helper()
	x := &f.Cells[k]
	want := g.count(x.Fans, x.Centers)
	at := fmt.Sprintf("%s (%d,%d), links below %d", f.Kind, x.Fans, x.Centers, f.MaxDegree)
	is := func(what string, got *int64, want int) {
		if got == nil || *got != int64(want) {
			t.Errorf("%s: %s: got %v, want %d", at, what, got, want)
		}
	}
	switch f.Kind {
	case count:
		if x.All != strconv.Itoa(want.all) {
			t.Errorf("%s: got %s cliques, want %d", at, x.All, want.all)
		}
	case aPriori:
		if x.Sets != strconv.Itoa(want.sets) {
			t.Errorf("%s: got %s sets, want %d", at, x.Sets, want.sets)
		}
		is("maximal cliques of just the shape", x.Exactly, want.exactly)
	case maximal:
		is("maximal cliques of just the shape", x.Exactly, want.exactly)
		is("maximal cliques", x.Cliques, want.atLeast)
	case disjoint:
		if (*x.Cliques > 0) != (want.all > 0) || *x.Cliques > int64(want.all) {
			t.Errorf("%s: got %d disjoint cliques of %d", at, *x.Cliques, want.all)
		}
	}
	if (x.Left != nil) != (k == 0 || f.Kind == disjoint) {
		t.Fatalf("%s: cell %d: left %v", at, k, x.Left)
	}
	if x.Left == nil {
		return
	}
	g.peel(x.Fans, x.Centers)
	var left core.Left
	for u := range g.n {
		if g.links[u] != 0 {
			left.Fans++
		}
		if g.back[u] != 0 {
			left.Centers++
		}
		if g.links[u]|g.back[u] != 0 {
			left.Pages++
		}
		left.Arcs += int64(bits.OnesCount32(g.links[u]))
	}
	out, in := make([]int, g.n), make([]int, g.n) // links of a page to itself count here
	err := graph.EachList(c.Graph(), graph.Everything(c.Graph()), func(u graph.Node, succ []graph.Node) {
		out[u] = len(succ)
		for _, v := range succ {
			in[v]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for u := range g.n {
		if g.links[u]|g.back[u] == 0 && out[u] == 0 && in[u] == 1 {
			left.Border++
		}
	}
	left.Removed = g.n - left.Pages
	if left.Pages > 0 {
		left.Degree = float64(left.Arcs) / float64(left.Pages)
	}
	if *x.Left != left {
		t.Errorf("%s: left %+v, want %+v of %d pages", at, *x.Left, left, g.n)
	}
}

// The first cliques of the largest shape that has any are listed by name, the requested number.
func TestTopIsOfTheLargestShape(t *testing.T) {
	var lines strings.Builder
	for _, fan := range []string{"a", "b", "c"} { // (3,2), twice, and (2,3)
		fmt.Fprintf(&lines, "http://%[1]s.test/\thttp://x.test/\nhttp://%[1]s.test/\thttp://y.test/\nhttp://%[1]s2.test/\thttp://x2.test/\nhttp://%[1]s2.test/\thttp://y2.test/\n", fan)
	}
	c := ingesttest.Text(t, lines.String())
	for top, want := range map[int]int{0: 0, 1: 1, 2: 2, 5: 2} {
		q := asked{i: "1..4", j: "1..3", kind: disjoint, maxDegree: 50, top: top}
		got, err := ask(t, c, q, answer.Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		all := got.(*Found).Top
		if len(all) != want {
			t.Fatalf("top %d: got %d communities, want %d", top, len(all), want)
		}
		for _, k := range all {
			suffix := ""
			if strings.HasSuffix(k.Fans[0], "2.test/") {
				suffix = "2"
			}
			fans, centers := []string{}, []string{"http://x" + suffix + ".test/", "http://y" + suffix + ".test/"}
			for _, fan := range []string{"a", "b", "c"} {
				fans = append(fans, "http://"+fan+suffix+".test/")
			}
			if !slices.Equal(k.Fans, fans) || !slices.Equal(k.Centers, centers) || !slices.Equal(k.Hosts, []string{"x" + suffix + ".test", "y" + suffix + ".test"}) || len(k.Words) > 0 {
				t.Errorf("top %d: got %+v", top, k)
			}
		}
	}
}

// Maximal cliques are written up to the limit, and it is said that there are more.
func TestLimitOfMaximalCliques(t *testing.T) {
	r := drawn.Rand(t)
	c := small(t, r)
	total := plainOf(t, c, 50).count(1, 1).atLeast
	for _, limit := range []int{0, 1, total - 1, total, total + 1} {
		if limit < 0 {
			continue
		}
		q := asked{i: "1", j: "1", kind: maximal, maxDegree: 50, limit: limit, output: filepath.Join(t.TempDir(), "cliques"), top: 1}
		got, err := ask(t, c, q, answer.Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(q.output)
		if err != nil {
			t.Fatal(err)
		}
		written, want := strings.Count(string(text), `{"fans":[`), total
		if limit > 0 {
			want = min(limit, total)
		}
		f := got.(*Found)
		if written != want || f.Limited != (limit > 0 && limit < total) {
			t.Errorf("limit %d: %d of %d cliques are written, more: %v", limit, written, total, f.Limited)
		}
	}
}

// A file of cliques names the graph in which they were found, so that the crawl can be sought; one that cannot be read
// names none.
func TestAFileNamesItsGraph(t *testing.T) {
	c := made(t, drawn.Rand(t), 60)
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "cliques")
	if _, err := ask(t, c, q, answer.Options{Memory: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(q.output)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	var header struct {
		Graph string `json:"graph"`
	}
	if err := json.Unmarshal([]byte(first), &header); err != nil || header.Graph == "" {
		t.Fatalf("the first line is %s: %v", first, err)
	}
	for check, want := range map[string][2]string{
		"": {}, q.output: {q.output, header.Graph}, q.output + "-absent": {},
	} {
		seeker := asked{check: check}
		if file, id := seeker.Seeks(answer.Options{Memory: 1 << 30}); file != want[0] || id != want[1] {
			t.Errorf("check %q: got %q, %q; want %q", check, file, id, want)
		}
	}
}

// A word counts in each text once, and has three letters or more.
func TestWordsOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		"The honey, the BEES; of x1y2zzz": "[bees honey the zzz]", "": "[]", "ab öçé": "[öçé]", "a-b-c": "[]",
	} {
		words := []string{}
		for w := range wordsIn([]byte(text)) {
			words = append(words, w)
		}
		slices.Sort(words)
		if got := fmt.Sprint(words); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	counts := map[string]int{"a": 3, "b": 3, "c": 9, "d": 1}
	if got := most(counts, func(w string) float64 { return map[string]float64{"d": 100}[w] + 1 }); fmt.Sprint(got) != "[d c a]" {
		t.Errorf("got %v, want those that weigh most, three, by name where they weigh the same", got)
	}
}
