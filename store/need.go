package store

import (
	"slices"

	"weft/internal/mem"
)

// A Need is a list of memory demands, without the memory of the process itself.
type Need []Reserved

// A Reserved part of the memory has a name, for plans.
type Reserved struct {
	mem.Part
	// Mapped says that it is asked of the space of a view, which maps it where the budget is short.
	Mapped bool
}

// Arrays is a need of arrays that are asked of the space of a view.
func Arrays(name string, bytes int64) Need { return Need{{mem.Part{Name: name, Bytes: bytes}, true}} }

// Heap is a need of memory that cannot lie elsewhere.
func Heap(name string, bytes int64) Need { return Need{{mem.Part{Name: name, Bytes: bytes}, false}} }

// And returns both needs together. A part of more replaces the part of n with the same name.
func (n Need) And(more Need) Need {
	n = slices.Clone(n)
	for _, p := range more {
		if i := slices.IndexFunc(n, func(q Reserved) bool { return q.Name == p.Name }); i >= 0 {
			n[i] = p
		} else {
			n = append(n, p)
		}
	}
	return n
}

// Total returns the memory needed if arrays are on the heap, too.
func (n Need) Total() int64 { return mem.Sum(n.parts(true)) }

// Heap returns the memory needed if arrays are mapped.
func (n Need) Heap() int64 { return mem.Sum(n.parts(false)) }

// Arrays is the rest.
func (n Need) Arrays() int64 { return n.Total() - n.Heap() }

// Parts returns the memory of a process without a view: the process itself, and n.
func (n Need) Parts() []mem.Part { return append([]mem.Part{mem.Itself}, n.parts(true)...) }

// parts returns the parts that are not empty. arrays includes the parts that may be mapped.
func (n Need) parts(arrays bool) []mem.Part {
	var all []mem.Part
	for _, p := range n {
		if p.Bytes > 0 && (arrays || !p.Mapped) {
			all = append(all, p.Part)
		}
	}
	return all
}
