// Package livecrawl runs a crawl in a folder. It joins the loop of package crawl to a Web, and stores the results.
//
// It owns the life of a run: [Create] or [Resume], replay, checkpoints, limits, the memory budget, the status,
// snapshots, and the recovery of a damaged folder. Only one process at a time uses a folder. The process may be
// killed at any moment: Resume continues. The parts are packages, each of which imports only those above it:
//
//	folder   the files of a crawl: crawl.json, the configuration, the log and the lists read from outside
//	visit    a pick under way, the role of a URL, the note of a reply in the log
//	memo     the crawl's memory of pages: a function of the log
//	fetch    one request from its turn to its reply, and its records in the archive
//	check    verifies log, archive and frontier against each other
//	ledger   the fate of each URL, by the log
package livecrawl
