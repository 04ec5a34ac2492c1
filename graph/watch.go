package graph

// watchEvery is the number of nodes between two looks of a watched scan.
const watchEvery = 1 << 16

// Watched returns g as a graph whose scans call look with their first node and then with every 65,536th node. A
// scan ends with the error of look. This stops a pass over a large graph, and reports its progress. With a nil
// look it returns g itself.
func Watched(g Graph, look func(u Node) error) Graph {
	if look == nil {
		return g
	}
	return &watched{g, look}
}

type watched struct {
	Graph
	look func(u Node) error
}

func (w *watched) Scan(r Range) Cursor {
	return &watchedCursor{Cursor: w.Graph.Scan(r), look: w.look}
}

type watchedCursor struct {
	Cursor
	look  func(u Node) error
	until int // lists before the next look
	err   error
}

func (c *watchedCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	if c.until == 0 {
		if c.err = c.look(c.Node()); c.err != nil {
			return false
		}
		c.until = watchEvery
	}
	c.until--
	return true
}

func (c *watchedCursor) Err() error {
	if c.err != nil {
		return c.err
	}
	return c.Cursor.Err()
}
