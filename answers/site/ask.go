package site

import (
	"context"
	"errors"
	"io"
	"strings"

	"weft/algo/hierarchy"
	"weft/answers/answer"
	"weft/answers/texts"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

const siteLong = `Find the logical website that pages belong to, wherever it is served. One page is often enough. Three pages other than the
front page identify the site best.

By default weft divides the crawl by all evidence, like "weft site all": hosts, folders of URLs, returned links and home
pages. It returns the sites of the given pages, and states what is known of each: whether all pages belong to it, and
whether it is whole or may be part of a larger site. If URLs carry no information, weft makes neither statement.
docs/sites.md says how often the statements hold.

Other --clusters follow the five steps of "Identifying websites with flow simulation":
  1. --superset: the crawl, or the hosts or domains of the pages
  2. the graph of the superset, taken from the crawl
  3. --clusters: closed (groups whose links to others are hardly ever returned), leiden, mcl, mcl-online (requests only
     pages that may belong), found (the sites of "weft site all") or given (only the given pages)
  4. the core: the clusters of the given pages, or the cluster in which most URLs contain --keyword
  5. the boundary: the minimum cut between the core and the rest (--flow exact). Each link has a --capacity: returned
     (1/indegree of its target, and a tenth of that if it is not returned), constant, similarity (of URLs),
     similarity/outdegree, text (returned, times the similarity of the --texts of both pages), or kept (the weight that
     "weft import --weights" kept, as a share of the largest). Each page of the site costs --epsilon. By default a sweep
     over ε chooses the middle of the widest range in which the site stays the same; --epsilon paper is
     exp(-50²/2σ²).

--flow online finds the same cut as a crawler would: it requests only pages that the flow reaches, and reports whether the
cut is certified to be the minimum of the whole graph. Its --epsilon is a number: 0.05 by default for constant and
similarity, 1e-3 for similarity/outdegree. --flow lowered is the flow of the paper, with the source at --height.

A page that only leads elsewhere, by a redirect or a refresh, is replaced by its target. -o writes the URLs of the site to
a file, or with --format its rules for crawlers: the fewest prefixes that separate the pages of the crawl with few
errors.

--include and --exclude change the site by hand. "https://example.org/news/*" is the beginning of URLs, "example.org/*" a
host, "example.org*" a host and its subdomains; anything else is one page. If two changes concern a page, the
change for fewer pages decides. The rules follow the changes, for unknown URLs too.`

const allLong = `Divide a crawl into logical websites. Each site is named after a representative page.

--clusters evidence uses hosts, folders of URLs, returned links and home pages, each as far as it is informative in this
crawl. A host is divided if its folders are separate sites; hosts that exchange links are joined. If URLs carry no
information, sites are found by links alone. For each site weft states what is known: whether all pages belong to it, and
whether it is whole or may be part of a larger site. Pages that were not fetched belong to no site. docs/sites.md says how
often each statement holds.

--clusters closed finds groups of pages whose links to others are hardly ever returned, as in "Identifying websites with
flow simulation".

The sites are saved. Every command that needs sites uses them: --view between-sites, seeds --prune site, quotient --by
site.`

var sectionHow = []string{
	"The evidence is hosts, folders of URLs, returned links and home pages, each as far as it is informative in this crawl. A host is divided if its folders are separate sites; hosts that exchange links are joined. " +
		"If URLs carry no information, sites are found by links alone. Pages that were not fetched belong to no site.",
	"If closed groups were found before, the sites are these groups: pages whose links to others are hardly ever returned. The leak is the share of the returned links of the pages that lead out of the group " +
		"(the method of “Identifying websites with flow simulation”).",
	"Each site has one or two statements: no pages of other sites are expected; no other site shares its domains, or it may be part of a larger site. Their accuracy was measured on crawls whose sites are known. " +
		"A site is named after the most linked home page of its hosts; without one, after a page with a short path that many pages of the site link to.",
}

// Questions lists the questions of this package.
var Questions = []answer.Question{
	{
		Name: "site", Takes: "CRAWL URL…", Short: "Find the logical website of given pages, and its boundary", Long: siteLong,
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

// options holds the options that all questions for a boundary share.
type options struct {
	r       Request
	epsilon string
	texts   []string
}

func (q *options) flags(f answer.Flags) {
	f.StringVar(&q.r.Superset, "superset", Supersets[0], "search for the site `WHERE`: crawl, or the hosts or domains of the given pages")
	offered.Set(f, "superset", Supersets)
	f.StringVar(&q.r.Cluster, "clusters", Evidence, "find clusters by `METHOD`")
	offered.List(f, "clusters", Clusters)
	f.BoolVar(&q.r.Merge, "merge", false, "merge clusters of leiden, mcl or found into closed groups")
	leakFlags(f, &q.r.Leak, &q.r.Least)
	f.Float64Var(&q.r.Resolution, "resolution", 5, "use resolution `γ` for Leiden")
	f.Float64Var(&q.r.Inflation, "inflation", 0, "use inflation `I` for MCL; 0 for 1.4, or 1.2 with mcl-online")
	f.Float64Var(&q.r.Drop, "drop", 0, "remove pages with less `TIE` to the core (0 to 1), unless the flow includes them")
	f.StringVar(&q.r.Capacity, "capacity", Returned, "weigh each link by `WHAT`: "+strings.Join(Capacities, ", ")+"; the boundary cuts the links of the least total weight")
	offered.Set(f, "capacity", Capacities)
	f.StringArrayVar(&q.texts, "texts", nil, "read texts of pages for --capacity text from `FILE`, an archive or the folder of a live crawl; repeatable")
	f.Float64Var(&q.r.Sigma, "sigma", 0, "set the scale `σ` of the similarity of URLs, in tokens. URLs with d different tokens have the similarity exp(-d²/2σ²) (default 0: measured on pairs of pages)")
	f.StringVar(&q.epsilon, "epsilon", "auto", "charge `ε` for each page of the site: a number, auto (the best of a sweep), or paper. Numbers are weights of links. A larger ε gives a smaller site")
	f.StringVar(&q.r.Flow, "flow", "", "find the boundary by `METHOD`: exact, online (reads only pages that the flow reaches), lowered (as in the paper), none; the default is none with --clusters evidence, else exact")
	offered.Set(f, "flow", Flows)
	f.IntVar(&q.r.Most, "most", 0, "with --flow online, read at most `N` pages; 0 for any number")
	f.IntVar(&q.r.Height, "height", strategy.DefaultFlowHeight, "with --flow lowered, return flow to the given pages from pages above `HEIGHT` levels. A page rises by a level or more when its links carry no more flow")
	f.Float64Var(&q.r.Threshold, "threshold", 0, "with --flow lowered, pass flow on only from pages with an overflow above `CAPACITY`, in weights of links (default 0: from all)")
}

func leakFlags(f answer.Flags, leak *float64, least *int) {
	f.Float64Var(leak, "leak", hierarchy.DefaultLeak, "allow `SHARE` of returned links to leave a closed group; a negative number for none")
	f.IntVar(least, "least", hierarchy.DefaultLeast, "make closed groups of at least `N` pages")
}

// noGroups refuses the options of closed groups where sites are found by evidence.
func noGroups(leak float64, least int) error {
	if leak != 0 && leak != hierarchy.DefaultLeak || least != 0 && least != hierarchy.DefaultLeast {
		return answer.Refused("{leak} and {least} require {clusters} %s", Closed)
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
		return answer.Refused("{capacity} text and {texts} require each other")
	}
	return q.r.setDefaults()
}

// reads opens the texts of pages for a request that needs them. Call the returned function when the texts have
// been read.
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
	saveAs string

	include, exclude []string
}

func (q *asked) Flags(f answer.Flags) {
	q.flags(f)
	f.StringVar(&q.r.Keyword, "keyword", "", "take the cluster in which most URLs contain `WORD`")
	f.BoolVar(&q.r.Anyway, "anyway", false, "report a site even if its surroundings are alike")
	f.StringArrayVar(&q.include, "include", nil, "add `PAGES` to the site: a URL or number, or the beginning of URLs followed by *; repeatable")
	f.StringArrayVar(&q.exclude, "exclude", nil, "remove `PAGES` from the site, as for --include; repeatable")
	f.StringVarP(&q.output, "output", "o", "", "write the site to `FILE`")
	f.StringVar(&q.format, "format", "", "write the site as `FORMAT`: list (of URLs), surt, heritrix, browsertrix, wget, httrack (default by the ending of -o, or else list)")
	offered.Set(f, "format", ScopeFormats)
	f.StringVar(&q.table, "table", "", "write the pages of the site and at its border to `FILE`, with the margin of each page")
	ending.Set(f, "table", "tsv")
	f.StringVar(&q.cut, "cut", "", "write the links of the cut to `FILE`, with their capacities")
	ending.Set(f, "cut", "tsv")
	answer.PlotsFlag(f, &q.plots, "pictures of the boundary, and of the sizes by ε,")
	f.BoolVar(&q.list, "list", false, "print only the pages of the site")
	f.StringVar(&q.saveAs, "save", "", "save the boundary with the crawl, under `NAME`; weft boundary lists, loads and shares saved boundaries")
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
	var err error
	if q.format, err = ending.Of(q.output, q.format, ScopeFormats...); err != nil {
		return &answer.OptionError{Why: err}
	}
	if err := answer.CheckAll(answer.OneOf("format", q.format, ScopeFormats), answer.PlotsRule(q.plots)); err != nil {
		return err
	}
	if err := q.checkSave(); err != nil {
		return err
	}
	if len(q.names) == 0 && q.r.Keyword == "" {
		return errNone
	}
	if q.format != ScopeFormats[0] && q.output == "" {
		return answer.Refused("{format} %s requires {output}", q.format)
	}
	if q.cut != "" && q.r.Flow == NoFlow {
		return answer.Refused("{cut} cannot be combined with {flow} none, which finds no cut")
	}
	if q.r.Edits = EditsOf(q.include, q.exclude); q.cut != "" && len(q.r.Edits) > 0 {
		return answer.Refused("{cut} cannot be combined with {include} and {exclude}: a site changed by hand has no minimum cut")
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
	if s.Scope, err = s.chosen(c).scope(); errors.Is(err, store.ErrNoNames) || errors.Is(err, errNoURLs) {
		if q.format != ScopeFormats[0] {
			return nil, option.Errorf("{format} %s: %w", q.format, err)
		}
	} else if err != nil {
		return nil, err
	}
	if q.list {
		s.files = append(s.files, answer.File{Path: "-", Write: func(w io.Writer) error { return s.write(w, c, "list") }})
	}
	if q.output != "" {
		s.files = append(s.files, answer.File{Path: q.output, Write: func(w io.Writer) error { return s.write(w, c, q.format) }})
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
	if q.saveAs != "" {
		return s, q.save(c, s, &r)
	}
	return s, nil
}

// write writes the site in one of ScopeFormats.
func (s *Site) write(w io.Writer, c *store.Crawl, format string) error {
	return s.chosen(c).write(w, format, s.Scope, s.start())
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
	f.StringVar(&q.method, "clusters", Evidence, "find sites by `METHOD`: evidence (hosts, folders and links) or closed (groups whose links to others are hardly ever returned)")
	offered.Set(f, "clusters", Methods)
	leakFlags(f, &q.o.Leak, &q.o.Least)
	f.IntVarP(&q.top, "top", "n", topSites, "list the `K` largest sites")
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
	need, passes, err := q.need(ctx, c, &o)
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
func (q *askedAll) need(ctx context.Context, c *store.Crawl, o *answer.Options) (store.Need, string, error) {
	n := c.NumPages()
	if q.method == Closed {
		forLinks, forNodes := hierarchy.Need(n, c.Graph().NumArcs())
		return store.Arrays("links of groups", forLinks).And(store.Arrays("the tree of groups", forNodes)).And(store.Heap("sites of pages", closedBytes(n))), "3 over links, 2 over links back, then in memory", nil
	}
	need, err := evidenceNeed(ctx, c, o)
	return need.And(store.Heap("pages by site", 8*int64(n))), "2 for each level of folders that are shelves, 2 for each round of merges, 1 for front pages", err
}
