package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"weft/graph/bitcode"
	"weft/internal/atomicfile"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/mmap"
)

// A perList is a mapped file that holds a bit-coded record for each list of a graph. On disk, all numbers
// little-endian and 8 bytes long unless said otherwise:
//
//	magic    8 bytes, what the records are
//	bits     the records, padded with zeros up to a multiple of 8 bytes
//	table    4 bytes an entry: numbers that records refer to by index; padded likewise
//	index    for each sampleEvery-th list the bit where its record begins
//	lists, entries of the table, where the table begins, where the index begins
//	"weftlist"
type perList struct {
	path  string
	bits  []byte
	table []uint32
	index []byte
	lists int
	file  *mmap.File

	indexAt uint64            // where the index begins in the file
	right   *blocksum.Checker // nil if the file has no checksums of its blocks
}

const (
	sampleEvery   = 256
	perListEnd    = "weftlist"
	perListFooter = 40
)

// perListWriter writes a perList record by record: w for the bits, entry for numbers of the table.
type perListWriter struct {
	w     bitcode.Writer
	out   *atomicfile.File
	index []uint64
	lists int
	known map[uint32]int
	table []uint32
}

func createPerList(path, magic string) (*perListWriter, error) {
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	p := &perListWriter{out: f, known: map[uint32]int{}}
	_, err = io.WriteString(f, magic)
	return p, err
}

// begin starts the record of the next list.
func (p *perListWriter) begin() error {
	if p.lists%sampleEvery == 0 {
		p.index = append(p.index, uint64(p.w.Bits()))
	}
	p.lists++
	if p.w.Buffered() < 1<<15 {
		return nil
	}
	_, err := p.out.Write(p.w.Take())
	return err
}

// entry returns the index of v in the table.
func (p *perListWriter) entry(v uint32) uint64 {
	i, ok := p.known[v]
	if !ok {
		i = len(p.table)
		p.known[v] = i
		p.table = append(p.table, v)
	}
	return uint64(i)
}

// finish writes the rest and lets the file appear.
func (p *perListWriter) finish() error {
	at := uint64(8)
	at += uint64(p.w.Bits()+63) / 64 * 8
	for p.w.Bits()%64 != 0 {
		p.w.Write(0, uint(64-p.w.Bits()%64))
	}
	p.w.Finish()
	b := append([]byte(nil), p.w.Take()...)
	for _, v := range p.table {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	tableSize := uint64(len(p.table)+1) / 2 * 8
	if len(p.table)%2 == 1 {
		b = append(b, 0, 0, 0, 0)
	}
	for _, v := range append(p.index, uint64(p.lists), uint64(len(p.table)), at, at+tableSize) {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	if _, err := p.out.Write(append(b, perListEnd...)); err != nil {
		return err
	}
	return p.out.Commit()
}

func (p *perListWriter) abort() { p.out.Abort() }

// openPerList maps a file with records for the given number of lists.
func openPerList(path, magic string, lists int) (*perList, error) {
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	p, err := parsePerList(f.Data, magic, lists)
	if err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p.path, p.file = path, f
	return p, nil
}

func parsePerList(data []byte, magic string, lists int) (*perList, error) {
	n := uint64(len(data))
	if n < 8+perListFooter || string(data[:8]) != magic || string(data[n-8:]) != perListEnd {
		return nil, corrupt.Errorf("not a file of %q, or a cut one", magic)
	}
	foot := data[n-perListFooter:]
	number := func(i int) uint64 { return binary.LittleEndian.Uint64(foot[8*i:]) }
	count, entries, table, index := number(0), number(1), number(2), number(3)
	if count != uint64(lists) {
		return nil, corrupt.Errorf("%s of %d lists beside a graph of %d", magic, count, lists)
	}
	samples := (count + sampleEvery - 1) / sampleEvery
	if table < 8 || table > n || entries > n/4 || index != table+(entries+1)/2*8 || index+samples*8+perListFooter != n {
		return nil, corrupt.Errorf("the parts of the file do not fit into its %d bytes", n)
	}
	p := &perList{bits: data[8:table], index: data[index : n-perListFooter], lists: lists, indexAt: index}
	for i := range entries {
		p.table = append(p.table, binary.LittleEndian.Uint32(data[table+4*i:]))
	}
	return p, nil
}

// Guard has each block of the file compared with its checksum before a record in it is believed.
func (p *perList) Guard(s blocksum.Sums) (err error) {
	if p.right, err = blocksum.New(p.path, p.file.Data, s); err != nil {
		return err
	}
	n := uint64(len(p.file.Data))
	return errors.Join(p.right.Check(0, 8), p.right.Check(n-perListFooter, n), p.right.Check(8+uint64(len(p.bits)), p.indexAt))
}

// A recordReader reads the bits of records in order, and checks that they are unchanged.
type recordReader struct {
	bitcode.Reader
	p     *perList
	from  uint64 // the bit where the record under way begins
	right uint64 // bits up to here were checked
}

// seek returns a reader at the sample at or before list u, and how many records lie between.
func (p *perList) seek(u int) (r recordReader, skip int, err error) {
	r = recordReader{Reader: bitcode.NewReader(p.bits), p: p}
	if u < p.lists {
		entry := 8 * uint64(u/sampleEvery)
		at := p.indexAt + entry
		if err := p.right.Check(at, at+8); err != nil {
			return r, 0, err
		}
		r.Seek(binary.LittleEndian.Uint64(p.index[entry:]))
		r.from = r.Pos()
	}
	return r, u % sampleEvery, nil
}

// end is called after each record. It says whether its bytes are right.
func (r *recordReader) end() (err error) {
	if pos := r.Pos(); pos > r.right {
		var until uint64
		until, err = r.p.right.Until(8+r.from/8, 8+(pos+7)/8)
		r.right = min(until-8, 1<<60) * 8
	}
	r.from = r.Pos()
	return err
}

func (p *perList) damaged(u int, what string) error {
	return corrupt.Errorf("%s: list %d: %s", p.path, u, what)
}

func (p *perList) Close() error {
	if p == nil || p.file == nil {
		return nil
	}
	return p.file.Close()
}
