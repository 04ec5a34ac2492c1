package folder

import (
	"fmt"
	"slices"

	"weft/crawl/strategy"
	"weft/internal/choice"
)

// A Flow holds the additional settings of a crawl by flow: see [strategy.Flow]. Zero values are the defaults.
type Flow struct {
	// Capacity is the capacity of a link: similarity of the URLs, similarity/outdegree, constant.
	Capacity string `json:"capacity,omitempty"`
	// Sigma is the σ of similarity. The default is the value of the paper: before a crawl nothing can be measured.
	Sigma float64 `json:"sigma,omitempty"`
	// Epsilon is the flow from each page to the sink. The default is the value in strategy.FlowEpsilons.
	Epsilon float64 `json:"epsilon,omitempty"`
	// Height and Threshold belong to flows with a lowered source.
	Height    int     `json:"height,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
}

// ByFlow says whether a strategy is a flow.
func ByFlow(name string) bool { return name == strategy.FlowName || name == strategy.LoweredName }

// FlowCapacities are the words for Flow.Capacity.
var FlowCapacities = []string{strategy.Similar, strategy.SimilarEach, strategy.Constant}

// checkFlow fills in the defaults of a flow, and refuses one where the order is another.
func (c *Config) checkFlow() error {
	f := &c.Flow
	if !ByFlow(c.Strategy) {
		if *f != (Flow{}) {
			return fmt.Errorf("strategy %s: capacities and ε require the strategy %s", c.Strategy, strategy.FlowName)
		}
		return nil
	}
	if f.Capacity == "" {
		f.Capacity = strategy.Similar
	}
	if !slices.Contains(FlowCapacities, f.Capacity) {
		return fmt.Errorf("capacity %q: want %s", f.Capacity, choice.Of(f.Capacity, FlowCapacities))
	}
	if f.Sigma == 0 {
		f.Sigma = strategy.FlowSigma
	}
	if f.Epsilon == 0 {
		f.Epsilon = strategy.FlowEpsilons[f.Capacity]
	}
	if c.Strategy != strategy.LoweredName && (f.Height != 0 || f.Threshold != 0) {
		return fmt.Errorf("height and threshold require the strategy %s", strategy.LoweredName)
	}
	switch {
	case !(f.Sigma > 0 && f.Sigma <= 1e6):
		return fmt.Errorf("σ of %v: want more than 0", f.Sigma)
	case !(f.Epsilon >= 1.0/strategy.FlowScale && f.Epsilon <= 1e6):
		return fmt.Errorf("ε of %v: want 1e-12 to 1e6", f.Epsilon)
	case f.Height < 0 || f.Height > 1e9 || !(f.Threshold >= 0 && f.Threshold <= 1e6):
		return fmt.Errorf("height %d, threshold %v: want 0 to 1e9, and 0 to 1e6", f.Height, f.Threshold)
	}
	return nil
}
