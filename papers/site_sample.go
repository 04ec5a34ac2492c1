package papers

import (
	"slices"

	"weft/algo/flow"
	"weft/graph"
)

// A SampleNetwork is a small network, with the largest flow through it and the smallest cut (Figs. 1–3).
//
//json:object sample network
type SampleNetwork struct {
	Nodes     int   `json:"nodes"`     // nodes, including source and sink
	Arcs      int   `json:"arcs"`      // arcs
	Flow      int64 `json:"flow"`      // value of the maximum flow
	Cut       int64 `json:"cut"`       // capacity of the minimum cut
	Side      []int `json:"side"`      // nodes on the side of the source
	Saturated bool  `json:"saturated"` // all arcs across the cut are saturated
}

// The paper's network is an image without numbers. This is the example of its reference [CLR90], "Introduction to
// algorithms": node 0 is the source, 5 the sink.
const sampleNodes, sampleSink = 6, 5

var sampleArcs = []struct{ from, to, capacity int64 }{
	{0, 1, 16},
	{0, 2, 13},
	{1, 2, 10},
	{1, 3, 12},
	{2, 1, 4},
	{2, 4, 14},
	{3, 2, 9},
	{3, 5, 20},
	{4, 3, 7},
	{4, 5, 4},
}

// sample finds flow and cut of the small network, each by a method of its own.
func (r *siteRun) sample() error {
	var arcs []graph.Arc
	sinks := make([]int64, sampleSink)
	weight := map[graph.Arc]int64{}
	for _, a := range sampleArcs {
		if a.to == sampleSink {
			sinks[a.from] = a.capacity
			continue
		}
		arc := graph.Arc{From: graph.Node(a.from), To: graph.Node(a.to)}
		arcs, weight[arc] = append(arcs, arc), a.capacity
	}
	g := graph.FromArcs(sampleSink, arcs)
	n, err := flow.New(
		r.ctx,
		g,
		flow.Capacities(g, func(u, v graph.Node) int64 { return weight[graph.Arc{From: u, To: v}] }),
		graph.Work{Workers: 1},
	)
	if err != nil {
		return err
	}
	cut, err := n.MinCut(r.ctx, flow.Terminals{Sources: []graph.Node{0}, Sinks: sinks}, graph.Work{Workers: 1})
	if err != nil {
		return err
	}
	s := &r.r.Network
	s.Nodes, s.Arcs, s.Cut = sampleNodes, len(sampleArcs), cut.Value
	s.Side = slices.Collect(cut.Minimal.All())
	carried, value := augment()
	s.Flow, s.Saturated = value, true
	for _, a := range sampleArcs {
		if slices.Contains(s.Side, int(a.from)) && !slices.Contains(s.Side, int(a.to)) && carried[a.from][a.to] < a.capacity {
			s.Saturated = false
		}
	}
	return nil
}

// augment finds the largest flow of the network by shortest paths on which more can flow.
func augment() (carried [sampleNodes][sampleNodes]int64, value int64) {
	var capacity [sampleNodes][sampleNodes]int64
	for _, a := range sampleArcs {
		capacity[a.from][a.to] = a.capacity
	}
	for {
		before, queue := map[int]int{0: 0}, []int{0}
		for len(queue) > 0 {
			u := queue[0]
			queue = queue[1:]
			for v := range sampleNodes {
				if _, seen := before[v]; !seen && capacity[u][v]-carried[u][v] > 0 {
					before[v], queue = u, append(queue, v)
				}
			}
		}
		if _, reached := before[sampleSink]; !reached {
			return carried, value
		}
		more := int64(1 << 60)
		for v := sampleSink; v != 0; v = before[v] {
			more = min(more, capacity[before[v]][v]-carried[before[v]][v])
		}
		for v := sampleSink; v != 0; v = before[v] {
			carried[before[v]][v] += more
			carried[v][before[v]] -= more
		}
		value += more
	}
}
