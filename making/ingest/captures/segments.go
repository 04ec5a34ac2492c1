package captures

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"weft/internal/mem"
	"weft/web/warc"
)

// typeContinuation is the type of the second and each further segment of a record (ISO 28500, section 7).
const typeContinuation = "continuation"

// The notes that count segments.
const (
	segmentNote = "segments of records, joined to their first"
	loneSegment = "segments of records whose first segment is not in the input, left out"
)

// segments joins records that were written in segments, perhaps over several files. The first calls itself number
// 1; the others are continuations that name its identifier. Some writers invent that identifier. So a continuation
// is also joined if it has the next number, and its URI belongs to exactly one open record.
//
// Memory: the blocks of records that wait for more segments, at most a page each. A record may wait
// for ever; its segments then count as incomplete.
type segments struct {
	Open  []*Segmented // in the order of their first segments
	Held  int64        // bytes of their blocks
	limit int64
	total int64 // the budget of the import
	page  int64 // the largest block
}

// A Segmented record waits for its next segment.
type Segmented struct {
	rec    *record
	id     string
	uri    string
	next   int   // the number that comes next
	length int64 // bytes of its segments
}

// segmentNumber returns the number of a segment; 0 for other records.
func segmentNumber(rec *warc.Record) int {
	n, err := strconv.Atoi(rec.Header.Get("WARC-Segment-Number"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// find returns which open record a continuation belongs to, or -1.
func (s *segments) find(rec *warc.Record) int {
	if len(s.Open) == 0 || rec.Type != typeContinuation {
		return -1
	}
	origin := trimID(rec.Header.Get("WARC-Segment-Origin-ID"))
	if i := slices.IndexFunc(s.Open, func(o *Segmented) bool { return o.id == origin }); i >= 0 {
		return i
	}
	n, uri, found := segmentNumber(rec), rec.TargetURI(), -1
	for i, o := range s.Open {
		switch {
		case uri == "" || o.uri != uri:
		case found >= 0:
			return -1
		default:
			found = i
		}
	}
	if found >= 0 && s.Open[found].next != n {
		return -1
	}
	return found
}

func trimID(id string) string {
	if n := len(id); n > 1 && id[0] == '<' && id[n-1] == '>' {
		return id[1 : n-1]
	}
	return id
}

// continues reports whether the record is a segment of a waiting record.
func (s *segments) continues(rec *warc.Record) bool { return s.find(rec) >= 0 }

// join takes a record that was read as c. It returns c, if that is no segment; a joined record, with its last segment; or
// what counts a segment.
func (s *segments) join(rec *warc.Record, c *record) (*record, error) {
	number := segmentNumber(rec)
	if rec.Type == typeContinuation {
		return s.goOn(rec, c, number)
	}
	if number != 1 || c.kind == ignored || rec.Header.Bytes("WARC-Segment-Total-Length") != nil {
		return c, nil
	}
	s.Open = append(s.Open, &Segmented{c, rec.ID(), rec.TargetURI(), 2, rec.Length})
	return nil, s.hold(len(c.block))
}

// hold counts waiting records.
func (s *segments) hold(n int) error {
	if s.Held += int64(n); s.Held > s.limit {
		return &mem.ShortError{What: fmt.Sprintf("%d records whose next segments are awaited", len(s.Open)), Need: s.total + 8*(s.Held-s.limit), Budget: s.total}
	}
	return nil
}

// goOn adds a continuation to its record.
func (s *segments) goOn(rec *warc.Record, c *record, number int) (*record, error) {
	i := s.find(rec)
	c.kind, c.count = ignored, segmentNote
	if i < 0 {
		c.count = loneSegment
		return c, nil
	}
	o := s.Open[i]
	if number != o.next {
		o.rec.flaw(fmt.Sprintf("segment %d of the record is missing before segment %d", o.next, number))
	}
	if rec.Flaw != nil {
		o.rec.flaw(rec.Flaw.Error())
	}
	room := int(max(0, s.page-int64(len(o.rec.block))))
	if !o.rec.flawed || number == o.next {
		if room < len(rec.Body) {
			o.rec.beyond = true
			o.rec.remark = cmp.Or(o.rec.remark, fmt.Sprintf("its segments are read up to %d bytes", s.page))
		}
		o.rec.block = append(o.rec.block, rec.Body[:min(room, len(rec.Body))]...)
	}
	o.next, o.length = number+1, o.length+rec.Length
	o.rec.size = o.length
	total := rec.Header.Get("WARC-Segment-Total-Length")
	if total == "" {
		return c, s.hold(min(room, len(rec.Body)))
	}
	if n, err := strconv.ParseInt(total, 10, 64); err == nil && n != o.length {
		o.rec.flaw(fmt.Sprintf("its segments have %d bytes, and %d by WARC-Segment-Total-Length", o.length, n))
	}
	s.Open = slices.Delete(s.Open, i, i+1)
	s.Held -= int64(len(o.rec.block))
	o.rec.joined = 1 // the segments before the last were counted as they came
	return o.rec, nil
}

// flaw says that the record is not whole.
func (c *record) flaw(why string) { c.remark, c.cut, c.flawed = why, true, true }

// rest returns the records whose last segment did not come.
func (s *segments) rest() (records []*record) {
	for _, o := range s.Open {
		o.rec.flaw(fmt.Sprintf("segment %d of the record is missing", o.next))
		records = append(records, o.rec)
	}
	s.Open, s.Held = nil, 0
	return records
}

// TakeRest puts the records into the graph whose last segment did not come with any input.
func (im *Intake) TakeRest() error {
	records := im.Segments.rest()
	if len(records) == 0 {
		return nil
	}
	return im.Named(func() error {
		b := im.Limits
		r := b.reader()
		for _, c := range records {
			r.read(c)
			if err := im.take(c); err != nil {
				return err
			}
		}
		return nil
	})
}
