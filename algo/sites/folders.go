package sites

import (
	"bytes"
	"math"

	"weft/graph"
	"weft/internal/mem"
)

// leastUnit is the number of pages from which on a folder may be a site of its own.
const leastUnit = 10

// Folders holds the pages of a crawl by host and folder. A folder of fewer than 10 pages is kept only if it
// belongs to a user. The pages of other small folders count as pages of the folder above.
//
// Memory: 6 bytes a page, and 44 bytes for each host and each kept folder, twice that while the list grows.
type Folders struct {
	order []graph.Node // all pages with a host by host and folder
	depth []uint16     // number of folders around each page of order
	nodes []folder
	roots []int32 // of each host
	open  []frame // from the host down to the folder of the last page

	numbers, named int // pages of the host whose name is a number or a hash; all of them

	counts       bool // neither pages nor folders are kept
	pages, units int
	opaque       bool // the URLs of the last ended host say nothing
}

// A folder is a range of pages.
type folder struct {
	lo, hi  uint32
	first   int32  // its first folder, −1 if it has none
	next    int32  // the next folder beside it, −1 for the last
	folders uint32 // number of folders, with folders that are not kept
	own     uint32 // pages that lie directly in it
	depth   uint16
	kind    kind
}

// A kind is the meaning of a folder's name.
type kind uint8

const (
	plain   kind = iota
	user         // ~name: always a unit
	unnamed      // a number, version, language or hash; such a folder is never a unit
	opaque       // a host whose URLs say nothing
)

// A frame is a folder whose pages are still being added.
type frame struct {
	folder
	name string
	last int32
}

// NewFolders returns the folders of no page, with room for the given number.
func NewFolders(pages int) *Folders {
	return &Folders{order: make([]graph.Node, 0, pages), depth: make([]uint16, 0, pages)}
}

// NewFolderCount returns folders that only count: Pages, Units and Opaque are known, and nothing can be divided by them.
// Its memory does not grow with the number of pages.
func NewFolderCount() *Folders { return &Folders{counts: true} }

// FoldersBytes returns the memory of folders: of their pages, and of a number of units, which a [NewFolderCount] counts.
func FoldersBytes(pages, units int) int64 {
	return 6*int64(pages) + mem.List(units, 48)
}

// Host begins the next host. Its pages are added after it, in the order of their paths.
func (f *Folders) Host() {
	f.endHost()
	f.open = append(f.open, frame{folder: f.begin(0)})
}

// Add adds a page of the last host. path is the path of its URL, with the first slash. Add does not keep the
// bytes.
func (f *Folders) Add(u graph.Node, path []byte) {
	path, _, _ = bytes.Cut(path, []byte{'?'})
	path = bytes.TrimPrefix(path, []byte{'/'})
	depth := 1
	for {
		name, rest, more := bytes.Cut(path, []byte{'/'})
		if !more || depth == math.MaxUint16 {
			break
		}
		f.enter(depth, name)
		path, depth = rest, depth+1
	}
	f.leave(depth)
	f.open[depth-1].own++
	f.named++
	if isNumber(path) {
		f.numbers++
	}
	if f.pages++; f.counts {
		return
	}
	f.order = append(f.order, u)
	f.depth = append(f.depth, uint16(depth-1)) //nolint:gosec // bounded above
}

// Done ends the last host.
func (f *Folders) Done() { f.endHost() }

func (f *Folders) begin(depth int) folder {
	return folder{lo: uint32(f.pages), first: -1, next: -1, depth: uint16(depth)} //nolint:gosec // of 2³² pages and bounded folders
}

// enter opens the folder with the given name at the given depth, below the open folders of less depth.
func (f *Folders) enter(depth int, name []byte) {
	if depth < len(f.open) && f.open[depth].name == string(name) {
		return
	}
	f.leave(depth)
	f.open[depth-1].folders++
	f.open = append(f.open, frame{folder: f.begin(depth), name: string(name), last: -1})
}

// leave ends the open folders from a depth on.
func (f *Folders) leave(depth int) {
	for len(f.open) > depth {
		x := f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
		x.hi = uint32(f.pages) //nolint:gosec // of 2³² pages
		if x.kind = kindOf(x.name); x.hi-x.lo < leastUnit && x.kind != user {
			continue
		}
		up := &f.open[len(f.open)-1]
		k := f.keep(x.folder)
		switch {
		case up.first < 0:
			up.first = k
		case !f.counts:
			f.nodes[up.last].next = k
		}
		up.last = k
	}
}

// keep adds a folder, and returns its number.
func (f *Folders) keep(x folder) int32 {
	k := int32(f.units) //nolint:gosec // fewer than pages
	if f.units++; !f.counts {
		f.nodes = append(f.nodes, x)
	}
	return k
}

// The URLs of a host are uninformative if at least the share opaqueShare of its pages have numbers as names, and
// it has at least leastOpaque pages.
const (
	opaqueShare = 0.9
	leastOpaque = 50
)

func (f *Folders) endHost() {
	if len(f.open) == 0 {
		return
	}
	f.leave(1)
	x := f.open[0].folder
	x.hi = uint32(f.pages) //nolint:gosec // of 2³² pages
	f.opaque = x.first < 0 && f.named >= leastOpaque && float64(f.numbers) >= opaqueShare*float64(f.named)
	if f.opaque {
		x.kind = opaque
	}
	if k := f.keep(x); !f.counts {
		f.roots = append(f.roots, k)
	}
	f.open, f.numbers, f.named = f.open[:0], 0, 0
}

// within returns the pages of a folder, with the pages of its subfolders.
func (f *Folders) within(x int32) []graph.Node { return f.order[f.nodes[x].lo:f.nodes[x].hi] }

// down follows a folder that has no pages and only one subfolder to this subfolder, repeatedly. It stops at a
// user's folder.
func (f *Folders) down(x int32) int32 {
	for f.nodes[x].own == 0 && f.nodes[x].folders == 1 && f.nodes[x].first >= 0 && f.nodes[x].kind != user {
		x = f.nodes[x].first
	}
	return x
}

// isUser reports whether a folder belongs to a user. Folders around it may have no other pages.
func (f *Folders) isUser(x int32) bool { return f.nodes[f.down(x)].kind == user }

// isOwn reports whether the page at a place of the order, which lies below a folder, lies directly in it.
func (f *Folders) isOwn(x int32, place uint32) bool { return f.depth[place] == f.nodes[x].depth }

// Pages returns the number of pages.
func (f *Folders) Pages() int { return f.pages }

// Units returns the number of hosts and kept folders: there are no more units of them.
func (f *Folders) Units() int { return f.units }

// Opaque reports whether the URLs of the last host say nothing. It is known after the next call of Host, or of Done.
// [Divide] divides its pages by their links.
func (f *Folders) Opaque() bool { return f.opaque }
