package strategy

import "weft/crawl"

// A heap orders the pages that wait by a score, the greatest first, of equal ones the page found first. It takes 8
// bytes a known page and 4 more for each that waits. It is not internal/heap, by which a crawl by indegree takes 3 %
// more time, as every comparison and every move is a call.
type heap struct {
	score []float32    // of every known page
	place []uint32     // in order, plus 1; 0 for pages that do not wait
	order []crawl.Page // a binary heap
}

// grow makes room for pages up to p.
func (h *heap) grow(p crawl.Page) {
	for int64(len(h.score)) <= int64(p) {
		h.score = append(h.score, 0)
		h.place = append(h.place, 0)
	}
}

func (h *heap) before(a, b crawl.Page) bool {
	if x, y := h.score[a], h.score[b]; x != y {
		return x > y
	}
	return a < b
}

// push makes a known page wait.
func (h *heap) push(p crawl.Page) {
	h.order = append(h.order, p)
	h.up(len(h.order)-1, p)
}

// raise puts a page into its place after its score has become greater, if it waits.
func (h *heap) raise(p crawl.Page) {
	if at := h.place[p]; at != 0 {
		h.up(int(at-1), p)
	}
}

// Next implements [crawl.Strategy]: it removes the first page.
func (h *heap) Next() (crawl.Page, crawl.Turn) {
	n := len(h.order)
	if n == 0 {
		return 0, crawl.Wait
	}
	first, last := h.order[0], h.order[n-1]
	h.order = h.order[:n-1]
	h.place[first] = 0
	if n > 1 {
		h.down(last)
	}
	return first, crawl.Take
}

func (h *heap) up(i int, p crawl.Page) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(p, h.order[parent]) {
			break
		}
		h.set(i, h.order[parent])
		i = parent
	}
	h.set(i, p)
}

// down puts a page into the free place at the top.
func (h *heap) down(p crawl.Page) {
	i, n := 0, len(h.order)
	for 2*i+1 < n {
		child := 2*i + 1
		if child+1 < n && h.before(h.order[child+1], h.order[child]) {
			child++
		}
		if !h.before(h.order[child], p) {
			break
		}
		h.set(i, h.order[child])
		i = child
	}
	h.set(i, p)
}

func (h *heap) set(i int, p crawl.Page) {
	h.order[i] = p
	h.place[p] = uint32(i + 1)
}

// save writes the scores, and the heap as it is.
func (h *heap) save(s *saver) {
	s.floats(h.score)
	s.pages(h.order)
}

func (h *heap) load(l *loader) {
	h.score = l.floats(h.score)
	h.order = l.pages(h.order)
	h.place = make([]uint32, len(h.score))
	for i, p := range h.order {
		if int64(p) >= int64(len(h.score)) || h.place[p] != 0 || i > 0 && h.before(p, h.order[(i-1)/2]) {
			l.damaged("page %d at place %d of the queue", p, i)
			return
		}
		h.place[p] = uint32(i + 1)
	}
}
