package triangle

import "fmt"

// A State is the state of [Count] after some parts of the graph. With the same graph and Lists, work that resumes
// from it returns the same counts.
type State struct {
	Block      int   `json:"block"` // at hand
	Part       int   `json:"part"`  // of the graph, that comes next
	Triangles  int64 `json:"triangles"`
	Cycles     int64 `json:"cycles"`
	Transitive int64 `json:"transitive"`
	// Of are the triangles of each node so far, lent until Save returns.
	Of []uint64 `json:"-"`
}

func (c *counter) state(at State) State {
	at.Triangles, at.Cycles, at.Transitive, at.Of = c.Triangles, c.Cycles, c.Transitive, c.Of
	return at
}

// goOn begins where a state ends.
func (c *counter) goOn(s *State) error {
	if len(s.Of) != c.Nodes || s.Block < 0 || s.Part < 0 {
		return fmt.Errorf("triangles: a state of %d nodes to go on from, for %d", len(s.Of), c.Nodes)
	}
	copy(c.Of, s.Of)
	c.Triangles, c.Cycles, c.Transitive = s.Triangles, s.Cycles, s.Transitive
	return nil
}
