package site

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"weft/algo/hierarchy"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/internal/splitmix"
	"weft/store"
	"weft/web/weburl"
)

// scale makes whole numbers of capacities (READINGS S4: round(c·2⁴⁰), at least 1).
const scale = strategy.FlowScale

func whole(c float64) int64 { return strategy.FlowCapacity(c) }

// sigmaPairs is how many pairs of pages σ is measured over.
const sigmaPairs = 100_000

// urls computes the similarity of the URLs of two pages. It keeps the URLs of the last two pages.
type urls struct {
	c     *store.Crawl
	err   error
	names [2][]byte
	lists [2][][]byte
	pages [2]graph.Node
	full  [2]bool
	edit  weburl.EditDistance
}

// distance is the edit distance of the tokens of two URLs.
func (s *urls) distance(u, v graph.Node) int {
	return s.edit.Between(s.tokens(0, u), s.tokens(1, v))
}

func (s *urls) tokens(i int, u graph.Node) [][]byte {
	if s.full[i] && s.pages[i] == u {
		return s.lists[i]
	}
	name, err := s.c.AppendName(s.names[i][:0], u)
	if err != nil && s.err == nil {
		s.err = err
	}
	s.names[i], s.pages[i], s.full[i] = name, u, true
	s.lists[i] = weburl.Tokens(s.lists[i][:0], name)
	return s.lists[i]
}

// A Sigma holds measurements of the edit distances between pairs of URLs of the crawl.
//
//json:object measured σ
type Sigma struct {
	Value float64 `json:"value"`            // σ, the standard deviation about the mean
	Mean  float64 `json:"mean"`             // mean edit distance, characters
	RMS   float64 `json:"root_mean_square"` // root mean square
	Pairs int     `json:"pairs"`            // pairs that were drawn
}

// ofSigma draws the pairs of pages that MeasureSigma compares.
const ofSigma splitmix.Domain = 0x7369676d61

// MeasureSigma measures the edit distance of the URLs of random pairs of pages.
// Papers: websites, §2.4.1.
func MeasureSigma(ctx context.Context, c *store.Crawl, seed uint64) (*Sigma, error) {
	n := c.NumPages()
	if n < 2 || !c.HasNames() {
		return nil, nil //nolint:nilnil // there is nothing to measure
	}
	rng, s := rand.New(ofSigma.PCG(seed)), &urls{c: c}
	m := &Sigma{Pairs: min(sigmaPairs, n*4)}
	sum, squares := 0.0, 0.0
	for i := range m.Pairs {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		d := float64(s.distance(graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))))
		sum, squares = sum+d, squares+d*d
	}
	m.Mean, m.RMS = sum/float64(m.Pairs), math.Sqrt(squares/float64(m.Pairs))
	m.Value = math.Sqrt(max(0, m.RMS*m.RMS-m.Mean*m.Mean))
	return m, s.err
}

// gauss is the similarity of two URLs at an edit distance (fig. 6, step 4).
func gauss(distance int, sigma float64) float64 {
	return strategy.Similarity(distance, sigma)
}

// PaperEpsilon returns the ε that the paper uses: exp(−50²/2σ²).
// Papers: websites, §2.4.1.
func PaperEpsilon(sigma float64) float64 { return gauss(50, sigma) }

// capacities gives each arc of g its capacity.
func (g *Ground) capacities(ctx context.Context, how string, sigma float64) ([]int64, error) {
	all := make([]int64, 0, g.out.NumArcs())
	s := &urls{c: g.c}
	of := map[string]func(u, v graph.Node) float64{
		Constant:   func(_, _ graph.Node) float64 { return 1 },
		Returned:   g.returned,
		Similarity: func(u, v graph.Node) float64 { return gauss(s.distance(u, v), sigma) },
		PerLink:    func(u, v graph.Node) float64 { return gauss(s.distance(u, v), sigma) / float64(len(g.out.Succ(u))) },
	}[how]
	if how == Textual {
		says, err := sketches(ctx, g.out.NumNodes(), g.r.Texts)
		if err != nil {
			return nil, err
		}
		of = g.textual(says)
	}
	if of == nil {
		return nil, fmt.Errorf("there is no capacity %q here", how)
	}
	for u := range graph.Node(g.out.NumNodes()) {
		if u%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, v := range g.out.Succ(u) {
			all = append(all, whole(of(u, v)))
		}
	}
	return all, s.err
}

// returned weighs a link by its evidence.
func (g *Ground) returned(u, v graph.Node) float64 {
	if u == v {
		return 0
	}
	return hierarchy.Weight(g.out.Has(v, u), g.degree[v])
}
