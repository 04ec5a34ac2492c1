package layout

import "math"

// A tree is a quadtree over the nodes, with the mass and the centre of mass of each square. Nodes at nearly the same place
// share a leaf, and count as one mass for others.
//
// The package spatial/barneshut of gonum (0.17) divides the place of each leaf by its mass. So its forces are wrong for
// masses other than 1.
type tree struct {
	nodes []*node
	cells []cell
}

type cell struct {
	x, y, mass float64  // centre of mass
	left, top  float64  // corner of the square
	side       float64  // 0 for a leaf whose nodes share a place
	child      [4]int32 // cells by quadrant; 0 for none
	first      int32    // the first node of a leaf plus one; 0 for an inner cell
	more       []int32  // further nodes of a leaf
}

const deepest = 40 // levels of squares

// newTree builds the tree.
func newTree(nodes []*node) *tree {
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, n := range nodes {
		x0, x1, y0, y1 = min(x0, n.x), max(x1, n.x), min(y0, n.y), max(y1, n.y)
	}
	t := &tree{nodes: nodes, cells: make([]cell, 1, 2*len(nodes)+1)}
	t.cells[0] = cell{left: x0, top: y0, side: max(x1-x0, y1-y0)}
	for i := range nodes {
		t.insert(0, int32(i), 0)
	}
	t.sum(0)
	return t
}

// insert adds a node below a cell.
func (t *tree) insert(c int32, i int32, depth int) {
	for ; ; depth++ {
		at := &t.cells[c]
		empty := at.first == 0 && at.child == [4]int32{}
		switch {
		case empty:
			at.first = i + 1
			return
		case at.first != 0 && depth >= deepest:
			at.more = append(at.more, i)
			return
		case at.first != 0:
			old := at.first - 1
			at.first = 0
			t.insert(t.quadrant(c, old), old, depth+1)
		}
		c = t.quadrant(c, i)
	}
}

// quadrant returns the child of a cell that a node belongs to, and makes it if needed.
func (t *tree) quadrant(c, i int32) int32 {
	at, n := t.cells[c], t.nodes[i]
	half, q := at.side/2, 0
	next := cell{left: at.left, top: at.top, side: half}
	if n.x >= at.left+half {
		next.left, q = at.left+half, 1
	}
	if n.y >= at.top+half {
		next.top, q = at.top+half, q+2
	}
	if at.child[q] == 0 {
		t.cells[c].child[q] = int32(len(t.cells))
		t.cells = append(t.cells, next)
	}
	return t.cells[c].child[q]
}

// sum computes the masses and centres of a cell and all below it.
func (t *tree) sum(c int32) {
	at := &t.cells[c]
	add := func(x, y, mass float64) { at.x, at.y, at.mass = at.x+x*mass, at.y+y*mass, at.mass+mass }
	if at.first != 0 {
		n := t.nodes[at.first-1]
		add(n.x, n.y, n.mass)
		for _, i := range at.more {
			add(t.nodes[i].x, t.nodes[i].y, t.nodes[i].mass)
		}
	}
	for _, child := range at.child {
		if child != 0 {
			t.sum(child)
			add(t.cells[child].x, t.cells[child].y, t.cells[child].mass)
		}
	}
	if at.mass > 0 {
		at.x, at.y = at.x/at.mass, at.y/at.mass
	}
}

// repel returns the repulsion on node i by all nodes below a cell: for each the product of the masses over the distance. A
// cell whose side is less than theta times its distance counts as one mass.
func (t *tree) repel(c, i int32, theta float64) (fx, fy float64) {
	at, n := &t.cells[c], t.nodes[i]
	if at.first != 0 {
		fx, fy = n.repelled(t.nodes[at.first-1])
		for _, j := range at.more {
			x, y := n.repelled(t.nodes[j])
			fx, fy = fx+x, fy+y
		}
		return fx, fy
	}
	dx, dy := at.x-n.x, at.y-n.y
	if d2 := dx*dx + dy*dy; at.side*at.side < theta*theta*d2 {
		f := repulsion * n.mass * at.mass / d2
		return -f * dx, -f * dy
	}
	for _, child := range at.child {
		if child != 0 {
			x, y := t.repel(child, i, theta)
			fx, fy = fx+x, fy+y
		}
	}
	return fx, fy
}

// repelled returns the repulsion on n by another node, none at the same place.
func (n *node) repelled(by *node) (fx, fy float64) {
	dx, dy := by.x-n.x, by.y-n.y
	d2 := dx*dx + dy*dy
	if d2 == 0 {
		return 0, 0
	}
	f := repulsion * n.mass * by.mass / d2
	return -f * dx, -f * dy
}
