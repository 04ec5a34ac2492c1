package site

import (
	"slices"

	"weft/answers/answer"
	"weft/answers/texts"
	"weft/crawl/strategy"
	"weft/graph"
)

// Values for clusters, capacities, supersets and ε.
var (
	Clusters   = []string{Evidence, Closed, Leiden, MCL, OnLineMCL, Found, Given}
	Capacities = []string{Returned, Constant, Similarity, PerLink, Textual, KeptWeights}
	Supersets  = []string{"crawl", "host", "domain"}
	Flows      = []string{Exact, OnLine, Lowered, NoFlow}
)

// The ways to make clusters:
//
//   - hosts, folders and links, as package algo/sites divides a crawl
//   - groups whose outgoing links are not returned
//   - Leiden
//   - MCL
//   - MCL that requests only the links of pages that may belong
//   - the sites that were found before
//   - none: each given page is a cluster
const (
	Evidence  = "evidence"
	Closed    = "closed"
	Leiden    = "leiden"
	MCL       = "mcl"
	OnLineMCL = "mcl-online"
	Found     = "found"
	Given     = "given"
)

// The capacities of a link, in this order:
//
//   - 1/indegree of its target, and a tenth of this if it is not returned
//   - one
//   - the similarity of the URLs
//   - the similarity divided by the outdegree of its page
//   - the first capacity, scaled by how much text both pages share
//   - the weight that an import kept, as a share of the largest
const (
	Returned   = "returned"
	Constant   = strategy.Constant
	Similarity = strategy.Similar
	PerLink    = strategy.SimilarEach
	Textual    = "text"

	KeptWeights = "kept"
)

// The flows:
//
//   - the minimum cut of the whole graph
//   - the same, found on line, as a crawl would find it
//   - on line with a lowered source, as in the paper
//   - none, which ends with the core
const (
	Exact   = "exact"
	OnLine  = "online"
	Lowered = "lowered"
	NoFlow  = "none"
)

// A Request says which site to find, and how. The zero value, with pages or a keyword, is the default.
type Request struct {
	// Pages are characteristic pages of the site, in any order.
	Pages []graph.Node
	// Keyword picks the cluster with most URLs that contain it, in any case of letters; then there need be no pages.
	Keyword string
	// Superset is one of Supersets; empty is the crawl.
	Superset string
	// Cluster is one of Clusters; empty is Evidence.
	Cluster string
	// Leak and Least belong to closed groups, Resolution to Leiden and Inflation to MCL; 0 means the default.
	Leak       float64
	Least      int
	Resolution float64
	Inflation  float64
	// Merge joins clusters to groups whose links out are not returned, as Closed joins pages.
	Merge bool
	// Drop is the least tie of a page to its core; with less it is left out.
	Drop float64
	// Flow is one of Flows; empty is NoFlow for Evidence, whose sites are whole, and Exact for all other clusters.
	Flow string
	// Most is the maximum number of pages that a flow on line requests; 0 means no limit. Height and Threshold
	// describe a lowered source: see [strategy.FlowOptions].
	Most      int
	Height    int
	Threshold float64
	// Capacity is one of Capacities; empty is Returned.
	Capacity string
	// Texts holds the texts of pages, for Textual.
	Texts texts.Texts
	// Sigma is the σ of the similarity of URLs; 0 means the measured value.
	Sigma float64
	// Epsilon is the capacity of each page to the sink. 0 chooses it by a sweep; a negative value takes
	// exp(−50²/2σ²), as in the paper.
	Epsilon float64
	// Anyway returns a site even if it cannot be distinguished from its surroundings.
	Anyway bool
	// Edits are changes of the site by hand: Of and In.
	Edits []Edit

	answer.Options
}

func (r *Request) setDefaults() error {
	for _, d := range []struct{ at, to *string }{{&r.Cluster, new(Evidence)}, {&r.Capacity, new(Returned)}, {&r.Superset, &Supersets[0]}} {
		if *d.at == "" {
			*d.at = *d.to
		}
	}
	if r.Flow == "" {
		if r.Flow = Exact; r.Cluster == Evidence {
			r.Flow = NoFlow
		}
	}
	if r.Resolution == 0 {
		r.Resolution = 5
	}
	if r.Inflation == 0 {
		if r.Inflation = 1.4; r.Cluster == OnLineMCL { // what is known of a site is thinner than what there is
			r.Inflation = 1.2
		}
	}
	if r.Merge && (r.Cluster == Evidence || r.Cluster == Closed || r.Cluster == Given || r.Cluster == OnLineMCL) {
		return answer.Refused("{merge} requires {clusters} leiden, mcl or found: %s has nothing to merge", r.Cluster)
	}
	if r.Cluster == Evidence {
		if err := noGroups(r.Leak, r.Least); err != nil {
			return err
		}
	}
	slices.Sort(r.Pages)
	r.Pages = slices.Compact(r.Pages)
	return answer.CheckAll(
		answer.OneOf("clusters", r.Cluster, Clusters), answer.OneOf("capacity", r.Capacity, Capacities), answer.OneOf("superset", r.Superset, Supersets), answer.OneOf("flow", r.Flow, Flows),
		answer.Rule{Holds: r.Threshold >= 0 && r.Threshold <= 1e6, Option: "threshold", Value: r.Threshold, Want: "0 to 1e6"},
		answer.AtLeast("most", r.Most, 0), answer.Rule{Holds: r.Height >= 0 && r.Height <= 1e9, Option: "height", Value: r.Height, Want: "0 to 1e9"},
		answer.Rule{Holds: r.Leak < 1, Option: "leak", Value: r.Leak, Want: "less than 1"},
		answer.AtLeast("least", r.Least, 0),
		answer.Rule{Holds: r.Resolution > 0, Option: "resolution", Value: r.Resolution, Want: "more than 0"},
		answer.Rule{Holds: r.Inflation > 1 && r.Inflation <= 30, Option: "inflation", Value: r.Inflation, Want: "more than 1, and at most 30"},
		answer.Rule{Holds: r.Drop >= 0 && r.Drop <= 1, Option: "drop", Value: r.Drop, Want: "0 to 1"},
		answer.Rule{Holds: r.Sigma >= 0, Option: "sigma", Value: r.Sigma, Want: "0 or more"})
}

// errNone says that nothing was given.
var errNone = answer.Refused("no site given: name one or more of its pages after the crawl, or a word of its URLs with {keyword}")
