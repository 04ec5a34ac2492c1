package extsort

// Spilled reports whether arcs were written to disk.
func (s *Sorter) Spilled() bool { return len(s.runs) > 0 }
