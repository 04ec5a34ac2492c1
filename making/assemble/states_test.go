package assemble

import (
	"slices"
	"testing"

	"weft/graph/page"
)

// What is known of a page is joined in any order, as often as one likes, and says the same.
func TestJoinStates(t *testing.T) {
	all := []uint8{uint8(page.Ghost), uint8(page.Unknown), LeftOut, LetIn, uint8(page.Excluded), uint8(page.Failed), uint8(page.Redirected), uint8(page.Fetched)}
	asked := len(all) - 4 // the index of the first state of a page that is sure
	for mask := range 1 << len(all) {
		var has []uint8
		for i, s := range all {
			if mask&(1<<i) != 0 {
				has = append(has, s)
			}
		}
		want := page.Ghost
		switch {
		case mask>>asked != 0:
			for i := asked; i < len(all); i++ {
				if mask&(1<<i) != 0 {
					want = page.State(all[i])
				}
			}
		case mask&4 != 0 && mask&8 == 0:
			want = page.Excluded
		case mask&2 != 0:
			want = page.Unknown
		}
		joined := func(list []uint8) (s uint8) {
			for i, x := range list {
				if i == 0 {
					x |= Firm
				}
				s = JoinStates(s, x)
			}
			return s
		}
		for turn := range has {
			list := slices.Concat(has[turn:], has[:turn])
			back := slices.Clone(list)
			slices.Reverse(back)
			half := JoinStates(joined(list[:len(list)/2]), joined(list[len(list)/2:]))
			for _, got := range []uint8{joined(list), joined(back), joined(slices.Concat(list, back)), half, JoinStates(half, half)} {
				if settled(got) != want {
					t.Errorf("%v: got %08b, which is %v; want %v", list, got, settled(got), want)
				}
				if marks := got &^ stateBits; marks != Firm {
					t.Errorf("%v: got the marks %08b", list, marks)
				}
			}
		}
	}
}
