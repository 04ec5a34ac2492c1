package warc

import (
	"bufio"
	"encoding/binary"
	"io"
)

const (
	historyBytes = 512 << 10 // bytes before the reading position that can be read a second time
	readBytes    = 64 << 10  // bytes asked of the underlying reader at once
)

// source is the file as stored, with a memory. A damaged member is noticed only after bytes beyond its end have
// been consumed, so source keeps the last historyBytes for a second scan. Only seekable input can go farther back.
//
// Decoders read through br, a *bufio.Reader, because the inflater has a fast path for that type.
type source struct {
	r      io.Reader
	seeker io.Seeker // nil if r cannot seek
	origin int64     // the seeker's position that is our offset 0
	br     *bufio.Reader
	hist   []byte
	pos    int   // index in hist of the next byte to hand out
	base   int64 // offset of hist[0]
	eof    bool
	err    error // fatal error of r
	reread int64 // bytes gone back by seeking
	size   int64 // size of a seekable file, once it was needed
}

func newSource(r io.Reader) *source {
	s := new(source)
	s.br = bufio.NewReaderSize(s, 32<<10)
	s.reset(r)
	return s
}

// reset makes s begin with another file; it keeps its memory.
func (s *source) reset(r io.Reader) {
	hist := s.hist[:0]
	if hist == nil {
		hist = make([]byte, 0, 2*historyBytes)
	}
	*s = source{r: r, hist: hist, br: s.br}
	if sk, ok := r.(io.Seeker); ok {
		if at, err := sk.Seek(0, io.SeekCurrent); err == nil {
			s.seeker, s.origin = sk, at
		}
	}
	s.br.Reset(s)
}

// Read hands out bytes of the history first, then new ones.
func (s *source) Read(p []byte) (int, error) {
	if s.pos == len(s.hist) {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, s.hist[s.pos:])
	s.pos += n
	return n, nil
}

// fill appends at least one byte to the history, or returns io.EOF or the fatal error.
func (s *source) fill() error {
	if s.err != nil {
		return s.err
	}
	if s.eof {
		return io.EOF
	}
	if cap(s.hist)-len(s.hist) < readBytes {
		s.forget()
	}
	for range 100 {
		n, err := s.r.Read(s.hist[len(s.hist) : len(s.hist)+readBytes])
		s.hist = s.hist[:len(s.hist)+n]
		if err == io.EOF {
			s.eof = true
		} else if err != nil {
			s.err = err
		}
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	s.err = io.ErrNoProgress
	return s.err
}

// forget drops the bytes more than historyBytes before the reading position.
func (s *source) forget() {
	drop := max(s.pos-historyBytes, 0)
	if cap(s.hist)-len(s.hist)+drop < readBytes { // a long look ahead
		drop = s.pos
	}
	n := copy(s.hist, s.hist[drop:])
	s.hist = s.hist[:n]
	s.pos -= drop
	s.base += int64(drop)
}

// offset is the file offset of the next byte that br hands out.
func (s *source) offset() int64 {
	return s.base + int64(s.pos) - int64(s.br.Buffered())
}

// seekTo makes br continue at a file offset. It returns false, without moving, if the offset lies outside the
// history and the input cannot seek. It also does if too much has been read twice already, so that hostile input
// costs no quadratic time.
func (s *source) seekTo(off int64) bool {
	if off >= s.base && off <= s.base+int64(len(s.hist)) {
		s.pos = int(off - s.base)
		s.br.Reset(s)
		return true
	}
	end := s.base + int64(len(s.hist))
	if s.seeker == nil || s.err != nil || off < 0 || off > end || s.reread+end-off > 4*end+(64<<20) {
		return false
	}
	if _, err := s.seeker.Seek(s.origin+off, io.SeekStart); err != nil {
		s.err = err
		return false
	}
	s.reread += end - off
	s.hist, s.pos, s.base, s.eof = s.hist[:0], 0, off, false
	s.br.Reset(s)
	return true
}

// beyond reports whether an offset is known to lie after the end of the file. Only seekable inputs know their end.
func (s *source) beyond(off int64) bool {
	if s.seeker == nil || s.err != nil {
		return false
	}
	if s.size == 0 {
		end, err := s.seeker.Seek(0, io.SeekEnd)
		if _, back := s.seeker.Seek(s.origin+s.base+int64(len(s.hist)), io.SeekStart); back != nil {
			s.err = back
			return false
		}
		if err != nil {
			return false
		}
		s.size = end - s.origin
	}
	return off > s.size
}

// sizeBehind returns the last four bytes before the reading position, where a gzip member holds its size modulo
// 2³²; 0 if they are no longer in memory. A damaged member may have swallowed other members, because Huffman codes
// resynchronise.
func (s *source) sizeBehind() uint32 {
	if s.pos < 4 {
		return 0
	}
	return binary.LittleEndian.Uint32(s.hist[s.pos-4:])
}

// ahead returns at least n bytes from the reading position on, fewer only at the end of the file. The position must
// have been set by seekTo, with nothing read since. The slice is valid until the next call of any method.
func (s *source) ahead(n int) []byte {
	for len(s.hist)-s.pos < n && s.fill() == nil {
	}
	return s.hist[s.pos:]
}
