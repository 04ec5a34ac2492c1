package site

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"weft/algo/sites"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/bitset"
	"weft/internal/mem"
	"weft/store"
	"weft/web/weburl"
)

// evidenceNeed is the memory of a division by all evidence, beside the view; where URLs say nothing more is requested
// when that is known.
func evidenceNeed(c *store.Crawl) (store.Need, error) {
	n := c.NumPages()
	need := store.Heap("units of pages", 32*int64(n)).And(store.Heap("pages that were not fetched", int64(n)/8))
	if !c.HasNames() {
		return need.And(linkNeed(n, c.Graph().NumArcs())).And(store.Heap("clusters of pages", unitBytes*int64(n))), nil
	}
	hosts, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	return need.And(store.Heap("hosts and folders", sites.FoldersBytes(n, hosts.Len())+4*int64(hosts.Len()))), nil
}

func linkNeed(pages int, arcs int64) store.Need {
	return store.Heap("links of pages whose URLs say nothing", sites.LinkBytes(pages, arcs, 0))
}

// A division is the sites of a crawl by all evidence, with the number of pages that belong to none as they were not
// fetched.
type division struct {
	*sites.Result
	left int
}

// alone are the sites of all pages, where a page that belongs to none is alone.
func (d *division) alone() []uint32 {
	of, next := slices.Clone(d.Of), uint32(len(d.Sites)) //nolint:gosec // fewer than pages
	for u, k := range of {
		if k == sites.None {
			of[u] = next
			next++
		}
	}
	return of
}

// A seen crawl is its links when redirects are followed, and what works on them.
type seen struct {
	v       *store.View
	out, in graph.Random
	moved   *view.Moved // nil if no page moved
	work    graph.Work
	r       *answer.Options
}

// see follows the redirects of a crawl.
func see(ctx context.Context, v *store.View, w graph.Work, r *answer.Options) (*seen, error) {
	moved, out, in, err := follow(ctx, v, w)
	return &seen{v, out, in, moved, w, r}, err
}

// divide divides a crawl by hosts, folders and links.
func (s *seen) divide(ctx context.Context) (*division, error) {
	c := s.v.Crawl()
	input := sites.Input{Out: s.out, In: s.in}
	var left int
	input.Left, left = notFetched(c)
	if c.HasNames() {
		s.r.Tell("reading hosts and folders", 0, 0)
		if err := addFolders(ctx, c, &input); err != nil {
			return nil, err
		}
		if err := s.roomForLinks(&input, left); err != nil {
			return nil, err
		}
	}
	s.r.Tell("joining units", 0, 0)
	found, err := sites.Divide(ctx, input, s.work)
	if err != nil {
		return nil, err
	}
	followMoved(found, s.moved, input.Left)
	return &division{found, left}, nil
}

// notFetched returns the pages without a site: the pages that the crawl did not fetch, if the crawl records this.
func notFetched(c *store.Crawl) (left bitset.Set, n int) {
	left = bitset.New(c.NumPages())
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // of at most 2³² pages
		switch c.State(u) {
		case page.Ghost, page.Excluded, page.Failed:
			left.Add(int(u))
			n++
		}
	}
	return left, n
}

// addFolders reads the names of a crawl.
func addFolders(ctx context.Context, c *store.Crawl, in *sites.Input) error {
	domains, err := c.Domains()
	if err != nil {
		return err
	}
	keys, err := c.ScanKeys()
	if err != nil {
		return err
	}
	in.Folders = sites.NewFolders(c.NumPages())
	var last []byte
	for i := 0; keys.Next(); i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		key := keys.Key()
		if weburl.IsOpaque(key) || in.Left.Has(int(keys.Page())) {
			continue
		}
		host := weburl.KeyHost(key)
		if !bytes.Equal(host, last) || last == nil {
			last = append(last[:0], host...)
			in.Folders.Host()
			in.Domains = append(in.Domains, uint32(domains.Of(keys.Page()))) //nolint:gosec // fewer than pages
		}
		path := key[len(host):]
		in.Folders.Add(keys.Page(), path[:max(0, bytes.LastIndexByte(path, ' '))])
	}
	in.Folders.Done()
	return keys.Err()
}

// unitBytes is the most that a unit takes: what is counted of it, and the steps that lead to its site.
const unitBytes = 300

// roomForLinks reports whether the budget has room for the units of hosts and folders and for certain links. These
// are the links between pages whose URLs say nothing: hosts without meaningful paths, and names that are no URLs.
func (s *seen) roomForLinks(in *sites.Input, left int) error {
	n, need := in.Out.NumNodes(), s.v.NeedBytes+unitBytes*int64(in.Folders.Units())
	arcs, opaque := in.Folders.OpaqueArcs(in.Out), len(in.Folders.OpaquePages())
	if unnamed := n - in.Folders.Pages() - left; unnamed > 0 || opaque > 0 {
		need += sites.LinkBytes(n, arcs, s.r.Workers) + unitBytes*int64(unnamed+opaque)
	}
	return mem.Check("the units of the crawl, and the links of pages whose URLs say nothing", need, s.r.Memory)
}

// followMoved gives pages that only say where they are now the site of the page that they lead to. Sites without other pages
// are left out.
func followMoved(r *sites.Result, moved *view.Moved, left bitset.Set) {
	if moved == nil {
		return
	}
	for _, x := range moved.All() {
		to := moved.To(graph.Node(x))
		if k := r.Of[to]; k != r.Of[x] && k != sites.None && !left.Has(int(x)) {
			if r.Of[x] != sites.None {
				r.Sites[r.Of[x]].Pages--
				r.Sites[k].Alone = false // what else is on the domain of that page is not known
			}
			r.Of[x] = k
			r.Sites[k].Pages++
		}
	}
	renumber(r)
}

// renumber leaves out sites without pages, and sorts the others by their number of pages.
func renumber(r *sites.Result) {
	order := make([]int, 0, len(r.Sites))
	for k := range r.Sites {
		if r.Sites[k].Pages > 0 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Sites[b].Pages, r.Sites[a].Pages) })
	number, kept := make([]uint32, len(r.Sites)), make([]sites.Site, len(order))
	for i, k := range order {
		number[k], kept[i] = uint32(i), r.Sites[k] //nolint:gosec // fewer than pages
	}
	for u, k := range r.Of {
		if k != sites.None {
			r.Of[u] = number[k]
		}
	}
	r.Sites = kept
}
