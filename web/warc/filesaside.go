package warc

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// OpenFiles moves the bytes that it cuts off to another folder. A record that was appended but not learnt is
// fetched again, and no whole record is ever deleted. Only the certain remains of a killed process are deleted:
// one cut record, a warcinfo record without a successor, or zeros.

// Aside describes the part of an archive that was moved to another folder.
//
//json:object moved bytes
type Aside struct {
	File  string `json:"file"`  // file that holds the bytes now, relative to the folder of the crawl
	Bytes int64  `json:"bytes"` // number of bytes moved
}

// keepTail copies what follows on an offset of an archive to the folder for such, unless nothing of it is worth it.
func (f *Files) keepTail(file *disk.File, n int, from int64) error {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil || size <= from || f.opts.Aside == "" {
		return err
	}
	if worthless, err := worthless(io.NewSectionReader(file, from, size-from)); err != nil || worthless {
		return err
	}
	if err := disk.MkdirAll(f.opts.Aside, 0o755); err != nil {
		return err
	}
	path, there, err := f.asidePath(fmt.Sprintf("%s-from-%d", f.stem(n), from), io.NewSectionReader(file, from, size-from))
	if err != nil {
		return err
	}
	if !there {
		if err := atomicfile.Write(path, func(w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(file, from, size-from))
			return err
		}); err != nil {
			return err
		}
	}
	f.aside = append(f.aside, Aside{path, size - from})
	return nil
}

// asidePath returns a free name in the folder for the bytes that are cut off. If a file has these bytes already,
// because a process was killed before it cut them, asidePath returns that file.
func (f *Files) asidePath(stem string, data *io.SectionReader) (path string, there bool, err error) {
	for i := 1; ; i++ {
		path = filepath.Join(f.opts.Aside, stem+archiveSuffix)
		if i > 1 {
			path = filepath.Join(f.opts.Aside, fmt.Sprintf("%s-%d%s", stem, i, archiveSuffix))
		}
		same, err := hasBytes(path, data)
		if errors.Is(err, os.ErrNotExist) {
			return path, false, nil
		}
		if err != nil || same {
			return path, same, err
		}
	}
}

// hasBytes reports whether a file has the same bytes as data.
func hasBytes(path string, data *io.SectionReader) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	if info, err := file.Stat(); err != nil || info.Size() != data.Size() {
		return false, err
	}
	var a, b [32 << 10]byte
	for at := int64(0); at < data.Size(); {
		n := min(int64(len(a)), data.Size()-at)
		if _, err := file.ReadAt(a[:n], at); err != nil {
			return false, err
		}
		if _, err := data.ReadAt(b[:n], at); err != nil {
			return false, err
		}
		if !bytes.Equal(a[:n], b[:n]) {
			return false, nil
		}
		at += n
	}
	return true, nil
}

// worthless reports whether only the remains of a killed process follow on a mark: one cut record, a warcinfo
// record alone or before such a record, or zeros.
func worthless(tail *io.SectionReader) (bool, error) {
	zeros, err := allZeros(tail)
	if err != nil || zeros {
		return zeros, err
	}
	in := bufio.NewReader(tail)
	z := new(gzip.Reader)
	for {
		if head, _ := in.Peek(len(gzipHead)); !bytes.HasPrefix(gzipHead, head) {
			return false, nil
		}
		err := z.Reset(in)
		var text []byte
		if err == nil {
			z.Multistream(false)
			if text, err = io.ReadAll(io.LimitReader(z, HeadBytes)); err == nil {
				_, err = io.Copy(io.Discard, z)
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF): // it is cut, or all has been read
			return true, nil
		case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), isDeflate(err):
			return false, nil
		case err != nil:
			return false, err
		}
		rec, err := NewReader(bytes.NewReader(text), Options{}).Next()
		if err != nil || rec.Type != TypeWarcinfo {
			return false, nil //nolint:nilerr // whatever it is
		}
	}
}

func isDeflate(err error) bool {
	_, ok := errors.AsType[flate.CorruptInputError](err)
	return ok
}

func allZeros(in *io.SectionReader) (bool, error) {
	var piece [32 << 10]byte
	for at := int64(0); ; {
		n, err := in.ReadAt(piece[:], at)
		if len(bytes.TrimLeft(piece[:n], "\x00")) > 0 {
			return false, nil
		}
		if at += int64(n); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return true, err
		}
	}
}

// keepWhole moves an archive that lies after the mark to the folder for such, unless nothing of it is worth it;
// true if it did.
func (f *Files) keepWhole(a archive) (bool, error) {
	from := filepath.Join(f.dir, a.name)
	file, err := os.Open(from)
	if err != nil || f.opts.Aside == "" {
		return false, errors.Join(err, closeIf(file))
	}
	size, err := file.Seek(0, io.SeekEnd)
	drop := false
	if err == nil {
		drop, err = worthless(io.NewSectionReader(file, 0, size))
	}
	if err = errors.Join(err, file.Close()); err != nil || drop {
		return false, err
	}
	if err := disk.MkdirAll(f.opts.Aside, 0o755); err != nil {
		return false, err
	}
	path, err := freeName(f.opts.Aside, strings.TrimSuffix(strings.TrimSuffix(a.name, openSuffix), archiveSuffix))
	if err != nil {
		return false, err
	}
	if err := disk.Rename(from, path); err != nil {
		return false, err
	}
	f.aside = append(f.aside, Aside{path, size})
	return true, atomicfile.SyncDir(f.opts.Aside)
}

// freeName returns a name that no archive of a folder has.
func freeName(dir, stem string) (string, error) {
	path := filepath.Join(dir, stem+archiveSuffix)
	for i := 2; ; i++ {
		_, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", stem, i, archiveSuffix))
	}
}

func closeIf(file *os.File) error {
	if file == nil {
		return nil
	}
	return file.Close()
}

// Aside returns the parts that OpenFiles has moved to the folder for bytes that are cut off.
func (f *Files) Aside() []Aside { return f.aside }
