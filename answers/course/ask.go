package course

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/internal/splitmix"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
)

// Question is the question for every crawl.
var Question = answer.Question{
	Name: "simulate course", Short: "Measure a crawl at points of its progress", Own: []string{"output", "view"},
	Long: `Measure a crawl as it grew, at points of its progress: laws of degrees, bow tie, path lengths, clustering, cores and
PageRank of the graph of crawled pages. weft also prints how pages and links arrived: the share of links to pages already
crawled or already known, sinks, the frontier, and the share of the final PageRank and in-degree crawled so far.
"weft simulate model" measures crawls of a random Web in the same way.

A live crawl is measured from its log, in the order in which pages were fetched; failed pages do not count as crawled. A
stored graph has no log. It is crawled anew by each --strategy, from --starts pages: random ones, the most linked ones, or
the pages of a file. Its ghosts and failed pages are known but never fetched.

--progress is in percent of the crawled pages, or of the reachable pages of a stored graph. The result says which figures
are bounds, samples or left out. --plots DIR draws one picture per figure of the paper on random Web crawls.`,
	More:  " --progress 5,30% --strategy bfs,random\nweft simulate course crawl --start top --starts 10 --measure bowtie,paths",
	Gives: []answer.Answer{(*Courses)(nil)},
	New:   func() answer.Asker { return new(asker) },
}

// asker is the question with its options.
type asker struct {
	progress, strategy, measure string
	start, plots                string
	starts                      int
	orders                      []strategy.Choice
	measures                    Measures
	given                       bool // strategy or start
	once                        bool // links of a page to the same page count once
}

// Flags implements answer.Asker.
func (q *asker) Flags(f answer.Flags) {
	f.StringVar(&q.progress, "progress", "1,5,10,20,30,50,100%", "measure at these `PERCENTS` of the pages")
	f.StringVar(&q.strategy, "strategy", "", "crawl a stored graph by `STRATEGY`; several with commas (default bfs)")
	offered.List(f, "strategy", strategy.Forms(Strategies()))
	f.StringVar(&q.measure, "measure", "all", "measure `WHAT`: all, none, or some of "+strings.Join(MeasureNames, ", "))
	f.StringVar(&q.start, "start", "", "crawl a stored graph from `WHICH` pages: random (default), top (the most linked), or a file of pages")
	offered.Set(f, "start", []string{"random", "top"})
	f.IntVar(&q.starts, "starts", 1, "start from `N` random or most linked pages")
	answer.PlotsFlag(f, &q.plots, "the plots")
}

// Check implements answer.Asker.
func (q *asker) Check() (err error) {
	q.given = q.strategy != "" || q.start != "" || q.starts != 1
	if q.strategy == "" {
		q.strategy = "bfs"
	}
	if q.orders, err = ParseStrategies(q.strategy); err != nil {
		return answer.Refused("{strategy}: %w", err)
	}
	if q.measures, err = ParseMeasures(q.measure); err != nil {
		return answer.Refused("{measure}: %w", err)
	}
	if _, err = ParseProgress(q.progress, 100); err != nil {
		return answer.Refused("{progress} %w", err)
	}
	return answer.CheckAll(answer.AtLeast("starts", q.starts, 1), answer.PlotsRule(q.plots))
}

// Plan implements answer.Asker.
func (q *asker) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	if dir, is := liveFolder(c); is {
		return q.planLog(ctx, c, dir, o)
	}
	s := sizeOf(c)
	need := store.Heap("notes of a crawl", NotesBytes(s)).And(store.Heap("the crawl", crawlBytes(c.NumPages()))).
		And(store.Heap("graph of the crawled pages", GraphBytes(s))).And(store.Heap("the dearest measure", MeasureBytes(s, q.measures, o.Workers)))
	v, err := o.View(ctx, "simulate course", true, false, need)
	v.Often = true
	stage := answer.Stage{View: v, Passes: "a list for each page and strategy"}
	return answer.Work{Stages: []answer.Stage{stage}, Aside: true, Do: func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.crawl(ctx, c, v, o)) })
	}}, err
}

// planLog is Plan for a live crawl, whose log records its course.
func (q *asker) planLog(ctx context.Context, c *store.Crawl, dir string, o answer.Options) (answer.Work, error) {
	if q.given {
		return answer.Work{}, answer.Refused("{strategy}, {start} and {starts} require a stored graph: %s is a live crawl, which is measured from its log", dir)
	}
	s := sizeOf(c)
	need := q.logNeed(s, o.Workers)
	return answer.Work{
		Aside: true, Do: func() (answer.Answer, error) { return answer.Got(q.log(ctx, dir, o)) },
		Stages: []answer.Stage{{View: store.ViewOptions{What: "simulate course"}, Form: "the log is read, and what it tells is noted", Need: need, Passes: "2 over the log"}},
	}, nil
}

// logNeed is the memory for the log of a crawl of a given size.
func (q *asker) logNeed(s Size, workers int) store.Need {
	return store.Heap("notes of the crawl", NotesBytes(s)).And(store.Heap("graph of the crawled pages", GraphBytes(s))).And(store.Heap("the dearest measure", MeasureBytes(s, q.measures, workers)))
}

// liveFolder returns the folder of the live crawl from which a snapshot was made.
func liveFolder(c *store.Crawl) (string, bool) {
	dir := filepath.Dir(c.Path)
	return dir, filepath.Base(c.Path) == folder.SnapshotDir && folder.Is(dir)
}

// sizeOf bounds the size of a crawl of a stored graph.
func sizeOf(c *store.Crawl) Size {
	return Size{Crawled: c.NumPages(), Known: c.NumPages(), Links: c.Graph().NumArcs()}
}

// options returns the options of a course.
func (q *asker) options(o *answer.Options) (Options, error) {
	k, err := o.Arcs()
	return Options{Kinds: k, Measures: q.measures, Once: q.once, Seed: o.Seed, Workers: o.Workers, Note: o.Tell}, err
}

// logSize returns the size of a live crawl and its number of seeds.
func logSize(ctx context.Context, dir string) (s Size, starts int, err error) {
	_, err = livecrawl.Follow(dir, func(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
		if p.Page == crawl.None {
			starts += len(links)
		} else if r.State == page.Fetched && !r.Aside {
			s.Crawled++
			s.Links += int64(len(links))
		}
		for i := range links {
			s.Known = max(s.Known, int(links[i].To)+1)
		}
		return ctx.Err()
	})
	return s, starts, err
}

// log measures a live crawl as it went.
func (q *asker) log(ctx context.Context, dir string, o answer.Options) (*Courses, error) {
	co, err := q.options(&o)
	if err != nil {
		return nil, err
	}
	s, starts, err := logSize(ctx, dir)
	if err != nil {
		return nil, err
	}
	if err := mem.Check("simulate course", q.logNeed(s, o.Workers).Total(), o.Memory); err != nil {
		return nil, err // it may have grown since the snapshot that the plan was made by
	}
	if co.At, err = ParseProgress(q.progress, max(s.Crawled, 1)); err != nil {
		return nil, err
	}
	c, err := New(co)
	if err != nil {
		return nil, err
	}
	done := 0
	f, err := livecrawl.Follow(dir, func(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
		if done++; done%(1<<14) == 0 {
			o.Tell("reading the log", int64(done), 0)
		}
		return c.Learnt(p, r, links)
	})
	if err != nil {
		return nil, err
	}
	if f.Again > 0 {
		o.Say("%s for pages that had been fetched before: the first for each page counts", digits.Plural(f.Again, "reply"))
	}
	got, err := c.End(ctx)
	if err != nil {
		return nil, err
	}
	r := &Courses{Kinds: co.Kinds.String(), Points: []CrawlPoint{}, plots: q.plots}
	r.add(&Crawl{Strategy: "log", Starts: starts}, got)
	r.draw()
	return r, nil
}

// crawl crawls a stored graph by each strategy.
func (q *asker) crawl(ctx context.Context, c *store.Crawl, v *store.View, o answer.Options) (*Courses, error) {
	co, err := q.options(&o)
	if err != nil {
		return nil, err
	}
	can := func(u graph.Node) bool { s := c.State(u); return s == page.Fetched || s == page.Unknown }
	for u := range graph.Node(c.NumPages()) {
		if can(u) {
			co.WebPages++
		}
	}
	if co.At, err = ParseProgress(q.progress, max(co.WebPages, 1)); err != nil {
		return nil, err
	}
	seeds, err := q.seeds(c, v, o, can)
	if err != nil {
		return nil, err
	}
	web := simulate.Fenced(simulate.NewStored(v.Out), func(k crawl.Key) bool { return !can(graph.Node(k)) })
	r := &Courses{Kinds: v.Kinds.String(), WebPages: co.WebPages, Points: []CrawlPoint{}, plots: q.plots}
	for _, order := range q.orders {
		w := Walk{Web: web, Pages: c.NumPages(), Seeds: simulate.Seeds(seeds...), Order: order, Limit: co.At[len(co.At)-1], Seed: o.Seed}
		course, one, err := w.follow(ctx, co)
		if err != nil {
			return nil, err
		}
		mem.Release()
		got, err := course.End(ctx)
		if err != nil {
			return nil, err
		}
		r.add(one, got)
	}
	r.draw()
	return r, nil
}

// seeds are the pages that a crawl of a stored graph begins from.
func (q *asker) seeds(c *store.Crawl, v *store.View, o answer.Options, can func(graph.Node) bool) ([]graph.Node, error) {
	switch q.start {
	case "", "random":
		return q.drawn(c.NumPages(), o.Seed, can), nil
	case "top":
		return q.top(v.Out, can)
	}
	return q.listed(c, o, can)
}

// listed returns the pages of a file, each once. Pages that cannot be crawled are reported at the start.
func (q *asker) listed(c *store.Crawl, o answer.Options, can func(graph.Node) bool) (some []graph.Node, err error) {
	all, err := o.Pages(c, q.start)
	if err != nil {
		return nil, err
	}
	had, barred := map[graph.Node]bool{}, 0
	for _, u := range all {
		if had[u] {
			continue
		}
		had[u], some = true, append(some, u)
		if !can(u) {
			barred++
		}
	}
	if barred > 0 {
		o.Say("%s of %s cannot be crawled: ghosts, or others that were not had", digits.Plural(barred, "page"), q.start)
	}
	return some, nil
}

// ofFirstPages draws the pages from which a stored graph is crawled.
const ofFirstPages splitmix.Domain = 0x66697273747061

// drawn draws pages that can be crawled, all alike.
func (q *asker) drawn(n int, seed uint64, can func(graph.Node) bool) (some []graph.Node) {
	var all []graph.Node
	for u := range graph.Node(n) {
		if can(u) {
			all = append(all, u)
		}
	}
	r := ofFirstPages.Rand(seed)
	for i := range min(q.starts, len(all)) {
		k := i + r.IntN(len(all)-i)
		all[i], all[k] = all[k], all[i]
		some = append(some, all[i])
	}
	return some
}

// top are the most linked ones, of several alike those with the smaller numbers.
func (q *asker) top(g graph.Random, can func(graph.Node) bool) ([]graph.Node, error) {
	degrees := make([]uint32, g.NumNodes())
	err := graph.EachList(g, graph.Everything(g), func(_ graph.Node, succ []graph.Node) {
		for _, v := range succ {
			degrees[v]++
		}
	})
	var all []graph.Node
	for u := range graph.Node(len(degrees)) {
		if can(u) {
			all = append(all, u)
		}
	}
	slices.SortStableFunc(all, func(a, b graph.Node) int { return int(degrees[b]) - int(degrees[a]) })
	return all[:min(q.starts, len(all))], err
}
