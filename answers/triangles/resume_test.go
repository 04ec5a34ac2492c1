package triangles

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"weft/algo/triangle"
	"weft/answers/answer"
	"weft/graph"
	"weft/making/generate/generatetest"
	"weft/store"
)

// A count goes on from what a command that was killed has kept of the same arcs; the answer is the same.
func TestCountGoesOn(t *testing.T) {
	var arcs []graph.Arc
	for u := range 30 {
		for _, v := range []int{u + 1, u + 3, u * 7 % 29} {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v % 30)}) //nolint:gosec // small numbers
		}
	}
	s := generatetest.New(t, 30, 1)
	s.Memory = graph.FromArcs(30, arcs)
	c := s.Crawl(t)
	dir := t.TempDir()
	o := answer.Options{Memory: 1 << 30, Workers: 1, Interim: answer.NewInterim(dir)}
	o.Interim.Every = 0
	goesOn := false
	o.Inform = func(text string, _ bool) { goesOn = goesOn || strings.HasPrefix(text, "triangles continues") }
	see := func(o answer.Options, f func(v *store.View) (answer.Answer, error)) *Triangles {
		stage, err := countStage(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := answer.See(c, &o, stage, f)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := got.(*Triangles)
		return r
	}
	whole := see(o, func(v *store.View) (answer.Answer, error) { return count(t.Context(), v, o) })
	kill := func() { // behind the last part
		see(o, func(v *store.View) (answer.Answer, error) {
			to := triangle.Options{Work: v.Work(1), Lists: lists(v)}
			resume(v, &o, &to)
			_, err := triangle.Count(t.Context(), v.Out, v.In, to)
			return nil, err
		})
	}
	kill()
	again := see(o, func(v *store.View) (answer.Answer, error) { return count(t.Context(), v, o) })
	want, _ := json.Marshal(whole)
	got, _ := json.Marshal(again)
	if !goesOn || string(got) != string(want) || !slices.Equal(again.of, whole.of) || *whole.Triangles == 0 {
		t.Errorf("goes on: %v, got %s, want %s", goesOn, got, want)
	}
	kill()
	goesOn = false
	o.Kinds = "link,redirect"
	if got := see(o, func(v *store.View) (answer.Answer, error) { return count(t.Context(), v, o) }); goesOn || *got.Triangles != *whole.Triangles {
		t.Errorf("with other kinds of arcs: goes on: %v, %d triangles, want %d", goesOn, *got.Triangles, *whole.Triangles)
	}
}
