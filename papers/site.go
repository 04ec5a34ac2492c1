package papers

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"weft/algo/cluster"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/answers/site"
	"weft/graph"
	"weft/internal/mem"
	"weft/store"
)

// SiteOptions of RunSite. The zero value is the default, with a Truth and a Memory.
type SiteOptions struct {
	// Truth holds the site of each page; pages that it does not name belong to no site.
	Truth *store.Sites
	// Site is the only site to search, by its name in Truth or by the URL of its front page. If it is empty, all
	// sites of Least pages or more are searched.
	Site string
	// Keyword picks the cluster of Site. If it is empty, it is the token of the front page's URL that identifies
	// it best.
	Keyword string
	Least   int // 50 if it is 0
	Most    int // sites, those with most pages; 0 stands for all
	Draws   int // of three pages for the method of weft site; 3 if it is 0
	Keep    int // entries of a column of MCL; 1,100 if it is 0
	// Kept are other numbers of entries, whose clusters are compared with those for Keep; nil stands for 50, 100,
	// 200 and 400.
	Kept    []int
	Random  int // clusters that are drawn; the paper's 5 if it is 0
	Over    int // and have more than this number of pages; 0 stands for the paper's 50
	Samples int // samples for the p of the law of sizes, as in measure.DegreeOptions
	Quick   bool
	answer.Options
}

// Sizes of the experiment.
const (
	paperSigma = 7.24
	manyPages  = 50 // of a site, and of a cluster that is drawn
)

func (o *SiteOptions) setDefaults() error {
	o.Least, o.Over = cmp.Or(o.Least, manyPages), cmp.Or(o.Over, manyPages)
	o.Draws, o.Keep, o.Random = cmp.Or(o.Draws, 3), cmp.Or(o.Keep, 1100), cmp.Or(o.Random, 5)
	if o.Kept == nil {
		o.Kept = []int{50, 100, 200, 400}
	}
	if o.Truth == nil {
		return answer.Refused("say with {truth} which page is of which site")
	}
	return o.Check()
}

// Check refuses options that cannot be, 0 being none that stands for another.
func (o *SiteOptions) Check() error {
	if o.Keyword != "" && o.Site == "" {
		return answer.Refused("{keyword} requires {site}: each site has its own")
	}
	for _, keep := range o.Kept {
		if err := answer.CheckAll(answer.AtLeast("kept", keep, 1)); err != nil {
			return err
		}
	}
	return answer.CheckAll(
		answer.AtLeast("least-pages", o.Least, 1),
		answer.AtLeast("most", o.Most, 0),
		answer.AtLeast("draws", o.Draws, 1),
		answer.AtLeast("keep", o.Keep, 1),
		answer.AtLeast("random", o.Random, 1),
		answer.AtLeast("over", o.Over, 1),
	)
}

// SiteResult is the result of RunSite: the rows, and their sources.
//
//json:object reproduce site
type SiteResult struct {
	Rows     []Row         `json:"rows"`                                               // values of the paper beside the values found
	Pages    int           `json:"pages"`                                              // pages
	Arcs     int64         `json:"arcs"`                                               // arcs that count
	Network  SampleNetwork `json:"network"`                                            // a small network with its flow and cut
	Sigma    *site.Sigma   `json:"measured_sigma" absent:"null: fewer than two pages"` // σ measured from URLs
	Sites    []SiteSought  `json:"sites"`                                              // sites of the truth
	Methods  []MethodFate  `json:"methods"`                                            // scores of each method for each σ and ε
	MCL      []MCLRun      `json:"mcl"`                                                // runs of MCL with inflation 1.2 and 2.0
	Kept     []KeptRun     `json:"kept"`                                               // runs of MCL that keep other numbers of entries
	Main     MainCluster   `json:"main_cluster"`                                       // division of the largest cluster
	Random   []RandomSite  `json:"random"`                                             // sites found from random clusters
	Absorbed int           `json:"absorbed"`                                           // flows with the ε of the paper that absorbed every reachable page
	Flows    int           `json:"flows"`                                              // flows with the ε of the paper
	// time of a sweep over ε and the cut after it, s
	FlowSeconds float64 `json:"flow_seconds,omitempty" absent:"nothing was timed"`
}

// A SiteSought is a site of the truth to search.
//
//json:object site that is sought
type SiteSought struct {
	Name  string `json:"name"`    // name of the site in the truth
	Pages int    `json:"pages"`   // pages
	Hosts int    `json:"hosts"`   // hosts
	Front string `json:"front"`   // URL of its front page
	Word  string `json:"keyword"` // keyword that picks its cluster

	front graph.Node
	truth int
	pages []graph.Node
	picks [2]choice // of the two clusterings
}

// An MCLRun is a clustering of the crawl.
//
//json:object run of MCL
type MCLRun struct {
	Inflation   float64 `json:"inflation"`                                    // inflation r
	Keep        int     `json:"keep"`                                         // maximum number of entries kept in a column
	Clusters    int     `json:"clusters"`                                     // clusters
	Largest     int     `json:"largest"`                                      // pages of the largest cluster
	Overlapping int     `json:"overlapping"`                                  // pages in several clusters
	Iterations  int     `json:"iterations"`                                   // number of iterations
	Converged   bool    `json:"converged"`                                    // the last iteration changed less than the bound
	MostLost    float64 `json:"most_lost"`                                    // mean share of a column that an iteration dropped, in the worst iteration
	Seconds     float64 `json:"seconds,omitempty" absent:"nothing was timed"` // time, s

	of *cluster.Clusters
}

// A KeptRun is the distance of clusters from clusters of more entries.
//
//json:object other entries
type KeptRun struct {
	MCLRun
	// split/join distance to the clusters with the usual number of entries, divided by twice the pages
	Moved float64 `json:"moved"`
}

// MainCluster is the largest cluster, divided again.
//
//json:object main cluster
type MainCluster struct {
	Pages    int `json:"pages"`    // pages
	Clusters int `json:"clusters"` // number of clusters after the division
	Largest  int `json:"largest"`  // pages of the largest of these clusters
	Smallest int `json:"smallest"` // pages of the smallest of these clusters
	// Of names the clusters whose sizes Sizes describes, and from which some are drawn: the clusters of the main
	// cluster, or, if too few of these can be drawn, all.
	Of    string      `json:"of"`    // clusters whose sizes `sizes` describes and from which some are drawn
	Sizes measure.Law `json:"sizes"` // power law of the sizes of these clusters

	parts [][]graph.Node // they
}

// A siteRun is a reproduction under way.
type siteRun struct {
	SiteOptions
	ctx    context.Context //nolint:containedctx // a run is one call of RunSite
	c      *store.Crawl
	r      *SiteResult
	g      *site.Ground
	flows  map[string]flowed // by setting and cluster: several sites may lie in one
	timed  time.Duration
	sweeps int
}

// RunSite runs the experiments of the paper on logical websites on a crawl with known sites. It applies the
// paper's seven methods, and package site, to one site, or to all sites with means. It also examines random
// clusters, and the effect of fewer kept entries on MCL. Flows are exact minimum cuts, with capacities of
// similarity under two σ (as measured, and the paper's) and two ε (the paper's, and by a sweep). Memory: MCL, then
// a site.Ground. All results except times, which Quick leaves out with the other numbers of entries, are a
// function of crawl and options.
// Papers: websites, §4.1, §4.2.
func RunSite(ctx context.Context, c *store.Crawl, o SiteOptions) (*SiteResult, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	if !c.HasNames() {
		return nil, fmt.Errorf("reproduce: prefixes, keywords and similarity: %w", store.ErrNoNames)
	}
	r := &siteRun{SiteOptions: o, ctx: ctx, c: c, flows: map[string]flowed{}}
	r.r = &SiteResult{
		Pages:   c.NumPages(),
		Sites:   []SiteSought{},
		Methods: []MethodFate{},
		MCL:     []MCLRun{},
		Kept:    []KeptRun{},
		Random:  []RandomSite{},
	}
	for _, step := range []func() error{r.sample, r.cluster, r.ground, r.sought, r.ours, r.urls, r.clusters, r.flow} {
		mem.Release()
		if err := step(); err != nil {
			return nil, fmt.Errorf("reproduce: %w", err)
		}
	}
	r.r.Rows = rows("site", siteChecks, r)
	return r.r, c.Damage()
}

// ground makes the ground of all boundaries.
func (r *siteRun) ground() (err error) {
	if r.g, err = site.NewGround(r.ctx, r.c, site.Request{Options: r.Options}); err != nil {
		return err
	}
	r.r.Sigma = r.g.Measured()
	out, _ := r.g.Graph()
	r.r.Arcs = out.NumArcs()
	return nil
}

// now is the time, if anything is timed.
func (r *siteRun) now() time.Time {
	if r.Quick {
		return time.Time{}
	}
	return time.Now()
}

// since is how long ago that was; 0 if nothing is timed.
func (r *siteRun) since(t time.Time) time.Duration {
	if r.Quick {
		return 0
	}
	return time.Since(t)
}
