package sites

import (
	"bytes"
	"math"

	"weft/graph"
)

// leastUnit is the number of pages from which on a folder may be a site of its own.
const leastUnit = 10

// Folders holds the pages of a crawl by host and folder. A folder of fewer than 10 pages is kept only if it
// belongs to a user. The pages of other small folders count as pages of the folder above.
//
// Memory: 6 bytes a page, and 44 bytes for each host and each kept folder.
type Folders struct {
	order []graph.Node // all pages with a host by host and folder
	depth []uint16     // number of folders around each page of order
	nodes []folder
	roots []int32 // of each host
	open  []frame // from the host down to the folder of the last page

	numbers, named int // pages of the host whose name is a number or a hash; all of them
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

// FoldersBytes is about the memory that the folders of a crawl take.
func FoldersBytes(pages, hosts int) int64 {
	return 6*int64(pages) + 44*int64(hosts+pages/leastUnit)
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
	f.order = append(f.order, u)
	f.depth = append(f.depth, uint16(depth-1)) //nolint:gosec // bounded above
}

// Done ends the last host.
func (f *Folders) Done() { f.endHost() }

func (f *Folders) begin(depth int) folder {
	return folder{lo: uint32(len(f.order)), first: -1, next: -1, depth: uint16(depth)} //nolint:gosec // of 2³² pages and bounded folders
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
		x.hi = uint32(len(f.order)) //nolint:gosec // of 2³² pages
		if x.kind = kindOf(x.name); x.hi-x.lo < leastUnit && x.kind != user {
			continue
		}
		up := &f.open[len(f.open)-1]
		k := int32(len(f.nodes)) //nolint:gosec // fewer than pages
		f.nodes = append(f.nodes, x.folder)
		if up.first < 0 {
			up.first = k
		} else {
			f.nodes[up.last].next = k
		}
		up.last = k
	}
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
	x.hi = uint32(len(f.order)) //nolint:gosec // of 2³² pages
	if x.first < 0 && f.named >= leastOpaque && float64(f.numbers) >= opaqueShare*float64(f.named) {
		x.kind = opaque
	}
	f.roots = append(f.roots, int32(len(f.nodes))) //nolint:gosec // fewer than pages
	f.nodes = append(f.nodes, x)
	f.open, f.numbers, f.named = f.open[:0], 0, 0
}

// pages returns the pages of a folder, with the pages of its subfolders.
func (f *Folders) pages(x int32) []graph.Node { return f.order[f.nodes[x].lo:f.nodes[x].hi] }

// down follows a folder that has no pages and only one subfolder to this subfolder, repeatedly. It stops at a
// user's folder.
func (f *Folders) down(x int32) int32 {
	for f.nodes[x].own == 0 && f.nodes[x].folders == 1 && f.nodes[x].first >= 0 && f.nodes[x].kind != user {
		x = f.nodes[x].first
	}
	return x
}

// isOwn says whether the page at a place of the order, which lies below a folder, lies directly in it.
func (f *Folders) isOwn(x int32, place uint32) bool { return f.depth[place] == f.nodes[x].depth }

// Pages returns the number of pages.
func (f *Folders) Pages() int { return len(f.order) }

// Units returns the number of hosts and kept folders: there are no more units of them.
func (f *Folders) Units() int { return len(f.nodes) }

// OpaqueArcs counts the links of pages that are divided by links: of hosts whose URLs say nothing, and of pages without
// a host.
func (f *Folders) OpaqueArcs(out graph.Random) int64 {
	arcs := out.NumArcs()
	for _, x := range f.roots {
		if f.nodes[x].kind == opaque {
			continue
		}
		for _, u := range f.pages(x) {
			arcs -= out.ArcsBefore(int(u)+1) - out.ArcsBefore(int(u))
		}
	}
	return arcs
}

// OpaquePages returns the pages of the hosts whose URLs say nothing, which [Divide] divides by links.
func (f *Folders) OpaquePages() (pages []graph.Node) {
	for _, x := range f.roots {
		if f.nodes[x].kind == opaque {
			pages = append(pages, f.pages(x)...)
		}
	}
	return pages
}
