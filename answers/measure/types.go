package measure

import (
	"weft/answers/answer"
	"weft/graph"
	"weft/stats"
	"weft/store"
)

// An Info describes a crawl by its figures.
//
//json:object info
type Info struct {
	Path string `json:"path"` // folder of the crawl, or basename of the graph
	store.Counts
	Order string `json:"order"` // order of the page numbers: names (sorted by name) or input (as read)
	Names bool   `json:"names"` // pages have names
	// SHA-256 of the graph's file; each result records it, to identify the graph that it was computed on
	GraphID string `json:"graph_id,omitempty" absent:"of a bare graph"`
	// steps that made the crawl, oldest first
	Steps    []store.Step `json:"steps,omitempty" absent:"of a bare graph"`
	MeanOut  float64      `json:"mean_outdegree"`                                   // measured arcs per page that is not a ghost
	HasBack  bool         `json:"transpose"`                                        // the crawl has a stored transpose
	DiskSize int64        `json:"bytes_on_disk,omitempty" absent:"of a bare graph"` // size of all files without results and reports, bytes
}

// A Law is the distribution of a quantity over a stated population.
//
//json:object law
type Law struct {
	Name string `json:"name" label:"law of"` // name of the quantity: in, out, total, host in, scc size and so on
	// units that the values belong to: all pages, fetched pages and so on
	Population string          `json:"population" label:"population"`
	Count      int64           `json:"count"`                            // number of values
	Mean       float64         `json:"mean" label:"mean" show:"fixed:2"` // mean of the values
	Max        uint64          `json:"max" label:"max"`                  // greatest value
	Histogram  stats.Histogram `json:"-"`
	// best-fitting power law; its tail has at least 50 values that span a factor of 10
	Fit      *stats.Fit `json:"fit" absent:"null: 'fit_error' says why"`
	FitError string     `json:"fit_error,omitempty" absent:"there is a fit"` // reason why there is no fit
}

// Degrees are the laws of degrees and the correlations between them.
//
//json:object degrees
type Degrees struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View  string `json:"view,omitempty" absent:"all arcs are seen"`
	In    Law    `json:"in"`    // power law of in-degrees
	Out   Law    `json:"out"`   // power law of out-degrees
	Total Law    `json:"total"` // power law of total degrees
	// power laws of arcs between hosts, one arc for each linked pair; pages whose names are no URLs
	// have no host
	Hosts        *HostDegrees  `json:"hosts,omitempty" absent:"without hosts"`
	Correlations []Correlation `json:"correlations"` // correlations between degrees and PageRank

	InDegrees  []uint32      `json:"-"` // of each page
	OutDegrees []uint32      `json:"-"`
	files      []answer.File // plots
}

// HostDegrees are the laws of degrees in the graph of hosts, and of host sizes.
//
//json:object host degrees
type HostDegrees struct {
	In    Law `json:"in"`    // power law of the number of hosts that link to a host
	Out   Law `json:"out"`   // power law of the number of hosts that a host links to
	Pages Law `json:"pages"` // power law of the number of pages of a host
}

// A Correlation is between two values of each page of a population.
//
//json:object correlation
type Correlation struct {
	A          string  `json:"a" label:"correlation of"`      // first quantity
	B          string  `json:"b" label:"and"`                 // second quantity
	Population string  `json:"population" label:"population"` // units that the values belong to
	Pearson    float64 `json:"pearson"`                       // Pearson's correlation
	KendallB   float64 `json:"kendall_tau_b"`                 // Kendall's tau-b
	// reason why there is no value, such as a constant quantity
	Undefined string `json:"undefined,omitempty" absent:"there is a value" label:"no value, because" hide:"zero"`
}

// A Top is a page or host with a score.
//
//json:object page with a score
type Top struct {
	Page  uint32  `json:"page"`                                                               // number of the page, from 0
	URL   string  `json:"url,omitempty" absent:"pages have no names" label:"page" show:"url"` // URL of the page
	Score float64 `json:"score" label:"score" show:"digits:6"`                                // score of the page
	// lower end of the 95 % interval of the score
	Low *float64 `json:"low,omitempty" absent:"the score is no estimate" label:"95 % from" show:"digits:4"`
	// upper end of the 95 % interval of the score
	High *float64 `json:"high,omitempty" absent:"the score is no estimate" label:"to" show:"digits:4"`
}

// A TopHost is a host with the sum of the scores of its pages.
//
//json:object top host
type TopHost struct {
	Host  string  `json:"host" label:"host" show:"host:(no host)"` // name of the host
	Score float64 `json:"score" label:"score" show:"digits:6"`     // sum of the scores of the host's pages
}

// A Ranking is a vector of scores and how it came about.
//
//json:object rank
type Ranking struct {
	Name  string `json:"name"`  // name of the ranking: pagerank, hits, salsa, indegree, katz, closeness or betweenness
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View        string         `json:"view,omitempty" absent:"all arcs are seen"`
	Form        string         `json:"form"`                  // how the graph was read: memory, scratch, stream or disk
	Direction   string         `json:"direction"`             // direction of the passes: pull or push
	Iterations  int            `json:"iterations"`            // number of iterations
	Residual    float64        `json:"residual"`              // change made by the last iteration, in `norm`
	Norm        string         `json:"norm"`                  // norm of the residual
	Converged   bool           `json:"converged"`             // the residual fell below the tolerance
	Params      map[string]any `json:"params,omitempty"`      // options that change the values, and how the computation ended
	Top         []Top          `json:"top,omitempty"`         // pages with the highest scores
	Authorities []Top          `json:"authorities,omitempty"` // pages with the highest authority scores (HITS, SALSA)
	Hubs        []Top          `json:"hubs,omitempty"`        // pages with the highest hub scores (HITS, SALSA)
	// hosts with the largest sums of scores (authority scores for HITS and SALSA)
	TopHosts []TopHost `json:"top_hosts,omitempty" absent:"pages have no names"`

	// Scores are the values of all pages. A ranking with two vectors has the authorities here, and the hubs
	// beside.
	Scores    []float64 `json:"-"`
	HubScores []float64 `json:"-"`
	degrees   []uint32  // Scores, of the ranking by in-degree
	// interval returns the 95 % interval of the score of a page; nil if scores are no estimates.
	interval func(u graph.Node) (low, high float64)
	method   string // of PageRank
}

// Components are the weak and strong components and the bow tie around the largest strong one.
//
//json:object components
type Components struct {
	Kinds string `json:"kinds"` // kinds of arcs that count, joined by +
	// filter applied to the crawl, such as between-hosts
	View   string    `json:"view,omitempty" absent:"all arcs are seen"`
	WCC    Partition `json:"wcc"`    // weakly connected components
	SCC    Partition `json:"scc"`    // strongly connected components
	BowTie BowTie    `json:"bowtie"` // the parts of the bow tie
	// strong components after random arcs were added
	Growth *Growth `json:"growth,omitempty" absent:"not requested"`

	WCCLabels []uint32 `json:"-"`
	SCCLabels []uint32 `json:"-"`
	Classes   []uint8  `json:"-"`

	files []answer.File // plots
}

// A Partition is counted, and its sizes are a law.
//
//json:object partition
type Partition struct {
	Count   int `json:"count"`   // number of components
	Largest int `json:"largest"` // pages of the largest component
	Sizes   Law `json:"sizes"`   // power law of the sizes
}

// A BowTie counts the pages of each class; docs/papers.md defines the classes.
//
//json:object bow tie
type BowTie struct {
	// pages of the largest strongly connected component. If it is 1, no two pages reach each other and there is no
	// bow tie. The other values then describe the surroundings of one page
	SCC        int `json:"scc"`
	In         int `json:"in"`          // pages outside it from which it is reached (IN)
	Out        int `json:"out"`         // pages outside it that it reaches (OUT)
	TendrilsIn int `json:"tendrils_in"` // pages reached from IN that reach neither the largest component nor OUT
	// pages that reach OUT and are reached from neither the largest component nor IN
	TendrilsOut  int `json:"tendrils_out"`
	Tubes        int `json:"tubes"`        // pages on paths from IN to OUT that avoid the largest component
	Other        int `json:"other"`        // pages connected in another way
	Disconnected int `json:"disconnected"` // pages of other weak components
}

// HostLinks are the arcs that join different hosts.
type HostLinks struct {
	Pairs int64      `json:"pairs"` // ordered pairs of different hosts with an arc
	Arcs  int64      `json:"arcs"`  // between pages of different hosts
	Top   []HostLink `json:"top"`   // the pairs with the most arcs
	// Matrix has the largest hosts that were crawled, and the hosts that they link to.
	Matrix HostMatrix `json:"matrix"`
}

// A HostMatrix counts the arcs from the largest crawled hosts to the hosts that these link to most, crawled or not.
type HostMatrix struct {
	Rows    []MatrixRow `json:"rows"`    // hosts with the most fetched pages, most first
	Columns []string    `json:"columns"` // hosts with the most arcs from the other hosts of the rows, most first; "" for pages whose names are no URLs
	Arcs    [][]int64   `json:"arcs"`    // from the host of the row to the host of the column, also within a host
}

// A MatrixRow is a crawled host.
type MatrixRow struct {
	Host    string `json:"host"`    // name of the host; "" for pages whose names are no URLs
	Fetched int64  `json:"fetched"` // pages of the host that were fetched, or may have been
	Out     int64  `json:"out"`     // arcs to other hosts
	Shown   int64  `json:"shown"`   // arcs to the other hosts of the columns
}

// An AnchorText counts the arcs that carry a text.
type AnchorText struct {
	Text string `json:"text"`
	Arcs int64  `json:"arcs"`
}

// A HostLink counts the arcs from the pages of one host to the pages of another.
type HostLink struct {
	From string `json:"from"`
	To   string `json:"to"`
	Arcs int64  `json:"arcs"`
}
