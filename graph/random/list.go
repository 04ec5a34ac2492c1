package random

import (
	"slices"

	"weft/graph"
	"weft/graph/page"
)

// Shares of the pages that are not the first of a directory, of 256: those without links, and those with a few only.
const (
	danglingShare = 38
	shortShare    = 18
)

// longList is the number of links of its own from which on a page lists directories in a row.
const longList = 25

// appendSucc appends the list of a page.
func (k *linker) appendSucc(dst []graph.Node, u graph.Node) []graph.Node {
	k.enter(u)
	r := newStream(k.w.opts.Seed, forPage, uint64(u))
	kind := r.next() & 0xff
	own, shared := k.own[:0], k.shared
	switch {
	case u == k.first:
		own = k.appendIndex(own)
		own = k.appendOwn(&r, own, u)
	case kind < danglingShare || k.w.state(u, false) != page.Fetched:
		return dst
	case kind < danglingShare+shortShare:
		shared = nil
		for range 1 + r.below(3) {
			own = append(own, k.local(&r, u))
		}
	default:
		own = k.appendOwn(&r, own, u)
	}
	slices.Sort(own)
	k.own = own
	return k.merge(&r, dst, own, shared, u)
}

// merge appends the union of a page's own links and of the shared links that it keeps, all sorted. If the menus of
// the host do not link to their own page, u is left out of the shared links.
func (k *linker) merge(r *stream, dst, own []graph.Node, shared []option, u graph.Node) []graph.Node {
	var bits uint64
	i, last := 0, int64(-1)
	for j, o := range shared {
		if j%8 == 0 {
			bits = r.next()
		}
		kept := bits&0xff < o.keep()
		bits >>= 8
		v := o.to()
		if !kept || v == u && !k.loops {
			continue
		}
		for ; i < len(own) && own[i] < v; i++ {
			if int64(own[i]) != last {
				dst, last = append(dst, own[i]), int64(own[i])
			}
		}
		dst, last = append(dst, v), int64(v)
	}
	for ; i < len(own); i++ {
		if int64(own[i]) != last {
			dst, last = append(dst, own[i]), int64(own[i])
		}
	}
	return dst
}

// appendOwn adds links that no other page shares. Long lists consist of consecutive directories, like archives.
func (k *linker) appendOwn(r *stream, dst []graph.Node, u graph.Node) []graph.Node {
	dst = k.appendForeign(r, dst, ownForeign)
	n := size(r, k.mean*ownShare, listTail, longest)
	if n < longList || k.dirReg == outside {
		for range n {
			dst = append(dst, k.local(r, u))
		}
		return dst
	}
	for d := k.root + r.below(k.hostEnd-k.root); d < k.hostEnd && n > 0; d++ {
		if k.w.dirRegion(d, k.root, k.hostReg) == inside {
			continue
		}
		for v, end := k.w.lay.dir(d); v < end && n > 0; v++ {
			dst = append(dst, v)
			n--
		}
	}
	return dst
}

// local draws a page of the host for page u: a near page, a popular page of the directory, or a page elsewhere.
func (k *linker) local(r *stream, u graph.Node) graph.Node {
	switch x := r.next() >> 61; {
	case x < 5: // of 8
		return near(r, u, k.first, k.end)
	case x < 7 || k.dirReg == outside:
		return k.w.inDir(r, k.dir)
	}
	return k.elsewhere(r)
}

// elsewhere draws a page of the host that pages of the core may link to.
func (k *linker) elsewhere(r *stream) graph.Node {
	d := k.root + int(earlier(r.next(), k.hostEnd-k.root))
	if k.w.dirRegion(d, k.root, k.hostReg) == inside {
		d = k.root
	}
	return k.w.inDir(r, d)
}
