// Package journal records a crawl, so that it can resume after it was stopped or killed at any moment: the event
// log, the URLs of its pages, and the end of its archive.
//
// A folder holds
//
//	events      a log of package eventlog, of the records below
//	marks       places that belong together: 32 bytes for each learnt reply, since the marks began
//	durable     the last mark whose data is known to be on disk, and the boot of the system that wrote it
//	checkpoint  the number N of the folder checkpoint-N with the state after the first N replies
//
// Records of the log: "s" seeds, "h" pages that a frontier for several crawlers handed out, "p" a pick, "d" a learnt
// reply. Numbers are varints.
//
//	s   links
//	h   length of the note; the note; links
//	p   page
//	d   picks made since the reply's own; state, plus 128 if the page may be picked once more,
//	    and 64 if it is a requisite, not a page; length of the note; the note; links
//
// Links are their number, then for each link the page, as zigzag difference from the page before, and kinds·4,
// plus 2 if it is new or 1 if it is barred. The pages of a log are numbered in the order in which new links first
// name them.
//
// # Crashes
//
// A learnt reply is handed to the system at once: first its records in the archive, then new URLs, then the event,
// then the mark. So a killed process loses only the pages under way. Parts of a reply that was not learnt
// completely are cut off when the journal is opened. About once a second everything is synced. After a crash of
// the system the journal continues from the last sync.
package journal

import "weft/internal/corrupt"

// ErrCorrupt marks a journal that is damaged.
var ErrCorrupt = corrupt.Err

// EventsFile is the name of the file with the events of a journal. It only grows, except when a torn end is cut off.
const EventsFile = "events"

const (
	marksFile      = "marks"
	durableFile    = "durable"
	checkpointFile = "checkpoint"
)
