// Package records finds and reads the archived records of URLs.
package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"weft/internal/atomicfile"
	"weft/store"
	"weft/web/warc"
)

// A Source has archived records. It is safe for concurrent use.
type Source interface {
	// Lookup returns up to most records of a URL, the newest first.
	Lookup(ctx context.Context, url string, most int) ([]warc.Capture, error)
	// Block reads the record at an offset of an archive that a capture names, with up to most bytes of its block.
	Block(ctx context.Context, archive string, offset, most int64) (*warc.Record, error)
}

// A Folder is the archive of a live crawl: its folder.
type Folder string

// Lookup implements [Source].
func (f Folder) Lookup(ctx context.Context, url string, most int) ([]warc.Capture, error) {
	return warc.Lookup(ctx, string(f), url, most)
}

// Block implements [Source].
func (f Folder) Block(ctx context.Context, archive string, offset, most int64) (*warc.Record, error) {
	return warc.ReadBlock(ctx, string(f), archive, offset, most)
}

// ErrNone says that a crawl was not made from archives.
var ErrNone = errors.New("the crawl has no archive: it was not imported from WARC, ARC or WACZ files")

// ErrNoIndex says that the archives of a crawl have no index, or an index of other archives.
var ErrNoIndex = errors.New("the archives have no index")

// Has reports whether a crawl was imported from archives. They need not be there any more.
func Has(c *store.Crawl) bool { return len(inputsOf(c)) > 0 }

// inputsOf lists the archives from which a crawl was imported.
func inputsOf(c *store.Crawl) (all []store.Input) {
	if c.Manifest == nil || len(c.Manifest.Steps) == 0 {
		return nil
	}
	for _, in := range c.Manifest.Steps[0].Inputs {
		if in.Format == "archive" || in.Format == "wacz" {
			all = append(all, in)
		}
	}
	return all
}

// Archives are the open archives of an imported crawl.
type Archives struct {
	Lacks    []string // archives that cannot be read, each with its reason
	sections []warc.Section
	at       map[string]int // sections by name
	opened   []*os.File
	versions []version
}

// A version identifies an archive on the disk.
type version struct {
	Path  string    `json:"path"`
	Bytes int64     `json:"bytes"`
	Time  time.Time `json:"time"`
	Parts int       `json:"parts"` // archives in it
}

// Open opens the archives from which a crawl was imported. Archives that are not there, or have changed, are listed in Lacks.
// It fails if the crawl has no archive.
func Open(c *store.Crawl) (*Archives, error) {
	all := inputsOf(c)
	if len(all) == 0 {
		return nil, ErrNone
	}
	a := &Archives{at: map[string]int{}}
	for i := range all {
		if err := a.open(i, &all[i]); err != nil {
			a.Lacks = append(a.Lacks, err.Error())
		}
	}
	for i := range a.sections {
		a.at[a.sections[i].Name] = i
	}
	return a, nil
}

// open adds an input of the import. Records name it by its number and the last part of its path, as inputs may be called
// alike.
func (a *Archives) open(number int, in *store.Input) error {
	f, err := os.Open(in.Path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: the archive is not there any more; put it back, or import it again", in.Path)
	}
	if err != nil {
		return err
	}
	a.opened = append(a.opened, f)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != in.Bytes || !info.Mode().IsRegular() {
		return fmt.Errorf("%s: the archive has changed since the import: it has %d bytes, expected %d", in.Path, info.Size(), in.Bytes)
	}
	parts, err := warc.Sections(f, info.Size(), strconv.Itoa(number)+"/"+filepath.Base(in.Path), a.unpack)
	if err != nil {
		return fmt.Errorf("%s: %w", in.Path, err)
	}
	a.sections = append(a.sections, parts...)
	a.versions = append(a.versions, version{in.Path, info.Size(), info.ModTime().UTC(), len(parts)})
	return nil
}

// mostUnpacked is the size of a compressed member of a package, in bytes. Packages should not compress archives, and few do.
const mostUnpacked = 1 << 30

// unpack copies a compressed member of a package into a scratch file.
func (a *Archives) unpack(name string, in io.Reader) (warc.Section, error) {
	f, err := atomicfile.Scratch("")
	if err != nil {
		return warc.Section{}, err
	}
	a.opened = append(a.opened, f)
	n, err := io.Copy(f, io.LimitReader(in, mostUnpacked+1))
	if err == nil && n > mostUnpacked {
		err = fmt.Errorf("the package has compressed the archive, and it has more than %d bytes: store it in the package without compression", int64(mostUnpacked))
	}
	return warc.Section{Name: name, ReaderAt: f, Size: n}, err
}

// Size is the size of the archives in bytes.
func (a *Archives) Size() (sum int64) {
	for i := range a.sections {
		sum += a.sections[i].Size
	}
	return sum
}

// Close closes the archives.
func (a *Archives) Close() error {
	var err error
	for _, f := range a.opened {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Block implements [Source].
func (a *Archives) Block(ctx context.Context, archive string, offset, most int64) (*warc.Record, error) {
	i, ok := a.at[archive]
	if !ok || offset < 0 || offset >= a.sections[i].Size {
		return nil, fmt.Errorf("there is no record at byte %d of %q", offset, archive)
	}
	return warc.ReadSection(ctx, a.sections[i], offset, most)
}

// A Shelf is the archives of an imported crawl with their index.
type Shelf struct {
	*Archives
	Bad   int64 // records that cannot be read; 0 of an index that was kept
	index interface {
		io.ReaderAt
		io.Closer
		Size() int64
	}
}

// Build makes the index of archives in scratch files. Time: one decompression of all. Memory: 32 MiB, and 2 MiB for
// reading. note, if not nil, receives the bytes that were read, and all of them.
func Build(ctx context.Context, a *Archives, note func(done, total int64)) (*Shelf, error) {
	total := a.Size()
	x, err := warc.IndexSections(ctx, a.sections, func(done int64) {
		if note != nil {
			note(done, total)
		}
	})
	if err != nil {
		return nil, err
	}
	return &Shelf{a, x.Bad, x}, nil
}

// Lookup implements [Source].
func (s *Shelf) Lookup(ctx context.Context, url string, most int) ([]warc.Capture, error) {
	return warc.LookupSorted(ctx, s.index, s.index.Size(), url, most)
}

// Close closes index and archives.
func (s *Shelf) Close() error { return errors.Join(s.index.Close(), s.Archives.Close()) }

// indexName is the name of the kept index among the indexes of a crawl.
const indexName = "captures"

// versionsKey is the parameter of the kept index with the versions of its archives.
const versionsKey = "archives"

// print identifies the archives.
func (a *Archives) print() string {
	text, err := json.Marshal(a.versions)
	if err != nil {
		panic(err) // texts, numbers and times
	}
	return string(text)
}

// Kept returns the archives with the index that the crawl keeps. The error is ErrNoIndex if it keeps none of these archives.
func Kept(c *store.Crawl, a *Archives) (*Shelf, error) {
	if c.Manifest == nil {
		return nil, ErrNoIndex
	}
	r, err := c.Results("")
	if err != nil {
		return nil, err
	}
	if r = r.Indexes(); !r.Has(indexName) {
		return nil, ErrNoIndex
	}
	b, res, err := store.LoadBytes(r, indexName)
	if err != nil {
		return nil, err
	}
	if res.Params[versionsKey] != a.print() {
		return nil, errors.Join(ErrNoIndex, b.Close())
	}
	return &Shelf{a, 0, &mapped{b}}, nil
}

// A mapped index is a kept index whose blocks are checked when they are read.
type mapped struct{ *store.Bytes }

// Size is the size of the index in bytes.
func (m *mapped) Size() int64 { return int64(len(m.Data)) }

// ReadAt implements [io.ReaderAt].
func (m *mapped) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || at >= m.Size() {
		return 0, io.EOF
	}
	n := min(int64(len(p)), m.Size()-at)
	if err := m.Check(uint64(at), uint64(at+n)); err != nil { //nolint:gosec // not negative
		return 0, err
	}
	if copy(p, m.Data[at:at+n]); n < int64(len(p)) {
		return int(n), io.EOF
	}
	return int(n), nil
}

// Keep writes the index of a shelf into its crawl.
func (s *Shelf) Keep(k store.Keeping) error {
	res := store.Result{Name: indexName, Params: map[string]any{versionsKey: s.print()}}
	return store.KeepIndex(k, res, s.index.Size(), func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(s.index, 0, s.index.Size()))
		return err
	})
}
