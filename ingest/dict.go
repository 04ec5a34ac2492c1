package ingest

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// chunkSize is the unit in which a dict gets memory for names.
const chunkSize = 1 << 18

// A dict numbers distinct byte strings in the order of their first mention.
type dict struct {
	chunks  [][]byte
	entries []entry
	table   []uint32 // 1 + index of the entry, 0 for none; a power of two
	bytes   int64    // of chunks
}

type entry struct {
	chunk, off, len uint32
	hash            uint32
}

// add returns the number of a name, and whether it is new.
func (d *dict) add(name []byte) (uint32, bool) {
	if len(d.entries)*3 >= len(d.table)*2 {
		d.grow()
	}
	hash := uint32(xxhash.Sum64(name) >> 32)
	mask := uint32(len(d.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := d.table[i]
		if at == 0 {
			d.table[i] = uint32(len(d.entries)) + 1
			d.store(name, hash)
			return uint32(len(d.entries) - 1), true
		}
		if e := &d.entries[at-1]; e.hash == hash && bytes.Equal(d.text(e), name) {
			return at - 1, false
		}
	}
}

func (d *dict) text(e *entry) []byte { return d.chunks[e.chunk][e.off : e.off+e.len] }

func (d *dict) store(name []byte, hash uint32) {
	last := len(d.chunks) - 1
	if last < 0 || len(d.chunks[last])+len(name) > cap(d.chunks[last]) {
		size := max(chunkSize, len(name))
		d.chunks = append(d.chunks, make([]byte, 0, size))
		d.bytes += int64(size)
		last++
	}
	c := d.chunks[last]
	d.entries = append(d.entries, entry{uint32(last), uint32(len(c)), uint32(len(name)), hash})
	d.chunks[last] = append(c, name...)
}

func (d *dict) grow() {
	d.table = make([]uint32, max(1<<10, 2*len(d.table)))
	mask := uint32(len(d.table) - 1)
	for n, e := range d.entries {
		i := e.hash & mask
		for d.table[i] != 0 {
			i = (i + 1) & mask
		}
		d.table[i] = uint32(n) + 1
	}
}

// memory is what the dict holds, and what sorting it will take, in bytes.
func (d *dict) memory() int64 {
	return d.bytes + 16*int64(cap(d.entries)) + 4*int64(len(d.table)) + 8*int64(len(d.entries))
}

// sorted returns the numbers in the order of the names, and the rank of each number.
func (d *dict) sorted() (order, rank []uint32) {
	order = make([]uint32, len(d.entries))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return bytes.Compare(d.text(&d.entries[a]), d.text(&d.entries[b]))
	})
	rank = make([]uint32, len(order))
	for r, i := range order {
		rank[i] = uint32(r)
	}
	return order, rank
}

// reset forgets all names and keeps the memory of the table.
func (d *dict) reset() {
	d.chunks, d.bytes = d.chunks[:0], 0
	d.entries = d.entries[:0]
	clear(d.table)
}
