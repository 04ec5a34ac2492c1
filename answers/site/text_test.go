package site

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
)

// The share of common words is that of the sets of words, exactly where these are small.
func TestSketches(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		n := 1 + rng.IntN(300)
		sets, said := [2]map[string]bool{{}, {}}, [2][]string{}
		for range n {
			w := fmt.Sprintf("w%d", rng.IntN(n))
			for i := range sets {
				if rng.IntN(3) > 0 {
					sets[i][w] = true
					said[i] = append(said[i], w, strings.ToUpper(w))
				}
			}
		}
		all, err := sketches(t.Context(), 3, func(f func(graph.Node, []byte) error) error {
			for i := range said {
				if err := f(graph.Node(i), []byte(strings.Join(said[i], ", "))); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		both := 0
		for w := range sets[0] {
			if sets[1][w] {
				both++
			}
		}
		union := len(sets[0]) + len(sets[1]) - both
		if union == 0 {
			continue
		}
		got, want := all[0].common(all[1]), float64(both)/float64(union)
		if bound := 5 * math.Sqrt(want*(1-want)/sketchWords); union > sketchWords && math.Abs(got-want) > bound+0.02 || union <= sketchWords && math.Abs(got-want) > 1e-12 {
			t.Fatalf("%d and %d words, %d common: got %g, want %g", len(sets[0]), len(sets[1]), both, got, want)
		}
		if all[2] != nil || all[2].common(all[2]) != 0 || all[1].common(all[0]) != got {
			t.Fatal("a page without a text says something, or the order matters")
		}
	}
}

// What pages say decides between two sides that links alone leave open.
func TestTextsDecide(t *testing.T) {
	var lines strings.Builder
	for _, side := range []string{"a", "b"} {
		for i := range 6 {
			for j := range 6 {
				if i != j {
					fmt.Fprintf(&lines, "http://x.test/%s%d\thttp://x.test/%s%d\n", side, i, side, j)
				}
			}
		}
	}
	for i := range 3 { // m is linked to and fro with both
		fmt.Fprintf(&lines, "http://x.test/m\thttp://x.test/a%d\nhttp://x.test/a%d\thttp://x.test/m\n", i, i)
		fmt.Fprintf(&lines, "http://x.test/m\thttp://x.test/b%d\nhttp://x.test/b%d\thttp://x.test/m\n", i, i)
	}
	c := ingesttest.Text(t, lines.String())
	find2 := func(like string) bool {
		says := func(f func(graph.Node, []byte) error) error {
			for u := range graph.Node(c.NumPages()) {
				text := "sheep goats wool milk"
				if name := c.Label(u); strings.Contains(name, "/b") || name == "http://x.test/m" && like == "b" {
					text = "engines wheels rails steam"
				}
				if err := f(u, []byte(text)); err != nil {
					return err
				}
			}
			return nil
		}
		var pages []graph.Node
		for i := range 6 {
			u, _, err := c.Find(fmt.Sprintf("http://x.test/a%d", i))
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, u)
		}
		s, err := find(t, c, Request{Pages: pages, Cluster: Given, Capacity: Textual, Texts: says, Epsilon: 0.6, Anyway: true})
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := c.Find("http://x.test/m")
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(s.pages, m)
	}
	if !find2("a") || find2("b") {
		t.Errorf("a page that says what side a says is inside: %v; what side b says: %v", find2("a"), find2("b"))
	}
}
