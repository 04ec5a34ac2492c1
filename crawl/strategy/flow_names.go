package strategy

import (
	"weft/crawl"
	"weft/graph/kinds"
	"weft/web/weburl"
)

// FlowSigma is the σ of the paper: before a crawl there is nothing to measure it on.
const FlowSigma = 7.24

// A Weigher computes the capacities of links from the names of the pages at their ends, for [FlowOptions]. Links
// that measures do not count have capacity 0.
type Weigher struct {
	By    string // Similar, SimilarEach or Constant
	Sigma float64
	// Name appends the URL of a page; what it cannot read is kept in Err, the first of it.
	Name func(dst []byte, p crawl.Page) ([]byte, error)
	Err  error

	edit     weburl.EditDistance
	from, to [][]byte
	name     [2][]byte
	seen     map[crawl.Page]bool
}

// Fill is the Capacity of FlowOptions.
func (x *Weigher) Fill(from crawl.Page, links []crawl.Link, c []int64) {
	if x.By != Constant {
		x.from = x.tokens(x.from, 0, from)
	}
	degree := 1
	if x.By == SimilarEach {
		degree = x.degree(links)
	}
	for i, l := range links {
		if c[i] = 0; l.Kinds&kinds.Measured == 0 {
			continue
		}
		weight := 1.0
		if x.By != Constant {
			x.to = x.tokens(x.to, 1, l.To)
			weight = Similarity(x.edit.Between(x.from, x.to), x.Sigma) / float64(degree)
		}
		c[i] = FlowCapacity(weight)
	}
}

// degree counts the pages that links lead to.
func (x *Weigher) degree(links []crawl.Link) int {
	if x.seen == nil {
		x.seen = map[crawl.Page]bool{}
	}
	clear(x.seen)
	for _, l := range links {
		if l.Kinds&kinds.Measured != 0 {
			x.seen[l.To] = true
		}
	}
	return max(1, len(x.seen))
}

// tokens returns the tokens of a page's URL.
func (x *Weigher) tokens(list [][]byte, i int, p crawl.Page) [][]byte {
	name, err := x.Name(x.name[i][:0], p)
	if err != nil && x.Err == nil {
		x.Err = err
	}
	x.name[i] = name
	return weburl.Tokens(list[:0], name)
}
