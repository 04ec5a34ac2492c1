package site

import (
	"context"
	"fmt"
	"slices"

	"weft/algo/flow"
	"weft/answers/answer"
	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/digits"
)

// An Online says how the flow went that asked for pages one by one, as a crawl does.
//
//json:object flow on line
type Online struct {
	Asked     uint64  `json:"asked"`     // pages whose links were requested
	PerPage   float64 `json:"per_page"`  // requested pages per page of the site
	Known     int     `json:"known"`     // known pages
	Links     int     `json:"links"`     // links that were read
	Bytes     int64   `json:"bytes"`     // memory of the flow at the end, bytes
	Certified bool    `json:"certified"` // the site is the smallest of all minimum cuts of the whole graph
	// the capacities of the core's links sum to more than 2⁶²; the excess was left out
	Over     bool    `json:"over"`
	Left     int     `json:"left"`     // pages still to be requested
	Overflow float64 `json:"overflow"` // flow that has not reached the sink yet
}

// onlineEpsilon is the ε of a flow on line.
func (g *Ground) onlineEpsilon() (float64, error) {
	asked, err := g.epsilon()
	if err != nil || asked > 0 {
		return asked, err
	}
	e, ok := strategy.FlowEpsilons[g.r.Capacity]
	if !ok {
		return 0, answer.Refused("{capacity} %s has no default ε, and {flow} online cannot try several: set {epsilon}", g.r.Capacity)
	}
	return e, nil
}

// online draws the boundary around a core by a crawl of the stored graph.
func (g *Ground) online(ctx context.Context, core []graph.Node) (*Boundary, error) {
	eps, err := g.onlineEpsilon()
	if err != nil {
		return nil, err
	}
	pages := crawl.NewDense(g.out.NumNodes())
	s := strategy.NewFlow(strategy.FlowOptions{
		Epsilon: whole(eps), Lowered: g.r.Flow == Lowered, Threshold: int64(g.r.Threshold * scale),
		Height: uint32(g.r.Height), //nolint:gosec // it was looked at
		Capacity: func(from crawl.Page, _ []crawl.Link, c []int64) {
			u := graph.Node(pages.Key(from)) //nolint:gosec // keys are pages of the graph
			copy(c, g.capacity[g.out.ArcsBefore(int(u)):])
		},
	})
	o := crawl.Options{Web: &lists{g.out}, Strategy: s, Pages: pages, Window: 1, Workers: 1, Limit: uint64(g.r.Most)} //nolint:gosec // it was looked at
	for _, u := range core {
		o.Seeds = append(o.Seeds, crawl.Out{Key: crawl.Key(u)})
	}
	if _, err := crawl.Run(ctx, o); err != nil {
		return nil, err
	}
	b := g.boundaryOf(s, pages, eps, len(core))
	g.takeMoved(b)
	g.takeInto(b.inside)
	return b, nil
}

// boundaryOf makes a boundary from the result of a flow on line.
func (g *Ground) boundaryOf(s *strategy.Flow, pages crawl.Pages, eps float64, core int) *Boundary {
	side := s.Side()
	at := func(p crawl.Page) graph.Node { return graph.Node(pages.Key(p)) } //nolint:gosec // keys are pages of the graph
	b := &Boundary{From: eps, To: eps, inside: bitset.New(g.out.NumNodes()), first: slices.Repeat([]uint32{1}, g.out.NumNodes()), cut: new(flow.Cut)}
	for _, p := range side.Pages {
		b.inside.Add(int(at(p)))
		b.first[at(p)] = 0
	}
	for _, a := range side.Cut {
		b.cut.Arcs = append(b.cut.Arcs, flow.CutArc{From: at(a.From), To: at(a.To), Capacity: a.Capacity})
	}
	n := len(side.Pages)
	b.Steps = []Step{{eps, n, len(side.Cut), float64(side.Capacity+side.Sinks) / scale, len(side.Cut) == 0 && n > core}}
	b.Online = &Online{
		Asked: side.Answered, PerPage: float64(side.Answered) / float64(max(1, n)), Known: side.Known, Links: side.Links, Bytes: s.Bytes(),
		Certified: side.Certified, Over: side.Over, Left: side.Left, Overflow: float64(side.Overflow) / scale,
	}
	return b
}

// unsure says why the site says little; empty if it does not.
func (o *Online) unsure() string {
	switch {
	case o.Certified:
		return "it was found for one ε: other values were not tried"
	case o.Left > 0:
		return fmt.Sprintf("the flow is not complete: %s still to be requested", digits.Plural(o.Left, "page"))
	case o.Over:
		return "the links of the core carry more than can be summed: what is beyond was left out"
	}
	return "the source was lowered, so that the cut need not be a minimum"
}

// block reports the requests.
func (o *Online) block() answer.Block {
	how := "not certified"
	if o.Certified {
		how = "certified to be the minimum cut of the whole graph"
	}
	return answer.Row("on line", "asked for %s (%.2f for each of the site), of %s known; %s", digits.Plural(o.Asked, "page"), o.PerPage, digits.Grouped(o.Known), how)
}

// lists are a graph as a Web.
type lists struct{ g *graph.Memory }

func (l *lists) Start(crawl.Pick) {}

func (l *lists) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	r.State = page.Fetched
	for _, v := range l.g.Succ(graph.Node(p.Key)) { //nolint:gosec // keys are pages of the graph
		r.Links = append(r.Links, crawl.Out{Key: crawl.Key(v), Kinds: kinds.Link})
	}
	return nil
}
