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

// BreaksNote is the note that counts the inputs that break off.
const BreaksNote = "inputs that break off: the rest is missing"

// BreakOff rejects the rest of an input as one bad record, and keeps the break. what names the part that breaks off, and err
// is the cause. Lack of memory is no fault of the input: BreakOff returns its error, which ends the import.
func (t *Tally) BreakOff(offset int64, what string, err error) error {
	return t.BreakOffWith(offset, what, err, -1)
}

// BreakOffWith is BreakOff with the number of bytes of the input that are missing.
func (t *Tally) BreakOffWith(offset int64, what string, err error, missing int64) error {
	if _, short := errors.AsType[*mem.ShortError](err); short {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errEndsEarly
	}
	t.Breaks = append(t.Breaks, Break{Input: t.Input, Offset: offset, Why: err.Error(), Missing: missing})
	return t.Reject(offset, what+" breaks off: "+err.Error())
}

// errEndsEarly replaces the words of decompressors.
var errEndsEarly = errors.New("the file ends too early")

// EndsInside keeps a break of an archive of captures that ends inside a record. It rejects nothing, and alone it does not
// fail the import.
func (t *Tally) EndsInside(offset int64, why string) {
	t.Breaks = append(t.Breaks, Break{Input: t.Input, Offset: offset, Why: why, Missing: -1, counted: true})
}

// More sets the number of missing bytes of a break, −1 if unknown. Breaks with more than one missing record can fail the
// import.
func (t *Tally) More(at int, missing int64) {
	t.Breaks[at].counted, t.Breaks[at].Missing = false, missing
}

// CheckBreaks returns an [ErrMostlyBad] if more than a share most of the bytes of all inputs is missing. Below a share of 1
// it does so, too, if it is unknown how much is missing.
func (t *Tally) CheckBreaks(most float64, all int64) error {
	lost := int64(0)
	for _, b := range t.Breaks {
		if b.Missing < 0 && most < 1 && !b.counted {
			return option.Errorf("%w: %s is truncated at offset %d: %s: the missing part is unknown: get the whole file, or accept the existing part with {max-bad} 100%%",
				ErrMostlyBad, b.Input, b.Offset, b.Why)
		}
		lost += max(0, b.Missing)
	}
	if float64(lost) > most*float64(max(all, lost)) {
		b := t.Breaks[0]
		return option.Errorf("%w: %s is truncated at offset %d: %s: %d of %d bytes of the input are missing, more than %.3g %% ({max-bad} raises the limit)",
			ErrMostlyBad, b.Input, b.Offset, b.Why, lost, all, 100*most)
	}
	return nil
}

// MissingRecords estimates how many records lay in the lost bytes of archives, by the mean size of the records that were
// read.
func (t *Tally) MissingRecords() int64 {
	if t.Lost == 0 || t.All <= t.Lost || t.Records == 0 {
		return 0
	}
	return int64(float64(t.Lost)/float64(t.All-t.Lost)*float64(t.Records) + 0.5)
}

// checkLost returns an [ErrMostlyBad] if more than a share most of the bytes of archives is lost.
func (t *Tally) checkLost(most float64) error {
	if float64(t.Lost) <= most*float64(t.All) {
		return nil
	}
	return option.Errorf("%w: %d of %d bytes of the archives hold no readable record, %s and more than %.3g %%; by their mean size about %s are missing ({max-bad} raises the limit)%s",
		ErrMostlyBad, t.Lost, t.All, digits.Percent(float64(t.Lost)/float64(t.All)), 100*most, digits.Plural(t.MissingRecords(), "record"), t.sayFirst())
}
