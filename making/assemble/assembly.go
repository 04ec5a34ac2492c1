package assemble

import (
	"errors"
	"fmt"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/ingest/tally"
	"weft/store"
)

// Settings say how an assembly makes a crawl; see Options.
type Settings struct {
	Hosts       bool  // names such as www.example.org are URLs
	Memory      int64 // what the process may take
	KeepNumbers bool
	Compact     bool
	Pages       int
	Fetched     string
}

// An Assembly takes pages and arcs, by name or by number, and makes a crawl of them.
type Assembly struct {
	Set    Settings
	Draft  *store.Draft
	Tally  *tally.Tally
	Notes  map[string]int64
	Inputs []store.Input // that were read

	Col         *Collector      // pages and arcs by name; nil without them
	NumCaptures int64           // captures of pages, or of possible pages
	Graph       string          // basename of a BVGraph that is the whole crawl; empty without it
	Ghost       bool            // the page that is named is a ghost
	NumNames    uint32          // 1 + the largest number that has a name
	loose       *Spool          // arcs by number, where names come too
	looseKinds  *Spool          // links other than plain links
	Weigher     *Weigher        // weights of arcs; nil if they are not kept
	Arcs        *extsort.Sorter // arcs by number
	kinded      *extsort.Sorter // links other than plain links, until joinKinds; nil if there are none
	labelled    bool            // arcs have kinds
	NumPages    uint32          // 1 + the largest number
	Counted     bool            // an input says how many pages there are
	Expect      int64           // about how many lines the input has; 0 if that is not known
	Stated      []uint8         // by number: 1 + the state that an input says, 0 if none does
	lone        *Spool          // numbers of pages that are there without arcs
	Lones       int64           // how many
	Fetched     bitset.Set      // a bit for each fetched page, by number; nil if no list says
	Declared    bitset.Set      // a bit for each page that is there, by number; nil if all are
	Compacted   bool            // numbers became names, as they have gaps
	met         bitset.Set      // of these: a bit for each fetched page that the arcs have

	CloseNumbered func() error // closes the arcs of numbered pages that get names
	key           []byte
	digits        [10]byte
}

// Named prepares for pages by name and calls f.
func (as *Assembly) Named(f func() error) error {
	if as.Arcs != nil || as.Graph != "" {
		return ErrMixed
	}
	if as.Col == nil {
		var err error
		if as.Col, err = NewCollector(as.Memory()/2, as.Draft.Dir()); err != nil {
			return err
		}
		as.Col.weigh = as.Weigher
	}
	return f()
}

// Numbered prepares for pages by number and calls f.
func (as *Assembly) Numbered(f func() error) error {
	if as.Col != nil && len(as.Inputs) == 0 && as.ListsFetched() {
		return as.NamesListed()
	}
	if as.Col != nil || as.Graph != "" {
		return ErrMixed
	}
	if as.Arcs == nil {
		as.Arcs = extsort.New(extsort.Options{Memory: as.Memory() * 2 / 5, Dir: as.Draft.Dir(), Expect: as.Expect})
	}
	return f()
}

// ErrMixed says that inputs of different kinds cannot make one crawl.
var ErrMixed = errors.New("named pages, numbered pages and compressed graphs cannot be joined in one import: import them one by one")

// NamesListed says that the list of fetched pages does not go with the pages.
func (as *Assembly) NamesListed() error {
	return fmt.Errorf("%w: %s lists names, but the pages are numbers: list numbers", option.ErrUnfit, as.Set.Fetched)
}

// Memory is the budget without the process itself.
func (as *Assembly) Memory() int64 { return as.Set.Memory - mem.Base }

// ListsFetched says whether the option names a file.
func (as *Assembly) ListsFetched() bool {
	f := as.Set.Fetched
	return f != "" && f != AllFetched && f != LinkingFetched
}

// ListedState is the state of a page of a list or a graph by the options: unknown, unless another list, or a rule,
// names the fetched pages.
func (as *Assembly) ListedState() page.State {
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

// Rules that say, instead of a list, which pages of lists and graphs were fetched.
const (
	AllFetched     = "all"     // all of them
	LinkingFetched = "linking" // those with links; the others are ghosts
)

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

// applyStates gives pages with names the states that inputs state by number. The state in an archive is joined; a
// mere mention in a list has no effect.
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

// noteMentioned prepares for a list of numbers without a count of pages: numbers up to the largest one that occur
// in no line are not pages, although they take a place. It takes one bit per number.
func (as *Assembly) noteMentioned(b *Builder) error {
	if as.Counted || as.Declared != nil || as.Set.Pages > 0 {
		return nil
	}
	b.mentioned = bitset.New(len(b.States))
	for n := range as.Stated { // an input lists them as pages
		if _, ok := as.stateSaid(n); ok && n < len(b.States) {
			b.mentioned.Add(n)
		}
	}
	if as.lone == nil {
		return nil
	}
	return as.lone.Each(0, as.lone.Size, 1, func(v []uint64) error {
		b.mentioned.Add(int(v[0])) //nolint:gosec // it was a number of a page
		return nil
	})
}

// SizesOfNumbers reports whether numbers were added to what cannot be taken back.
func (as *Assembly) SizesOfNumbers() (sizes [3]int64) {
	if as.Arcs != nil {
		sizes[0] = as.Arcs.Len()
	}
	if as.loose != nil {
		sizes[1] = as.loose.Size
	}
	sizes[2] = as.Lones
	return sizes
}

// spoolTo appends numbers to a spool, which it makes before the first.
func (as *Assembly) spoolTo(s **Spool, vs ...uint64) (err error) {
	if *s == nil {
		if *s, err = NewSpool(as.Draft.Dir()); err != nil {
			return err
		}
	}
	return (*s).Numbers(vs...)
}

// Close gives up the scratch files.
func (as *Assembly) Close() {
	if as.Col != nil {
		as.Col.Close()
	}
	if as.Arcs != nil {
		as.Arcs.Close() //nolint:errcheck // a scratch file
	}
	if as.kinded != nil {
		as.kinded.Close() //nolint:errcheck // a scratch file
	}
	as.loose.Close()
	as.looseKinds.Close()
	as.lone.Close()
	as.Weigher.close()
}
