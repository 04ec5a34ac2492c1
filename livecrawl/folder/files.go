// Package folder defines the files of a crawl:
//
//	crawl.json            the kind of the folder, and the runs that made it
//	log/                  the journal (package journal): every pick and every reply
//	log/crawl.log         a line for each reply, in the form of Heritrix
//	log/times             when each page was requested (Times)
//	frontier/             the URLs of all pages in the order of their first mention (frontier.Names)
//	warc/                 the archive, with CDXJ indexes
//	snapshot/             the graph learnt so far, as package store writes it
//	snapshot.json         when that was made, and from how much of the log
//	*.tsv, *.txt          lists of pages, which each run writes anew
//
// It owns names and forms of these files, the configuration of a crawl with its defaults and checks, and reading
// them without a run. It may not know how a crawl runs, what its rules remember of pages, or how a page is
// fetched.
package folder

import "path/filepath"

// Names within the folder of a crawl.
const (
	CrawlFile    = "crawl.json"
	LockFile     = "lock"          // held by the process that runs the crawl
	SnapshotLock = "snapshot.lock" // held by the process that makes a snapshot
	StatusFile   = "status.json"   // how the crawl stands; written every two seconds while it runs, for other programs
	NewSuffix    = ".new"          // of the next StatusFile while it is written
	LogDir       = "log"
	CrawlLog     = "crawl.log" // in LogDir
	TimesFile    = "times"     // in LogDir
	FrontierDir  = "frontier"
	WARCDir      = "warc"
	RescuedDir   = "rescued"       // records that were cut off the archive
	SnapshotDir  = "snapshot"      // of the newest snapshot
	SnapshotFile = "snapshot.json" // how much of the log the newest snapshot includes
	ScoresPrefix = "scores-"       // of copies of files of scores
)

// Of returns the folder of the crawl that a graph at a path is the snapshot of; false if it is of none.
func Of(path string) (dir string, ok bool) {
	dir = filepath.Dir(path)
	return dir, filepath.Base(path) == SnapshotDir && Is(dir)
}

// Names that a recovery uses.
const (
	StagingDir    = ".recovered" // what is going to take the place of damaged parts
	StagingReady  = "ready"      // in it: everything is there; the name of the backup
	StagingMoved  = "moved"      // in it: what is replaced is in the backup
	DamagedPrefix = "damaged-"   // of folders with the parts that were replaced
)
