package job

import (
	"encoding/base32"
	"encoding/binary"
	"strings"
	"sync"

	"weft/capture"
	"weft/page"
	"weft/warc"
)

const (
	// leastDuplicate is how many bytes a payload has at least to be kept once only: of a smaller one the revisit would be as large.
	leastDuplicate = 1 << 10
	// maxOriginals is how many payloads are remembered, 50 bytes each; of more the oldest are forgotten.
	maxOriginals = 1 << 19
)

// originals are the payloads that the archive of a crawl has, so that what comes again, from whatever page, refers to the first. It knows only
// what was appended, so that the record that a revisit refers to stands before it; a crawl that goes on learns it from the indexes.
// It is safe for concurrent use.
type originals struct {
	dir  string
	most int

	mu        sync.Mutex
	list      []original
	next      int // to be forgotten, once the list is full
	at        map[uint64]uint32
	names     map[int]string // of files
	found     uint64
	forgotten uint64
}

// An original is where a payload was kept first.
type original struct {
	digest [20]byte
	file   int32
	offset int64
}

func (o *original) key() uint64 { return binary.LittleEndian.Uint64(o.digest[:]) }

func newOriginals(dir string) *originals {
	return &originals{dir: dir, most: maxOriginals, at: map[uint64]uint32{}, names: map[int]string{}}
}

// parseDigest reads a digest as weft writes it.
func parseDigest(labelled string) (d [20]byte, ok bool) {
	text, ok := strings.CutPrefix(labelled, "sha1:")
	if !ok || len(text) != 32 {
		return d, false
	}
	_, err := base32.StdEncoding.Decode(d[:], []byte(text))
	return d, err == nil
}

// add remembers the record of a payload.
func (o *originals) add(digest string, file int, name string, offset int64) {
	d, ok := parseDigest(digest)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	n := original{d, int32(file), offset} //nolint:gosec // few files
	if _, known := o.at[n.key()]; known {
		return
	}
	o.names[file] = name
	if len(o.list) < o.most {
		o.list = append(o.list, n)
		o.at[n.key()] = uint32(len(o.list) - 1) //nolint:gosec // bounded
		return
	}
	delete(o.at, o.list[o.next].key())
	o.list[o.next] = n
	o.at[n.key()] = uint32(o.next) //nolint:gosec // bounded
	o.next = (o.next + 1) % o.most
	o.forgotten++
}

// load learns what an archive has, from its newest files back, as much as is remembered.
func (o *originals) load(files *warc.Files) error {
	return files.EachLine(func(file int, text []byte) bool {
		if l, ok := warc.ParseLine(text); ok && l.Status == "200" && l.Mime != "warc/revisit" {
			o.add(l.Digest, file, l.Filename, l.Offset)
		}
		return len(o.list) < o.most
	})
}

// find returns the record that has a payload; nil if there is none.
func (o *originals) find(digest string) *warc.Record {
	d, ok := parseDigest(digest)
	if !ok {
		return nil
	}
	o.mu.Lock()
	i, ok := o.at[(&original{digest: d}).key()]
	if !ok || o.list[i].digest != d {
		o.mu.Unlock()
		return nil
	}
	n := o.list[i]
	name := o.names[int(n.file)]
	o.mu.Unlock()
	rec, err := warc.ReadAt(o.dir, name, n.offset)
	if err != nil || rec.Type != warc.TypeResponse || rec.PayloadDigest() != digest || rec.Date().IsZero() ||
		rec.Header.Bytes(capture.PurposeField) != nil || rec.Header.Bytes("WARC-Truncated") != nil {
		return nil // it is no page, or cannot be read: the payload is kept again
	}
	o.mu.Lock()
	o.found++
	o.mu.Unlock()
	return rec
}

// counts returns how many payloads were found again, and how many were forgotten.
func (o *originals) counts() (found, forgotten uint64) {
	if o == nil {
		return 0, 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.found, o.forgotten
}

// duplicate returns the record of an answer whose payload the archive has already, and what it leaves unsaid; false if it has not. digest is
// that of the payload, "" if it was not needed.
func (f *fetcher) duplicate(url string) (rec warc.NewRecord, notes capture.Notes, digest string, ok bool) {
	a := &f.answer
	if f.web.originals == nil || a.Status != 200 || a.Truncated != "" || f.page.State != page.Fetched || len(a.Body()) < leastDuplicate {
		return rec, notes, "", false
	}
	digest = warc.PayloadDigest(a.Response)
	first := f.web.originals.find(digest)
	if first == nil {
		return rec, notes, digest, false
	}
	rec = warc.Revisit(url, a.Began, a.Response[:a.HeaderLen], digest, first.TargetURI(), first.Date())
	if f.page.Firm {
		notes.State = page.Fetched
	}
	notes.Outlinks = f.page.Links
	return rec, notes, digest, true
}
