package measure_test

import (
	"slices"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
)

// Of a long row of pages there is no line for each distance; what is left out is counted, and how far it goes.
func TestLevelsAreFolded(t *testing.T) {
	rows := func(levels ...int64) [][]string {
		s := &measure.Search{Levels: levels, Distances: make([]uint32, 1_000_000)}
		for _, n := range levels {
			s.Reached += int(n)
		}
		return s.Blocks()[1].(*answer.Table).Rows
	}
	few := append([]int64{1, 100_000}, slices.Repeat([]int64{1}, 98)...)
	if got := rows(few...); len(got) != 100 {
		t.Errorf("100 distances: %d rows", len(got))
	}
	got := rows(append(few, 1, 1, 50_000)...)
	if want := []string{"other", "101 pages", "at 101 distances; the longest is 102"}; len(got) != 3 || got[0][0] != "1" || got[1][0] != "102" || !slices.Equal(got[2], want) {
		t.Errorf("got %v, want the distances 1 and 102, and %v", got, want)
	}
}
