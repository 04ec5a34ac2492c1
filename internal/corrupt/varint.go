package corrupt

import (
	"errors"
	"io"
)

// ReadUvarint reads a varint: 7 bits a byte, low ones first, the top bit set on all bytes except the last. A cut
// varint, or one that exceeds 64 bits, is damage. Other errors come from r.
func ReadUvarint(r io.ByteReader) (uint64, error) {
	v := uint64(0)
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return 0, Errorf("a number that is cut")
		case err != nil:
			return 0, err
		case shift == 63 && b > 1:
			return 0, Errorf("a number of more than 64 bits")
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
}
