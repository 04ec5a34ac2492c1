// Package kinds names the ways in which one page can point to another.
//
// A graph has one arc u → v however often the link is written; its kinds are a [Set], the union over all occurrences.
package kinds

import (
	"errors"
	"fmt"
	"strings"

	"weft/internal/choice"
)

// A Set is a mask of arc kinds. The zero Set says that nothing is known.
type Set uint16

// The kinds of arcs. The values are part of the format on disk: only append.
const (
	Link      Set = 1 << iota // a, area
	Embed                     // frame, iframe
	Redirect                  // HTTP status 3xx with a Location
	Refresh                   // meta refresh, Refresh header
	Canonical                 // link rel=canonical, in the page or a Link header
	Alternate                 // link rel=alternate
	Next                      // link rel=next
	Prev                      // link rel=prev
	// Nofollow qualifies Link: every occurrence of the link carries rel=nofollow (also ugc or sponsored).
	Nofollow

	end
)

// Mentions are not arcs, and never part of a graph. They are URLs that pages need or name and do not link to; a
// crawl keeps them in its log.
const (
	Sitemap   Set = 1 << 13 // a sitemap to be read
	Requisite Set = 1 << 14 // a resource that a page needs for display, such as images and style sheets
	Lost      Set = 1 << 12 // a known page whose response was lost, and that is requested again

	Mentions = Sitemap | Requisite | Lost
)

// Measured are the default kinds of measures: arcs that a reader, or a browser, follows.
const Measured = Link | Embed | Redirect | Refresh

// All is every kind.
const All = end - 1

var words = [...]string{"link", "embed", "redirect", "refresh", "canonical", "alternate", "next", "prev", "nofollow"}

// String returns the kinds of s as words joined by "+", or "none".
func (s Set) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	for i, w := range words {
		if s&(1<<i) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('+')
		}
		b.WriteString(w)
	}
	if rest := s &^ All; rest != 0 {
		fmt.Fprintf(&b, "+%#x", uint16(rest))
	}
	return b.String()
}

// follow marks, in a label, that an occurrence of the link may be followed.
const follow = 1 << 15

// Label returns the bits to store for one occurrence of an arc until all are known. Labels of occurrences are
// joined by "or", in any order, and [OfLabel] of the result is the kinds of the arc. It is below 1<<16.
func (s Set) Label() uint32 {
	if s&Link != 0 && s&Nofollow == 0 {
		return uint32(s) | follow
	}
	return uint32(s)
}

// OfLabel returns the kinds of an arc from the union of the labels of its occurrences. The arc is nofollow only if
// no occurrence may be followed. The Label of the result can be joined with further labels.
func OfLabel(label uint32) Set {
	if label&follow != 0 {
		label &^= uint32(Nofollow)
	}
	return Set(label) & All
}

// Join returns the kinds of an arc that has the kinds s in one crawl and t in another. The arc is nofollow only if
// no occurrence may be followed in either.
func (s Set) Join(t Set) Set {
	return OfLabel(s.Label() | t.Label())
}

// ErrUnknown says that a word is no kind of arc.
var ErrUnknown = errors.New("unknown kind of arc")

// Parse reads words joined by "+" or ",": the kinds themselves, "measured" and "all".
func Parse(text string) (Set, error) {
	var s Set
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == '+' || r == ',' }) {
		k, ok := lookup(w)
		if !ok {
			return 0, fmt.Errorf("%w %q: want %s", ErrUnknown, w, choice.Of(w, append(words[:], "measured", "all")))
		}
		s |= k
	}
	if s == 0 {
		return 0, fmt.Errorf("%w %q: want %s", ErrUnknown, text, choice.Of(text, append(words[:], "measured", "all")))
	}
	return s, nil
}

func lookup(w string) (Set, bool) {
	switch w {
	case "all":
		return All, true
	case "measured":
		return Measured, true
	}
	for i, known := range words {
		if w == known {
			return 1 << i, true
		}
	}
	return 0, false
}

// ParseWritten reads kinds as [Set.String] writes them, such as link+nofollow; ok is false for any other text.
func ParseWritten(text []byte) (k Set, ok bool) {
	k, err := Parse(string(text))
	return k, err == nil && k.String() == string(text)
}
