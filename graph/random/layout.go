package random

import (
	"math"
	"sort"

	"weft/graph"
)

// A layout says how pages lie in directories, directories in hosts, hosts in domains and domains under top-level
// domains. Each level is a list of where its members begin in the one below, and where the last ends.
type layout struct {
	pages    int
	dirAt    []uint32 // directory → first page
	hostAt   []uint32 // host → first directory
	domainAt []uint32 // domain → first host
	topAt    []uint32 // top-level domain → first domain
}

// The laws of sizes: x·U^(−1/a) has tail exponent a, so density exponent a+1.
const (
	hostTail, hostLeast     = 1.1, 5
	domainTail, domainLeast = 1.4, 1
	dirTail, dirLeast       = 1.7, 6
	largestDir              = 2000
	largestDomain           = 500
)

// pareto draws from the law of tail exponent a and least value x.
func (r *stream) pareto(x, a float64) float64 { return x * math.Pow(r.float(), -1/a) }

func newLayout(pages int, seed uint64) layout {
	l := layout{pages: pages}
	largest := float64(max(pages/20, 1))
	for at := 0; at < pages; {
		r := newStream(seed, forHost, uint64(len(l.hostAt)))
		size := min(int(min(r.pareto(hostLeast, hostTail), largest)), pages-at)
		l.hostAt = append(l.hostAt, uint32(len(l.dirAt)))
		for end := at + size; at < end; {
			l.dirAt = append(l.dirAt, uint32(at))
			at += min(int(min(r.pareto(dirLeast, dirTail), largestDir)), end-at)
		}
	}
	hosts := len(l.hostAt)
	l.dirAt, l.hostAt = append(l.dirAt, uint32(pages)), append(l.hostAt, uint32(len(l.dirAt)))
	for at := 0; at < hosts; {
		r := newStream(seed, forDomain, uint64(len(l.domainAt)))
		l.domainAt = append(l.domainAt, uint32(at))
		at += min(int(min(r.pareto(domainLeast, domainTail), largestDomain)), hosts-at)
	}
	domains := len(l.domainAt)
	l.domainAt = append(l.domainAt, uint32(hosts))
	for _, t := range tops {
		l.topAt = append(l.topAt, uint32(t.from*float64(domains)))
	}
	l.topAt = append(l.topAt, uint32(domains))
	return l
}

func (l *layout) hosts() int { return len(l.hostAt) - 1 }
func (l *layout) dirs() int  { return len(l.dirAt) - 1 }

// others is the share of pages that are not the first of their directories.
func (l *layout) others() float64 { return 1 - float64(l.dirs())/float64(l.pages) }

// find returns the member of a level that holds x: the last that begins at or before it.
func find(at []uint32, x uint32) int {
	return sort.Search(len(at)-1, func(i int) bool { return at[i+1] > x })
}

// dirOf returns the directory of a page, and where it begins and ends.
func (l *layout) dirOf(u graph.Node) (dir int, first, end graph.Node) {
	dir = find(l.dirAt, uint32(u))
	first, end = l.dir(dir)
	return dir, first, end
}

// dir returns the pages of a directory.
func (l *layout) dir(d int) (first, end graph.Node) {
	return graph.Node(l.dirAt[d]), graph.Node(l.dirAt[d+1])
}

func (l *layout) hostOf(dir int) int { return find(l.hostAt, uint32(dir)) }

// host returns the directories of a host.
func (l *layout) host(h int) (first, end int) { return int(l.hostAt[h]), int(l.hostAt[h+1]) }
