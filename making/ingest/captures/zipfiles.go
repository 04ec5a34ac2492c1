package captures

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"weft/making/ingest/tally"
	"weft/making/ingest/unpack"
)

// errUnreadable says that a file of an archive is damaged, encrypted, or packed in a way that we do not know.
var errUnreadable = errors.New("the file cannot be unpacked")

// zipFiles are the files of a zip file below a root. If a name occurs twice, the last file holds, as when
// unpacking.
type zipFiles struct {
	names []string // in order
	files map[string]*zip.File
}

// A zipSpan is where a file of a zip file is stored.
type zipSpan struct {
	lo, hi int64
	name   string
}

// LiesApart refuses a zip file in which two files share bytes: in this way a few kilobytes unpack to gigabytes
// (Fifield, "A better zip bomb"). Files with an unreadable header are left to their readers.
func LiesApart(r *zip.Reader) error {
	spans := make([]zipSpan, 0, len(r.File))
	for _, f := range r.File {
		if at, err := f.DataOffset(); err == nil && f.CompressedSize64 < 1<<62 {
			spans = append(spans, zipSpan{at - unpack.LocalHeader - int64(len(f.Name)), at + int64(f.CompressedSize64), f.Name})
		}
	}
	slices.SortFunc(spans, func(a, b zipSpan) int { return cmp.Compare(a.lo, b.lo) })
	for i := 1; i < len(spans); i++ {
		if a, b := spans[i-1], spans[i]; b.lo < a.hi {
			return fmt.Errorf("%w: its files %.100q and %.100q share bytes, as in a zip bomb: unpack it by hand if it is wanted", tally.ErrBadInput, a.name, b.name)
		}
	}
	return nil
}

func (z *zipFiles) each(g func(name string, v verdict) error) error {
	for _, name := range z.names {
		v := NotRegular
		if z.files[name].Mode().IsRegular() {
			var err error
			if v, err = sniffFile(z, name); err != nil {
				return err
			}
		}
		if err := g(name, v); err != nil {
			return err
		}
	}
	return nil
}

func (z *zipFiles) has(name string) bool {
	f, ok := z.files[name]
	return ok && f.Mode().IsRegular()
}

func (z *zipFiles) read(name string, most int64) ([]byte, bool, error) {
	if !z.has(name) {
		return nil, false, fs.ErrNotExist
	}
	f := z.files[name]
	r, err := unpack.OpenZipped(f)
	if err != nil {
		return nil, false, fmt.Errorf("%.200q: %w: %w", name, errUnreadable, err)
	}
	defer r.Close() //nolint:errcheck // nothing was written
	data, cut, err := readFile(r, int64(min(f.UncompressedSize64, 1<<20)), most)
	if err != nil {
		return nil, false, fmt.Errorf("%.200q: %w: %w", name, errUnreadable, err)
	}
	return data, cut, nil
}

func (im *Intake) zipFiles(r *zip.Reader) (*zipFiles, error) {
	z := &zipFiles{files: map[string]*zip.File{}}
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		name, ok, err := im.belowRoot(f.Name, false)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if _, again := z.files[name]; !again {
			z.names = append(z.names, name)
		}
		z.files[name] = f
	}
	return z, nil
}
