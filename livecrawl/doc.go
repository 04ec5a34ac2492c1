// Package livecrawl runs a crawl in a folder: it joins the loop of package crawl to a Web, and keeps what it finds.
//
// It owns the life of a run: [Create] or [Resume], replay, checkpoints, limits, the budget of memory, the status, snapshots,
// the recovery of a damaged folder. A folder is used by one process at a time. It may be killed at any moment: Resume
// continues. The parts are packages of their own, each of which knows only those before it:
//
//	folder   the files of a crawl: crawl.json, the configuration, the log and the lists read from outside
//	visit    a pick under way, the role of a URL, the note that the log keeps of a reply
//	memo     what a crawl remembers of pages: a function of the log
//	fetch    one request from its turn to its reply, and what the archive keeps of it
//	check    verifies log, archive and frontier against each other
//	ledger   what became of each URL, by the log
package livecrawl
