package names

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"sync/atomic"

	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/front"
	"weft/internal/mmap"
)

// A Table is a mapped list of names, safe for concurrent use. It takes no memory of the process.
type Table struct {
	data   []byte // segments, from the start of the file to the index
	index  []byte
	tables []byte
	count  int
	path   string
	file   *mmap.File
	right  *blocksum.Checker // nil if the file has no checksums of its blocks
	last   atomic.Pointer[known]
}

// Open maps the table at path.
func Open(path string) (*Table, error) {
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := New(f.Data)
	if err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t.path, t.file = path, f
	return t, nil
}

// New returns the table whose file holds data.
func New(data []byte) (*Table, error) {
	n := len(data)
	if n < headerLen+footerLen || string(data[:8]) != magicStart || string(data[n-8:]) != magicEnd {
		return nil, corrupt.Errorf("not a table of names, or a cut one")
	}
	if v := binary.LittleEndian.Uint32(data[8:]); v != version {
		return nil, fmt.Errorf("table of names of version %d: only version %d can be read; make the crawl again", v, version)
	}
	if b := binary.LittleEndian.Uint32(data[12:]); b != blockSize {
		return nil, corrupt.Errorf("table of names in blocks of %d: want %d", b, blockSize)
	}
	segments := binary.LittleEndian.Uint64(data[n-32:])
	count := binary.LittleEndian.Uint64(data[n-24:])
	at := binary.LittleEndian.Uint64(data[n-16:])
	tablesAt := at + 8*((count+blockSize-1)/blockSize)
	if count > uint64(n) || segments > uint64(n) || at < headerLen || at > uint64(n) || tablesAt+16*segments+footerLen != uint64(n) {
		return nil, corrupt.Errorf("table of %d names in %d segments: its index does not fit into %d bytes", count, segments, n)
	}
	return &Table{
		data: data[:at], index: data[at:tablesAt], tables: data[tablesAt : n-footerLen], count: int(count), path: "names",
	}, nil
}

// known holds the symbols of the blocks from ≤ b < until, which were read last: most names are near the previous
// one.
type known struct {
	from, until int
	symbols     symbolTable
}

// Guard has each block of the file compared with its checksum before a name in it is believed. It must be called before
// names are read.
func (t *Table) Guard(s blocksum.Sums) (err error) {
	if t.right, err = blocksum.New(t.path, t.file.Data, s); err != nil {
		return err
	}
	n := uint64(len(t.file.Data))
	return errors.Join(t.right.Check(0, headerLen), t.right.Check(n-footerLen, n))
}

// symbols returns the symbols of block b, and the first block of the next segment.
func (t *Table) symbols(b int) (symbolTable, int, error) {
	if k := t.last.Load(); k != nil && k.from <= b && b < k.until {
		return k.symbols, k.until, nil
	}
	segments := len(t.tables) / 16
	from := uint64(len(t.data) + len(t.index))
	if err := t.right.Check(from, from+uint64(len(t.tables))); err != nil {
		return symbolTable{}, 0, err
	}
	first := func(s int) int { return int(binary.LittleEndian.Uint64(t.tables[16*s:])) }
	s := sort.Search(segments, func(s int) bool { return first(s) > b }) - 1
	if s < 0 {
		return symbolTable{}, 0, corrupt.Errorf("%s: block %d belongs to no segment", t.path, b)
	}
	next := len(t.index) / 8
	if s+1 < segments {
		next = first(s + 1)
	}
	at := binary.LittleEndian.Uint64(t.tables[16*s+8:])
	if err := t.right.Check(at, min(at+tableLen, uint64(len(t.data)))); err != nil {
		return symbolTable{}, 0, err
	}
	table, ok := readTable(t.data[min(at, uint64(len(t.data))):])
	if !ok {
		return table, next, t.damaged(at)
	}
	t.last.Store(&known{first(s), next, table})
	return table, next, nil
}

// Close unmaps the file.
func (t *Table) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Len returns the number of names.
func (t *Table) Len() int { return t.count }

// Append appends name i to dst, 0 ≤ i < Len.
func (t *Table) Append(dst []byte, i int) ([]byte, error) {
	if i < 0 || i >= t.count {
		return dst, fmt.Errorf("%s: there is no name %d among %d", t.path, i, t.count)
	}
	c := Cursor{t: t, next: i / blockSize * blockSize, end: i + 1, buf: dst, base: len(dst)}
	for c.Next() {
	}
	return c.buf, c.err
}

// Reader returns a cursor for [Cursor.Read].
func (t *Table) Reader() *Cursor { return &Cursor{t: t} }

// Read returns name i, which is valid until the next call. It decodes the names before it in its block, unless the last call
// did. After an error it returns the error.
func (c *Cursor) Read(i int) ([]byte, error) {
	if i < 0 || i >= c.t.count {
		return nil, fmt.Errorf("%s: there is no name %d among %d", c.t.path, i, c.t.count)
	}
	if last := c.next - 1; i < last || i/blockSize != last/blockSize || last < 0 {
		c.next, c.until, c.right = i/blockSize*blockSize, 0, 0
	}
	for c.end = i + 1; c.Next(); {
	}
	return c.buf, c.err
}

// Search returns the number of the first name that is at least name, or Len.
func (t *Table) Search(name []byte) (int, error) {
	i, _, err := t.Find(name)
	return i, err
}

// Find returns the number of the first name that is at least name, and whether it is the name itself.
func (t *Table) Find(name []byte) (int, bool, error) {
	blocks := len(t.index) / 8
	var fail error
	b := sort.Search(blocks, func(b int) bool {
		head, _, err := t.head(b)
		if err != nil {
			fail = err
		}
		return bytes.Compare(head, name) > 0
	})
	if fail != nil || b == 0 {
		return 0, false, fail
	}
	return t.searchBlock(b-1, name)
}

// searchBlock is Find in block b, whose first name is not greater. It compares the number of bytes a name shares
// with the previous one to the number the previous one shares with the wanted name. If it is larger, the name is
// on the same side of the wanted one; if smaller, the name is greater. Only names with equal numbers are decoded.
func (t *Table) searchBlock(b int, name []byte) (int, bool, error) {
	head, at, err := t.head(b)
	if err != nil {
		return 0, false, err
	}
	c := &Cursor{t: t, at: at}
	if c.symbols, _, err = t.symbols(b); err != nil {
		return 0, false, err
	}
	known := front.Shared(head, name) // bytes that the last name shares with the wanted one
	first, end := b*blockSize, min((b+1)*blockSize, t.count)
	if known == len(head) && known == len(name) {
		return first, true, nil
	}
	var room [256]byte
	for i := first + 1; i < end; i++ {
		shared, codes, ok := c.entry()
		if !ok {
			return i, false, c.damaged()
		}
		if shared < known {
			return i, false, nil
		}
		if shared > known {
			continue
		}
		rest, ok := c.symbols.append(room[:0], codes)
		if !ok {
			return i, false, c.damaged()
		}
		wanted := name[known:]
		k := front.Shared(rest, wanted)
		if k == len(wanted) || k < len(rest) && rest[k] > wanted[k] {
			return i, k == len(wanted) && k == len(rest), nil
		}
		known += k
	}
	return end, false, nil
}

// entry reads what follows in a block: how many bytes the next name shares with the one before, and the codes of others.
func (c *Cursor) entry() (shared int, codes []byte, ok bool) {
	from := c.at
	shared, n, size := front.Head(c.t.data[min(from, uint64(len(c.t.data))):], 2*MaxLen)
	if c.at += uint64(size); size == 0 || uint64(n) > uint64(len(c.t.data))-c.at || shared > MaxLen {
		return 0, nil, false
	}
	codes = c.t.data[c.at : c.at+uint64(n)]
	c.at += uint64(n)
	if c.at > c.right {
		if c.right, c.err = c.t.right.Until(from, c.at); c.err != nil {
			return 0, nil, false
		}
	}
	return shared, codes, true
}

// head returns the first name of block b, and where the rest of the block begins.
func (t *Table) head(b int) ([]byte, uint64, error) {
	entry := uint64(len(t.data)) + 8*uint64(b)
	if err := t.right.Check(entry, entry+8); err != nil {
		return nil, 0, err
	}
	at := binary.LittleEndian.Uint64(t.index[8*b:])
	if at < headerLen || at >= uint64(len(t.data)) {
		return nil, 0, corrupt.Errorf("%s: block %d is at byte %d of %d", t.path, b, at, len(t.data))
	}
	n, k := binary.Uvarint(t.data[at:])
	if k <= 0 || n > MaxLen || n > uint64(len(t.data))-at-uint64(k) {
		return nil, 0, t.damaged(at)
	}
	if err := t.right.Check(at, at+uint64(k)+n); err != nil {
		return nil, 0, err
	}
	at += uint64(k)
	return t.data[at : at+n], at + n, nil
}

func (t *Table) damaged(at uint64) error {
	return corrupt.Errorf("%s: damaged at byte %d", t.path, at)
}

// damaged returns the error of the damage at the cursor.
func (c *Cursor) damaged() error {
	if c.err != nil {
		return c.err
	}
	return c.t.damaged(c.at)
}

// Scan returns a cursor over the names numbered lo ≤ i < hi.
func (t *Table) Scan(lo, hi int) *Cursor {
	c := &Cursor{t: t, next: lo / blockSize * blockSize, end: hi}
	for c.next < lo && c.Next() {
	}
	return c
}

// A Cursor reads names in order.
type Cursor struct {
	t    *Table
	next int // number of the name that Next reads
	end  int
	at   uint64
	buf  []byte // the former bytes, then the name
	base int
	err  error

	right   uint64 // up to where the bytes of its blocks were compared with their checksums
	symbols symbolTable
	until   int // the block from which on there are other symbols
}

// Next moves to the next name; false at the end or after an error.
func (c *Cursor) Next() bool {
	if c.next >= c.end || c.err != nil {
		return false
	}
	if c.next%blockSize == 0 {
		var head []byte
		if head, c.at, c.err = c.t.head(c.next / blockSize); c.err != nil {
			return false
		}
		c.buf = append(c.buf[:c.base], head...)
		c.next++
		return true
	}
	if c.next/blockSize >= c.until && !c.turn() {
		return false
	}
	shared, codes, ok := c.entry()
	if !ok || shared > len(c.buf)-c.base {
		c.err = c.damaged()
		return false
	}
	if c.buf, ok = c.symbols.append(c.buf[:c.base+shared], codes); !ok || len(c.buf)-c.base > MaxLen {
		c.err = c.damaged()
		return false
	}
	c.next++
	return true
}

// turn takes the symbols of the next segment.
func (c *Cursor) turn() bool {
	c.symbols, c.until, c.err = c.t.symbols(c.next / blockSize)
	return c.err == nil
}

// Name returns the name. It is valid until the next call of Next.
func (c *Cursor) Name() []byte { return c.buf[c.base:] }

// Err returns the error that ended the scan, nil after a complete one.
func (c *Cursor) Err() error { return c.err }
