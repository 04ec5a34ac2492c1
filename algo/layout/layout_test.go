package layout

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// planted draws a graph of groups whose members are linked often, and members of different groups seldom.
func planted(rng *rand.Rand, groups, size int, inside, outside float64) (edges []Edge, group []int) {
	n := groups * size
	for i := range n {
		group = append(group, i/size)
		for j := range i {
			p := outside
			if i/size == j/size {
				p = inside
			}
			if rng.Float64() < p {
				edges = append(edges, Edge{i, j, 1 + rng.Float64()})
			}
		}
	}
	return edges, group
}

func place(t *testing.T, n int, edges []Edge, o Options) *Layout {
	t.Helper()
	l, err := Place(context.Background(), n, edges, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Discs lie within the rectangle and do not overlap, whatever the graph.
func TestDiscs(t *testing.T) {
	rng := drawn.Rand(t)
	for range 40 {
		n := rng.IntN(150)
		var edges []Edge
		for range rng.IntN(4*n + 1) {
			edges = append(edges, Edge{rng.IntN(n), rng.IntN(n), rng.ExpFloat64() + 1e-9})
		}
		o := Options{Width: 100 + rng.Float64()*1000, Height: 100 + rng.Float64()*1000, Steps: 60, Ink: rng.Float64()}
		for range n {
			o.Size = append(o.Size, math.Pow(rng.Float64(), 8))
		}
		l := place(t, n, edges, o)
		for i := range n {
			if r := l.R[i]; !(r > 0) || l.X[i] < r-1e-9 || l.Y[i] < r-1e-9 || l.X[i] > o.Width-r+1e-9 || l.Y[i] > o.Height-r+1e-9 {
				t.Fatalf("disc %d of %d at %g, %g with radius %g is not within %g × %g", i, n, l.X[i], l.Y[i], r, o.Width, o.Height)
			}
			for j := range i {
				if d := math.Hypot(l.X[i]-l.X[j], l.Y[i]-l.Y[j]); d < l.R[i]+l.R[j] {
					t.Fatalf("discs %d and %d of %d overlap: %g apart, radii %g and %g", i, j, n, d, l.R[i], l.R[j])
				}
			}
		}
	}
}

// Groups of linked nodes come to lie apart, also when the start does not know them. A single graph can be unlucky: of ten,
// the sum counts.
func TestGroupsAreApart(t *testing.T) {
	rng := drawn.Rand(t)
	const draws, groups, size = 10, 4, 20
	var nearest [2]int // without and with groups that the start knows
	for range draws {
		edges, group := planted(rng, groups, size, 0.5, 0.01)
		for k, known := range [][]int{nil, group} {
			nearest[k] += nearestInGroup(place(t, groups*size, edges, Options{Group: known}), group)
		}
	}
	for k, n := range nearest {
		if n < draws*groups*size*8/10 {
			t.Errorf("groups known: %v: only %d of %d nodes have their nearest neighbour in their group", k == 1, n, draws*groups*size)
		}
	}
}

// nearestInGroup counts the nodes whose nearest neighbour on the plane is of their group.
func nearestInGroup(l *Layout, group []int) (n int) {
	for i := range l.X {
		best, at := math.Inf(1), -1
		for j := range l.X {
			if d := math.Hypot(l.X[i]-l.X[j], l.Y[i]-l.Y[j]); i != j && d < best {
				best, at = d, j
			}
		}
		if group[i] == group[at] {
			n++
		}
	}
	return n
}

// The simulation leaves no empty middle with a ring of nodes around it: in a dense graph without groups, some of whose nodes
// have many edges, a quarter of the nodes lie within less than 0.7 of the radius that holds nine tenths.
func TestMiddleIsNotEmpty(t *testing.T) {
	rng := drawn.Rand(t)
	for range 3 {
		const n, degree = 300, 20
		var edges []Edge
		for range n * degree {
			a, b := int(n*math.Pow(rng.Float64(), 2)), rng.IntN(n)
			edges = append(edges, Edge{a, b, 1})
		}
		o := Options{}.withDefaults(n)
		s := newSimulation(n, edges, &o)
		if err := s.run(t.Context(), o.Steps, 2); err != nil {
			t.Fatal(err)
		}
		var far []float64
		for _, p := range s.nodes {
			far = append(far, math.Hypot(p.x, p.y))
		}
		slices.Sort(far)
		if quarter, most := far[n/4], far[n*9/10]; quarter > 0.7*most {
			t.Errorf("a quarter of the nodes lie within %g, nine tenths within %g", quarter, most)
		}
	}
}

// Components lie beside each other: the boxes around those of several nodes do not overlap by more than discs were pushed.
func TestComponentsAreApart(t *testing.T) {
	rng := drawn.Rand(t)
	var edges []Edge
	var first []int
	n := 0
	for size := 64; size > 0; size /= 2 {
		first = append(first, n)
		for i := range size - 1 {
			edges = append(edges, Edge{n + i, n + rng.IntN(i+1), 1}, Edge{n + i + 1, n + i, 1})
		}
		n += size
	}
	l := place(t, n, edges, Options{})
	box := func(k int) (x0, y0, x1, y1 float64) {
		end := n
		if k+1 < len(first) {
			end = first[k+1]
		}
		x0, x1 = span(l.X[first[k]:end])
		y0, y1 = span(l.Y[first[k]:end])
		return x0, y0, x1, y1
	}
	for k := range first {
		for j := range k {
			ax0, ay0, ax1, ay1 := box(j)
			bx0, by0, bx1, by1 := box(k)
			const pushed = 5
			if min(ax1, bx1)-max(ax0, bx0) > pushed && min(ay1, by1)-max(ay0, by0) > pushed {
				t.Errorf("components %d and %d overlap", j, k)
			}
		}
	}
}

// The result does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	edges, group := planted(drawn.Rand(t), 5, 12, 0.5, 0.05)
	edges = slices.DeleteFunc(edges, func(e Edge) bool { return (e.A < 24) != (e.B < 24) }) // two components
	want := place(t, 60, edges, Options{Group: group, Steps: 50})
	for _, workers := range []int{2, 7, 100} {
		if got := place(t, 60, edges, Options{Group: group, Steps: 50, Workers: workers}); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: another layout", workers)
		}
	}
}

// Without approximation the forces equal those of a plain sum over all pairs, and the approximation is close to them.
func TestForces(t *testing.T) {
	edges, group := planted(drawn.Rand(t), 6, 30, 0.3, 0.02)
	o := Options{Group: group}
	s := newSimulation(180, edges, &o)
	tree := newTree(s.nodes)
	wrong, size := 0.0, 0.0
	for i, n := range s.nodes {
		var wantX, wantY float64
		if d := math.Hypot(n.x, n.y); d > 0 {
			wantX, wantY = -gravity*n.mass*n.x/d, -gravity*n.mass*n.y/d
		}
		for j, m := range s.nodes {
			if j != i {
				dx, dy := m.x-n.x, m.y-n.y
				q := repulsion * n.mass * m.mass / (dx*dx + dy*dy)
				wantX, wantY = wantX-q*dx, wantY-q*dy
			}
		}
		for _, a := range n.arcs {
			dx, dy := s.nodes[a.to].x-n.x, s.nodes[a.to].y-n.y
			d := math.Hypot(dx, dy)
			wantX, wantY = wantX+a.weight*math.Log(1+d)*dx/d, wantY+a.weight*math.Log(1+d)*dy/d
		}
		long := math.Hypot(wantX, wantY)
		if x, y := s.forceOn(i, tree, 0); math.Hypot(x-wantX, y-wantY) > 1e-9*(1+long) {
			t.Fatalf("node %d: force %v, %v, want %v, %v", i, x, y, wantX, wantY)
		}
		x, y := s.forceOn(i, tree, theta)
		wrong, size = wrong+math.Hypot(x-wantX, y-wantY), size+long
	}
	if wrong > 0.1*size {
		t.Errorf("approximated forces are %.3g of the forces off", wrong/size)
	}
}

func TestSmallLayouts(t *testing.T) {
	for n, edges := range [][]Edge{nil, {{0, 0, 1}}, {{0, 1, 5}, {1, 0, 1}}, {{0, 1, 1}, {1, 2, 1}}} {
		l := place(t, n, edges, Options{})
		for i := range n {
			if math.IsNaN(l.X[i]+l.Y[i]+l.R[i]) || l.X[i] < 0 || l.X[i] > defaultWidth {
				t.Errorf("%d nodes: node %d at %g, %g", n, i, l.X[i], l.Y[i])
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	ctx := context.Background()
	for name, f := range map[string]func() (*Layout, error){
		"no such node":   func() (*Layout, error) { return Place(ctx, 2, []Edge{{0, 2, 1}}, Options{}) },
		"negative node":  func() (*Layout, error) { return Place(ctx, 2, []Edge{{-1, 0, 1}}, Options{}) },
		"weight 0":       func() (*Layout, error) { return Place(ctx, 2, []Edge{{0, 1, 0}}, Options{}) },
		"weight NaN":     func() (*Layout, error) { return Place(ctx, 2, []Edge{{0, 1, math.NaN()}}, Options{}) },
		"too few groups": func() (*Layout, error) { return Place(ctx, 2, nil, Options{Group: []int{1}}) },
		"negative size":  func() (*Layout, error) { return Place(ctx, 1, nil, Options{Size: []float64{-1}}) },
	} {
		if l, err := f(); err == nil {
			t.Errorf("%s: got %v, want an error", name, l)
		}
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := Place(stopped, 2, nil, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: got %v", err)
	}
}

func BenchmarkPlace(b *testing.B) {
	edges, group := planted(rand.New(rand.NewPCG(1, 2)), 15, 20, 0.4, 0.01)
	for b.Loop() {
		if _, err := Place(context.Background(), 300, edges, Options{Group: group}); err != nil {
			b.Fatal(err)
		}
	}
}
