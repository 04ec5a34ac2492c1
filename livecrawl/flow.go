package livecrawl

import (
	"fmt"

	"weft/crawl/strategy"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// flowOptions are those of the strategy.
func (j *Job) flowOptions() strategy.FlowOptions {
	f := &j.cfg.Flow
	x := &strategy.Weigher{By: f.Capacity, Sigma: f.Sigma, Name: j.book.frontier.Name}
	j.order.capacities = x
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
