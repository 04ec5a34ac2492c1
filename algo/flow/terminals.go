package flow

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"weft/graph"
)

// Terminals say where the flow comes from and where it goes. Sources and pages outside may be named in any order, also twice.
type Terminals struct {
	// Sources are the pages that are inside by definition: the arcs to them have no limit. There is at least one.
	Sources []graph.Node
	// Outside are pages that are outside by definition: their arcs to the sink have no limit.
	Outside []graph.Node
	// Eps is the capacity of the arc to the sink from each page, sources included, that is not in Outside.
	Eps int64
	// Sinks are capacities of the arcs of each page to the sink; nil stands for Eps.
	Sinks []int64
}

func (t Terminals) sink(u int) int64 {
	if t.Sinks != nil {
		return t.Sinks[u]
	}
	return t.Eps
}

// check returns what is wrong with t. All flow leaves the sources, so no sum exceeds the sum of the capacities of
// their arcs.
func (n *Network) check(t Terminals) error {
	if err := n.checkSinks(t); err != nil {
		return err
	}
	if len(t.Sources) == 0 {
		return errors.New("minimum cut: no sources: name at least one page that is inside")
	}
	role := make(map[graph.Node]bool, len(t.Sources)) // true for a source
	for _, u := range t.Sources {
		if int(u) >= n.NumNodes() {
			return fmt.Errorf("minimum cut: source %d is not one of %d pages", u, n.NumNodes())
		}
		role[u] = true
	}
	for _, u := range t.Outside {
		if int(u) >= n.NumNodes() {
			return fmt.Errorf("minimum cut: page %d, outside, is not one of %d pages", u, n.NumNodes())
		}
		if role[u] {
			return fmt.Errorf("minimum cut: page %d is a source and outside", u)
		}
	}
	return n.checkSum(t, role)
}

func (n *Network) checkSinks(t Terminals) error {
	if t.Eps < 0 {
		return fmt.Errorf("minimum cut: the capacity to the sink is %d, want 0 or more", t.Eps)
	}
	if t.Sinks != nil && len(t.Sinks) != n.NumNodes() {
		return fmt.Errorf("minimum cut: %d capacities to the sink for %d pages", len(t.Sinks), n.NumNodes())
	}
	for u, c := range t.Sinks {
		if c < 0 {
			return fmt.Errorf("minimum cut: the capacity from page %d to the sink is %d, want 0 or more", u, c)
		}
	}
	return nil
}

// errSum is the error for sums beyond 63 bits.
var errSum = errors.New("the capacities that leave the sources sum to 2^63-1 or more: scale all capacities down")

func (n *Network) checkSum(t Terminals, sources map[graph.Node]bool) error {
	var sum uint64 // of numbers below 2^63
	add := func(c int64) bool {
		var carry uint64
		sum, carry = bits.Add64(sum, uint64(c), 0) //nolint:gosec // capacities are not negative
		return carry == 0 && sum < math.MaxInt64
	}
	for u := range sources {
		if !add(t.sink(int(u))) {
			return fmt.Errorf("minimum cut: %w", errSum)
		}
		lo, hi := n.halves(uint32(u))
		for a := lo; a < hi; a++ {
			if !sources[graph.Node(n.heads[a])] && !add(n.capacity[a]) { // nothing flows between sources
				return fmt.Errorf("minimum cut: %w", errSum)
			}
		}
	}
	return nil
}
