package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/heap"
)

// An openIndex gathers the lines of a file's index next to the file, in the order of the records. It only saves
// time: lines that it lacks are made by reading the file again. So an error of writing it is ignored, and the
// lines wait.
type openIndex struct {
	path    string
	size    int64  // of the lines in the file
	pending []byte // lines that are not there yet
	damage  error  // the first damage of the file that has no lines
}

// indexBuffer is how many bytes of lines are written at once.
const indexBuffer = 64 << 10

// add adds the lines of records that stand at an offset.
func (x *openIndex) add(p *Packed, at int64, filename string) {
	for _, e := range p.entries {
		x.pending = append(x.pending, p.index[e.from:e.to]...)
		x.pending = appendPlace(x.pending, e.length, at+e.offset, filename)
	}
	if len(x.pending) >= indexBuffer {
		x.flush() //nolint:errcheck // the lines stay pending
	}
}

func (x *openIndex) flush() error {
	f, err := disk.OpenFile(x.path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	n, err := f.WriteAt(x.pending, x.size)
	if err == nil {
		x.size += int64(n)
		x.pending = x.pending[:0]
	}
	return errors.Join(err, f.Close())
}

// sortBytes is how many bytes of lines are sorted at once. Tests change it.
var sortBytes = 16 << 20

// sort writes the sorted index. Memory: twice sortBytes, and 16 KiB for each sortBytes of the index.
func (x *openIndex) sort(path string) error {
	if x.size+int64(len(x.pending)) <= int64(sortBytes) {
		text, err := readPrefix(x.path, x.size)
		if err != nil {
			return err
		}
		return writeSorted(path, append(text, x.pending...))
	}
	if err := x.flush(); err != nil {
		return err
	}
	return x.sortLarge(path)
}

// sortLarge sorts parts of the lines, and merges them.
func (x *openIndex) sortLarge(path string) (err error) {
	in, err := os.Open(x.path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	scratch, err := atomicfile.Scratch(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer scratch.Close() //nolint:errcheck // it has no name
	var runs []*bufio.Reader
	lines := bufio.NewReaderSize(io.LimitReader(in, x.size), 64<<10)
	for at := int64(0); ; {
		text, err := someLines(lines, sortBytes)
		if err != nil {
			return err
		}
		if len(text) == 0 {
			break
		}
		n, err := writeLines(scratch, text)
		if err != nil {
			return err
		}
		runs = append(runs, bufio.NewReaderSize(io.NewSectionReader(scratch, at, n), 16<<10))
		at += n
	}
	return atomicfile.Write(path, func(w io.Writer) error { return mergeLines(w, runs) })
}

// someLines reads whole lines of about size bytes, and none at the end.
func someLines(in *bufio.Reader, size int) ([]byte, error) {
	var text []byte
	for len(text) < size {
		line, err := in.ReadSlice('\n')
		text = append(text, line...)
		switch {
		case errors.Is(err, io.EOF):
			return text, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
	if text[len(text)-1] == '\n' {
		return text, nil
	}
	rest, err := in.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return append(text, rest...), err
}

func removeIfThere(path string) error {
	if err := disk.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// readPrefix reads the first bytes of a file; none if it does not exist.
func readPrefix(path string, size int64) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	text := make([]byte, size)
	_, err = io.ReadFull(f, text)
	return text, err
}

// writeSorted writes lines in their order.
func writeSorted(path string, text []byte) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := writeLines(w, text)
		return err
	})
}

// writeLines writes lines in their order, and returns how many bytes they have.
func writeLines(w io.Writer, text []byte) (int64, error) {
	lines := slices.Collect(bytes.Lines(text))
	slices.SortFunc(lines, bytes.Compare)
	out := bufio.NewWriterSize(w, 64<<10)
	for _, l := range lines {
		out.Write(l) //nolint:errcheck // kept until Flush
	}
	return int64(len(text)), out.Flush()
}

// reopen reads the whole lines of the index of a file that will be continued from a mark, and makes the missing
// lines by reading the file.
func (x *openIndex) reopen(file io.ReaderAt, filename string, mark int64) error {
	text, err := os.ReadFile(x.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	from := int64(0)
	for line := range bytes.Lines(text) {
		start, end, ok := placeOf(line)
		if !ok || start < from || end > mark {
			break
		}
		from = end
		x.size += int64(len(line))
	}
	err = x.read(file, filename, from, mark)
	if errors.Is(err, ErrBadRecord) && from > 0 { // the lines are of something else
		x.size, x.pending = 0, nil
		err = x.read(file, filename, 0, mark)
	}
	if errors.Is(err, ErrBadRecord) {
		x.size, x.pending = 0, nil
		err = x.readWhole(file, filename, mark)
	}
	return err
}

// readWhole adds the lines of the records that are whole, and notes the damage that lies between.
func (x *openIndex) readWhole(file io.ReaderAt, filename string, to int64) error {
	_, err := cdxjOf(io.NewSectionReader(file, 0, to), filename, 0, func(bad *BadRecord) {
		if x.damage == nil {
			x.damage = bad
		}
	}, func(line []byte) error {
		x.pending = append(x.pending, line...)
		return nil
	})
	return err
}

// read adds the lines of the records between two offsets of a file.
func (x *openIndex) read(file io.ReaderAt, filename string, from, to int64) error {
	if from == to {
		return nil
	}
	return eachCDXJ(io.NewSectionReader(file, from, to-from), filename, from, func(line []byte) error {
		x.pending = append(x.pending, line...)
		return nil
	})
}

// placeOf reads from a whole line where its record is.
func placeOf(line []byte) (start, end int64, ok bool) {
	if !bytes.HasSuffix(line, []byte("\"}\n")) {
		return 0, 0, false
	}
	length, ok1 := lastNumber(line, `", "length": "`)
	offset, ok2 := lastNumber(line, `", "offset": "`)
	return offset, offset + length, ok1 && ok2
}

// lastNumber reads the number after the last occurrence of a mark.
func lastNumber(line []byte, mark string) (int64, bool) {
	i := bytes.LastIndex(line, []byte(mark))
	if i < 0 {
		return 0, false
	}
	digits, _, _ := bytes.Cut(line[i+len(mark):], []byte{'"'})
	n, err := strconv.ParseInt(string(digits), 10, 62)
	return n, err == nil && n >= 0
}

// writeIndex merges the indexes of all finished files to index.cdxj.
func (f *Files) writeIndex() error {
	found, err := f.list()
	if err != nil {
		return err
	}
	var paths []string
	for _, a := range found {
		if a.open {
			continue
		}
		path := f.indexPath(a.number, "")
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			if err := f.indexFile(filepath.Join(f.dir, a.name), path); err != nil {
				return err
			}
		}
		paths = append(paths, path)
	}
	return mergeIndexes(filepath.Join(f.dir, "index.cdxj"), paths)
}

// IndexFiles makes the indexes of finished files that are missing, and the index of all of them.
func IndexFiles(dir string, o FilesOptions) error {
	f, err := newFiles(dir, o)
	if err != nil {
		return err
	}
	if err := f.writeIndex(); err != nil {
		return err
	}
	return atomicfile.SyncDir(dir)
}

// indexFile writes the index of a finished file. Damage is noted, and has no lines.
func (f *Files) indexFile(archive, path string) error {
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	var x openIndex
	if err := x.reopen(file, strings.TrimSuffix(filepath.Base(archive), openSuffix), size); err != nil {
		return err
	}
	f.noteDamage(archive, &x)
	return writeSorted(path, x.pending)
}

// noteDamage notes the damage that an index was made around.
func (f *Files) noteDamage(path string, x *openIndex) {
	if x.damage != nil {
		f.damage = append(f.damage, fmt.Errorf("%s: %w", path, x.damage))
	}
}

// Damage returns the first damage of each archive that was found while an index was made. Damaged records stay
// where they are, and are in no index.
func (f *Files) Damage() []error { return f.damage }

// mergeAtOnce is how many indexes are open at the same time.
const mergeAtOnce = 256

// mergeIndexes merges sorted files of lines. Many are merged in groups first.
func mergeIndexes(path string, from []string) error {
	if len(from) > mergeAtOnce {
		dir, err := atomicfile.NewFolder(filepath.Dir(path), ".index-*", 0o700)
		if err != nil {
			return err
		}
		defer dir.Remove() //nolint:errcheck // scratch files
		var groups []string
		for group := range slices.Chunk(from, mergeAtOnce) {
			to := filepath.Join(dir.Path, strconv.Itoa(len(groups)))
			if err := mergeIndexes(to, group); err != nil {
				return err
			}
			groups = append(groups, to)
		}
		return mergeIndexes(path, groups)
	}
	var runs []*bufio.Reader
	for _, name := range from {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // it was only read
		runs = append(runs, bufio.NewReaderSize(f, 16<<10))
	}
	return atomicfile.Write(path, func(w io.Writer) error { return mergeLines(w, runs) })
}

// mergeLines writes the lines of sorted runs in order.
func mergeLines(w io.Writer, runs []*bufio.Reader) error {
	var begun []lineHead
	for _, r := range runs {
		x := lineHead{run: r}
		if more, err := x.next(); err != nil {
			return err
		} else if more {
			begun = append(begun, x)
		}
	}
	heads := heap.New(func(a, b lineHead) bool { return bytes.Compare(a.line, b.line) < 0 }, begun...)
	for heads.Len() > 0 {
		x := heads.First()
		if _, err := w.Write(x.line); err != nil {
			return err
		}
		if more, err := x.next(); err != nil {
			return err
		} else if more {
			heads.Set(0, x)
		} else {
			heads.Pop()
		}
	}
	return nil
}

// A lineHead is the next line of a run.
type lineHead struct {
	line []byte
	run  *bufio.Reader
}

// next reads the next line. It returns false at the end of the run; an incomplete line is not part of the run.
func (x *lineHead) next() (bool, error) {
	line, err := x.run.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	x.line = line
	return true, err
}
