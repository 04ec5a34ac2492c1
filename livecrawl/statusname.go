package livecrawl

import (
	"fmt"
	"net/http"

	"weft/web/live"
)

// causeNames are what negative numbers of crawl logs mean. Several causes share one.
var causeNames = map[int]string{
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

// CauseName returns what a negative number of a crawl log is called; false if it is none.
func CauseName(status int) (name string, ok bool) {
	name, ok = causeNames[status]
	return name, ok
}

// StatusName returns what a status of HTTP, or a number of a crawl log, is called.
func StatusName(status int) string {
	if w, ok := causeNames[status]; ok {
		return w
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}
