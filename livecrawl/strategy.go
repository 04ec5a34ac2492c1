package livecrawl

import (
	"errors"
	"fmt"
	"io"
	"os"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/web/weburl"
)

// made makes a strategy.
func (j *Job) made(c strategy.Choice, scores string) (crawl.Strategy, error) {
	given := strategy.Given{Seed: j.cfg.RandomSeed, Count: c.Count}
	switch c.Wants {
	case strategy.Hosts:
		given.Host = j.trackers.NumberHosts()
	case strategy.HostHashes:
		given.Part = func(l crawl.Link) uint64 { return uint64(frontier.Fingerprint(weburl.Cut(l.Name).Authority)) }
	case strategy.Capacities:
		given.Flow = j.flowOptions()
	case strategy.Scores:
		table, err := readScores(j.path(scores))
		if err != nil {
			return nil, err
		}
		j.order.scores = len(table)
		given.Score = func(l crawl.Link) float32 { return table[frontier.Fingerprint(l.Name)] }
	}
	return c.New(given), nil
}

// setStrategy makes the strategy of a name.
func (j *Job) setStrategy(name, scores string) error {
	o, err := folder.OrderOf(name, scores)
	if err != nil {
		return err
	}
	made, err := j.made(o, scores)
	if err == nil {
		j.order.strategy, j.order.choice = made, o
	}
	return err
}

// switchStrategy lets another strategy take over, if that was requested now or in an earlier run.
func (j *Job) switchStrategy() error {
	if n := len(j.folder.Switches); n > 0 {
		last := j.folder.Switches[n-1]
		j.order.since = last.Since
		if err := j.setStrategy(last.Strategy, last.Scores); err != nil {
			return err
		}
	}
	if len(j.opts.Only) > 0 {
		return j.switchToOnly()
	}
	if j.opts.Strategy == "" && folder.IsOnly(j.currentStrategy()) {
		return j.switchBack()
	}
	if j.opts.Strategy == "" || j.opts.Strategy == j.currentStrategy() && j.opts.Scores == "" {
		return nil
	}
	o, err := folder.OrderOf(j.opts.Strategy, j.opts.Scores)
	if err != nil {
		return err
	}
	if o.Wants == strategy.Capacities {
		return fmt.Errorf("the strategy %s cannot take over: begin a crawl with it", o.Name)
	}
	scores, err := folder.KeepScores(j.opts.Dir, j.opts.Scores)
	if err != nil {
		return err
	}
	return j.takeOver(j.opts.Strategy, scores)
}

// takeOver lets a strategy choose the pages from here on. Its file of scores is in the folder.
func (j *Job) takeOver(name, scores string) error {
	picks, _, err := j.book.countPicks()
	if err != nil {
		return err
	}
	s := folder.Switch{Since: picks, Strategy: name, Scores: scores}
	if err := j.setStrategy(s.Strategy, s.Scores); err != nil {
		return err
	}
	j.order.since = picks
	j.folder.Switches = append(j.folder.Switches, s)
	return nil
}

// countPicks returns how many picks the log has, and how many times seeds.
func (b *book) countPicks() (picks uint64, seedings int, err error) {
	h, err := b.journal.History(nil, false)
	if err != nil {
		return 0, 0, err
	}
	defer h.Close() //nolint:errcheck // only read
	for {
		e, err := h.Next()
		switch {
		case errors.Is(err, io.EOF):
			return picks, seedings, nil
		case err != nil:
			return 0, 0, err
		case !e.Learnt:
			picks++
		case e.Pick.Page == crawl.None && !e.Reply.Handed:
			seedings++
		}
	}
}

// readScores reads lines of a URL and a number, plain or compressed.
func readScores(path string) (map[crawl.Key]float32, error) {
	table := map[crawl.Key]float32{}
	err := ingest.EachScore(path, os.Stdin, 32<<20, func(page string, score float32) error {
		url, err := weburl.Parse(page)
		if err != nil {
			return fmt.Errorf("%.200q: expected a URL and a score", page)
		}
		table[frontier.Fingerprint([]byte(url))] = score
		return nil
	})
	if err != nil {
		return nil, err
	}
	return table, nil
}
