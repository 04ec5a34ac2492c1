package random

import (
	"math"
	"slices"

	"weft/graph"
)

// The composition of lists, in shares of the mean degree.
const (
	hostMenuShare = 0.35
	dirMenuShare  = 0.30
	blockShare    = 0.15
	ownShare      = 0.10
	menuForeign   = 0.03 // in each of both menus
	blockForeign  = 0.02
	ownForeign    = 0.009
)

// The laws of the lengths of menus, and of the lists of blocks and pages.
const (
	menuTail = 1.7
	listTail = 1.7
	longest  = 1000
)

// How often a page keeps what it shares with others, of 256.
const (
	keepMenu  = 251
	keepBlock = 244
)

// A linker makes lists. It keeps what the pages of the host, the directory and the block have in common that it was in
// last.
type linker struct {
	w       *Web
	mean    float64 // links of a page, before the shares
	host    int
	hostReg region
	root    int // directories of the host
	hostEnd int
	dir     int
	dirReg  region
	first   graph.Node // pages of the directory
	end     graph.Node
	loops   bool // whether the menus of the host link to the page that they are on
	span    int  // pages in a block
	block   int

	hostMenu, dirMenu []graph.Node
	own               []graph.Node // scratch
	shared            []option     // of the block and both menus
}

// An option is a link that the pages of a block may have: above 8 bits that say how often not, the page.
type option uint64

func newOption(to graph.Node, keep uint8) option { return option(to)<<8 | option(255-keep) }

func (o option) to() graph.Node   { return graph.Node(o >> 8) }
func (o option) keep() uint64     { return uint64(255 - o&0xff) }
func sameTarget(a, b option) bool { return a.to() == b.to() }

func newLinker(w *Web) *linker {
	return &linker{w: w, mean: w.opts.Degree * w.scale, host: -1, dir: -1}
}

// enter moves to the block, the directory and the host of a page.
func (k *linker) enter(u graph.Node) {
	if k.dir < 0 || u < k.first || u >= k.end {
		k.enterDir(u)
	}
	if b := int(u-k.first) / k.span; b != k.block {
		k.block = b
		k.makeBlock()
	}
}

func (k *linker) enterDir(u graph.Node) {
	if k.dir >= 0 && u == k.end {
		k.dir++
		k.first, k.end = k.w.lay.dir(k.dir)
	} else {
		k.dir, k.first, k.end = k.w.lay.dirOf(u)
	}
	if k.host < 0 || k.dir < k.root || k.dir >= k.hostEnd {
		k.enterHost()
	}
	k.dirReg = k.w.dirRegion(k.dir, k.root, k.hostReg)
	k.makeDirMenu()
	k.block = -1
}

func (k *linker) enterHost() {
	k.host = k.w.lay.hostOf(k.dir)
	k.root, k.hostEnd = k.w.lay.host(k.host)
	k.hostReg = k.w.hostRegion(k.host)
	k.dirReg = core // of the menu
	k.makeHostMenu()
}

// makeHostMenu links to the home, to a run of pages of the root, to the first directories and to popular pages.
func (k *linker) makeHostMenu() {
	r := newStream(k.w.opts.Seed, forHostMenu, uint64(k.host))
	k.loops = r.below(5) < 2
	home, rootEnd := k.w.lay.dir(k.root)
	last := graph.Node(k.w.lay.dirAt[k.hostEnd])
	n := size(&r, k.mean*hostMenuShare, menuTail, int(last-home))
	m := k.hostMenu[:0]
	for v := home; v < min(rootEnd, home+graph.Node(n/3)+1); v++ {
		m = append(m, v)
	}
	for d := k.root + 1; d < k.hostEnd && len(m) < n*2/3; d++ {
		if k.w.dirRegion(d, k.root, k.hostReg) != inside {
			v, _ := k.w.lay.dir(d)
			m = append(m, v)
		}
	}
	for len(m) < n {
		m = append(m, k.elsewhere(&r))
	}
	k.hostMenu = k.appendForeign(&r, m, menuForeign)
}

// makeDirMenu links to the first page of the directory and the one above it, to a run of pages and to popular ones.
func (k *linker) makeDirMenu() {
	r := newStream(k.w.opts.Seed, forDirMenu, uint64(k.dir))
	k.span = 3 + r.below(8)
	pages := int(k.end - k.first)
	n := size(&r, k.mean*dirMenuShare, menuTail, pages)
	m := append(k.dirMenu[:0], k.first)
	if k.dirReg != outside {
		m = append(m, k.above())
	}
	start := k.first + graph.Node(r.below(pages))
	for v := start; v < min(k.end, start+graph.Node(n/2)); v++ {
		m = append(m, v)
	}
	for len(m) < n {
		m = append(m, k.local(&r, k.first))
	}
	k.dirMenu = k.appendForeign(&r, m, menuForeign)
}

// makeBlock joins the links that a few pages in a row share, and both menus.
func (k *linker) makeBlock() {
	u := k.first + graph.Node(k.block*k.span)
	r := newStream(k.w.opts.Seed, forBlock, uint64(u))
	m := k.own[:0]
	for range size(&r, k.mean*blockShare, listTail, longest) {
		m = append(m, k.local(&r, u))
	}
	k.own = k.appendForeign(&r, m, blockForeign)
	all := appendOptions(k.shared[:0], k.own, keepBlock)
	all = appendOptions(all, k.dirMenu, keepMenu)
	if k.dirReg != outside {
		all = appendOptions(all, k.hostMenu, keepMenu)
	}
	slices.Sort(all)
	k.shared = slices.CompactFunc(all, sameTarget)
}

func appendOptions(dst []option, list []graph.Node, keep uint8) []option {
	for _, v := range list {
		dst = append(dst, newOption(v, keep))
	}
	return dst
}

// appendForeign adds links to other hosts.
func (k *linker) appendForeign(r *stream, m []graph.Node, share float64) []graph.Node {
	from := k.hostReg
	if k.dirReg == outside {
		from = outside
	}
	for range r.geometric(k.mean * share) {
		if v, ok := k.w.foreign(r, from); ok {
			m = append(m, v)
		}
	}
	return m
}

// size draws a number of links, at most most, with about the given mean, from a power law of the given tail
// exponent.
func size(r *stream, mean, tail float64, most int) int {
	return min(r.round(min(r.pareto(mean*(tail-1)/tail, tail), longest)), most)
}

// geometric draws a number with the given mean.
func (r *stream) geometric(mean float64) int {
	if mean <= 0 {
		return 0
	}
	return int(math.Log(r.float()) / -math.Log1p(1/mean))
}
