package memo

import "sync/atomic"

// echoes holds the latest forms of addresses whose links echoed their addresses, see trap.Finding.Echoes. A form takes the
// place of another with the same remainder. Any goroutine may call the methods.
type echoes [4096]atomic.Uint64

func (x *echoes) add(form uint64) { x[form%uint64(len(x))].Store(form) }

func (x *echoes) has(form uint64) bool { return form != 0 && x[form%uint64(len(x))].Load() == form }

// Echoes reports whether links of pages of a form echoed their addresses lately. Any goroutine may call it.
func (t *Trackers) Echoes(form uint64) bool { return t.doubts.echoes.has(form) }
