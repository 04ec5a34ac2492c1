package folder

import (
	"time"

	"weft/web/warc"
)

// A Recovery says what was damaged in a crawl, and what was kept when it was recovered.
type Recovery struct {
	Time   time.Time `json:"time"`
	Found  []string  `json:"found"`            // what was damaged; empty if nothing was, and nothing was done
	Backup string    `json:"backup,omitempty"` // the folder with the files as they were before

	Replies  int64 `json:"replies,omitempty"`        // that the log has still
	LogBytes int64 `json:"log_bytes,omitempty"`      // that were kept
	LogLost  int64 `json:"log_bytes_lost,omitempty"` // that were not; their pages are fetched again
	Names    int   `json:"names,omitempty"`          // of pages that are known still

	// The archive keeps all its records. Answers are those that the log knows, and what follows on them is of pages
	// that are fetched again, up to the end of the file ArchiveFile.
	Answers     int64        `json:"answers,omitempty"`
	ArchiveFile string       `json:"archive_file,omitempty"`
	Files       int          `json:"archive_files,omitempty"`
	Bytes       int64        `json:"archive_bytes,omitempty"`
	Missing     []string     `json:"archive_missing,omitempty"` // files that are gone
	Aside       []warc.Aside `json:"moved,omitempty"`           // what was no whole record

	NewFolder bool `json:"new_crawl_json,omitempty"` // crawl.json could not be read: settings of runs before are lost
}
