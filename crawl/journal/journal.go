package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"weft/crawl"
	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// Names keeps the URLs of pages in the order of their numbers, as frontier.Names does.
type Names interface {
	Append(name []byte) error
	Name(dst []byte, p crawl.Page) ([]byte, error)
	Len() int
	Flush() error // to the system
	Sync() error  // to the disk
}

// An Archive keeps what was fetched.
type Archive interface {
	// Add takes a reply that was learnt and hands it to the system. It returns the end of the archive.
	Add(crawl.Pick, *crawl.Reply, []crawl.Link) (End, error)
	// Sync writes everything to the disk.
	Sync() error
}

// An End is where an archive ends: in which file, and at which offset there.
type End struct {
	File   int
	Offset int64
}

// A Journal is the log of a crawl. It is not safe for concurrent use.
type Journal struct {
	dir     string
	log     *eventlog.Writer
	names   Names
	archive Archive // nil if there is none
	marks   *disk.File
	numbers int // marks in the file
	last    mark
	synced  time.Time
	picks   uint64
	buf     []byte
	err     error
	every   time.Duration // how long a reply stays unsynced at most, while replies come
}

// Create makes a journal in a folder, which must have none. header identifies the crawl; Open returns it.
func Create(dir string, header []byte, names Names, archive Archive, end End) (*Journal, error) {
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	log, err := eventlog.Create(filepath.Join(dir, EventsFile), header)
	if err != nil {
		return nil, err
	}
	j := &Journal{dir: dir, log: log, names: names, archive: archive, every: time.Second}
	j.last = mark{log: log.Position(), names: uint32(names.Len()), end: end} //nolint:gosec // pages are of 32 bits
	if err := j.beginMarks(); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return j, nil
}

// Picked implements [crawl.Log].
func (j *Journal) Picked(p crawl.Pick) error {
	if j.err != nil {
		return j.err
	}
	j.picks++
	j.buf = binary.AppendUvarint(j.buf[:0], uint64(p.Page))
	return j.keep(j.log.Append(picked, j.buf))
}

// Learnt implements [crawl.Log].
func (j *Journal) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if j.err != nil {
		return j.err
	}
	return j.keep(j.learn(p, r, links))
}

func (j *Journal) learn(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	kind := byte(learnt)
	switch {
	case r.Handed:
		kind = handed
		j.buf = appendHanded(j.buf[:0], r, links)
	case p.Page == crawl.None:
		kind = seeds
		j.buf = appendLinks(j.buf[:0], links)
	default:
		j.buf = appendLearnt(j.buf[:0], j.picks, p, r, links)
	}
	end := j.last.end
	if j.archive != nil && kind == learnt {
		var err error
		if end, err = j.archive.Add(p, r, links); err != nil {
			return err
		}
	}
	for _, l := range links {
		if l.New && int(l.To) == j.names.Len() {
			if err := j.names.Append(l.Name); err != nil {
				return err
			}
		}
	}
	if err := j.names.Flush(); err != nil {
		return err
	}
	if err := errors.Join(j.log.Append(kind, j.buf), j.log.Flush()); err != nil {
		return err
	}
	j.last = mark{log: j.log.Position(), names: uint32(j.names.Len()), end: end} //nolint:gosec // pages are of 32 bits
	if err := j.addMark(); err != nil {
		return err
	}
	if time.Since(j.synced) < j.every {
		return nil
	}
	return j.Sync()
}

// keep keeps the first error: what comes after it is lost, and must not be written.
func (j *Journal) keep(err error) error {
	if j.err == nil && err != nil {
		j.err = fmt.Errorf("journal: %w", err)
	}
	return j.err
}

// Sync writes everything to the disk.
func (j *Journal) Sync() error {
	if j.err != nil {
		return j.err
	}
	if j.archive != nil {
		if err := j.archive.Sync(); err != nil {
			return j.keep(err)
		}
	}
	if err := errors.Join(j.names.Sync(), j.log.Sync()); err != nil {
		return j.keep(err)
	}
	if err := atomicfile.WriteFile(filepath.Join(j.dir, durableFile), durable{mark: j.last, boot: bootID()}.append(nil)); err != nil {
		return j.keep(err)
	}
	j.synced = time.Now()
	if j.numbers >= maxMarks {
		return j.keep(errors.Join(j.marks.Close(), j.beginMarks()))
	}
	return nil
}

// Size returns how many bytes of log there are.
func (j *Journal) Size() int64 { return j.log.Position().Offset }

// Close syncs and closes the journal, but not names and archive.
func (j *Journal) Close() error {
	err := j.Sync()
	return errors.Join(err, j.log.Close(), j.marks.Close())
}
