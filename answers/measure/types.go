package measure

import (
	"weft/answers/answer"
	"weft/stats"
	"weft/store"
)

// An Info is what a crawl is, in numbers.
type Info struct {
	Path string `json:"path"`
	store.Counts
	Order    string       `json:"order"`
	Names    bool         `json:"names"`
	GraphID  string       `json:"graph_id,omitempty"`
	Steps    []store.Step `json:"steps,omitempty"`
	MeanOut  float64      `json:"mean_outdegree"` // arcs per page that is not a ghost
	HasBack  bool         `json:"transpose"`
	DiskSize int64        `json:"bytes_on_disk,omitempty"`
}

// A Law is the distribution of a quantity over a stated population.
type Law struct {
	Name string `json:"name"` // "in", "out", "total", "host in", "scc size", …
	// Population says whose values these are: "all pages", "fetched pages", ….
	Population string          `json:"population"`
	Count      int64           `json:"count"`
	Mean       float64         `json:"mean"`
	Max        uint64          `json:"max"`
	Histogram  stats.Histogram `json:"-"`
	// Fit is nil if there are too few values for one; FitError then says why.
	Fit      *stats.Fit `json:"fit"`
	FitError string     `json:"fit_error,omitempty"`
}

// Degrees are the laws of degrees and the correlations between them.
type Degrees struct {
	Kinds string `json:"kinds"`          // the arcs that count
	View  string `json:"view,omitempty"` // the filter through which the crawl was seen
	In    Law    `json:"in"`
	Out   Law    `json:"out"`
	Total Law    `json:"total"`
	// Hosts are the laws of the arcs between different hosts, one for each linked pair of hosts; nil without names.
	Hosts *HostDegrees `json:"hosts,omitempty"`
	// Correlations are between in-degree, out-degree and, if asked for, PageRank.
	Correlations []Correlation `json:"correlations"`

	InDegrees  []uint32 `json:"-"` // of each page
	OutDegrees []uint32 `json:"-"`
}

// HostDegrees are the laws of degrees in the graph of hosts, and of host sizes.
type HostDegrees struct {
	In    Law `json:"in"`
	Out   Law `json:"out"`
	Pages Law `json:"pages"`
}

// A Correlation is between two values of each page of a population.
type Correlation struct {
	A          string  `json:"a"`
	B          string  `json:"b"`
	Population string  `json:"population"`
	Pearson    float64 `json:"pearson"`
	KendallB   float64 `json:"kendall_tau_b"`
	Undefined  string  `json:"undefined,omitempty"` // why there is no value, such as that one of them is constant
}

// A Top is a page or host with a score.
type Top struct {
	Page  uint32  `json:"page"`
	URL   string  `json:"url,omitempty"`
	Score float64 `json:"score"`
}

// A TopHost is a host with the sum of the scores of its pages.
type TopHost struct {
	Host  string  `json:"host"`
	Score float64 `json:"score"`
}

// A Ranking is a vector of scores and how it came about.
type Ranking struct {
	Name       string  `json:"name"`           // "pagerank", "hits", "salsa", "indegree"
	Kinds      string  `json:"kinds"`          // the arcs that count
	View       string  `json:"view,omitempty"` // the filter through which the crawl was seen
	Form       string  `json:"form"`           // store.InMemory, Unpacked, Streamed or OnDisk
	Direction  string  `json:"direction"`      // Pull or Push
	Iterations int     `json:"iterations"`
	Residual   float64 `json:"residual"`
	Norm       string  `json:"norm"` // of the residual
	Converged  bool    `json:"converged"`
	// Params are the options that change the values: "alpha": 0.85, ….
	Params map[string]any `json:"params,omitempty"`
	// Top are the best pages, by score; authorities and hubs where there are two vectors.
	Top         []Top `json:"top,omitempty"`
	Authorities []Top `json:"authorities,omitempty"`
	Hubs        []Top `json:"hubs,omitempty"`
	// TopHosts are the hosts with the largest sums of scores, of authorities where there are two vectors; nil without names.
	TopHosts []TopHost `json:"top_hosts,omitempty"`

	// Scores are the values of all pages; for two vectors those of authorities, with those of hubs beside.
	Scores    []float64 `json:"-"`
	HubScores []float64 `json:"-"`
	degrees   []uint32  // Scores, of the ranking by in-degree
	method    string    // of PageRank
}

// Components are the weak and strong components and the bow tie around the largest strong one.
type Components struct {
	Kinds  string    `json:"kinds"`
	View   string    `json:"view,omitempty"` // the filter through which the crawl was seen
	WCC    Partition `json:"wcc"`
	SCC    Partition `json:"scc"`
	BowTie BowTie    `json:"bowtie"`
	Growth *Growth   `json:"growth,omitempty"`

	WCCLabels []uint32 `json:"-"`
	SCCLabels []uint32 `json:"-"`
	Classes   []uint8  `json:"-"`

	files []answer.File // plots
}

// A Partition is counted, and its sizes are a law.
type Partition struct {
	Count   int `json:"count"`
	Largest int `json:"largest"`
	Sizes   Law `json:"sizes"`
}

// A BowTie counts the pages of each class; docs/papers.md says what each means.
type BowTie struct {
	SCC          int `json:"scc"`
	In           int `json:"in"`
	Out          int `json:"out"`
	TendrilsIn   int `json:"tendrils_in"`
	TendrilsOut  int `json:"tendrils_out"`
	Tubes        int `json:"tubes"`
	Other        int `json:"other"`
	Disconnected int `json:"disconnected"`
}

// HostLinks are the arcs that join different hosts.
type HostLinks struct {
	Pairs int64      `json:"pairs"` // ordered pairs of different hosts with an arc
	Arcs  int64      `json:"arcs"`  // between pages of different hosts
	Top   []HostLink `json:"top"`   // the pairs with the most arcs
	// Matrix has the hosts with the most arcs to and from others.
	Matrix HostMatrix `json:"matrix"`
}

// A HostMatrix counts the arcs between some hosts: all of them, those inside a host, too.
type HostMatrix struct {
	Hosts []string  `json:"hosts"` // from the one with the most arcs to and from others down; "" for pages whose names are no URLs
	Arcs  [][]int64 `json:"arcs"`  // from the host of the row to that of the column
}

// An AnchorText counts the arcs that carry a text.
type AnchorText struct {
	Text string `json:"text"`
	Arcs int64  `json:"arcs"`
}

// A HostLink counts the arcs from the pages of one host to those of another.
type HostLink struct {
	From string `json:"from"`
	To   string `json:"to"`
	Arcs int64  `json:"arcs"`
}
