package tally

import (
	"errors"
	"fmt"
	"io"

	"weft/internal/inert"
)

// A Tally counts records, and logs which are bad and why. Out must be set before the first bad record.
type Tally struct {
	Out     io.Writer // the log: a line per bad record, its fields separated by tabs
	Strict  bool      // the first bad record ends the import
	Input   string    // name of the input that is read
	Base    int64     // added to offsets: the place in the input where the part begins that is read
	Lines   int64     // of the log, also those beyond its limit
	Records int64     // good records
	Bad     int64     // bad records
	Links   int64     // links that are no URL; they belong to good records
	Lost    int64     // bytes of archives of captures outside of the records that were read
	All     int64     // bytes of archives of captures
	Beyond  int64     // pages larger than the option max-page
	Breaks  []Break
	Err     error // of writing the log

	first string // the first bad record: where it is, and why it is bad
}

// Good counts a good record.
func (t *Tally) Good() { t.Records++ }

// Judge counts a record by the error of reading it. It rejects the record if the error is a [BadRecord]; why turns this
// error into the reason. Judge returns other errors, which end the import.
func (t *Tally) Judge(err error, offset int64, why func(bad error) string) error {
	if err == nil {
		t.Good()
	} else if bad, ok := errors.AsType[BadRecord](err); ok {
		return t.Reject(offset, why(bad))
	}
	return err
}

// Reject counts and logs a bad record, which is skipped. In a strict import it returns an [ErrBadInput] and logs nothing;
// otherwise it returns an error only if the log cannot be written.
func (t *Tally) Reject(offset int64, why string) error {
	t.Bad++
	if t.Strict {
		return fmt.Errorf("%w: %s, offset %d: %s", ErrBadInput, t.Input, t.Base+offset, why)
	}
	if t.first == "" {
		t.first = fmt.Sprintf("%s, offset %d: %s", t.Input, t.Base+offset, inert.First(why, logText))
	}
	t.Note(offset, "skipped", why)
	return t.Err
}

const (
	logLimit = 1_000_000 // lines of a log
	logText  = 400       // bytes of the reason in a line
)

// Note logs a line: the input, the offset, what happened there, and why. Err holds the error of writing.
func (t *Tally) Note(offset int64, what, why string) {
	switch t.Lines++; {
	case t.Err != nil || t.Lines > logLimit:
		return
	case t.Lines == logLimit:
		_, t.Err = fmt.Fprintf(t.Out, "%s\t%d\t-\tmore lines than %d: the rest is only counted\n", t.Input, t.Base+offset, logLimit)
		return
	}
	_, t.Err = fmt.Fprintf(t.Out, "%s\t%d\t%s\t%s\n", t.Input, t.Base+offset, what, inert.First(why, logText))
}

// A BadRecord is the reason why a record is bad. The import skips the record and continues.
type BadRecord string

func (e BadRecord) Error() string { return string(e) }

// Badf returns a [BadRecord]. It wraps no other error.
func Badf(format string, args ...any) error { return BadRecord(fmt.Sprintf(format, args...)) }

// ErrBadInput says that too many records of the input are bad; in a strict import, that one is.
var ErrBadInput = errors.New("bad input")

// ErrMostlyBad is an [ErrBadInput] that a larger share of bad records (the option max-bad) would allow.
var ErrMostlyBad = fmt.Errorf("%w", ErrBadInput)
