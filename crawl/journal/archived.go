package journal

// Archived notes that the archive continues to an end without a reply, by something that is not learnt.
func (j *Journal) Archived(end End) error {
	if j.err != nil {
		return j.err
	}
	j.last.end = end
	return j.keep(j.addMark())
}
