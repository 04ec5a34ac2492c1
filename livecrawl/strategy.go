package livecrawl

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"weft/build/ingest"
	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/internal/mem"
	"weft/web/weburl"
)

// Strategies are the words for Config.Strategy; what stands behind a colon is told by the words that end in one: a file
// of scores, which goes to Config.Scores, or a number, which is part of the word.
func Strategies() []string {
	var words []string
	for _, n := range strategy.All {
		if n.Takes != "" {
			n.Name += ":"
		}
		words = append(words, n.Name)
	}
	return words
}

// CutScores divides what names a strategy into Config.Strategy and Config.Scores.
func CutScores(text string) (name, scores string) {
	name, scores, _ = strings.Cut(text, ":")
	if takesFile(name) {
		return name, scores
	}
	return text, ""
}

func takesFile(name string) bool {
	return slices.ContainsFunc(strategy.All, func(n strategy.Named) bool { return n.Name == name && n.Takes == strategy.File })
}

// orderOf returns the strategy of a name, and refuses a file of scores for one that takes none, and none for one that does.
func orderOf(name, scores string) (strategy.Choice, error) {
	if takesFile(name) {
		return strategy.Parse(name+":"+scores, strategy.All)
	}
	c, err := strategy.Parse(name, strategy.All)
	if err == nil && scores != "" {
		err = fmt.Errorf("the strategy %s takes no file of scores: score:FILE does", name)
	}
	return c, err
}

// made makes a strategy.
func (j *Job) made(c strategy.Choice, scores string) (crawl.Strategy, error) {
	given := strategy.Given{Seed: j.cfg.RandomSeed, Count: c.Count}
	switch c.Wants {
	case strategy.Hosts:
		given.Host = j.trackers.numberHosts()
	case strategy.HostHashes:
		given.Part = func(l crawl.Link) uint64 { return uint64(frontier.Fingerprint(weburl.Cut(l.Name).Authority)) }
	case strategy.Capacities:
		given.Flow = j.flowOptions()
	case strategy.Scores:
		table, err := readScores(j.path(scores))
		if err != nil {
			return nil, err
		}
		j.scores = len(table)
		given.Score = func(l crawl.Link) float32 { return table[frontier.Fingerprint(l.Name)] }
	}
	return c.New(given), nil
}

// setStrategy makes the strategy of a name.
func (j *Job) setStrategy(name, scores string) error {
	o, err := orderOf(name, scores)
	if err != nil {
		return err
	}
	made, err := j.made(o, scores)
	if err == nil {
		j.strategy, j.order = made, o
	}
	return err
}

// switchStrategy lets another strategy take over, if that was asked for now or in an earlier run.
func (j *Job) switchStrategy() error {
	if n := len(j.folder.Switches); n > 0 {
		last := j.folder.Switches[n-1]
		j.since = last.Since
		if err := j.setStrategy(last.Strategy, last.Scores); err != nil {
			return err
		}
	}
	if j.opts.Strategy == "" || j.opts.Strategy == j.currentStrategy() && j.opts.Scores == "" {
		return nil
	}
	o, err := orderOf(j.opts.Strategy, j.opts.Scores)
	if err != nil {
		return err
	}
	if o.Wants == strategy.Capacities {
		return fmt.Errorf("the strategy %s cannot take over: begin a crawl with it", o.Name)
	}
	scores, err := keepScores(j.opts.Dir, j.opts.Scores)
	if err != nil {
		return err
	}
	picks, _, err := j.countPicks()
	if err != nil {
		return err
	}
	s := Switch{Since: picks, Strategy: j.opts.Strategy, Scores: scores}
	if err := j.setStrategy(s.Strategy, s.Scores); err != nil {
		return err
	}
	j.since = picks
	j.folder.Switches = append(j.folder.Switches, s)
	return nil
}

// currentStrategy returns the name of the strategy that goes on.
func (j *Job) currentStrategy() string {
	if n := len(j.folder.Switches); n > 0 {
		return j.folder.Switches[n-1].Strategy
	}
	return j.cfg.Strategy
}

// countPicks returns how many picks the log has, and how many times seeds.
func (j *Job) countPicks() (picks uint64, seedings int, err error) {
	h, err := j.journal.History(nil, false)
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
		case e.Pick.Page == crawl.None:
			seedings++
		}
	}
}

// hostNumbers numbers hosts for the strategy that takes them in turn, in the order in which it meets them.
type hostNumbers struct {
	of   map[string]uint32
	list []string
	text int64 // bytes of their names
}

func (h *hostNumbers) number(l crawl.Link) uint32 {
	host := weburl.Cut(l.Name).Authority
	if n, ok := h.of[string(host)]; ok {
		return n
	}
	n := uint32(len(h.list)) //nolint:gosec // fewer than pages
	h.list = append(h.list, string(host))
	h.of[string(host)] = n
	h.text += int64(len(host))
	return n
}

func (h *hostNumbers) set(list []string) {
	h.list, h.of, h.text = list, make(map[string]uint32, len(list)), 0
	for i, host := range list {
		h.text += int64(len(host))
		h.of[host] = uint32(i) //nolint:gosec // fewer than pages
	}
}

// learn is that of [tracker]: the strategy has asked for all that is new.
func (h *hostNumbers) learn(*event) error { return nil }

func (h *hostNumbers) save(s *saved) { s.Groups = h.list }

func (h *hostNumbers) load(s *saved) error {
	h.set(s.Groups)
	return nil
}

// bytes counts the name of each host, in list and map, and its queue in the strategy.
func (h *hostNumbers) bytes() int64 {
	return mem.SavedMap(len(h.list), 24) + mem.SavedList(len(h.list), 24) + 160*int64(len(h.list)) + 6*h.text
}

// readScores reads lines of a URL and a number, plain or compressed.
func readScores(path string) (map[crawl.Key]float32, error) {
	table := map[crawl.Key]float32{}
	err := ingest.EachScore(path, os.Stdin, 32<<20, func(page string, score float32) error {
		url, err := weburl.Parse(page)
		if err != nil {
			return fmt.Errorf("%.200q: want a URL and a score", page)
		}
		table[frontier.Fingerprint([]byte(url))] = score
		return nil
	})
	if err != nil {
		return nil, err
	}
	return table, nil
}
