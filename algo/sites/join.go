package sites

import (
	"slices"

	"weft/graph"
)

// exchanged is the share of its links to and from others that a crumb has with the unit that it joins.
const exchanged = 0.8

// joinCrumbs lets a unit of fewer than 10 pages join the unit that it exchanges most of its links with.
func (d *divider) joinCrumbs() error {
	j := d.newJoins()
	err := d.byUnit(func(k uint32, pages []graph.Node) error {
		if len(pages) >= leastUnit {
			return nil
		}
		rows, err := d.links.count(pages, len(d.units))
		if err != nil {
			return err
		}
		all := uint32(0)
		for i := range rows {
			all += rows[i].arcsOut + rows[i].arcsIn
		}
		for i := range rows {
			r := &rows[i]
			if n := r.arcsOut + r.arcsIn; r.arcsOut > 0 && r.arcsIn > 0 && float64(n) >= exchanged*float64(all) {
				j.add(Step{Why: Crumb, Unit: k, Into: r.label})
			}
		}
		return nil
	})
	d.join(j)
	return err
}

// joinOnHosts joins each unit of fewer than 10 pages, on a host divided by links, to another unit of the host.
// This is the unit with most links to it, or else the largest.
func (d *divider) joinOnHosts() error {
	largest := map[int32]uint32{}
	for k := range d.units {
		x := &d.units[k]
		if l, ok := largest[x.host]; x.host >= 0 && (!ok || x.pages > d.units[l].pages) {
			largest[x.host] = uint32(k) //nolint:gosec // fewer than pages
		}
	}
	j := d.newJoins()
	err := d.byUnit(func(k uint32, pages []graph.Node) error {
		x := &d.units[k]
		if x.host < 0 || x.host == noHost || len(pages) >= leastUnit {
			return nil
		}
		rows, err := d.links.count(pages, len(d.units))
		if err != nil {
			return err
		}
		into, most := largest[x.host], uint32(0)
		for i := range rows {
			r := &rows[i]
			y := &d.units[r.label]
			if n := r.arcsOut + r.arcsIn; y.host == x.host && y.pages > x.pages && (n > most || n == most && r.label < into) {
				into, most = r.label, n
			}
		}
		if into != k {
			j.add(Step{Why: OnHost, Unit: k, Into: into})
		}
		return nil
	})
	d.join(j)
	return err
}

// A shape is the host of a unit, and the numbers of its pages and of the links between them.
type shape struct {
	host        int32
	pages, arcs int
}

// joinCopies joins units of one host that have as many pages and as many links: versions of the same pages.
func (d *divider) joinCopies() error {
	first := map[shape]uint32{}
	j := d.newJoins()
	err := d.byUnit(func(k uint32, pages []graph.Node) error {
		host := d.units[k].host
		if host < 0 || host == noHost || len(pages) < leastUnit {
			return nil
		}
		arcs := 0
		for _, u := range pages {
			n, err := d.countLabel(d.in.Out, u, k)
			if err != nil {
				return err
			}
			arcs += n
		}
		s := shape{host, len(pages), arcs}
		if f, ok := first[s]; ok {
			j.add(Step{Why: Copy, Unit: k, Into: f})
		} else {
			first[s] = k
		}
		return nil
	})
	d.join(j)
	return err
}

// mostHomes bounds the rounds of [divider.joinHomes]: so long may a chain of home pages be.
const mostHomes = 10

// joinHomes joins a unit found by links to the unit of a page that many of its pages link to. The page must link
// back and, if there are hosts, have the same host.
func (d *divider) joinHomes() error {
	for range mostHomes {
		j, homes := d.newJoins(), map[uint32]graph.Node{}
		err := d.byUnit(func(k uint32, pages []graph.Node) error {
			if d.units[k].host < 0 {
				return nil
			}
			v, ok, err := d.home(k, pages)
			if ok {
				homes[k] = v
			}
			return err
		})
		if err != nil {
			return err
		}
		for k := range d.units {
			v, ok := homes[uint32(k)] //nolint:gosec // fewer than pages
			if !ok {
				continue
			}
			x, b := &d.units[k], d.of[v]
			y := &d.units[b]
			w, back := homes[b]
			if mutual := back && d.of[w] == uint32(k); !mutual || y.pages > x.pages || y.pages == x.pages && b < uint32(k) { //nolint:gosec // fewer than pages
				j.add(Step{Why: Home, Unit: uint32(k), Into: b}) //nolint:gosec // fewer than pages
			}
		}
		if d.join(j); !j.any {
			break
		}
	}
	return nil
}

// home returns the page outside a unit that most of its pages link to, among pages that link back. If such pages
// belong to several units, of any hosts, home returns none: they are footers. A page of another host is no home.
func (d *divider) home(k uint32, pages []graph.Node) (best graph.Node, ok bool, err error) {
	count, err := d.outside(k, pages)
	if err != nil {
		return 0, false, err
	}
	var homes []graph.Node
	for v, n := range count {
		if float64(n) >= homeShare*float64(len(pages)) {
			homes = append(homes, v)
		}
	}
	if homes, err = d.linkBack(homes, pages); err != nil || len(homes) == 0 {
		return 0, false, err
	}
	best = homes[0]
	for _, v := range homes[1:] {
		if d.of[v] != d.of[best] {
			return 0, false, nil
		}
		if count[v] > count[best] || count[v] == count[best] && v < best {
			best = v
		}
	}
	return best, d.units[d.of[best]].host == d.units[k].host, nil
}

// linkBack keeps those pages that link to one of the pages of a unit.
func (d *divider) linkBack(from, pages []graph.Node) (all []graph.Node, err error) {
	slices.Sort(from)
	seen := make([]bool, len(from))
	for _, u := range pages {
		if len(all) == len(from) {
			break
		}
		if d.links.pred, err = d.links.in.AppendSucc(d.links.pred[:0], u); err != nil {
			return nil, err
		}
		for i, v := range from {
			if _, is := slices.BinarySearch(d.links.pred, v); is && !seen[i] {
				seen[i] = true
				all = append(all, v)
			}
		}
	}
	return all, nil
}

// outside counts the links of pages of a unit to pages of other units.
func (d *divider) outside(k uint32, pages []graph.Node) (map[graph.Node]int, error) {
	l, count := d.links, map[graph.Node]int{}
	for _, u := range pages {
		var err error
		if l.succ, err = l.out.AppendSucc(l.succ[:0], u); err != nil {
			return nil, err
		}
		for _, v := range l.succ {
			if b := d.of[v]; b != none && b != k {
				count[v]++
			}
		}
	}
	return count, nil
}
