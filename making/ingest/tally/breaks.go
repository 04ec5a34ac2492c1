package tally

import (
	"errors"
	"io"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/option"
)

// A Break is the place where an input ends too early, or is too damaged to read further. Everything before it is
// kept.
//
//json:object break of an input
type Break struct {
	Input string `json:"input"` // name of the input
	// Offset is in bytes, of the text if the input is compressed; of an archive of captures, of the file.
	Offset  int64  `json:"offset"`  // place where the input ends, bytes of the decoded text
	Why     string `json:"why"`     // description of the missing part
	Missing int64  `json:"missing"` // bytes of the input that follow and cannot be read; −1 if unknown
	// counted reports that the break alone does not fail the import. An archive of captures ends inside a record:
	// its existing part was read, and existing but unreadable bytes are counted.
	counted bool
}

// BreaksNote counts breaks among the notes.
const BreaksNote = "inputs that break off: the rest is missing"

// BreakOff rejects the rest of an input, as one record. A break for lack of memory ends the import.
func (j *Tally) BreakOff(offset int64, what string, err error) error {
	return j.BreakOffWith(offset, what, err, -1)
}

// BreakOffWith is breakOff where it is known how many bytes of the input are lost.
func (j *Tally) BreakOffWith(offset int64, what string, err error, missing int64) error {
	if _, short := errors.AsType[*mem.ShortError](err); short {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errEndsEarly
	}
	j.Breaks = append(j.Breaks, Break{Input: j.Input, Offset: offset, Why: err.Error(), Missing: missing})
	return j.Reject(offset, what+" breaks off: "+err.Error())
}

// EndsInside notes that an archive of captures ends inside a record. The break alone does not fail the import.
func (j *Tally) EndsInside(offset int64, why string) {
	j.Breaks = append(j.Breaks, Break{Input: j.Input, Offset: offset, Why: why, Missing: -1, counted: true})
}

// More says of a break that more of the input than its last record may be missing: how many bytes, −1 if that is not known.
func (j *Tally) More(at int, missing int64) { j.Breaks[at].counted, j.Breaks[at].Missing = false, missing }

// CheckBreaks fails if more than a share of the bytes of all inputs is missing, or may be.
func (j *Tally) CheckBreaks(most float64, all int64) error {
	lost := int64(0)
	for _, b := range j.Breaks {
		if b.Missing < 0 && most < 1 && !b.counted {
			return option.Errorf("%w: %s is truncated at offset %d: %s: the missing part is unknown: get the whole file, or accept the existing part with {max-bad} 100%%",
				ErrMostlyBad, b.Input, b.Offset, b.Why)
		}
		lost += max(0, b.Missing)
	}
	if float64(lost) > most*float64(max(all, lost)) {
		b := j.Breaks[0]
		return option.Errorf("%w: %s is truncated at offset %d: %s: %d of %d bytes of the input are missing, more than %.3g %% ({max-bad} raises the limit)",
			ErrMostlyBad, b.Input, b.Offset, b.Why, lost, all, 100*most)
	}
	return nil
}

// MissingRecords returns about how many records lay in the bytes of archives that could not be read: as many as in others.
func (j *Tally) MissingRecords() int64 {
	if j.Lost == 0 || j.All <= j.Lost || j.Records == 0 {
		return 0
	}
	return int64(float64(j.Lost)/float64(j.All-j.Lost)*float64(j.Records) + 0.5)
}

// CheckLost fails if more than a share of the bytes of archives is in no record that could be read.
func (j *Tally) CheckLost(most float64) error {
	if float64(j.Lost) <= most*float64(j.All) {
		return nil
	}
	return option.Errorf("%w: %d of %d bytes of the archives hold no readable record, %s and more than %.3g %%; by their mean size about %s are missing ({max-bad} raises the limit)",
		ErrMostlyBad, j.Lost, j.All, digits.Percent(float64(j.Lost)/float64(j.All)), 100*most, digits.Plural(j.MissingRecords(), "record"))
}

var errEndsEarly = errors.New("the file ends too early")
