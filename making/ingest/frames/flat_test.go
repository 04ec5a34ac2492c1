package frames_test

import "encoding/binary"

// A flat writes tables of FlatBuffers, each before the parts that it refers to.
type flat struct{ b []byte }

// A ref writes a part that another part refers to, and returns its place.
type ref func() int

func (f *flat) u16(n int)   { f.b = binary.LittleEndian.AppendUint16(f.b, uint16(n)) } //nolint:gosec // short
func (f *flat) u32(n int64) { f.b = binary.LittleEndian.AppendUint32(f.b, uint32(n)) } //nolint:gosec // its bits

// parts writes elements: bytes as they are, and references to what a ref writes.
func (f *flat) parts(elements []any, note func(i int)) {
	var refs []func()
	for i, e := range elements {
		if e == nil {
			continue
		}
		note(i)
		switch e := e.(type) {
		case string:
			f.b = append(f.b, e...)
		case ref:
			at := len(f.b)
			f.u32(0)
			refs = append(refs, func() {
				place := e()
				binary.LittleEndian.PutUint32(f.b[at:], uint32(place-at)) //nolint:gosec // short
			})
		}
	}
	for _, write := range refs {
		write()
	}
}

// table writes a table; fields that are nil are absent.
func (f *flat) table(fields ...any) ref {
	return func() int {
		index := len(f.b)
		f.u16(4 + 2*len(fields))
		f.u16(0)
		for range fields {
			f.u16(0)
		}
		table := len(f.b)
		f.u32(int64(table - index))
		f.parts(fields, func(i int) {
			binary.LittleEndian.PutUint16(f.b[index+4+2*i:], uint16(len(f.b)-table)) //nolint:gosec // short
		})
		return table
	}
}

// list writes a list that counts n elements.
func (f *flat) list(n int64, elements ...any) ref {
	return func() int {
		at := len(f.b)
		f.u32(n)
		f.parts(elements, func(int) {})
		return at
	}
}

// shared returns a ref that writes a part once, for several parts that refer to it.
func shared(part ref) ref {
	at := 0
	return func() int {
		if at == 0 {
			at = part()
		}
		return at
	}
}

// bytes returns the bytes of a table and what it refers to.
func (f *flat) bytes(table ref) string {
	f.b = f.b[:0]
	f.parts([]any{table}, func(int) {})
	return string(f.b)
}
