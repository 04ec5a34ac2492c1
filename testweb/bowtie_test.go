package testweb

import (
	"testing"

	"weft/graph/kinds"
)

// shape counts the pages of a bow tie, with the pages that hang on it told apart by where they hang.
type shape struct{ scc, in, out, tubes, tendrilsIn, tendrilsOut, other, disconnected int }

// bowTie finds the classes of a bow tie by plain searches: the core is the largest set of pages that reach one another.
func bowTie(n int, succ, pred [][]int32) shape {
	var core []bool
	best := 0
	done := make([]bool, n)
	for u := range n {
		if done[u] {
			continue
		}
		fwd, back := reach(n, succ, []int32{int32(u)}), reach(n, pred, []int32{int32(u)})
		size := 0
		comp := make([]bool, n)
		for v := range n {
			if comp[v] = fwd[v] && back[v]; comp[v] {
				size++
				done[v] = true
			}
		}
		if size > best {
			best, core = size, comp
		}
	}
	return classify(n, succ, pred, core)
}

func classify(n int, succ, pred [][]int32, core []bool) shape {
	both := make([][]int32, n)
	for u := range n {
		both[u] = append(append(both[u], succ[u]...), pred[u]...)
	}
	fromCore, toCore := reach(n, succ, members(core)), reach(n, pred, members(core))
	only := func(a []bool) (of []bool) {
		of = make([]bool, n)
		for u := range n {
			of[u] = a[u] && !core[u]
		}
		return of
	}
	in, out := only(toCore), only(fromCore)
	fromIn, toOut := reach(n, succ, members(in)), reach(n, pred, members(out))
	weak := reach(n, both, members(core))
	var s shape
	for u := range n {
		switch {
		case core[u]:
			s.scc++
		case in[u]:
			s.in++
		case out[u]:
			s.out++
		case fromIn[u] && toOut[u]:
			s.tubes++
		case fromIn[u]:
			s.tendrilsIn++
		case toOut[u]:
			s.tendrilsOut++
		case weak[u]:
			s.other++
		default:
			s.disconnected++
		}
	}
	return s
}

func members(set []bool) (of []int32) {
	for u, is := range set {
		if is {
			of = append(of, int32(u))
		}
	}
	return of
}

func reach(n int, succ [][]int32, from []int32) []bool {
	seen := make([]bool, n)
	todo := append([]int32(nil), from...)
	for _, u := range todo {
		seen[u] = true
	}
	for len(todo) > 0 {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, v := range succ[u] {
			if !seen[v] {
				seen[v] = true
				todo = append(todo, v)
			}
		}
	}
	return seen
}

// The true graph, by the kinds that measures use, is a whole bow tie, with the core its largest part.
func TestBowTie(t *testing.T) {
	eachSize(t, func(t *testing.T, w *Web) {
		n := len(w.pages)
		succ, pred := make([][]int32, n), make([][]int32, n)
		for a := range w.Arcs() {
			if a.Kinds&kinds.Measured == 0 {
				continue
			}
			u, v := w.byURL[a.From], w.byURL[a.To]
			succ[u], pred[v] = append(succ[u], v), append(pred[v], u)
		}
		s := bowTie(n, succ, pred)
		t.Logf("%+v of %d pages", s, n)
		for name, count := range map[string]int{
			"IN": s.in, "OUT": s.out, "tubes": s.tubes, "tendrils in": s.tendrilsIn, "tendrils out": s.tendrilsOut, "other": s.other,
			"disconnected": s.disconnected,
		} {
			if count == 0 {
				t.Errorf("%s is empty: %+v", name, s)
			}
			if count >= s.scc {
				t.Errorf("%s is larger than the core: %+v", name, s)
			}
		}
		if s.scc < n/4 {
			t.Errorf("the core has %d of %d pages", s.scc, n)
		}
	})
}
