package tally

import "weft/internal/option"

// Since returns the counts since an earlier state of the tally, such as the counts of one input.
func (t *Tally) Since(before *Tally) *Tally {
	return &Tally{
		Input: t.Input, Records: t.Records - before.Records, Bad: t.Bad - before.Bad, Lost: t.Lost - before.Lost, Beyond: t.Beyond - before.Beyond, All: t.All - before.All,
		Breaks: t.Breaks[len(before.Breaks):], first: t.firstAfter(before),
	}
}

// firstAfter returns the first bad record if it came after an earlier state of the tally. A tally keeps only the first of
// all inputs, so the first of a later input is unknown.
func (t *Tally) firstAfter(before *Tally) string {
	if before.first != "" {
		return ""
	}
	return t.first
}

// CheckShares returns an [ErrMostlyBad] if more than a share most of the records is bad, or of the bytes is missing.
func (t *Tally) CheckShares(most float64, bytes int64) error {
	if err := t.CheckBreaks(most, bytes); err != nil {
		return err
	}
	if err := t.checkLost(most); err != nil {
		return err
	}
	if all := t.Records + t.Bad; float64(t.Beyond) > most*float64(all) {
		return option.Errorf("%w: %d of %d records are pages larger than {max-page}, more than %.3g %%: raise {max-page}, or {max-bad} to leave out the rest of these pages", ErrMostlyBad, t.Beyond, all, 100*most)
	}
	if all := t.Records + t.Bad; float64(t.Bad) > most*float64(all) {
		return option.Errorf("%w: %d of %d records are bad, more than %.3g %% ({max-bad} raises the limit)%s", ErrMostlyBad, t.Bad, all, 100*most, t.sayFirst())
	}
	return nil
}

// sayFirst returns the end of a sentence: the first bad record, if it is known.
func (t *Tally) sayFirst() string {
	if t.first == "" {
		return ""
	}
	return ". The first: " + t.first
}
