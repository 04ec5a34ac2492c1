package frontier

import "weft/crawl"

// reader returns a reader of the blocks that there are; the lock is held.
func (n *Names) reader() blockReader {
	return blockReader{f: n.blocks.f, path: n.blocks.path, at: n.blocks.at, end: n.blocks.end, dec: n.dec}
}

// A view is the names of a moment, while more come. It is to be closed.
type view struct {
	blockReader
	lists []list // those after the blocks
	of    *Names
}

func (n *Names) view() *view {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.views++
	v := &view{blockReader: n.reader(), of: n}
	if n.old != nil {
		v.lists = append(v.lists, n.old.list)
	}
	v.lists = append(v.lists, n.tail.list)
	return v
}

func (v *view) close() {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	v.of.views--
}

func (v *view) end() int { return v.lists[len(v.lists)-1].end() }

// each calls f with the names lo ≤ p < hi.
func (v *view) each(lo, hi int, f func(p crawl.Page, name []byte) error) error {
	var b block
	for lo < min(hi, v.lists[0].first) {
		if err := v.read(&b, lo/perBlock); err != nil {
			return err
		}
		for end := min(hi, (lo/perBlock+1)*perBlock); lo < end; lo++ {
			if err := f(crawl.Page(lo), b.name(lo%perBlock)); err != nil {
				return err
			}
		}
	}
	for i := range v.lists {
		for l := &v.lists[i]; lo < min(hi, l.end()); lo++ {
			if err := f(crawl.Page(lo), l.name(lo-l.first)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Each calls f with the pages from a page on and their names, up to the last page at the time of the call. A name
// is valid until f returns. An error of f ends it.
func (n *Names) Each(from crawl.Page, f func(p crawl.Page, name []byte) error) error {
	v := n.view()
	defer v.close()
	return v.each(int(from), v.end(), f)
}
