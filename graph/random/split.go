package random

import "weft/internal/splitmix"

// A splitter distributes draws over pages: each draw falls to one page, independently. It computes the number of
// draws of a page by halving. Of the draws of a range of pages, a binomial number falls to its first half, from a
// stream of this range. So all pages together get all draws. Any page can be computed alone, in at most 33
// halvings, and the next pages share most of these.
type splitter struct {
	start uint64
	// share is the probability that a draw that falls to the pages [lo, hi) falls to [lo, mid).
	share func(lo, mid, hi uint64) float64
	path  []half // from all pages down to that asked last
}

// A half is the pages [lo, hi) with the number of their draws; first is the number of draws of the pages below
// mid.
type half struct {
	lo, mid, hi  uint64
	draws, first int64
}

// newSplitter deals out draws to pages; share nil stands for all pages alike.
func newSplitter(pages int, draws int64, start uint64, share func(lo, mid, hi uint64) float64) *splitter {
	if share == nil {
		share = func(lo, mid, hi uint64) float64 { return float64(mid-lo) / float64(hi-lo) }
	}
	s := &splitter{start: start, share: share}
	s.push(0, uint64(pages), draws)
	return s
}

// push goes down to the pages [lo, hi).
func (s *splitter) push(lo, hi uint64, draws int64) {
	h := half{lo: lo, mid: lo + (hi-lo)/2, hi: hi, draws: draws}
	if hi-lo > 1 && draws > 0 {
		r := stream{splitmix.Mix(s.start + (uint64(len(s.path))<<32|lo)*splitmix.Golden)}
		h.first = r.binomial(draws, s.share(h.lo, h.mid, h.hi))
	}
	s.path = append(s.path, h)
}

// of returns how many draws fall to a page.
func (s *splitter) of(u uint64) int64 {
	for len(s.path) > 1 && u >= s.path[len(s.path)-1].hi || u < s.path[len(s.path)-1].lo {
		s.path = s.path[:len(s.path)-1]
	}
	for {
		h := &s.path[len(s.path)-1]
		switch {
		case h.hi-h.lo == 1 || h.draws == 0:
			return h.draws
		case u < h.mid:
			s.push(h.lo, h.mid, h.first)
		default:
			s.push(h.mid, h.hi, h.draws-h.first)
		}
	}
}
