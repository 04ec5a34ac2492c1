// Package page names the states in which a page of a crawl can be.
package page

import "fmt"

// A State is the knowledge about a page. If several sources differ, [Join] decides.
type State uint8

// The states of a page. The values are part of the format on disk: only append.
const (
	Ghost      State = iota // linked to, never asked for
	Excluded                // left out on purpose: robots, scope
	Failed                  // asked for; no answer, or one with status 4xx or 5xx
	Redirected              // answered with another address
	Fetched                 // answered with content
	Unknown                 // known, without knowledge whether it was requested, as in a list of links

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

// strength orders the states by the knowledge they express.
var strength = [NumStates]uint8{Ghost: 0, Unknown: 1, Excluded: 2, Failed: 3, Redirected: 4, Fetched: 5}

// Join returns the state of a page for which two sources differ: the state that expresses more. The order is
// fetched, redirected, failed, excluded, unknown, ghost. Unknown expresses more than ghost, because a list of
// links knows arcs that a crawl did not see.
func Join(a, b State) State {
	if int(a) < NumStates && int(b) < NumStates && strength[b] > strength[a] {
		return b
	}
	return a
}

// IsKnown reports whether the page gave a response with content, or with another address.
func (s State) IsKnown() bool { return s == Fetched || s == Redirected }

// MayLink says whether a page without arcs is dangling, for all that is known: it was fetched, or nothing says that it was
// not.
func (s State) MayLink() bool { return s == Fetched || s == Unknown }

// Redirects reports, for an HTTP status, whether the address in the response is the present place of the page (RFC
// 9110, section 15.4). In a 304 it is the address of the earlier page, and 305 names a proxy.
func Redirects(status int) bool {
	return status >= 300 && status < 400 && status != 304 && status != 305
}

// FromStatus returns the state of a page with a response of the given HTTP status. located reports whether the
// response contains an address. A caller that receives an unrequested 304, and so has no content, calls the page
// failed.
func FromStatus(status int, located bool) State {
	switch {
	case located && Redirects(status):
		return Redirected
	case status >= 200 && status < 300, status == 304:
		return Fetched
	}
	return Failed
}
