package memo

import (
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/internal/drawn"
)

// A few requests find all texts of a page in many versions: the newest comes first, and then versions between others that
// differ.
func TestVersionsByTheirTexts(t *testing.T) {
	rng := drawn.Rand(t)
	const versions, changes = 400, 4
	text := make([]uint32, versions)
	for range changes {
		for v := rng.IntN(versions); v < versions; v++ {
			text[v]++
		}
	}
	g := heldGroup{}
	for _, v := range rng.Perm(versions) {
		g.add(heldPage{crawl.Page(v), uint64(v), 3}) //nolint:gosec // not negative
	}
	found, asked := map[uint32]bool{}, 0
	all := map[uint32]bool{}
	for _, x := range text {
		all[x] = true
	}
	for ; len(found) < len(all); asked++ {
		i := g.draw()
		v := int(g.pages[i])
		if asked == 0 && v != versions-1 {
			t.Errorf("version %d comes first, want the newest", v)
		}
		found[text[v]] = true
		g.remove(i)
		g.learn(uint64(v), text[v]+1) //nolint:gosec // not negative
	}
	if asked > 12*changes {
		t.Errorf("%d requests for %d texts in %d versions, want at most %d", asked, len(all), versions, 12*changes)
	}
}

// Pages with texts of other pages come last, and pages near the seed first. Pages beyond maxRanked are released, too.
func TestRanks(t *testing.T) {
	g := heldGroup{suspect: trap.Suspicion{Group: 7}}
	const n = maxRanked + 300
	for i := range n {
		rank := uint8(1 + i%5)
		if i%2 == 0 {
			rank |= stale
		}
		g.add(heldPage{crawl.Page(i), 0, rank}) //nolint:gosec // not negative
	}
	last, got := uint8(0), []crawl.Page{}
	for len(g.pages) > 0 {
		i := g.draw()
		if i < len(g.ranks) {
			if g.ranks[i] < last {
				t.Fatalf("a page of rank %d after one of rank %d", g.ranks[i], last)
			}
			last = g.ranks[i]
		}
		got = append(got, g.pages[i])
		g.remove(i)
		g.let++
	}
	slices.Sort(got)
	for i, p := range got {
		if int(p) != i || len(got) != n {
			t.Fatalf("%d pages were released, page %d is %d; want %d pages, each once", len(got), i, p, n)
		}
	}
}

// What is first does not depend on the order in which groups came into a queue or left it.
func TestGroupQueue(t *testing.T) {
	rng := drawn.Rand(t)
	q := newQueue(inDoubt, doubtedLess)
	var in []*heldGroup
	for range 3000 {
		if len(in) > 0 && rng.IntN(5) < 2 {
			i := rng.IntN(len(in))
			in[i].leave(inDoubt)
			in = slices.Delete(in, i, i+1)
		} else {
			g := &heldGroup{number: rng.IntN(1 << 30), ranked: ranked{tier: rng.IntN(3), turn: uint64(rng.IntN(4))}} //nolint:gosec // not negative
			q.push(g)
			in = append(in, g)
		}
		for _, g := range in {
			g.let += uint64(rng.IntN(2)) //nolint:gosec // pages are let go, and the queue learns it when the group comes again
		}
		var want *heldGroup
		for _, g := range in {
			if want == nil || doubtedLess(g, want) {
				want = g
			}
		}
		if q.first() != want {
			t.Fatal("the first group is not the least")
		}
	}
}
