package graphtest

import (
	"errors"
	"sync/atomic"
	"testing"

	"weft/graph"
)

// ErrBroken is what a list returns that cannot be read.
var ErrBroken = errors.New("the list cannot be read")

// EachBreak calls run for each list of each of the given graphs, with graphs that show the same but for this one, which cannot be read. A run that came to
// it returns ErrBroken, and one that did not no error. It returns how many runs came to it.
func EachBreak(t *testing.T, run func(g []graph.Random) error, given ...graph.Random) (met int) {
	t.Helper()
	for which := range given {
		for u := range given[which].NumNodes() {
			b := &breaking{Random: given[which], at: graph.Node(u)}
			g := append([]graph.Random(nil), given...)
			g[which] = b
			err := run(g)
			switch {
			case !b.met.Load() && err != nil:
				t.Errorf("list %d of graph %d, which was not read, is broken: %v", u, which, err)
			case b.met.Load() && !errors.Is(err, ErrBroken):
				t.Errorf("list %d of graph %d cannot be read: got %v", u, which, err)
			case b.met.Load():
				met++
			}
		}
	}
	return met
}

// A breaking graph has a list that cannot be read.
type breaking struct {
	graph.Random
	at  graph.Node
	met atomic.Bool
}

func (g *breaking) read(u graph.Node) error {
	if u != g.at {
		return nil
	}
	g.met.Store(true)
	return ErrBroken
}

// Scan is that of [graph.Graph].
func (g *breaking) Scan(r graph.Range) graph.Cursor {
	return &breakingCursor{Cursor: g.Random.Scan(r), g: g}
}

// AppendSucc is that of [graph.Random].
func (g *breaking) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	if err := g.read(u); err != nil {
		return dst, err
	}
	return g.Random.AppendSucc(dst, u)
}

type breakingCursor struct {
	graph.Cursor
	g   *breaking
	err error
}

// Next is that of [graph.Cursor].
func (c *breakingCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	c.err = c.g.read(c.Node())
	return c.err == nil
}

// Err is that of [graph.Cursor].
func (c *breakingCursor) Err() error { return errors.Join(c.err, c.Cursor.Err()) }
