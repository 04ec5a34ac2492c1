package livecrawl

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/internal/atomicfile"
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
//
//json:object site of a crawl by flow
type Site struct {
	Pages     int     `json:"pages"`                                        // pages of the site, listed in `site.txt`
	Asked     uint64  `json:"asked"`                                        // pages that were requested
	PerPage   float64 `json:"per_page"`                                     // requested pages per page of the site
	Known     int     `json:"known"`                                        // known pages
	Links     int     `json:"links"`                                        // links that were read
	CutArcs   int     `json:"cut_arcs"`                                     // links that leave the site
	Capacity  float64 `json:"cut_capacity"`                                 // capacity of these links
	Epsilon   float64 `json:"epsilon"`                                      // ε, the capacity from each page to the sink
	Sigma     float64 `json:"sigma,omitempty" absent:"links are all alike"` // σ of the similarity of URLs
	Weights   string  `json:"capacity"`                                     // capacity of a link: similarity, similarity/outdegree or constant
	Absent    int     `json:"unanswered"`                                   // pages of the site that could not or must not be fetched
	Certified bool    `json:"certified"`                                    // the site is the smallest of all minimum cuts
	// the capacities of the seeds' links sum to more than 2⁶²; the excess was left out
	Over     bool    `json:"over"`
	Left     int     `json:"left"`     // pages still to be requested
	Overflow float64 `json:"overflow"` // flow that has not reached the sink yet
	Bytes    int64   `json:"bytes"`    // memory of the flow, bytes
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
	return s, j.writeSite(side.Pages)
}

// writeSite writes the URLs of pages, a line each.
func (j *Job) writeSite(pages []crawl.Page) error {
	return atomicfile.Write(j.path(SiteFile), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		var name []byte
		for _, p := range pages {
			var err error
			if name, err = j.frontier.Name(name[:0], p); err != nil {
				return err
			}
			out.Write(append(name, '\n')) //nolint:errcheck // kept until Flush
		}
		return out.Flush()
	})
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
