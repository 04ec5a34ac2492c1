package site

import (
	"errors"
	"slices"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
)

// MCL on line finds a site and asks for little else: it never sees most of the crawl. What it asked for is all of what
// it found.
func TestMCLOnLine(t *testing.T) {
	rng := drawn.Rand(t)
	w := plant(rng, 150, 50+rng.IntN(20), 200, 40)
	c := ingesttest.Text(t, w.lines.String())
	for _, k := range []int{1} {
		want := w.pages(t, c, k)
		given := want[rng.IntN(len(want)):][:1]
		s, _, err := findOn(t.Context(), c, Request{Pages: given, Cluster: OnLineMCL, Flow: NoFlow})
		if err != nil {
			t.Fatal(err)
		}
		hit := common(s.pages, want)
		if hit != s.Pages || 10*hit < 5*len(want) || s.Core.Fetched < s.Pages || s.Core.Fetched > len(want)+120 {
			t.Errorf("site %d: %d of %d pages, %d others, %d asked for", k, hit, len(want), s.Pages-hit, s.Core.Fetched)
		}
		again, _, err := findOn(t.Context(), c, Request{Pages: given, Cluster: OnLineMCL, Flow: NoFlow, Options: answer.Options{Workers: 3}})
		if err != nil || !slices.Equal(again.pages, s.pages) {
			t.Errorf("three workers find %d pages, one %d: %v", again.Pages, s.Pages, err)
		}
		if all, err := find(t, c, Request{Pages: given, Cluster: OnLineMCL}); err != nil || common(all.pages, s.pages) != s.Pages {
			t.Errorf("with the flow %d pages, without %d: %v", all.Pages, s.Pages, err)
		}
	}
	_, err := find(t, c, Request{Keyword: "test", Cluster: OnLineMCL})
	if e := (*answer.OptionError)(nil); !errors.As(err, &e) {
		t.Errorf("from a keyword: %v", err)
	}
	if _, err := find(t, c, Request{Pages: []graph.Node{0}, Cluster: OnLineMCL, Merge: true}); err == nil {
		t.Error("one cluster is merged with others")
	}
}
