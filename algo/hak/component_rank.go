package hak

import (
	"context"
	"fmt"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
)

// RankAlone returns the PageRank of the members of a set as if nothing else had been crawled, in the order of
// their numbers. It is the PageRank of the graph of the members and of the pages outside that they link to, which
// are sinks. out holds all links of the members. o are the options of PageRank on that graph; a preference is
// refused. The scores of the members are not scaled, and sum to at most 1.
//
// It takes one random access of out for each member. Memory, for p pages (members and others) and the a links of
// members: 38p + 12a bytes, and 1/5 byte for each node of out. Errors: the set, the options, reading out,
// allocating memory, and ctx.
//
// Source: Holzmann et al., 2019, "Evaluation strategy": "the regular version PageRank on the crawl (with added
// ghost vertices as sinks)", the crawl being a component.
func RankAlone(ctx context.Context, out graph.Random, members view.Bits, o rank.PageRankOptions) ([]float64, error) {
	g, s, err := alone(ctx, out, members)
	if err != nil {
		return nil, err
	}
	in, err := graph.Transpose(g)
	if err != nil {
		return nil, err
	}
	degrees, err := rank.OutDegrees(ctx, g, o.Work)
	if err != nil {
		return nil, err
	}
	r, err := rank.PageRank(ctx, in, degrees, o)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, 0, s.Len())
	for u := range members.All() {
		scores = append(scores, r.Scores[s.Rank(u)])
	}
	return scores, nil
}

// alone returns the graph of the links of members, and which pages it consists of.
func alone(ctx context.Context, out graph.Random, members view.Bits) (*graph.Memory, *view.Subset, error) {
	n := out.NumNodes()
	pages := view.NewBits(n)
	if len(members) != len(pages) {
		return nil, nil, fmt.Errorf("a part of a graph of %d pages: its set has %d words of bits, want %d", n, len(members), len(pages))
	}
	err := eachOf(ctx, out, members, func(u graph.Node, succ []graph.Node) {
		pages.Add(int(u))
		for _, v := range succ {
			pages.Add(int(v))
		}
	})
	if err != nil {
		return nil, nil, err
	}
	s, err := view.NewSubset(pages, n)
	if err != nil {
		return nil, nil, err
	}
	starts := make([]uint32, s.Len()+1)
	var all []graph.Node
	err = eachOf(ctx, out, members, func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			all = append(all, graph.Node(s.Rank(int(v))))
		}
		starts[s.Rank(int(u))+1] = uint32(len(succ)) //nolint:gosec // of a list
	})
	if err != nil {
		return nil, nil, err
	}
	if err := graph.CheckInMemory(int64(len(all))); err != nil {
		return nil, nil, err
	}
	for i := range s.Len() {
		starts[i+1] += starts[i]
	}
	g, err := graph.NewMemory(starts, all)
	return g, s, err
}

// eachOf calls f with the lists of the members, in their order.
func eachOf(ctx context.Context, out graph.Random, members view.Bits, f func(u graph.Node, succ []graph.Node)) error {
	var list []graph.Node
	var err error
	read := 0
	for u := range members.All() {
		if read++; read&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if list, err = out.AppendSucc(list[:0], graph.Node(u)); err != nil {
			return err
		}
		f(graph.Node(u), list)
	}
	return nil
}
