package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weft/crawl"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// A Check says which parts of a journal to check, and receives the findings.
type Check struct {
	// Closed says that the journal was closed, so that nothing of it may be torn.
	Closed bool
	// Header, if not nil, receives the header of the log, and Event each event. An error of Header is damage; an
	// error of Event ends the check.
	Header func(header []byte) error
	Event  func(e *crawl.Event) error
	// Damage receives each fault with its place: a file of the folder, and an offset in it.
	Damage func(file string, offset int64, what string)
	// Loose receives the number of bytes after the last mark, which Open cuts off.
	Loose func(file string, bytes int64)
}

// Checked counts the parts that were checked.
type Checked struct {
	Files  []string
	Events int64
	Bytes  int64 // of the log
	Marks  int
	Until  int64 // where the last mark is in the log
	// Uncovered lists the parts of these files without a checksum.
	Uncovered []string
}

// Verify reads a journal, which may be in use: every mark; every record of the log, its checksum, its content, and
// its agreement with the marks; the checkpoint and its parts. It writes nothing. seen counts as it proceeds.
// Verify returns the place of the last mark, and false if there is none.
func Verify(dir string, c Check, seen *Checked) (Place, bool, error) {
	v := &verifier{Check: c, dir: dir, seen: seen}
	if err := v.readMarks(); err != nil {
		return Place{}, false, err
	}
	if err := v.readCheckpoint(); err != nil {
		return Place{}, false, err
	}
	if err := v.readLog(); err != nil {
		return Place{}, false, err
	}
	if err := v.readDurable(); err != nil || len(v.marks) == 0 {
		return Place{}, false, err
	}
	last := v.marks[len(v.marks)-1]
	seen.Until = last.log.Offset
	return Place{Names: int(last.names), End: last.end}, true, nil
}

// A verifier is a check under way.
type verifier struct {
	Check
	dir   string
	seen  *Checked
	marks []placedMark
	point *Checkpoint // nil if there is none, or none that makes sense
}

// A placedMark is a mark and where it stands in its file.
type placedMark struct {
	mark
	at int64
}

// read returns a file of the folder, and whether it is there.
func (v *verifier) read(name string) (data []byte, there bool, err error) {
	data, err = disk.ReadRegular(filepath.Join(v.dir, name), mostMarks)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	if err == nil {
		v.seen.Files = append(v.seen.Files, name)
	}
	return data, err == nil, err
}

// torn reports incomplete bytes at the end of a file.
func (v *verifier) torn(file string, at, bytes int64) {
	switch {
	case bytes == 0:
	case v.Closed:
		v.Damage(file, at, fmt.Sprintf("%s incomplete, although the crawl ended in order", digits.Plural(bytes, "byte")+" that "+digits.Verb(bytes, "is", "are")))
	case v.Loose != nil:
		v.Loose(file, bytes)
	}
}

func (v *verifier) readMarks() error {
	data, there, err := v.read(marksFile)
	if err != nil {
		return err
	}
	if !there {
		v.Damage(marksFile, 0, "it is missing")
		return nil
	}
	for at := int64(0); at < int64(len(data)); at += markSize {
		rest := data[at:]
		m, ok := parseMark(rest)
		if !ok {
			if len(rest) >= markSize && (len(rest) >= 2*markSize || at == 0) {
				v.Damage(marksFile, at, "a mark with a wrong checksum")
				continue
			}
			v.torn(marksFile, at, int64(len(rest)))
			break
		}
		if n := len(v.marks); n > 0 && m.before(v.marks[n-1].mark) {
			v.Damage(marksFile, at, "a mark that is before the previous mark")
			continue
		}
		v.marks = append(v.marks, placedMark{m, at})
	}
	v.seen.Marks = len(v.marks)
	if len(v.marks) == 0 {
		v.Damage(marksFile, 0, "no complete mark")
	}
	return nil
}

// before reports whether a mark says less than another.
func (m mark) before(o mark) bool {
	return m.log.Offset < o.log.Offset || m.names < o.names || m.end.File < o.end.File || m.end.File == o.end.File && m.end.Offset < o.end.Offset
}

// readDurable checks the mark that was synced last, which the marks must reach.
func (v *verifier) readDurable() error {
	data, there, err := v.read(durableFile)
	if err != nil || !there {
		return err
	}
	m, ok := parseMark(data)
	if !ok {
		v.Damage(durableFile, 0, "a mark with a wrong checksum")
		return nil
	}
	if _, ok := parseDurable(data); !ok {
		v.Damage(durableFile, markSize, fmt.Sprintf("%q does not name a run of a system", data[markSize:]))
	} else if len(data) == markSize+bootSize {
		v.seen.Uncovered = append(v.seen.Uncovered, durableFile+": the run of the system that wrote it (the crawl is of an earlier version)")
	}
	n := len(v.marks)
	switch {
	case n == 0:
	case v.marks[n-1].before(m):
		v.Damage(marksFile, v.marks[n-1].at, "the last mark is before the synced mark")
	case v.Closed && v.marks[n-1].mark != m:
		v.Damage(durableFile, 0, "it is not the last mark, although the crawl ended in order")
	}
	return nil
}

// readLog checks the log against checksums, marks and checkpoint.
func (v *verifier) readLog() error {
	file, err := os.Open(filepath.Join(v.dir, EventsFile))
	if errors.Is(err, os.ErrNotExist) {
		v.Damage(EventsFile, 0, "it is missing")
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	v.seen.Files = append(v.seen.Files, EventsFile)
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	in, err := eventlog.NewReader(io.NewSectionReader(file, 0, size))
	if errors.Is(err, ErrCorrupt) {
		v.Damage(EventsFile, 0, err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	if v.Header != nil {
		if err := v.Header(in.Header()); err != nil {
			v.Damage(EventsFile, 0, "its header makes no sense: "+err.Error())
		}
	}
	return v.walk(in, size)
}

// walk reads the records of the log. The data before the last mark must be there. Later picks stay, and other
// records are cut.
func (v *verifier) walk(in *eventlog.Reader, size int64) error {
	until, at := size, in.Position()
	if n := len(v.marks); n > 0 {
		until = v.marks[n-1].log.Offset
	}
	w := walker{verifier: v, marks: v.marks}
	w.place(at)
	for in.Next() {
		if at.Offset >= until && in.Kind() != picked {
			break
		}
		e, err := w.dec.decode(in.Kind(), in.Payload())
		if err != nil {
			v.Damage(EventsFile, at.Offset, err.Error())
			return nil
		}
		at = in.Position()
		v.seen.Events++
		v.seen.Bytes = at.Offset
		w.learnt = e.Learnt
		w.place(at)
		if v.Event != nil {
			if err := v.Event(e); err != nil {
				return err
			}
		}
	}
	err := in.Err()
	switch {
	case err != nil && !errors.Is(err, ErrCorrupt):
		return err
	case err != nil && at.Offset < until:
		v.Damage(EventsFile, at.Offset, err.Error())
	case at.Offset < until:
		v.Damage(EventsFile, at.Offset, fmt.Sprintf("the log ends here, and had %d bytes", until))
	default:
		v.torn(EventsFile, at.Offset, size-at.Offset)
	}
	w.end(at)
	return nil
}

// A walker holds marks and checkpoint against the log.
type walker struct {
	*verifier
	dec    decoder
	marks  []placedMark
	met    bool // a mark
	learnt bool // the last record is a reply
}

// place checks a place between two records.
func (w *walker) place(at eventlog.Position) {
	if c := w.point; c != nil && c.Log.Offset == at.Offset {
		if c.Log.Sum != at.Sum || c.Picks != w.dec.picks || c.Known != w.dec.known {
			w.Damage(checkpointFile, 0, "it does not match the log at its place")
		}
		w.point = nil
	}
	switch {
	case len(w.marks) == 0 || at.Offset < w.marks[0].log.Offset && (!w.met || !w.learnt):
	case at.Offset < w.marks[0].log.Offset:
		w.Damage(marksFile, w.marks[0].at, fmt.Sprintf("no mark of the reply that ends at byte %d of the log", at.Offset))
	default:
		if m := w.marks[0]; m.log != at || m.names != w.dec.known {
			w.Damage(marksFile, m.at, "it does not match the log at its place")
		}
		for w.met = true; len(w.marks) > 0 && w.marks[0].log.Offset <= at.Offset; {
			w.marks = w.marks[1:]
		}
	}
}

// end checks the marks that the log has not reached.
func (w *walker) end(at eventlog.Position) {
	if w.point != nil && w.point.Log.Offset < at.Offset {
		w.Damage(checkpointFile, 0, fmt.Sprintf("its place, byte %d of the log, is inside a record", w.point.Log.Offset))
	}
}

// readCheckpoint checks the checkpoint and its parts. A crawl that is running may replace it meanwhile.
func (v *verifier) readCheckpoint() error {
	for try := 1; ; try++ {
		data, there, err := v.read(checkpointFile)
		if err != nil || !there {
			return err
		}
		c, ok := parseCheckpoint(data)
		if again, e := json.Marshal(&c); !ok || e != nil || !bytes.Equal(again, data) {
			v.Damage(checkpointFile, 0, "it makes no sense; without it the crawl is replayed from its start")
			return nil
		}
		v.point = &c
		if len(c.Sums) == 0 {
			v.seen.Uncovered = append(v.seen.Uncovered, c.Dir+": a checkpoint of an earlier version has no checksums")
			return nil
		}
		missing, err := v.parts(&c)
		if err != nil || missing == "" {
			return err
		}
		if v.Closed || try == 5 {
			v.Damage(missing, 0, "it is missing")
			return nil
		}
	}
}

// parts checks the parts of a checkpoint. It returns the first that is missing.
func (v *verifier) parts(c *Checkpoint) (missing string, err error) {
	total := int64(0)
	for _, part := range slices.Sorted(maps.Keys(c.Sums)) {
		name := filepath.Join(c.Dir, part)
		sum, n, err := sumFile(filepath.Join(v.dir, name))
		if errors.Is(err, os.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		v.seen.Files = append(v.seen.Files, name)
		if sum != c.Sums[part] {
			v.Damage(name, 0, fmt.Sprintf("its checksum is %s, the checkpoint says %q", sum, c.Sums[part]))
		}
		total += n
	}
	if total != c.Bytes {
		v.Damage(checkpointFile, 0, fmt.Sprintf("its parts have %d bytes, it says %d", total, c.Bytes))
	}
	return "", nil
}

// sumFile returns the CRC-32C of a file in hexadecimal, and its size.
func sumFile(path string) (string, int64, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	s := summer{to: io.Discard}
	n, err := io.Copy(&s, f)
	return s.String(), n, err
}

func (s *summer) String() string { return fmt.Sprintf("%08x", s.sum) }

// A summer sums up what is written through it.
type summer struct {
	to  io.Writer
	sum uint32
}

func (s *summer) Write(b []byte) (int, error) {
	n, err := s.to.Write(b)
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	return n, err
}
