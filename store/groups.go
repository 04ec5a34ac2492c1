package store

import (
	"iter"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/corrupt"
	"weft/web/weburl"
)

// Groups are the hosts, the domains or the sites of a crawl. Every page is in one group. Names that are not URLs
// share a group without a name. Groups need not be ranges of pages.
type Groups interface {
	Len() int
	// Of returns the group of a page.
	Of(u graph.Node) int
	// Name returns the name of a group: "www.debian.org".
	Name(g int) (string, error)
	// Size returns the number of pages of a group.
	Size(g int) int
	// Bytes is the memory that the groups take themselves.
	Bytes() int64
	// All returns the group of every page: 4 bytes a page of s, unless Bytes counts them already.
	All(s alloc.Space) ([]uint32, error)
	// Sorted ranges over all pages with their groups, in the order of their names: the pages of a host are
	// together, and sites come one after the other.
	Sorted() iter.Seq2[int, graph.Node]
}

// runs are groups that consist of runs of sorted names.
type runs struct {
	c      *Crawl
	starts []uint32 // of each run, and the number of names
	ids    []uint32 // the group of each run; nil where it is the number of the run
	num    int
	sizes  []int
	first  []uint32 // the first name of each group
	name   func(key []byte) string
}

func newRuns(c *Crawl, starts, ids []uint32, name func([]byte) string) (*runs, error) {
	n := len(starts) - 1
	if n < 0 || starts[0] != 0 || int(starts[n]) != c.NumPages() || !slices.IsSorted(starts) || ids != nil && len(ids) != n {
		return nil, corrupt.Errorf("%s: the ranges of hosts or domains do not span the %d pages", c.Path, c.NumPages())
	}
	r := &runs{c: c, starts: starts, ids: ids, name: name}
	for i := range n {
		g := r.id(i)
		if g > r.num {
			return nil, corrupt.Errorf("%s: the runs of domains are numbered wrongly", c.Path)
		}
		if g == r.num {
			r.num++
			r.sizes, r.first = append(r.sizes, 0), append(r.first, starts[i])
		}
		r.sizes[g] += int(starts[i+1] - starts[i])
	}
	return r, nil
}

func (r *runs) id(run int) int {
	if r.ids == nil {
		return run
	}
	return int(r.ids[run])
}

func (r *runs) Len() int       { return r.num }
func (r *runs) Size(g int) int { return r.sizes[g] }

// runBytes is the memory of a group: how many pages it has, and the first of them.
const runBytes = 12

func (r *runs) Bytes() int64 { return runBytes * int64(r.num) }

func (r *runs) Of(u graph.Node) int {
	rank := r.c.rankOf(u)
	run, exact := slices.BinarySearch(r.starts, rank)
	if !exact {
		run--
	}
	return r.id(run)
}

func (r *runs) Name(g int) (string, error) {
	key, err := r.c.names.Append(nil, int(r.first[g]))
	if err != nil || weburl.IsOpaque(key) {
		return "", err
	}
	return r.name(key), nil
}

func (r *runs) All(s alloc.Space) ([]uint32, error) {
	all, err := alloc.Make[uint32](s, r.c.NumPages())
	if err != nil {
		return nil, err
	}
	for g, u := range r.Sorted() {
		all[u] = uint32(g)
	}
	return all, nil
}

func (r *runs) Sorted() iter.Seq2[int, graph.Node] {
	return func(yield func(int, graph.Node) bool) {
		for run := range len(r.starts) - 1 {
			for rank := r.starts[run]; rank < r.starts[run+1]; rank++ {
				if !yield(r.id(run), r.c.atRank(rank)) {
					return
				}
			}
		}
	}
}
