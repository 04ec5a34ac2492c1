package hak_test

import (
	"math"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
)

// The PageRank of members alone is that of a walk over maps which knows their links and nothing else.
func TestRankAlone(t *testing.T) {
	const steps = 30
	for seed := range uint64(60) {
		p, r := randomPartial(t, seed, 80)
		members := view.NewBits(p.out.NumNodes())
		for u := range p.out.NumNodes() {
			if p.crawled.Has(u) && r.IntN(3) > 0 {
				members.Add(u)
			}
		}
		got, err := hak.RankAlone(t.Context(), p.out, members, rank.PageRankOptions{Method: rank.Power, MaxIterations: steps, Tolerance: -1})
		if err != nil {
			t.Fatal(err)
		}
		want, next := walk(p.out, members, steps), 0
		for u := range p.out.NumNodes() {
			if !members.Has(u) {
				continue
			}
			if math.Abs(got[next]-want[graph.Node(u)]) > 1e-14 {
				t.Fatalf("seed %d, page %d: got %v, want %v", seed, u, got[next], want[graph.Node(u)])
			}
			next++
		}
		if next != len(got) {
			t.Fatalf("seed %d: got %d scores of %d members", seed, len(got), next)
		}
	}
	if _, err := hak.RankAlone(t.Context(), graph.FromArcs(3, nil), view.NewBits(1000), rank.PageRankOptions{}); err == nil {
		t.Error("a set of other pages: no error")
	}
}

// walk goes so many steps of PageRank on the members and what they link to.
func walk(g *graph.Memory, members view.Bits, steps int) map[graph.Node]float64 {
	scores := map[graph.Node]float64{}
	for u := range g.NumNodes() {
		if members.Has(u) {
			scores[graph.Node(u)] = 0
			for _, v := range g.Succ(graph.Node(u)) {
				scores[v] = 0
			}
		}
	}
	n := float64(len(scores))
	for u := range scores {
		scores[u] = 1 / n
	}
	for range steps {
		lost, next := 0.0, map[graph.Node]float64{}
		for u, x := range scores {
			succ := g.Succ(u)
			if !members.Has(int(u)) || len(succ) == 0 {
				lost += x
				continue
			}
			for _, v := range succ {
				next[v] += 0.85 * x / float64(len(succ))
			}
		}
		for u := range scores {
			scores[u] = next[u] + (0.15+0.85*lost)/n
		}
	}
	return scores
}
