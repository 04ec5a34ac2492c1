package ingest

import (
	"errors"
	"io"

	"weft/internal/mem"
	"weft/warc"
)

// A Break is the place where an input ends too early, or is too damaged to be read on. What was read before it is kept;
// how much is missing nobody knows.
type Break struct {
	Input string `json:"input"`
	// Offset is in bytes, of the text if the input is compressed; of an archive of captures, of the file.
	Offset int64  `json:"offset"`
	Why    string `json:"why"`
}

// breaksNote counts breaks among the notes.
const breaksNote = "inputs that break off: what followed is missing"

// breakOff rejects the rest of an input, as one record. What breaks off for want of memory is over.
func (j *journal) breakOff(offset int64, what string, err error) error {
	if _, short := errors.AsType[*mem.ShortError](err); short {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errEndsEarly
	}
	j.breaks = append(j.breaks, Break{j.input, offset, err.Error()})
	return j.reject(offset, what+" breaks off: "+err.Error())
}

var errEndsEarly = errors.New("the file ends too early")

// breaksOff says whether a bad record, the last of an archive, is one that the archive breaks off in: it is cut, or its
// compression damaged.
func breaksOff(bad *warc.BadRecord) bool {
	return bad != nil && (bad.Cut || bad.Err != nil)
}
