package warc

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// Salvaged describes the findings and the changes of SalvageFiles.
type Salvaged struct {
	Files   int
	Bytes   int64
	End     Mark     // of the folder
	Last    string   // name of the last file; "" if the folder has no file
	Missing []string // names of lost or empty files; a file without responses stands in for each
	Aside   []Aside  // what was no whole record at the end of the file that was being written
}

// SalvageFiles repairs a damaged folder of archives, so that OpenFiles can continue it at its end. It cuts no
// record: damaged records stay where they are, between whole ones. From the file in progress it moves the bytes
// after the last whole record to [FilesOptions].Aside, and finishes that file. For each missing file it writes a
// stand-in that says so, and so for a finished file without a byte. All files get an index of their whole records.
func SalvageFiles(dir string, o FilesOptions) (*Salvaged, error) {
	if o.Aside == "" {
		return nil, errors.New("a folder for the cut parts is required")
	}
	f, err := newFiles(dir, o)
	if err != nil {
		return nil, err
	}
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	found, err := f.list()
	if err != nil {
		return nil, err
	}
	s := new(Salvaged)
	next := 0
	for _, a := range found {
		if a.number < next {
			return nil, &FolderError{File: filepath.Join(dir, a.name), What: fmt.Sprintf("there are two files of number %d: move away the file that does not belong to the crawl", a.number)}
		}
		for ; next < a.number; next++ {
			f.nameNew(next)
			if err := f.standIn(s, next); err != nil {
				return nil, err
			}
		}
		if err := f.salvage(s, a); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, a.name), err)
		}
		next++
	}
	s.Aside = f.aside
	if err := f.writeIndex(); err != nil {
		return nil, err
	}
	return s, atomicfile.SyncDir(dir)
}

// standIn writes a file in the place of a missing or empty one.
func (f *Files) standIn(s *Salvaged, n int) error {
	if err := f.keepIndexes(n); err != nil {
		return err
	}
	f.info.reset()
	fields := append([]string{"comment", "the file of this number was missing or empty when the crawl was recovered"}, f.opts.Info...)
	if _, err := f.info.Add(Warcinfo(f.opts.Now(), f.Name(n), fields...)); err != nil {
		return err
	}
	s.Missing = append(s.Missing, f.Name(n))
	if err := atomicfile.WriteFile(f.path(n, ""), f.info.out); err != nil {
		return err
	}
	return f.salvage(s, archive{name: f.Name(n), stem: f.stem(n), number: n})
}

// keepIndexes moves the index of a file that is missing to where what is cut off goes: it lists what was in the file.
func (f *Files) keepIndexes(n int) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		stem := strings.TrimSuffix(strings.TrimSuffix(e.Name(), openSuffix), ".cdxj")
		a, ok := f.parseArchive(stem + archiveSuffix)
		if !ok || a.number != n || stem == e.Name() {
			continue
		}
		if err := disk.MkdirAll(f.opts.Aside, 0o755); err != nil {
			return err
		}
		if err := disk.Rename(filepath.Join(f.dir, e.Name()), filepath.Join(f.opts.Aside, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// salvage finishes a file and sees that it has an index.
func (f *Files) salvage(s *Salvaged, a archive) error {
	file, err := disk.OpenFile(filepath.Join(f.dir, a.name), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	size, err := f.salvageOpen(file, a)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	switch {
	case size == 0 && a.open: // it was just begun
		return errors.Join(disk.Remove(f.path(a.number, "")), f.removeIndexes(a.number))
	case size == 0:
		return f.standIn(s, a.number)
	}
	s.Files++
	s.Bytes += size
	s.End, s.Last = Mark{a.number, size}, f.Name(a.number)
	return nil
}

func (f *Files) salvageOpen(file *disk.File, a archive) (size int64, err error) {
	size, err = file.Seek(0, io.SeekEnd)
	if err != nil || size == 0 && !a.open {
		return 0, err
	}
	path := f.indexPath(a.number, "")
	if _, err := os.Stat(path); err == nil && !a.open {
		return size, nil
	}
	var x openIndex
	end, err := cdxjOf(io.NewSectionReader(file, 0, size), f.Name(a.number), 0, func(*BadRecord) {}, func(line []byte) error {
		x.pending = append(x.pending, line...)
		return nil
	})
	if err != nil {
		return 0, err
	}
	if err := writeSorted(path, x.pending); err != nil || !a.open {
		return size, err
	}
	if end < size {
		if err := f.keepTail(file, a.number, end); err != nil {
			return 0, err
		}
		if err := file.Truncate(end); err != nil {
			return 0, err
		}
	}
	if err := file.Sync(); err != nil {
		return 0, err
	}
	if err := disk.Rename(f.path(a.number, openSuffix), f.path(a.number, "")); err != nil {
		return 0, err
	}
	return end, removeIfThere(f.indexPath(a.number, openSuffix))
}
