package warc

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// A Content-Length may be a little too short: some writers in JavaScript counted characters instead of bytes,
// others counted a line end once instead of twice. If the text has as many characters as the length says, the
// block extends to the next record. Otherwise it may extend by a quarter of the length, or by slackBytes if that
// is more.
const (
	charBytes  = 3   // that a UTF-16 code unit takes in UTF-8 at most
	slackBytes = 256 // beyond the length, whatever it is
	sector     = 512 // zeros: a hole in the file, which ends a block that is not whole
)

// A salvage collects the bytes that scan passes over.
type salvage struct {
	block []byte
	most  int64 // bytes that are collected
}

// pass drops bytes of the window, or hands them to the salvage.
func (r *Reader) pass(n int) {
	if v := r.salvage; v != nil {
		take := min(int64(n), v.most-int64(len(v.block)))
		v.block = append(v.block, r.s.window()[:take]...)
	}
	r.s.drop(n)
}

// brokenBlock ends a record whose block contradicts its header. It returns the part of the block that exists, at
// most keep bytes of its length, or a *BadRecord. start and inner are the places of the block and of the unit. The
// decoded bytes of a damaged unit are not returned, because bytes before the visible damage may be wrong too.
// Those of a cut unit are.
func (r *Reader) brokenBlock(err error, start, inner, keep int64) error {
	bad := r.badRecord(err)
	if bad == nil || !r.opts.Partial {
		return r.failedBehind(err, start, inner)
	}
	record := r.storedAt(r.rec.Offset, r.rec.Inner)
	end := int64(-1) // end of the existing part in the file; -1: the place that the reader reaches
	d, damaged := errors.AsType[*damage](err)
	switch {
	case damaged && !errors.Is(d.err, io.ErrUnexpectedEOF), start != r.s.start && r.s.opened != unitRaw && err != errNextRecord:
		return r.failedBehind(err, start, inner)
	case damaged, err == errNextRecord:
		r.takeThere(start, keep, err)
		r.resume(err, start, inner)
	default:
		end = r.takeUpToNext(err, start, inner, keep)
	}
	if len(r.rec.own) == 0 || damaged && !r.atEnd() { // what was decoded may be of the records that follow
		r.lose(bad, record)
		return bad
	}
	if end >= 0 {
		r.lose(bad, end)
	}
	r.used, r.rec.Body, r.rec.Flaw = 0, r.rec.own, bad
	return nil
}

// spoil forgets what was collected: the unit that it was decoded from is damaged.
func (v *salvage) spoil() {
	if v != nil {
		v.block, v.most = v.block[:0], 0
	}
}

// atEnd reports whether nothing is left to read.
func (r *Reader) atEnd() bool {
	s := r.s.src
	return len(r.s.window()) == 0 && r.s.kind == unitNone && s.eof && s.offset() == s.base+int64(len(s.hist))
}

// takeThere makes what was read of a block the record's own bytes.
func (r *Reader) takeThere(start, keep int64, err error) {
	if r.kept || start != r.s.start && err != errNextRecord {
		return
	}
	w := r.s.window()
	if err == errNextRecord {
		w = w[:r.s.unitAt-r.s.r]
	}
	at := min(r.rec.headSize, len(w))
	w = w[at:]
	r.rec.own = append(r.rec.own[:0], cutTrailer(w[:min(int64(len(w)), keep)], r.rec.Version)...)
}

// takeUpToNext gives the record the bytes of its block up to the next record, and returns where they end in the
// file.
func (r *Reader) takeUpToNext(err error, start, inner, keep int64) int64 {
	length := r.rec.Length
	most := min(r.opts.MaxBody, charBytes*min(length, 1<<60)+slackBytes)
	if keep < length && keep < r.opts.MaxBody { // the caller needs no more
		most = keep
	}
	r.salvage = &salvage{block: r.rec.own[:0], most: most + sector}
	r.resume(err, start, inner)
	block := r.salvage.block
	r.salvage = nil
	whole := cutTrailer(block, r.rec.Version)
	if hole := bytes.Index(whole, make([]byte, sector)); hole >= 0 {
		whole = whole[:hole]
	}
	if int64(len(whole)) > length && !countsChars(whole, length) {
		whole = whole[:min(int64(len(whole)), length+max(slackBytes, length/4))]
	}
	trailer := 0
	if len(whole) < len(block) && len(cutTrailer(block, r.rec.Version)) == len(whole) {
		trailer = len(block) - len(whole)
	}
	if int64(len(whole)) > most {
		whole, r.rec.Truncated = whole[:most], true
	}
	r.rec.own = whole
	return r.storedAt(start, inner+int64(len(whole)+trailer))
}

// countsChars reports whether a text has length characters, counted as UTF-16 code units or as code points.
func countsChars(text []byte, length int64) bool {
	if !utf8.Valid(text) {
		return false
	}
	points, units := int64(0), int64(0)
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRune(text[i:])
		i += n
		points++
		units++
		if n == 4 {
			units++
		}
	}
	return points == length || units == length
}

// cutTrailer cuts the line ends off that stand between a block and the next record: two, in ARC one.
func cutTrailer(b []byte, version string) []byte {
	times := 2
	if version == versionARC {
		times = 1
	}
	for range times {
		if n := len(b); n > 0 && b[n-1] == '\n' {
			b = bytes.TrimSuffix(b[:n-1], []byte{'\r'})
		}
	}
	return b
}
