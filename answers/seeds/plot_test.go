package seeds_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"weft/answers/seeds"
	"weft/internal/plots"
)

func compared() *seeds.Compared {
	depths := func(scale float64) []seeds.Depth {
		return []seeds.Depth{
			{Pages: 3 * scale, Visited: 3 * scale, PageRank: 1e-4 * scale, Groups: 2},
			{Pages: 30, Visited: 33 * scale, PageRank: 1e-3, Groups: 9},
			{},
			{Pages: 0, Visited: 33 * scale, Groups: 9},
		}
	}
	low := depths(0.5)
	low[0].PageRank = -1
	return &seeds.Compared{Depth: 3, Groups: "sites", Walks: []*seeds.Walk{
		{Name: "seeds", Depths: depths(1)},
		{Name: "random", Depths: depths(1), Low: low, High: depths(2)},
		{Name: "a/long/path/to/a <list>.txt", Depths: depths(3)},
	}}
}

// Plots are well-formed, say what they show, and have no number that is none.
func TestPlots(t *testing.T) {
	pictures := compared().Plots()
	var names []string
	for _, p := range pictures {
		names = append(names, p.Name)
		text := textOf(t, p)
		for _, want := range []string{"depth: links from the seeds", "seeds", "random", "<list>.txt"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", p.Name, want, text)
			}
		}
		if n := strings.Count(text, "(mean, 95 %)"); n != 1 {
			t.Errorf("%s: %d lines have an interval, want that of random", p.Name, n)
		}
		if bytes.Contains(p.Sheet.SVG(), []byte("NaN")) || bytes.Contains(p.Sheet.SVG(), []byte("Inf")) {
			t.Errorf("%s: a coordinate is no number", p.Name)
		}
	}
	if got := strings.Join(names, " "); got != "pagerank pages sites" {
		t.Errorf("got %s", got)
	}
}

func textOf(t *testing.T, p plots.Picture) string {
	t.Helper()
	var b strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(p.Sheet.SVG())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if data, ok := token.(xml.CharData); ok {
			b.Write(data)
		}
	}
}

// A walk that meets nothing, and no walk at all, can be drawn.
func TestPlotsOfNothing(t *testing.T) {
	for _, r := range []*seeds.Compared{{}, {Walks: []*seeds.Walk{{Name: "seeds", Depths: make([]seeds.Depth, 3)}}}} {
		if pictures := r.Plots(); len(pictures) != 2 {
			t.Errorf("got %d plots", len(pictures))
		}
	}
}
