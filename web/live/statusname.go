package live

import (
	"fmt"
	"net/http"
)

// causeNames maps the negative numbers of crawl logs to their meaning. Several causes share one number.
var causeNames = map[int]string{
	CauseURL.Status():          "bad URL",
	CauseNoHost.Status():       "no such host",
	CauseRefused.Status():      "no connection",
	CauseReset.Status():        "cut off",
	CauseHeaderTime.Status():   "too slow",
	CauseProtocol.Status():     "no HTTP",
	CausePrivate.Status():      "private address",
	CauseRobots.Status():       "robots.txt forbids",
	CauseRobotsUnread.Status(): "robots.txt unreadable",
	CauseCancelled.Status():    "given up",
}

// CauseName returns what a negative number of a crawl log is called; false if it is not one.
func CauseName(status int) (name string, ok bool) {
	name, ok = causeNames[status]
	return name, ok
}

// StatusName returns the name of a status of HTTP, or of a number of a crawl log. 0 is a page that was not requested,
// because other pages of its host failed.
func StatusName(status int) string {
	if w, ok := causeNames[status]; ok {
		return w
	}
	if status == 0 {
		return "not requested"
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}
