package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// A Salvage describes the usable part of a damaged journal: the log from its start up to the first record that is
// damaged, or that refers to pages with lost names.
type Salvage struct {
	End     eventlog.Position // of the usable part
	Names   int               // that the log up to there names
	Events  int64
	Replies int64
	Size    int64 // of the log as it is, or as marks say that it was, if that is more
	Why     error // it ends before Size; nil if it does not
	// Point is the checkpoint, if it and its parts are intact and what can be used reaches it.
	Point *Checkpoint
}

// Check reports what Open would refuse, and changes nothing.
func (o Opening) Check(dir string) error {
	file, err := os.Open(filepath.Join(dir, EventsFile))
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	_, _, err = o.find(dir, file)
	return err
}

// SalvageLog finds the usable part of the journal in a folder, if names names of its pages are intact. It fails if
// even the header of the log is unreadable.
func SalvageLog(dir string, names int) (*Salvage, error) {
	h, err := readHistory(dir, nil)
	if err != nil {
		return nil, err
	}
	defer h.Close() //nolint:errcheck // only read
	info, err := h.file.Stat()
	if err != nil {
		return nil, err
	}
	h.end = info.Size()
	point := intactPoint(dir)
	s := &Salvage{End: h.in.Position(), Size: max(info.Size(), hadBytes(dir))}
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				return nil, err
			}
			s.Why = err
			return s, nil
		}
		if h.Known() > names {
			s.Why = fmt.Errorf("%s: offset %d: %w: it names pages whose names are lost", h.file.Name(), s.End.Offset, ErrCorrupt)
			return s, nil
		}
		s.End, s.Names = h.in.Position(), h.Known()
		s.Events++
		if e.Learnt {
			s.Replies++
		}
		if point != nil && point.Log == s.End && point.Picks == h.dec.picks && int(point.Known) == s.Names {
			s.Point = point
		}
	}
}

// hadBytes returns how many bytes of log the marks know of that can be read.
func hadBytes(dir string) (n int64) {
	if d, err := readDurable(dir); err == nil {
		n = d.log.Offset
	}
	if marks, err := readMarks(dir); err == nil {
		if m, ok := marks.last(); ok {
			n = max(n, m.log.Offset)
		}
	}
	return n
}

// intactPoint returns the checkpoint of a folder; nil if there is none, or if it is damaged.
func intactPoint(dir string) *Checkpoint {
	data, err := os.ReadFile(filepath.Join(dir, checkpointFile))
	if err != nil {
		return nil
	}
	c, ok := parseCheckpoint(data)
	if !ok || len(c.Sums) == 0 {
		return nil
	}
	for part, want := range c.Sums {
		if sum, _, err := sumFile(filepath.Join(dir, c.Dir, part)); err != nil || sum != want {
			return nil
		}
	}
	return &c
}

// Rebuild makes a journal in a new folder from the usable part of another, with an archive that ends at a place.
// The journal is closed, so nothing of it may be torn.
func (s *Salvage) Rebuild(from, to string, end End) error {
	if err := disk.MkdirAll(to, 0o755); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(from, EventsFile), filepath.Join(to, EventsFile), s.End.Offset); err != nil {
		return err
	}
	if s.Point != nil {
		if err := s.copyPoint(from, to); err != nil {
			return err
		}
	}
	last := mark{log: s.End, names: uint32(s.Names), end: end} //nolint:gosec // pages are of 32 bits
	return errors.Join(
		atomicfile.WriteFile(filepath.Join(to, marksFile), last.append(nil)),
		atomicfile.WriteFile(filepath.Join(to, durableFile), durable{mark: last, boot: bootID()}.append(nil)),
	)
}

func (s *Salvage) copyPoint(from, to string) error {
	if err := disk.MkdirAll(filepath.Join(to, s.Point.Dir), 0o755); err != nil {
		return err
	}
	for part := range s.Point.Sums {
		name := filepath.Join(s.Point.Dir, part)
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name), -1); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(from, checkpointFile), filepath.Join(to, checkpointFile), -1)
}

// copyFile copies n bytes of a file; all if n is negative.
func copyFile(from, to string, n int64) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	return atomicfile.Write(to, func(w io.Writer) error {
		if n < 0 {
			_, err := io.Copy(w, in)
			return err
		}
		_, err := io.CopyN(w, in, n)
		return err
	})
}

// Replayable returns the reason why a journal cannot be replayed from its checkpoint, or from its start without
// one. It returns nil if it can and if the journal has as many pages as there are names.
func Replayable(dir string, names int) error {
	var point *Checkpoint
	data, err := os.ReadFile(filepath.Join(dir, checkpointFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	default:
		if point = intactPoint(dir); point == nil {
			return &DamageError{filepath.Join(dir, checkpointFile), int64(len(data)), "the checkpoint or a part of it is damaged"}
		}
	}
	marks, err := readMarks(dir)
	if err != nil {
		return err
	}
	last, ok := marks.last()
	if ok && point != nil && point.Log.Offset > last.log.Offset {
		point = nil
	}
	h, err := readHistory(dir, point)
	if err != nil {
		return err
	}
	defer h.Close() //nolint:errcheck // only read
	h.end = last.log.Offset
	for {
		if _, err := h.Next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
	}
	if n := h.Known(); n > names {
		return fmt.Errorf("%w: the log names %d pages, and there are %d names", ErrCorrupt, n, names)
	}
	return nil
}
