// Package page names the states in which a page of a crawl can be.
package page

import "fmt"

// A State says what is known of a page. Where several sources say different things [Join] says which holds.
type State uint8

// The states of a page. The values are part of the format on disk: only append.
const (
	Ghost      State = iota // linked to, never asked for
	Excluded                // left out on purpose: robots, scope
	Failed                  // asked for; no answer, or one with status 4xx or 5xx
	Redirected              // answered with another address
	Fetched                 // answered with content
	Unknown                 // nothing says whether it was asked for: a list of links does not

	NumStates = int(iota)
)

var words = [NumStates]string{"ghost", "excluded", "failed", "redirected", "fetched", "unknown"}

// String returns the state as a word.
func (s State) String() string {
	if int(s) < NumStates {
		return words[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// strength orders the states by what they tell.
var strength = [NumStates]uint8{Ghost: 0, Unknown: 1, Excluded: 2, Failed: 3, Redirected: 4, Fetched: 5}

// Join returns the state of a page of which two sources say different things: the one that tells more, fetched before
// redirected, failed, excluded, unknown, ghost. Unknown tells more than ghost, as a list of links knows of arcs that a
// crawl did not see.
func Join(a, b State) State {
	if int(a) < NumStates && int(b) < NumStates && strength[b] > strength[a] {
		return b
	}
	return a
}

// IsKnown says whether there is an answer of the page: with content, or with another address.
func (s State) IsKnown() bool { return s == Fetched || s == Redirected }

// MayLink says whether a page without arcs is dangling, for all that is known: it was fetched, or nothing says that it was
// not.
func (s State) MayLink() bool { return s == Fetched || s == Unknown }

// Redirects says of an HTTP status whether the address that an answer names, if it does, is where the page is now (RFC
// 9110, section 15.4): that of 304 is of the page as it was before, and 305 names a proxy.
func Redirects(status int) bool {
	return status >= 300 && status < 400 && status != 304 && status != 305
}

// FromStatus returns the state of a page that was answered with an HTTP status; located is whether the answer names an
// address. Who knows that 304 was not asked for, so that no content is had, calls the page failed.
func FromStatus(status int, located bool) State {
	switch {
	case located && Redirects(status):
		return Redirected
	case status >= 200 && status < 300, status == 304:
		return Fetched
	}
	return Failed
}
