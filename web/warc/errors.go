package warc

import (
	"errors"
	"fmt"
)

// ErrBadRecord is wrapped by every error that stands for damage of the input, as opposed to an error of reading it.
var ErrBadRecord = errors.New("bad record")

// A BadRecord describes a record, or bytes between two records, that could not be read. The reader that returned
// it has not stopped: its next call of Next continues at the next record that it finds.
type BadRecord struct {
	Offset   int64  // where the gzip member, zstd frame or plain record starts in the file, in bytes
	Inner    int64  // offset of the record in the decompressed member; 0 in plain files
	Found    string // what is there
	Expected string // what should be there; may be empty
	Err      error  // the decoder's error, if one was the cause
	Cut      bool   // the file, or the compressed piece, ends inside the record
	Lost     int64  // bytes of the file that were passed over up to the next record, and are in none; see Reader.Lost
}

// Error returns one line: offset, what was found, what was expected, and the cause.
func (e *BadRecord) Error() string {
	msg := fmt.Sprintf("bad record at offset %d", e.Offset)
	if e.Inner != 0 {
		msg += fmt.Sprintf("+%d", e.Inner)
	}
	return msg + ": " + e.describe()
}

// describe describes the fault, without the offset.
func (e *BadRecord) describe() string {
	msg := "found " + e.Found
	if e.Expected != "" {
		msg += ", expected " + e.Expected
	}
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	return msg
}

// Unwrap makes errors.Is hold for ErrBadRecord and for the cause.
func (e *BadRecord) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrBadRecord}
	}
	return []error{ErrBadRecord, e.Err}
}

// excerpt quotes the beginning of b for an error message.
func excerpt(b []byte) string {
	const most = 40
	if len(b) == 0 {
		return "nothing"
	}
	if len(b) > most {
		return fmt.Sprintf("%q…", b[:most])
	}
	return fmt.Sprintf("%q", b)
}
