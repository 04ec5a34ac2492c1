package chance

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/algo/rewire"
	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/generate/generatetest"
	"weft/store"
)

func options(workers int) answer.Options {
	return answer.Options{Memory: 1 << 30, Workers: workers, Seed: 1}
}

func ask(t *testing.T, c *store.Crawl, o answer.Options, args ...string) *Chance {
	t.Helper()
	q := answertest.Ask(t, Question.New(), args...)
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return answertest.Result[*Chance](t, q, c, o)
}

// stored is a crawl of a graph.
func stored(t *testing.T, g *graph.Memory) *store.Crawl {
	t.Helper()
	s := generatetest.New(t, g.NumNodes(), 1)
	s.Memory = g
	return s.Crawl(t)
}

// text is what people read of a result.
func text(r answer.Answer) string {
	var b strings.Builder
	answer.Print(&b, r.Blocks(), option.Quoted)
	return b.String()
}

func asJSON(t *testing.T, r *Chance) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// figure returns a figure by its key.
func (r *Chance) figure(t *testing.T, key string) *Figure {
	t.Helper()
	for i := range r.Figures {
		if r.Figures[i].Key == key {
			return &r.Figures[i]
		}
	}
	t.Fatalf("no figure %s", key)
	return nil
}

// The result is the same for any number of workers and any memory, and another for another seed.
func TestSameForAnyWorkers(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 800, Degree: 9, Seed: 3})
	result := func(o answer.Options) string {
		return asJSON(t, ask(t, c, o, "--draws", "6"))
	}
	want := result(options(1))
	for _, workers := range []int{2, 3, 8} {
		if got := result(options(workers)); got != want {
			t.Errorf("with %d workers: %s, want %s", workers, got, want)
		}
	}
	tight := options(4)
	tight.Memory = mem.Least
	if got := result(tight); got != want {
		t.Errorf("with little memory: %s, want %s", got, want)
	}
	other := options(1)
	other.Seed = 2
	if result(other) == want {
		t.Error("another seed gives the same result")
	}
}

// A graph drawn at random by chance is as by chance: z is small. With every link returned it is not.
func TestVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var arcs, both []graph.Arc
	for range 3000 {
		a := graph.Arc{From: graph.Node(r.IntN(500)), To: graph.Node(r.IntN(500))}
		arcs = append(arcs, a)
		both = append(both, a, graph.Arc{From: a.To, To: a.From})
	}
	plain := ask(t, stored(t, graph.FromArcs(500, arcs)), options(2))
	for _, f := range plain.Figures {
		if f.Z == nil || math.Abs(*f.Z) > 4.5 {
			t.Errorf("%s of a random graph: %+v", f.Key, f)
		}
	}
	mutual := ask(t, stored(t, graph.FromArcs(500, both)), options(2))
	f := mutual.figure(t, "reciprocity")
	if f.Value == nil || *f.Value != 1 || *f.Z < 50 || *f.Ratio < 10 || f.Below != usualDraws || !strings.HasSuffix(f.Verdict, " times as high as by chance") {
		t.Errorf("returned links: %+v", f)
	}
	if !plain.Mixed || !mutual.Mixed || plain.Kept().Options != nil {
		t.Errorf("mixed: %v, %v", plain.Mixed, mutual.Mixed)
	}
}

// Too few steps are reported.
func TestTooFewSteps(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 1200, Degree: 12, Seed: 3})
	short, long := ask(t, c, options(2), "--swaps", "1"), ask(t, c, options(2), "--swaps", "20")
	if short.Mixed || !long.Mixed || short.AtEnd <= long.AtEnd || short.Halfway <= short.AtEnd {
		t.Errorf("mixed: %v after 1 step a link, %v after 20; %g and %g are left", short.Mixed, long.Mixed, short.AtEnd, long.AtEnd)
	}
	if got := text(short); !strings.Contains(got, "Take more") {
		t.Errorf("got %s", got)
	}
}

// The figures of the crawl and of each draw are those of plain definitions.
func TestFiguresByDefinition(t *testing.T) {
	g := graph.FromArcs(40, func() (arcs []graph.Arc) {
		r := rand.New(rand.NewPCG(8, 9))
		for range 160 {
			arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(40) * r.IntN(40) / 40), To: graph.Node(r.IntN(40))})
		}
		return arcs
	}())
	simple, err := withoutLoops(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	hosts := make([]uint32, 40)
	for i := range hosts {
		hosts[i] = uint32(i / 10)
	}
	m := &meter{ctx: t.Context(), workers: 1, hosts: hosts}
	for i := range uint64(4) {
		d, err := rewire.Draw(t.Context(), simple, rewire.Options{Steps: 2000, Draw: i})
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.measure(d.Graph)
		if err != nil {
			t.Fatal(err)
		}
		for j, want := range naive(d.Graph, hosts) {
			if got[j] == nil || math.Abs(*got[j]-want) > 1e-12 {
				t.Errorf("%s is %v, want %g", figures[j].key, got[j], want)
			}
		}
	}
}

// naive computes all figures from a matrix.
func naive(g *graph.Memory, hosts []uint32) []float64 {
	n := g.NumNodes()
	has := func(u, v int) bool { return g.Has(graph.Node(u), graph.Node(v)) }
	near := func(u, v int) bool { return u != v && (has(u, v) || has(v, u)) }
	in, out := make([]float64, n), make([]float64, n)
	arcs, returned, within := 0.0, 0.0, 0.0
	for u := range n {
		for v := range n {
			if !has(u, v) {
				continue
			}
			arcs++
			out[u]++
			in[v]++
			if has(v, u) {
				returned++
			}
			if hosts[u] == hosts[v] {
				within++
			}
		}
	}
	closed, wedges, local, several := 0.0, 0.0, 0.0, 0.0
	for u := range n {
		own, pairs := 0.0, 0.0
		for v := range n {
			for w := range v {
				if near(u, v) && near(u, w) {
					pairs++
					if near(v, w) {
						own++
					}
				}
			}
		}
		closed, wedges = closed+own, wedges+pairs
		if pairs > 0 {
			local, several = local+own/pairs, several+1
		}
	}
	density := arcs / float64(n*(n-1))
	pearson := func(a, b []float64) float64 {
		var x, y []float64
		for u := range n {
			for v := range n {
				if has(u, v) {
					x, y = append(x, a[u]), append(y, b[v])
				}
			}
		}
		mx, sx := spread(x)
		my, sy := spread(y)
		sum := 0.0
		for i := range x {
			sum += (x[i] - mx) * (y[i] - my)
		}
		return sum / sx / sy / float64(len(x)-1)
	}
	s := returned / arcs
	return []float64{s, (s - density) / (1 - density), closed / wedges, local / several, pearson(out, in), pearson(out, out), pearson(in, in), pearson(in, out), within / arcs}
}

// Verdicts of figures in all positions.
func TestVerdict(t *testing.T) {
	at := func(x float64) *float64 { return &x }
	share, correlation := kind{"a", "a", true}, kind{"b", "b", false}
	for _, c := range []struct {
		k     kind
		own   *float64
		drawn []float64
		want  string
	}{
		{share, at(0.31), []float64{0.1, 0.11, 0.09}, "3.1 times as high as by chance"},
		{share, at(0.05), []float64{0.1, 0.11, 0.09}, "50.0 % lower than by chance"},
		{share, at(0.105), []float64{0.1, 0.11, 0.09}, "as by chance"},
		{share, at(0.1), []float64{0.1, 0.1}, "the same in all random graphs"},
		{share, at(0.1), []float64{0, 0}, "may be chance: 39 graphs may decide"},
		{share, at(0.1), make([]float64, 39), "never by chance"},
		{share, at(0.1), make([]float64, 38), "may be chance: 39 graphs may decide"},
		{share, at(0), []float64{0.1, 0.11, 0.12}, "none, unlike by chance"},
		{share, at(0.14), []float64{0.1, 0.11, 0.12}, "may be chance: 6 graphs may decide"},
		{share, at(0.121), []float64{0.1, 0.11, 0.12}, "may be chance: p is above 5.0 %"},
		{share, at(0.1), nil, "nothing to compare with"},
		{share, nil, []float64{1}, "not defined"},
		{correlation, at(-0.5), []float64{-0.1, -0.15, -0.12}, "0.38 below chance"},
		{correlation, at(0.5), []float64{-0.02, 0.02, 0.01}, "0.50 above chance"},
	} {
		c.k.key = figures[map[bool]int{true: 0, false: 1}[c.k.isShare]].key
		r := Chance{Figures: []Figure{c.k.figure(c.own, c.drawn)}}
		r.judge([][]float64{c.drawn})
		if got := r.Figures[0].Verdict; got != c.want {
			t.Errorf("%v beside %v: %q, want %q", c.own, c.drawn, got, c.want)
		}
	}
}

// Graphs of the null model seldom have a figure that is called different: in 5 of 100 comparisons at most, whatever the
// number of draws. That more than 5 of 16 graphs do, has a probability of 1 in 12,000 for each number of draws.
func TestErrorRate(t *testing.T) {
	seed := drawn.Seed(t)
	wrong := map[string]int{}
	for i := range uint64(16) {
		c := generatetest.Web(t, random.WebOptions{Pages: 60 + 30*int(i%4), Degree: 2 + float64(i%5), Seed: seed + i})
		own, err := withoutLoops(t.Context(), c.Graph())
		if err != nil {
			t.Fatal(err)
		}
		d, err := rewire.Draw(t.Context(), own, rewire.Options{Steps: 40 * own.NumArcs(), Seed: seed, Draw: i})
		if err != nil {
			t.Fatal(err)
		}
		null := stored(t, d.Graph)
		for _, draws := range []string{"5", "20"} {
			r := ask(t, null, options(2), "--draws", draws, "--swaps", "20")
			if slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Differs }) {
				wrong[draws]++
			}
		}
	}
	t.Logf("comparisons with a difference, of 16: %v", wrong)
	for draws, n := range wrong {
		if n > 5 {
			t.Errorf("%s draws: of 16 graphs of the null model %d have a difference", draws, n)
		}
	}
}

// Without links there is nothing to compare; the report says so.
func TestWithoutLinks(t *testing.T) {
	r := ask(t, stored(t, graph.FromArcs(3, []graph.Arc{{From: 1, To: 1}})), options(1))
	if r.Arcs != 0 || r.Draws != 0 || !strings.Contains(text(r), "nothing to compare") {
		t.Errorf("got %+v", r)
	}
}

func TestOptions(t *testing.T) {
	answertest.Checks(t, []answer.Question{Question}, `
chance --draws 1 => --draws 1: expected 2 or more
chance --swaps 0 => --swaps 0: expected 1 or more
`)
}

// section returns what a report shows for a crawl.
func section(t *testing.T, c *store.Crawl) answer.Answer {
	t.Helper()
	w, err := Question.Section.Asked.Plan(t.Context(), c, options(1))
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A report draws for a small graph, says so for a large one, and shows the kept result of the command wherever there is
// one.
func TestReported(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: 3})
	reports := func() string {
		t.Helper()
		got := section(t, c)
		if k := got.Kept(); !slices.Equal(k.Options, nil) || len(k.Files) > 0 {
			t.Errorf("a report keeps %+v", k)
		}
		return text(got)
	}
	if got := reports(); !strings.Contains(got, "Beside 5 random graphs") {
		t.Errorf("got %s", got)
	}
	large := &tooLarge{20_000_000, "c"}
	if got := text(large); !strings.Contains(got, "20,000,000 links") || !strings.Contains(got, "weft chance c ") {
		t.Errorf("got %s", got)
	}
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err != nil {
		t.Fatal(err)
	}
	r := ask(t, c, options(1))
	if err := k.Keep(r.Kept()); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if got := reports(); got != text(&reported{r, c.Path}) {
		t.Errorf("got %s", got)
	}
}

// The command that a report prints decides its figures: the next report shows more random graphs.
func TestReportedAdvice(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 6, Seed: 3})
	before := text(section(t, c))
	command := regexp.MustCompile(`Run weft chance (\S+?)(?: 'draws' (\d+))?: the next report shows its result`).FindStringSubmatch(before)
	if command == nil || command[1] != option.Word(c.Path) {
		t.Fatalf("no command for more draws of %s in %s", c.Path, before)
	}
	var more []string
	draws := strconv.Itoa(usualDraws)
	if command[2] != "" {
		draws, more = command[2], []string{"--draws", command[2]}
	}
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Keep(ask(t, c, options(1), more...).Kept()); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if after := text(section(t, c)); !strings.Contains(after, "Beside "+draws+" random graphs") {
		t.Errorf("after the command the report says %s", after)
	}
}
