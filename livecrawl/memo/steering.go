package memo

import (
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// steering tracks which configuration and scope hold, among those of the crawl's runs.
type steering struct {
	cfg     *folder.Config // that holds now
	begun   *folder.Config // that the crawl was begun with
	names   visit.Names
	changes []folder.Change // of the configuration, in the order of their picks
	// seedings is how many times the log has seeds: once, and once for each change.
	seedings int
	scope    *scope.Scope
	added    []string                 // seeds of the scope that redirects have led to
	scopes   []*scope.Scope           // number of seeds for each
	released map[int][]scope.Wildcard // patterns of a change, by the number of the change; −1 is the begin of the crawl
}

// changeAt returns the number of the change that holds for a pick; −1 stands for the begin of the crawl.
func (s *steering) changeAt(seq uint64) int {
	at := -1
	for i := range s.changes {
		if seq >= s.changes[i].Since {
			at = i
		}
	}
	return at
}

// config returns the configuration of a change by its number.
func (s *steering) config(at int) *folder.Config {
	if at < 0 {
		return s.begun
	}
	return &s.changes[at].Config
}

// releasedAt reports whether a pattern keeps trap rules off a page, for a pick.
func (s *steering) releasedAt(seq uint64, url []byte) bool { return s.releasedBy(s.changeAt(seq), url) }

// releasedBy does the same for a change by its number.
func (s *steering) releasedBy(at int, url []byte) bool {
	texts := s.config(at).Release
	if len(texts) == 0 {
		return false
	}
	patterns, ok := s.released[at]
	if !ok {
		patterns, _ = scope.ParseWildcards(texts) // Check has parsed them
		if s.released == nil {
			s.released = map[int][]scope.Wildcard{}
		}
		s.released[at] = patterns
	}
	for i := range patterns {
		if patterns[i].Match(url) {
			return true
		}
	}
	return false
}

// letsGo reports whether a held page is released or out of scope from now on.
func (s *steering) letsGo(url []byte) bool {
	return s.scope.Excludes(url) != "" || s.releasedBy(s.seedings-2, url)
}

// trapsAt says whether trap rules hold for a pick.
func (s *steering) trapsAt(seq uint64) bool { return s.config(s.changeAt(seq)).Traps }

// learn implements [tracker]: further seeds come with a change, and seeds that redirect widen the scope.
func (s *steering) learn(e *event) (err error) {
	if e.visit == nil && e.handed == nil {
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

// turn applies the change that belongs to a number of seedings in the log: the first change with the second
// seeding. It returns whether there is one.
func (s *steering) turn(seedings int) (bool, error) {
	if seedings < 2 || seedings-2 >= len(s.changes) {
		return false, nil
	}
	s.cfg = &s.changes[seedings-2].Config
	return true, s.rescope()
}

// rescope makes the scope of the configuration, with the seeds that redirects have led to.
func (s *steering) rescope() error {
	begun, err := s.cfg.NewScope()
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
func (s *steering) outNow(v *visit.Visit) scope.Verdict {
	if s.seedings < 2 || v.Seed || s.cfg.Web == folder.Graph {
		return scope.Verdict{In: true}
	}
	return s.judgeKnown(v.URL, v.Role, v.Depth, v.Place)
}

// judgeKnown judges a page that was found before, by where it stands.
func (s *steering) judgeKnown(url []byte, r visit.Role, depth uint8, at scope.Place) scope.Verdict {
	if r != visit.PageRole {
		rule := s.scope.Excludes(url)
		return scope.Verdict{In: rule == "", Rule: rule, Final: true}
	}
	from, how := scope.Place{Hops: max(uint16(depth), at.Hops, 1) - 1, Outside: max(at.Outside, 1) - 1, Embeds: at.Embeds}, kinds.Link
	if at.Embeds > 0 {
		from.Outside, from.Embeds, how = at.Outside, at.Embeds-1, kinds.Embed
	}
	return s.scope.Judge(url, from, how)
}

// readmitted are the kinds by which further seeds of the log name URLs that are not pages and were out of scope
// before.
var readmitted = [...]kinds.Set{visit.PageRole: kinds.Link, visit.SitemapRole: kinds.Sitemap, visit.RequisiteRole: kinds.Requisite, visit.GuessRole: visit.Guessed}
