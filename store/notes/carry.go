package notes

import (
	"errors"
	"io/fs"
	"os"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/flock"
)

// Carry copies the notes and boundaries of one folder to another that is about to take its place. Other processes wait
// with their changes until the returned function is called. An unreadable file is an error, so that no note is lost.
func Carry(from, to string) (done func() error, err error) {
	info, err := os.Stat(from)
	a, b := At(from), At(to)
	if err != nil || !info.IsDir() || !a.any() {
		return func() error { return nil }, nil
	}
	lock, err := flock.AcquireWithin(a.lock, lockWait)
	if err != nil {
		return nil, err
	}
	if err := a.copyTo(b); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return lock.Release, nil
}

// any reports whether there are notes or boundaries.
func (p Place) any() bool {
	_, err1 := os.Lstat(p.notes)
	_, err2 := os.Lstat(p.boundaries)
	return err1 == nil || err2 == nil
}

func (p Place) copyTo(to Place) error {
	text, err := disk.ReadRegular(p.notes, mostBytes)
	if err == nil {
		err = atomicfile.WriteFile(to.notes, text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	names, err := p.Boundaries()
	if err != nil || len(names) == 0 {
		return err
	}
	if err := disk.MkdirAll(to.boundaries, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		if text, err = p.ReadBoundary(name); err != nil {
			return err
		}
		if err := atomicfile.WriteFile(to.BoundaryPath(name), text); err != nil {
			return err
		}
	}
	return nil
}
