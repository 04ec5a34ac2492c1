package core_test

import (
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/random"
)

// In a table, fans that share too few centers are not searched: of shapes that most graphs of the model have few of, that saves nearly all; where the table ends with
// more fans than numbers are kept of, too.
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
