package table

import (
	"encoding/binary"
	"fmt"
	"io"
)

// CheckFooter reports whether the footer of a Parquet file, whose length stands at its end, lies within the file. The library
// would allocate up to 4 GiB for a footer that does not.
func CheckFooter(r io.ReaderAt, size int64) error {
	const head, tail = 4, 8 // PAR1; the length of the footer and PAR1
	var b [tail]byte
	if size < head+tail {
		return fmt.Errorf("%d bytes are too few for a Parquet file", size)
	}
	if _, err := r.ReadAt(b[:], size-tail); err != nil {
		return err
	}
	if footer := int64(binary.LittleEndian.Uint32(b[:])); footer > size-head-tail {
		return fmt.Errorf("the footer has %d bytes, the file %d: it is damaged, or cut", footer, size)
	}
	return nil
}
