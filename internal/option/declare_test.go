package option_test

import (
	"slices"
	"testing"

	"weft/internal/option"
)

func TestFindMisplaced(t *testing.T) {
	all := []option.Taker{
		{Name: "tree", Takes: []string{"depth", "seed"}},
		{Name: "ring", Takes: []string{"size", "seed"}},
		{Name: "star", Takes: []string{"size", "arms"}},
		{Name: "dot"},
	}
	for _, c := range []struct {
		chosen, set []string
		option      string
		takers      []string
	}{
		{chosen: []string{"tree"}, set: []string{"depth", "seed"}},
		{chosen: []string{"tree"}, set: []string{"arms", "size"}, option: "size", takers: []string{"ring", "star"}},
		{chosen: []string{"dot"}, set: []string{"arms", "seed", "depth"}, option: "depth", takers: []string{"tree"}},
		{chosen: []string{"tree", "star"}, set: []string{"arms", "depth", "seed"}},
		{chosen: []string{"star"}, set: []string{"workers"}},
		{set: []string{"seed"}, option: "seed", takers: []string{"tree", "ring"}},
		{},
	} {
		in := func(list []string) func(string) bool {
			return func(name string) bool { return slices.Contains(list, name) }
		}
		got, found := option.FindMisplaced(all, in(c.chosen), in(c.set))
		if found != (c.option != "") || got.Option != c.option || !slices.Equal(got.For, c.takers) {
			t.Errorf("%v with %v: got %v, %v; want %q for %v", c.chosen, c.set, got, found, c.option, c.takers)
		}
	}
}
