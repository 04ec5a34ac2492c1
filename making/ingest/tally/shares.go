package tally

import "weft/internal/option"

// Since returns what was counted after another state of the tally.
func (j *Tally) Since(before *Tally) *Tally {
	return &Tally{
		Input: j.Input, Records: j.Records - before.Records, Bad: j.Bad - before.Bad, Lost: j.Lost - before.Lost, Beyond: j.Beyond - before.Beyond, All: j.All - before.All,
		Breaks: j.Breaks[len(before.Breaks):], First: j.firstAfter(before),
	}
}

// firstAfter returns the first bad record if it came after another state of the tally. Of later inputs it is not known.
func (j *Tally) firstAfter(before *Tally) string {
	if before.First != "" {
		return ""
	}
	return j.First
}

// CheckShares fails if more than a share of the records is bad, or of the bytes is missing.
func (j *Tally) CheckShares(most float64, bytes int64) error {
	if err := j.CheckBreaks(most, bytes); err != nil {
		return err
	}
	if err := j.CheckLost(most); err != nil {
		return err
	}
	if all := j.Records + j.Bad; float64(j.Beyond) > most*float64(all) {
		return option.Errorf("%w: %d of %d records are pages larger than {max-page}, more than %.3g %%: raise {max-page}, or {max-bad} to leave out the rest of these pages", ErrMostlyBad, j.Beyond, all, 100*most)
	}
	if all := j.Records + j.Bad; float64(j.Bad) > most*float64(all) {
		first := ""
		if j.First != "" {
			first = ". The first: " + j.First
		}
		return option.Errorf("%w: %d of %d records are bad, more than %.3g %% ({max-bad} raises the limit)%s", ErrMostlyBad, j.Bad, all, 100*most, first)
	}
	return nil
}
