package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"weft/graph/alloc"
)

// Where sites come from.
const (
	Found  = "found"  // in the crawl
	Listed = "listed" // in a file
)

// SitesUsed says which sites something goes by.
type SitesUsed struct {
	From  string `json:"from"`  // Found or Listed
	Sites int    `json:"sites"` // that have a name
	// ID is a checksum of which pages are of one site, whatever the sites are called.
	ID string `json:"id"`
	// File is that of a list.
	File string `json:"file,omitempty"`
	// Method, Leak, Least and Kinds are those of sites that were found; Leak and Least of the method closed only.
	Method string  `json:"method,omitempty"`
	Leak   float64 `json:"leak,omitempty"`
	Least  int     `json:"least,omitempty"`
	Kinds  string  `json:"kinds,omitempty"`
}

// ErrOtherSites says that a result goes by sites that are no longer those of the crawl.
var ErrOtherSites = errors.New("it goes by other sites")

// idBytes is how much of the checksum of a division is told.
const idBytes = 8

// divisionID returns a checksum of which pages are in one of so many groups: of the smallest page of the group of each
// page, whatever the groups are numbered by. It takes 4 bytes a group of the space.
func divisionID(space alloc.Space, of []uint32, groups int) string {
	first, err := alloc.Make[uint32](space, groups) // the smallest page and one; 0 before there is any
	if err != nil {
		first = make([]uint32, groups)
	}
	h, buf := sha256.New(), make([]byte, 0, 1<<15)
	for u, g := range of {
		if first[g] == 0 {
			first[g] = uint32(u) + 1
		}
		if buf = binary.LittleEndian.AppendUint32(buf, first[g]); len(buf) == cap(buf) {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return hex.EncodeToString(h.Sum(nil)[:idBytes])
}

// named returns how many sites have a name.
func (s *Sites) named() int {
	n := len(s.names)
	if n > 0 && s.names[n-1] == "" {
		n--
	}
	return n
}

// checkSites refuses a result that goes by the sites that were found in the crawl before others were.
func (r *Results) checkSites(path string, res *Result) error {
	if res.Sites == nil || res.Sites.From != Found {
		return nil
	}
	v, err := r.c.FoundFronts()
	if errors.Is(err, ErrNoSites) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s goes by sites: %w", path, err)
	}
	defer v.Close() //nolint:errcheck // nothing was written
	if id := divisionID(r.c.scratchSpace(), v.Values, len(v.Values)); id != res.Sites.ID {
		return fmt.Errorf("%s: %w (%s; those that were found since are %s): compute it again", path, ErrOtherSites, res.Sites.ID, id)
	}
	return nil
}
