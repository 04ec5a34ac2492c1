package livecrawl

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"weft/crawl"
	"weft/livecrawl/folder"
)

// change notes the configuration that is requested, from the next pick on. Changes of runs that were killed before the
// log had them are one with it.
func (j *Job) change() error {
	if j.opts.Config == nil && len(j.folder.Changes) == 0 {
		return nil
	}
	picks, seedings, err := j.book.countPicks()
	if err != nil {
		return err
	}
	logged := min(max(seedings-1, 0), len(j.folder.Changes))
	lost, err := j.lost(j.folder.Changes[logged:])
	if err != nil {
		return err
	}
	c := j.opts.Config
	if c == nil && logged < len(j.folder.Changes) {
		c = j.latest()
	}
	changes := slices.Clip(j.folder.Changes[:logged])
	if c != nil {
		if err := j.mayChange(c); err != nil {
			return err
		}
		changes = append(changes, folder.Change{Since: picks, Config: *c, Lost: lost})
	}
	j.folder.Changes = changes
	j.trackers.SetChanges(changes)
	return nil
}

// lost returns the pages that changes request again, as far as the log has their picks: a recovery may have cut it.
func (j *Job) lost(changes []folder.Change) (pages []crawl.Page, err error) {
	picked := map[crawl.Page]bool{}
	for i := range changes {
		for _, p := range changes[i].Lost {
			picked[p] = false
		}
	}
	if len(picked) == 0 {
		return nil, nil
	}
	h, err := j.book.journal.History(nil, false)
	if err != nil {
		return nil, err
	}
	defer h.Close() //nolint:errcheck // only read
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			maps.DeleteFunc(picked, func(_ crawl.Page, is bool) bool { return !is })
			return slices.Sorted(maps.Keys(picked)), nil
		}
		if err != nil {
			return nil, err
		}
		if _, lost := picked[e.Pick.Page]; lost && !e.Learnt {
			picked[e.Pick.Page] = true
		}
	}
}

// mayChange refuses what cannot be different in later runs.
func (j *Job) mayChange(c *folder.Config) error {
	if err := errors.Join(c.EmbedLists(), c.Check()); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if c.Traps && !j.trackers.HasTraps() {
		return fmt.Errorf("%w: the crawl was begun without trap rules and lacks the data that they need", ErrOptions)
	}
	return nil
}

// more returns what a change lets in. It is asked when the log was replayed.
func (j *Job) more(barred iter.Seq[crawl.Page]) ([]crawl.Out, bool, error) {
	return j.trackers.More(barred, func() []string { return j.latest().Seeds })
}
