package folder

import (
	"slices"
	"time"

	"weft/web/warc"
)

// A Place is a place in a file of the archive.
//
//json:object place in the archive
type Place struct {
	File   string `json:"file"`   // file, relative to the folder of the crawl
	Offset int64  `json:"offset"` // bytes from its start
}

// A Recovery lists the damage of a crawl and the parts kept when it was recovered.
type Recovery struct {
	Time  time.Time `json:"time"`  // time of the recovery, RFC 3339
	Found []string  `json:"found"` // damage that was found; if empty, nothing was changed
	// folder in the crawl that holds copies of the damaged files
	Backup string `json:"backup,omitempty" absent:"nothing was damaged"`

	Replies  int64 `json:"replies,omitempty"`   // replies left in the log
	LogBytes int64 `json:"log_bytes,omitempty"` // bytes of the log that were kept
	// bytes of the log that were dropped; the pages of these bytes are fetched again
	LogLost int64 `json:"log_bytes_lost,omitempty"`
	Names   int   `json:"names,omitempty"` // known pages left

	// The archive keeps all its records. Answers is the number of responses that the log knows. The later
	// responses, up to the end of the file ArchiveFile, belong to pages that are fetched again.
	Answers     int64  `json:"answers,omitempty"`       // responses in the archive that the log knows
	ArchiveFile string `json:"archive_file,omitempty"`  // last file of the archive after the recovery
	Files       int    `json:"archive_files,omitempty"` // number of files of the archive
	Bytes       int64  `json:"archive_bytes,omitempty"` // bytes of the archive; all are kept
	// missing or empty files of the archive, each replaced by a file without responses
	Missing []string     `json:"archive_missing,omitempty"`
	Aside   []warc.Aside `json:"moved,omitempty"` // incomplete records moved from the end of the archive

	// pages whose responses were damaged or missing in the archive; the next run requests them again
	Lost int `json:"lost_pages,omitempty"`
	// the responses of these pages, by their numbers in the log, from 0
	LostAnswers []int64 `json:"lost_responses,omitempty"`
	// damaged places of the archive, which stay as they are
	Damaged []Place `json:"damaged_places,omitempty"`
	// indexes of the archive that were made anew
	Indexes []string `json:"indexes,omitempty"`

	// `crawl.json` could not be read and was made anew; settings of earlier runs are lost
	NewFolder bool `json:"new_crawl_json,omitempty" absent:"it could be read"`
}

// DropAnswers forgets the lost responses from a number on: a recovery of the log has cut it there.
func (f *Folder) DropAnswers(from int64) {
	for i := range f.Recoveries {
		f.Recoveries[i].LostAnswers = slices.DeleteFunc(f.Recoveries[i].LostAnswers, func(n int64) bool { return n >= from })
	}
}
