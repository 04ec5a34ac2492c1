package trap

import "math/bits"

// An account says how a group stands: how many pages say nothing new and were not made good, and how many were admitted
// and not learnt. Both together are in doubt. Of a host pooled alone is used: how many pages in doubt its groups have
// beyond those that are free.
type account struct {
	debt, flying uint32
	pooled       uint32
	looked, news uint32
	last         uint64 // what the last 64 pages were, the last one lowest: 1 for something new
}

// Admit says whether a page of a group may be fetched now, and counts it as under way if so.
func (g *Guard) Admit(s Suspicion) bool {
	if s.Rule == None || g.opt.Budget < 0 {
		return true
	}
	a, _ := g.groups.get(s.Group)
	h, _ := g.groups.get(s.Host)
	if !g.room(&a, &h) {
		return false
	}
	if !g.free(&a) {
		a.pooled++
		h.pooled++
		g.groups.put(s.Host, h)
	}
	a.flying++
	g.groups.put(s.Group, a)
	return true
}

// Room says whether Admit would admit a page. Like Sample it changes nothing, not even what is forgotten next, as a
// crawl asks when it likes, and a replay does not.
func (g *Guard) Room(s Suspicion) bool {
	if s.Rule == None || g.opt.Budget < 0 {
		return true
	}
	a, h := g.groups.look(s.Group), g.groups.look(s.Host)
	return g.room(&a, &h)
}

func (g *Guard) room(a, h *account) bool {
	return g.free(a) || uint64(h.pooled) < uint64(g.opt.Budget) //nolint:gosec // not negative
}

// free says whether a group has room of its own.
func (g *Guard) free(a *account) bool {
	return uint64(a.debt)+uint64(a.flying) < g.own(a)+uint64(a.pooled)
}

// own is how many pages of a group may be in doubt without its host.
func (g *Guard) own(a *account) uint64 {
	return uint64(max(g.opt.Free, 0)) + min(uint64(a.news)/2, uint64(max(g.opt.Trust, 0))) //nolint:gosec // not negative
}

// An Outcome is what became of a page.
type Outcome uint8

const (
	// Unknown is what became of a page that was not had and leads nowhere.
	Unknown Outcome = iota
	// Same is a page that says nothing new.
	Same
	// News is one that says something new.
	News
)

// Learn tells what became of a page. Admitted says that Admit was asked about it; pages that are above suspicion cost
// nothing, and may make good for others.
func (g *Guard) Learn(s Suspicion, o Outcome, admitted bool) {
	if s.Rule == None || g.opt.Budget < 0 {
		return
	}
	a, _ := g.groups.get(s.Group)
	if admitted && a.flying > 0 {
		a.flying--
	}
	if o != Unknown {
		a.looked++
		a.last <<= 1
	}
	switch {
	case o == News:
		a.news++
		a.last |= 1
		a.debt -= min(a.debt, uint32(max(g.opt.Credit, 0))) //nolint:gosec // not negative
	case o == Same && admitted:
		a.debt++
	}
	g.settle(s, a)
}

// Credit tells that a page of the group has led to one of another group that says something new.
func (g *Guard) Credit(s Suspicion) {
	if s.Rule == None || g.opt.Budget < 0 {
		return
	}
	a, _ := g.groups.get(s.Group)
	a.debt -= min(a.debt, 1)
	g.settle(s, a)
}

// settle gives back to the host what the group does not need any more.
func (g *Guard) settle(s Suspicion, a account) {
	if a.pooled > 0 {
		h, _ := g.groups.get(s.Host)
		for a.pooled > 0 && g.free(&a) {
			a.pooled--
			h.pooled -= min(h.pooled, 1)
		}
		g.groups.put(s.Host, h)
	}
	g.groups.put(s.Group, a)
}

// A Sample is what the pages of a group said that were looked at.
type Sample struct {
	Looked int // pages
	New    int // of them said something new
	// Last is how many of the newest pages, 64 at most, LastNew is about: what is left is more like these.
	Last, LastNew int
}

// Sample returns what was seen of a group.
func (g *Guard) Sample(s Suspicion) Sample {
	a := g.groups.look(s.Group)
	return Sample{Looked: int(a.looked), New: int(a.news), Last: min(int(a.looked), 64), LastNew: bits.OnesCount64(a.last)}
}

// Take counts a page as under way whether there is room or not: it was admitted before, and could not be had.
func (g *Guard) Take(s Suspicion) {
	if s.Rule == None || g.opt.Budget < 0 {
		return
	}
	a, _ := g.groups.get(s.Group)
	a.flying++
	g.groups.put(s.Group, a)
}
