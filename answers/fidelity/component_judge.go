package fidelity

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/store"
)

// A judge compares rankings of parts of a crawl with the target's ranking.
type judge struct {
	*selecting
	target  *Seen
	memory  int64        // for it, and the rankings of it
	degrees []uint32     // of the target
	to      []graph.Node // the page of the target for each page of the crawl, store.NoPage for none
}

// judge says how far the rankings of the crawl and of the components listed are true, if there is a target.
func (s *selecting) judge() (err error) {
	if s.o.Target == nil {
		return nil
	}
	j := &judge{selecting: s}
	if j.to, err = samePages(s.c, s.o.Target); err != nil {
		return err
	}
	o, n := s.o.Options, s.o.Target.NumPages()
	o.Memory += mem.Base - s.s.View.NeedBytes
	j.memory = o.Memory
	if j.target, err = seeTarget(s.ctx, s.o.Target, rankNeed(n).And(store.Arrays("the scores of the target", 8*int64(n))), o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.target.View.Close()) }()
	for u, v := range j.to {
		if v != store.NoPage && !j.target.Crawled.Has(int(v)) {
			j.to[u] = store.NoPage
		}
	}
	if j.degrees, err = rank.OutDegrees(s.ctx, j.target.View.Out, j.target.View.Work(s.o.Workers)); err != nil {
		return err
	}
	if err := j.links(); err != nil {
		return err
	}
	return j.all()
}

// links looks whether crawl and target are of the same pages.
func (j *judge) links() error {
	var pages []graph.Node
	for u := range j.s.Crawled.All() {
		if j.to[u] != store.NoPage {
			pages = append(pages, graph.Node(u))
		}
	}
	some, err := sampleLinks(j.s.View.Out, pages, j.to, func(graph.Node) bool { return true }, j.o.Seed)
	if err != nil {
		return err
	}
	found, err := findLinks(j.target.View.Out, some, j.o.Seed)
	if err != nil {
		return err
	}
	j.r.Links = &found
	if d, ok := found.doubt(j.c.HasNames()); ok {
		j.r.Doubts = append(j.r.Doubts, d)
	}
	return nil
}

// all judges the whole crawl, and each listed component both alone and within the crawl.
func (j *judge) all() error {
	j.o.Tell("pagerank of the crawl", 0, 0)
	res, err := j.s.Scores(j.ctx, nil, nil, j.o.Iterations, &j.o.Options)
	if err != nil {
		return err
	}
	crawl := pagesOf(j.s.Crawled)
	truth, err := j.truth(crawl, nil)
	if err != nil {
		return err
	}
	if j.r.Whole.Kendall, j.r.Whole.Missing, err = j.compare(crawl, crawl.of(res.Scores), truth); err != nil {
		return err
	}
	u, err := j.unfinished()
	if err != nil {
		return err
	}
	return u.Ended(j.each(u, res.Scores, truth))
}

// each judges the components that were not judged before the work was broken off.
func (j *judge) each(u *answer.Unfinished, scores, truth []float64) error {
	var done []verdict
	at := func() string { return "after " + digits.Plural(len(done), "component") }
	if u.Load(&done) {
		done = done[:min(len(done), len(j.r.Components))]
		u.GoesOn(at())
	}
	for i := range j.r.Components {
		j.o.Tell("pagerank of components", int64(i), int64(len(j.r.Components)))
		c := &j.r.Components[i]
		if i < len(done) {
			c.Kendall, c.InWhole, c.Missing = done[i].Kendall, done[i].InWhole, done[i].Missing
			continue
		}
		p := pagesOf(j.parts.Members(uint32(c.Component)))
		var err error
		if c.InWhole, _, err = j.compare(p, p.of(scores), truth); err != nil {
			return err
		}
		if err := j.component(c, p); err != nil {
			return err
		}
		done = append(done, verdict{c.Kendall, c.InWhole, c.Missing})
		u.Save(at(), done)
	}
	return nil
}

// A verdict is the kept result for a judged component.
type verdict struct {
	Kendall *hak.Agreement `json:"kendall"`
	InWhole *hak.Agreement `json:"in_whole"`
	Missing int            `json:"missing"`
}

// unfinished is the judging of all components, which depends on them and on the target.
func (j *judge) unfinished() (*answer.Unfinished, error) {
	if j.o.Interim == nil {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	id, err := j.o.Target.GraphID()
	if err != nil {
		return nil, err
	}
	parts, err := json.Marshal(j.r.Components)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("target %s crawled %s iterations %d components %x", id, sumOf(j.target.Crawled), j.o.Iterations, sha256.Sum256(parts))
	return j.s.unfinished("fidelity components", &j.o.Options, key), nil
}

// component judges a component alone.
func (j *judge) component(c *Component, p *pages) error {
	o := j.o.pageRank(j.o.Iterations, j.s.View)
	o.Room = 0 // planned with the largest component
	alone, err := hak.RankAlone(j.ctx, j.s.View.Out, p.set, o)
	if err != nil {
		return err
	}
	aside, release := j.target.View.Aside()
	truth, err := j.truth(p, aside)
	if err == nil {
		c.Kendall, c.Missing, err = j.compare(p, alone, truth)
	}
	return errors.Join(err, release())
}

// truth returns the PageRank of the target personalised to some pages; nil if it has none of them. Its arrays lie in
// space, if it is not nil.
func (j *judge) truth(p *pages, space alloc.Space) ([]float64, error) {
	o := j.o.pageRank(j.o.Iterations, j.target.View)
	if space != nil {
		o.Space = space
	}
	o.Room = measure.Room(j.target.View, j.memory)
	for _, u := range p.list {
		if v := j.to[u]; v != store.NoPage {
			o.Pages = append(o.Pages, v)
		}
	}
	if len(o.Pages) == 0 {
		return nil, nil
	}
	u := j.target.unfinished("fidelity truth", &j.o.Options, fmt.Sprintf("leading pages, part %s iterations %d", sumOf(o.Pages), j.o.Iterations))
	measure.ResumePageRank(u, &o)
	res, err := rank.PageRank(j.ctx, j.target.View.In, j.degrees, o)
	if err = u.Ended(err); err != nil {
		return nil, fmt.Errorf("the target: %w", err)
	}
	return res.Scores, nil
}

// compare compares scores of some pages with the target's scores, on the best pages of either. It counts the pages
// that the target does not have.
func (j *judge) compare(p *pages, scores, truth []float64) (*hak.Agreement, int, error) {
	var a, b []float64
	for i, u := range p.list {
		if v := j.to[u]; v != store.NoPage && truth != nil {
			a, b = append(a, scores[i]), append(b, truth[v])
		}
	}
	g, err := hak.CompareTop(a, b, j.o.Top)
	return &g, len(p.list) - len(a), err
}

// pages are some pages of the crawl, in order.
type pages struct {
	set  view.Bits
	list []graph.Node
}

func pagesOf(set view.Bits) *pages {
	p := &pages{set: set}
	for u := range set.All() {
		p.list = append(p.list, graph.Node(u))
	}
	return p
}

// of returns the scores of the pages.
func (p *pages) of(scores []float64) []float64 {
	own := make([]float64, 0, len(p.list))
	for _, u := range p.list {
		own = append(own, scores[u])
	}
	return own
}

// checkNames refuses two crawls if only one of them has names.
func checkNames(c, other *store.Crawl) error {
	if other != nil && c.HasNames() != other.HasNames() {
		return fmt.Errorf("%s and %s: pages cannot be matched: one of them: %w", c.Path, other.Path, store.ErrNoNames)
	}
	return nil
}

// samePages returns for each page of a crawl the one of another with the same name, store.NoPage if there is none.
// Without names pages are the same if their numbers are; see [checkNames]. Memory: 4 bytes a page.
func samePages(c, other *store.Crawl) ([]graph.Node, error) {
	to := make([]graph.Node, c.NumPages())
	for u := range to {
		if to[u] = store.NoPage; !c.HasNames() && u < other.NumPages() {
			to[u] = graph.Node(u)
		}
	}
	if !c.HasNames() {
		return to, nil
	}
	k, err := store.ScanKeyPairs(c, other)
	if err != nil {
		return nil, err
	}
	for k.Next() {
		if u, v := k.Pages(); u != store.NoPage {
			to[u] = v
		}
	}
	return to, k.Err()
}
