package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
)

// With kept weights the boundary cuts the light links, however many there are. Its capacity is the sum of their weights and
// of the pages inside, as added up here.
func TestKeptCapacity(t *testing.T) {
	const half, heavy, epsilon = 8, 40.0, 0.05
	r := rand.New(rand.NewPCG(2, 3))
	weights := map[[2]int]float64{}
	for u := range 2 * half {
		for v := range 2 * half {
			switch {
			case u == v:
			case u/half == v/half && (u+1)%half == v%half:
				weights[[2]int{u, v}] = heavy
			case u/half != v/half && r.IntN(3) > 0:
				weights[[2]int{u, v}] = 0.2 * r.Float64()
			}
		}
	}
	list := "source,target,weight\n"
	for arc, w := range weights {
		list += fmt.Sprintf("http://x.test/%c%d,http://x.test/%c%d,%v\n", 'a'+arc[0]/half, arc[0]%half, 'a'+arc[1]/half, arc[1]%half, w)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(list), Weights: "weight"})
	s, err := find(t, c, Request{Pages: []graph.Node{0}, Cluster: Given, Capacity: KeptWeights, Epsilon: epsilon, Anyway: true})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(s.pages)
	if want := []graph.Node{0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(s.pages, want) {
		t.Fatalf("the site has the pages %v, want %v", s.pages, want)
	}
	cut := 0.0
	for arc, w := range weights {
		if arc[0] < half && arc[1] >= half {
			cut += w / heavy
		}
	}
	if math.Abs(s.CutCapacity-cut) > 1e-9 {
		t.Errorf("the cut carries %v, want %v", s.CutCapacity, cut)
	}
	plain := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(list)})
	if _, err := find(t, plain, Request{Pages: []graph.Node{0}, Cluster: Given, Capacity: KeptWeights}); err == nil {
		t.Error("a crawl without weights: no error")
	}
	negative := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1 -1\n1 0 2\n"), Weights: "3"})
	if _, err := find(t, negative, Request{Pages: []graph.Node{0}, Cluster: Given, Capacity: KeptWeights}); err == nil {
		t.Error("a weight below 0: no error")
	}
}
