package assemble

import (
	"fmt"

	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/option"
)

// Values of [Settings.Fetched] that say, instead of a list, which pages of lists and graphs were fetched.
const (
	AllFetched     = "all"     // all of them
	LinkingFetched = "linking" // those with links; the others are ghosts
)

// ListsFetched reports whether a file lists the fetched pages.
func (as *Assembly) ListsFetched() bool {
	f := as.Set.Fetched
	return f != "" && f != AllFetched && f != LinkingFetched
}

// NamesListed returns the error of a list of names that states which of the numbered pages were fetched.
func (as *Assembly) NamesListed() error {
	return fmt.Errorf("%w: %s lists names, but the pages are numbers: list numbers", option.ErrUnfit, as.Set.Fetched)
}

// listedState returns the state of a page of a list or a graph. It is unknown, unless a rule or another list names the
// fetched pages.
func (as *Assembly) listedState() page.State {
	if as.Ghost {
		return page.Ghost
	}
	switch as.Set.Fetched {
	case "", LinkingFetched:
		return page.Unknown
	case AllFetched:
		return page.Fetched
	}
	return page.Ghost
}

// noteFetched counts listed numbers without a page.
func (as *Assembly) noteFetched(isPage func(n int) bool) {
	for n := range as.Fetched.All() {
		if !isPage(n) {
			as.Notes["numbers of the list of fetched pages that no page has, left out"]++
		}
	}
}

// SetState notes the state of the page with a number: a byte for each number.
func (as *Assembly) SetState(n uint32, s page.State) error {
	if int(n) >= len(as.Stated) {
		if err := mem.Check(fmt.Sprintf("the states of pages that are numbered up to %d", n), 2*int64(n), as.Set.Memory); err != nil {
			return err
		}
		as.Stated = append(as.Stated, make([]uint8, int(n)+1-len(as.Stated))...)
	}
	as.Stated[n] = 1 + uint8(s)
	return nil
}

// stateSaid returns the state of the page with a number, if an input says it.
func (as *Assembly) stateSaid(n int) (page.State, bool) {
	if n >= len(as.Stated) || as.Stated[n] == 0 {
		return page.Unknown, false
	}
	return page.State(as.Stated[n] - 1), true
}

// statesByNumber returns the states of numbered pages. A list names the fetched pages; a rule decides the others.
// Numbers without a page are ghosts.
func (as *Assembly) statesByNumber(n int) []uint8 {
	states := make([]uint8, n)
	for u := range states {
		switch {
		case as.Fetched.Has(u):
			states[u] = uint8(page.Fetched)
		case u < len(as.Stated) && as.Stated[u] > 0:
			states[u] = as.Stated[u] - 1
		case as.Declared == nil || as.Declared.Has(u):
			states[u] = uint8(as.listedState())
		}
	}
	as.noteFetched(func(u int) bool { return u < n })
	return states
}

// markFetched applies a list of numbers of fetched pages to pages that have names.
func (as *Assembly) markFetched(b *Builder, number []uint32) {
	if as.Compacted { // they were checked together with the arcs
		return
	}
	as.noteFetched(func(n int) bool { return n < len(number) && number[n] != None })
	for n, p := range number {
		if p != None && as.Fetched.Has(n) {
			b.States[p] = uint8(page.Fetched)
		}
	}
}

// applyStates gives named pages the states that inputs state by number. Such a state is joined with a state from an
// archive. It replaces the state of a page that was only mentioned in a list.
func (as *Assembly) applyStates(states []uint8, number []uint32) {
	for n, p := range number {
		if s, ok := as.stateSaid(n); ok && p != None {
			if page.State(states[p]) != page.Unknown {
				s = page.Join(page.State(states[p]), s)
			}
			states[p] = uint8(s)
		}
	}
}
