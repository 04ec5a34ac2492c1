package warc

import (
	"bytes"
	"errors"
	"io"
)

const (
	// DefaultMaxBody is how many bytes of a block are kept unless Options say otherwise.
	DefaultMaxBody = 16 << 20
	// HeadBytes is how much of a block Options.Want sees, and how much of an unwanted one is kept.
	HeadBytes = 8 << 10

	retainBytes = 1 << 20
	retainPipe  = 16 << 20 // where no Seek can help
)

// Options of a Reader; the zero value is the default.
type Options struct {
	// MaxBody is how many bytes of a block are kept at most; DefaultMaxBody if 0. The rest is read and dropped, and
	// Record.Truncated set.
	MaxBody int64
	// Want, if not nil, is called with a record's header and the first HeadBytes of its block, also for records
	// that later prove bad. If it returns false, the block is skipped: the record has only those HeadBytes and is
	// Truncated.
	Want func(rec *Record, head []byte) bool
	// Partial returns incomplete records with the part that exists and with Record.Flaw set: the file ends in the
	// block, or the block is shorter or longer than its Content-Length. Without Partial they are a *BadRecord.
	Partial bool
}

// A Reader reads the records of one archive file, in order. It is not safe for concurrent use.
//
// Memory: 2 MiB, and up to four times the largest block kept, at most 4·(MaxBody + 1 MiB). For input that cannot
// seek and a MaxBody below 16 MiB: at most 68 MiB.
type Reader struct {
	s      *stream
	opts   Options
	rec    Record
	used   int   // bytes of the window that belong to the record handed out
	retain int64 // largest unwanted block that stays in memory, so that a wrong length can be corrected
	arc    bool
	warc   bool
	any    bool // a record or an error was returned

	kept    bool     // the start of the block was copied to rec.own, and the window continues after it
	salvage *salvage // what collects the bytes that are passed over; nil if they are dropped
	lost    int64    // see Lost
}

// Lost returns the number of bytes passed so far that belong to no returned record, in places where a record
// should be. Inside compressed pieces it is an estimate, by the ratio of the piece.
func (r *Reader) Lost() int64 { return r.lost }

// NewReader returns a Reader of the archive in r, from r's present position, from which offsets count. It reads
// pieces of 64 KiB and needs no buffering. If r can seek, any wrong length can be corrected. Otherwise a length
// that points more than 16 MiB too far loses the bytes between.
func NewReader(r io.Reader, opts Options) *Reader {
	if opts.MaxBody <= 0 {
		opts.MaxBody = DefaultMaxBody
	}
	rd := &Reader{s: newStream(r), opts: opts, retain: retainBytes}
	if rd.s.src.seeker == nil {
		rd.retain = retainPipe
	}
	return rd
}

// Reset makes r read another archive, or another place of the same one, from its present position. The result is
// that of a new Reader with the same options, but r keeps its memory.
func (r *Reader) Reset(in io.Reader) {
	r.s.reset(in)
	r.used, r.arc, r.warc, r.any, r.lost = 0, false, false, false, 0
	r.retain = retainBytes
	if r.s.src.seeker == nil {
		r.retain = retainPipe
	}
}

// Next returns the next record, which is valid until the next call. Errors:
//
//   - io.EOF at the end of the file;
//   - a *BadRecord (errors.Is ErrBadRecord) for damage: the next call of Next continues after it. Next returns a
//     record only if its whole block was read, it ends where its length says, and the checksum of its gzip member
//     (if it ends there) is right. A file without any record gives one BadRecord;
//   - any other error comes from the underlying reader; every later call returns it again.
func (r *Reader) Next() (*Record, error) {
	r.s.drop(r.used)
	r.used = 0
	err := r.next()
	if err == nil {
		r.any = true
		return &r.rec, nil
	}
	var bad *BadRecord
	switch {
	case errors.As(err, &bad):
		r.any = true
	case err == io.EOF && !r.any:
		r.any = true
		return nil, &BadRecord{Found: "the end of the file", Expected: "a WARC or ARC record"}
	}
	return nil, err
}

func (r *Reader) next() error {
	if err := r.findUnit(); err != nil {
		return err
	}
	rec := &r.rec
	*rec = Record{Header: rec.Header[:0], raw: rec.raw[:0], own: rec.own[:0]}
	r.kept = false
	rec.Offset, rec.Inner = r.s.position()
	size, err := r.header()
	if err != nil {
		return r.failed(err, 0)
	}
	rec.plain, rec.headSize = r.s.opened == unitRaw, size
	return r.block(size)
}

// findUnit brings the start of the next record into the window. It skips empty lines, opens the next member, and
// detects where a plain file turns into a compressed one.
func (r *Reader) findUnit() error {
	for {
		w := r.s.window()
		n := countNewlines(w)
		if !r.any {
			n = countLead(w)
		}
		r.s.drop(n)
		if n < len(w) && !(!r.any && len(w)-n < len(byteOrderMark) && bytes.HasPrefix([]byte(byteOrderMark), w[n:])) {
			break
		}
		err := r.s.more()
		if err == errUnitEnd {
			err = r.s.open()
		}
		if err != nil {
			return r.unitError(err)
		}
	}
	if r.s.opened != unitRaw {
		return nil
	}
	for len(r.s.window()) < 4 {
		if err := r.s.more(); err != nil {
			break
		}
	}
	if r.compressed() {
		if err := r.s.reopen(); err != nil {
			return r.unitError(err)
		}
		return r.findUnit()
	}
	return nil
}

// compressed reports whether a compressed unit begins at the window's first byte.
func (r *Reader) compressed() bool {
	w := r.s.window()
	if !isGzip(w) {
		return BeginsZstd(w)
	}
	for len(r.s.window()) < lookahead && r.s.more() == nil {
	}
	return r.plausibleGzip(r.s.window())
}

// byteOrderMark is the mark that some editors and shells put before UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// countLead returns how many bytes may stand before the first record of a file: blanks, empty lines, byte order marks.
func countLead(w []byte) int {
	n := 0
	for n < len(w) {
		switch {
		case w[n] == '\n' || w[n] == '\r' || w[n] == ' ' || w[n] == '\t':
			n++
		case bytes.HasPrefix(w[n:], []byte(byteOrderMark)):
			n += len(byteOrderMark)
		default:
			return n
		}
	}
	return n
}

func countNewlines(w []byte) int {
	for i, c := range w {
		if c != '\n' && c != '\r' {
			return i
		}
	}
	return len(w)
}

// unitError handles an error between two records.
func (r *Reader) unitError(err error) error {
	if _, ok := errors.AsType[*damage](err); !ok {
		return err
	}
	r.rec.Offset, r.rec.Inner = r.s.position()
	return r.failed(err, 0)
}

// extend makes the window longer, across the end of a member if what follows is no record of its own.
func (r *Reader) extend() error {
	err := r.s.more()
	if err != errUnitEnd {
		return err
	}
	was := r.s.opened
	for {
		switch err := r.s.open(); {
		case err == io.EOF:
			return errCut
		case err != nil:
			return err
		case r.s.opened != was || was == unitRaw:
			return errNextRecord
		}
		r.lookAhead(r.s.unitAt - r.s.r)
		if begins := r.s.buf[r.s.unitAt:r.s.w]; r.startsRecord(begins) {
			return errNextRecord
		} else if len(begins) > 0 {
			r.rec.Defects |= DefectSplit
			return nil
		}
	}
}

// lookAhead brings a line, or what there is of it in the unit, to place at of the window.
func (r *Reader) lookAhead(at int) {
	for {
		w := r.s.window()[at:]
		if len(w) > maxLine || bytes.IndexByte(w[min(countNewlines(w), len(w)):], '\n') >= 0 {
			return
		}
		if n := countNewlines(w); len(w)-n >= 16 && !r.mayBeARC(w[n:]) {
			return
		}
		if r.s.more() != nil {
			return
		}
	}
}

// mayBeARC reports whether an ARC header line may begin here: the file is not WARC, and the line has a scheme.
func (r *Reader) mayBeARC(b []byte) bool {
	return !r.warc && hasScheme(b)
}

// startsRecord reports whether b begins with a record, after any empty lines.
func (r *Reader) startsRecord(b []byte) bool {
	b = b[countNewlines(b):]
	if bytes.HasPrefix(b, []byte("WARC/")) || bytes.HasPrefix(b, []byte("filedesc:")) {
		return true
	}
	if !r.mayBeARC(b) {
		return false
	}
	line, _, _ := bytes.Cut(b[:min(len(b), maxLine)], []byte{'\n'})
	a, _ := parseARCLine(line)
	return a.strict
}
