package assemble

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// chunkSize is the unit in which a dict gets memory for names.
const chunkSize = 1 << 18

// A Dict numbers distinct byte strings in the order of their first mention.
type Dict struct {
	chunks  [][]byte
	Entries []entry
	table   []uint32 // 1 + index of the entry, 0 for none; a power of two
	bytes   int64    // of chunks
}

type entry struct {
	chunk, off, len uint32
	hash            uint32
}

// Add returns the number of a name, and whether it is new.
func (d *Dict) Add(name []byte) (uint32, bool) {
	if len(d.Entries)*3 >= len(d.table)*2 {
		d.grow()
	}
	hash := uint32(xxhash.Sum64(name) >> 32)
	mask := uint32(len(d.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := d.table[i]
		if at == 0 {
			d.table[i] = uint32(len(d.Entries)) + 1
			d.store(name, hash)
			return uint32(len(d.Entries) - 1), true
		}
		if e := &d.Entries[at-1]; e.hash == hash && bytes.Equal(d.Text(e), name) {
			return at - 1, false
		}
	}
}

// find returns the number of a name, if it was added.
func (d *Dict) find(name []byte) (uint32, bool) {
	if len(d.table) == 0 {
		return 0, false
	}
	hash := uint32(xxhash.Sum64(name) >> 32)
	mask := uint32(len(d.table) - 1)
	for i := hash & mask; d.table[i] != 0; i = (i + 1) & mask {
		at := d.table[i] - 1
		if e := &d.Entries[at]; e.hash == hash && bytes.Equal(d.Text(e), name) {
			return at, true
		}
	}
	return 0, false
}

// Text returns the name of an entry. It must not be changed.
func (d *Dict) Text(e *entry) []byte { return d.chunks[e.chunk][e.off : e.off+e.len] }

func (d *Dict) store(name []byte, hash uint32) {
	last := len(d.chunks) - 1
	if last < 0 || len(d.chunks[last])+len(name) > cap(d.chunks[last]) {
		size := max(chunkSize, len(name))
		d.chunks = append(d.chunks, make([]byte, 0, size))
		d.bytes += int64(size)
		last++
	}
	c := d.chunks[last]
	d.Entries = append(d.Entries, entry{uint32(last), uint32(len(c)), uint32(len(name)), hash})
	d.chunks[last] = append(c, name...)
}

func (d *Dict) grow() {
	d.table = make([]uint32, max(1<<10, 2*len(d.table)))
	mask := uint32(len(d.table) - 1)
	for n, e := range d.Entries {
		i := e.hash & mask
		for d.table[i] != 0 {
			i = (i + 1) & mask
		}
		d.table[i] = uint32(n) + 1
	}
}

// Memory returns the memory of the dict and of sorting it, in bytes.
func (d *Dict) Memory() int64 { return d.Held() + 24*int64(len(d.Entries)) }

// Held returns the memory of the dict, in bytes.
func (d *Dict) Held() int64 { return d.bytes + 16*int64(cap(d.Entries)) + 4*int64(len(d.table)) }

// A prefixed is the number of a name with eight bytes of it, so that most comparisons need not look the name up.
type prefixed struct {
	bytes uint64
	n     uint32
}

// sorted returns the numbers in the order of the names, and the rank of each number.
func (d *Dict) sorted() (order, rank []uint32) {
	all := make([]prefixed, len(d.Entries))
	for i := range all {
		all[i].n = uint32(i)
	}
	d.sort(all, 0)
	order, rank = make([]uint32, len(all)), make([]uint32, len(all))
	for r, p := range all {
		order[r], rank[p.n] = p.n, uint32(r)
	}
	return order, rank
}

// sort sorts names that are equal up to a depth: by their next eight bytes, and equal ones by the eight after.
func (d *Dict) sort(s []prefixed, depth uint32) {
	for i := range s {
		s[i].bytes = window(d.Text(&d.Entries[s[i].n]), depth)
	}
	slices.SortFunc(s, func(a, b prefixed) int { return cmp.Compare(a.bytes, b.bytes) })
	for lo := 0; lo < len(s); {
		hi := lo + 1
		for hi < len(s) && s[hi].bytes == s[lo].bytes {
			hi++
		}
		if hi-lo > 1 {
			d.sortEqual(s[lo:hi], depth+8)
		}
		lo = hi
	}
}

// sortEqual sorts names that are equal up to a depth. Names that end earlier count as padded with zeros.
func (d *Dict) sortEqual(s []prefixed, depth uint32) {
	if len(s) < 12 {
		slices.SortFunc(s, func(a, b prefixed) int {
			return bytes.Compare(d.Text(&d.Entries[a.n]), d.Text(&d.Entries[b.n]))
		})
		return
	}
	ended := 0
	for i := range s {
		if d.Entries[s[i].n].len <= depth {
			s[i], s[ended] = s[ended], s[i]
			ended++
		}
	}
	slices.SortFunc(s[:ended], func(a, b prefixed) int { return cmp.Compare(d.Entries[a.n].len, d.Entries[b.n].len) })
	if ended < len(s) {
		d.sort(s[ended:], depth)
	}
}

// window returns eight bytes of a text, which compare as the text does; zeros after its end.
func window(text []byte, at uint32) uint64 {
	if int(at)+8 <= len(text) {
		return binary.BigEndian.Uint64(text[at:])
	}
	var b [8]byte
	if int(at) < len(text) {
		copy(b[:], text[at:])
	}
	return binary.BigEndian.Uint64(b[:])
}

// reset forgets all names and keeps the memory of the table.
func (d *Dict) reset() {
	clear(d.chunks) // else it would hold the names of the batch until others take their place
	d.chunks, d.bytes = d.chunks[:0], 0
	d.Entries = d.Entries[:0]
	clear(d.table)
}
