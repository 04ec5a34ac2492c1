package livecrawl

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"weft/crawl"
	"weft/crawl/scope"
	"weft/graph/kinds"
)

// A Change is what a later run has changed of the configuration, from a pick on. The log has further seeds there, maybe none.
type Change struct {
	Since  uint64 `json:"since"` // the first pick that it holds for
	Config Config `json:"config"`
}

// latest returns the configuration that holds now.
func (j *Job) latest() *Config { return j.folder.latest(&j.cfg) }

// latest returns the configuration that holds now for a crawl that was begun with another.
func (f *Folder) latest(begun *Config) *Config {
	if n := len(f.Changes); n > 0 {
		return &f.Changes[n-1].Config
	}
	return begun
}

// LatestConfig returns the configuration that holds now for the crawl in a folder.
func LatestConfig(dir string) (*Config, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	f, err := ReadFolder(dir)
	if err != nil {
		return nil, err
	}
	return f.latest(c), nil
}

// change notes the configuration that is asked for, from the next pick on. Changes of runs that were killed before the
// log had them are one with it.
func (j *Job) change() error {
	if j.opts.Config == nil && len(j.folder.Changes) == 0 {
		return nil
	}
	picks, seedings, err := j.countPicks()
	if err != nil {
		return err
	}
	logged := min(max(seedings-1, 0), len(j.folder.Changes))
	c := j.opts.Config
	if c == nil && logged < len(j.folder.Changes) {
		c = j.latest()
	}
	changes := slices.Clip(j.folder.Changes[:logged])
	if c != nil {
		if err := j.mayChange(c); err != nil {
			return err
		}
		changes = append(changes, Change{Since: picks, Config: *c})
	}
	j.folder.Changes = changes
	j.trackers.setChanges(changes)
	return nil
}

// mayChange refuses what cannot be different in later runs.
func (j *Job) mayChange(c *Config) error {
	if err := errors.Join(c.embedLists(), c.Check()); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if c.Traps && !j.trackers.hasTraps() {
		return fmt.Errorf("%w: the crawl was begun without trap rules, and nothing is known that they could judge by", ErrOptions)
	}
	return nil
}

// steering tracks which configuration and scope hold, of those that the crawl was given one after the other.
type steering struct {
	cfg     *Config // that holds now
	begun   *Config // that the crawl was begun with
	names   names
	changes []Change // of the configuration, in the order of their picks
	// seedings is how many times the log has seeds: once, and once for each change.
	seedings int
	scope    *scope.Scope
	added    []string       // seeds of the scope that redirects have led to
	scopes   []*scope.Scope // with so many of them
}

// trapsAt says whether trap rules hold for a pick.
func (s *steering) trapsAt(seq uint64) bool {
	traps := s.begun.Traps
	for i := range s.changes {
		if seq >= s.changes[i].Since {
			traps = s.changes[i].Config.Traps
		}
	}
	return traps
}

// learn is that of [tracker]: further seeds come with a change, and seeds that redirect widen the scope.
func (s *steering) learn(e *event) (err error) {
	if e.visit == nil {
		s.seedings++
		e.steered, err = s.turn(s.seedings)
		return err
	}
	for _, p := range e.seeds {
		url, err := s.names.Name(nil, p)
		if err != nil {
			return err
		}
		if err := s.widen(string(url)); err != nil {
			return err
		}
	}
	return nil
}

// turn lets the change hold that the log has with so many seeds: with the second the first. It returns whether there is one.
func (s *steering) turn(seedings int) (bool, error) {
	if seedings < 2 || seedings-2 >= len(s.changes) {
		return false, nil
	}
	s.cfg = &s.changes[seedings-2].Config
	return true, s.rescope()
}

// rescope makes the scope of the configuration, with the seeds that redirects have led to.
func (s *steering) rescope() error {
	begun, err := s.cfg.scope()
	if err != nil {
		return err
	}
	added := s.added
	s.scope, s.added, s.scopes = begun, nil, []*scope.Scope{begun}
	for _, url := range added {
		if err := s.widen(url); err != nil {
			return err
		}
	}
	return nil
}

// widen adds a seed to the scope.
func (s *steering) widen(url string) error {
	wider, err := s.scope.WithSeed(url)
	if err == nil {
		s.scope, s.added, s.scopes = wider, append(s.added, url), append(s.scopes, wider)
	}
	return err
}

func (s *steering) save(to *saved) { to.Added, to.Seedings = s.added, s.seedings }

func (s *steering) load(from *saved) error {
	s.seedings, s.added = max(from.Seedings, 1), from.Added
	if turned, err := s.turn(s.seedings); turned || err != nil {
		return err
	}
	return s.rescope()
}

// bytes counts the scopes that redirects of seeds have made.
func (s *steering) bytes() int64 { return 4 << 10 * int64(len(s.scopes)) }

// outNow returns the rule by which the scope of a changed configuration leaves a page out that the one before let in.
func (s *steering) outNow(v *visit) scope.Verdict {
	if s.seedings < 2 || v.seed || s.cfg.Web == Graph {
		return scope.Verdict{In: true}
	}
	return s.judgeKnown(v.url, v.role, v.depth, v.place)
}

// judgeKnown judges a page that was found before, by where it stands.
func (s *steering) judgeKnown(url []byte, r role, depth uint8, at scope.Place) scope.Verdict {
	if r != aPage {
		rule := s.scope.Excludes(url)
		return scope.Verdict{In: rule == "", Rule: rule, Final: true}
	}
	from, how := scope.Place{Hops: max(uint16(depth), at.Hops, 1) - 1, Outside: max(at.Outside, 1) - 1, Embeds: at.Embeds}, kinds.Link
	if at.Embeds > 0 {
		from.Outside, from.Embeds, how = at.Outside, at.Embeds-1, kinds.Embed
	}
	return s.scope.Judge(url, from, how)
}

// more returns what a change lets in. It is asked when the log was replayed.
func (j *Job) more(barred iter.Seq[crawl.Page]) ([]crawl.Out, bool, error) {
	return j.trackers.more(barred, func() []string { return j.latest().Seeds })
}

// readmitted are the kinds by which further seeds of the log name pages that are none, and were out of scope before.
var readmitted = [...]kinds.Set{aPage: kinds.Link, aSitemap: kinds.Sitemap, aRequisite: kinds.Requisite, aGuess: guessed}
