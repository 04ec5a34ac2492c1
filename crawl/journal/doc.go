// Package journal keeps what a crawl does, so that it continues after it was stopped or killed at any moment: the event log, the
// URLs of its pages, and how far its archive had come.
//
// A folder holds
//
//	events      a log of package eventlog, of the records below
//	marks       what belongs together: 32 bytes for each reply that was learnt, since the marks began
//	durable     the last mark of which everything is known to be on the disk, and the boot of the system that wrote it
//	checkpoint  which folder checkpoint-N has the state after the first N replies
//
// Records of the log: "s" seeds, "p" a pick, "d" a reply that was learnt. Numbers are varints.
//
//	s   links
//	p   page
//	d   picks made since that of the reply, state, plus 128 if the page may be picked once more, and 64 if it is not one but something that pages need, length of the note, the note, links
//
// Links are their number, then each the page, as zigzag difference from the one before, and kinds·4, 2 if it is new, 1
// if it is barred. The pages of a log are numbered in the order in which new links first name them.
//
// # What survives
//
// A reply that was learnt is handed to the system at once: first what the archive keeps of it, then new URLs, then the
// event, then the mark. So a process that is killed loses what was under way and nothing else; parts of a reply that
// was not learnt in whole are cut off when the journal is opened. About once a second everything is synced. When the
// system goes down the journal goes back to what was synced.
package journal

import "weft/internal/corrupt"

// ErrCorrupt marks a journal that is damaged.
var ErrCorrupt = corrupt.Err

const (
	eventsFile     = "events"
	marksFile      = "marks"
	durableFile    = "durable"
	checkpointFile = "checkpoint"
)
