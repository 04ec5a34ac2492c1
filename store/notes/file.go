package notes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/inert"
)

// Names beside the files of a crawl.
const (
	NotesFile     = "notes.jsonl"
	BoundariesDir = "boundaries"
	lockFile      = ".notes.lock"
)

// mostBytes is the size of the longest file of notes.
const mostBytes = 64 << 20

// lockWait is how long a change waits for the change of another process.
const lockWait = 10 * time.Second

// A Place is where the notes and boundaries of a crawl are. It is safe for concurrent use, by several processes too.
type Place struct{ notes, boundaries, lock string }

// At returns the place of a crawl: its folder, or the basename of a bare graph.
func At(crawl string) Place {
	if info, err := os.Stat(crawl); err == nil && info.IsDir() {
		return Place{filepath.Join(crawl, NotesFile), filepath.Join(crawl, BoundariesDir), filepath.Join(crawl, lockFile)}
	}
	return Place{crawl + "." + NotesFile, crawl + "." + BoundariesDir, filepath.Join(filepath.Dir(crawl), "."+filepath.Base(crawl)+lockFile)}
}

// Path returns the path of the file of notes.
func (p Place) Path() string { return p.notes }

// Read reads all notes, in the order of kind and subject. A crawl without the file has none. Errors name file and line.
func (p Place) Read() ([]Note, error) {
	text, err := disk.ReadRegular(p.notes, mostBytes)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return Decode(text, p.notes)
}

// ErrFile is the error of a file of notes that cannot be read.
var ErrFile = errors.New("expected a note of weft as JSON; mend the line, or remove it")

// Decode reads the notes of a file. Errors have its name and the line.
func Decode(text []byte, name string) (all []Note, err error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	line, lines := 0, map[Subject]int{}
	for part := range bytes.Lines(text) {
		line++
		if part = bytes.TrimSpace(part); len(part) == 0 {
			continue
		}
		n, err := decodeLine(part)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w: %w", name, line, ErrFile, err)
		}
		if before, has := lines[n.Subject]; has {
			return nil, fmt.Errorf("%s:%d: %w: line %d has a note about the same %s, %.200q", name, line, ErrFile, before, n.Kind, n.Name)
		}
		if lines[n.Subject] = line; len(lines) > MostNotes {
			return nil, fmt.Errorf("%s:%d: more than %d notes: remove some", name, line, MostNotes)
		}
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b Note) int { return compare(a.Subject, b.Subject) })
	return all, nil
}

func decodeLine(line []byte) (n Note, err error) {
	if !utf8.Valid(line) {
		return n, errors.New("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&n); err != nil {
		return n, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return n, errors.New("more than one value")
	}
	n = n.clean()
	if y := n.Changed.Year(); y < 1900 || y > 9999 {
		return n, errors.New("no time in the key changed, or none of the years 1900 to 9999")
	}
	return n, n.Check()
}

// Encode returns notes as a file has them.
func Encode(all []Note) ([]byte, error) {
	var b bytes.Buffer
	for i := range all {
		line, err := json.Marshal(&all[i])
		if err != nil {
			return nil, err
		}
		b.Write(inert.JSON(line))
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

// ErrChanged says that a note was changed after it was read.
var ErrChanged = errors.New("the note was changed meanwhile")

// Anything is for [Place.Set]: the note before does not matter.
const Anything = "*"

// Set keeps a note in place of the note before about its subject, and returns it as it is kept. seen is the version that
// the writer knows, as [Note.Version] returns it, or Anything; another version is ErrChanged.
func (p Place) Set(n Note, seen string) (Note, error) {
	n = n.clean()
	if err := n.Check(); err != nil {
		return n, err
	}
	return n, p.change(func(all []Note) ([]Note, error) {
		i, has := slices.BinarySearchFunc(all, n.Subject, func(x Note, of Subject) int { return compare(x.Subject, of) })
		before := (*Note)(nil)
		if has {
			before = &all[i]
		}
		if seen != Anything && seen != before.Version() {
			return nil, fmt.Errorf("%w: %s %.200q: read it again", ErrChanged, n.Kind, n.Name)
		}
		if has {
			if !n.Changed.After(before.Changed) { // versions differ
				n.Changed = before.Changed.Add(time.Millisecond)
			}
			all[i] = n
			return all, nil
		}
		if len(all) >= MostNotes {
			return nil, refused("the crawl has %d notes, the most that it may have: delete some", len(all))
		}
		return slices.Insert(all, i, n), nil
	})
}

// Version identifies a version of a note: its time; empty for no note.
func (n *Note) Version() string {
	if n == nil {
		return ""
	}
	return n.Changed.UTC().Format(time.RFC3339Nano)
}

// Remove removes the note about a subject, and reports whether there was one.
func (p Place) Remove(of Subject) (was bool, err error) {
	err = p.change(func(all []Note) ([]Note, error) {
		rest := slices.DeleteFunc(all, func(n Note) bool { was = was || n.Subject == of; return n.Subject == of })
		return rest, nil
	})
	return was, err
}

// change passes the newest notes to f, and replaces them by the result.
func (p Place) change(f func(all []Note) ([]Note, error)) error {
	return p.locked(func() error {
		all, err := p.Read()
		if err != nil {
			return err
		}
		before := len(all)
		if all, err = f(all); err != nil || len(all) == 0 && before == 0 {
			return err
		}
		text, err := Encode(all)
		if err != nil {
			return err
		}
		if len(text) > mostBytes {
			return refused("%s would have %d bytes: expected at most %d; delete or shorten notes", filepath.Base(p.notes), len(text), mostBytes)
		}
		return atomicfile.WriteFile(p.notes, text)
	})
}

// locked does work while no other process changes notes or boundaries.
func (p Place) locked(work func() error) error {
	lock, err := flock.AcquireWithin(p.lock, lockWait)
	if err != nil {
		return fmt.Errorf("notes cannot be changed: %w", err)
	}
	return errors.Join(work(), lock.Release())
}
