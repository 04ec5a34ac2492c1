package warc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// ErrShort says that a folder of archives holds less than a mark says.
var ErrShort = errors.New("the archive is shorter than it was")

// OpenFiles continues a folder of archives at a mark, so that a killed crawl resumes where its log ends.
// Everything after the mark is cut and moved to the folder [FilesOptions].Aside. The mark must come from Append,
// or be the zero Mark. OpenFiles fails with ErrShort if bytes before the mark are missing. Options may differ from
// earlier ones; existing files keep their names.
//
// Of the file with the mark, OpenFiles reads only the records whose lines were missing from the index.
func OpenFiles(dir string, at Mark, o FilesOptions) (*Files, error) {
	f, err := newFiles(dir, o)
	if err != nil {
		return nil, err
	}
	found, err := f.list()
	if err != nil {
		return nil, err
	}
	if err := f.check(found, at); err != nil {
		return nil, err
	}
	f.mark = at
	for _, a := range slices.Backward(found) {
		if err := f.settle(a); err != nil {
			return nil, errors.Join(err, f.Abandon())
		}
	}
	return f, atomicfile.SyncDir(dir)
}

// check makes sure that everything before the mark is there.
func (f *Files) check(found []archive, at Mark) error {
	next := 0
	for _, a := range found {
		if a.number < next {
			return &FolderError{File: filepath.Join(f.dir, a.name), What: fmt.Sprintf("there are two files of number %d: remove the file that does not belong to the crawl", a.number)}
		}
		if a.number != next && next <= at.File {
			break
		}
		next = a.number + 1
		if a.number != at.File {
			continue
		}
		info, err := os.Stat(filepath.Join(f.dir, a.name))
		if err != nil {
			return err
		}
		if info.Size() < at.Offset {
			return &FolderError{filepath.Join(f.dir, a.name), info.Size(), fmt.Sprintf("the file ends here, and had %d bytes", at.Offset), true}
		}
	}
	if next < at.File || next == at.File && at.Offset > 0 {
		return &FolderError{filepath.Join(f.dir, f.Name(next)), 0, "the file is missing", true}
	}
	return nil
}

// settle keeps, cuts or removes a file, as the mark says.
func (f *Files) settle(a archive) error {
	switch at := f.mark; {
	case a.number > at.File || a.number == at.File && at.Offset == 0:
		return f.remove(a)
	case a.number == at.File:
		return f.reopen(a)
	case a.open: // the machine stopped before its name was durable
		if err := f.indexFile(f.path(a.number, openSuffix), f.indexPath(a.number, "")); err != nil {
			return err
		}
		if err := disk.Rename(f.path(a.number, openSuffix), f.path(a.number, "")); err != nil {
			return err
		}
	}
	return removeIfThere(f.indexPath(a.number, openSuffix))
}

// remove removes a file that lies after the mark from the folder, its indexes first.
func (f *Files) remove(a archive) error {
	if err := f.removeIndexes(a.number); err != nil {
		return err
	}
	if moved, err := f.keepWhole(a); err != nil || moved {
		return err
	}
	return disk.Remove(filepath.Join(f.dir, a.name))
}

func (f *Files) removeIndexes(n int) error {
	var all error
	for _, path := range []string{f.indexPath(n, ""), f.indexPath(n, openSuffix), filepath.Join(f.dir, "index.cdxj")} {
		all = errors.Join(all, removeIfThere(path))
	}
	return all
}

// reopen continues the file with the mark, unless that file is finished and ends at the mark.
func (f *Files) reopen(a archive) error {
	path := f.path(a.number, openSuffix)
	if !a.open {
		info, err := os.Stat(f.path(a.number, ""))
		if err != nil || info.Size() == f.mark.Offset {
			return err
		}
		if err := f.removeIndexes(a.number); err != nil {
			return err
		}
		if err := disk.Rename(f.path(a.number, ""), path); err != nil {
			return err
		}
	}
	file, err := disk.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	cur := &openFile{file: file, index: &openIndex{path: f.indexPath(a.number, openSuffix)}}
	err = f.keepTail(file, a.number, f.mark.Offset)
	if err == nil {
		err = file.Truncate(f.mark.Offset)
	}
	if err == nil {
		err = cur.index.reopen(file, f.Name(a.number), f.mark.Offset)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	f.noteDamage(path, cur.index)
	f.cur = cur
	return nil
}
