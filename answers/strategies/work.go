package strategies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/par"
	"weft/internal/splitmix"
	"weft/making/ingest"
	"weft/stats"
	"weft/store"
)

// Words for where a crawl starts, besides a file.
const (
	random = "random"
	top    = "top"
)

// work is a comparison in the making.
type work struct {
	*ask
	ctx    context.Context //nolint:containedctx // it lives as long as one question
	c      *store.Crawl
	o      answer.Options
	groups store.Groups // sites, if these are counted

	in     *fidelity.Inner
	ties   stats.Ties
	field  simulate.Field
	result Comparison
	unread atomic.Pointer[error] // the first name that could not be read
}

// stage returns the stage of the work.
func (w *work) stage() (answer.Stage, error) {
	passes := "1 for each crawl"
	if w.points > 0 {
		passes = fmt.Sprintf("1 for each crawl, and 32 for each four of its %s", digits.Plural(w.points, "look")+" at the ranking")
	}
	s, err := fidelity.WithinStage(w.ctx, w.c, w.seen(), "simulate", w.need())
	s.Passes += passes
	return s, err
}

// seen returns how the crawl is read.
func (w *work) seen() fidelity.Options {
	return fidelity.Options{Options: w.o, WithExcluded: true}
}

// need returns an upper bound of the memory of the work, beside the links. It counts ghosts: only a pass over the states
// tells their number.
func (w *work) need() store.Need {
	n, arcs, workers := w.c.NumPages(), w.c.Graph().NumArcs(), par.Workers(w.o.Workers)
	contest := &simulate.Contest{Workers: w.o.Workers}
	if w.points > 0 {
		contest.Fidelity = []int{1}
	}
	if w.counted() != "" {
		contest.Groups = []uint32{}
	}
	need := store.Heap("PageRank of the whole", rank.PageRankBytes(n)+rank.LeadingBytes(n, arcs)).And(store.Heap("hosts, groups and scores of pages", 4*int64(n)*int64(4+len(w.names))))
	need = need.And(store.Heap("crawls and the rankings of crawled pages", contest.BytesFor(n)))
	need = need.And(store.Heap("seeds, and the results of crawls from them", simulate.OutcomeBytes(w.E.Sets, min(w.count, n), len(w.names))))
	flows := int64(0)
	for _, name := range w.names {
		flows = max(flows, simulate.Bytes(name, n, arcs)*int64(workers))
	}
	if flows > 0 {
		need = need.And(store.Heap("the flow of a crawl, or queues of crawlers", flows))
	}
	return need
}

// counted names the groups by which pages are counted; "" if pages have no names.
func (w *work) counted() string {
	if w.by == "" && w.c.HasNames() {
		return "host"
	}
	return w.by
}

// do makes the crawls.
func (w *work) do() (*Comparison, error) {
	stage, err := w.stage()
	if err != nil {
		return nil, err
	}
	stage.View.What = "comparing strategies"
	if _, err := w.c.Plan(stage.View); err != nil { // before anything is read
		return nil, err
	}
	c, err := w.prepare()
	if err != nil {
		return nil, err
	}
	tracks, err := w.crawl(c)
	if err != nil {
		return nil, err
	}
	r := &w.result
	r.Curves, r.Verdicts = c.Curves(tracks), c.Judge(tracks)
	if unread := w.unread.Load(); unread != nil {
		return nil, *unread
	}
	if w.plots != "" {
		r.files = answer.Plots(w.plots, r)
	}
	return r, w.c.Damage()
}

// prepare reads the graph, ranks its pages, and finds groups and seeds.
func (w *work) prepare() (*simulate.Contest, error) {
	c := &simulate.Contest{Limit: w.pages, Alpha: w.E.Alpha, Iterations: w.E.Iterations, Seed: w.o.Seed, Workers: w.o.Workers}
	kinds, err := w.o.Arcs()
	if err != nil {
		return nil, err
	}
	w.result.Kinds = kinds.String()
	if w.in, err = fidelity.WithinFor(w.ctx, w.c, w.seen(), w.need()); err != nil {
		return nil, err
	}
	c.Graph, c.In = w.in.Out, w.in.In
	n := c.Graph.NumNodes()
	if n == 0 {
		return nil, fmt.Errorf("%s: no page was crawled, so there is nothing to simulate", w.c.Path)
	}
	most := n
	if w.pages > 0 {
		most = min(n, w.pages)
	}
	c.Points = simulate.Milestones(most)
	c.Fidelity = looks(c.Points, w.points)
	w.o.Tell("pagerank", 0, 0)
	pr, err := rank.PageRank(w.ctx, c.In, nil, rank.PageRankOptions{Alpha: w.E.Alpha, Work: graph.Work{Workers: w.o.Workers}})
	if err != nil {
		return nil, err
	}
	c.PageRank, w.ties = pr.Scores, stats.TiesOf(pr.Bound)
	if err := w.group(c); err != nil {
		return nil, err
	}
	if c.Starts, err = w.starts(c); err != nil {
		return nil, err
	}
	w.field.PageRank, w.field.Scores = c.PageRank, w.scores
	for _, name := range w.names {
		e, err := w.field.Entrant(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.c.Path, err)
		}
		c.Entrants = append(c.Entrants, e)
	}
	w.tell(c)
	return c, nil
}

// looks returns the points at which rankings are compared. They are evenly spread over the points from ten pages
// on, except the last point, at which everything is crawled.
func looks(points []int, count int) (at []int) {
	var fit []int
	for _, p := range points[:len(points)-1] {
		if p >= 10 {
			fit = append(fit, p)
		}
	}
	for i := range min(count, len(fit)) {
		at = append(at, fit[(i+1)*len(fit)/(min(count, len(fit))+1)])
	}
	return slices.Compact(at)
}

// group finds the hosts of the pages, and the groups that are counted.
func (w *work) group(c *simulate.Contest) error {
	if w.c.HasNames() {
		hosts, err := w.c.Hosts()
		if err != nil {
			return err
		}
		if w.field.Hosts, err = w.inner(hosts); err != nil {
			return err
		}
		w.field.Name = w.name
	}
	var err error
	switch w.counted() {
	case "host":
		c.Groups = w.field.Hosts
	case "domain":
		var domains store.Groups
		if domains, err = w.c.Domains(); err == nil {
			c.Groups, err = w.inner(domains)
		}
	case "site":
		c.Groups, err = w.inner(w.groups)
	}
	return err
}

// name appends the URL of a page. Strategies that use names cannot stop at an unreadable name: it is reported at
// the end.
func (w *work) name(dst []byte, u graph.Node) ([]byte, error) {
	dst, err := w.c.AppendName(dst, graph.Node(w.in.Pages.Select(int(u)))) //nolint:gosec // pages of the crawl
	if err != nil {
		w.unread.CompareAndSwap(nil, &err)
	}
	return dst, err
}

// inner returns the groups of the crawled pages.
func (w *work) inner(g store.Groups) ([]uint32, error) {
	all, err := g.All(nil)
	if err != nil || w.in.Left == 0 {
		return all, err
	}
	part := make([]uint32, w.in.Pages.Len())
	for i := range part {
		part[i] = all[w.in.Pages.Select(i)]
	}
	return part, nil
}

// starts are the seeds of each set.
func (w *work) starts(c *simulate.Contest) ([][]graph.Node, error) {
	switch w.Start {
	case random:
		starts, err := simulate.DrawStarts(c.Graph, w.E.Sets, w.count, c.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.c.Path, err)
		}
		if w.result.SameSeeds = same(starts); w.result.SameSeeds || len(starts[0]) < w.count {
			all := len(starts[0])
			w.o.Say("%s to others: each set of seeds is all of them, and intervals only show the random draws of strategies", digits.Plural(all, "page")+" "+digits.Verb(all, "links", "link"))
		}
		return starts, nil
	case top:
		return [][]graph.Node{rank.TopK(c.PageRank, min(w.count, len(c.PageRank)), w.ties)}, nil
	}
	listed, err := w.o.Pages(w.c, w.Start)
	if err != nil {
		return nil, err
	}
	var seeds []graph.Node
	seen := map[graph.Node]bool{}
	for _, u := range listed {
		switch {
		case !w.in.Pages.Has(int(u)):
			w.result.SeedsLeft++
		case !seen[u]:
			seen[u] = true
			seeds = append(seeds, graph.Node(w.in.Pages.Rank(int(u)))) //nolint:gosec // pages of the graph
		}
	}
	if len(seeds) == 0 {
		return nil, fmt.Errorf("%s: none of its pages was crawled, so their links are unknown", w.Start)
	}
	return [][]graph.Node{seeds}, nil
}

// same says whether there are several sets of seeds, and none is another.
func same(sets [][]graph.Node) bool {
	return len(sets) > 1 && !slices.ContainsFunc(sets, func(s []graph.Node) bool { return !slices.Equal(s, sets[0]) })
}

// scores reads a file of scores: the URL or number of a page, and a number. Pages that it does not name have 0.
func (w *work) scores(file string) ([]float32, string, error) {
	scores := make([]float32, w.in.Pages.Len())
	missing := 0
	err := ingest.EachScore(file, w.o.Stdin, w.o.Memory, func(name string, score float32) error {
		u, ok, err := w.c.Page(name)
		if err != nil {
			return err
		}
		if !ok || !w.in.Pages.Has(int(u)) {
			missing++
			return nil
		}
		scores[w.in.Pages.Rank(int(u))] = score
		return nil
	})
	if missing > 0 {
		w.o.Say("%s: %s not among the crawled pages", file, digits.Plural(missing, "line")+" "+digits.Verb(missing, "is", "are"))
	}
	h := uint64(0)
	for _, s := range scores {
		h = splitmix.Mix(h ^ uint64(math.Float32bits(s))*splitmix.Golden)
	}
	return scores, fmt.Sprintf("%016x", h), err
}

// tell reports the crawls that will be made.
func (w *work) tell(c *simulate.Contest) {
	r := &w.result
	r.Pages, r.Arcs, r.Left, r.LeftLinks = c.Graph.NumNodes(), c.Graph.NumArcs(), w.in.Left, w.in.Links
	r.Start, r.Sets, r.Seeds, r.Limit = w.Start, len(c.Starts), len(c.Starts[0]), w.pages
	r.Alpha, r.Iterations = w.E.Alpha, w.E.Iterations
	if c.Groups != nil {
		r.By = w.counted()
	}
}

// crawl makes the crawls that are not in the file of results yet.
func (w *work) crawl(c *simulate.Contest) (tracks []simulate.Track, err error) {
	t, err := simulate.OpenTracks(w.Results, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	w.result.Groups = c.NumGroups()
	there := func(done int, more string) {
		w.o.Say("%s of %s crawls are in %s%s", digits.Grouped(done), digits.Grouped(c.Crawls()), w.Results, more)
	}
	if done := len(t.Of(c)); done > 0 {
		there(done, "")
	}
	save, ended, err := w.resume(c, t)
	if err != nil {
		return nil, err
	}
	tracks, err = t.Run(w.ctx, c, func(done, total int64) {
		w.o.Tell("crawls", done, total)
		save()
	})
	if err != nil && w.Results != "" {
		there(len(tracks), ", and the same command continues from there")
	}
	return tracks, ended(err)
}

// resume makes a contest without a file of results continue where a killed command stopped, and store its own progress.
func (w *work) resume(c *simulate.Contest, t *simulate.Tracks) (save func(), ended func(error) error, err error) {
	if w.Results != "" {
		return func() {}, func(err error) error { return err }, nil
	}
	key, err := c.Key()
	if err != nil {
		return nil, nil, err
	}
	u := w.o.UnfinishedOf(w.c, "simulate", "", w.o.Kinds+" "+key)
	at := func(n int) string { return "after " + digits.Plural(n, "crawl") }
	var tracks []simulate.Track
	if u.Load(&tracks) {
		if n := t.Take(c, tracks); n > 0 {
			u.GoesOn(at(n))
		}
	}
	return func() {
		if u.Due() {
			tracks := t.Of(c)
			u.Save(at(len(tracks)), tracks)
		}
	}, u.Ended, nil
}

// plural of the groups that are counted.
func (r *Comparison) groups() string { return cmp.Or(strings.TrimSpace(r.By), "group") + "s" }
