package warc

import (
	"bytes"
	"errors"
	"fmt"
)

// errNextRecord says that a member ended and the next begins with a record, although the present one is incomplete.
var errNextRecord = errors.New("another record begins")

// A finding is a record that is wrong in its contents: what BadRecord will say.
type finding struct{ found, expected string }

func (f *finding) Error() string { return f.found }

// header parses the header at the beginning of the window into r.rec and returns its size.
func (r *Reader) header() (int, error) {
	end, err := r.line(0)
	if w := r.s.window(); err == errCut && !bytes.HasPrefix(w, []byte("WARC/")) && !r.beginsToStart(w) {
		end, err = len(w), nil
	}
	if err != nil {
		return 0, err
	}
	line := r.s.window()[:end]
	version, ok := parseVersion(line)
	if !ok {
		return r.arcHeader(line)
	}
	size, err := r.headerEnd(end)
	if err != nil {
		return 0, err
	}
	rec := &r.rec
	rec.raw = append(rec.raw, r.s.window()[end:size]...)
	var odd int
	rec.Header, odd = appendFields(rec.Header, rec.raw)
	if odd > 0 {
		rec.Defects |= DefectHeader
	}
	rec.Version, rec.Type = version, knownType(rec.Header.Bytes("WARC-Type"))
	if rec.Length, err = contentLength(rec.Header); err != nil {
		return 0, &finding{err.Error(), "a Content-Length in bytes"}
	}
	if rec.Type == "" {
		return 0, &finding{"no WARC-Type", "a type such as response"}
	}
	if what := overwritten(rec.Header); what != "" {
		return 0, &finding{what, "fields of text, and an identifier such as <urn:uuid:…>"}
	}
	r.warc = true
	return size, nil
}

// beginsToStart reports whether the last bytes of a file may be the start of a record of the same kind as the
// records before.
func (r *Reader) beginsToStart(w []byte) bool {
	for _, start := range []string{"WARC/", "\x1f\x8b", "\x28\xb5\x2f\xfd"} {
		if r.any && bytes.HasPrefix([]byte(start), w) {
			return true
		}
	}
	_, whole := parseARCLine(w)
	return r.arc && !whole && len(w) < lookahead && hasScheme(w) && bytes.IndexByte(w, 0) < 0
}

func (r *Reader) arcHeader(line []byte) (int, error) {
	size := len(line)
	r.rec.raw = append(r.rec.raw, line...)
	a, ok := parseARCLine(r.rec.raw)
	if !ok && a.strict {
		return 0, &finding{"the length " + excerpt(bytes.TrimSpace(line[bytes.LastIndexByte(line, ' ')+1:])), "a number of bytes"}
	}
	if !ok {
		expected := "WARC/ and a version, or an ARC header line"
		if r.warc {
			expected = "WARC/ and a version"
		} else if r.arc {
			expected = "an ARC header line"
		}
		return 0, &finding{excerpt(line), expected}
	}
	r.arc = true
	a.fill(&r.rec)
	return size, nil
}

// line returns where the line ends that begins at a place of the window: after its newline, or at the end of the
// unit's bytes.
func (r *Reader) line(at int) (int, error) {
	from := at
	for {
		w := r.s.window()
		if i := bytes.IndexByte(w[from:], '\n'); i >= 0 {
			return from + i + 1, nil
		}
		if len(w)-at > maxLine {
			return 0, &finding{fmt.Sprintf("a line of more than %d bytes: %s", maxLine, excerpt(w[at:])), "a header"}
		}
		from = len(w)
		if err := r.extend(); err != nil {
			return 0, err
		}
	}
}

// headerEnd returns where the header ends, after its empty line. at is the place of its second line in the window.
func (r *Reader) headerEnd(at int) (int, error) {
	from := at
	for {
		w := r.s.window()
		i := bytes.IndexByte(w[from:], '\n')
		switch {
		case i >= 0 && len(bytes.TrimRight(w[at:from+i], "\r")) == 0:
			return from + i + 1, nil
		case i >= 0:
			at = from + i + 1
			from = at
			continue
		case len(w) > maxHeader:
			return 0, &finding{fmt.Sprintf("a header of more than %d bytes", maxHeader), "an empty line"}
		}
		from = len(w)
		if err := r.extend(); err != nil {
			return 0, err
		}
	}
}

// block reads the block after a header of the given size, and the separator before the next record.
func (r *Reader) block(size int) error {
	rec := &r.rec
	start, from := r.s.start, r.s.inner()+int64(size)
	keep := min(rec.Length, r.opts.MaxBody)
	if r.opts.Want != nil {
		head := min(rec.Length, HeadBytes)
		if err := r.need(size + int(head)); err != nil {
			return r.brokenBlock(err, start, from, keep)
		}
		if !r.opts.Want(rec, r.s.window()[size:size+int(head)]) {
			keep = head
		}
	}
	if keep < rec.Length {
		rec.Truncated = true
	}
	end, err := r.read(size, keep)
	if err == nil {
		end, err = r.trailer(end)
	}
	if err != nil {
		return r.brokenBlock(err, start, from, keep)
	}
	r.keepBody(size, int(keep), end)
	return nil
}

// keepBody makes the kept bytes the record's body. They are in the window after the header, unless they were
// copied.
func (r *Reader) keepBody(size, keep, end int) {
	r.used = end
	if r.rec.own != nil && len(r.rec.own) == keep && keep > 0 {
		r.rec.Body = r.rec.own
		return
	}
	r.rec.Body = r.s.window()[size : size+keep]
}

// need makes the window at least n bytes long.
func (r *Reader) need(n int) error {
	for len(r.s.window()) < n {
		if err := r.extend(); err != nil {
			return err
		}
	}
	return nil
}

// read brings the block into the window and returns where it ends there. A block that is too large, or of which
// little is kept, is dropped on the way; its kept start is copied to the record first. The first r.retain bytes
// are never dropped: if the file is shorter than the length says, the reader scans them again.
func (r *Reader) read(size int, keep int64) (int, error) {
	rec, retain := &r.rec, max(keep, r.retain)
	if rec.Length <= retain {
		end := size + int(rec.Length)
		return end, r.need(end)
	}
	if at, _ := r.s.position(); r.s.opened == unitRaw && r.s.src.beyond(at+int64(size)+rec.Length) {
		return 0, errCut
	}
	if err := r.need(size + int(retain)); err != nil {
		return 0, err
	}
	rec.own, r.kept = append(rec.own[:0], r.s.window()[size:size+int(keep)]...), true
	r.s.drop(size + int(keep))
	for left := rec.Length - keep; left > 0; {
		if len(r.s.window()) == 0 {
			if err := r.extend(); err != nil {
				return 0, err
			}
		}
		n := min(left, int64(len(r.s.window())))
		r.s.drop(int(n))
		left -= n
	}
	return 0, nil
}

// trailer skips the line ends after a block that ends at a place of the window, and returns where they end. It
// fails if the next bytes show that the length of the record was wrong.
func (r *Reader) trailer(at int) (int, error) {
	const most = 4096
	end, newlines := at, 0
	for end-at < most {
		if end == len(r.s.window()) {
			err := r.s.more()
			if err == errUnitEnd {
				r.ended(newlines)
				return end, nil
			}
			if err != nil {
				return 0, err
			}
		}
		c := r.s.window()[end]
		if c == '\n' {
			newlines++
		} else if c != '\r' {
			break
		}
		end++
	}
	proof := newlines >= 2 && r.rec.Version != versionARC // in ARC it is one, which any line of text has
	if !proof && !r.followed(end) {
		rest := excerpt(r.s.window()[end:])
		return 0, &finding{fmt.Sprintf("%s after the %d bytes of the block", rest, r.rec.Length), "the next record"}
	}
	if err := r.verify(end); err != nil {
		return 0, err
	}
	r.noteTrailer(newlines)
	if r.s.opened == unitRaw {
		at, _ := r.s.position()
		r.rec.Size = at + int64(end) - r.rec.Offset
	}
	return end, nil
}

// verify reads the rest of a compressed unit if no record follows at a place of the window. The bytes there may be
// the first sign of damage to the record before. The checksum at the end of the unit shows whether they are.
func (r *Reader) verify(at int) error {
	if r.s.opened == unitRaw || r.followed(at) {
		return nil
	}
	for len(r.s.window())-at < maxLine {
		if err := r.s.more(); err == errUnitEnd {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// ended notes the size of a record that ends its unit.
func (r *Reader) ended(newlines int) {
	r.noteTrailer(newlines)
	if r.rec.Inner == 0 {
		r.rec.Size = r.s.src.offset() - r.rec.Offset
	}
}

// noteTrailer marks a record that ends with fewer line ends than its format requires.
func (r *Reader) noteTrailer(newlines int) {
	if newlines < 1 || newlines < 2 && r.rec.Version != versionARC {
		r.rec.Defects |= DefectTrailer
	}
}

// followed reports whether a record, plain or compressed, begins at a place of the window.
func (r *Reader) followed(at int) bool {
	r.lookAhead(at)
	w := r.s.window()[at:]
	return r.startsRecord(w) || isGzip(w) || isZstd(w)
}
