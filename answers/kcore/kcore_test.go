package kcore

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"weft/algo/kcore"
	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/mem"
	"weft/making/generate/generatetest"
	"weft/store"
)

func ask(t *testing.T, c *store.Crawl, memory int64, args ...string) *KCore {
	t.Helper()
	return answertest.Result[*KCore](t, answertest.Ask(t, Question.New(), args...), c, answer.Options{Memory: memory, Workers: 2})
}

// Five pages that all link to each other in one direction, and a tail of three: the innermost core is the five.
func TestClique(t *testing.T) {
	s := generatetest.New(t, 9, 1)
	var arcs []graph.Arc
	for u := range graph.Node(5) {
		for v := range u {
			arcs = append(arcs, graph.Arc{From: u, To: v})
		}
	}
	for u := range graph.Node(3) {
		arcs = append(arcs, graph.Arc{From: u + 4, To: u + 5}, graph.Arc{From: u + 5, To: u + 5})
	}
	for u := range s.States {
		s.States[u] = page.Fetched
	}
	s.Memory = graph.FromArcs(9, arcs)
	c := s.Crawl(t)
	r := ask(t, c, 1<<30)
	want := []Core{{0, 1, 9, 13, 13.0 / 9}, {1, 3, 8, 13, 13.0 / 8}, {4, 5, 5, 10, 2}}
	if !slices.Equal(r.Cores, want) || r.Degeneracy != 4 || r.Mean != 23.0/9 || r.Pages != 9 || !slices.Equal(r.numbers, []uint32{4, 4, 4, 4, 4, 1, 1, 1, 0}) {
		t.Errorf("got %+v, numbers %v", r, r.numbers)
	}
	pages := 0
	for _, h := range r.Hosts {
		pages += h.Pages
	}
	if len(r.Top) != 5 || r.Top[0].URL == "" || pages != 5 {
		t.Errorf("got pages %v, hosts %v", r.Top, r.Hosts)
	}
	if r := ask(t, c, 1<<30, "--degree", "in"); r.Degeneracy != 0 || len(r.Blocks()) != 1 || r.Degree != "in" {
		t.Errorf("links in one direction: got %+v", r)
	}
	if r := ask(t, c, 1<<30, "--top", "2"); len(r.Top) != 2 || len(r.Hosts) > 2 {
		t.Errorf("--top 2: got %v", r.Top)
	}
}

// web returns a crawl, and a budget that does not hold its decoded links.
func web(t *testing.T) (c *store.Crawl, little int64) {
	t.Helper()
	c = generatetest.Web(t, random.WebOptions{Pages: 3000, Degree: 12, Seed: 3})
	s, err := stage(t.Context(), c, answer.Options{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Plan(s.View)
	if err != nil || v.Form != store.InMemory {
		t.Fatalf("%s: %v", v.Form, err)
	}
	return c, v.NeedBytes - 1
}

// Any budget gives the same result, to the byte, except for the form; and a budget too small is refused before any work.
func TestBudgets(t *testing.T) {
	c, little := web(t)
	for _, degree := range kcore.DegreeNames() {
		whole, streamed := ask(t, c, 1<<30, "--degree", degree), ask(t, c, little, "--degree", degree)
		if streamed.Form == store.InMemory || whole.Form != store.InMemory {
			t.Fatalf("the forms are %s and %s", whole.Form, streamed.Form)
		}
		streamed.Form = whole.Form
		a, _ := json.Marshal(whole)
		b, _ := json.Marshal(streamed)
		if string(a) != string(b) || !slices.Equal(whole.numbers, streamed.numbers) {
			t.Errorf("%s: got %s, want %s", degree, b, a)
		}
	}
	var short *mem.ShortError
	if _, err := Question.New().Plan(t.Context(), c, answer.Options{Memory: 17 << 20}); !errors.As(err, &short) {
		t.Errorf("17 MiB: got %v", err)
	}
}

// Passes that were stopped continue where they were, and give the same.
func TestResume(t *testing.T) {
	c, little := web(t)
	want := ask(t, c, little)
	dir := t.TempDir()
	o := answer.Options{Memory: little, Workers: 1, Interim: answer.NewInterim(dir)}
	o.Interim.Every = 0
	continues := false
	o.Inform = func(text string, _ bool) {
		continues = continues || strings.HasPrefix(text, "k-cores continues after pass")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Note = func(what string, done, _ int64) {
		if what == "core numbers" && done > 0 {
			cancel()
		}
	}
	run := func(ctx context.Context) (answer.Answer, error) {
		stage, err := stage(ctx, c, o)
		if err != nil {
			t.Fatal(err)
		}
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) {
			return answer.Got(find(ctx, v, o, kcore.Neighbours, 10))
		})
	}
	if _, err := run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: got %v", err)
	}
	o.Note = nil
	got, err := run(t.Context())
	if err != nil || !continues {
		t.Fatalf("it continues: %v, %v", continues, err)
	}
	r, _ := got.(*KCore)
	if !slices.Equal(r.numbers, want.numbers) || !slices.Equal(r.Cores, want.Cores) {
		t.Error("other core numbers")
	}
}

func TestOptions(t *testing.T) {
	answertest.Checks(t, []answer.Question{Question}, `
		kcore
		kcore --degree arcs --top 0
		kcore --degree total => --degree
		kcore --top -1 => --top -1: expected 0 or more
	`)
}

// Text lists few of many cores, and the first and the last among them.
func TestRows(t *testing.T) {
	r := &KCore{}
	for k := range 500 {
		r.Cores = append(r.Cores, Core{K: uint32(k)})
	}
	some := r.some()
	if len(some) > 30 || some[0].K != 0 || some[len(some)-1].K != 499 {
		t.Errorf("got %d rows: %v", len(some), some)
	}
}
