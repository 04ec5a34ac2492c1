package names

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sort"

	"weft/internal/corrupt"
	"weft/internal/mmap"
)

// A Table is a mapped list of names, safe for concurrent use. It takes no memory of the process.
type Table struct {
	data  []byte // blocks, from the start of the file to the index
	index []byte
	count int
	path  string
	file  *mmap.File
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
		return nil, fmt.Errorf("table of names of version %d: only version %d can be read", v, version)
	}
	if b := binary.LittleEndian.Uint32(data[12:]); b != blockSize {
		return nil, corrupt.Errorf("table of names in blocks of %d: want %d", b, blockSize)
	}
	count := binary.LittleEndian.Uint64(data[n-24:])
	at := binary.LittleEndian.Uint64(data[n-16:])
	if count > uint64(n) || at < headerLen || at+8*((count+blockSize-1)/blockSize)+footerLen != uint64(n) {
		return nil, corrupt.Errorf("table of %d names: its index does not fit into %d bytes", count, n)
	}
	return &Table{data: data[:at], index: data[at : n-footerLen], count: int(count), path: "names"}, nil
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

// Find returns the number of a name, and whether it is there.
func (t *Table) Find(name []byte) (int, bool, error) {
	i, err := t.Search(name)
	if err != nil || i == t.count {
		return i, false, err
	}
	got, err := t.Append(nil, i)
	return i, err == nil && bytes.Equal(got, name), err
}

// Search returns the number of the first name that is at least name; Len if there is none.
func (t *Table) Search(name []byte) (int, error) {
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
		return 0, fail
	}
	c := t.Scan((b-1)*blockSize, min(b*blockSize, t.count))
	i := (b - 1) * blockSize
	for ; c.Next(); i++ {
		if bytes.Compare(c.Name(), name) >= 0 {
			return i, nil
		}
	}
	return i, c.Err()
}

// head returns the first name of block b, and where the rest of the block begins.
func (t *Table) head(b int) ([]byte, uint64, error) {
	at := binary.LittleEndian.Uint64(t.index[8*b:])
	if at < headerLen || at >= uint64(len(t.data)) {
		return nil, 0, corrupt.Errorf("%s: block %d is at byte %d of %d", t.path, b, at, len(t.data))
	}
	n, k := binary.Uvarint(t.data[at:])
	if k <= 0 || n > MaxLen || n > uint64(len(t.data))-at-uint64(k) {
		return nil, 0, t.damaged(at)
	}
	at += uint64(k)
	return t.data[at : at+n], at + n, nil
}

func (t *Table) damaged(at uint64) error {
	return corrupt.Errorf("%s: damaged at byte %d", t.path, at)
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
	buf  []byte // what was there before, then the name
	base int
	err  error
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
	shared, ok1 := c.number()
	rest, ok2 := c.number()
	if !ok1 || !ok2 || shared > uint64(len(c.buf)-c.base) || rest > uint64(len(c.t.data))-c.at || shared+rest > MaxLen {
		c.err = c.t.damaged(c.at)
		return false
	}
	c.buf = append(c.buf[:c.base+int(shared)], c.t.data[c.at:c.at+rest]...)
	c.at += rest
	c.next++
	return true
}

func (c *Cursor) number() (uint64, bool) {
	if c.at < uint64(len(c.t.data)) && c.t.data[c.at] < 0x80 {
		c.at++
		return uint64(c.t.data[c.at-1]), true
	}
	v, k := binary.Uvarint(c.t.data[min(c.at, uint64(len(c.t.data))):])
	if k <= 0 {
		return 0, false
	}
	c.at += uint64(k)
	return v, true
}

// Name returns the name, lent until the next call of Next.
func (c *Cursor) Name() []byte { return c.buf[c.base:] }

// Err returns the error that ended the scan, nil after a complete one.
func (c *Cursor) Err() error { return c.err }
