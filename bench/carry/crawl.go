package main

import (
	"strings"

	"weft/answers/migrate"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
)

// The evidence that is used beside names.
var evidences = []string{"links+texts", "texts", "links", "names"}

// A crawl is a small one in memory.
type crawl struct {
	names   []string
	number  map[string]graph.Node
	fetched []bool
	out, in *graph.Memory
	texts   [][]string // of links to each page
}

func read(path string) (*crawl, error) {
	c, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	defer c.Close() //nolint:errcheck // only read
	x := &crawl{number: map[string]graph.Node{}, texts: make([][]string, c.NumPages())}
	for u := range graph.Node(c.NumPages()) {
		name := c.Label(u)
		x.number[name], x.names = u, append(x.names, name)
		x.fetched = append(x.fetched, c.State(u) == page.Fetched || c.State(u) == page.Redirected)
	}
	v, err := c.View(store.ViewOptions{What: "carry", Kinds: kinds.Measured, Out: true, Budget: 1 << 30})
	if err != nil {
		return nil, err
	}
	defer v.Close() //nolint:errcheck // only read
	var arcs []graph.Arc
	err = graph.EachList(v.Out, graph.Everything(v.Out), func(u graph.Node, succ []graph.Node) {
		for _, w := range succ {
			arcs = append(arcs, graph.Arc{From: u, To: w})
		}
	})
	if err != nil {
		return nil, err
	}
	x.out = graph.FromArcs(len(x.names), arcs)
	if x.in, err = graph.Transpose(x.out); err != nil {
		return nil, err
	}
	return x, migrate.EachText(c, func(u graph.Node, text []byte) error {
		x.texts[u] = append(x.texts[u], string(text))
		return nil
	})
}

// side returns the crawl with some of its evidence.
func (x *crawl) side(with string) *migrate.Side {
	s := &migrate.Side{
		Out: x.out, In: x.in, Fetched: func(u graph.Node) bool { return x.fetched[u] },
		Name: func(dst []byte, u graph.Node) ([]byte, error) { return append(dst, x.names[u]...), nil },
	}
	if !strings.Contains(with, "links") {
		unlink(s)
	}
	if strings.Contains(with, "texts") {
		s.Texts = func(f func(graph.Node, []byte) error) error {
			for u, texts := range x.texts {
				for _, text := range texts {
					if err := f(graph.Node(u), []byte(text)); err != nil {
						return err
					}
				}
			}
			return nil
		}
	}
	return s
}

// unlink takes the links away.
func unlink(s *migrate.Side) {
	empty := graph.FromArcs(s.Out.NumNodes(), nil)
	s.Out, s.In = empty, empty
}

// same returns the page of the other crawl that has the same name and is there.
func (x *crawl) same(y *crawl) []graph.Node {
	same := make([]graph.Node, len(x.names))
	for u, name := range x.names {
		same[u] = migrate.None
		if v, ok := y.number[name]; ok && (y.fetched[v] || !x.fetched[u]) {
			same[u] = v
		}
	}
	return same
}
