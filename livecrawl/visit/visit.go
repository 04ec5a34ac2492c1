// Package visit has the words in which the parts of a crawl speak of one page: the visit, from the pick to the reply; the
// role of its URL; the rules that put it off; and the note that the log keeps of its reply.
//
// It owns the form of that note on disk. It may not know who fills in a visit (package memo) or answers it (package
// fetch), and does neither.
package visit

import (
	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/web/similar"
)

// Names is what a crawl needs of the names of its pages.
type Names interface {
	Name(dst []byte, p crawl.Page) ([]byte, error)
	Len() int
}

// A Visit is a pick under way: what was known of its page when it was picked, and what was decided then.
type Visit struct {
	Pick crawl.Pick
	URL  []byte
	Host string
	// Attempt is what the patience knows of the page.
	patience.Attempt
	Part  uint64 // bytes of what is kept in part of the page; 0 if it is not
	Rule  string // what leaves it out; "" if nothing does
	Out   string // what of a changed scope leaves it out
	Depth uint8
	Place scope.Place
	Role  Role
	Scope *scope.Scope
	Added int        // seeds that redirects had added to the scope
	Path  string     // how the page was found, a letter a step, as in the crawl log
	Via   crawl.Page // the page that led here first
	Seed  bool
	First bool // of its host
	// Suspect is the group of URLs that may be a trap, Share says who pays for the page if it repeats others, and Twice that
	// it is requested twice.
	Suspect trap.Suspicion
	Share   trap.Share
	Twice   bool
	Read    bool // its tokens are compared with those of others
	Let     bool // a rule of traps had put it off, and lets it go
}

// A Heard is what a page says, for the rules of traps.
type Heard struct {
	Said   []uint64        // see similar.Hasher.Said
	Tokens similar.Tokens  // of a page that is in doubt
	First  *similar.Tokens // of the first of two responses; nil without
}
