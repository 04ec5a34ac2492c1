// Package blocksum detects wrong bytes when they are read. A file has a checksum for each of its blocks, and a
// block is compared with its checksum before its bytes are used. Each block is checked once.
package blocksum

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"sync/atomic"

	"weft/internal/corrupt"
)

// Least is the size of the blocks of files that are not very large, in bytes. It is a power of two.
const Least = 1 << 15

// most is how many blocks a file has at most: larger files have larger blocks, so that the sums stay few.
const most = 1 << 14

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sums are the checksums of a file: CRC-32C of each of its blocks, in order. The zero value is for a file without
// checksums, in which nothing is detected.
type Sums struct {
	Block int // bytes of a block, a power of two; the last may be shorter
	CRC   []uint32
}

// BlockSize returns the size of the blocks of a file of the given size.
func BlockSize(bytes int64) int {
	size := Least
	for bytes > int64(size)*most {
		size *= 2
	}
	return size
}

// A Writer sums up what is written to it. It never fails.
type Writer struct {
	sums Sums
	crc  uint32
	n    int // bytes of the block under way
}

// NewWriter returns a Writer for a file of about the given size, which determines the size of blocks.
func NewWriter(bytes int64) *Writer { return &Writer{sums: Sums{Block: BlockSize(bytes)}} }

// Write adds bytes.
func (w *Writer) Write(p []byte) (int, error) {
	all := len(p)
	for len(p) > 0 {
		k := min(len(p), w.sums.Block-w.n)
		w.crc, w.n = crc32.Update(w.crc, castagnoli, p[:k]), w.n+k
		if w.n == w.sums.Block {
			w.end()
		}
		p = p[k:]
	}
	return all, nil
}

func (w *Writer) end() {
	w.sums.CRC = append(w.sums.CRC, w.crc)
	w.crc, w.n = 0, 0
}

// Sums returns the sums of all that was written, and ends the Writer.
func (w *Writer) Sums() Sums {
	if w.n > 0 {
		w.end()
	}
	return w.sums
}

// None says whether there are no sums.
func (s Sums) None() bool { return s.Block == 0 }

// Text returns the checksums as hexadecimal digits, eight a block.
func (s Sums) Text() string {
	b := make([]byte, 0, 4*len(s.CRC))
	for _, c := range s.CRC {
		b = binary.BigEndian.AppendUint32(b, c)
	}
	return hex.EncodeToString(b)
}

// Parse reads what Text wrote.
func Parse(block int, text string) (Sums, error) {
	if block == 0 && text == "" {
		return Sums{}, nil
	}
	b, err := hex.DecodeString(text)
	if err != nil || len(b)%4 != 0 || block < 1 || block&(block-1) != 0 {
		return Sums{}, corrupt.Errorf("checksums %.40q of blocks of %d bytes: want eight hexadecimal digits a block, of a power of two", text, block)
	}
	s := Sums{Block: block, CRC: make([]uint32, len(b)/4)}
	for i := range s.CRC {
		s.CRC[i] = binary.BigEndian.Uint32(b[4*i:])
	}
	return s, nil
}

// A Checker compares the blocks of a file with their sums, each when it is first asked for. It is safe for concurrent use;
// the nil Checker finds everything right.
type Checker struct {
	data  []byte
	sums  Sums
	name  string // for errors
	shift uint
	right []atomic.Uint32 // a bit for each block: it was found right
}

// New returns a Checker of a file that holds data, nil if it has no sums.
func New(name string, data []byte, s Sums) (*Checker, error) {
	if s.None() {
		return nil, nil //nolint:nilnil // nothing to check
	}
	if want := (len(data) + s.Block - 1) / s.Block; want != len(s.CRC) {
		return nil, corrupt.Errorf("%s: %d checksums for %d blocks", name, len(s.CRC), want)
	}
	c := &Checker{data: data, sums: s, name: name, right: make([]atomic.Uint32, (len(s.CRC)+31)/32)}
	for 1<<c.shift < s.Block {
		c.shift++
	}
	return c, nil
}

// Check checks all blocks with any of the bytes lo ≤ i < hi, as far as the file goes. A wrong block is damage,
// also on later calls.
func (c *Checker) Check(lo, hi uint64) error {
	if c == nil || lo >= hi {
		return nil
	}
	for b := lo >> c.shift; b <= (hi-1)>>c.shift && b < uint64(len(c.sums.CRC)); b++ {
		if c.right[b/32].Load()&(1<<(b%32)) == 0 {
			if err := c.look(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// look compares a block.
func (c *Checker) look(b uint64) error {
	lo := b << c.shift
	hi := min(lo+uint64(c.sums.Block), uint64(len(c.data)))
	if got := crc32.Checksum(c.data[lo:hi], castagnoli); got != c.sums.CRC[b] {
		return corrupt.Errorf("%s: bytes %d to %d are not those that were written: their checksum is %08x, not %08x", c.name, lo, hi-1, got, c.sums.CRC[b])
	}
	c.right[b/32].Or(1 << (b % 32))
	return nil
}

// All checks all blocks.
func (c *Checker) All() error {
	if c == nil {
		return nil
	}
	return c.Check(0, uint64(len(c.data)))
}

// Until checks the bytes lo ≤ i < hi, and returns the end of the range from hi on that is known to be right: hi,
// or the end of its block. A sequential reader need not check again before this end.
func (c *Checker) Until(lo, hi uint64) (uint64, error) {
	if c == nil {
		return ^uint64(0), nil
	}
	err := c.Check(lo, hi)
	return (hi + 1<<c.shift - 1) >> c.shift << c.shift, err
}

// Check compares all of data with its sums.
func Check(name string, data []byte, s Sums) error {
	c, err := New(name, data, s)
	if err != nil {
		return err
	}
	return c.All()
}

// Differ describes where data with the checksums got first differ from data with the checksums want. It returns ""
// if they are equal, or if the place cannot be determined.
func Differ(got, want Sums) string {
	for i, c := range want.CRC {
		if got.Block == want.Block && i < len(got.CRC) && got.CRC[i] != c {
			return fmt.Sprintf("first in the block of bytes %d to %d", i*want.Block, (i+1)*want.Block-1)
		}
	}
	return ""
}
