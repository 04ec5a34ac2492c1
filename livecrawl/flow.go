package livecrawl

import (
	"fmt"

	"weft/crawl/strategy"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// flowOptions returns the options of the strategy.
func (j *Job) flowOptions() strategy.FlowOptions {
	f := &j.cfg.Flow
	x := &strategy.Weigher{By: f.Capacity, Sigma: f.Sigma, Name: j.book.frontier.Name}
	j.order.capacities = x
	return strategy.FlowOptions{
		Capacity: x.Fill, Epsilon: strategy.FlowCapacity(f.Epsilon),
		Height: uint32(f.Height), Threshold: int64(f.Threshold * strategy.FlowScale), //nolint:gosec // they were looked at
	}
}

// A Site is the site that a crawl by flow found. Its pages are in the file site.txt of the folder.
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

// site returns the site that the flow found and lists its pages; nil for a crawl in another order.
func (j *Job) site() (*Site, error) {
	f, ok := j.order.strategy.(*strategy.Flow)
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
	return s, j.writeList(memo.List{File: folder.SiteFile, Some: true, Each: func(line func(...any) error) error {
		for _, p := range side.Pages {
			if err := line(p); err != nil {
				return err
			}
		}
		return nil
	}})
}

// more bounds what the strategy takes besides strategyBytes a page.
func (o *order) more() int64 {
	switch s := o.strategy.(type) {
	case *strategy.Flow:
		return s.Bytes() * 5 / 2 // lists grow, and are copied once to see the site
	case *strategy.Crawlers:
		return s.Bytes()
	}
	return 0
}

// err says that a name could not be read for a capacity.
func (o *order) err() error {
	if o.capacities == nil || o.capacities.Err == nil {
		return nil
	}
	return fmt.Errorf("the capacities of links: %w", o.capacities.Err)
}
