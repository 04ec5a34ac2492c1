package order

import (
	"fmt"
	"slices"

	"weft/graph"
)

// A State is the state of [Layered] after a resolution. With the same graph and options, any workers, work that
// resumes from it finds the same order.
type State struct {
	Round int `json:"round"`
	// Layers are the finished layers of this round, each at its index; others are empty.
	Layers       []Layer `json:"layers"`
	Done         []bool  `json:"done"`
	BreadthFirst bool    `json:"breadth_first"`
	Start        int64   `json:"start"`
	Least        int64   `json:"least"` // cost of the best order
	Costs        []int64 `json:"costs"`
	// Now and Best are the places of the nodes after the last round and in the best order. Labels are the labels
	// of the finished resolutions; others are empty. Save must not keep them after it returns.
	Now    []uint32       `json:"-"`
	Best   []uint32       `json:"-"`
	Labels [][]graph.Node `json:"-"`
}

// Ended is how many resolutions are done in this round.
func (s *State) Ended() int { return count(s.Done) }

func count(done []bool) (n int) {
	for _, is := range done {
		if is {
			n++
		}
	}
	return n
}

// ended records that a resolution is finished, and reports progress and state.
func (l *layerer) ended(round, i int, layer Layer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.best.Layers[i], l.done[i] = layer, true
	if l.o.Progress != nil {
		l.o.Progress(round*len(l.labels)+count(l.done), l.o.Rounds*len(l.labels))
	}
	if l.o.Save == nil {
		return nil
	}
	s := State{
		Round: round, Layers: make([]Layer, len(l.done)), Done: l.done, BreadthFirst: l.best.BreadthFirst, Start: l.best.Start, Least: l.least, Costs: l.best.Costs,
		Now: l.now.Numbers, Best: l.best.Numbers, Labels: make([][]graph.Node, len(l.done)),
	}
	for i, done := range l.done {
		if done {
			s.Layers[i], s.Labels[i] = l.best.Layers[i], l.labels[i]
		}
	}
	return l.o.Save(s)
}

// goOn begins where a state ends.
func (l *layerer) goOn(s *State) error {
	n, gammas := len(l.now.Nodes), len(l.labels)
	if s.Round >= l.o.Rounds || len(s.Costs) != s.Round || len(s.Done) != gammas || len(s.Layers) != gammas || len(s.Labels) != gammas {
		return fmt.Errorf("order: a state of round %d and %d resolutions to go on from, for %d rounds and %d", s.Round+1, len(s.Done), l.o.Rounds, gammas)
	}
	for i, done := range s.Done {
		if done && len(s.Labels[i]) != n {
			return fmt.Errorf("order: a state of %d labels to go on from, for %d nodes", len(s.Labels[i]), n)
		}
		copy(l.labels[i], s.Labels[i])
	}
	if err := l.now.setNumbers(s.Now); err != nil {
		return err
	}
	if err := l.best.setNumbers(s.Best); err != nil {
		return err
	}
	copy(l.done, s.Done)
	copy(l.best.Layers, s.Layers)
	l.best.BreadthFirst, l.best.Start, l.best.Costs, l.least = s.BreadthFirst, s.Start, slices.Clone(s.Costs), s.Least
	return nil
}

// setNumbers makes it the order in which nodes stand at the given numbers.
func (o *Order) setNumbers(numbers []uint32) error {
	if len(numbers) != len(o.Nodes) {
		return fmt.Errorf("order: a state of %d nodes to go on from, for %d", len(numbers), len(o.Nodes))
	}
	for u, at := range numbers {
		if int64(at) >= int64(len(numbers)) {
			return fmt.Errorf("order: node %d of %d stands at %d", u, len(numbers), at)
		}
		o.Nodes[at] = graph.Node(u) //nolint:gosec // nodes are numbered so
	}
	copy(o.Numbers, numbers)
	return nil
}
