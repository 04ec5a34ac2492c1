package warc

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// FilesOptions say how a folder of archives is written. The zero value is the default.
type FilesOptions struct {
	Prefix string // of the files' names; "weft" if empty; see MayPrefix
	// Host is the machine that writes. With it a file is called PREFIX-YYYYMMDDhhmmssmmm-00000-HOST.warc.gz, by when it
	// was begun, so that no two crawls write files of one name; without, PREFIX-00000.warc.gz.
	Host string
	// Size is the largest size of a file in bytes; 0 stands for 1 GB (10⁹ bytes). Records that are appended
	// together stay in one file, which exceeds Size only if a single call appends more.
	Size   int64
	Info   []string         // fields of the warcinfo record of each file: name, value, name, value, …
	Writer WriterOptions    // of the warcinfo records
	Now    func() time.Time // the date of warcinfo records; time.Now if nil
	// Aside is the folder for the records that OpenFiles cuts off. It is made when it is needed. With "" they are
	// deleted.
	Aside string
}

// A Mark says how far a folder of archives is written: all files before File, and the first Offset bytes of that.
type Mark struct {
	File   int
	Offset int64
}

// Files is a folder of numbered archives, written one file after the other. The file in progress is called
// *.warc.gz.open. Next to each finished file lies its index, *.cdxj, sorted; Close merges all indexes to
// index.cdxj.
//
// Other processes can read appended records as soon as Append returns. The records survive a killed process; after
// Sync they also survive a stopped machine. A file never ends in a torn record, except when the process was killed
// while it appended: [OpenFiles] cuts that record.
//
// One goroutine may append, and another may call Sync meanwhile. Memory: 64 KiB. Finishing a file takes about 300
// bytes for each of its records.
type Files struct {
	dir  string
	opts FilesOptions
	info *Packer
	mu   sync.Mutex // guards cur's file against being closed while it is synced
	cur  *openFile  // nil between files
	mark Mark
	err  error // the file could not be cut back

	stems  map[int]string // of the files' names, by number
	aside  []Aside        // what was cut off
	damage []error        // of archives whose index was made anew
}

// CreateFiles creates a folder of archives. The folder may exist, but must not hold archives of the same names.
func CreateFiles(dir string, o FilesOptions) (*Files, error) {
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
	if len(found) > 0 {
		return nil, fmt.Errorf("%s: there is %s already: want a folder without archives", dir, found[0].name)
	}
	return f, nil
}

func newFiles(dir string, o FilesOptions) (*Files, error) {
	if o.Prefix == "" {
		o.Prefix = defaultPrefix
	}
	if !MayPrefix(o.Prefix) {
		return nil, fmt.Errorf("prefix of archives %q: want letters, digits, dots, hyphens and underscores", o.Prefix)
	}
	if o.Size <= 0 {
		o.Size = 1e9
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Writer.Plain {
		return nil, errors.New("files of archives are compressed: leave out Plain")
	}
	info, err := NewPacker(o.Writer)
	if err != nil {
		return nil, err
	}
	return &Files{dir: dir, opts: o, info: info}, nil
}

const openSuffix = ".open"

// Mark returns how far the folder is written.
func (f *Files) Mark() Mark { return f.mark }

// Append appends records, by one write, to the file in progress, or to a new file if that is full. The mark is the
// length of the folder after the write. After an error, such as a full disk, the file is unchanged and Append may
// be called again. If the file cannot be cut back to its former length, all further calls return that error.
func (f *Files) Append(p *Packed) (Mark, error) {
	if f.err != nil || len(p.Bytes) == 0 {
		return f.mark, f.err
	}
	if f.cur != nil && f.cur.begun < f.mark.Offset && f.mark.Offset+int64(len(p.Bytes)) > f.opts.Size {
		if err := f.finish(); err != nil {
			return f.mark, err
		}
	}
	if f.cur == nil {
		if err := f.begin(); err != nil {
			return f.mark, err
		}
	}
	if err := f.cur.write(p.Bytes, f.mark.Offset); err != nil {
		f.err = errors.Join(f.err, f.cur.cutBack(f.mark.Offset))
		return f.mark, errors.Join(err, f.err)
	}
	f.cur.index.add(p, f.mark.Offset, f.Name(f.mark.File))
	f.mark.Offset += int64(len(p.Bytes))
	return f.mark, nil
}

// begin creates the next file, with its warcinfo record.
func (f *Files) begin() error {
	n := f.mark.File
	if f.mark.Offset > 0 {
		n++
	}
	f.info.reset()
	f.nameNew(n)
	if _, err := f.info.Add(Warcinfo(f.opts.Now(), f.Name(n), f.opts.Info...)); err != nil {
		return err
	}
	file, err := disk.OpenFile(f.path(n, openSuffix), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	cur := &openFile{file: file, index: &openIndex{path: f.indexPath(n, openSuffix)}, begun: int64(len(f.info.out))}
	err = cur.write(f.info.out, 0)
	if err == nil {
		err = atomicfile.SyncDir(f.dir)
	}
	if err != nil {
		return errors.Join(err, file.Close(), disk.Remove(file.Name()))
	}
	f.mark = Mark{n, cur.begun}
	f.mu.Lock()
	f.cur = cur
	f.mu.Unlock()
	return nil
}

// finish completes the file that is being written: index, sync, name.
func (f *Files) finish() error {
	n := f.mark.File
	if err := f.cur.index.sort(f.indexPath(n, "")); err != nil {
		return fmt.Errorf("index of %s: %w", f.Name(n), err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.cur.file.Sync(); err != nil {
		return err
	}
	if err := disk.Rename(f.path(n, openSuffix), f.path(n, "")); err != nil {
		return err
	}
	err := errors.Join(f.cur.file.Close(), removeIfThere(f.indexPath(n, openSuffix)))
	f.cur = nil
	return errors.Join(err, atomicfile.SyncDir(f.dir))
}

// Sync makes what was appended so far durable.
func (f *Files) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cur == nil {
		return nil
	}
	return f.cur.file.Sync()
}

// Close finishes the file in progress, writes the indexes that are missing, and writes index.cdxj of all files.
// OpenFiles with the last mark continues such a folder.
func (f *Files) Close() error {
	if f.cur != nil {
		if err := f.finish(); err != nil {
			return errors.Join(err, f.Abandon())
		}
	}
	return f.writeIndex()
}

// Abandon closes the files as a killed process leaves them, for a folder that will be opened again at a mark.
func (f *Files) Abandon() error {
	if f.cur == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.cur.file.Close()
	f.cur = nil
	return err
}

// storage holds the methods of disk.File that Files uses.
type storage interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// An openFile is the file that is being written.
type openFile struct {
	file  storage
	index *openIndex
	begun int64 // bytes of the warcinfo record
}

func (o *openFile) write(b []byte, at int64) error {
	_, err := o.file.WriteAt(b, at)
	return err
}

// cutBack removes what a failed write has left.
func (o *openFile) cutBack(size int64) error {
	if err := o.file.Truncate(size); err != nil {
		return fmt.Errorf("cut back after a failed write: %w", err)
	}
	return nil
}
