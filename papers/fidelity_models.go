package papers

import (
	"fmt"

	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/mem"
	"weft/internal/splitmix"
)

// The models of the paper, in its order (Table 2).
const (
	gnp         = "G(n,p)"
	scaleFree   = "ScaleFree"
	forestFire  = "ForestFire"
	ffBacklinks = "FFBacklinks"
)

// A fidelityModel is a target of the paper's Table 2.
type fidelityModel struct {
	name, file string
	make       func(pages int, seed uint64) (graph.Graph, error)
	arcs       func(g graph.Graph) int64 // that the paper counts
}

// The paper prints p ≈ 0.0003, and arcs of ten times that.
const gnpP = 0.003

var fidelityModels = []fidelityModel{
	{gnp, "gnp", func(n int, seed uint64) (graph.Graph, error) {
		return random.NewGNP(random.GNPOptions{Pages: n, Degree: gnpP * float64(n-1), Seed: seed})
	}, graph.Graph.NumArcs},
	{scaleFree, "scale-free", func(n int, seed uint64) (graph.Graph, error) {
		return random.NewScaleFree(random.ScaleFreeOptions{Pages: n, Seed: seed})
	}, func(g graph.Graph) int64 { return g.(*random.ScaleFree).Drawn() }}, //nolint:forcetypeassert // made two lines above
	{forestFire, "forest-fire", func(n int, seed uint64) (graph.Graph, error) {
		return random.NewForestFire(random.ForestFireOptions{Pages: n, Seed: seed})
	}, graph.Graph.NumArcs},
	{ffBacklinks, "ff-backlinks", func(n int, seed uint64) (graph.Graph, error) {
		return random.NewForestFire(random.ForestFireOptions{Pages: n, Back: 0.0005, Seed: seed})
	}, graph.Graph.NumArcs},
}

// DrawnArcs are the arcs that draws of a model have.
//
//json:object drawn arcs
type DrawnArcs struct {
	Ours  int64   `json:"ours"`  // arcs of the draw that is crawled
	Draws int     `json:"draws"` // number of draws
	Mean  float64 `json:"mean"`  // mean arcs
	SD    float64 `json:"sd"`    // standard deviation
	Paper int64   `json:"paper"` // arcs in the paper
}

// modelDraws is how many draws of each model are counted for Table 2.
const modelDraws = 100

// models makes the four graphs, one after the other, and crawls them.
func (f *fidelityRun) models() error {
	if f.NoModels {
		return nil
	}
	for i := range fidelityModels {
		mem.Release()
		s, err := f.model(&fidelityModels[i], splitmix.Seed(f.Seed, uint64(i+1)))
		if err != nil {
			return err
		}
		f.r.Models = append(f.r.Models, s)
		if err := f.study(s); err != nil {
			return err
		}
		s.exp, s.result = nil, nil
	}
	return nil
}

// model makes a graph, and counts the arcs of other graphs of its model.
func (f *fidelityRun) model(m *fidelityModel, seed uint64) (*Subject, error) {
	g, err := m.make(f.Pages, seed)
	if err != nil {
		return nil, err
	}
	d := &DrawnArcs{Ours: m.arcs(g), Draws: modelDraws, Paper: int64(claimNamed("fidelity", "arcs of "+m.name).Value)}
	e := &simulate.Experiment{
		Orders:  simulate.Orders,
		Blocks:  fidelityBlocks,
		Sets:    f.Sets,
		Seed:    seed,
		Workers: f.Workers,
	}
	if err := mem.Check(m.name, 2*graph.LoadBytes(f.Pages, g.NumArcs())+e.BytesFor(f.Pages), f.Memory); err != nil {
		return nil, err
	}
	if e.Graph, err = graph.Load(g); err != nil {
		return nil, err
	}
	if e.In, err = graph.Transpose(e.Graph); err != nil {
		return nil, err
	}
	if err := f.count(m, d, seed); err != nil {
		return nil, err
	}
	return &Subject{Name: m.name, file: m.file, id: fmt.Sprintf("%s %d %#x", m.file, f.Pages, seed), exp: e, Drawn: d}, nil
}

// count draws a model again and again.
func (f *fidelityRun) count(m *fidelityModel, d *DrawnArcs, seed uint64) error {
	var arcs []float64
	for i := range d.Draws {
		f.Tell("draws of "+m.name, int64(i), int64(d.Draws))
		if err := f.ctx.Err(); err != nil {
			return err
		}
		g, err := m.make(f.Pages, splitmix.Seed(seed, uint64(i+1)))
		if err != nil {
			return err
		}
		arcs = append(arcs, float64(m.arcs(g)))
	}
	d.Mean, d.SD = meanAndSD(arcs)
	return nil
}
