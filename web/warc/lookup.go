package warc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"weft/internal/disk"
)

// A Capture is a record of a URL in the archive of a folder.
type Capture struct {
	Line
	Time string // 14 digits, UTC
}

const (
	mostIndexLine = 4 << 20   // bytes of a line of an index
	mostOpenIndex = 256 << 20 // bytes of the index of an unfinished file that are searched
	mostRead      = 8 << 20   // bytes of a file that are read for one record, in addition to its kept block
	checkEvery    = 1 << 10   // lines of an index between two checks of the context
)

// Lookup returns up to most records of a URL by the indexes of a folder, the newest first. It searches the
// sorted indexes of finished files by halves, and reads the indexes of unfinished files, such as of a crawl that runs.
// The archive may grow meanwhile. Lookup ends when ctx is done, with its error.
func Lookup(ctx context.Context, dir, url string, most int) ([]Capture, error) {
	f := &captureFinder{url: url}
	key := f.key()
	sorted, open, err := indexesOf(dir)
	if err != nil {
		return nil, err
	}
	for _, path := range sorted {
		err = errors.Join(err, ifThere(searchFile(ctx, path, key, f.add)))
	}
	for _, path := range open {
		err = errors.Join(err, ifThere(searchOpen(ctx, path, key, f.add)))
	}
	return f.newest(most), err
}

// newest returns the newest captures, the newest first.
func (f *captureFinder) newest(most int) []Capture {
	slices.SortStableFunc(f.found, func(a, b Capture) int { return strings.Compare(b.Time, a.Time) })
	return f.found[:min(len(f.found), most)]
}

// indexesOf returns the sorted indexes of the finished files of a folder, and the indexes of unfinished files.
func indexesOf(dir string) (sorted, open []string, err error) {
	open, err = disk.List(dir, "", ".cdxj"+openSuffix)
	if err != nil {
		return nil, nil, err
	}
	all := filepath.Join(dir, allIndex)
	if _, err := os.Stat(all); err == nil && len(open) == 0 {
		return []string{all}, nil, nil
	}
	sorted, err = disk.List(dir, "", ".cdxj")
	return slices.DeleteFunc(sorted, func(path string) bool { return filepath.Base(path) == allIndex }), open, err
}

// ifThere leaves out the error of a file that was renamed or removed in between.
func ifThere(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// searchFile is searchSorted in a file.
func searchFile(ctx context.Context, path string, key []byte, add func(line []byte)) error {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := searchSorted(ctx, f, info.Size(), key, add); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return ctx.Err()
}

// searchSorted calls add for the lines of a sorted index that begin with a key.
func searchSorted(ctx context.Context, f io.ReaderAt, size int64, key []byte, add func(line []byte)) error {
	var bad error
	// The first place whose next line is not before the key.
	at := sort.Search(int(size), func(i int) bool {
		if bad != nil || ctx.Err() != nil { // one damaged place is enough
			return true
		}
		line, err := nextLine(f, int64(i), size)
		bad = errors.Join(bad, err)
		return line == nil || bytes.Compare(line, key) >= 0
	})
	if bad != nil {
		return bad
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	in := bufio.NewReader(io.NewSectionReader(f, int64(at), size-int64(at)))
	if at > 0 {
		if _, err := readLine(in); err != nil { // the rest of the line before
			return ifEnd(err)
		}
	}
	return eachOf(ctx, in, func(line []byte) bool {
		if !bytes.HasPrefix(line, key) {
			return false
		}
		add(line)
		return true
	})
}

// nextLine returns the first line that begins after a place; at 0 it is the first line. It returns nil at the end.
func nextLine(f io.ReaderAt, at, size int64) ([]byte, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(f, at, size-at), 1024)
	if at > 0 {
		if _, err := readLine(in); err != nil {
			return nil, ifEnd(err)
		}
	}
	line, err := readLine(in)
	return line, ifEnd(err)
}

// searchOpen calls add for the lines of an index that is not sorted.
func searchOpen(ctx context.Context, path string, key []byte, add func(line []byte)) error {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return eachOf(ctx, bufio.NewReader(io.LimitReader(f, mostOpenIndex)), func(line []byte) bool {
		if bytes.HasPrefix(line, key) {
			add(line)
		}
		return true
	})
}

// eachOf calls g for the lines of an index until it returns false. A last line without an end is being written.
func eachOf(ctx context.Context, in *bufio.Reader, g func(line []byte) bool) error {
	for n := 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := readLine(in)
		if err != nil {
			return ifEnd(err)
		}
		if !g(line) {
			return nil
		}
	}
}

// readLine reads a line with its end.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > mostIndexLine {
			return nil, errors.New("a line of the index is too long")
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func ifEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// ReadBlock reads the record at an offset of a file of a folder, as ReadAt does, with up to most bytes of its block.
// It refuses names with folders, and links.
func ReadBlock(ctx context.Context, dir, name string, offset, most int64) (*Record, error) {
	return (&BlockReader{Dir: dir, Most: most}).Read(ctx, name, offset)
}

// A BlockReader reads records of the files of a folder, as [ReadBlock] does, and keeps its memory.
type BlockReader struct {
	Dir  string
	Most int64 // bytes of a block
	r    *Reader
}

// Read reads the record at an offset of a file. The record is valid until the next call. Read ends when ctx is done, with its
// error.
func (b *BlockReader) Read(ctx context.Context, name string, offset int64) (*Record, error) {
	in, err := openBlock(b.Dir, name)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // only read
	return b.readAt(ctx, in, offset)
}

func (b *BlockReader) readAt(ctx context.Context, in io.ReaderAt, offset int64) (*Record, error) {
	// Without an end, the search for the record after a damaged one would read the whole file.
	part := &limited{ctx, io.NewSectionReader(in, offset, b.Most+mostRead)}
	if b.r == nil {
		b.r = NewReader(part, Options{MaxBody: b.Most, Partial: true})
	} else {
		b.r.Reset(part)
	}
	rec, err := b.r.Next()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && rec.Flaw != nil && !rec.Truncated:
		return nil, rec.Flaw
	}
	return rec, err
}

// A limited reader ends when its context is done.
type limited struct {
	ctx context.Context //nolint:containedctx // of one call of Read
	in  io.Reader
}

// Read implements [io.Reader].
func (l *limited) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.in.Read(p)
}

// openBlock opens a file of a folder, finished or not.
func openBlock(dir, name string) (*os.File, error) {
	if name != filepath.Base(name) || !strings.Contains(name, ".warc") {
		return nil, fmt.Errorf("%q: expected the name of a WARC file", name)
	}
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		path += openSuffix
		info, err = os.Lstat(path)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a regular file", path)
	}
	return disk.OpenRegular(path)
}
