package papers

import (
	"math"
	"slices"

	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/graph/view"
	"weft/internal/splitmix"
)

// An EstimatorError is the error of estimates of Kendall's tau, made from crawls alone, against the measured tau-b
// on the best 30 % by either ranking.
//
//json:object estimator error
type EstimatorError struct {
	Graph  string         `json:"graph"`           // name of the graph
	Order  simulate.Order `json:"order,omitempty"` // order of the crawls
	Crawls int            `json:"crawls"`          // number of crawls
	HAK    Deviation      `json:"hak"`             // errors of HAK
	// Recrawl is fidelity.Recrawl. Gamma takes γ itself for tau: what is better than nothing must be better than that.
	Recrawl Deviation `json:"recrawl"` // errors of the estimate by simulated crawls
	Gamma   Deviation `json:"gamma"`   // errors of γ used as an estimate of tau
}

// A Deviation sums up estimates less what was measured.
//
//json:object deviation
type Deviation struct {
	RMS   float64 `json:"rms"`   // root mean square of the errors
	Mean  float64 `json:"mean"`  // mean error
	Worst float64 `json:"worst"` // error farthest from 0
}

// estimatorBlocks are the blocks of the crawls on which estimators are compared.
var estimatorBlocks = []float64{0.1, 0.3, 0.5}

// estimate compares HAK with Recrawl on the crawls of a graph.
func (f *fidelityRun) estimate(s *Subject) error {
	parts, err := s.exp.Parts(f.ctx)
	if err != nil {
		return err
	}
	sets := min(f.Few, s.exp.Sets)
	total := int64(sets * len(s.exp.Orders) * len(estimatorBlocks))
	done := int64(0)
	errs := make([][3][]float64, len(s.exp.Orders))
	for set := range sets {
		for k, o := range s.exp.Orders {
			for _, b := range estimatorBlocks {
				f.Tell("estimates on "+s.Name, done, total)
				done++
				t := simulate.Trial{Order: o, Block: b, Set: set}
				x := s.outcome(t)
				if x == nil || x.Shares[0].Undefined || x.Crawled < 2 {
					continue
				}
				_, _, crawl, err := parts.Make(t)
				if err != nil {
					return err
				}
				again, err := f.recrawl(s, crawl.Crawled, x)
				if err != nil {
					return err
				}
				for i, estimate := range []float64{x.HAK, again, x.Gamma} {
					errs[k][i] = append(errs[k][i], estimate-x.Shares[0].TauB)
				}
			}
		}
	}
	var all [3][]float64
	for k := range errs {
		for i := range all {
			all[i] = append(all[i], errs[k][i]...)
		}
	}
	f.r.Estimators = append(f.r.Estimators, newEstimatorError(s.Name, "", all))
	for k, o := range s.exp.Orders {
		f.r.Estimators = append(f.r.Estimators, newEstimatorError(s.Name, o, errs[k]))
	}
	return nil
}

// ofRecrawls draws the crawls of a crawled part.
const ofRecrawls splitmix.Domain = 0x7265637261776c

// recrawl returns the estimate of fidelity.Recrawl for a crawl.
func (f *fidelityRun) recrawl(s *Subject, crawled view.Bits, x *simulate.Outcome) (float64, error) {
	out, in, err := fidelity.Inside(s.exp.Graph, crawled)
	if err != nil {
		return 0, err
	}
	e := simulate.Experiment{Graph: out, In: in, Seed: ofRecrawls.Seed(f.Seed, uint64(x.Set)), Workers: f.Workers}
	r, err := fidelity.GetRecrawl(f.ctx, e, x.Gamma, f.Draws, &fidelity.Options{})
	if err != nil {
		return 0, err
	}
	return r.Tau[0].Value, nil
}

func newEstimatorError(name string, o simulate.Order, errs [3][]float64) EstimatorError {
	return EstimatorError{
		Graph:   name,
		Order:   o,
		Crawls:  len(errs[0]),
		HAK:     deviation(errs[0]),
		Recrawl: deviation(errs[1]),
		Gamma:   deviation(errs[2]),
	}
}

func deviation(errs []float64) (d Deviation) {
	if len(errs) == 0 {
		return d
	}
	for _, e := range errs {
		d.RMS += e * e
		d.Mean += e
	}
	n := float64(len(errs))
	d.RMS, d.Mean = math.Sqrt(d.RMS/n), d.Mean/n
	d.Worst = slices.MaxFunc(errs, func(a, b float64) int {
		if math.Abs(a) < math.Abs(b) {
			return -1
		}
		return 1
	})
	return d
}
