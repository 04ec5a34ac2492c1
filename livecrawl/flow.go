package livecrawl

import (
	"fmt"
	"slices"

	"weft/crawl/strategy"
	"weft/internal/choice"
)

// A Flow is what a crawl by flow has besides: see [strategy.Flow]. Zero values are the defaults.
type Flow struct {
	// Capacity is what a link carries: similarity of the URLs, similarity/outdegree, constant.
	Capacity string `json:"capacity,omitempty"`
	// Sigma is that of similarity: that of the paper by default, as before a crawl there is nothing to measure it on.
	Sigma float64 `json:"sigma,omitempty"`
	// Epsilon is what each page passes to the sink: that of strategy.FlowEpsilons by default.
	Epsilon float64 `json:"epsilon,omitempty"`
	// Height and Threshold are those of a lowered source.
	Height    int     `json:"height,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
}

// SiteFile lists the URLs of the site that the flow found.
const SiteFile = "site.txt"

// ByFlow says whether a strategy is a flow.
func ByFlow(name string) bool { return name == strategy.FlowName || name == strategy.LoweredName }

// FlowCapacities are the words for Flow.Capacity.
var FlowCapacities = []string{strategy.Similar, strategy.SimilarEach, strategy.Constant}

// checkFlow fills in the defaults of a flow, and refuses one where the order is another.
func (c *Config) checkFlow() error {
	f := &c.Flow
	if !ByFlow(c.Strategy) {
		if *f != (Flow{}) {
			return fmt.Errorf("strategy %s: capacities, ε and the like are those of a flow: want the strategy %s", c.Strategy, strategy.FlowName)
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
		return fmt.Errorf("height and threshold are those of a lowered source: want the strategy %s", strategy.LoweredName)
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

// flowOptions are those of the strategy.
func (j *Job) flowOptions() strategy.FlowOptions {
	f := &j.cfg.Flow
	x := &strategy.Weigher{By: f.Capacity, Sigma: f.Sigma, Name: j.frontier.Name}
	j.capacities = x
	return strategy.FlowOptions{
		Capacity: x.Fill, Epsilon: strategy.FlowCapacity(f.Epsilon),
		Height: uint32(f.Height), Threshold: int64(f.Threshold * strategy.FlowScale), //nolint:gosec // they were looked at
	}
}

// A Site is what a crawl by flow found: its pages stand in the file site.txt of the folder.
type Site struct {
	Pages     int     `json:"pages"`
	Asked     uint64  `json:"asked"`    // pages that were asked for
	PerPage   float64 `json:"per_page"` // for each page of the site
	Known     int     `json:"known"`    // pages that were seen
	Links     int     `json:"links"`    // that were learnt
	CutArcs   int     `json:"cut_arcs"` // links that leave the site
	Capacity  float64 `json:"cut_capacity"`
	Epsilon   float64 `json:"epsilon"`
	Sigma     float64 `json:"sigma,omitempty"`
	Weights   string  `json:"capacity"`   // of links
	Absent    int     `json:"unanswered"` // pages of the site that could not be had, or must not
	Certified bool    `json:"certified"`  // it is the smallest site of all minimum cuts
	Over      bool    `json:"over"`       // links of the seeds carry more than 2⁶² in sum, and what is beyond was left out
	Left      int     `json:"left"`       // pages that are still to be asked for
	Overflow  float64 `json:"overflow"`   // of the flow, that has not come to rest
	Bytes     int64   `json:"bytes"`      // of memory that the flow took
}

// site says what the flow found and lists the pages; nil for a crawl in another order.
func (j *Job) site() (*Site, error) {
	f, ok := j.strategy.(*strategy.Flow)
	if !ok {
		return nil, nil //nolint:nilnil // there is none
	}
	side, set := f.Side(), &j.cfg.Flow
	s := &Site{
		Pages: len(side.Pages), Asked: side.Answered, PerPage: float64(side.Answered) / float64(max(1, len(side.Pages))), Known: side.Known, Links: side.Links,
		CutArcs: len(side.Cut), Capacity: float64(side.Capacity) / strategy.FlowScale, Epsilon: set.Epsilon, Weights: set.Capacity,
		Absent: side.Unanswered, Certified: side.Certified, Over: side.Over, Left: side.Left, Overflow: float64(side.Overflow) / strategy.FlowScale, Bytes: f.Bytes(),
	}
	if set.Capacity != strategy.Constant {
		s.Sigma = set.Sigma
	}
	return s, j.writeList(list{SiteFile, true, func(line func(...any) error) error {
		for _, p := range side.Pages {
			if err := line(p); err != nil {
				return err
			}
		}
		return nil
	}})
}

// strategyMore bounds what the strategy takes besides strategyBytes a page.
func (j *Job) strategyMore() int64 {
	switch s := j.strategy.(type) {
	case *strategy.Flow:
		return s.Bytes() * 5 / 2 // lists grow, and are copied once to see the site
	case *strategy.Crawlers:
		return s.Bytes()
	}
	return 0
}

// errFlow says that a name could not be read for a capacity.
func (j *Job) errFlow() error {
	if j.capacities == nil || j.capacities.Err == nil {
		return nil
	}
	return fmt.Errorf("the capacities of links: %w", j.capacities.Err)
}
