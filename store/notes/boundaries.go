package notes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// Limits of saved boundaries.
const (
	MostName       = 80      // bytes of a name
	MostBoundary   = 8 << 20 // bytes of a boundary
	MostBoundaries = 1000    // boundaries of a crawl
)

// BoundaryEnding is the ending of files of boundaries.
const BoundaryEnding = ".surt"

// Errors of boundaries.
var (
	ErrName   = errors.New("expected a name of letters, digits, spaces, and . - _, that begins with a letter or digit")
	ErrNone   = errors.New("there is no such boundary")
	ErrExists = errors.New("a boundary of this name exists")
	ErrLong   = errors.New("the boundary is too long")
)

// CheckName refuses names that cannot be names of files everywhere.
func CheckName(name string) error {
	for i, r := range name {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if !letter && (i == 0 || !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(" .-_", r)) {
			return fmt.Errorf("boundary %.100q: %w", name, ErrName)
		}
	}
	if name == "" || len(name) > MostName || strings.TrimRight(name, " .") != name {
		return fmt.Errorf("boundary %.100q: %w, of 1 to %d bytes", name, ErrName, MostName)
	}
	return nil
}

// BoundaryPath returns the path of the file of a boundary.
func (p Place) BoundaryPath(name string) string {
	return filepath.Join(p.boundaries, name+BoundaryEnding)
}

// Boundaries returns the names of the saved boundaries, in order.
func (p Place) Boundaries() ([]string, error) {
	entries, err := os.ReadDir(p.boundaries)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names := []string{}
	for _, e := range entries {
		if name, is := strings.CutSuffix(e.Name(), BoundaryEnding); is && CheckName(name) == nil && e.Type().IsRegular() {
			names = append(names, name)
		}
	}
	return names, nil
}

// ReadBoundary returns the content of the file of a boundary.
func (p Place) ReadBoundary(name string) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	text, err := disk.ReadRegular(p.BoundaryPath(name), MostBoundary)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("boundary %q: %w", name, ErrNone)
	}
	return text, err
}

// SaveBoundary saves the content of a boundary under a name. It replaces another boundary of the name only if replace is set.
func (p Place) SaveBoundary(name string, text []byte, replace bool) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if len(text) > MostBoundary {
		return fmt.Errorf("boundary %q of %d bytes: %w: expected at most %d", name, len(text), ErrLong, MostBoundary)
	}
	return p.locked(func() error {
		names, err := p.Boundaries()
		switch has := slices.Contains(names, name); {
		case err != nil:
			return err
		case has && !replace:
			return fmt.Errorf("boundary %q: %w: choose another name", name, ErrExists)
		case !has && len(names) >= MostBoundaries:
			return fmt.Errorf("boundary %q: the crawl has %d boundaries, the most that it may have: delete some", name, len(names))
		}
		if err := disk.MkdirAll(p.boundaries, 0o755); err != nil {
			return err
		}
		return atomicfile.WriteFile(p.BoundaryPath(name), text)
	})
}

// RemoveBoundary removes a boundary, and the note about it.
func (p Place) RemoveBoundary(name string) error {
	if _, err := p.ReadBoundary(name); errors.Is(err, ErrNone) || errors.Is(err, ErrName) {
		return err
	}
	if err := p.locked(func() error { return disk.Remove(p.BoundaryPath(name)) }); err != nil {
		return err
	}
	_, err := p.Remove(Subject{Boundary, name})
	return err
}

// RenameBoundary gives a boundary another name. The note about it follows.
func (p Place) RenameBoundary(name, to string) error {
	text, err := p.ReadBoundary(name)
	if err != nil {
		return err
	}
	if name == to {
		return nil
	}
	if err := p.SaveBoundary(to, text, false); err != nil {
		return err
	}
	if err := p.moveNote(name, to); err != nil {
		return err
	}
	return p.locked(func() error { return disk.Remove(p.BoundaryPath(name)) })
}

func (p Place) moveNote(name, to string) error {
	return p.change(func(all []Note) ([]Note, error) {
		n := About(all, Subject{Boundary, name})
		if n == nil {
			return all, nil
		}
		moved := *n
		moved.Name, moved.Changed = to, moved.Changed.Add(time.Millisecond)
		all = slices.DeleteFunc(all, func(n Note) bool { return n.Kind == Boundary && (n.Name == name || n.Name == to) })
		all = append(all, moved)
		slices.SortFunc(all, func(a, b Note) int { return compare(a.Subject, b.Subject) })
		return all, nil
	})
}
