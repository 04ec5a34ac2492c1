package warc

import (
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// unitKind says how the bytes that are being read are stored.
type unitKind uint8

const (
	unitNone unitKind = iota // between units
	unitRaw                  // plain bytes, up to the end of the file or to the next compressed unit
	unitGzip                 // one gzip member
	unitZstd                 // one zstd frame
)

var (
	errUnitEnd = errors.New("end of gzip member or zstd frame") // the unit ended well, its checksum included
	errCut     = errors.New("end of file")
)

// damage is a unit that cannot be decoded further.
type damage struct {
	err   error
	bytes int // that were decoded before
}

func (d *damage) Error() string { return d.err.Error() }

// stream turns the file into decoded bytes, one unit after the other. buf[r:w] is the window: decoded bytes that have
// been read and not dropped. Bytes of the next unit are only appended after open was called.
type stream struct {
	src    *source
	kind   unitKind
	opened unitKind // kind of the last unit opened
	start  int64    // file offset of the last unit opened
	unitAt int      // index in buf of that unit's first byte; negative once it was dropped
	end    error    // what more returns while no unit is open
	in     io.Reader
	gz     gzip.Reader
	zstd   zstdUnit
	probe  gzip.Reader // scratch of plausibleGzip
	buf    []byte
	r, w   int
}

func newStream(r io.Reader) *stream {
	return &stream{src: newSource(r), end: errUnitEnd, buf: make([]byte, 64<<10)}
}

func (s *stream) reset(r io.Reader) {
	s.src.reset(r)
	s.close()
	s.opened, s.start, s.in = unitNone, 0, nil
	if s.zstd.dict != nil { // of the other file
		s.zstd = zstdUnit{}
	}
	if len(s.buf) > 4<<20 { // one large record should not stay for ever
		s.buf = make([]byte, 64<<10)
	}
}

func (s *stream) window() []byte { return s.buf[s.r:s.w] }

func (s *stream) drop(n int) { s.r += n }

// inner is the offset of the window in the decoded unit.
func (s *stream) inner() int64 { return int64(s.r - s.unitAt) }

// position is the file offset of the window's unit, or of the window itself in plain files, with the inner offset.
func (s *stream) position() (offset, inner int64) {
	if s.opened == unitRaw {
		return s.start + s.inner(), 0
	}
	return s.start, s.inner()
}

// more appends at least one byte to the window. It returns errUnitEnd at the end of the unit and a *damage if the
// unit cannot be decoded. Any other error is a reading error.
func (s *stream) more() error {
	if s.kind == unitNone {
		return s.end
	}
	s.makeRoom()
	for range 100 {
		n, err := s.in.Read(s.buf[s.w:])
		s.w += n
		if n > 0 {
			return nil
		}
		if err != nil {
			return s.ended(err)
		}
	}
	return s.ended(io.ErrNoProgress)
}

// ended closes the unit and returns, now and until the next is opened, why.
func (s *stream) ended(err error) error {
	s.kind = unitNone
	switch {
	case s.src.err != nil:
		s.end = s.src.err
	case err == io.EOF:
		s.end = errUnitEnd
	default:
		s.end = &damage{err, s.w - s.unitAt}
	}
	return s.end
}

// close forgets the unit and what was read of it.
func (s *stream) close() {
	s.kind, s.end, s.r, s.w, s.unitAt = unitNone, errUnitEnd, 0, 0, 0
}

// makeRoom moves the window to the front of the buffer, or doubles the buffer when the window fills most of it.
func (s *stream) makeRoom() {
	if s.w < len(s.buf) {
		return
	}
	to := s.buf
	if s.r < len(s.buf)/2 {
		to = make([]byte, 2*len(s.buf))
	}
	n := copy(to, s.buf[s.r:s.w])
	s.unitAt -= s.r
	s.buf, s.r, s.w = to, 0, n
}

// open starts the next unit at the position of the source. It returns io.EOF at the end of the file and a *damage if
// the unit has no valid header.
func (s *stream) open() error {
	for {
		if s.r == s.w {
			s.unitAt -= s.r
			s.r, s.w = 0, 0
		}
		magic, err := s.src.br.Peek(4)
		if len(magic) == 0 {
			return s.endOfFile(err)
		}
		s.start, s.unitAt = s.src.offset(), s.w
		switch {
		case isGzip(magic):
			return s.openGzip()
		case isZstd(magic):
			return s.openZstd()
		case isSkippable(magic):
			if err := s.zstd.skip(s.src, s.start == 0); err != nil {
				s.opened = unitZstd
				return s.ended(err)
			}
		default:
			s.in, s.kind, s.opened = s.src.br, unitRaw, unitRaw
			return nil
		}
	}
}

func (s *stream) endOfFile(err error) error {
	if s.src.err != nil {
		return s.src.err
	}
	return err
}

func (s *stream) openGzip() error {
	s.opened = unitGzip
	if err := s.gz.Reset(s.src.br); err != nil {
		return s.ended(noEOF(err))
	}
	s.gz.Multistream(false)
	s.in, s.kind = &s.gz, unitGzip
	return nil
}

func (s *stream) openZstd() error {
	s.opened = unitZstd
	in, err := s.zstd.open(s.src)
	if err != nil {
		return s.ended(err)
	}
	s.in, s.kind = in, unitZstd
	return nil
}

// reopen leaves a plain unit at the window's first byte, where a compressed unit begins, and opens that.
func (s *stream) reopen() error {
	at := s.start + s.inner()
	if !s.src.seekTo(at) {
		return s.ended(errors.New("compressed data after plain text, out of reach"))
	}
	s.close()
	return s.open()
}

// rewind goes back to a place of the current unit that was dropped from the window; false if that is out of reach.
func (s *stream) rewind(start, inner int64) bool {
	if start == s.start && inner >= int64(-s.unitAt) && inner <= int64(s.w-s.unitAt) {
		s.r = s.unitAt + int(inner)
		return true
	}
	to := start
	if s.opened == unitRaw {
		to += inner
	}
	if !s.src.seekTo(to) {
		return false
	}
	s.close()
	if s.open() != nil {
		return false
	}
	if s.opened == unitRaw {
		return true
	}
	for inner > 0 {
		if s.more() != nil {
			return false
		}
		n := min(inner, int64(s.w-s.r))
		s.drop(int(n))
		inner -= n
	}
	return true
}

func isGzip(b []byte) bool { return len(b) >= 2 && b[0] == 0x1f && b[1] == 0x8b }

func isZstd(b []byte) bool { return bytes.HasPrefix(b, []byte("\x28\xb5\x2f\xfd")) }

// BeginsZstd reports whether a zstd frame begins here. It may be a frame without text, such as the dictionary of a
// .warc.zst.
func BeginsZstd(b []byte) bool { return isZstd(b) || isSkippable(b) }

func isSkippable(b []byte) bool {
	return len(b) >= 4 && b[0]&0xf0 == 0x50 && b[1] == 0x2a && b[2] == 0x4d && b[3] == 0x18
}
