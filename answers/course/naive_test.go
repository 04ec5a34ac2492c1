package course_test

import (
	"math"
	"slices"
)

// A told is a page that was crawled, or a reply that was none of the crawl, as the naive count keeps it.
type told struct {
	page  uint32
	links []uint32 // of kinds that count
	old   []bool   // of links: whether the end was known before
}

// A naive knows what a crawl was told, and computes everything anew by definition.
type naive struct {
	pages []told
	sums  []sums // after each page; the last are those of the end
}

// sums count pages and links.
type sums struct{ known, other, barred, uncounted int }

// graph returns the first k pages by their place in the crawl, the arcs between them without loops, and how many links
// were loops, repeated, or led elsewhere.
func (n *naive) graph(k int) (has [][]bool, loops, repeated, outside int64) {
	place := map[uint32]int{}
	for i, p := range n.pages[:k] {
		place[p.page] = i
	}
	has = make([][]bool, k)
	for i := range has {
		has[i] = make([]bool, k)
	}
	for i, p := range n.pages[:k] {
		for _, to := range p.links {
			j, in := place[to]
			switch {
			case !in:
				outside++
			case i == j:
				loops++
			case has[i][j]:
				repeated++
			default:
				has[i][j] = true
			}
		}
	}
	return has, loops, repeated, outside
}

// links counts links, those to pages that had been crawled, and those to known ones.
func (n *naive) links(k int) (links, crawled, known int64) {
	was := map[uint32]bool{}
	for _, p := range n.pages[:k] {
		was[p.page] = true
		for i, to := range p.links {
			links++
			if was[to] {
				crawled++
			}
			if p.old[i] {
				known++
			}
		}
	}
	return links, crawled, known
}

func arcsOf(has [][]bool) (n int64, sinks int) {
	for _, row := range has {
		d := 0
		for _, x := range row {
			if x {
				d++
			}
		}
		if n += int64(d); d == 0 {
			sinks++
		}
	}
	return n, sinks
}

// far returns all distances; -1 where there is no path.
func far(has [][]bool) [][]int {
	k := len(has)
	d := make([][]int, k)
	for u := range d {
		d[u] = make([]int, k)
		for v := range d[u] {
			switch {
			case u == v:
			case has[u][v]:
				d[u][v] = 1
			default:
				d[u][v] = -1
			}
		}
	}
	for m := range k {
		for u := range k {
			for v := range k {
				if d[u][m] >= 0 && d[m][v] >= 0 && (d[u][v] < 0 || d[u][m]+d[m][v] < d[u][v]) {
					d[u][v] = d[u][m] + d[m][v]
				}
			}
		}
	}
	return d
}

// bow returns the sizes of strong components, and of SCC, IN and OUT around each largest one.
func bow(d [][]int) (sizes []int, around [][3]int64) {
	k := len(d)
	largest := 0
	for u := range k {
		size, first := 0, true
		for v := range k {
			if d[u][v] >= 0 && d[v][u] >= 0 {
				size++
				first = first && v >= u
			}
		}
		if largest = max(largest, size); first {
			sizes = append(sizes, size)
		}
	}
	for u := range k {
		var n [3]int64
		for v := range k {
			switch to, from := d[u][v] >= 0, d[v][u] >= 0; {
			case to && from:
				n[0]++
			case from:
				n[1]++
			case to:
				n[2]++
			}
		}
		if int(n[0]) == largest {
			around = append(around, n)
		}
	}
	slices.Sort(sizes)
	return sizes, around
}

// clustering returns the transitivity and the mean over pages with two neighbours, NaN of nothing.
func clustering(has [][]bool) (transitivity, local float64) {
	joined := func(u, v int) bool { return has[u][v] || has[v][u] }
	closed, wedges, several := 0, 0, 0
	for u := range has {
		c, w := 0, 0
		for a := range has {
			for b := range a {
				if a != u && b != u && joined(u, a) && joined(u, b) {
					w++
					if joined(a, b) {
						c++
					}
				}
			}
		}
		closed, wedges = closed+c, wedges+w
		if w > 0 {
			several++
			local += float64(c) / float64(w)
		}
	}
	return float64(closed) / float64(wedges), local / float64(several)
}

// pagerank iterates the definition.
func pagerank(has [][]bool) []float64 {
	k := len(has)
	r := make([]float64, k)
	for i := range r {
		r[i] = 1 / float64(k)
	}
	for range 300 {
		next, lost := make([]float64, k), 0.0
		for u, row := range has {
			d := 0.0
			for _, x := range row {
				if x {
					d++
				}
			}
			if d == 0 {
				lost += r[u]
			}
			for v, x := range row {
				if x {
					next[v] += 0.85 * r[u] / d
				}
			}
		}
		for v := range next {
			next[v] += (0.15 + 0.85*lost) / float64(k)
		}
		r = next
	}
	return r
}

// maximal returns the maximal bipartite cliques of two fans and two centers or more, by the closure of lists under
// intersection; and how often sets of centers have so many fans.
func maximal(has [][]bool) (cliques [][2]int) {
	lists := make([]map[int]bool, len(has))
	closed := map[string][]int{}
	key := func(set []int) string {
		b := make([]byte, len(set))
		for i, x := range set {
			b[i] = byte(x)
		}
		return string(b)
	}
	var todo [][]int
	add := func(set []int) {
		if len(set) >= 2 && closed[key(set)] == nil {
			closed[key(set)] = set
			todo = append(todo, set)
		}
	}
	for u, row := range has {
		lists[u] = map[int]bool{}
		var set []int
		for v, x := range row {
			if x {
				lists[u][v] = true
				set = append(set, v)
			}
		}
		add(set)
	}
	for len(todo) > 0 {
		set := todo[0]
		todo = todo[1:]
		for _, l := range lists {
			var both []int
			for _, v := range set {
				if l[v] {
					both = append(both, v)
				}
			}
			add(both)
		}
	}
	for _, set := range closed {
		fans := 0
		for _, l := range lists {
			all := true
			for _, v := range set {
				all = all && l[v]
			}
			if all {
				fans++
			}
		}
		if fans >= 2 {
			cliques = append(cliques, [2]int{fans, len(set)})
		}
	}
	return cliques
}

func near(a, b float64) bool {
	return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}
