package livecrawl

import (
	"fmt"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/livecrawl/folder"
)

// A run with Options.Only is a switch to a strategy that takes listed pages. The next run switches back. So the log
// can be replayed like the log of any crawl that changed its strategy.

// whyOnly is why a run ends that has requested its list.
const whyOnly = "the listed pages were requested"

// switchToOnly lets a run request only the pages of Options.Only.
func (j *Job) switchToOnly() error {
	switch {
	case j.opts.Strategy != "":
		return fmt.Errorf("%w: a run that requests listed pages only takes no strategy", ErrOptions)
	case folder.ByFlow(j.cfg.Strategy):
		return fmt.Errorf("%w: a crawl by %s cannot request listed pages only: its flow chooses the pages", ErrOptions, j.cfg.Strategy)
	}
	picks, _, err := j.book.countPicks()
	if err != nil {
		return err
	}
	list, err := folder.KeepOnly(j.opts.Dir, j.opts.Only, picks)
	if err != nil {
		return err
	}
	return j.takeOver(strategy.OnlyName, list)
}

// switchBack lets the strategy before the runs of listed pages choose the pages again.
func (j *Job) switchBack() error {
	name, scores := j.cfg.Strategy, j.cfg.Scores
	for _, s := range j.folder.Switches {
		if !folder.IsOnly(s.Strategy) {
			name, scores = s.Strategy, s.Scores
		}
	}
	return j.takeOver(name, scores)
}

// only returns the function that reports which pages a run of listed pages requests, once its log was replayed. It returns
// true of all pages in other runs.
func (o *order) only() func(crawl.Page) bool {
	return func(p crawl.Page) bool {
		listed, is := o.strategy.(*strategy.Listed)
		return !is || listed.Has(p)
	}
}
