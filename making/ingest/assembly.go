package ingest

import (
	"errors"
	"fmt"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/making/ingest/tally"
	"weft/store"
)

// settings say how an assembly makes a crawl; see Options.
type settings struct {
	memory      int64 // what the process may take
	keepNumbers bool
	compact     bool
	pages       int
	fetched     string
}

// An assembly takes pages and arcs, by name or by number, and makes a crawl of them.
type assembly struct {
	set    settings
	draft  *store.Draft
	tally  *tally.Tally
	notes  map[string]int64
	inputs []store.Input // that were read

	col         *collector      // pages and arcs by name; nil without them
	numCaptures int64           // captures of pages, or of possible pages
	graph       string          // basename of a BVGraph that is the whole crawl; empty without it
	ghost       bool            // the page that is named is a ghost
	numNames    uint32          // 1 + the largest number that has a name
	loose       *spool          // arcs by number, where names come too
	looseKinds  *spool          // links other than plain links
	weigher     *weigher        // weights of arcs; nil if they are not kept
	arcs        *extsort.Sorter // arcs by number
	kinded      *extsort.Sorter // links other than plain links, until joinKinds; nil if there are none
	labelled    bool            // arcs have kinds
	numPages    uint32          // 1 + the largest number
	counted     bool            // an input says how many pages there are
	expect      int64           // about how many lines the input has; 0 if that is not known
	stated      []uint8         // by number: 1 + the state that an input says, 0 if none does
	lone        *spool          // numbers of pages that are there without arcs
	lones       int64           // how many
	fetched     bitset.Set      // a bit for each fetched page, by number; nil if no list says
	declared    bitset.Set      // a bit for each page that is there, by number; nil if all are
	compacted   bool            // numbers became names, as they have gaps
	met         bitset.Set      // of these: a bit for each fetched page that the arcs have

	closeNumbered func() error // closes the arcs of numbered pages that get names
	key           []byte
	digits        [10]byte
}

// named prepares for pages by name and calls f.
func (as *assembly) named(f func() error) error {
	if as.arcs != nil || as.graph != "" {
		return errMixed
	}
	if as.col == nil {
		var err error
		if as.col, err = newCollector(as.memory()/2, as.draft.Dir()); err != nil {
			return err
		}
		as.col.weigh = as.weigher
	}
	return f()
}

// numbered prepares for pages by number and calls f.
func (as *assembly) numbered(f func() error) error {
	if as.col != nil && len(as.inputs) == 0 && as.listsFetched() {
		return as.namesListed()
	}
	if as.col != nil || as.graph != "" {
		return errMixed
	}
	if as.arcs == nil {
		as.arcs = extsort.New(extsort.Options{Memory: as.memory() * 2 / 5, Dir: as.draft.Dir(), Expect: as.expect})
	}
	return f()
}

// errMixed says that inputs of different kinds cannot make one crawl.
var errMixed = errors.New("named pages, numbered pages and compressed graphs cannot be joined in one import: import them one by one")

// namesListed says that the list of fetched pages does not go with the pages.
func (as *assembly) namesListed() error {
	return fmt.Errorf("%w: %s lists names, but the pages are numbers: list numbers", ErrOptions, as.set.fetched)
}

// memory is the budget without the process itself.
func (as *assembly) memory() int64 { return as.set.memory - mem.Base }

// listsFetched says whether the option names a file.
func (as *assembly) listsFetched() bool {
	f := as.set.fetched
	return f != "" && f != AllFetched && f != LinkingFetched
}

// listedState is the state of a page of a list or a graph by the options: unknown, unless another list, or a rule,
// names the fetched pages.
func (as *assembly) listedState() page.State {
	if as.ghost {
		return page.Ghost
	}
	switch as.set.fetched {
	case "", LinkingFetched:
		return page.Unknown
	case AllFetched:
		return page.Fetched
	}
	return page.Ghost
}

// noteFetched counts listed numbers without a page.
func (as *assembly) noteFetched(isPage func(n int) bool) {
	for n := range as.fetched.All() {
		if !isPage(n) {
			as.notes["numbers of the list of fetched pages that no page has, left out"]++
		}
	}
}

// Rules that say, instead of a list, which pages of lists and graphs were fetched.
const (
	AllFetched     = "all"     // all of them
	LinkingFetched = "linking" // those with links; the others are ghosts
)

// setState notes the state of the page with a number: a byte for each number.
func (as *assembly) setState(n uint32, s page.State) error {
	if int(n) >= len(as.stated) {
		if err := mem.Check(fmt.Sprintf("the states of pages that are numbered up to %d", n), 2*int64(n), as.set.memory); err != nil {
			return err
		}
		as.stated = append(as.stated, make([]uint8, int(n)+1-len(as.stated))...)
	}
	as.stated[n] = 1 + uint8(s)
	return nil
}

// stateSaid returns the state of the page with a number, if an input says it.
func (as *assembly) stateSaid(n int) (page.State, bool) {
	if n >= len(as.stated) || as.stated[n] == 0 {
		return page.Unknown, false
	}
	return page.State(as.stated[n] - 1), true
}

// applyStates gives pages with names the states that inputs state by number. The state in an archive is joined; a
// mere mention in a list has no effect.
func (as *assembly) applyStates(states []uint8, number []uint32) {
	for n, p := range number {
		if s, ok := as.stateSaid(n); ok && p != none {
			if page.State(states[p]) != page.Unknown {
				s = page.Join(page.State(states[p]), s)
			}
			states[p] = uint8(s)
		}
	}
}

// noteMentioned prepares for a list of numbers without a count of pages: numbers up to the largest one that occur
// in no line are not pages, although they take a place. It takes one bit per number.
func (as *assembly) noteMentioned(b *builder) error {
	if as.counted || as.declared != nil || as.set.pages > 0 {
		return nil
	}
	b.mentioned = bitset.New(len(b.States))
	for n := range as.stated { // an input lists them as pages
		if _, ok := as.stateSaid(n); ok && n < len(b.States) {
			b.mentioned.Add(n)
		}
	}
	if as.lone == nil {
		return nil
	}
	return as.lone.each(0, as.lone.size, 1, func(v []uint64) error {
		b.mentioned.Add(int(v[0])) //nolint:gosec // it was a number of a page
		return nil
	})
}

// sizesOfNumbers reports whether numbers were added to what cannot be taken back.
func (as *assembly) sizesOfNumbers() (sizes [3]int64) {
	if as.arcs != nil {
		sizes[0] = as.arcs.Len()
	}
	if as.loose != nil {
		sizes[1] = as.loose.size
	}
	sizes[2] = as.lones
	return sizes
}

// spoolTo appends numbers to a spool, which it makes before the first.
func (as *assembly) spoolTo(s **spool, vs ...uint64) (err error) {
	if *s == nil {
		if *s, err = newSpool(as.draft.Dir()); err != nil {
			return err
		}
	}
	return (*s).numbers(vs...)
}

// close gives up the scratch files.
func (as *assembly) close() {
	if as.col != nil {
		as.col.close()
	}
	if as.arcs != nil {
		as.arcs.Close() //nolint:errcheck // a scratch file
	}
	if as.kinded != nil {
		as.kinded.Close() //nolint:errcheck // a scratch file
	}
	as.loose.close()
	as.looseKinds.close()
	as.lone.close()
	as.weigher.close()
}
