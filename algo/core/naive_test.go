package core_test

import (
	"iter"
	"slices"

	"weft/algo/core"
	"weft/graph"
)

// A naive graph is a set of arcs without loops, read by the definitions alone.
type naive struct {
	n           int
	arc         map[[2]int]bool
	fans, heads map[int]bool
}

func newNaive(g *graph.Memory, maxDegree int) *naive {
	x := &naive{n: g.NumNodes(), arc: map[[2]int]bool{}, fans: map[int]bool{}, heads: map[int]bool{}}
	for u := range x.n {
		for _, v := range g.Succ(graph.Node(u)) {
			if int(v) != u {
				x.arc[[2]int{u, int(v)}] = true
			}
		}
	}
	for u := range x.n {
		out, in := 0, 0
		for v := range x.n {
			if x.arc[[2]int{u, v}] {
				out++
			}
			if x.arc[[2]int{v, u}] {
				in++
			}
		}
		x.fans[u], x.heads[u] = maxDegree < 0 || out < maxDegree, maxDegree < 0 || in < maxDegree
	}
	return x
}

// of are the centers that a fan links, or the fans that link a center, in order.
func (x *naive) heads1(u int) (all []int) {
	for v := range x.n {
		if x.heads[v] && x.arc[[2]int{u, v}] {
			all = append(all, v)
		}
	}
	return all
}

func (x *naive) fans1(v int) (all []int) {
	for u := range x.n {
		if x.fans[u] && x.arc[[2]int{u, v}] {
			all = append(all, u)
		}
	}
	return all
}

// peel takes one page after the other away.
func (x *naive) peel(s core.Shape) {
	for again := true; again; {
		again = false
		for u := range x.n {
			if x.fans[u] && len(x.heads1(u)) < s.Centers {
				x.fans[u], again = false, true
			}
			if x.heads[u] && len(x.fans1(u)) < s.Fans {
				x.heads[u], again = false, true
			}
		}
	}
}

// subsets are those of a size, in lexicographic order; each is lent.
func subsets(of []int, size int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if size > len(of) {
			return
		}
		at := make([]int, size)
		for i := range at {
			at[i] = i
		}
		chosen := make([]int, size)
		for {
			for i, a := range at {
				chosen[i] = of[a]
			}
			if !yield(chosen) {
				return
			}
			i := size - 1
			for i >= 0 && at[i] == len(of)-size+i {
				i--
			}
			if i < 0 {
				return
			}
			at[i]++
			for k := i + 1; k < size; k++ {
				at[k] = at[k-1] + 1
			}
		}
	}
}

// common are the fans that link all of some centers.
func (x *naive) common(heads []int) (all []int) {
	for u := range x.n {
		if x.fans[u] && !slices.ContainsFunc(heads, func(v int) bool { return !x.arc[[2]int{u, v}] }) {
			all = append(all, u)
		}
	}
	return all
}

// disjoint is the greedy choice as it is defined.
func (x *naive) disjoint(s core.Shape) (all []core.Clique) {
	for v := range x.n {
		if !x.fans[v] {
			continue
		}
		for heads := range subsets(x.heads1(v), s.Centers) {
			t := x.common(heads)
			if len(t) < s.Fans {
				continue
			}
			t = slices.DeleteFunc(t, func(u int) bool { return u == v })
			all = append(all, clique(append([]int{v}, t[:s.Fans-1]...), heads))
			for _, u := range append(t[:s.Fans-1], v) {
				x.fans[u] = false
			}
			for _, u := range heads {
				x.heads[u] = false
			}
			break
		}
	}
	return all
}

func clique(fans, heads []int) (q core.Clique) {
	for _, u := range fans {
		q.Fans = append(q.Fans, graph.Node(u))
	}
	for _, u := range heads {
		q.Centers = append(q.Centers, graph.Node(u))
	}
	return q
}
