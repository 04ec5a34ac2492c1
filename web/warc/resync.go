package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// lookahead is the number of bytes that decide whether a possible start of a record is a real one.
const lookahead = 4096

// failed turns the error that ended the record at the start of the window into the *BadRecord to return. It brings
// the reader to the next record after the first skip bytes of the window.
func (r *Reader) failed(err error, skip int) error {
	return r.failedBehind(err, r.s.start, r.s.inner()+int64(skip))
}

// failedBehind is failed with the place to continue at given as an offset in a unit, because parts of the block
// may have been dropped.
func (r *Reader) failedBehind(err error, start, inner int64) error {
	bad := r.badRecord(err)
	if bad == nil {
		return err
	}
	from := r.storedAt(r.rec.Offset, r.rec.Inner)
	r.resume(err, start, inner)
	r.lose(bad, from)
	return bad
}

// badRecord describes the fault of a record; nil if the error is a reading error.
func (r *Reader) badRecord(err error) *BadRecord {
	bad := &BadRecord{Offset: r.rec.Offset, Inner: r.rec.Inner}
	var d *damage
	var f *finding
	switch {
	case errors.As(err, &d):
		bad.Found, bad.Err, bad.Cut = r.describe(d.err), d.err, errors.Is(d.err, io.ErrUnexpectedEOF)
	case err == errNextRecord:
		bad.Found, bad.Expected = "the next record", r.missing()
	case err == errCut:
		bad.Found, bad.Expected, bad.Cut = "the end of the file", r.missing(), true
	case errors.As(err, &f):
		bad.Found, bad.Expected = f.found, f.expected
	default:
		return nil
	}
	return bad
}

// resume brings the reader to the next record, from a place in a unit on.
func (r *Reader) resume(err error, start, inner int64) {
	if d, ok := errors.AsType[*damage](err); ok {
		r.recover(d)
		return
	}
	if err == errNextRecord {
		r.s.r = r.s.unitAt
		return
	}
	if start == r.s.start || r.s.opened == unitRaw {
		r.s.rewind(start, inner)
	}
	r.scan()
}

// lose counts the bytes between a place in the file and the reader's place.
func (r *Reader) lose(bad *BadRecord, from int64) {
	bad.Lost = max(0, r.storedNow()-from)
	r.lost += bad.Lost
}

// storedAt returns about where in the file the byte is stored that has an offset in the unit that begins at start.
func (r *Reader) storedAt(start, inner int64) int64 {
	s := r.s
	if s.opened == unitRaw || inner == 0 || start != s.start {
		return start + inner
	}
	decoded := int64(s.w - s.unitAt)
	return start + int64(float64(inner)/float64(max(decoded, inner, 1))*float64(s.src.offset()-start))
}

// storedNow is storedAt for the place that the reader has come to.
func (r *Reader) storedNow() int64 {
	if len(r.s.window()) == 0 && r.s.kind == unitNone {
		return r.s.src.offset()
	}
	return r.storedAt(r.s.start, r.s.inner())
}

// missing names the part that a record lacks because it ends too early.
func (r *Reader) missing() string {
	if r.rec.Type == "" {
		return "a whole record header"
	}
	return fmt.Sprintf("a block of %d bytes", r.rec.Length)
}

func (r *Reader) describe(err error) string {
	what := "plain data"
	switch r.s.opened {
	case unitGzip:
		what = "gzip member"
	case unitZstd:
		what = "zstd frame"
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "a cut " + what
	}
	return "a damaged " + what
}

// scan drops bytes up to the next line of the unit that looks like the beginning of a record, or up to the unit's end.
// The window's first byte is taken for no beginning.
func (r *Reader) scan() {
	var before edge
	final := false
	if w := r.s.window(); len(w) > 0 {
		before = before.behind(w[:1])
		r.pass(1)
	}
	for {
		w := r.s.window()
		at, found := r.candidate(w, before, r.s.opened == unitRaw, final)
		before = before.behind(w[:at])
		r.pass(at)
		if found {
			return
		}
		if final {
			r.pass(len(r.s.window()))
			return
		}
		err := r.s.more()
		var d *damage
		switch {
		case errors.As(err, &d):
			r.salvage.spoil()
			r.recover(d)
			return
		case err != nil:
			final = true
		}
	}
}

// recover leaves a unit that cannot be decoded, and looks in the stored bytes after its beginning for the next record,
// compressed or plain.
func (r *Reader) recover(d *damage) {
	s, src := r.s, r.s.src
	s.close()
	here := src.offset()
	if !src.seekTo(here) {
		return
	}
	if errors.Is(d.err, gzip.ErrChecksum) && src.sizeBehind() == uint32(d.bytes) { // only bytes are wrong, and the member ends here
		if w := src.ahead(lookahead); len(w) == 0 || r.plausibleGzip(w) {
			return
		}
	}
	if s.opened != unitRaw && !src.seekTo(s.start+1) {
		src.seekTo(src.base)
	}
	var before edge
	for {
		w := src.ahead(2 * lookahead)
		final := len(w) < 2*lookahead
		at, found := r.candidate(w, before, true, final)
		before = before.behind(w[:at])
		src.pos += at
		if found {
			return
		}
		if final {
			src.pos = len(src.hist)
			return
		}
	}
}

// holeBytes is the number of zeros that make a hole in the file. A record may begin after a hole.
const holeBytes = 16

// An edge describes the bytes before a window: the end of a line, or zeros.
type edge struct {
	line  bool
	zeros int
}

// after returns the edge after b, which follows on e.
func (e edge) behind(b []byte) edge {
	if len(b) == 0 {
		return e
	}
	n := len(b)
	for n > 0 && b[n-1] == 0 && len(b)-n < holeBytes {
		n--
	}
	zeros := len(b) - n
	if n == 0 {
		zeros += e.zeros
	}
	return edge{b[len(b)-1] == '\n', min(zeros, holeBytes)}
}

// begins reports whether a plain record may begin here.
func (e edge) begins() bool { return e.line || e.zeros >= holeBytes }

// candidate finds the first place of w where a record seems to begin: at the start of a line, after a hole or,
// where compressed records are possible, anywhere. before is the edge before w. Without such a place it returns
// the number of bytes that need not be scanned again. Unless final, these end before a possible start that needs
// more bytes.
func (r *Reader) candidate(w []byte, before edge, compressed, final bool) (at int, found bool) {
	for i, c := range w {
		var yes bool
		switch {
		case compressed && c == 0x1f:
			yes = isGzip(w[i:]) || !final && i+1 == len(w)
		case compressed && c == 0x28:
			yes = isZstd(w[i:]) || !final && len(w)-i < 4
		case i > 0 && w[i-1] == '\n', (i == 0 || w[i-1] == 0) && before.behind(w[:i]).begins():
			yes = c == 'W' || c == 'f' || r.mayBeARC(w[i:])
		}
		if !yes {
			continue
		}
		if !final && len(w)-i < lookahead {
			return i, false
		}
		if r.confirmed(w[i:]) {
			return i, true
		}
	}
	return len(w), false
}

// confirmed reports whether b is the start of a record, of a gzip member that holds a record, or of a zstd frame.
func (r *Reader) confirmed(b []byte) bool {
	if isGzip(b) {
		return r.plausibleGzip(b)
	}
	if isZstd(b) {
		var h zstd.Header
		return h.Decode(b) == nil
	}
	first, rest, ok := bytes.Cut(b[:min(len(b), lookahead)], []byte{'\n'})
	if !ok {
		return false
	}
	if _, ok := parseVersion(first); ok {
		second, _, _ := bytes.Cut(rest, []byte{'\n'})
		return bytes.IndexByte(second, ':') > 0
	}
	if bytes.HasPrefix(b, []byte("filedesc:")) {
		return true
	}
	if !r.mayBeARC(b) {
		return false
	}
	a, _ := parseARCLine(first)
	return a.strict
}

// plausibleGzip reports whether a gzip member with a record begins here: its header is valid and its first bytes
// inflate to the start of a record.
func (r *Reader) plausibleGzip(b []byte) bool {
	if len(b) < 18 || b[2] != 8 || b[3]&0xe0 != 0 {
		return false
	}
	z := &r.s.probe
	if z.Reset(bytes.NewReader(b)) != nil {
		return false
	}
	z.Multistream(false)
	var first [1024]byte
	n, _ := io.ReadFull(z, first[:])
	return r.startsRecord(first[:n])
}
