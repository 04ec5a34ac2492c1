package tally

import (
	"errors"
	"fmt"
	"io"

	"weft/internal/inert"
)

// ErrBadInput says that too many records of the input are bad, or, in a strict import, one.
var ErrBadInput = errors.New("bad input")

// ErrMostlyBad is an [ErrBadInput] that Options.MaxBad could let pass.
var ErrMostlyBad = fmt.Errorf("%w", ErrBadInput)

// logLimit is the number of lines that an import log has at most.
const logLimit = 1_000_000

// logText bounds what a line says of why, in bytes.
const logText = 400

// A Tally counts records and writes down which are bad and why.
type Tally struct {
	Out     io.Writer
	Strict  bool
	Input   string
	Base    int64 // added to offsets: where in the input the part begins that is read
	Lines   int64
	Records int64
	Bad     int64
	Links   int64 // links that are no URL; they belong to good records
	Lost    int64 // bytes of archives of captures that are in no record that was read
	All     int64 // bytes of archives of captures
	Beyond  int64 // pages that are larger than Options.MaxPage
	Breaks  []Break
	Err     error
	First   string // the first bad record: where it is, and why it is bad
}

// Good counts a record that was taken.
func (j *Tally) Good() { j.Records++ }

// BadRecord says that a record is bad.
type BadRecord string

func (e BadRecord) Error() string { return string(e) }

func Badf(format string, args ...any) error { return BadRecord(fmt.Sprintf(format, args...)) }

// Judge counts a record by the error of reading it. An errLine rejects it; why turns the error into a reason.
// Other errors end the import.
func (j *Tally) Judge(err error, offset int64, why func(bad error) string) error {
	if err == nil {
		j.Good()
	} else if bad, ok := errors.AsType[BadRecord](err); ok {
		return j.Reject(offset, why(bad))
	}
	return err
}

// Reject counts a record that is skipped and writes it down. In a strict import it is the error that ends it.
func (j *Tally) Reject(offset int64, why string) error {
	j.Bad++
	if j.Strict {
		return fmt.Errorf("%w: %s, offset %d: %s", ErrBadInput, j.Input, j.Base+offset, why)
	}
	if j.First == "" {
		j.First = fmt.Sprintf("%s, offset %d: %s", j.Input, j.Base+offset, inert.First(why, logText))
	}
	j.Note(offset, "skipped", why)
	return j.Err
}

// Note writes a line: input, offset, what became of it, why.
func (j *Tally) Note(offset int64, what, why string) {
	switch j.Lines++; {
	case j.Err != nil || j.Lines > logLimit:
		return
	case j.Lines == logLimit:
		_, j.Err = fmt.Fprintf(j.Out, "%s\t%d\t-\tmore lines than %d: the rest is only counted\n", j.Input, j.Base+offset, logLimit)
		return
	}
	_, j.Err = fmt.Fprintf(j.Out, "%s\t%d\t%s\t%s\n", j.Input, j.Base+offset, what, inert.First(why, logText))
}
