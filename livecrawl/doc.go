// Package livecrawl runs a crawl in a folder: it joins the loop of package crawl to a Web, and keeps what it finds.
//
//	crawl.json            what this is, and the runs that made it
//	log/                  the journal (package journal): every pick and every reply
//	log/crawl.log         a line for each reply, in the form of Heritrix
//	frontier/             the URLs of all pages in the order of their first mention (frontier.Names)
//	warc/                 what was fetched, with CDXJ indexes
//	snapshot/             the graph of what was learnt so far, as package store writes it
//
// A folder is used by one process at a time. It may be killed at any moment: Resume goes on.
package livecrawl

const (
	crawlFile    = "crawl.json"
	lockFile     = "lock"
	snapshotLock = "snapshot.lock"
	logDir       = "log"
	frontierDir  = "frontier"
	warcDir      = "warc"
	rescuedDir   = "rescued"
	scoresPrefix = "scores-"
	crawlLog     = "crawl.log"

	// SnapshotDir is the folder of the newest snapshot in the folder of a crawl.
	SnapshotDir = "snapshot"
)
