package watch

import (
	"fmt"
	"net/http"
	"strings"

	"weft/web/live"
)

// leftOut is the number of pages that scope or limits left out: their rules are counted by name.
const leftOut = -5000

// isRule says of a number of a crawl log that a rule kept the page from being asked for.
func isRule(status int) bool {
	return status == live.CauseRobots.Status() || status == live.CauseRobotsUnread.Status()
}

// words are what numbers of crawl logs mean. Several causes share one.
var words = map[int]string{
	live.CauseURL.Status():          "bad URL",
	live.CauseNoHost.Status():       "no such host",
	live.CauseRefused.Status():      "no connection",
	live.CauseReset.Status():        "cut off",
	live.CauseHeaderTime.Status():   "too slow",
	live.CauseProtocol.Status():     "no HTTP",
	live.CausePrivate.Status():      "private address",
	live.CauseRobots.Status():       "robots.txt forbids",
	live.CauseRobotsUnread.Status(): "robots.txt unreadable",
	live.CauseCancelled.Status():    "given up",
}

// statusName returns what a status of HTTP, or a number of a crawl log, is called.
func statusName(status int) string {
	if w, ok := words[status]; ok {
		return w
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}

// label returns that as a value of a label of Prometheus.
func label(status int) string {
	w, ok := words[status]
	if !ok {
		return fmt.Sprintf("status_%d", -status)
	}
	return strings.NewReplacer(" ", "_", ".", "_").Replace(strings.ToLower(w))
}
