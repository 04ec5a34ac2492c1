package store

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/lists"
	"weft/internal/mem"
)

// Sites are groups of pages from a list. Pages that are not listed share one group without a name, the last.
type Sites struct {
	// Unknown counts the lines that name no page of the crawl.
	Unknown int
	// Used says which they are.
	Used SitesUsed

	c      *Crawl
	of     []uint32
	names  []string // sorted; "" stands for no site
	sizes  []int
	heap   int64 // bytes of of; 0 in a scratch file
	text   int64 // bytes of the names
	budget int64
}

// Memory of a site besides the bytes of its name: while the list is read, in a table that grows, and afterwards.
const (
	readSiteBytes = 112
	siteBytes     = 32
)

// sitesPerCheck is the number of sites between two checks of the budget.
const sitesPerCheck = 1 << 12

// noSite marks a page that is not listed yet.
const noSite = 1<<32 - 1

// maxLine bounds a line of a list of sites.
const maxLine = 1 << 20

// ReadSites reads a list of sites: a line for each page, with its URL or number, a tab, and the name of its site.
// It ignores further columns, empty lines, and lines that begin with #. It counts lines that name no page of the
// crawl. It is an error if all lines do, or if a page is in two sites. Sites are numbered in the order of their
// names.
//
// Memory: 4 bytes a page, in a scratch file if that is more than an eighth of the budget. While the list is read,
// 112 bytes a site and its name; afterwards [Sites.Bytes]. If the budget is too small, the error has type
// *mem.ShortError.
func (c *Crawl) ReadSites(r io.Reader, budget int64) (*Sites, error) {
	s := &Sites{c: c, budget: budget}
	var room alloc.Space
	room, s.heap = c.spaceWithin(4*int64(c.NumPages()), budget)
	var err error
	if s.of, err = alloc.Make[uint32](room, c.NumPages()); err != nil {
		return nil, err
	}
	for u := range s.of {
		s.of[u] = noSite
	}
	if err := s.read(r); err != nil {
		return nil, err
	}
	s.number()
	s.Used = SitesUsed{From: Listed, Sites: s.named(), ID: divisionID(nil, s.of, s.Len())}
	return s, nil
}

// read gives each page the number of its site, in the order of their first mention.
func (s *Sites) read(r io.Reader) error {
	known := map[string]uint32{}
	list, pages := lists.New(r, "sites", maxLine), 0
	for list.Next() {
		pages++
		if err := s.add(list.Text(), known); err != nil {
			return list.At(err)
		}
	}
	if err := list.Err(); err != nil {
		return err
	}
	if s.Unknown == pages {
		return fmt.Errorf("sites: none of the %d lines names a page of %s: want a URL or a page, a tab, and its site", pages, s.c.Path)
	}
	return nil
}

func (s *Sites) add(line string, known map[string]uint32) error {
	name, rest, _ := strings.Cut(line, "\t")
	site, _, _ := strings.Cut(rest, "\t")
	if site = strings.TrimSpace(site); site == "" {
		return fmt.Errorf("%.80q: want a URL or a page, a tab, and its site", line)
	}
	u, ok, err := s.c.Page(strings.TrimSpace(name))
	if err != nil {
		return err
	}
	if !ok {
		s.Unknown++
		return nil
	}
	id, ok := known[site]
	if !ok {
		site = strings.Clone(site)
		id = uint32(len(s.names))
		known[site] = id
		s.names = append(s.names, site)
		s.text += int64(len(site))
		if err := s.checkMemory(); err != nil {
			return err
		}
	}
	if was := s.of[u]; was != noSite && was != id {
		return fmt.Errorf("page %.80s is of site %.80q, and was of %.80q before", name, site, s.names[was])
	}
	s.of[u] = id
	return nil
}

// checkMemory looks now and then whether the sites that are read fit into the budget.
func (s *Sites) checkMemory() error {
	n := int64(len(s.names))
	if n%sitesPerCheck != 0 {
		return nil
	}
	return mem.Check(fmt.Sprintf("a list of more than %d sites", n), s.heap+s.text+readSiteBytes*n, s.budget)
}

// number puts the sites into the order of their names, and the pages without one behind.
func (s *Sites) number() {
	order := make([]uint32, len(s.names))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(s.names[a], s.names[b]) })
	place, names := make([]uint32, len(order)), make([]string, len(order))
	for i, id := range order {
		place[id], names[i] = uint32(i), s.names[id]
	}
	s.names, s.sizes = names, make([]int, len(names), len(names)+1)
	for u, id := range s.of {
		switch {
		case id != noSite:
			s.of[u] = place[id]
		case len(s.names) == len(place):
			s.names, s.sizes = append(s.names, ""), append(s.sizes, 0)
			fallthrough
		default:
			s.of[u] = uint32(len(place))
		}
		s.sizes[s.of[u]]++
	}
}

// Len returns how many sites there are, and one more if some pages are of none.
func (s *Sites) Len() int { return len(s.names) }

// Of returns the site of a page.
func (s *Sites) Of(u graph.Node) int { return int(s.of[u]) }

// Name returns the name of a site; the error is always nil.
func (s *Sites) Name(g int) (string, error) { return s.names[g], nil }

// Size returns how many pages a site has.
func (s *Sites) Size(g int) int { return s.sizes[g] }

// Bytes is the memory of the sites: 4 bytes a page unless they lie in a scratch file, 32 bytes a site and its name.
func (s *Sites) Bytes() int64 { return s.heap + s.text + siteBytes*int64(len(s.names)) }

// All returns the site of every page, lent: it takes no memory of the space.
func (s *Sites) All(alloc.Space) ([]uint32, error) { return s.of, nil }

// Sorted ranges over the pages of one site after the other, with their sites. Memory: 4 bytes a page.
func (s *Sites) Sorted() iter.Seq2[int, graph.Node] {
	order, next := make([]graph.Node, len(s.of)), make([]int, len(s.sizes)+1)
	for g, n := range s.sizes {
		next[g+1] = next[g] + n
	}
	for u, g := range s.of {
		order[next[g]] = graph.Node(u)
		next[g]++
	}
	return func(yield func(int, graph.Node) bool) {
		for _, u := range order {
			if !yield(int(s.of[u]), u) {
				return
			}
		}
	}
}
