// Package clusters divides crawls into clusters of pages that are linked with each other more than with other
// pages. The methods are Leiden, MCL, and the closed groups of logical websites.
package clusters

import (
	"context"
	"slices"

	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/offered"
	"weft/store"
)

const long = `Divide a crawl into clusters of its undirected graph, in which two pages are joined if either links to the other.

--method chooses how:
  leiden  clusters of high modularity at a --resolution; with --quality cpm, clusters denser than the resolution
  mcl     clusters by simulated flow, which gathers where links are dense; a larger --inflation gives smaller clusters
  closed  groups whose links to others are hardly ever returned, as in "weft site all"

--weights sets the weight of an edge: one; directions (1 or 2); returned (a link weighs 1/indegree of its target, and a
tenth of that if it is not returned); or kept (the weights of both links that "weft import --weights" kept, added up; links
of weight 0 do not join pages, and weights below 0 are refused). MCL keeps --keep entries per column. Clusters of more than --max-size pages are
divided again, with the inflation or resolution of --again.

The cluster of each page is written to results/clusters.npy. Options other than the defaults become part of the name.`

var how = []string{
	"Two pages are joined by an edge if either links to the other; all edges weigh the same. The Leiden algorithm divides this undirected graph into clusters of high modularity, at the resolution 1. Further iterations than the default of 3 raised the modularity of made Webs by less than .002 " +
		"(Traag, Waltman and van Eck, “From Louvain to Leiden”, Scientific Reports 9, 2019).",
	"A cluster is named after a representative page: many of its pages link to it, its path is short, and an index page is preferred. Links in are links from pages of other clusters.",
	"Modularity is the share of edges inside clusters, minus the share expected for random edges between pages of the same degrees " +
		"(Newman and Girvan, “Finding and evaluating community structure in networks”, Physical Review E 69, 2004). " +
		"Leiden finds clusters in random links, too: in three crawls whose links were drawn anew, their modularity was 0.15 to 0.31.",
}

// Question is the question of this package.
var Question = answer.Question{
	Name: "clusters", Short: "Divide a crawl into clusters: Leiden, MCL or closed groups", Long: long, More: " --method leiden --resolution 5",
	Gives:   []answer.Answer{(*Found)(nil)},
	New:     func() answer.Asker { return new(asked) },
	Section: &answer.Section{Title: "Clusters", Asked: new(asked), How: how},
}

// Methods, weights and qualities.
var (
	Methods   = []string{"leiden", "mcl", "closed"}
	Weights   = []string{"one", "directions", "returned", keptWeights}
	Qualities = []string{"modularity", "cpm"}
)

// keptWeights are the weights of arcs that an import kept.
const keptWeights = "kept"

type asked struct {
	method, weights, quality string
	resolution, inflation    float64
	keep, iterations         int
	maxSize                  int
	again                    float64
	firstWins                bool
	top                      int
	given                    answer.Flags // nil without flags
}

// ofOne are the options that are of one method.
var ofOne = []struct{ option, method string }{
	{"quality", "leiden"}, {"resolution", "leiden"}, {"inflation", "mcl"}, {"keep", "mcl"}, {"first-wins", "mcl"},
}

func (q *asked) Flags(f answer.Flags) {
	q.given = f
	f.StringVar(&q.method, "method", Methods[0], "find clusters by `METHOD`")
	offered.List(f, "method", Methods)
	f.StringVar(&q.weights, "weights", Weights[0], "weight edges by `WEIGHTS`")
	offered.List(f, "weights", Weights)
	f.StringVar(&q.quality, "quality", Qualities[0], "let Leiden maximise `QUALITY`")
	offered.List(f, "quality", Qualities)
	f.Float64Var(&q.resolution, "resolution", 1, "use resolution `γ` for Leiden; a larger value gives more clusters")
	f.Float64Var(&q.inflation, "inflation", 2, "use inflation `I` for MCL; a larger value gives more clusters")
	f.IntVar(&q.keep, "keep", 1100, "keep at most `L` entries of a column of MCL")
	f.IntVar(&q.iterations, "iterations", 0, "stop after `N` iterations; 0 for 3 with Leiden, 100 with MCL")
	f.IntVar(&q.maxSize, "max-size", 0, "divide clusters of more than `N` pages again; 0 for never")
	f.Float64Var(&q.again, "again", 0, "divide again with `VALUE` as inflation or resolution (default twice the resolution, or inflation 2)")
	f.BoolVar(&q.firstWins, "first-wins", false, "put a page only into the first of its clusters by MCL")
	f.IntVarP(&q.top, "top", "n", 10, "list the `K` largest clusters")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	for _, o := range ofOne {
		if q.given != nil && q.given.Changed(o.option) && q.method != o.method {
			return answer.Refused("{"+o.option+"} %s {method} "+o.method, "requires")
		}
	}
	return answer.CheckAll(
		answer.OneOf("method", q.method, Methods), answer.OneOf("weights", q.weights, Weights), answer.OneOf("quality", q.quality, Qualities),
		answer.Rule{Holds: q.resolution > 0, Option: "resolution", Value: q.resolution, Want: "more than 0"},
		answer.Rule{Holds: q.inflation > 1 && q.inflation <= 30, Option: "inflation", Value: q.inflation, Want: "more than 1, and at most 30"},
		answer.AtLeast("keep", q.keep, 1), answer.AtLeast("iterations", q.iterations, 0), answer.AtLeast("max-size", q.maxSize, 0), answer.AtLeast("top", q.top, 0),
		answer.Rule{Holds: q.again >= 0 && (q.method != "mcl" || q.again == 0 || q.again > 1), Option: "again", Value: q.again, Want: "0 or more; of mcl 0, or more than 1"},
	)
}

func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	if q.method == "" {
		q.setDefaults()
	}
	if q.weights == keptWeights {
		switch {
		case !c.HasWeights():
			return w, answer.Refused("{weights} kept: the crawl has no weights of arcs: import it with {weights} COLUMN")
		case o.Filter != nil:
			return w, answer.Refused("{weights} kept cannot be combined with {view}: a view has other arcs than the import")
		}
	}
	need, err := q.need(c.NumPages(), c.Graph().NumArcs(), o.Workers)
	if err != nil {
		return w, err
	}
	v, err := o.View(ctx, "clusters", true, true, need)
	stage := answer.Stage{View: v, Passes: "2 over graph and transpose, then in memory, and 2 over the graph for the list", How: []answer.Figure{answer.Row("method", "%s", q.method)}}
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.find(ctx, c, v, o)) })
	}
	return w, err
}

// setDefaults sets the defaults for callers without flags.
func (q *asked) setDefaults() {
	*q = asked{method: Methods[0], weights: Weights[0], quality: Qualities[0], resolution: 1, inflation: 2, keep: 1100, top: 10}
}

// need returns the memory of the method beside the view.
func (q *asked) need(n int, arcs int64, workers int) (store.Need, error) {
	edges := store.Arrays("the undirected graph", 2*graph.LoadBytes(n, arcs)).And(store.Heap("names of clusters", 8*int64(n)))
	if q.weights != Weights[0] {
		edges = store.Heap("the undirected graph", 16*arcs+8*int64(n)).And(store.Heap("names of clusters", 8*int64(n)))
	}
	if q.weights == "returned" {
		edges = edges.And(store.Heap("links to pages", graph.LoadBytes(n, arcs)+4*int64(n)))
	}
	switch q.method {
	case "closed":
		forLinks, forNodes := hierarchy.Need(n, arcs)
		return edges.And(store.Heap("links of groups", forLinks)).And(store.Heap("the tree of groups", forNodes)).And(store.Heap("clusters", hierarchy.SitesBytes(n))), nil
	case "mcl":
		bytes, err := cluster.MCLBytes(n, q.mcl(workers))
		return edges.And(store.Heap("columns", bytes)), err
	}
	forNodes, forLevels := cluster.LeidenNeed(n, 2*arcs, workers)
	return edges.And(store.Heap("Leiden", forNodes)).And(store.Arrays("graphs of clusters", forLevels)), nil
}

func (q *asked) mcl(workers int) cluster.MCLOptions {
	return cluster.MCLOptions{Work: graph.Work{Workers: workers}, Inflation: q.inflation, Keep: q.keep, Iterations: q.iterations, FirstWins: q.firstWins}
}

// Found are the clusters of a crawl.
//
//json:object clusters
type Found struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View   string `json:"view,omitempty" absent:"all arcs are seen"`
	Method string `json:"method" label:"method"` // method: leiden, mcl or closed
	// weights of edges: one, directions, returned or kept. Closed groups use weights of their own, and these for the
	// modularity
	Weights string `json:"weights"`
	Pages   int    `json:"pages"`                               // pages
	Count   int    `json:"clusters" label:"clusters"`           // clusters
	Single  int    `json:"single" label:"of one page"`          // clusters of one page
	Largest int    `json:"largest" label:"largest" unit:"page"` // pages of the largest cluster
	// Modularity is the modularity of the clusters, with a resolution of 1 and the weights. Quality is the quality
	// that Leiden maximized.
	Modularity float64 `json:"modularity" label:"modularity"` // modularity of the clusters with these weights
	// value of the function that Leiden maximises
	Quality    *float64 `json:"quality,omitempty" absent:"another method"`
	Iterations int      `json:"iterations,omitempty" absent:"closed groups" label:"iterations" hide:"zero"` // number of iterations
	// MCL converged, or Leiden had no page left to move
	Converged   *bool `json:"converged,omitempty" absent:"closed groups" label:"converged" show:"if:yes/no: the last iteration still changed something"`
	Overlapping int   `json:"overlapping" label:"overlaps" unit:"page" note:"of several clusters" hide:"zero"` // pages of several clusters
	// mean over columns of the flow lost by pruning, in the iteration with the greatest loss
	MostLost *float64 `json:"most_lost,omitempty" absent:"another method" label:"pruned" show:"share" note:"of the flow at most, in the mean of an iteration"`
	Divided  int      `json:"divided,omitempty" label:"divided" unit:"cluster" note:"again" hide:"zero"` // clusters that were divided again
	Top      []Top    `json:"top"`                                                                       // largest clusters

	of     []uint32
	params map[string]any
	asked  *asked
}

// Blocks are the figures and the largest clusters.
func (f *Found) Blocks() []answer.Block {
	all := answer.Describe(f)
	if len(f.Top) == 0 {
		return all
	}
	return append(append(all, answer.TableOf("", f.Top)), f.farms()...)
}

// Kept is the cluster of each page.
func (f *Found) Kept() answer.Kept {
	k := answer.Kept{Kinds: f.Kinds, View: f.View}
	f.asked.apart(&k)
	answer.AddVector(&k, "clusters", f.params, f.of)
	return k
}

// apart adds the options of the method that change the clusters to the names of results.
func (q *asked) apart(k *answer.Kept) {
	usual := new(asked)
	usual.setDefaults()
	k.Apart("method", q.method, usual.method)
	if q.method != "closed" {
		k.Apart("weights", q.weights, usual.weights)
		k.Apart("iterations", q.iterations, usual.iterations)
		k.Apart("max-size", q.maxSize, usual.maxSize)
		k.Apart("again", q.again, usual.again)
	}
	switch q.method {
	case "leiden":
		k.Apart("quality", q.quality, usual.quality)
		k.Apart("resolution", q.resolution, usual.resolution)
	case "mcl":
		k.Apart("inflation", q.inflation, usual.inflation)
		k.Apart("keep", q.keep, usual.keep)
		k.Apart("first-wins", q.firstWins, usual.firstWins)
	}
}

// count computes the counts, and numbers the clusters by decreasing size. Clusters of the same size are ordered by
// their first page.
func (f *Found) count(c *store.Crawl, of []uint32, top int) error {
	n := cluster.Numbered(of)
	f.of, f.Count = n.Of, n.Count()
	first := make([]int, f.Count)
	for u, k := range slices.Backward(n.Of) {
		first[k] = u
	}
	f.Top = []Top{}
	for k, size := range n.Sizes {
		if size == 1 {
			f.Single++
		}
		if f.Largest = max(f.Largest, int(size)); k < top {
			f.Top = append(f.Top, Top{Pages: int(size), First: c.Label(graph.Node(first[k]))})
		}
	}
	return c.Damage()
}
