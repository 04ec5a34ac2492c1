package bitcode

// A Table stores the words of a code for small numbers, and computes other words.
type Table struct {
	code  Code
	words []uint32 // word<<8 | length; 0 for words of more than 24 bits
	lens  []uint16
}

// NewTable returns a table of the words of numbers below size, at most 2^15, for Writers of one order of bits.
func NewTable(c Code, little bool, size int) *Table {
	t := &Table{code: c, words: make([]uint32, size), lens: make([]uint16, size)}
	for x := range t.words {
		n := c.Len(uint64(x))
		t.lens[x] = uint16(n)
		if n <= 24 {
			t.words[x] = uint32(word(uint64(x), c, little))<<8 | uint32(n)
		}
	}
	return t
}

// word returns the number that stands for the code of x when it is written with Write.
func word(x uint64, c Code, little bool) uint64 {
	w := Writer{little: little}
	w.Code(x, c)
	n := uint(w.Bits())
	w.Finish()
	r := Reader{data: w.Take(), little: little}
	r.end = uint64(len(r.data)) * 8
	return r.number(n)
}

// Len returns the number of bits of the code of x.
func (t *Table) Len(x uint64) int {
	if x < uint64(len(t.lens)) {
		return int(t.lens[x])
	}
	return t.code.Len(x)
}

// Write appends the code of x to w.
func (t *Table) Write(w *Writer, x uint64) {
	if x < uint64(len(t.words)) {
		if e := t.words[x]; e != 0 {
			w.Write(uint64(e>>8), uint(e&255))
			return
		}
	}
	w.Code(x, t.code)
}
