package memo

import (
	"cmp"
	"slices"
	"sort"

	"weft/crawl"
	"weft/internal/splitmix"
)

const (
	// maxRanked is how many pages of a group have a rank. Further pages are released after them, in a drawn order.
	maxRanked = 1024
	// maxPoints is how many fetched pages of a group are noted.
	maxPoints = 1024
)

// ranked are the ranks of the first pages of a group, and what fetched pages of the group said.
type ranked struct {
	keys   []uint64 // see trap.Key; of the first pages, in increasing order
	ranks  []uint8  // depth and stale; of the first pages
	points []point  // in increasing order of their keys
	best   int      // place of the page that is released next; -1 if it is not known
	tier   int      // see tierOf
	turn   uint64   // pages that had been let go when tier was found
}

// A rank is the depth of a page, at most maxDepth, and the mark stale.
const (
	maxDepth = 1<<7 - 1
	stale    = 1 << 7 // the texts of its links led to other pages, and the words of its address are known
)

// A heldPage is a page that a rule postpones, with its place among the pages of its group and its rank.
type heldPage struct {
	page crawl.Page
	key  uint64
	rank uint8
}

// A point is a page of a group that was fetched.
type point struct {
	Key  uint64
	Page uint32 // mark of the whole page
}

// add adds a page. The first pages are in the order of their keys.
func (g *heldGroup) add(p heldPage) {
	g.best = -1
	n := len(g.keys)
	if n == maxRanked || n != len(g.pages) {
		g.pages = append(g.pages, p.page)
		return
	}
	i := sort.Search(n, func(i int) bool { return g.keys[i] > p.key })
	g.pages, g.keys, g.ranks = slices.Insert(g.pages, i, p.page), slices.Insert(g.keys, i, p.key), slices.Insert(g.ranks, i, p.rank)
}

// remove removes the page at a place. The last page of all takes the last place of a page with a rank.
func (g *heldGroup) remove(i int) {
	g.best = -1
	if last := len(g.keys) - 1; i <= last {
		copy(g.pages[i:last], g.pages[i+1:])
		g.keys, g.ranks = slices.Delete(g.keys, i, i+1), slices.Delete(g.ranks, i, i+1)
		i = last
	}
	last := len(g.pages) - 1
	g.pages[i] = g.pages[last]
	g.pages = g.pages[:last]
}

// learn adds a point.
func (g *heldGroup) learn(key uint64, page uint32) {
	i, _ := slices.BinarySearchFunc(g.points, key, func(p point, key uint64) int { return cmp.Compare(p.Key, key) })
	g.points = slices.Insert(g.points, i, point{key, page})
}

// draw returns the place of the page that is released next: the best page with a rank, or else a drawn page.
func (g *heldGroup) draw() int {
	if len(g.keys) == 0 {
		return int(splitmix.Mix(g.suspect.Group^g.let*splitmix.Golden) % uint64(len(g.pages))) //nolint:gosec // less than the length
	}
	if g.best < 0 || g.best >= len(g.keys) {
		g.best = g.findBest().at
	}
	return g.best
}

// Tiers of groups in the order of doubt. If the next page of a group is stale, staleTier is added.
const (
	untried   = iota // no page was let go
	differing        // the next page lies between pages that differ
	repeating        // the next page lies between equal pages
	staleTier
)

// tierOf returns the tier of a group.
func (g *heldGroup) tierOf() (tier int) {
	if len(g.keys) == 0 {
		return repeating
	}
	c := g.findBest()
	switch {
	case g.let == 0:
	case c.equal:
		tier = repeating
	default:
		tier = differing
	}
	if c.rank&stale != 0 {
		tier += staleTier
	}
	g.best = c.at
	return tier
}

// A candidate is a page with a rank.
type candidate struct {
	at    int // its place
	page  crawl.Page
	rank  uint8
	equal bool // the fetched pages around it are equal
	// middle is large in the middle of a long row of pages between two fetched pages.
	middle int
}

// findBest returns the page that promises most. Pages that are not stale come first, then pages between different pages,
// then pages near the seed. Of a row between two fetched pages, the middle comes first. So a few requests find the
// versions of a page in which its text changes. Outside all fetched pages, the newest and the oldest page come first.
func (g *heldGroup) findBest() (best candidate) {
	for start, next := 0, 0; start < len(g.keys); {
		for next < len(g.points) && g.points[next].Key <= g.keys[start] {
			next++
		}
		end := start + 1
		for end < len(g.keys) && (next == len(g.points) || g.keys[end] < g.points[next].Key) {
			end++
		}
		for i := start; i < end; i++ {
			c := candidate{at: i, page: g.pages[i], rank: g.ranks[i], equal: g.areEqual(next), middle: g.middle(i-start, end-start, next)}
			if i == 0 || c.promisesMore(&best) {
				best = c
			}
		}
		start = end
	}
	return best
}

// areEqual reports whether the points around a row of pages are equal. Next is the number of the point after the row. Before
// the first point and after the last one, the two nearest points count.
func (g *heldGroup) areEqual(next int) bool {
	if len(g.points) < 2 {
		return false
	}
	next = min(max(next, 1), len(g.points)-1)
	return g.points[next-1].Page == g.points[next].Page
}

// middle returns the distance of page i of a row of n from the ends of the row. After the last point the newest page is
// the middle, and before the first point the oldest.
func (g *heldGroup) middle(i, n, next int) int {
	switch {
	case next == len(g.points):
		return i + 1
	case next == 0:
		return n - i
	}
	return min(i+1, n-i)
}

// promisesMore compares two candidates.
func (c *candidate) promisesMore(d *candidate) bool {
	if c.rank&stale != d.rank&stale {
		return c.rank&stale == 0
	}
	if c.equal != d.equal {
		return !c.equal
	}
	if c.rank != d.rank {
		return c.rank < d.rank
	}
	if c.middle != d.middle {
		return c.middle > d.middle
	}
	return splitmix.Mix(uint64(c.page)) < splitmix.Mix(uint64(d.page))
}
