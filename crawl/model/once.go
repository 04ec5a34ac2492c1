package model

// once keeps the links of a page distinct. A link to a page that this page already links to waits for the next
// page without it. The pool loses no link, so in-degrees stay as drawn.
type once struct {
	has   map[uint32]bool // pages that the current page links to
	waits []repeated      // in the order in which they were drawn again
	links uint64          // that wait
}

// A repeated page was drawn n times too often.
type repeated struct {
	page uint32
	n    uint64
}

// waiting returns how many links wait; none if links may be repeated.
func (o *once) waiting() uint64 {
	if o == nil {
		return 0
	}
	return o.links
}

// distinct appends d different links, or as many as there are: first waiting links, then links of the pool.
func (w *Web) distinct(list []uint32, d uint64) []uint32 {
	o := w.once
	clear(o.has)
	kept := o.waits[:0]
	for _, r := range o.waits {
		if uint64(len(list)) < d {
			list = append(list, r.page)
			o.has[r.page] = true
			r.n--
			o.links--
		}
		if r.n > 0 {
			kept = append(kept, r)
		}
	}
	o.waits = kept
	for uint64(len(list)) < d && w.taken < w.NumLinks() {
		from := len(list)
		n := min(d-uint64(from), w.NumLinks()-w.taken)
		list = w.ahead.take(list, w.taken, n)
		w.taken += n
		fresh := list[:from]
		for _, v := range list[from:] {
			if o.has[v] {
				o.wait(v)
				continue
			}
			o.has[v] = true
			fresh = append(fresh, v)
		}
		list = fresh
	}
	return list
}

// wait leaves a link for a later page.
func (o *once) wait(page uint32) {
	o.links++
	for i := range o.waits {
		if o.waits[i].page == page {
			o.waits[i].n++
			return
		}
	}
	o.waits = append(o.waits, repeated{page, 1})
}
