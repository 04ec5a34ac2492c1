package papers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/splitmix"
)

// OtherGraphs are draws of G(n,p) besides the draw of Fig. 4, crawled by BFS to the half. The paper's figures
// describe one graph; an interval over sets of seeds on one graph does not describe others.
//
//json:object other graphs
type OtherGraphs struct {
	Graphs int    `json:"graphs"`      // graphs
	Sets   int    `json:"sets"`        // sets on each graph
	Tau    Spread `json:"tau_b_top30"` // tau-b of the best 30 % over the graphs
	HAK    Spread `json:"hak"`         // HAK over the graphs
}

// A Spread is the mean over graphs, and the interval in which the value of one graph lies with a probability of 95
// % (Student's t).
//
//json:object spread
type Spread struct {
	Mean float64 `json:"mean"` // mean
	SD   float64 `json:"sd"`   // standard deviation
	Low  float64 `json:"low"`  // least value
	High float64 `json:"high"` // greatest value
}

// The number of other graphs, and of sets of seeds on each at most.
const (
	otherGraphs = 10
	otherSets   = 20
)

// ofGNP draws the graphs of otherHalf.
const ofGNP splitmix.Domain = 0x676e70

// others draws G(n,p) again and again.
func (f *fidelityRun) others() error {
	if f.NoModels {
		return nil
	}
	o := &OtherGraphs{Graphs: otherGraphs, Sets: min(f.Sets, otherSets)}
	var taus, haks []float64
	for i := range otherGraphs {
		seed := ofGNP.Seed(f.Seed, uint64(i)) //nolint:gosec // not negative
		c, err := f.otherHalf(seed, o.Sets, i)
		if err != nil {
			return fmt.Errorf("%s: %w", gnp, err)
		}
		taus, haks = append(taus, c.Shares[0].TauB.Value), append(haks, c.HAK.Value)
	}
	o.Tau, o.HAK = newSpread(taus, -1, 1), newSpread(haks, 0, 1)
	f.r.OtherGNP = o
	return nil
}

// otherHalf crawls half of another graph.
func (f *fidelityRun) otherHalf(seed uint64, sets, i int) (*simulate.Cell, error) {
	m, err := random.NewGNP(random.GNPOptions{Pages: f.Pages, Degree: gnpP * float64(f.Pages-1), Seed: seed})
	if err != nil {
		return nil, err
	}
	e := &simulate.Experiment{
		Orders:  []simulate.Order{simulate.Blocked},
		Blocks:  []float64{0.5},
		Sets:    sets,
		Seed:    seed,
		Workers: f.Workers,
	}
	if e.Graph, err = graph.Load(m); err != nil {
		return nil, err
	}
	if e.In, err = graph.Transpose(e.Graph); err != nil {
		return nil, err
	}
	all, err := new(simulate.Results).Run(f.ctx, e, func(done, _ int64) {
		f.Tell("other draws of "+gnp, int64(i*sets)+done, int64(otherGraphs*sets))
	})
	if err != nil {
		return nil, err
	}
	return &simulate.Summarise(e, all)[0], nil
}

// newSpread returns the spread of some values of a quantity between two limits.
func newSpread(values []float64, least, most float64) Spread {
	m, sd := meanAndSD(values)
	k := float64(len(values))
	e := distuv.StudentsT{Sigma: 1, Nu: max(1, k-1)}.Quantile(0.975) * sd * math.Sqrt(1+1/k)
	return Spread{Mean: m, SD: sd, Low: max(least, m-e), High: min(most, m+e)}
}
