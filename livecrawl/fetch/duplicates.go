package fetch

import (
	"encoding/base32"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"time"

	"weft/graph/page"
	"weft/web/capture"
	"weft/web/warc"
)

const (
	// leastDuplicate is how many bytes a payload has at least to be kept once only: of a smaller one the revisit would
	// be as large.
	leastDuplicate = 1 << 10
	// MaxOriginals is how many payloads are remembered, 50 bytes each; of more the oldest are forgotten.
	MaxOriginals = 1 << 19
)

// originals are the payloads in the archive of a crawl. A payload that comes again, from whatever page, refers to
// the first. Only appended payloads are included, so the record that a revisit refers to precedes it. A resumed
// crawl reads them from the indexes. It is safe for concurrent use.
type originals struct {
	dir  string
	most int

	mu        sync.Mutex
	list      []original
	next      int // to be forgotten, once the list is full
	at        map[uint64]uint32
	names     map[int]string // of files
	coming    map[[20]byte]*coming
	found     uint64
	forgotten uint64
}

// A coming original is packed and waits to be appended. Another response with the same payload is packed twice
// meanwhile: whole, and as a revisit of the original. The loop appends in the order of the log. It takes the
// revisit if the original is in the archive by then.
type coming struct {
	url      string
	date     time.Time
	appended bool // only the loop reads it
}

// An original is where a payload was kept first.
type original struct {
	digest [20]byte
	file   int32
	offset int64
}

func (o *original) key() uint64 { return binary.LittleEndian.Uint64(o.digest[:]) }

func newOriginals(dir string) *originals {
	return &originals{dir: dir, most: MaxOriginals, at: map[uint64]uint32{}, names: map[int]string{}, coming: map[[20]byte]*coming{}}
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
	err := files.EachLine(func(file int, text []byte) bool {
		if l, ok := warc.ParseLine(text); ok && l.Status == "200" && l.Mime != "warc/revisit" {
			o.add(l.Digest, file, l.Filename, l.Offset)
		}
		return len(o.list) < o.most
	})
	o.turn()
	return err
}

// turn puts the oldest first, which are forgotten first.
func (o *originals) turn() {
	slices.Reverse(o.list)
	for i := range o.list {
		o.at[o.list[i].key()] = uint32(i) //nolint:gosec // bounded
	}
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

// announce says of a payload that the archive has not whether another page brings it, or this one does.
func (o *originals) announce(digest, url string, date time.Time) (c *coming, another bool) {
	d, ok := parseDigest(digest)
	if !ok {
		return nil, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if c := o.coming[d]; c != nil && c.url != url {
		return c, true
	}
	c = &coming{url: url, date: date}
	if len(o.coming) < o.most {
		o.coming[d] = c
	}
	return c, false
}

// arrived notes that an original was appended.
func (o *originals) arrived(digest string, c *coming) {
	c.appended = true
	d, _ := parseDigest(digest)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.coming[d] == c {
		delete(o.coming, d)
	}
}

// again counts a payload that was found when its answer was appended.
func (o *originals) again() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.found++
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

// duplicate returns the record of a response with a payload that the archive has already, and the notes that
// complete it. It returns false if the archive does not have it. digest is the digest of the payload, "" if it was
// not needed.
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
	rec, notes = f.revisitOf(url, digest, first.TargetURI(), first.Date())
	return rec, notes, digest, true
}

// revisitOf makes the record of a response that repeats another, and the notes that complete it.
func (f *fetcher) revisitOf(url, digest, first string, date time.Time) (rec warc.NewRecord, notes capture.Notes) {
	a := &f.answer
	if f.page.Firm {
		notes.State = page.Fetched
	}
	notes.Outlinks = f.page.Links
	return warc.Revisit(url, a.Began, a.Response[:a.HeaderLen], warc.Earlier{Digest: digest, URI: first, Date: date}), notes
}

// packTwin packs a response as a revisit as well, if another page under way brings the same payload.
func (f *fetcher) packTwin(pc *parcel, url string) error {
	if f.web.originals == nil || !pc.original {
		return nil
	}
	var another bool
	if pc.coming, another = f.web.originals.announce(pc.digest, url, pc.date); !another {
		return nil
	}
	rec, notes := f.revisitOf(url, pc.digest, pc.coming.url, pc.coming.date)
	rec.ID = pc.response
	if _, err := addExchange(f.packer, rec, &f.answer, ""); err != nil {
		return err
	}
	if !notes.Empty() {
		if _, err := f.packer.Add(warc.Metadata(url, f.answer.Began, pc.response, notes.Append(nil))); err != nil {
			return err
		}
	}
	pc.twin = new(warc.Packed)
	f.packer.Take(pc.twin)
	return nil
}

// appendAnswer appends a response whole, or as a revisit if the original was appended since it was packed.
func (a *Archiver) appendAnswer(pc *parcel) error {
	if pc.twin != nil && pc.coming.appended {
		pc.remarks = append(pc.remarks, "duplicate:digest")
		a.originals.again()
		return a.append(pc.twin)
	}
	if err := a.append(&pc.packed); err != nil || a.originals == nil || !pc.original {
		return err
	}
	m := a.files.Mark()
	a.originals.add(pc.digest, m.File, a.files.Name(m.File), m.Offset-int64(len(pc.packed.Bytes)))
	if pc.coming != nil && pc.twin == nil {
		a.originals.arrived(pc.digest, pc.coming)
	}
	return nil
}
