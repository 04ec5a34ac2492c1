package sites

import (
	"weft/algo/cluster"
	"weft/algo/hierarchy"
	"weft/graph"
)

// LinkBytes returns the additional memory of [Divide] for pages whose URLs are uninformative: their weighted
// links, and the memory of Leiden. pages and arcs are the numbers of the whole crawl, which give an upper bound.
func LinkBytes(pages int, arcs int64, workers int) int64 {
	return 2*graph.LoadBytes(pages, arcs) + 4*int64(pages) + 16*arcs + 8*int64(pages) + cluster.LeidenBytes(pages, 2*arcs, workers)
}

// seed determines the order in which Leiden visits pages. It is fixed, so that the same crawl has the same sites.
const seed = 1

// divideByLinks replaces the units whose URLs say nothing, and the pages without URLs, by clusters of their links.
func (d *divider) divideByLinks() error {
	any := d.addUnnamed()
	for k := range d.units {
		any = any || d.units[k].linked
	}
	if !any {
		return nil
	}
	of, err := d.clusters()
	if err != nil {
		return err
	}
	pages := map[[2]uint32][]graph.Node{} // by unit and cluster
	var keys [][2]uint32
	for u, k := range d.of {
		if k == none || !d.units[k].linked {
			continue
		}
		key := [2]uint32{k, of[u]}
		if pages[key] == nil {
			keys = append(keys, key)
		}
		pages[key] = append(pages[key], graph.Node(u)) //nolint:gosec // a page
		d.of[u] = none
	}
	divided := len(d.units)
	for _, key := range keys {
		x := d.units[key[0]]
		d.add(unit{domain: x.domain, on: x.on, host: x.host, linked: true}, pages[key], ByLinks)
	}
	for k := range d.units[:divided] {
		if d.units[k].linked {
			d.units[k].pages = 0
		}
	}
	return nil
}

// addUnnamed makes one unit of the pages without a host.
func (d *divider) addUnnamed() bool {
	var pages []graph.Node
	for u, k := range d.of {
		if v := graph.Node(u); k == none && !d.isLeft(v) { //nolint:gosec // a page
			pages = append(pages, v)
		}
	}
	before := len(d.units)
	d.add(unit{domain: none, host: noHost, linked: true}, pages, ByLinks)
	return len(d.units) > before
}

// noHost is the host of pages that have none.
const noHost = 1<<31 - 1

// clusters divides the links inside units with uninformative URLs by Leiden. A link weighs 1/indegree of its
// target, or a tenth of it without a link back.
func (d *divider) clusters() ([]uint32, error) {
	out, err := d.inside(d.in.Out)
	if err != nil {
		return nil, err
	}
	in, err := graph.Transpose(out)
	if err != nil {
		return nil, err
	}
	degree, err := hierarchy.InDegrees(d.ctx, in, d.work)
	if err != nil {
		return nil, err
	}
	g, err := cluster.Underlying(d.ctx, out, in, hierarchy.Weights(out, degree), d.work)
	if err != nil {
		return nil, err
	}
	c, err := cluster.Leiden(d.ctx, g, cluster.LeidenOptions{Work: d.work, Seed: seed})
	if err != nil {
		return nil, err
	}
	return c.Of, nil
}

// inside loads the links between pages of one unit whose URLs say nothing.
func (d *divider) inside(g graph.Random) (*graph.Memory, error) {
	starts, succ := make([]uint32, 1, g.NumNodes()+1), []graph.Node{}
	err := graph.InOrder(d.ctx, g, func(u graph.Node, list []graph.Node) {
		if k := d.of[u]; k != none && d.units[k].linked {
			for _, v := range list {
				if v != u && d.of[v] == k {
					succ = append(succ, v)
				}
			}
		}
		starts = append(starts, uint32(len(succ))) //nolint:gosec // checked by NewMemory
	})
	if err != nil {
		return nil, err
	}
	return graph.NewMemory(starts, succ)
}
