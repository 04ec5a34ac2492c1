package atlas

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/internal/plots"
	"weft/making/generate/generatetest"
)

// The ten largest discs have labels, and labels cover neither each other nor leave the sheet, on maps of generated crawls.
func TestLargestDiscsHaveLabels(t *testing.T) {
	for _, pages := range []int{30, 300, 3000} {
		c := generatetest.Web(t, random.WebOptions{Pages: pages, Degree: 8, Seed: drawn.Seed(t)})
		for _, args := range [][]string{{"--by", ByHost}, {"--by", ByPage}, {"--by", ByPage, "--top", "1000"}} {
			m := answertest.Result[*Map](t, answertest.Ask(t, Question.New(), args...), c, answer.Options{Memory: 1 << 30, Workers: 2})
			checkLabels(t, fmt.Sprint(pages, " pages ", args), m)
		}
	}
}

// Labels find a place also where all discs lie in one heap, or all names are long.
func TestLabelsOfCrowdedMaps(t *testing.T) {
	rng := drawn.Rand(t)
	for range 8 {
		m := &Map{By: ByPage}
		for i := range 10 + rng.IntN(400) {
			name := strings.Repeat("W", 1+rng.IntN(300))
			if i%3 == 0 {
				name = "http://xn--bcher-kva.example/" + name
			}
			m.Nodes = append(m.Nodes, Node{Name: name, Pages: 1, X: 400 + 200*rng.Float64(), Y: 250 + 100*rng.Float64(), Radius: 40 / math.Sqrt(float64(i+1))})
		}
		checkLabels(t, "a heap", m)
	}
}

func checkLabels(t *testing.T, name string, m *Map) {
	t.Helper()
	for _, factor := range []float64{1, 1.7} {
		named, all := map[int]bool{}, m.label(factor)
		for i, p := range all {
			named[p.node] = true
			if b := p.box; b.Min.X < 0 || b.Max.X > Width || b.Min.Y < 0 || b.Max.Y > Height+legend {
				t.Errorf("%s, factor %v: the label of node %d leaves the sheet: %v", name, factor, p.node, b)
			}
			for _, line := range p.lines {
				if w := plots.Width(line.Text, line.Size); w > p.box.Max.X-p.box.Min.X {
					t.Errorf("%s: %q is %v wide, its box %v", name, line.Text, w, p.box)
				}
			}
			for _, q := range all[:i] {
				if a, b := p.box, q.box; a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y {
					t.Errorf("%s, factor %v: the labels of nodes %d and %d overlap", name, factor, p.node, q.node)
				}
			}
		}
		for i := range min(surelyNamed, len(m.Nodes)) {
			if !named[i] {
				t.Errorf("%s, factor %v: node %d, %s, has no label", name, factor, i, m.Nodes[i].Name)
			}
		}
	}
}

// Labels show hosts in their own letters. Files without fonts of all scripts keep the encoded form of the others.
func TestLettersOfHosts(t *testing.T) {
	m := &Map{By: ByHost, Nodes: []Node{{Name: "www.xn--bcher-kva.example"}, {Name: "xn--r8jz45g.example"}}}
	for i, want := range [][2]string{{"bücher.example", "bücher.example"}, {"例え.example", "xn--r8jz45g.example"}} {
		for k, own := range []bool{false, true} {
			if m.ownFont = own; m.short(m.Nodes[i].Name) != want[k] {
				t.Errorf("%s, own font %v: %q, want %q", m.Nodes[i].Name, own, m.short(m.Nodes[i].Name), want[k])
			}
		}
	}
}
