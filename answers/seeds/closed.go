package seeds

import (
	"context"
	"slices"

	"weft/graph"
	"weft/internal/bitset"
	"weft/store"
)

const (
	// mostClosed is the largest number of hosts in a reported closed group.
	mostClosed = 50
	// mostLooks bounds the passes over the graph that find closed groups.
	mostLooks = 8
)

// A group consists of the hosts of a core, and the hosts that lead to them.
type group struct {
	hosts map[uint32]bool
	more  map[uint32]bool // hosts outside with a link to one of hosts
	links map[uint32]bool // hosts inside with a link to another one
	open  bool            // there may be more hosts that lead to these
}

// groupOf returns the group that a core begins with.
func groupOf(c *Core, of []uint32) group {
	g := group{hosts: map[uint32]bool{}, more: map[uint32]bool{}, links: map[uint32]bool{}}
	for _, side := range [][]graph.Node{c.Hubs, c.Authorities} {
		for _, u := range side {
			g.hosts[of[u]] = true
		}
	}
	g.open = len(g.hosts) <= mostClosed
	return g
}

// arc records a link between two hosts; the second host is in the group.
func (g *group) arc(from, to uint32) {
	switch {
	case from == to:
	case g.hosts[from]:
		g.links[from] = true
	case len(g.more) <= mostClosed:
		g.more[from] = true
	}
}

// findClosed finds the closed groups of hosts that contain the cores of seeds. In a closed group at least two
// hosts link to other hosts of the group, and no host outside links to one of them. Link farms are closed groups.
//
// Two kinds of groups do not count: one host with hosts to which it alone links, and groups with half of the hosts
// that link to others, which are the crawl as a whole. A group begins with the hosts of a core, and grows by the
// hosts that link to it. It is given up beyond 50 hosts. This takes at most eight passes over out, one for most
// crawls.
func (f *Found) findClosed(ctx context.Context, hosts store.Groups, of []uint32, out graph.Random) error {
	groups := make([]group, len(f.Starting))
	for i := range f.Seeds {
		groups[i] = groupOf(&f.Seeds[i].Core, of)
	}
	for range mostLooks {
		linking, err := look(ctx, groups, hosts.Len(), of, out)
		if err != nil || linking == 0 {
			return err
		}
		for i := range groups {
			if err := f.judge(i, &groups[i], hosts, linking); err != nil {
				return err
			}
		}
	}
	return nil
}

// look records the links to the open groups, and returns the number of hosts that link to others; 0 if no group is
// open.
func look(ctx context.Context, groups []group, hosts int, of []uint32, out graph.Random) (linking int, err error) {
	within := map[uint32][]*group{}
	for i := range groups {
		if g := &groups[i]; g.open {
			for h := range g.hosts {
				within[h] = append(within[h], g)
			}
		}
	}
	if len(within) == 0 {
		return 0, nil
	}
	seen := bitset.New(hosts)
	err = graph.InOrder(ctx, out, func(u graph.Node, succ []graph.Node) {
		from := of[u]
		for _, v := range succ {
			to := of[v]
			if from != to && !seen.Has(int(from)) {
				seen.Add(int(from))
				linking++
			}
			for _, g := range within[to] {
				g.arc(from, to)
			}
		}
	})
	return linking, err
}

// judge adds the hosts that link to a group. It gives the group up if there are too many, and records it as closed
// if there are none. linking is the number of hosts that link to others.
func (f *Found) judge(i int, g *group, hosts store.Groups, linking int) error {
	if !g.open {
		return nil
	}
	for h := range g.more {
		g.hosts[h] = true
	}
	closed := len(g.more) == 0
	clear(g.more)
	g.open = !closed && len(g.hosts) <= mostClosed
	if !closed || len(g.links) < 2 || 2*len(g.hosts) > linking {
		return nil
	}
	for h := range g.hosts {
		name, err := hosts.Name(int(h))
		if err != nil {
			return err
		}
		f.Starting[i].Closed = append(f.Starting[i].Closed, name)
	}
	slices.Sort(f.Starting[i].Closed)
	return nil
}
