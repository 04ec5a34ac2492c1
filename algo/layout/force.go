package layout

import (
	"context"
	"math"
	"sync"
)

const (
	theta     = 0.9  // opening of the quadtree
	repulsion = 10.0 // factor of the repulsion
	gravity   = 1.0  // factor of the pull to the centre
	tolerance = 1.0  // of swinging, ForceAtlas2's τ
	reach     = 10.0 // longest step of a node, at the usual distance of the start
	slowest   = 0.1  // ForceAtlas2's ks
	rise      = 1.5  // largest growth of the speed in a step
)

// A node is a particle of the simulation.
type node struct {
	x, y   float64
	fx, fy float64 // force in this step
	lx, ly float64 // force in the last step
	mass   float64 // 1 + degree
	arcs   []arc
}

// An arc is an edge seen from one end.
type arc struct {
	to     int
	weight float64
}

type simulation struct {
	nodes []*node
	speed float64
	reach float64 // longest step of a node
}

// newSimulation puts the nodes on their starting places. Weights are scaled to a mean of 1.
func newSimulation(n int, edges []Edge, o *Options) *simulation {
	s := &simulation{nodes: make([]*node, n), speed: 1}
	for i := range s.nodes {
		s.nodes[i] = &node{mass: 1}
	}
	total, count := 0.0, 0
	for _, e := range edges {
		if e.A != e.B {
			total, count = total+e.Weight, count+1
		}
	}
	for _, e := range edges {
		if e.A == e.B {
			continue
		}
		w := e.Weight / total * float64(count)
		s.nodes[e.A].arcs = append(s.nodes[e.A].arcs, arc{e.B, w})
		s.nodes[e.B].arcs = append(s.nodes[e.B].arcs, arc{e.A, w})
		s.nodes[e.A].mass++
		s.nodes[e.B].mass++
	}
	start(s.nodes, o.Group)
	s.scale()
	return s
}

// scale resizes the start so that it as a whole neither grows nor shrinks. Then the forces, each times the place of its
// node, add up to 0. Without this step, nodes with many links fly apart for all of the simulation, and form a ring around an
// empty middle. Repulsion counts the same at any size, and attraction grows with it.
func (s *simulation) scale() {
	mass, squares := 0.0, 0.0
	for _, n := range s.nodes {
		mass, squares = mass+n.mass, squares+n.mass*n.mass
	}
	apart := repulsion * (mass*mass - squares) / 2
	together := func(factor float64) (sum float64) {
		for _, n := range s.nodes {
			sum += gravity * n.mass * factor * math.Hypot(n.x, n.y)
			for _, a := range n.arcs {
				d := factor * math.Hypot(s.nodes[a.to].x-n.x, s.nodes[a.to].y-n.y)
				sum += a.weight * math.Log1p(d) * d / 2 // the other end counts the other half
			}
		}
		return sum
	}
	const halvings = 20
	low, high := math.Ldexp(1, -20), math.Ldexp(1, 20)
	for range halvings {
		if middle := math.Sqrt(low * high); together(middle) < apart {
			low = middle
		} else {
			high = middle
		}
	}
	for _, n := range s.nodes {
		n.x, n.y = low*n.x, low*n.y
	}
	s.reach = reach * low
}

// run moves the nodes for a number of steps.
func (s *simulation) run(ctx context.Context, steps, workers int) error {
	for range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.forces(newTree(s.nodes), workers)
		s.move()
	}
	return nil
}

// forces computes the force on each node, on several workers.
func (s *simulation) forces(t *tree, workers int) {
	var wg sync.WaitGroup
	for w := range workers {
		from, to := w*len(s.nodes)/workers, (w+1)*len(s.nodes)/workers
		wg.Go(func() {
			for i := from; i < to; i++ {
				n := s.nodes[i]
				n.lx, n.ly = n.fx, n.fy
				n.fx, n.fy = s.forceOn(i, t, theta)
			}
		})
	}
	wg.Wait()
}

func (s *simulation) forceOn(i int, t *tree, theta float64) (fx, fy float64) {
	n := s.nodes[i]
	fx, fy = t.repel(0, int32(i), theta)
	if d := math.Hypot(n.x, n.y); d > 0 {
		fx, fy = fx-gravity*n.mass*n.x/d, fy-gravity*n.mass*n.y/d
	}
	for _, a := range n.arcs {
		dx, dy := s.nodes[a.to].x-n.x, s.nodes[a.to].y-n.y
		if d := math.Hypot(dx, dy); d > 0 {
			pull := a.weight * math.Log1p(d) / d
			fx, fy = fx+pull*dx, fy+pull*dy
		}
	}
	return fx, fy
}

// move moves all nodes by their forces. The more a node swings, the slower it is.
func (s *simulation) move() {
	swinging, traction := 0.0, 0.0
	for _, n := range s.nodes {
		swinging += n.mass * math.Hypot(n.fx-n.lx, n.fy-n.ly)
		traction += n.mass * math.Hypot(n.fx+n.lx, n.fy+n.ly) / 2
	}
	if swinging > 0 {
		s.speed = min(tolerance*traction/swinging, rise*s.speed)
	}
	for _, n := range s.nodes {
		speed := slowest * s.speed / (1 + s.speed*math.Sqrt(math.Hypot(n.fx-n.lx, n.fy-n.ly)))
		if d := speed * math.Hypot(n.fx, n.fy); d > s.reach {
			speed *= s.reach / d
		}
		n.x, n.y = n.x+speed*n.fx, n.y+speed*n.fy
	}
}
