package cluster_test

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"testing"

	"weft/algo/cluster"
	"weft/internal/drawn"
)

// Who goes on with Leiden after any level of any iteration, with other workers, comes to the same clusters.
func TestLeidenGoesOn(t *testing.T) {
	r := drawn.Rand(t)
	within := 0
	for range 60 {
		n := 1 + r.IntN(120)
		g := undirected(n, draw(r, n, r.IntN(2) == 0))
		c := qualities[r.IntN(len(qualities))]
		o := cluster.LeidenOptions{Quality: c.q, Resolution: c.gamma, Seed: r.Uint64(), Iterations: r.IntN(4) - 1, InOrder: r.IntN(2) == 0}
		var states []cluster.LeidenState
		o.Save = func(s cluster.LeidenState) error {
			s.Levels, s.Parts, s.Of = slices.Clone(s.Levels), slices.Clone(s.Parts), slices.Clone(s.Of)
			states = append(states, s)
			return nil
		}
		want, err := cluster.Leiden(t.Context(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		whole := states
		for i, s := range whole {
			if len(s.Levels) > 0 {
				within++
			}
			states = nil
			o.Resume, o.Workers = &s, 1+r.IntN(3)
			got, err := cluster.Leiden(t.Context(), g, o)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("from state %d of %d on, iteration %d with levels of %v: other clusters, or %v", i, len(whole), s.Iteration, s.Levels, err)
			}
			if len(states) != len(whole)-i-1 || len(states) > 0 && !reflect.DeepEqual(states, whole[i+1:]) {
				t.Fatalf("from state %d of %d on: %d other states", i, len(whole), len(states))
			}
		}
	}
	if within < 20 {
		t.Errorf("only %d states were within an iteration", within)
	}
}

// Who goes on with MCL after any iteration, with other workers, comes to the same clusters by the same passes.
func TestMCLGoesOn(t *testing.T) {
	r := drawn.Rand(t)
	for range 30 {
		n := 1 + r.IntN(60)
		g := undirected(n, draw(r, n, true))
		o := cluster.MCLOptions{Keep: 1 + r.IntN(12), Iterations: 1 + r.IntN(12)}
		var states []cluster.MCLState
		var bodies [][]byte
		o.Save = func(s cluster.MCLState) error {
			var body bytes.Buffer
			if err := s.WriteEntries(&body); err != nil || body.Len() != s.EntriesBytes() {
				t.Fatalf("%d bytes of entries, want %d: %v", body.Len(), s.EntriesBytes(), err)
			}
			s.Passes, s.Lengths = slices.Clone(s.Passes), slices.Clone(s.Lengths)
			states, bodies = append(states, s), append(bodies, body.Bytes())
			return nil
		}
		want, err := cluster.MCL(t.Context(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) != len(want.Passes) {
			t.Fatalf("%d states of %d iterations", len(states), len(want.Passes))
		}
		o.Save = nil
		for i, s := range states {
			again := cluster.MCLState{Passes: s.Passes, Lengths: s.Lengths}
			again.LendEntries(bodies[i])
			o.Resume, o.Workers = &again, 1+r.IntN(3)
			got, err := cluster.MCL(t.Context(), g, o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Took = want.Took; !reflect.DeepEqual(got, want) {
				t.Fatalf("from iteration %d of %d on: other clusters", i+1, len(states))
			}
		}
	}
}

// Who goes on after any cluster divides the others alone, and comes to the same parts.
func TestDivideGoesOn(t *testing.T) {
	r := drawn.Rand(t)
	kept := 0
	for range 120 {
		n := 1 + r.IntN(60)
		g := undirected(n, draw(r, n, true))
		labels := make([]uint32, n)
		for u := range labels {
			labels[u] = uint32(r.IntN(5))
		}
		c := cluster.Numbered(labels)
		var states []cluster.DivideState
		o := cluster.DivideOptions{Most: 1 + r.IntN(n), Save: func(s cluster.DivideState) error {
			states = append(states, cluster.DivideState{Next: s.Next, Labels: slices.Clone(s.Labels)})
			return nil
		}}
		least := 0
		o.Again = func(ctx context.Context, i int, g *cluster.Graph) (*cluster.Clusters, error) {
			if i < least {
				t.Errorf("cluster %d is divided again, after %d", i, least)
			}
			found, err := cluster.Leiden(ctx, g, cluster.LeidenOptions{Quality: cluster.CPM, Resolution: 1e-6})
			return &found.Clusters, err
		}
		want, err := cluster.Divide(t.Context(), g, c, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Save = nil
		for _, s := range states {
			kept++
			o.Resume, least = &s, s.Next
			if got, err := cluster.Divide(t.Context(), g, c, o); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("after %d clusters: %v, want %v: %v", s.Next, got, want, err)
			}
		}
	}
	if kept < 10 {
		t.Errorf("only %d states were kept", kept)
	}
}

// States that cannot be of a graph are refused.
func TestStatesOfOthers(t *testing.T) {
	n, edges := clumps()
	g := undirected(n, edges)
	of := make([]uint32, n)
	for name, s := range map[string]cluster.LeidenState{
		"fewer nodes":       {Of: of[:3]},
		"too few parts":     {Levels: []int{4}, Parts: of[:2], Of: of[:4]},
		"a part too large":  {Levels: []int{1}, Parts: append([]uint32{7}, of[1:]...), Of: of[:1]},
		"less than no part": {Levels: []int{-1}, Parts: of},
		"more than nodes":   {Levels: []int{n + 1}, Parts: of, Of: make([]uint32, n+1)},
		"another last":      {Levels: []int{2}, Parts: of, Of: of[:3]},
	} {
		if _, err := cluster.Leiden(t.Context(), g, cluster.LeidenOptions{Resume: &s}); err == nil {
			t.Errorf("Leiden goes on from %s", name)
		}
	}
	row := cluster.MCLState{Lengths: append([]uint32{1}, of[1:]...)}
	row.LendEntries([]byte{255, 255, 0, 0, 0, 0, 0, 0})
	for name, s := range map[string]cluster.MCLState{"fewer columns": {Lengths: of[:2]}, "no entries": {Lengths: append([]uint32{1}, of[1:]...)}, "another row": row} {
		if _, err := cluster.MCL(t.Context(), g, cluster.MCLOptions{Resume: &s}); err == nil {
			t.Errorf("MCL goes on from %s", name)
		}
	}
	again := func(context.Context, int, *cluster.Graph) (*cluster.Clusters, error) {
		return cluster.Numbered(of), nil
	}
	for _, s := range []cluster.DivideState{{Labels: of[:2]}, {Next: -1, Labels: of}, {Next: n, Labels: of}} {
		if _, err := cluster.Divide(t.Context(), g, cluster.Numbered(slices.Clone(of)), cluster.DivideOptions{Most: 1, Again: again, Resume: &s}); err == nil {
			t.Errorf("divided from %d of %d labels on", s.Next, len(s.Labels))
		}
	}
}
