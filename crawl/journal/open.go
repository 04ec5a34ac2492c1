package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"weft/crawl"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// Place says how far a journal goes that is opened again.
type Place struct {
	Names  int // that it has named
	End    End // of the archive
	Ending Ending
}

// Opening says how a journal is opened again.
type Opening struct {
	// Closed says that the process before closed the journal, so that nothing of it may be torn.
	Closed bool
	// Has reports the data that names and archive lack before a place, if any. Where nothing may be torn, data
	// after the place is an error too.
	Has func(Place) error
	// Adopt is called with the header and the place at which to cut names and archive, and returns both.
	Adopt func(header []byte, p Place) (Names, Archive, error)
}

// Open reads a journal and cuts off what the process before was writing when it ended. Nothing is changed before
// everything is found to be there that was synced, and, unless the system went down, everything that was written.
// Otherwise Open fails with a [DamageError], or what Has returns.
func Open(dir string, o Opening) (*Journal, error) {
	path := filepath.Join(dir, EventsFile)
	file, err := disk.OpenRegular(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &DamageError{path, 0, "the file is missing"}
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	header, place, err := o.find(dir, file)
	if err != nil {
		return nil, err
	}
	last, end := place.mark, place.picks
	j := &Journal{dir: dir, last: last, every: time.Second}
	if j.names, j.archive, err = o.Adopt(header, Place{int(last.names), last.end, place.ending}); err != nil {
		return nil, err
	}
	if err := disk.Truncate(path, end.Offset); err != nil {
		return nil, err
	}
	if j.log, _, err = eventlog.Open(path, eventlog.Recovery{From: end}); err != nil {
		return nil, err
	}
	if err := j.beginMarks(); err != nil {
		return nil, errors.Join(err, j.log.Close())
	}
	return j, nil
}

// A found is where a journal continues.
type found struct {
	mark
	ending Ending
	picks  eventlog.Position // where the picks end that follow on the mark
}

// find finds where the journal continues whose log is given, and its header.
func (o *Opening) find(dir string, file *os.File) (header []byte, f found, err error) {
	first, err := eventlog.NewReader(file)
	if err != nil {
		return nil, f, fmt.Errorf("%s: %w", file.Name(), err)
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, f, err
	}
	f.mark, f.ending, err = lastMark(dir, o.Closed, func(m mark, e Ending) error {
		if size < m.log.Offset {
			return &DamageError{file.Name(), size, fmt.Sprintf("the log ends here, and had %d bytes", m.log.Offset)}
		}
		return o.Has(Place{int(m.names), m.end, e})
	})
	if err == nil {
		f.picks, err = endOfPicks(file, f.log, f.ending)
	}
	return first.Header(), f, err
}

// endOfPicks returns the place after the picks that follow on the last mark. After a process that was killed one
// reply may follow whose mark was not written any more, and a record that is cut. More replies say that marks are
// missing.
func endOfPicks(file *os.File, from eventlog.Position, ending Ending) (eventlog.Position, error) {
	if _, err := file.Seek(from.Offset, io.SeekStart); err != nil {
		return from, err
	}
	end, replies := from, 0
	r := eventlog.Resume(file, from)
	for r.Next() {
		switch {
		case r.Kind() != picked || replies > 0:
			if replies++; ending == Closed || ending == Killed && replies > 1 {
				return end, &DamageError{file.Name(), end.Offset, "replies follow without a mark: " + filepath.Join(filepath.Dir(file.Name()), marksFile) + " is cut"}
			}
		default:
			end = r.Position()
		}
	}
	err := r.Err()
	switch {
	case err == nil:
		return end, nil
	case !errors.Is(err, eventlog.ErrCorrupt):
		return end, fmt.Errorf("%s: %w", file.Name(), err)
	case ending == Closed:
		return end, &DamageError{file.Name(), r.Position().Offset, err.Error()}
	}
	return end, nil
}

// History reads the events of a journal.
type History struct {
	file  *os.File
	in    *eventlog.Reader
	dec   decoder
	end   int64    // of the log
	j     *Journal // owner of the history; nil if it is only read
	names Names    // if names are requested
	buf   [][]byte
}

// History returns the events of the journal from a checkpoint on, or from the start if it is nil. withNames says that new links
// get their names. It must be read to its end, and closed, before the crawl continues.
func (j *Journal) History(from *Checkpoint, withNames bool) (*History, error) {
	h, err := readHistory(j.dir, from)
	if err != nil {
		return nil, err
	}
	h.end, h.j = j.log.Position().Offset, j
	if withNames {
		h.names = j.names
	}
	return h, nil
}

func readHistory(dir string, from *Checkpoint) (*History, error) {
	file, err := disk.OpenRegular(filepath.Join(dir, EventsFile))
	if err != nil {
		return nil, err
	}
	h := &History{file: file}
	if from == nil {
		if h.in, err = eventlog.NewReader(file); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), errors.Join(err, file.Close()))
		}
		return h, nil
	}
	if _, err := file.Seek(from.Log.Offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	h.in = eventlog.Resume(file, from.Log)
	h.dec = decoder{picks: from.Picks, known: from.Known}
	return h, nil
}

// Next implements crawl.Replay.Next: it returns the next event, valid until the next call, and io.EOF at the end.
func (h *History) Next() (*crawl.Event, error) {
	if h.in.Position().Offset >= h.end || !h.in.Next() {
		if err := h.in.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", h.file.Name(), err)
		}
		if h.j != nil {
			h.j.picks = h.dec.picks
		}
		return nil, io.EOF
	}
	e, err := h.dec.decode(h.in.Kind(), h.in.Payload())
	if err != nil {
		return nil, fmt.Errorf("%s: offset %d: %w", h.file.Name(), h.in.Position().Offset, err)
	}
	if h.names != nil {
		err = h.name(e.Links)
	}
	return e, err
}

// name fills in the names of new links.
func (h *History) name(links []crawl.Link) error {
	for i := range links {
		if !links[i].New {
			continue
		}
		if i >= len(h.buf) {
			h.buf = append(h.buf, make([][]byte, i+1-len(h.buf))...)
		}
		var err error
		if h.buf[i], err = h.names.Name(h.buf[i][:0], links[i].To); err != nil {
			return err
		}
		links[i].Name = h.buf[i]
	}
	return nil
}

// Known returns how many pages the events so far have named.
func (h *History) Known() int { return int(h.dec.known) }

// Close closes the history.
func (h *History) Close() error { return h.file.Close() }

// Look reads the history of a journal that may be in use: everything learnt so far. If end is not 0, it reads up
// to that end, which an earlier Look returned.
func Look(dir string, end int64) (*History, error) {
	marks, err := readMarks(dir)
	if err != nil {
		return nil, err
	}
	h, err := readHistory(dir, nil)
	if err != nil {
		return nil, err
	}
	if h.end = end; end == 0 {
		last, ok := marks.last()
		if !ok {
			return nil, errors.Join(&DamageError{marks.path, 0, "no complete mark"}, h.Close())
		}
		h.end = last.log.Offset
	}
	return h, nil
}

// End returns where the history ends, in bytes of the log.
func (h *History) End() int64 { return h.end }

// Header returns the header of the journal in a folder.
func Header(dir string) ([]byte, error) {
	h, err := readHistory(dir, nil)
	if err != nil {
		return nil, err
	}
	return h.in.Header(), h.Close()
}

// Began reports whether a folder has a journal with more than its header, or an unreadable one.
func Began(dir string) bool {
	h, err := readHistory(dir, nil)
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err != nil {
		return true
	}
	defer h.Close() //nolint:errcheck // only read
	return h.in.Next() || h.in.Err() != nil
}
