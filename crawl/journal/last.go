package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/disk"
)

// An Ending says how the last process ended that wrote a journal, and so what may be torn.
type Ending uint8

const (
	// Killed means: the process ended at once, and the system continued. Whatever the process wrote is there, in the
	// order in which it was written; only the last write may be cut.
	Killed Ending = iota
	// Closed means: the process closed the journal. Nothing is torn.
	Closed
	// Crashed means: the system went down. Only what was synced is sure to be there.
	Crashed
	// Unsure means: the system does not report whether it went down. The crawl resumes from the last mark whose data is
	// complete.
	Unsure
)

// A DamageError says which file of a journal is damaged, and where. It wraps ErrCorrupt.
type DamageError struct {
	File   string
	Offset int64
	What   string
}

func (e *DamageError) Error() string { return fmt.Sprintf("%s, byte %d: %s", e.File, e.Offset, e.What) }

// Unwrap returns ErrCorrupt.
func (e *DamageError) Unwrap() error { return ErrCorrupt }

// storedMarks are the marks of a folder, and where they cannot be read.
type storedMarks struct {
	path  string
	all   []placedMark // whole ones that do not say less than the one before
	bad   *DamageError // the first damage before the end
	size  int64
	torn  int64 // bytes at the end that are less than a mark
	moves int   // number of marks by which the log advanced since the mark before
}

// Bytes that are read of the file of marks, and of a file with one mark or checkpoint. Longer files are damaged. A journal
// writes 2 MiB of marks, and more only until the next sync.
const (
	mostMarks = 16 * maxMarks * markSize
	mostNote  = 1 << 20
)

// readMarks reads the marks of a folder.
func readMarks(dir string) (*storedMarks, error) {
	s := &storedMarks{path: filepath.Join(dir, marksFile)}
	data, err := disk.ReadRegular(s.path, mostMarks)
	if errors.Is(err, os.ErrNotExist) {
		return s, &DamageError{s.path, 0, "the file is missing"}
	}
	if err != nil {
		return s, err
	}
	s.size, s.torn = int64(len(data)), int64(len(data)%markSize)
	for at := int64(0); at+markSize <= s.size; at += markSize {
		m, ok := parseMark(data[at:])
		switch {
		case !ok:
			s.damaged(at, "a mark has a wrong checksum")
		case len(s.all) > 0 && m.before(s.all[len(s.all)-1].mark):
			s.damaged(at, "a mark is before the previous mark")
		default:
			if len(s.all) == 0 || m.log != s.all[len(s.all)-1].log {
				s.moves++
			}
			s.all = append(s.all, placedMark{m, at})
		}
	}
	return s, nil
}

func (s *storedMarks) damaged(at int64, what string) {
	if s.bad == nil {
		s.bad = &DamageError{s.path, at, what}
	}
}

// last returns the last mark; false if there is none.
func (s *storedMarks) last() (placedMark, bool) {
	if len(s.all) == 0 {
		return placedMark{}, false
	}
	return s.all[len(s.all)-1], true
}

// A durable is the content of the file durable: the last synced mark, and the run of the system that wrote it.
type durable struct {
	mark
	there bool
	boot  string
}

// append writes mark and boot, and a CRC-32C of both.
func (d durable) append(b []byte) []byte {
	at := len(b)
	b = append(d.mark.append(b), d.boot...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
}

// parseDurable reads what append wrote. Earlier versions wrote no checksum of the boot, which is 36 bytes or none.
func parseDurable(data []byte) (d durable, ok bool) {
	if d.mark, ok = parseMark(data); !ok {
		return d, false
	}
	d.there = true
	rest := data[markSize:]
	if n := len(rest); n != 0 && n != bootSize {
		if n < 4 || crc32.Checksum(data[:len(data)-4], castagnoli) != binary.LittleEndian.Uint32(rest[n-4:]) {
			return d, false
		}
		rest = rest[:n-4]
	}
	d.boot = string(rest)
	return d, len(rest) == 0 || len(rest) == bootSize && len(bytes.Trim(rest, "0123456789abcdef-")) == 0
}

// bootSize is the length of Linux's name for a run of the system, a UUID.
const bootSize = 36

// readDurable returns the last synced mark. There is none if the process was killed before the first sync.
func readDurable(dir string) (durable, error) {
	path := filepath.Join(dir, durableFile)
	data, err := disk.ReadRegular(path, mostNote)
	if errors.Is(err, os.ErrNotExist) {
		return durable{}, nil
	}
	if err != nil {
		return durable{}, err
	}
	d, ok := parseDurable(data)
	if !ok {
		return d, &DamageError{path, 0, "the mark has a wrong checksum"}
	}
	return d, nil
}

// bootID names this run of the system; "" where it does not tell. Tests change it.
var bootID = func() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// ending says how the process ended that wrote a journal, unless it closed it.
func (d *durable) ending() Ending {
	switch now := bootID(); {
	case d.there && d.boot != "" && now != "" && d.boot != now:
		return Crashed
	case now == "" || d.there && d.boot == "":
		return Unsure
	}
	return Killed
}

// lastMark returns the mark to return to, and how the last process ended, after has reports that nothing before
// the mark is missing. It refuses marks that are damaged before their end. It never gives up synced data, nor data
// of a process that was only killed.
func lastMark(dir string, closed bool, has func(mark, Ending) error) (mark, Ending, error) {
	end := Closed
	s, err := readMarks(dir)
	if err != nil {
		return mark{}, end, err
	}
	d, err := readDurable(dir)
	if err != nil {
		return mark{}, end, err
	}
	if !closed {
		end = d.ending()
	}
	if end == Crashed {
		return d.mark, end, has(d.mark, end)
	}
	if err := s.check(&d, end); err != nil {
		return mark{}, end, err
	}
	if end == Unsure {
		m, err := s.lastOf(&d, has)
		return m, end, err
	}
	m, _ := s.last()
	return m.mark, end, has(m.mark, end)
}

// check describes the fault of marks after a process that was killed, or closed them.
func (s *storedMarks) check(d *durable, end Ending) error {
	m, ok := s.last()
	switch {
	case s.bad != nil && end == Unsure && ok && s.bad.Offset > m.at && !m.before(d.mark): // the system may have gone down
	case s.bad != nil:
		return s.bad
	case !ok:
		return &DamageError{s.path, 0, "no complete mark"}
	case s.torn > 0 && end == Closed:
		return &DamageError{s.path, s.size - s.torn, fmt.Sprintf("%d bytes are an incomplete mark, although the crawl ended in order", s.torn)}
	case d.there && m.before(d.mark):
		return &DamageError{s.path, m.at + markSize, "the marks end here, before the last synced mark"}
	case !d.there && (end == Closed || s.moves > maxUnsynced):
		return &DamageError{filepath.Join(filepath.Dir(s.path), durableFile), 0, "the file is missing"}
	case end == Closed && m.mark != d.mark:
		return &DamageError{s.path, m.at, "the last mark is not the synced one, although the crawl ended in order"}
	}
	return nil
}

// maxUnsynced is how many places of the log have marks before the first sync: its start, and the first reply.
const maxUnsynced = 2

// lastOf returns the last mark with all its data, from the synced mark on.
func (s *storedMarks) lastOf(d *durable, has func(mark, Ending) error) (m mark, err error) {
	for _, p := range slices.Backward(s.all) {
		if err = has(p.mark, Unsure); err == nil {
			return p.mark, nil
		}
		if !d.before(p.mark) {
			break // what was synced must be there
		}
	}
	return m, err
}
