package ingest

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

// A tally counts records and writes down which are bad and why.
type tally struct {
	out     io.Writer
	strict  bool
	input   string
	base    int64 // added to offsets: where in the input the part begins that is read
	lines   int64
	records int64
	bad     int64
	links   int64 // links that are no URL; they belong to good records
	lost    int64 // bytes of archives of captures that are in no record that was read
	all     int64 // bytes of archives of captures
	beyond  int64 // pages that are larger than Options.MaxPage
	breaks  []Break
	err     error
	first   string // the first bad record: where it is, and why it is bad
}

// good counts a record that was taken.
func (j *tally) good() { j.records++ }

// errLine says that a record is bad.
type errLine string

func (e errLine) Error() string { return string(e) }

func badLine(format string, args ...any) error { return errLine(fmt.Sprintf(format, args...)) }

// judge counts a record by the error of reading it. An errLine rejects it; why turns the error into a reason.
// Other errors end the import.
func (j *tally) judge(err error, offset int64, why func(bad error) string) error {
	if err == nil {
		j.good()
	} else if bad, ok := errors.AsType[errLine](err); ok {
		return j.reject(offset, why(bad))
	}
	return err
}

// reject counts a record that is skipped and writes it down. In a strict import it is the error that ends it.
func (j *tally) reject(offset int64, why string) error {
	j.bad++
	if j.strict {
		return fmt.Errorf("%w: %s, offset %d: %s", ErrBadInput, j.input, j.base+offset, why)
	}
	if j.first == "" {
		j.first = fmt.Sprintf("%s, offset %d: %s", j.input, j.base+offset, inert.First(why, logText))
	}
	j.note(offset, "skipped", why)
	return j.err
}

// note writes a line: input, offset, what became of it, why.
func (j *tally) note(offset int64, what, why string) {
	switch j.lines++; {
	case j.err != nil || j.lines > logLimit:
		return
	case j.lines == logLimit:
		_, j.err = fmt.Fprintf(j.out, "%s\t%d\t-\tmore lines than %d: the rest is only counted\n", j.input, j.base+offset, logLimit)
		return
	}
	_, j.err = fmt.Fprintf(j.out, "%s\t%d\t%s\t%s\n", j.input, j.base+offset, what, inert.First(why, logText))
}
