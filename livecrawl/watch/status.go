package watch

import (
	"fmt"
	"strings"

	"weft/web/live"
)

// leftOut is the number of pages that scope or limits left out: their rules are counted by name.
const leftOut = -5000

// isRule says of a number of a crawl log that a rule kept the page from being asked for.
func isRule(status int) bool {
	return status == live.CauseRobots.Status() || status == live.CauseRobotsUnread.Status()
}

// label returns that as a value of a label of Prometheus.
func label(status int) string {
	w, ok := live.CauseName(status)
	if !ok {
		return fmt.Sprintf("status_%d", -status)
	}
	return strings.NewReplacer(" ", "_", ".", "_").Replace(strings.ToLower(w))
}
