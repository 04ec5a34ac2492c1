package extsort

// Spilled says whether arcs were written to disk.
func (s *Sorter) Spilled() bool { return len(s.runs) > 0 }
