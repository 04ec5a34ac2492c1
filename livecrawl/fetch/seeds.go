package fetch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/crawl"
	"weft/graph/page"
)

// SeedError says why a seed was not fetched.
//
//json:object seed error
type SeedError struct {
	URL    string `json:"url"`    // URL of the page
	Reason string `json:"reason"` // reason why it was not fetched
}

// Cause is the first word of the reason, as in crawl logs: the name of a [live.Cause], such as "certificate", or
// "robots".
func (e SeedError) Cause() string {
	word, _, _ := strings.Cut(e.Reason, ": ")
	return word
}

// maxSeedErrors is how many are kept.
const maxSeedErrors = 20

// seedTrouble notes that a seed was not fetched.
func (a *Archiver) seedTrouble(pc *parcel, r *crawl.Reply) {
	if pc.path != "" || pc.via != crawl.None {
		return
	}
	a.trouble = slices.DeleteFunc(a.trouble, func(e SeedError) bool { return e.URL == string(a.url) })
	if r.State == page.Fetched || r.State == page.Redirected || len(a.trouble) == maxSeedErrors {
		return
	}
	reason := cmp.Or(pc.reason, pc.later)
	if reason == "" {
		reason = fmt.Sprintf("the response has status %d", pc.status)
	}
	a.trouble = append(a.trouble, SeedError{string(a.url), reason})
}
