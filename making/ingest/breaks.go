package ingest

import (
	"errors"
	"io"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/web/warc"
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

// breaksNote counts breaks among the notes.
const breaksNote = "inputs that break off: the rest is missing"

// breakOff rejects the rest of an input, as one record. A break for lack of memory ends the import.
func (j *tally) breakOff(offset int64, what string, err error) error {
	return j.breakOffWith(offset, what, err, -1)
}

// breakOffWith is breakOff where it is known how many bytes of the input are lost.
func (j *tally) breakOffWith(offset int64, what string, err error, missing int64) error {
	if _, short := errors.AsType[*mem.ShortError](err); short {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errEndsEarly
	}
	j.breaks = append(j.breaks, Break{Input: j.input, Offset: offset, Why: err.Error(), Missing: missing})
	return j.reject(offset, what+" breaks off: "+err.Error())
}

// checkBreaks fails if more than a share of the bytes of all inputs is missing, or may be.
func (j *tally) checkBreaks(most float64, all int64) error {
	lost := int64(0)
	for _, b := range j.breaks {
		if b.Missing < 0 && most < 1 && !b.counted {
			return option.Errorf("%w: %s is truncated at offset %d: %s: the missing part is unknown: get the whole file, or accept the existing part with {max-bad} 100%%",
				ErrMostlyBad, b.Input, b.Offset, b.Why)
		}
		lost += max(0, b.Missing)
	}
	if float64(lost) > most*float64(max(all, lost)) {
		b := j.breaks[0]
		return option.Errorf("%w: %s is truncated at offset %d: %s: %d of %d bytes of the input are missing, more than %.3g %% ({max-bad} raises the limit)",
			ErrMostlyBad, b.Input, b.Offset, b.Why, lost, all, 100*most)
	}
	return nil
}

// missingRecords returns about how many records lay in the bytes of archives that could not be read: as many as in others.
func (j *tally) missingRecords() int64 {
	if j.lost == 0 || j.all <= j.lost || j.records == 0 {
		return 0
	}
	return int64(float64(j.lost)/float64(j.all-j.lost)*float64(j.records) + 0.5)
}

// checkLost fails if more than a share of the bytes of archives is in no record that could be read.
func (j *tally) checkLost(most float64) error {
	if float64(j.lost) <= most*float64(j.all) {
		return nil
	}
	return option.Errorf("%w: %d of %d bytes of the archives hold no readable record, %s and more than %.3g %%; by their mean size about %s are missing ({max-bad} raises the limit)",
		ErrMostlyBad, j.lost, j.all, digits.Percent(float64(j.lost)/float64(j.all)), 100*most, digits.Plural(j.missingRecords(), "record"))
}

var errEndsEarly = errors.New("the file ends too early")

// breaksOff reports whether the archive breaks off in a bad record, its last one: the record is cut, or its
// compression damaged.
func breaksOff(bad *warc.BadRecord) bool {
	return bad != nil && (bad.Cut || bad.Err != nil)
}
