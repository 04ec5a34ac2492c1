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

// evidenceNeed returns an upper bound of the memory of a division by all evidence, beside the view. It takes a pass
// over the names, to count units before the work begins.
func evidenceNeed(ctx context.Context, c *store.Crawl, o *answer.Options) (store.Need, error) {
	n := c.NumPages()
	need := store.Heap("units of pages", 32*int64(n)).And(store.Heap("pages that were not fetched", int64(n)/8))
	if !c.HasNames() {
		return need.And(linkNeed(n, arcsOf(c, o, c.Graph().NumArcs()), o.Workers)).And(store.Heap("clusters of pages", unitBytes*int64(n))), nil
	}
	if c.HasFacts() {
		need = need.And(store.Heap("what pages say about their owners", sites.VoicesBytes(n)))
	}
	hosts, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	count, err := countUnits(ctx, c)
	if err != nil {
		return nil, err
	}
	need = need.And(store.Heap("hosts and folders", sites.FoldersBytes(n, count.units)+mem.List(hosts.Len(), 4))).And(store.Heap("units of hosts and folders", unitBytes*int64(count.units)))
	if count.linked > 0 {
		need = need.And(linkNeed(n, arcsOf(c, o, count.arcs(c)), o.Workers)).And(store.Heap("clusters of pages", unitBytes*int64(count.linked)))
	}
	return need, nil
}

func linkNeed(pages int, arcs int64, workers int) store.Need {
	return store.Heap("links of pages whose URLs say nothing", sites.LinkBytes(pages, arcs, workers))
}

// arcsOf returns an upper bound of the arcs of some pages in a view. In the crawl they have the given number.
func arcsOf(c *store.Crawl, o *answer.Options, arcs int64) int64 {
	if o.Filter.Name() == store.Symmetrised {
		return 2 * c.Graph().NumArcs()
	}
	return arcs
}

// A unitCount counts the units of a division by names.
type unitCount struct {
	units  int      // hosts and folders
	linked int      // pages that are divided by links: their URLs say nothing, or they have none
	at     [][2]int // ranges of the keys of linked pages
}

// countUnits reads the names of a crawl.
func countUnits(ctx context.Context, c *store.Crawl) (*unitCount, error) {
	u := &unitCount{}
	f := sites.NewFolderCount()
	from, pages := 0, 0 // the first key of the host, and the pages before it
	host := func(at int) {
		if k := f.Pages() - pages; k > 0 && f.Opaque() {
			u.add(k, from, at)
		}
		from, pages = at, f.Pages()
	}
	err := eachKey(ctx, c, func(at int, key, name []byte, isNew bool) {
		if name == nil {
			u.add(1, at, at+1)
			return
		}
		if isNew {
			f.Host()
			host(at)
		}
		f.Add(c.AtKey(at), pathOf(key, name))
	})
	f.Done()
	host(c.NumPages())
	u.units = f.Units()
	return u, err
}

// add adds pages whose keys are in a range.
func (u *unitCount) add(pages, lo, hi int) {
	u.linked += pages
	if k := len(u.at) - 1; k >= 0 && u.at[k][1] == lo {
		u.at[k][1] = hi
		return
	}
	u.at = append(u.at, [2]int{lo, hi})
}

// arcs counts the links of the linked pages. Pages in the same ranges that were not fetched count, too.
func (u *unitCount) arcs(c *store.Crawl) (sum int64) {
	g := c.Graph()
	for _, r := range u.at {
		for lo := r[0]; lo < r[1]; {
			first, hi := c.AtKey(lo), lo+1
			for hi < r[1] && c.AtKey(hi) == first+graph.Node(hi-lo) { //nolint:gosec // pages are numbered so
				hi++
			}
			sum += g.ArcsBefore(int(first)+hi-lo) - g.ArcsBefore(int(first))
			lo = hi
		}
	}
	return sum
}

// eachKey calls f with the position, key and host of each page that counts, in the order of keys. isNew is set if the
// page before has another host. The host is nil if the name of the page is no URL.
func eachKey(ctx context.Context, c *store.Crawl, f func(at int, key, host []byte, isNew bool)) error {
	keys, err := c.ScanKeys()
	if err != nil {
		return err
	}
	var last []byte
	for i := 0; keys.Next(); i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if isLeft(c, keys.Page()) {
			continue
		}
		key := keys.Key()
		if weburl.IsOpaque(key) {
			f(i, key, nil, false)
			continue
		}
		host := weburl.KeyHost(key)
		isNew := last == nil || !bytes.Equal(host, last)
		if isNew {
			last = append(last[:0], host...)
		}
		f(i, key, host, isNew)
	}
	return keys.Err()
}

// pathOf is the path of a key with a host.
func pathOf(key, host []byte) []byte {
	path := key[len(host):]
	return path[:max(0, bytes.LastIndexByte(path, ' '))]
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
		if err := addVoices(ctx, c, &input); err != nil {
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

// notFetched returns the pages without a site.
func notFetched(c *store.Crawl) (left bitset.Set, n int) {
	left = bitset.New(c.NumPages())
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // of at most 2³² pages
		if isLeft(c, u) {
			left.Add(int(u))
			n++
		}
	}
	return left, n
}

// isLeft reports whether a page has no site: the crawl did not fetch it, and records this.
func isLeft(c *store.Crawl, u graph.Node) bool {
	switch c.State(u) {
	case page.Ghost, page.Excluded, page.Failed:
		return true
	}
	return false
}

// addFolders reads the names of a crawl.
func addFolders(ctx context.Context, c *store.Crawl, in *sites.Input) error {
	domains, err := c.Domains()
	if err != nil {
		return err
	}
	in.Folders = sites.NewFolders(c.NumPages())
	err = eachKey(ctx, c, func(at int, key, host []byte, isNew bool) {
		if host == nil {
			return
		}
		u := c.AtKey(at)
		if isNew {
			in.Folders.Host()
			in.Domains = append(in.Domains, uint32(domains.Of(u))) //nolint:gosec // fewer than pages
		}
		in.Folders.Add(u, pathOf(key, host))
	})
	in.Folders.Done()
	return err
}

// unitBytes is the most that a unit takes: what is counted of it, and the steps that lead to its site.
const unitBytes = 300

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
