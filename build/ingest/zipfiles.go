package ingest

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"weft/internal/mem"
)

// errUnreadable says that a file of an archive is damaged, encrypted, or packed in a way that we do not know.
var errUnreadable = errors.New("the file cannot be unpacked")

// zipFiles are the files of a zip file below a root. Where a name comes twice the last holds, as for those who unpack it.
type zipFiles struct {
	names []string // in order
	files map[string]*zip.File
}

// openZip reads the directory of a zip file.
func (im *importer) openZip(in *input) (*zip.Reader, error) {
	at, size, err := im.seekable(in)
	if err != nil {
		return nil, err
	}
	r, err := zip.NewReader(at, size)
	if err != nil {
		return nil, noDirectory(err)
	}
	if err := mem.Check(fmt.Sprintf("a zip file of %d files", len(r.File)), 512*int64(len(r.File)), im.opts.Memory); err != nil {
		return nil, err
	}
	return r, nil
}

func (im *importer) openZipTree(in *input) (*zipFiles, error) {
	r, err := im.openZip(in)
	if err != nil {
		return nil, err
	}
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

func (z *zipFiles) each(g func(name string, v verdict) error) error {
	for _, name := range z.names {
		v := notRegular
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
	r, err := openZipped(f)
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	defer r.Close() //nolint:errcheck // nothing was written
	data, cut, err := readFile(r, int64(min(f.UncompressedSize64, 1<<20)), most)
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return data, cut, nil
}
