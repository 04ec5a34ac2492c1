package layout

import (
	"cmp"
	"math"
	"slices"
)

// golden is the angle between neighbours of a sunflower.
var golden = math.Pi * (3 - math.Sqrt(5))

// spiral returns place i of a sunflower, in which places are about 1 apart.
func spiral(i int) (x, y float64) {
	sin, cos := math.Sincos(float64(i) * golden)
	return math.Sqrt(float64(i)) * cos, math.Sqrt(float64(i)) * sin
}

// start puts the nodes on their starting places. Groups lie on a sunflower, the largest in its centre. The nodes of a group
// lie on a smaller sunflower. Of more than 5,000 nodes, the groups lie closer, so that few steps suffice. Nil for group puts
// all into one.
func start(nodes []*node, group []int) {
	const step = 10.0 // distance of the nodes
	groups := members(len(nodes), group)
	if len(groups) == 0 {
		return
	}
	between := step * (2*math.Sqrt(float64(len(groups[0]))) + 1) // distance of the groups
	before := 0                                                  // nodes of the groups before
	for g, m := range groups {
		gx, gy := spiral(g)
		gx, gy = between*gx, between*gy
		if len(nodes) > crowd && g > 0 {
			// Far more small groups than large ones: each takes a share of the disc by its size.
			const loose = 1.2
			sin, cos := math.Sincos(float64(g) * golden)
			r := loose * step * math.Sqrt(float64(before)+float64(len(m))/2)
			gx, gy = r*cos, r*sin
		}
		before += len(m)
		for k, i := range m {
			x, y := spiral(k)
			nodes[i].x, nodes[i].y = gx+step*x, gy+step*y
		}
	}
}

// members returns the nodes of each group, the largest group first.
func members(n int, group []int) [][]int {
	of := map[int][]int{}
	for i := range n {
		g := 0
		if group != nil {
			g = group[i]
		}
		of[g] = append(of[g], i)
	}
	groups := make([][]int, 0, len(of))
	for _, m := range of {
		groups = append(groups, m)
	}
	slices.SortFunc(groups, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	return groups
}
