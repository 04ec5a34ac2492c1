package warc

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// A WACZ is a package of the Web Archive Collection Zipped format (https://specs.webrecorder.net/wacz/1.1.1/): a
// ZIP file with WARC files in its folder archive/. Its indexes and page lists are ignored.
type WACZ struct {
	file    io.ReaderAt
	members []*zip.File
}

// OpenWACZ reads the directory of the ZIP file of the given size. It fails, with an error that wraps ErrBadRecord, if
// that is no ZIP file or has no WARC file.
func OpenWACZ(r io.ReaderAt, size int64) (*WACZ, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: WACZ: %w", ErrBadRecord, err)
	}
	return PackageOf(r, z)
}

// PackageOf returns the package in a ZIP file with a directory already read. It fails, with an error that wraps
// ErrBadRecord, if the package has no WARC file.
func PackageOf(r io.ReaderAt, z *zip.Reader) (*WACZ, error) {
	w := &WACZ{file: r}
	for _, f := range z.File {
		if isArchiveName(f.Name) {
			w.members = append(w.members, f)
		}
	}
	if len(w.members) == 0 {
		return nil, fmt.Errorf("%w: WACZ: none of %d files is archive/*.warc or archive/*.warc.gz", ErrBadRecord, len(z.File))
	}
	slices.SortStableFunc(w.members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return w, nil
}

func isArchiveName(name string) bool {
	dir, base := path.Split(strings.ToLower(strings.ReplaceAll(name, `\`, "/")))
	if dir != "archive/" && !strings.HasSuffix(dir, "/archive/") {
		return false
	}
	for _, ext := range []string{".gz", ".zst"} {
		base = strings.TrimSuffix(base, ext)
	}
	return strings.HasSuffix(base, ".warc") || strings.HasSuffix(base, ".arc")
}

// Names returns the archives' names inside the package, sorted.
func (w *WACZ) Names() []string {
	names := make([]string, len(w.members))
	for i, f := range w.members {
		names[i] = f.Name
	}
	return names
}

// Open returns the bytes of archive i, as NewReader wants them. Offsets of its records are within that archive. A
// member that is encrypted, or compressed in another way than deflate, is an error that wraps ErrBadRecord. Damage that
// the ZIP checksum finds comes at the end, as an error of reading.
func (w *WACZ) Open(i int) (io.ReadCloser, error) {
	f := w.members[i]
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("%w: WACZ: %s is encrypted", ErrBadRecord, f.Name)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: WACZ: open %s: %w", ErrBadRecord, f.Name, err)
	}
	return rc, nil
}

// Missing returns about how many bytes of the package belong to archive i after its first n bytes.
func (w *WACZ) Missing(i int, n int64) int64 {
	f := w.members[i]
	if left := float64(f.UncompressedSize64) - float64(n); left > 0 {
		return int64(left / float64(f.UncompressedSize64) * float64(f.CompressedSize64))
	}
	return 0
}

// Section returns archive i as a part of the package. It returns false if the archive is compressed or encrypted
// there and so can only be read in order. The specification requires archives to be stored.
func (w *WACZ) Section(i int) (*io.SectionReader, bool) {
	f := w.members[i]
	if f.Method != zip.Store || f.Flags&1 != 0 {
		return nil, false
	}
	at, err := f.DataOffset()
	if err != nil {
		return nil, false
	}
	return io.NewSectionReader(w.file, at, int64(f.UncompressedSize64)), true
}
