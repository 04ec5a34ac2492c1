package triangles

import (
	"testing"

	"weft/algo/triangle"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/generate/generatetest"
)

// A plan states the memory of the block of lists that the count takes, all lists where the budget has room for them,
// and stays within the budget.
func TestPlanStatesTheBlock(t *testing.T) {
	const n, degree = 20_000, 200
	var arcs []graph.Arc
	for u := range n {
		for v := u; v < min(u+degree, n); v++ {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	s := generatetest.New(t, n, 1)
	s.Memory = graph.FromArcs(n, arcs)
	c := s.Crawl(t)
	all := triangle.ListBytes(c.Graph().NumArcs())
	if all <= leastBlock {
		t.Fatalf("all lists take %d bytes, too few to tell", all)
	}
	r := drawn.Rand(t)
	for _, memory := range []int64{1 << 30, 34<<20 + r.Int64N(64<<20)} {
		o := answer.Options{Memory: memory, Workers: 1}
		stage, err := countStage(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.Plan(stage.View)
		if err != nil {
			t.Fatal(err)
		}
		if got := lists(v); got > all || got < leastBlock || memory == 1<<30 && got != all || v.NeedBytes > memory {
			t.Errorf("budget %d: a block of %d bytes of %d, need %d", memory, got, all, v.NeedBytes)
		}
	}
}
