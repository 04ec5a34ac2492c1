package simulate

import (
	"context"
	"fmt"
	"sync"

	"weft/crawl"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
)

// Stored is a graph as a Web: the key of a page is its number, every page can be fetched, and arcs are links. Memory: a list
// for each worker.
type Stored struct {
	g     graph.Random
	mem   *graph.Memory // g, if it is in memory
	lists sync.Pool     // *[]graph.Node
}

// NewStored returns g as a Web.
func NewStored(g graph.Random) *Stored {
	s := &Stored{g: g, lists: sync.Pool{New: func() any { return new([]graph.Node) }}}
	s.mem, _ = g.(*graph.Memory)
	return s
}

// Start implements [crawl.Web]; there is nothing to do.
func (s *Stored) Start(crawl.Pick) {}

// Fetch reads the list of a page.
func (s *Stored) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	if p.Key >= crawl.Key(s.g.NumNodes()) {
		return fmt.Errorf("page %d of a graph of %d", p.Key, s.g.NumNodes())
	}
	r.State = page.Fetched
	if s.mem != nil {
		put(r, s.mem.Succ(graph.Node(p.Key)))
		return nil
	}
	lent := s.lists.Get().(*[]graph.Node) //nolint:forcetypeassert // nothing else is put there
	defer s.lists.Put(lent)
	var err error
	if *lent, err = s.g.AppendSucc((*lent)[:0], graph.Node(p.Key)); err != nil {
		return err
	}
	put(r, *lent)
	return nil
}

func put(r *crawl.Reply, list []graph.Node) {
	for _, v := range list {
		r.Links = append(r.Links, crawl.Out{Key: crawl.Key(v), Kinds: kinds.Link})
	}
}

// Seeds returns pages as what a crawl starts from.
func Seeds(pages ...graph.Node) []crawl.Out {
	var seeds []crawl.Out
	for _, u := range pages {
		seeds = append(seeds, crawl.Out{Key: crawl.Key(u)})
	}
	return seeds
}

// Fenced returns a Web in which blocked pages cannot be fetched: they fail, and are known only by the links to
// them.
func Fenced(w crawl.Web, blocked func(crawl.Key) bool) crawl.Web { return &fence{w, blocked} }

type fence struct {
	crawl.Web
	blocked func(crawl.Key) bool
}

// Fetch fetches from the underlying Web, except blocked pages.
func (f *fence) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if f.blocked(p.Key) {
		r.State = page.Failed
		return nil
	}
	return f.Web.Fetch(ctx, p, r)
}
