package site

import (
	"context"
	"errors"
	"io"

	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/answers/texts"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

const siteLong = `Find the logical website that pages belong to, wherever it is served. One page is often enough; three pages that are not its front
page say best which site is meant.

By default weft divides the crawl by all evidence, as weft site all does, and returns the sites of the given pages: hosts, folders of
URLs, returned links and home pages. It says what is known of the site: nothing foreign in it; whole, or maybe part of more. Where
URLs say nothing, neither is known. docs/sites.md says how often the statements hold.

Other --clusters follow the five steps of "Identifying websites with flow simulation":
  1. --superset: the crawl, or the hosts or domains of the pages
  2. the graph of the superset, which the crawl has
  3. --clusters: closed groups, of which hardly a link out is returned; leiden; mcl; mcl-online, which requests only pages that may
     belong; found, the sites that weft site all found; given, only the pages
  4. the core: the clusters of the given pages, or the cluster with most URLs that contain the --keyword
  5. the boundary: the minimum cut between the core and the rest (--flow exact). A link carries its --capacity: returned
     (1/indegree of its target, a tenth if it is not returned), constant, similarity of URLs, similarity/outdegree, or text: returned
     times what the --texts of both pages have in common. A page costs --epsilon to take in. By default a sweep over ε chooses the
     middle of the widest range in which the site stays the same; --epsilon paper is exp(-50²/2σ²).

--flow online finds the same cut as a crawl would: it requests only pages that the flow leads to, and says whether the cut is certified
to be the minimum of the whole graph. Its --epsilon is one number: 0.05 by default for constant and similarity, 1e-3 for
similarity/outdegree. --flow lowered is the flow of the paper, whose source stands at --height.

A page that only leads elsewhere, by a redirect or a refresh, counts as the page that it leads to. -o writes the URLs of the site to a
file, or with --format its rules for crawlers: the fewest prefixes that sort the pages of the crawl with few errors.`

const allLong = `Divide a crawl into logical websites. A site is named after a page that stands for it.

--clusters evidence uses hosts, folders of URLs, returned links and home pages, each as far as it says something of this crawl:
a host is divided where its folders stand for themselves, and hosts that exchange links are joined. Where URLs say nothing, sites are
found by links alone. Of each site weft says what is known: nothing foreign in it; whole, or maybe part of more. Pages that were not
fetched belong to no site. docs/sites.md says how often each statement holds.

--clusters closed finds groups of pages of which hardly a link out is returned, as in "Identifying websites with flow simulation".

The sites are kept, and used by every command that asks for sites: --view between-sites, seeds --prune site, quotient --by site.`

var sectionHow = []string{
	"Hosts, folders of URLs, returned links and home pages are evidence, each as far as it says something of this crawl. A host is divided where its folders stand for themselves, and hosts that exchange links are joined. " +
		"Where URLs say nothing, sites are found by links alone. Pages that were not fetched belong to no site.",
	"If closed groups were found before, the sites are groups of pages of which hardly a link out is returned, and the leak is the share of the returned links of the pages that leads out " +
		"(the method of “Identifying websites with flow simulation”).",
	"What is known of a site is one or two statements: nothing foreign in it; whole, or maybe part of more. How often they hold was measured on crawls whose sites are known. " +
		"A site is named after a page that stands for it: one that many of its pages link to, not deep, an index if there is one.",
}

// Questions are those of this package.
var Questions = []answer.Question{
	{
		Name: "site", Takes: "CRAWL URL…", Short: "Find the logical website that pages belong to, and its boundary", Long: siteLong,
		Of: "crawl", More: " 0 --anyway -o site.txt", Own: []string{"output"},
		Gives: []answer.Answer{(*Site)(nil)},
		New:   func() answer.Asker { return new(asked) },
	},
	{
		Name: "site all", Short: "Divide a crawl into logical websites", Long: allLong,
		Gives:   []answer.Answer{(*All)(nil)},
		New:     func() answer.Asker { return new(askedAll) },
		Section: &answer.Section{Title: "Logical websites", Asked: &askedAgain{askedAll{method: Evidence, top: topSites}}, How: sectionHow},
	},
}

// options are those that every question for a boundary has.
type options struct {
	r       Request
	epsilon string
	texts   []string
}

func (q *options) flags(f answer.Flags) {
	f.StringVar(&q.r.Superset, "superset", Supersets[0], "look for it `WHERE`: crawl, or the hosts or domains of the pages")
	offered.Set(f, "superset", Supersets)
	f.StringVar(&q.r.Cluster, "clusters", Evidence, "make clusters by `METHOD`")
	offered.List(f, "clusters", Clusters)
	f.BoolVar(&q.r.Merge, "merge", false, "merge clusters of leiden, mcl or found to closed groups")
	leakFlags(f, &q.r.Leak, &q.r.Least)
	f.Float64Var(&q.r.Resolution, "resolution", 5, "`γ` of Leiden")
	f.Float64Var(&q.r.Inflation, "inflation", 0, "`I` of MCL; 0 is 1.4, and 1.2 on line")
	f.Float64Var(&q.r.Drop, "drop", 0, "leave pages of less `TIE` to the core out of it, unless the flow takes them in")
	f.StringVar(&q.r.Capacity, "capacity", Returned, "a link carries `WHAT`")
	offered.List(f, "capacity", Capacities)
	f.StringArrayVar(&q.texts, "texts", nil, "`FILE` of an archive, or folder of the live crawl, with what the pages say, for --capacity text; may be repeated")
	f.Float64Var(&q.r.Sigma, "sigma", 0, "`σ` of the similarity of URLs; 0 is as measured over pairs of the crawl")
	f.StringVar(&q.epsilon, "epsilon", "auto", "`ε`: a number, auto for the best of a sweep, or paper")
	f.StringVar(&q.r.Flow, "flow", "", "draw the boundary by `METHOD`: exact, online (asks only for pages that the flow leads to), lowered (the paper's), none; default none with --clusters evidence, else exact")
	offered.Set(f, "flow", Flows)
	f.IntVar(&q.r.Most, "most", 0, "with --flow online, ask for `N` pages at most; 0 for any")
	f.IntVar(&q.r.Height, "height", strategy.DefaultFlowHeight, "with --flow lowered, the `HEIGHT` of the source")
	f.Float64Var(&q.r.Threshold, "threshold", 0, "with --flow lowered, leave overflows of up to `CAPACITY` where they are")
}

func leakFlags(f answer.Flags, leak *float64, least *int) {
	f.Float64Var(leak, "leak", hierarchy.DefaultLeak, "`SHARE` of the returned links of its pages that may lead out of a closed group; 0 stands for the default, less than 0 for none")
	f.IntVar(least, "least", hierarchy.DefaultLeast, "`N` pages of a closed group at least")
}

// noGroups refuses the options of closed groups where sites are found by evidence.
func noGroups(leak float64, least int) error {
	if leak != 0 && leak != hierarchy.DefaultLeak || least != 0 && least != hierarchy.DefaultLeast {
		return answer.Refused("{leak} and {least} are options of {clusters} %s", Closed)
	}
	return nil
}

// check checks the options and reads ε.
func (q *options) check() error {
	var err error
	if q.r.Epsilon, err = readEpsilon(q.epsilon); err != nil {
		return err
	}
	if (q.r.Capacity == Textual) != (len(q.texts) > 0) {
		return answer.Refused("{capacity} text goes with {texts}, and neither without the other")
	}
	return q.r.setDefaults()
}

// reads gives a request the texts of pages, if it is to have any. What it returns is called when they have been read.
func (q *options) reads(ctx context.Context, c *store.Crawl, r *Request) (func() error, error) {
	if len(q.texts) == 0 {
		return func() error { return nil }, nil
	}
	a, err := texts.Open(ctx, q.texts)
	if err != nil {
		return nil, err
	}
	r.Texts = texts.Of(c, a, func(graph.Node) bool { return true })
	return a.Close, nil
}

// asked is the question for a site.
type asked struct {
	options
	names  []string
	output string
	format string
	table  string
	cut    string
	plots  string
	list   bool
}

func (q *asked) Flags(f answer.Flags) {
	q.flags(f)
	f.StringVar(&q.r.Keyword, "keyword", "", "take the cluster with most URLs that contain `WORD`")
	f.BoolVar(&q.r.Anyway, "anyway", false, "give a site also where it cannot be told from what is around it")
	f.StringVarP(&q.output, "output", "o", "", "write the site to `FILE`")
	f.StringVar(&q.format, "format", ScopeFormats[0], "`FORMAT` of that file: list of URLs, surt, heritrix, browsertrix")
	offered.Set(f, "format", ScopeFormats)
	f.StringVar(&q.table, "table", "", "write its pages and those at its border to `FILE`, with how far each is from changing sides")
	f.StringVar(&q.cut, "cut", "", "write the links that the cut goes through to `FILE`, with what they carry")
	f.StringVar(&q.plots, "plots", "", "`DIR` for a picture of the boundary, and of the sizes by ε")
	f.BoolVar(&q.list, "list", false, "only list its pages")
}

// Named implements answer.Named.
func (q *asked) Named(names []string) { q.names = names }

// Lists implements answer.Lister.
func (q *asked) Lists() (option, value string) {
	if q.list {
		value = "true"
	}
	return "list", value
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	if err := answer.CheckAll(answer.OneOf("format", q.format, ScopeFormats), answer.Rule{Holds: q.plots != "-", Option: "plots", Value: q.plots, Want: "a folder"}); err != nil {
		return err
	}
	if len(q.names) == 0 && q.r.Keyword == "" {
		return errNone
	}
	if q.format != ScopeFormats[0] && q.output == "" {
		return answer.Refused("{format} %s goes with {output}", q.format)
	}
	if q.cut != "" && q.r.Flow == NoFlow {
		return answer.Refused("{cut} has nothing to write with {flow} none")
	}
	return q.check()
}

func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	r := q.r
	r.Options = o
	if r.Pages, err = PagesOf(c, q.names); err != nil {
		return w, err
	}
	stage, err := r.stage(ctx, c)
	w.Stages, w.Aside = []answer.Stage{stage}, true
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.find(ctx, c, v, r)) })
	}
	return w, err
}

// PagesOf finds pages by URL or number.
func PagesOf(c *store.Crawl, names []string) ([]graph.Node, error) {
	var pages []graph.Node
	for _, name := range names {
		u, ok, err := c.Page(name)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, answer.Refused("the crawl has no page %.300q", name)
		}
		pages = append(pages, u)
	}
	return pages, nil
}

// find finds the site and what goes to files.
func (q *asked) find(ctx context.Context, c *store.Crawl, v *store.View, r Request) (*Site, error) {
	done, err := q.reads(ctx, c, &r)
	if err != nil {
		return nil, err
	}
	defer done() //nolint:errcheck // only read
	g, err := newGround(ctx, c, v, r)
	if err != nil {
		return nil, err
	}
	s, err := g.Find(ctx, &r)
	if err != nil {
		return nil, err
	}
	label := func(u graph.Node) string { return c.Label(u) }
	if s.Scope, err = g.scope(s); errors.Is(err, store.ErrNoNames) || errors.Is(err, errNoURLs) {
		if q.format != ScopeFormats[0] {
			return nil, option.Errorf("{format} %s: %w", q.format, err)
		}
	} else if err != nil {
		return nil, err
	}
	if q.list {
		s.files = append(s.files, answer.File{Path: "-", Write: func(w io.Writer) error { return s.write(w, "list", label) }})
	}
	if q.output != "" {
		s.files = append(s.files, answer.File{Path: q.output, Write: func(w io.Writer) error { return s.write(w, q.format, label) }})
	}
	if q.table != "" {
		rows := g.rows(s)
		s.files = append(s.files, answer.File{Path: q.table, Write: func(w io.Writer) error { return writeRows(w, rows, label) }})
	}
	if q.cut != "" {
		s.files = append(s.files, answer.File{Path: q.cut, Write: func(w io.Writer) error { return s.writeCut(w, label) }})
	}
	if q.plots != "" {
		s.files = append(s.files, answer.Plots(q.plots, g.picture(s))...)
	}
	return s, nil
}

// Kept are the files.
func (s *Site) Kept() answer.Kept { return answer.Kept{Files: s.files} }

// topSites is how many sites are listed.
const topSites = 20

// askedAll is the question for all sites.
type askedAll struct {
	method string
	o      hierarchy.SiteOptions
	top    int
}

// Methods are how all sites of a crawl may be found.
var Methods = []string{Evidence, Closed}

func (q *askedAll) Flags(f answer.Flags) {
	f.StringVar(&q.method, "clusters", Evidence, "find sites by `METHOD`: evidence (hosts, folders and links) or closed (groups of which hardly a link out is returned)")
	offered.Set(f, "clusters", Methods)
	leakFlags(f, &q.o.Leak, &q.o.Least)
	f.IntVar(&q.top, "top", topSites, "list the `K` largest")
}

// Check implements answer.Asker.
func (q *askedAll) Check() error {
	if q.method == Evidence {
		if err := noGroups(q.o.Leak, q.o.Least); err != nil {
			return err
		}
	}
	return answer.CheckAll(answer.OneOf("clusters", q.method, Methods), answer.AtLeast("top", q.top, 0), answer.AtLeast("least", q.o.Least, 0),
		answer.Rule{Holds: q.o.Leak < 1, Option: "leak", Value: q.o.Leak, Want: "less than 1"})
}

func (q *askedAll) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	need, passes, err := q.need(c)
	if err != nil {
		return w, err
	}
	moved, err := movedNeed(c, &o, 2, store.Arrays)
	if err != nil {
		return w, err
	}
	v, err := o.View(ctx, "site all", true, true, need.And(moved))
	v.Singly = q.method == Evidence
	stage := answer.Stage{View: v, Passes: passes}
	if moved != nil {
		stage.Passes = "3 over links and 1 back to follow redirects, " + stage.Passes
	}
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.find(ctx, c, v, o)) })
	}
	return w, err
}

// need is the memory of a method, and the passes that it takes.
func (q *askedAll) need(c *store.Crawl) (store.Need, string, error) {
	n := c.NumPages()
	if q.method == Closed {
		forLinks, forNodes := hierarchy.Need(n, c.Graph().NumArcs())
		return store.Arrays("links of groups", forLinks).And(store.Arrays("the tree of groups", forNodes)).And(store.Heap("sites of pages", allBytes(n))), "3 over links, 2 over links back, then in memory", nil
	}
	need, err := evidenceNeed(c)
	return need.And(store.Heap("pages by site", 8*int64(n))), "2 for each level of folders that are shelves, 2 for each round of merges, 1 for front pages", err
}
