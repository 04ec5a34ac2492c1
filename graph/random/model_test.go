package random_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
)

// A random graph whose lists can be made one by one.
type lists interface {
	graph.Graph
	AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error)
}

// must returns what cannot fail with the options of a test.
func must[G any](g G, err error) G {
	if err != nil {
		panic(err)
	}
	return g
}

// models are graphs of every model, small ones too.
func models() map[string]lists {
	return map[string]lists{
		"web":             must(random.NewWeb(random.WebOptions{Pages: 5000, Degree: 12, Seed: 1})),
		"web with ghosts": must(random.NewWeb(random.WebOptions{Pages: 3000, Degree: 40, Ghosts: 0.2, Failed: 0.1, Seed: 2})),
		"web of 1":        must(random.NewWeb(random.WebOptions{Pages: 1, Degree: 8, Seed: 3})),
		"web of 37":       must(random.NewWeb(random.WebOptions{Pages: 37, Degree: 5, Seed: 4})),
		"gnp":             must(random.NewGNP(random.GNPOptions{Pages: 2000, Degree: 7.5, Seed: 5})),
		"gnp with loops":  must(random.NewGNP(random.GNPOptions{Pages: 40, Degree: 38, Loops: true, Seed: 6})),
		"gnp of 1":        must(random.NewGNP(random.GNPOptions{Pages: 1, Seed: 6})),
		"copying":         must(random.NewCopying(random.CopyingOptions{Pages: 3000, Degree: 6.5, Alpha: 0.7, Seed: 7})),
		"evolving":        must(random.NewEvolving(random.EvolvingOptions{Pages: 3000, Degree: 6.5, Seed: 7})),
		"evolving of 1":   must(random.NewEvolving(random.EvolvingOptions{Pages: 1, Degree: 3, Seed: 8})),
		"uniform":         must(random.NewUniform(random.UniformOptions{Pages: 3000, Draws: 9000, Seed: 7})),
		"uniform of none": must(random.NewUniform(random.UniformOptions{Pages: 30, Seed: 7})),
		"uniform of 1":    must(random.NewUniform(random.UniformOptions{Pages: 1, Draws: 3, Seed: 8})),
		"kronecker":       must(random.NewKronecker(random.KroneckerOptions{Scale: 11, Degree: 9.5, Seed: 7})),
		"kronecker of 1":  must(random.NewKronecker(random.KroneckerOptions{Degree: 3, Seed: 8})),
		"scale-free":      must(random.NewScaleFree(random.ScaleFreeOptions{Pages: 2000, Seed: 9})),
		"scale-free of 3": must(random.NewScaleFree(random.ScaleFreeOptions{Pages: 3, Seed: 9})),
		"forest fire":     must(random.NewForestFire(random.ForestFireOptions{Pages: 2000, Seed: 10})),
		"back links":      must(random.NewForestFire(random.ForestFireOptions{Pages: 1000, Back: 0.01, Seed: 11})),
		"fire of 1":       must(random.NewForestFire(random.ForestFireOptions{Pages: 1, Back: 0.5, Seed: 12})),
		"copying of 1":    must(random.NewCopying(random.CopyingOptions{Pages: 1, Degree: 3, Alpha: 0.5, Seed: 8})),
	}
}

func TestGraphs(t *testing.T) {
	for name, g := range models() {
		t.Run(name, func(t *testing.T) {
			graphtest.Run(t, g, must(graph.Load(g)))
		})
	}
}

// A list does not depend on which lists were made before.
func TestListsArePure(t *testing.T) {
	for name, g := range models() {
		t.Run(name, func(t *testing.T) {
			want := must(graph.Load(g))
			r := rand.New(rand.NewPCG(1, 1))
			for range 300 {
				u := graph.Node(r.IntN(g.NumNodes()))
				got, err := g.AppendSucc([]graph.Node{9}, u)
				if err != nil || got[0] != 9 || !slices.Equal(got[1:], want.Succ(u)) {
					t.Fatalf("successors of %d: got %v, %v, want %v", u, got, err, want.Succ(u))
				}
				c := g.Scan(graph.Range{Lo: int(u), Hi: min(int(u)+3, g.NumNodes())})
				for v, list := range graph.Lists(c) {
					if !slices.Equal(list, want.Succ(v)) {
						t.Fatalf("a scan from %d: successors of %d: got %v, want %v", u, v, list, want.Succ(v))
					}
				}
			}
		})
	}
}

func TestSeedsMatter(t *testing.T) {
	a := must(graph.Load(must(random.NewGNP(random.GNPOptions{Pages: 100, Degree: 5, Seed: 1}))))
	b := must(graph.Load(must(random.NewGNP(random.GNPOptions{Pages: 100, Degree: 5, Seed: 2}))))
	c := must(random.NewWeb(random.WebOptions{Pages: 1000, Degree: 5, Seed: 1}))
	d := must(random.NewWeb(random.WebOptions{Pages: 1000, Degree: 5, Seed: 2}))
	same := 0
	for u := range graph.Node(100) {
		if slices.Equal(a.Succ(u), b.Succ(u)) {
			same++
		}
		if string(c.Namer().AppendKey(nil, u)) == string(d.Namer().AppendKey(nil, u)) {
			same++
		}
	}
	if same > 10 {
		t.Errorf("%d of 200 pages are alike with another seed", same)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, err := range map[string]error{
		"no page":         second(random.NewGNP(random.GNPOptions{})),
		"too many arcs":   second(random.NewGNP(random.GNPOptions{Pages: 10, Degree: 9.5})),
		"less than none":  second(random.NewGNP(random.GNPOptions{Pages: 10, Degree: -1})),
		"alpha 1":         second(random.NewCopying(random.CopyingOptions{Pages: 10, Degree: 3, Alpha: 1})),
		"alpha below 0":   second(random.NewCopying(random.CopyingOptions{Pages: 10, Degree: 3, Alpha: -0.1})),
		"too many links":  second(random.NewCopying(random.CopyingOptions{Pages: 10, Degree: 1e9, Alpha: 0.5})),
		"too many pages":  second(random.NewCopying(random.CopyingOptions{Pages: 1 << 33, Degree: 3, Alpha: 0.5})),
		"evolving links":  second(random.NewEvolving(random.EvolvingOptions{Pages: 10, Degree: 1e9})),
		"evolving NaN":    second(random.NewEvolving(random.EvolvingOptions{Pages: 10, Degree: math.NaN()})),
		"evolving none":   second(random.NewEvolving(random.EvolvingOptions{Degree: 1})),
		"uniform none":    second(random.NewUniform(random.UniformOptions{Draws: 3})),
		"uniform below 0": second(random.NewUniform(random.UniformOptions{Pages: 10, Draws: -1})),
		"uniform endless": second(random.NewUniform(random.UniformOptions{Pages: 10, Draws: math.MaxInt64})),
		"scale 32":        second(random.NewKronecker(random.KroneckerOptions{Scale: 32, Degree: 1})),
		"scale below 0":   second(random.NewKronecker(random.KroneckerOptions{Scale: -1, Degree: 1})),
		"kronecker NaN":   second(random.NewKronecker(random.KroneckerOptions{Scale: 3, Degree: math.NaN()})),
		"kronecker arcs":  second(random.NewKronecker(random.KroneckerOptions{Scale: 31, Degree: 1e6})),
		"initiator":       second(random.NewKronecker(random.KroneckerOptions{Scale: 3, Degree: 1, Initiator: [4]float64{1, 1, -1, 1}})),
		"initiator NaN":   second(random.NewKronecker(random.KroneckerOptions{Scale: 3, Degree: 1, Initiator: [4]float64{1, math.NaN()}})),
		"degree of a web": second(random.NewWeb(random.WebOptions{Pages: 10, Degree: 1})),
		"many ghosts":     second(random.NewWeb(random.WebOptions{Pages: 10, Degree: 5, Ghosts: 0.4, Failed: 0.2})),
		"ghosts":          second(random.NewWeb(random.WebOptions{Pages: 10, Degree: 5, Ghosts: -1})),
		"two scale-free":  second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 2})),
		"shares not 1":    second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, Alpha: 0.5, Beta: 0.4})),
		"share below 0":   second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, Alpha: 1.1, Beta: -0.1})),
		"share NaN":       second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, Alpha: math.NaN(), Beta: 1})),
		"endless":         second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, Beta: 1})),
		"delta below 0":   second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, DeltaOut: -1})),
		"delta NaN":       second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, DeltaIn: math.NaN()})),
		"delta too large": second(random.NewScaleFree(random.ScaleFreeOptions{Pages: 10, DeltaIn: math.Inf(1)})),
		"no fire":         second(random.NewForestFire(random.ForestFireOptions{})),
		"forward 1":       second(random.NewForestFire(random.ForestFireOptions{Pages: 10, Forward: 1})),
		"backward NaN":    second(random.NewForestFire(random.ForestFireOptions{Pages: 10, Backward: math.NaN()})),
		"back links":      second(random.NewForestFire(random.ForestFireOptions{Pages: 10, Back: 1.5})),
		"web of none":     second(random.NewWeb(random.WebOptions{Degree: 5})),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second[G any](_ G, err error) error { return err }
