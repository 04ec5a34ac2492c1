package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/page"
	"weft/internal/atomicfile"
	"weft/web/capture"
	"weft/web/warc"
	"weft/web/weburl"
)

// ErrUnfit says that a file is no archive, or one whose records cannot be found by their offset.
var ErrUnfit = errors.New("it cannot be replayed")

// An Archive is one or several files of archived records, and where the records of each page are. It is safe for
// concurrent use.
type Archive struct {
	files   []file
	opened  []*os.File
	entries []entry // sorted by key; equal keys in the order of the files
	pages   int
	bad     int64
	first   string
}

// A file is a sequence of records.
type file struct {
	name string
	io.ReaderAt
	size int64
}

// An entry says where a record of a page is.
type entry struct {
	key    crawl.Key
	offset int64
	file   uint32
	kind   kind
}

// kind is the kind of a record about a page.
type kind uint8

const (
	content kind = iota // response or resource
	revisit             // the content is in another record
	notes               // of the crawl that wrote the archive
)

// Open reads archives: WARC and ARC files, plain or with each record compressed separately, and WACZ packages. If
// a page has several captures, the last in the order of the files holds.
//
// Unreadable records are skipped and counted by Bad. A file without records, with records that share gzip members,
// or that needs a zstd dictionary, is ErrUnfit. Time: one decompression of all files. Memory: 24 bytes per record,
// and twice that while they are sorted.
func Open(ctx context.Context, paths []string) (*Archive, error) {
	a := new(Archive)
	if err := a.open(ctx, paths); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	slices.SortStableFunc(a.entries, func(x, y entry) int { return cmp.Compare(x.key, y.key) })
	for i, e := range a.entries {
		if i == 0 || e.key != a.entries[i-1].key {
			a.pages++
		}
	}
	return a, nil
}

func (a *Archive) open(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if err := a.openFile(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(a.files) == 0 {
		return fmt.Errorf("%w: there is no archive: name WARC, ARC or WACZ files", ErrUnfit)
	}
	x := newIndexer(a, ctx)
	for i, f := range a.files {
		if err := x.read(uint32(i)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// openFile adds a file, or the archives in a package.
func (a *Archive) openFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	a.opened = append(a.opened, f)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%w: it is a folder: name the files in it", ErrUnfit)
	}
	magic := make([]byte, 4)
	n, err := f.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if string(magic[:n]) != "PK\x03\x04" {
		a.files = append(a.files, file{path, f, info.Size()})
		return nil
	}
	return a.openPackage(path, f, info.Size())
}

func (a *Archive) openPackage(path string, f *os.File, size int64) error {
	z, err := warc.OpenWACZ(f, size)
	if err != nil {
		return err
	}
	for i, name := range z.Names() {
		member := file{name: path + "#" + name}
		if s, ok := z.Section(i); ok {
			member.ReaderAt, member.size = s, s.Size()
		} else if err := a.unpack(z, i, &member); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		a.files = append(a.files, member)
	}
	return nil
}

// unpack decompresses an archive of a package to a scratch file of the system.
func (a *Archive) unpack(z *warc.WACZ, i int, to *file) error {
	r, err := z.Open(i)
	if err != nil {
		return err
	}
	defer r.Close() //nolint:errcheck // damage shows when it is read
	f, err := atomicfile.Scratch("")
	if err != nil {
		return err
	}
	a.opened = append(a.opened, f)
	to.size, err = io.Copy(f, r)
	to.ReaderAt = f
	return err
}

// Pages returns how many pages there are records of.
func (a *Archive) Pages() int { return a.pages }

// Bad returns how many records could not be read.
func (a *Archive) Bad() int64 { return a.bad }

// Seeds returns the URL of the first page of HTML that was fetched, or, without one, of the first page; none if there is none.
func (a *Archive) Seeds() []string {
	if a.first == "" {
		return nil
	}
	return []string{a.first}
}

// Close closes the files.
func (a *Archive) Close() error {
	var err error
	for _, f := range a.opened {
		err = errors.Join(err, f.Close())
	}
	a.opened = nil
	return err
}

// records returns the entries of a page.
func (a *Archive) records(key crawl.Key) []entry {
	lo, ok := slices.BinarySearchFunc(a.entries, key, func(e entry, k crawl.Key) int { return cmp.Compare(e.key, k) })
	if !ok {
		return nil
	}
	hi := lo
	for hi < len(a.entries) && a.entries[hi].key == key {
		hi++
	}
	return a.entries[lo:hi]
}

// An indexer finds the records of pages.
type indexer struct {
	a    *Archive
	ctx  context.Context //nolint:containedctx // an indexer lives as long as one call of Open
	warc *warc.Reader
	look capture.Reader
	page capture.Reading
	url  []byte
	html bool // the seed is a page of HTML
}

func newIndexer(a *Archive, ctx context.Context) *indexer { //nolint:revive // the context is kept, not used here
	x := &indexer{a: a, ctx: ctx}
	x.warc = warc.NewReader(eofReader{}, warc.Options{Want: func(*warc.Record, []byte) bool { return false }})
	return x
}

type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }

// read adds the records of a file.
func (x *indexer) read(number uint32) error {
	f := &x.a.files[number]
	if err := x.checkFormat(f); err != nil {
		return err
	}
	x.warc.Reset(io.NewSectionReader(f, 0, f.size))
	good := 0
	for n := 0; ; n++ {
		if n%1000 == 0 {
			if err := x.ctx.Err(); err != nil {
				return err
			}
		}
		rec, err := x.warc.Next()
		if errors.Is(err, io.EOF) && !errors.Is(err, warc.ErrBadRecord) {
			break
		}
		if errors.Is(err, warc.ErrBadRecord) {
			x.a.bad++
			continue
		}
		if err != nil {
			return err
		}
		good++
		if err := x.add(rec, number); err != nil {
			return err
		}
	}
	if good == 0 {
		return fmt.Errorf("%w: there is no WARC or ARC record in it", ErrUnfit)
	}
	return nil
}

// checkFormat refuses archives with a dictionary.
func (x *indexer) checkFormat(f *file) error {
	magic := make([]byte, 4)
	if n, _ := f.ReadAt(magic, 0); n == 4 && magic[0]&0xf0 == 0x50 && string(magic[1:]) == "\x2a\x4d\x18" {
		return fmt.Errorf("%w: it is compressed by zstd with a dictionary: recompress it with gzip, each record separately", ErrUnfit)
	}
	return nil
}

// add adds a record if it tells something of a page.
func (x *indexer) add(rec *warc.Record, number uint32) error {
	k, ok := kindOf(rec)
	if !ok || len(rec.Header.Bytes(capture.PurposeField)) > 0 || !capture.IsWebURI(rec.TargetURIBytes()) {
		return nil
	}
	if rec.Size == 0 {
		return fmt.Errorf("%w: its records share gzip members, the first at offset %d: recompress it, each record separately", ErrUnfit, rec.Offset)
	}
	var err error
	if x.url, err = weburl.Append(x.url[:0], rec.TargetURIBytes()); err != nil {
		x.a.bad++
		return nil //nolint:nilerr // it is counted
	}
	x.url, _ = weburl.CutUserinfo(x.url)
	x.seed(rec)
	x.a.entries = append(x.a.entries, entry{frontier.Fingerprint(x.url), rec.Offset, number, k})
	return nil
}

// seed remembers the first page.
func (x *indexer) seed(rec *warc.Record) {
	if x.html {
		return
	}
	if x.a.first == "" {
		x.a.first = string(x.url)
	}
	var err error
	switch {
	case rec.IsHTTP():
		err = x.look.Response(x.url, rec.Body, &x.page)
	case rec.Type == warc.TypeResource:
		err = x.look.Resource(x.url, rec.ContentType(), rec.Body, &x.page)
	default:
		return
	}
	if err == nil && x.page.HTML && x.page.State == page.Fetched {
		x.a.first, x.html = string(x.url), true
	}
}

func kindOf(rec *warc.Record) (kind, bool) {
	switch rec.Type {
	case warc.TypeResponse:
		return content, rec.IsHTTP()
	case warc.TypeResource:
		return content, true
	case warc.TypeRevisit:
		return revisit, true
	case warc.TypeMetadata:
		return notes, capture.IsNotes(rec.ContentType())
	}
	return 0, false
}
