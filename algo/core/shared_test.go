package core_test

import (
	"reflect"
	"slices"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/drawn"
)

// In a table, fans that share too few centers are not searched: of shapes that most graphs of the model have few of,
// that saves nearly all; where the table ends with more fans than numbers are kept of, too.
func TestWhatIsSharedSavesSearches(t *testing.T) {
	model, err := random.NewCopying(random.CopyingOptions{Pages: 3000, Degree: 7, Alpha: 0.5, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Load(model)
	if err != nil {
		t.Fatal(err)
	}
	in, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	search := func(first, last, at core.Shape) (got core.Family) {
		err := each(t, [2]graph.Random{g, in}, [2]core.Shape{first, last}, core.Options{}, nil, func(c *core.Core) (err error) {
			if c.Shape == at {
				got, err = c.Disjoint(t.Context(), func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for at, share := range map[core.Shape]int64{{Fans: 2, Centers: 5}: 3, {Fans: 3, Centers: 4}: 3, {Fans: 3, Centers: 5}: 8, {Fans: 13, Centers: 2}: 8} {
		alone, among := search(at, at, at), search(core.Shape{Fans: 2, Centers: 2}, core.Shape{Fans: max(5, at.Fans), Centers: 5}, at)
		if among.Cliques != alone.Cliques || among.Lists*share > alone.Lists {
			t.Errorf("%v: in a table %+v, alone %+v: want as many cliques, and a %dth of the lists", at, among, alone, share)
		}
	}
}

// Who goes on with finding out what fans share, after any of them and with other workers, reads the same lists for a
// table and finds the same.
func TestSharingGoesOn(t *testing.T) {
	r := drawn.Rand(t)
	kept := 0
	for range draws(200) {
		g, o := draw(r), drawOptions(r)
		in := forms(t, g)[0][1]
		first, last := core.Shape{Fans: 1 + r.IntN(3), Centers: 1 + r.IntN(2)}, core.Shape{Fans: 3 + r.IntN(3), Centers: 3 + r.IntN(3)}
		o = core.WithChunk(o, 1)
		table := func(o core.Options) (all []core.Family) {
			err := each(t, [2]graph.Random{g, in}, [2]core.Shape{first, last}, o, nil, func(c *core.Core) error {
				got, err := c.Disjoint(t.Context(), func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
				all = append(all, got)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		var states []core.SharedState
		o.Sharing = core.Keep[core.SharedState]{Due: func() bool { return true }, Save: func(s core.SharedState) error {
			s.Of = slices.Clone(s.Of)
			states = append(states, s)
			return nil
		}}
		want := table(o)
		for _, s := range states {
			kept++
			o.Workers, o.Sharing = 1+r.IntN(3), core.Keep[core.SharedState]{From: &s}
			if got := table(o); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v of %v, from %d on: %+v, want %+v", last, arcsOf(g), s.Next, got, want)
			}
			s.Next = -1 // what does not fit is passed over
			if got := table(o); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v of %v, from nowhere: %+v, want %+v", last, arcsOf(g), got, want)
			}
		}
	}
	if kept < 10 {
		t.Errorf("only %d states were kept", kept)
	}
}
