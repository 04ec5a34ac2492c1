package livecrawl

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/graph/page"
)

// A Change is what a later run has changed of the configuration, from a pick on. The log has further seeds there, maybe none.
type Change struct {
	Since  uint64 `json:"since"` // the first pick that it holds for
	Config Config `json:"config"`
}

// latest returns the configuration that holds now.
func (j *Job) latest() *Config {
	if n := len(j.folder.Changes); n > 0 {
		return &j.folder.Changes[n-1].Config
	}
	return &j.cfg
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
	j := Job{cfg: *c, folder: f}
	return j.latest(), nil
}

// change notes the configuration that is asked for, from the next pick on. Changes of runs that were killed before the log had them are
// one with it.
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
	j.folder.Changes, j.keeper.changes = changes, changes
	return nil
}

// mayChange refuses what cannot be different in later runs.
func (j *Job) mayChange(c *Config) error {
	if err := errors.Join(c.embedLists(), c.Check()); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if c.Traps && j.keeper.guard == nil {
		return fmt.Errorf("%w: the crawl was begun without trap rules, and nothing is known that they could judge by", ErrOptions)
	}
	return nil
}

// trapsAt says whether trap rules hold for a pick.
func (k *keeper) trapsAt(seq uint64) bool {
	traps := k.begun.Traps
	for i := range k.changes {
		if seq >= k.changes[i].Since {
			traps = k.changes[i].Config.Traps
		}
	}
	return traps
}

// steer lets a change hold: that of the second seeds of the log is the first.
func (k *keeper) steer() error {
	if k.seedings < 2 || k.seedings-2 >= len(k.changes) || k.steered == k.seedings {
		return nil
	}
	k.steered = k.seedings
	k.cfg = &k.changes[k.seedings-2].Config
	if err := k.rescope(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, v := range k.visits {
		v.scope = k.scope
		if verdict := k.outNow(v); v.rule == "" && !verdict.In && !verdict.Limited {
			v.out = verdict.Rule
		}
	}
	k.toJudge = slices.Sorted(maps.Keys(k.shut))
	k.held.freeLimited()
	return nil
}

// rescope makes the scope of the configuration, with the seeds that redirects have led to.
func (k *keeper) rescope() error {
	s, err := k.cfg.scope()
	if err != nil {
		return err
	}
	k.scopes = []*scope.Scope{s}
	for _, url := range k.added {
		if s, err = s.WithSeed(url); err != nil {
			return err
		}
		k.scopes = append(k.scopes, s)
	}
	k.scope = s
	return nil
}

// A shutPage is one that was left out when its turn had come, by robots.txt, scope or media type: a change of the configuration lets it be
// judged again.
type shutPage struct{ Status int16 }

// shutOut notes such a page.
func (k *keeper) shutOut(v *visit, r *crawl.Reply) bool {
	if !r.Again || r.State != page.Excluded {
		return false
	}
	k.shut[v.pick.Page] = shutPage{int16(k.note.status)} //nolint:gosec // of Heritrix
	if h := k.host(v.host); v.role == aPage && v.out == "" && h.picked > 0 {
		h.picked--
	}
	return true
}

// reopen takes a page from those that are left out, as it is picked once more.
func (k *keeper) reopen(v *visit) bool {
	s, ok := k.shut[v.pick.Page]
	if !ok {
		return false
	}
	delete(k.shut, v.pick.Page)
	if len(k.toJudge) > 0 && k.toJudge[0] == v.pick.Page {
		k.toJudge = k.toJudge[1:] // once, whatever comes of it
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.counts.reopen(int(s.Status))
	return true
}

// nextToJudge returns a page that is to be judged again.
func (k *keeper) nextToJudge() (crawl.Page, bool) {
	for len(k.toJudge) > 0 {
		if _, ok := k.shut[k.toJudge[0]]; ok {
			return k.toJudge[0], true
		}
		k.toJudge = k.toJudge[1:]
	}
	return 0, false
}

// outNow returns the rule by which the scope of a changed configuration leaves a page out that the one before let in.
func (k *keeper) outNow(v *visit) scope.Verdict {
	if k.seedings < 2 || v.seed || k.cfg.Web == Graph {
		return scope.Verdict{In: true}
	}
	return k.judgeKnown(v.url, v.role, v.depth, v.place)
}

// judgeKnown judges a page that was found before, by where it stands.
func (k *keeper) judgeKnown(url []byte, r role, depth uint8, at scope.Place) scope.Verdict {
	if r != aPage {
		rule := k.scope.Excludes(url)
		return scope.Verdict{In: rule == "", Rule: rule, Final: true}
	}
	from, how := scope.Place{Hops: max(uint16(depth), at.Hops, 1) - 1, Outside: max(at.Outside, 1) - 1, Embeds: at.Embeds}, kinds.Link
	if at.Embeds > 0 {
		from.Outside, from.Embeds, how = at.Outside, at.Embeds-1, kinds.Embed
	}
	return k.scope.Judge(url, from, how)
}

// more returns what a change lets in: further seeds, and pages that were out of scope when they were found. It is asked when the log was
// replayed, and says false if the log has that already.
func (j *Job) more(barred iter.Seq[crawl.Page]) ([]crawl.Out, bool, error) {
	k := j.keeper
	if k.seedings > len(k.changes) {
		return nil, false, nil
	}
	k.seedings = len(k.changes) + 1
	err := k.steer()
	k.seedings-- // the seeds that follow count
	if err != nil {
		return nil, false, err
	}
	var outs []crawl.Out
	for _, s := range j.latest().Seeds {
		o := crawl.Out{Key: frontier.Fingerprint([]byte(s)), Name: []byte(s)}
		v := k.scope.Seed(o.Name)
		o.Barred, o.Why = !v.In, v.Rule
		outs = append(outs, o)
	}
	for p := range barred {
		url, err := j.names.Name(nil, p)
		if err != nil {
			return nil, false, err
		}
		if k.cfg.Nofollow && k.marksOf(p)&isEndorsed == 0 {
			continue
		}
		depth, at := k.standing(p)
		if r := k.roleOf(p); k.judgeKnown(url, r, depth, at).In {
			outs = append(outs, crawl.Out{Key: frontier.Fingerprint(url), Name: url, Kinds: readmitted[r]})
		}
	}
	return outs, true, nil
}

// readmitted are the kinds by which further seeds of the log name pages that are none, and were out of scope before.
var readmitted = [...]kinds.Set{aPage: kinds.Link, aSitemap: kinds.Sitemap, aRequisite: kinds.Requisite}

// endorse notes of pages that are out of scope which of them are linked to otherwise than by links that ask not to be followed.
func (k *keeper) endorse(links []crawl.Link) {
	for _, l := range links {
		if l.Barred && !(l.Kinds&kinds.Nofollow != 0 && l.Kinds&^(kinds.Link|kinds.Nofollow) == 0) {
			*k.mark(l.To) |= isEndorsed
		}
	}
}
