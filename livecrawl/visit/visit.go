// Package visit defines how the parts of a crawl exchange facts about one page: the visit, from the pick to the
// reply; the role of its URL; the rules that postpone it; and the note of its reply in the log.
//
// It owns the form of that note on disk. It may not know who fills in a visit (package memo) or who fetches it
// (package fetch), and does neither.
package visit

import (
	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/web/similar"
)

// Names is the part of the frontier that names pages.
type Names interface {
	Name(dst []byte, p crawl.Page) ([]byte, error)
	Len() int
}

// A Visit is a pick under way: what was known of its page when it was picked, and what was decided then.
type Visit struct {
	Pick crawl.Pick
	URL  []byte
	Host string
	// Attempt is the state of the page in package patience.
	patience.Attempt
	Good  crawl.Page // if Attempt.Checkable: a page of the origin that was fetched before
	Part  uint64     // bytes of the kept part of the page; 0 without one
	Rule  string     // what leaves it out; "" if nothing does
	Out   string     // what of a changed scope leaves it out
	Depth uint8
	Place scope.Place
	Role  Role
	Scope *scope.Scope
	Added int        // seeds that redirects had added to the scope
	Path  string     // how the page was found, a letter a step, as in the crawl log
	Via   crawl.Page // the page that led here first
	First bool       // of its host
	// Suspect is the group of URLs that may be a trap. Share names the group that pays for the page if it repeats
	// others. Twice reports that the page is requested twice.
	Suspect trap.Suspicion
	Share   trap.Share
	Twice   bool
	Read    bool // its tokens are compared with other pages
	Sample  bool // it is read only because its links may echo their addresses
	Let     bool // a rule of traps had put it off, and lets it go
}

// A Heard is the content of a page as the trap rules see it.
type Heard struct {
	Said   []uint64        // see similar.Hasher.Said
	Tokens similar.Tokens  // of a page that is in doubt
	Texts  []uint32        // hashes of the texts of the links of a suspected page, 0 for links without text
	First  *similar.Tokens // of the first of two responses; nil without
	Late   bool            // the page was read as tokens, though this was not foreseen when it was picked
}
