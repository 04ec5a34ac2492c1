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
	Names int // that it has named
	End   End // of the archive
}

// Open reads a journal and cuts off what is not whole. adopt is called with the header and the place to which names and
// archive are to be cut, too, and returns them; has tells what lacks of a place, if anything does.
func Open(dir string, has func(Place) error, adopt func(header []byte, p Place) (Names, Archive, error)) (*Journal, error) {
	path := filepath.Join(dir, eventsFile)
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	first, err := eventlog.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	last, err := lastMark(dir, func(m mark) error {
		if size < m.log.Offset {
			return fmt.Errorf("%s: %w: it has %d bytes, and had %d", path, ErrCorrupt, size, m.log.Offset)
		}
		return has(Place{int(m.names), m.end})
	})
	if err != nil {
		return nil, err
	}
	end, err := endOfPicks(file, last.log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	j := &Journal{dir: dir, last: last, every: time.Second}
	if j.names, j.archive, err = adopt(first.Header(), Place{int(last.names), last.end}); err != nil {
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

// endOfPicks returns the place behind the picks that follow on the last mark.
func endOfPicks(file *os.File, from eventlog.Position) (eventlog.Position, error) {
	if _, err := file.Seek(from.Offset, io.SeekStart); err != nil {
		return from, err
	}
	r := eventlog.Resume(file, from)
	for r.Next() && r.Kind() == picked {
		from = r.Position()
	}
	if err := r.Err(); err != nil && !errors.Is(err, eventlog.ErrCorrupt) {
		return from, err
	}
	return from, nil
}

// History reads the events of a journal.
type History struct {
	file  *os.File
	in    *eventlog.Reader
	dec   decoder
	end   int64    // of the log
	j     *Journal // whose history it is; nil if it is only looked at
	names Names    // if names are asked for
	buf   [][]byte
}

// History returns the events of the journal from a checkpoint on, or from the start if it is nil. withNames says that new links
// get their names. It must be read to its end, and closed, before the crawl goes on.
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
	file, err := os.Open(filepath.Join(dir, eventsFile))
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

// Next returns the next event, lent, and io.EOF at the end: it is that of a crawl.Replay.
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

// Look reads the history of a journal that may be in use: what was learnt so far, or what had been learnt at an end that was
// looked at before, if it is not 0.
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
		h.end = marks[len(marks)-1].log.Offset
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
