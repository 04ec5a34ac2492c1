package ingest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"weft/internal/mem"
)

const xzMagic = "\xfd7zXZ\x00"

// newXZ decodes xz. The dictionary that the first block asks for, which is what the decoder allocates, may take at most
// limit bytes.
func newXZ(r *bufio.Reader, limit int64) (io.Reader, error) {
	head, _ := r.Peek(64)
	if need := xzDictionary(head); need > max(limit, 8<<20) {
		return nil, &mem.ShortError{What: "an xz file with a dictionary of " + mem.Format(need), Need: 4*need + mem.Base, Budget: 4 * limit}
	}
	z, err := xz.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("xz: %w", err)
	}
	return z, nil
}

// xzDictionary returns the size of the dictionary of the first block; 0 if the header, which the decoder then refuses,
// has none. The .xz File Format, sections 2.1.1, 3.1 and 5.3.1.
func xzDictionary(head []byte) int64 {
	const lzma2 = 0x21
	if len(head) < 16 || head[12] == 0 { // 12 is the length of the stream header; a 0 begins the index
		return 0
	}
	flags, rest := head[13], head[14:]
	for _, present := range []byte{0x40, 0x80} { // compressed and uncompressed size
		if flags&present != 0 {
			_, n := binary.Uvarint(rest)
			if n <= 0 {
				return 0
			}
			rest = rest[n:]
		}
	}
	for range flags&3 + 1 {
		id, n := binary.Uvarint(rest)
		if n <= 0 {
			return 0
		}
		size, k := binary.Uvarint(rest[n:])
		if k <= 0 || uint64(len(rest)) < uint64(n+k)+size || size > 16 {
			return 0
		}
		properties := rest[n+k:]
		if id == lzma2 && size == 1 {
			dict, err := lzma.DecodeDictCap(properties[0])
			if err != nil {
				return 0
			}
			return dict
		}
		rest = properties[size:]
	}
	return 0
}
