package warc

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A FilesCheck says which parts of a folder of archives to check, and receives the findings.
type FilesCheck struct {
	// Until is the mark up to which the folder was written; nil stands for its present end. Bytes after it are
	// loose.
	Until *Mark
	// Closed says that the folder was closed there, so that nothing may be loose and all indexes must be there.
	Closed bool
	// Begin, if not nil, is called with each file before its records, in order, also if it has no whole record.
	Begin func(file string)
	// Each, if not nil, is called with each record that is whole, in order; its error ends the check.
	Each func(file string, rec *Record) error
	// Damage receives each fault with its place: a file of the folder, and an offset in it.
	Damage func(file string, offset int64, what string)
	// Loose receives the number of bytes after the mark, which OpenFiles would cut off.
	Loose func(file string, bytes int64)
}

// FilesChecked counts the files, records and bytes that were checked.
type FilesChecked struct {
	Files   []string // archives and indexes
	Records int64
	Bytes   int64 // of archives
	Lines   int64 // of indexes
}

// VerifyFiles checks a folder of archives that Files wrote. Each record must be whole, in its own gzip member, and
// begin where the record before ends. Its length and the digests of block and payload must be right. The lines of
// the indexes must match the records. It writes nothing, and the folder may be in use. seen counts as it proceeds.
// It returns errors of reading and of Each; damage is not an error.
//
// No check can detect changes in the bits that fill the last byte of a compressed record, because they mean
// nothing.
//
// Memory: four times the largest record, 24 bytes for each record of one file, and 32 bytes for each file.
func VerifyFiles(dir string, o FilesOptions, c FilesCheck, seen *FilesChecked) error {
	f, err := newFiles(dir, o)
	if err != nil {
		return err
	}
	found, err := f.list()
	if err != nil {
		return err
	}
	if err := f.info.compress(nil); err != nil {
		return err
	}
	v := &verifier{FilesCheck: c, files: f, seen: seen, sums: map[string]lineSum{}, head: bytes.Clone(f.info.out[:10])}
	v.numbers(found)
	for _, a := range found {
		if err := v.archive(a); err != nil {
			return err
		}
	}
	return v.together(found)
}

// A verifier is a check under way.
type verifier struct {
	FilesCheck
	files *Files
	seen  *FilesChecked
	sums  map[string]lineSum // of the records of finished files, by name

	head  []byte // how the gzip members begin that a Packer writes
	name  string // of the archive under way
	lines map[uint64]int64
	line  []byte
}

// numbers finds missing files.
func (v *verifier) numbers(found []archive) {
	next := 0
	for _, a := range found {
		for ; next < a.number; next++ {
			v.Damage(v.files.Name(next), 0, "it is missing")
		}
		next = a.number + 1
	}
	if u := v.Until; u != nil {
		for ; next < u.File || next == u.File && u.Offset > 0; next++ {
			v.Damage(v.files.Name(next), 0, "it is missing")
		}
	}
}

// open opens an archive, which may be finished just now.
func (v *verifier) open(a archive) (*os.File, archive, error) {
	file, err := os.Open(filepath.Join(v.files.dir, a.name))
	if errors.Is(err, os.ErrNotExist) && a.open {
		a.name, a.open = strings.TrimSuffix(a.name, openSuffix), false
		file, err = os.Open(filepath.Join(v.files.dir, a.name))
	}
	return file, a, err
}

// archive checks a file and its index.
func (v *verifier) archive(a archive) error {
	file, a, err := v.open(a)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	size := v.bound(a, info.Size())
	v.name, v.lines = a.name, map[uint64]int64{}
	v.seen.Files = append(v.seen.Files, a.name)
	if v.Begin != nil {
		v.Begin(a.name)
	}
	if err := v.records(file, v.files.Name(a.number), size); err != nil {
		return fmt.Errorf("%s: %w", file.Name(), err)
	}
	if a.open {
		return v.openIndex(v.files.indexPath(a.number, openSuffix), size)
	}
	v.sums[a.name] = sumOf(v.lines)
	if v.Until != nil && a.number > v.Until.File {
		return nil
	}
	until := int64(math.MaxInt64)
	if size < info.Size() {
		until = size
	}
	return v.index(v.files.indexPath(a.number, ""), until)
}

// bound returns the number of bytes of a file that belong to the folder, and reports the others.
func (v *verifier) bound(a archive, size int64) int64 {
	u := v.Until
	if u == nil || a.number < u.File {
		return size
	}
	until := int64(0)
	if a.number == u.File {
		until = u.Offset
	}
	switch {
	case size < until:
		v.Damage(a.name, size, fmt.Sprintf("the file ends here, and had %d bytes", until))
		return size
	case size > until && v.Closed:
		v.Damage(a.name, until, fmt.Sprintf("%d bytes that the log does not know", size-until))
	case size > until && v.Loose != nil:
		v.Loose(a.name, size-until)
	}
	return until
}

// records checks the records of an archive.
func (v *verifier) records(file io.ReaderAt, filename string, size int64) error {
	rd := NewReader(io.NewSectionReader(file, 0, size), Options{MaxBody: math.MaxInt64 >> 4})
	for at := int64(0); at < size; {
		rec, err := rd.Next()
		if err == io.EOF {
			if at >= 0 {
				v.Damage(v.name, at, fmt.Sprintf("%d bytes outside records", size-at))
			}
			break
		}
		if bad, ok := errors.AsType[*BadRecord](err); ok {
			from := bad.Offset
			if at >= 0 { // a record that should begin there, and may look like blank lines and something else
				from = min(from, at)
			}
			v.Damage(v.name, from, bad.describe())
			at = -1 // the place of the next record is unknown
			continue
		}
		if err != nil {
			return err
		}
		if at >= 0 && rec.Offset != at {
			v.Damage(v.name, at, fmt.Sprintf("%d bytes outside records", rec.Offset-at))
		}
		v.record(rec, file, filename)
		v.seen.Records++
		if v.Each != nil {
			if err := v.Each(v.name, rec); err != nil {
				return err
			}
		}
		v.seen.Bytes += rec.Size
		at = rec.Offset + rec.Size
	}
	return nil
}

// record checks a record, and notes its line in the index.
func (v *verifier) record(rec *Record, file io.ReaderAt, filename string) {
	wrong := func(format string, args ...any) {
		v.Damage(v.name, rec.Offset, "a record "+rec.Type+" "+fmt.Sprintf(format, args...))
	}
	var head [10]byte
	if _, err := file.ReadAt(head[:], rec.Offset); err != nil || !bytes.Equal(head[:], v.head) {
		wrong("whose gzip member begins with %x, want %x", head, v.head)
	}
	switch {
	case rec.Inner != 0 || rec.Size == 0 || rec.plain:
		wrong("that shares its gzip member, or has none")
	case rec.Defects != 0:
		wrong("with a damaged header or end")
	case rec.ID() == "" || rec.Date().IsZero():
		wrong("without identifier or date")
	}
	if what := wrongDigest(rec); what != "" {
		wrong("%s", what)
	}
	var ok bool
	if v.line, ok = appendCaptureLine(v.line[:0], &captured{indexedType(rec), rec.Header, rec.Body}); ok {
		v.line = appendPlace(v.line, rec.Size, rec.Offset, filename)
		v.lines[lineHash(v.line)] = rec.Offset
	}
}

// wrongDigest names the digest of a record that differs from the digest of its bytes; "" if all are right.
func wrongDigest(rec *Record) string {
	if want := rec.BlockDigest(); want == "" || !hasDigest(want, rec.Body) {
		return fmt.Sprintf("whose block does not match its digest %q", want)
	}
	want := rec.PayloadDigest()
	if want == "" || rec.Type == TypeRevisit { // the payload is elsewhere
		return ""
	}
	for _, payload := range payloads(rec) {
		if hasDigest(want, payload) {
			return ""
		}
	}
	return fmt.Sprintf("whose payload does not match its digest %q", want)
}

// payloads are the byte strings that a payload digest may cover. Earlier versions of weft, and other programs,
// include the chunks.
func payloads(rec *Record) [][]byte {
	if rec.Type != TypeResponse && rec.Type != TypeRequest {
		return [][]byte{rec.Body}
	}
	var payload []byte
	eachPayload(rec.Body, func(data []byte) { payload = append(payload, data...) })
	return [][]byte{payload, httpBody(rec.Body)}
}

// hasDigest reports whether a labelled digest, in base 32 or base 16, is the digest of b.
func hasDigest(labelled string, b []byte) bool {
	label, value, _ := strings.Cut(labelled, ":")
	h := newHash(strings.ToLower(label))
	if h == nil {
		return false
	}
	h.Write(b)
	sum := h.Sum(nil)
	return strings.EqualFold(strings.TrimRight(value, "="), base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum)) ||
		strings.EqualFold(value, hex.EncodeToString(sum))
}

func newHash(label string) hash.Hash {
	switch label {
	case "sha1":
		return sha1.New()
	case "sha256", "sha-256":
		return sha256.New()
	case "sha512", "sha-512":
		return sha512.New()
	}
	return nil
}
