// Package page names the states in which a page of a crawl can be.
package page

import "fmt"

// A State says what is known of a page. Where several captures say different things the greatest holds.
type State uint8

// The states of a page. The values are part of the format on disk: only append.
const (
	Ghost      State = iota // linked to, never asked for
	Excluded                // left out on purpose: robots, scope
	Failed                  // asked for; no answer, or one with status 4xx or 5xx
	Redirected              // answered with another address
	Fetched                 // answered with content

	NumStates = int(iota)
)

var words = [NumStates]string{"ghost", "excluded", "failed", "redirected", "fetched"}

// String returns the state as a word.
func (s State) String() string {
	if int(s) < NumStates {
		return words[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// FromStatus returns the state of a page that was answered with an HTTP status; redirects is whether the answer names
// another address.
func FromStatus(status int, redirects bool) State {
	switch {
	case status >= 300 && status < 400 && redirects:
		return Redirected
	case status >= 200 && status < 300, status == 304:
		return Fetched
	}
	return Failed
}
