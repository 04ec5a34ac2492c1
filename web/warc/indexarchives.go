package warc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
)

// A Section is an archive in a file: the file itself, or a member of a WACZ package.
type Section struct {
	Name string // for the index
	io.ReaderAt
	Size int64
}

// Sections returns the archives in an open file. Members of a package are called name#member. A member that is compressed in
// its package has no offsets there, so unpack returns its content; an error of unpack ends the work.
func Sections(f io.ReaderAt, size int64, name string, unpack func(name string, in io.Reader) (Section, error)) (all []Section, err error) {
	magic := make([]byte, 4)
	n, err := f.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(magic[:n]) != "PK\x03\x04" {
		return []Section{{name, f, size}}, nil
	}
	z, err := OpenWACZ(f, size)
	if err != nil {
		return nil, err
	}
	for i, member := range z.Names() {
		if s, ok := z.Section(i); ok {
			all = append(all, Section{name + "#" + member, s, s.Size()})
			continue
		}
		part, err := z.unpacked(i, name+"#"+member, unpack)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", member, err)
		}
		all = append(all, part)
	}
	return all, nil
}

func (w *WACZ) unpacked(i int, name string, unpack func(name string, in io.Reader) (Section, error)) (Section, error) {
	in, err := w.Open(i)
	if err != nil {
		return Section{}, err
	}
	defer in.Close() //nolint:errcheck // damage shows when it is read
	return unpack(name, in)
}

// A SortedIndex is the index of several archives: lines of CDXJ in the order of their bytes, in a scratch file. It is
// safe for concurrent use.
type SortedIndex struct {
	file    *os.File
	size    int64
	Records int64 // with a line
	Bad     int64 // records that cannot be read, and places where the search for the next record began
}

// An indexSorter gathers lines, and sorts them in parts.
type indexSorter struct {
	SortedIndex
	lines   []byte
	scratch *os.File
	runs    []run
	at      int64
}

// A run is a sorted part of a scratch file.
type run struct{ at, size int64 }

// IndexSections makes the index of archives in scratch files of the system. It passes over damage and over records that
// share a gzip member, which have no offset. Time: one decompression of the archives. Memory: 32 MiB, and the memory of a
// [Reader]. note, if not nil, receives the bytes that were read; it is called often.
func IndexSections(ctx context.Context, all []Section, note func(done int64)) (*SortedIndex, error) {
	scratch, err := atomicfile.Scratch("")
	if err != nil {
		return nil, err
	}
	defer scratch.Close() //nolint:errcheck // it has no name
	s := &indexSorter{scratch: scratch}
	done := int64(0)
	for _, part := range all {
		in := &countedReader{ctx: ctx, in: io.NewSectionReader(part, 0, part.Size), from: done, note: note}
		if _, err := cdxjOf(in, part.Name, 0, func(*BadRecord) { s.Bad++ }, s.add); err != nil {
			return nil, fmt.Errorf("%s: %w", part.Name, err)
		}
		done += part.Size
	}
	return s.sorted()
}

// A countedReader counts the bytes that are read, and ends with its context.
type countedReader struct {
	ctx  context.Context //nolint:containedctx // of one call of IndexSections
	in   io.Reader
	from int64
	note func(done int64)
}

// Read implements [io.Reader].
func (c *countedReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.in.Read(p)
	if c.from += int64(n); c.note != nil {
		c.note(c.from)
	}
	return n, err
}

func (s *indexSorter) add(line []byte) error {
	s.Records++
	s.lines = append(s.lines, line...)
	if len(s.lines) < sortBytes {
		return nil
	}
	return s.spill()
}

func (s *indexSorter) spill() error {
	n, err := writeLines(s.scratch, s.lines)
	s.runs, s.at, s.lines = append(s.runs, run{s.at, n}), s.at+n, s.lines[:0]
	return err
}

// sorted merges the parts.
func (s *indexSorter) sorted() (*SortedIndex, error) {
	if err := s.spill(); err != nil {
		return nil, err
	}
	to, err := atomicfile.Scratch("")
	if err != nil {
		return nil, err
	}
	var runs []*bufio.Reader
	for _, r := range s.runs {
		runs = append(runs, bufio.NewReaderSize(io.NewSectionReader(s.scratch, r.at, r.size), 16<<10))
	}
	out := bufio.NewWriterSize(to, 64<<10)
	if err := errors.Join(mergeLines(out, runs), out.Flush()); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	s.file, s.size = to, s.at
	return &s.SortedIndex, nil
}

// ReadAt implements [io.ReaderAt].
func (x *SortedIndex) ReadAt(p []byte, at int64) (int, error) { return x.file.ReadAt(p, at) }

// Size is the size of the index in bytes.
func (x *SortedIndex) Size() int64 { return x.size }

// Close forgets the index.
func (x *SortedIndex) Close() error { return x.file.Close() }

// LookupSorted returns up to most records of a URL by a sorted index of some size, the newest first. It searches the index by
// halves.
func LookupSorted(ctx context.Context, index io.ReaderAt, size int64, url string, most int) ([]Capture, error) {
	f := &captureFinder{url: url}
	err := searchSorted(ctx, index, size, f.key(), f.add)
	return f.newest(most), err
}

// ReadSection reads the record at an offset of an archive, with up to most bytes of its block. It ends when ctx is done, with
// its error.
func ReadSection(ctx context.Context, s io.ReaderAt, offset, most int64) (*Record, error) {
	return (&BlockReader{Most: most}).readAt(ctx, s, offset)
}

// A captureFinder gathers the captures of a URL from lines of indexes.
type captureFinder struct {
	url   string
	found []Capture
}

// key is the beginning of the lines of the URL, and of others with the same key.
func (f *captureFinder) key() []byte { return append(AppendSURT(nil, []byte(f.url)), ' ') }

func (f *captureFinder) add(line []byte) {
	l, ok := ParseLine(line)
	_, rest, _ := bytes.Cut(line, []byte(" "))
	at, _, _ := bytes.Cut(rest, []byte(" "))
	if ok && l.URL == f.url {
		f.found = append(f.found, Capture{l, string(at)})
	}
}
