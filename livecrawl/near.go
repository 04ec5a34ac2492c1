package livecrawl

// nearFile lists pages that say nearly the same as one before.
const nearFile = "near-duplicates.tsv"

// writeNear writes the pages that were found to say nearly the same as another, a line each: URL, the other URL, and in how many
// bits of 64 their prints differ.
func (j *Job) writeNear() error {
	near := j.keeper.near
	return j.writeList(nearFile, len(near) > 0, func(l *pageList) error {
		for _, n := range near {
			if err := l.line(n.Page, n.Like, n.Distance); err != nil {
				return err
			}
		}
		return nil
	})
}
