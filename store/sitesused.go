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
//
//json:object sites used
type SitesUsed struct {
	From  string `json:"from"`                                         // source of the sites: found (by `weft site all`) or listed (in a file)
	Sites int    `json:"sites"`                                        // sites with a name
	ID    string `json:"id"`                                           // checksum of the partition into sites; it ignores the names of sites
	File  string `json:"file,omitempty" absent:"the sites were found"` // file that lists the sites
	// method that found them: evidence or closed
	Method string `json:"method,omitempty" absent:"the sites are listed"`
	// value of `--leak` with which they were found
	Leak float64 `json:"leak,omitempty" absent:"the sites are listed or found by evidence"`
	// value of `--least` with which they were found
	Least int `json:"least,omitempty" absent:"the sites are listed or found by evidence"`
	// kinds of arcs by which they were found, joined by +
	Kinds string `json:"kinds,omitempty" absent:"the sites are listed"`
}

// ErrOtherSites is the error of a result for sites that the crawl no longer has.
var ErrOtherSites = errors.New("it goes by other sites")

// idBytes is the number of bytes of a division's checksum that are shown.
const idBytes = 8

// divisionID returns a checksum of a division of the pages into groups: of the smallest page in the group of each
// page. It does not depend on the numbers of groups. It takes 4 bytes a group of the space.
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
