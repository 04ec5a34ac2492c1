package missing

import (
	"slices"

	"weft/graph/page"
	"weft/livecrawl/ledger"
)

// Classes of missing and of present pages.
const (
	Here       = "here"       // fetched whole
	Redirected = "redirected" // it answered with another address

	Failed     = "failed"
	Waiting    = "waiting"
	Held       = "held"
	CutShort   = "cut-short"
	Shells     = "shells"
	Cookies    = "cookies"
	Unread     = "unread"
	Loops      = "loops"
	Scope      = "scope"
	Types      = "types"
	Robots     = "robots"
	Nofollow   = "nofollow"
	Limit      = "limit"
	Absent     = "absent"
	Never      = "never"
	Excluded   = "excluded"
	Unknown    = "unknown"
	Requisites = "requisites"
	Sitemaps   = "sitemaps"

	all = "all"
)

// Names lists the classes of missing pages, in the order of the report.
var Names = []string{
	Failed, Waiting, Held, CutShort, Shells, Cookies, Loops, Unread, Never, Limit, Robots, Nofollow, Scope, Types, Excluded, Absent, Unknown, Requisites, Sitemaps,
}

// what says of each class what it is.
var what = map[string]string{
	Failed:     "requested; no response, or an error",
	Waiting:    "not fetched yet; the next run requests it",
	Held:       "held back by a trap rule",
	CutShort:   "fetched in part",
	Shells:     "fetched, but empty until a script fills it",
	Cookies:    "replaced by a request for cookies",
	Unread:     "fetched, but not read: it begins like HTML, and its Content-Type says otherwise",
	Loops:      "its redirects form a loop, so that nothing was fetched",
	Never:      "known, never requested",
	Limit:      "left out by a limit",
	Robots:     "forbidden by robots.txt",
	Nofollow:   "all links to it are nofollow",
	Scope:      "outside the scope",
	Types:      "media type not kept",
	Excluded:   "left out by robots.txt, scope or a rule; the crawl does not record which",
	Absent:     "not in the replayed archive or crawl",
	Unknown:    "the input does not say whether it was fetched",
	Requisites: "images, style sheets and scripts that were not fetched; not counted as pages",
	Sitemaps:   "sitemaps that were not fetched; not counted as pages",
}

// What returns the description of a class. It returns "" for other words.
func What(class string) string { return what[class] }

// neverOfArchive is the class Never of an imported archive, which does not say what its crawl requested.
const neverOfArchive = "linked to, not in the archive"

// byFate are the classes of the fates in a log.
var byFate = [ledger.NumFates]string{
	ledger.NotAsked: Never, ledger.Whole: Here, ledger.Redirects: Redirected, ledger.CutShort: CutShort, ledger.AppShell: Shells,
	ledger.CookieWall: Cookies, ledger.Unread: Unread, ledger.Circle: Loops, ledger.Failed: Failed, ledger.Rejected: Failed, ledger.Waiting: Waiting, ledger.HeldBack: Held, ledger.Limited: Limit,
	ledger.ByRobots: Robots, ledger.ByNofollow: Nofollow, ledger.OutOfScope: Scope, ledger.OfOtherType: Types, ledger.Absent: Absent,
}

// byState are the classes of the states in a graph.
var byState = [page.NumStates]string{
	page.Ghost: Never, page.Excluded: Excluded, page.Failed: Failed, page.Redirected: Redirected, page.Fetched: Here, page.Unknown: Unknown,
}

// classOf returns the class of an entry of a log. It returns "" for a sitemap without a reference that does not
// exist.
func classOf(e *ledger.Entry) string {
	class := byFate[e.Fate]
	switch {
	case !e.Aside || class == CutShort: // a sitemap that is kept in part is cut short
		return class
	case class == Here || class == Redirected || class == Shells || class == Cookies || class == Unread || class == Loops:
		return Here
	case e.Guess:
		return ""
	case e.Map:
		return Sitemaps
	}
	return Requisites
}

// place returns where a class stands in the report.
func place(class string) int { return slices.Index(Names, class) }
