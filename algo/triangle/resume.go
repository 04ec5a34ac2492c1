package triangle

import "fmt"

// A State is the state of [Count] after some parts of the graph. With the same graph and Lists, work that resumes
// from it returns the same counts.
type State struct {
	Block      int   `json:"block"` // number of the present block
	Part       int   `json:"part"`  // of the graph, that comes next
	Triangles  int64 `json:"triangles"`
	Cycles     int64 `json:"cycles"`
	Transitive int64 `json:"transitive"`
	// Of holds the number of triangles of each node so far. Save must not keep it after it returns.
	Of []uint64 `json:"-"`
}

func (c *counter) state(at State) State {
	at.Triangles, at.Cycles, at.Transitive, at.Of = c.Triangles, c.Cycles, c.Transitive, c.Of
	return at
}

// goOn begins where a state ends.
func (c *counter) goOn(s *State) error {
	if len(s.Of) != c.Nodes || s.Block < 0 || s.Part < 0 {
		return fmt.Errorf("triangles: a saved state of %d nodes, for a graph of %d", len(s.Of), c.Nodes)
	}
	copy(c.Of, s.Of)
	c.Triangles, c.Cycles, c.Transitive = s.Triangles, s.Cycles, s.Transitive
	return nil
}
