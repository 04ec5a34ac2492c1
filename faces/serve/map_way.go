package serve

import (
	"slices"
	"strings"
)

// meant returns the node that a name or a part of a name means, and further matches, the best first. The order is: the whole
// name, names that begin with the text, names that contain it; then PageRank. It returns -1 without a match.
func (d *drawnMap) meant(text string) (at int, others []int) {
	if at = d.find(text, ""); at >= 0 {
		return at, nil
	}
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return -1, nil
	}
	for i := range d.lower {
		if d.match(i, func(name string) bool { return name == text }) {
			return i, nil
		}
	}
	var begin, contain []int
	for i := range d.lower {
		switch {
		case len(begin) <= mostMeant && d.match(i, func(name string) bool { return strings.HasPrefix(name, text) }):
			begin = append(begin, i)
		case len(contain) <= mostMeant && d.match(i, func(name string) bool { return strings.Contains(name, text) }):
			contain = append(contain, i)
		}
	}
	all := append(begin, contain...)
	if len(all) == 0 {
		return -1, nil
	}
	return all[0], all[1:min(len(all), mostMeant+1)]
}

// match reports whether a name of a node satisfies a condition: the name in the crawl, or with the host in its own letters.
// Both are in lower case.
func (d *drawnMap) match(i int, is func(name string) bool) bool {
	if is(d.lower[i]) {
		return true
	}
	own, differs := d.own[i]
	return differs && is(own)
}

// way returns a shortest way from one node to another along the links of a map, both ends included; nil if there is none.
// The search follows the links with the most arcs first, so the result is always the same.
func (d *drawnMap) way(from, to int) []int {
	if from == to {
		return []int{from}
	}
	before := make([]int32, len(d.Nodes)) // of the node, plus one; 0 for nodes that were not reached
	before[from] = int32(from) + 1        //nolint:gosec // the number of a node
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		next, _ := d.out.of(queue[0])
		for _, v := range next {
			if before[v] != 0 {
				continue
			}
			before[v] = int32(queue[0]) + 1 //nolint:gosec // the number of a node
			if int(v) == to {
				return walkedBack(before, from, to)
			}
			queue = append(queue, int(v))
		}
	}
	return nil
}

func walkedBack(before []int32, from, to int) (way []int) {
	for at := to; at != from; at = int(before[at]) - 1 {
		way = append(way, at)
	}
	way = append(way, from)
	slices.Reverse(way)
	return way
}

// arcsBetween returns the number of arcs from one node to another.
func (d *drawnMap) arcsBetween(from, to int) int64 {
	next, arcs := d.out.of(from)
	if i := slices.Index(next, uint32(to)); i >= 0 { //nolint:gosec // the number of a node
		return arcs[i]
	}
	return 0
}
