package assemble

import (
	"errors"

	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/making/ingest/tally"
	"weft/store"
)

// Settings say how an assembly makes a crawl. They are options of an import.
type Settings struct {
	Hosts       bool   // names such as www.example.org are URLs
	Memory      int64  // what the process may take, bytes
	KeepNumbers bool   // the pages keep the order of the input
	Pages       int    // of numbered pages: how many there are; 0 for 1 + the largest number
	Fetched     string // AllFetched, LinkingFetched, or the file that lists the fetched pages; empty if nothing says
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
	Lones       int64           // the count of these numbers
	Fetched     bitset.Set      // a bit for each fetched page, by number; nil if no list says
	Declared    bitset.Set      // a bit for each page that is there, by number; nil if all are
	Compacted   bool            // numbers became names, as they have gaps
	met         bitset.Set      // of these: a bit for each fetched page that the arcs have

	CloseNumbered func() error // closes the arcs that NumberedArcs returned
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

// Memory returns the budget without the process itself, in bytes.
func (as *Assembly) Memory() int64 { return as.Set.Memory - mem.Base }

// SizesOfNumbers returns the counts of numbered arcs, of arcs that wait for names, and of pages without arcs. None of them
// can be taken back: equal sizes show that nothing was added.
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

// Close removes the scratch files.
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
