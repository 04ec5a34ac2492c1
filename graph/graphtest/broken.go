package graphtest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// ErrBroken is the error of an unreadable list.
var ErrBroken = errors.New("the list cannot be read")

// EachBreak calls run once for each list of each given graph, with copies of the graphs in which this list is
// unreadable. A run that reads the list must return ErrBroken, and any other run no error. EachBreak returns the
// number of runs that read it.
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

// EachRead calls run with copies of the graphs in which a single read fails: the first read of any list, the
// second, and so on, until a run makes fewer reads. After the first twelve it draws the numbers of reads. Other
// reads of the same list succeed, so later passes fail, too. A run with a failed read must return ErrBroken.
// EachRead returns the number of such runs.
func EachRead(t *testing.T, run func(g []graph.Random) error, given ...graph.Random) (met int) {
	t.Helper()
	r := drawn.Rand(t)
	for reads := int64(0); ; reads += 1 + r.Int64N(1+2*max(0, reads-12)/3) {
		w := &worn{left: reads}
		g := make([]graph.Random, len(given))
		for i := range given {
			g[i] = &breaking{Random: given[i], worn: w}
		}
		err := run(g)
		switch {
		case !w.met() && err != nil:
			t.Errorf("after %d lists, all of which could be read: %v", reads, err)
			return met
		case !w.met():
			return met
		case !errors.Is(err, ErrBroken):
			t.Errorf("after %d lists the next cannot be read: got %v", reads, err)
		}
		met++
	}
}

// A worn disk loses one list, the next one read after a number of reads. Code that forgets this error may see no
// other.
type worn struct {
	mu   sync.Mutex
	left int64
	of   *breaking // whose list is lost, once it is
	at   graph.Node
}

func (w *worn) read(g *breaking, u graph.Node) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left--; w.left == -1 {
		w.of, w.at = g, u
	}
	if w.of == g && w.at == u {
		return ErrBroken
	}
	return nil
}

func (w *worn) met() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.left < 0
}

// A breaking graph has a list that cannot be read.
type breaking struct {
	graph.Random
	at  graph.Node
	met atomic.Bool

	worn *worn // if not nil, what breaks in place of a list
}

func (g *breaking) read(u graph.Node) error {
	if g.worn != nil {
		return g.worn.read(g, u)
	}
	if u != g.at {
		return nil
	}
	g.met.Store(true)
	return ErrBroken
}

// Scan implements [graph.Graph].
func (g *breaking) Scan(r graph.Range) graph.Cursor {
	return &breakingCursor{Cursor: g.Random.Scan(r), g: g}
}

// AppendSucc implements [graph.Random].
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

// Next implements [graph.Cursor].
func (c *breakingCursor) Next() bool {
	if c.err != nil || !c.Cursor.Next() {
		return false
	}
	c.err = c.g.read(c.Node())
	return c.err == nil
}

// Err implements [graph.Cursor].
func (c *breakingCursor) Err() error { return errors.Join(c.err, c.Cursor.Err()) }
