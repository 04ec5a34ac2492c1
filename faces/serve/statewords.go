package serve

import (
	"strings"

	"weft/answers/missing"
	"weft/graph/page"
	"weft/internal/held"
)

// waitingWord is the word of screens for a page that was requested without a final response, and that the next run requests
// again. The graph has such a page as a ghost, as only its links are known.
const waitingWord = "waiting"

// StateWord is the word of screens for the state of the page.
func (p row) StateWord() string {
	if p.State == stateNames[page.Ghost] && p.Status > 0 {
		return waitingWord
	}
	return stateWord(p.State)
}

// StateWord is the word of the screen for the state of the page: a page that waits in the log was requested.
func (v *single) StateWord() string {
	if v.Why != nil && v.Why.Class == missing.Waiting && v.Why.Reason != "" && v.Row.State == stateNames[page.Ghost] {
		return waitingWord
	}
	return v.Row.StateWord()
}

// reachedLimit is the end of a run of earlier versions at a limit of pages.
var reachedLimit = held.Regexp(`^[0-9,]+ pages? (was|were) fetched$`)

// reasonWord is the word of screens for a reason of the log of a crawl: why a page is missing, or why a run ended.
func reasonWord(reason string) string {
	kind, rule, _ := strings.Cut(reason, " ")
	switch {
	case (kind == "regex" || kind == "surt") && strings.HasPrefix(rule, "-"):
		return "excluded by the rule " + rule
	case reachedLimit().MatchString(reason):
		return "limit: " + reason
	}
	return reason
}
