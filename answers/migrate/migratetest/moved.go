// Package migratetest makes newer crawls with known truth: pages of a graph with names get other names.
package migratetest

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"weft/answers/migrate"
	"weft/graph"
	"weft/internal/splitmix"
)

// Options say what changes.
type Options struct {
	Moved float64 // the share of pages that get other names
	Links float64 // the share of links that point elsewhere afterwards
	Lost  float64 // share of pages that are left out, and of pages that only the newer crawl has
	Seed  uint64
}

// A Renaming is a newer crawl, beside the older one.
type Renaming struct {
	Names, OldNames []string
	Graph, OldGraph *graph.Memory
	From, OldFrom   []graph.Node          // for each page its earlier page
	Truth           []graph.Node          // of each page of the older crawl: where it is in the newer; migrate.None if it is lost
	Moved           map[graph.Node]string // of pages of the older crawl: how they were renamed
}

// How pages are renamed.
var ways = []string{"directory", "extension", "host", "number"}

// ofRenaming draws how pages are renamed.
const ofRenaming splitmix.Domain = 0x6361727279

// Rename renames pages, directory by directory, each in one of four random ways. The directory gets another name,
// the extensions change, the pages move to another host, or numbers replace their names. Pages of both crawls are
// in the order of their names.
func Rename(g graph.Graph, names []string, o Options) (*Renaming, error) {
	r := rand.New(ofRenaming.PCG(o.Seed))
	n := g.NumNodes()
	lost, fresh := make([]bool, n), make([]bool, n)
	for u := range n {
		p := r.Float64()
		lost[u], fresh[u] = p < o.Lost, p >= o.Lost && p < 2*o.Lost
	}
	renamed, moved := rename(r, names, int(o.Moved*float64(n)))
	x := &Renaming{Moved: map[graph.Node]string{}}
	var oldAt, at []graph.Node
	x.OldNames, x.OldFrom, oldAt = ordered(names, fresh)
	x.Names, x.From, at = ordered(renamed, lost)
	for i, u := range x.OldFrom {
		x.Truth = append(x.Truth, at[u])
		if way, ok := moved[int(u)]; ok && !lost[u] {
			x.Moved[graph.Node(i)] = way
		}
	}
	var older, newer []graph.Arc
	err := graph.EachList(g, graph.Everything(g), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			older = arc(older, oldAt, u, v)
			if r.Float64() < o.Links {
				v = graph.Node(r.IntN(n))
			}
			newer = arc(newer, at, u, v)
		}
	})
	x.OldGraph, x.Graph = graph.FromArcs(len(x.OldNames), older), graph.FromArcs(len(x.Names), newer)
	return x, err
}

// ordered returns the pages that are not left out in the order of their names, and of each page its place there.
func ordered(names []string, out []bool) (list []string, from, at []graph.Node) {
	at = make([]graph.Node, len(names))
	for u := range names {
		at[u] = migrate.None
		if !out[u] {
			from = append(from, graph.Node(u))
		}
	}
	slices.SortFunc(from, func(a, b graph.Node) int { return strings.Compare(names[a], names[b]) })
	for i, u := range from {
		at[u] = graph.Node(i)
		list = append(list, names[u])
	}
	return list, from, at
}

// arc adds an arc between pages that are there.
func arc(list []graph.Arc, at []graph.Node, u, v graph.Node) []graph.Arc {
	if at[u] == migrate.None || at[v] == migrate.None {
		return list
	}
	return append(list, graph.Arc{From: at[u], To: at[v]})
}

// Sides returns both crawls as carry reads them, and which page of the older is which of the newer by name.
func (x *Renaming) Sides() (older, newer *migrate.Side, same []graph.Node, err error) {
	if older, err = newSide(x.OldGraph, x.OldNames); err != nil {
		return nil, nil, nil, err
	}
	if newer, err = newSide(x.Graph, x.Names); err != nil {
		return nil, nil, nil, err
	}
	same = make([]graph.Node, len(x.OldNames))
	for u, name := range x.OldNames {
		same[u] = migrate.None
		if v, ok := slices.BinarySearch(x.Names, name); ok {
			same[u] = graph.Node(v)
		}
	}
	return older, newer, same, nil
}

func newSide(g *graph.Memory, names []string) (*migrate.Side, error) {
	back, err := graph.Transpose(g)
	return &migrate.Side{Out: g, In: back, Name: func(dst []byte, u graph.Node) ([]byte, error) {
		return append(dst, names[u]...), nil
	}}, err
}

// rename returns the names after a number of moves.
func rename(r *rand.Rand, names []string, moves int) (after []string, moved map[int]string) {
	dirs, members := directories(names)
	r.Shuffle(len(dirs), func(i, k int) { dirs[i], dirs[k] = dirs[k], dirs[i] })
	after, moved = slices.Clone(names), map[int]string{}
	taken := map[string]bool{}
	for _, name := range names {
		taken[name] = true
	}
	for d, dir := range dirs {
		way := ways[r.IntN(len(ways))]
		// The rest of a large directory stays in its place.
		pages := members[dir]
		if over := len(moved) + len(pages) - moves; over > 0 {
			r.Shuffle(len(pages), func(i, k int) { pages[i], pages[k] = pages[k], pages[i] })
			pages = pages[:len(pages)-over]
		}
		numbers := r.Perm(10 * len(pages))
		for i, u := range pages {
			name := apply(way, dir, names[u], fmt.Sprintf("%d", d), numbers[i])
			if !taken[name] {
				taken[name], after[u], moved[u] = true, name, way
			}
		}
		if len(moved) >= moves {
			break
		}
	}
	return after, moved
}

// directories returns the directories of URLs, in order, and the pages of each.
func directories(names []string) (dirs []string, members map[string][]int) {
	members = map[string][]int{}
	for u, name := range names {
		dir := name[:strings.LastIndexByte(strings.SplitN(name, "?", 2)[0], '/')+1]
		if members[dir] == nil {
			dirs = append(dirs, dir)
		}
		members[dir] = append(members[dir], u)
	}
	return dirs, members
}

// apply renames a page; unique is another word for each directory.
func apply(way, dir, name, unique string, number int) string {
	rest := name[len(dir):]
	scheme, place, _ := strings.Cut(dir, "://")
	host, below, _ := strings.Cut(place, "/")
	switch way {
	case "directory":
		parent, last := path.Split(strings.TrimSuffix(below, "/"))
		if last == "" {
			return dir + "moved" + unique + "/" + rest
		}
		return scheme + "://" + host + "/" + parent + "area" + unique + "/" + rest
	case "extension":
		file, query, asks := strings.Cut(rest, "?")
		if asks {
			query = "?" + query
		}
		return dir + strings.TrimSuffix(file, path.Ext(file)) + ".xhtml" + query
	case "host":
		return scheme + "://archive" + unique + ".example/" + below + rest
	default:
		file, _, _ := strings.Cut(rest, "?")
		return dir + fmt.Sprintf("%d", number) + path.Ext(file)
	}
}
