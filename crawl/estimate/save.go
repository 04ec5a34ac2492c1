package estimate

import (
	"encoding/binary"
	"slices"

	"weft/internal/corrupt"
)

// MarshalBinary returns the state of a record: numbers as varints, then a byte a page.
func (r *Record) MarshalBinary() ([]byte, error) {
	var b []byte
	for _, v := range append([]int{r.known, r.stride, len(r.history)}, r.counts[:]...) {
		b = binary.AppendUvarint(b, uint64(v)) //nolint:gosec // not negative
	}
	for _, m := range append(slices.Clip(r.history), r.now) {
		for _, v := range []int{m.fetched, m.found, m.productive} {
			b = binary.AppendUvarint(b, uint64(v)) //nolint:gosec // not negative
		}
	}
	return append(b, r.mentions...), nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (r *Record) UnmarshalBinary(data []byte) error {
	p := corrupt.Parser{Rest: data}
	*r = Record{known: int(p.Uint()), stride: int(p.Uint())} //nolint:gosec // what is wrong is found below
	n := p.Uint()
	if n > samples {
		return corrupt.Errorf("a record with %d moments, want at most %d", n, samples)
	}
	for i := range r.counts {
		r.counts[i] = int(p.Uint()) //nolint:gosec // likewise
	}
	for range n + 1 {
		r.history = append(r.history, moment{int(p.Uint()), int(p.Uint()), int(p.Uint())}) //nolint:gosec // likewise
	}
	r.now = r.history[n]
	r.history = r.history[:n]
	r.mentions = append([]uint8(nil), p.Rest...)
	if p.Bad || r.known < 0 || r.known > len(r.mentions) || (n > 0) != (r.stride > 0) {
		return corrupt.Errorf("a record of %d bytes makes no sense", len(data))
	}
	return nil
}
