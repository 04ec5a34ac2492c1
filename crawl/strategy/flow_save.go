package strategy

import (
	"io"
	"math"

	"weft/crawl"
)

// flowKind marks the state of a [Flow].
const flowKind = "flow"

// Save implements [crawl.Strategy]. It writes the options; for each page its role, its flow to the sink, and with
// a lowered source its height; each link with capacity and flow, in the order in which they were learnt; with a
// lowered source, the places of searches; and the chosen pages. Overflows follow from these.
func (f *Flow) Save(w io.Writer) error {
	s := newSaver(w, flowKind)
	for _, v := range f.options() {
		s.uint(v)
	}
	s.uint(uint64(len(f.is)))
	for u, is := range f.is {
		s.uint(uint64(is))
		s.uint(uint64(f.drained[u])) //nolint:gosec // not negative
		if f.o.Lowered {
			s.uint(uint64(f.height[u]))
		}
	}
	s.uint(uint64(len(f.to)/2 - 1))
	for a := 2; a < len(f.to); a += 2 {
		s.uint(uint64(f.to[a+1]))
		s.uint(uint64(f.to[a]))
		s.uint(uint64(f.left[a]))   //nolint:gosec // not negative
		s.uint(uint64(f.left[a+1])) //nolint:gosec // not negative
	}
	if f.o.Lowered {
		for _, a := range f.current {
			s.uint(uint64(a))
		}
	}
	s.uint(uint64(f.supply)) //nolint:gosec // not negative
	s.uint(flag(f.over))
	s.pages(f.queue)
	return s.finish()
}

// options returns the options that a state depends on.
func (f *Flow) options() []uint64 {
	list := []uint64{uint64(f.o.Epsilon), flag(f.o.Lowered), 0, 0} //nolint:gosec // not negative
	if f.o.Lowered {
		list[2], list[3] = uint64(f.o.Height), uint64(f.o.Threshold) //nolint:gosec // not negative
	}
	return list
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Load implements [crawl.Strategy].
func (f *Flow) Load(r io.Reader) error {
	l := newLoader(r, flowKind)
	for i, want := range f.options() {
		if got := l.uint(); l.err == nil && got != want {
			l.damaged("option %d is %d, want %d: it was made with other options", i, got, want)
		}
	}
	f.loadPages(l)
	f.loadLinks(l)
	f.loadCurrent(l)
	f.supply, f.over = l.amount(maxSupply), l.uint() == 1
	for _, p := range l.pages(nil) {
		if int64(p) >= int64(len(f.is)) {
			l.damaged("page %d of %d was chosen", p, len(f.is))
			break
		}
		f.queue = append(f.queue, p)
	}
	if l.err == nil {
		f.loadOverflow(l)
	}
	return l.finish()
}

// amount reads a number of up to most.
func (l *loader) amount(most int64) int64 {
	v := l.uint()
	if v > uint64(most) { //nolint:gosec // not negative
		l.damaged("an amount of %d, want at most %d", v, most)
		return 0
	}
	return int64(v) //nolint:gosec // at most most
}

func (f *Flow) loadPages(l *loader) {
	for n := l.count(); n > 0 && l.err == nil; n-- {
		u := uint32(len(f.is)) //nolint:gosec // it is counted in 32 bits
		f.grow(u)
		f.is[u] = role(l.amount(int64(answered | taken | barred | source | putOff | leftOut)))
		if f.drained[u] = l.amount(f.o.Epsilon); f.o.Lowered {
			f.height[u] = uint32(l.amount(math.MaxUint32)) //nolint:gosec // it was looked at
		}
		if f.is[u]&answered != 0 {
			f.answered++
		}
		if f.is[u]&(taken|putOff|answered) == taken {
			f.under++
		}
	}
}

func (f *Flow) loadLinks(l *loader) {
	for n := l.count(); n > 0 && l.err == nil; n-- {
		u, v := l.page(), l.page()
		if int64(max(u, v)) >= int64(len(f.is)) || u == v {
			l.damaged("a link from page %d to page %d of %d", u, v, len(f.is))
			return
		}
		left := l.amount(maxSupply)
		flow := l.amount(maxSupply - left)
		f.move(f.lay(uint32(u), uint32(v), left+flow), flow)
	}
}

// loadCurrent reads where searches for a way down stand.
func (f *Flow) loadCurrent(l *loader) {
	for u := range f.current {
		if !f.o.Lowered || l.err != nil {
			return
		}
		a := l.amount(int64(len(f.to) - 1))
		if a == 1 || a > 1 && int(f.to[a^1]) != u {
			l.damaged("half %d does not belong to page %d", a, u)
			return
		}
		f.current[u] = uint32(a) //nolint:gosec // it was looked at
	}
}

// loadOverflow finds what each page got and did not pass on.
func (f *Flow) loadOverflow(l *loader) {
	for u := range f.is {
		f.excess[u] = -f.drained[u]
	}
	for a := 2; a < len(f.to); a += 2 {
		f.excess[f.to[a]] += f.left[a+1]
		f.excess[f.to[a+1]] -= f.left[a+1]
	}
	for u := range f.is {
		switch {
		case f.is[u]&source != 0:
			f.excess[u] = 0
		case f.excess[u] < 0 || f.excess[u] > 0 && f.drained[u] < f.o.Epsilon:
			l.damaged("page %d has an overflow of %d, and has passed %d to the sink", u, f.excess[u], f.drained[u])
			return
		case f.o.Lowered:
			f.rank(uint32(u)) //nolint:gosec // pages are of 32 bits
		}
	}
}

var _ crawl.Patient = (*Flow)(nil)
