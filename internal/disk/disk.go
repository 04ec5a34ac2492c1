// Package disk changes files and folders, like package os. A test can intercept the changes: see each in order,
// make it fail, or rebuild the state after a crash (package disktest).
//
// Everything that must survive a crash is written through this package. Reading needs it only if the same file is
// written.
package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
)

// A Kind is the kind of an Op.
type Kind uint8

// The changes there are.
const (
	OpOpen     Kind = iota // for writing; it makes the file if it is missing
	OpWrite                // Data, at Offset
	OpTruncate             // to Offset
	OpSync                 // the data of a file
	OpClose
	OpRename  // Path to To
	OpRemove  // a file or an empty folder
	OpMkdir   // one folder
	OpSyncDir // the names in a folder
)

var kinds = [...]string{"open", "write", "truncate", "sync", "close", "rename", "remove", "mkdir", "sync folder"}

func (k Kind) String() string { return kinds[k] }

// An Op is a change before it is made.
type Op struct {
	Kind   Kind
	Path   string // of the changed file; for an open file, the path it was opened by
	To     string
	File   uint64 // the open file
	Offset int64
	Data   []byte // the observer may cut it short and return an error, and must not keep it
}

type watch struct {
	dir string
	see func(*Op) error
}

var (
	watching atomic.Pointer[watch]
	opened   atomic.Uint64
)

// Observe calls see with each change below a folder before the change is made, from any goroutine. If see returns
// an error, the change fails with it, except for the data that see left of a write. Syncs do nothing meanwhile.
// Observe is for tests; only one at a time may use it.
func Observe(dir string, see func(*Op) error) (stop func()) {
	if !watching.CompareAndSwap(nil, &watch{filepath.Clean(dir), see}) {
		panic("disk: somebody watches already")
	}
	return func() { watching.Store(nil) }
}

// watched returns the observer of a path, or nil at the cost of one load.
func watched(path string) *watch {
	w := watching.Load()
	if w == nil || path != w.dir && !strings.HasPrefix(path, w.dir+string(filepath.Separator)) {
		return nil
	}
	return w
}

// show shows a change to its observer.
func show(op *Op) error {
	if w := watched(op.Path); w != nil {
		return w.see(op)
	}
	return nil
}

// showThere is show for a change to an existing path.
func showThere(op *Op) error {
	if w := watched(op.Path); w != nil {
		if _, err := os.Lstat(op.Path); err != nil {
			return err
		}
		return w.see(op)
	}
	return nil
}

// A File is an open file.
type File struct {
	f  *os.File
	id uint64
}

// ErrLink says that a file to write to is a symbolic link.
var ErrLink = errors.New("it is a symbolic link, and the file that it names is not changed: replace the link by the file")

// NoLink refuses a symbolic link to a regular file, to a folder, or to nothing. Links to devices and pipes are no
// error. Call it before a file is opened to write to it.
func NoLink(path string) error {
	to, is := LinkTo(path)
	if !is {
		return nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	return fmt.Errorf("%s, to %s: %w", path, to, ErrLink)
}

// LinkTo returns the target of a symbolic link, and whether the path is one.
func LinkTo(path string) (to string, is bool) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return "", false
	}
	to, _ = os.Readlink(path)
	return to, true
}

// OpenFile is os.OpenFile. A symbolic link to a file is not opened to write to it: see [NoLink]. To read, only regular files
// are opened: see [OpenRegular].
func OpenFile(path string, flag int, perm fs.FileMode) (*File, error) {
	id := opened.Add(1)
	if flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		f, err := OpenRegular(path)
		if err != nil {
			return nil, err
		}
		return &File{f, id}, nil
	}
	if err := NoLink(path); err != nil {
		return nil, err
	}
	if w := watched(path); w != nil {
		if _, err := os.Stat(path); flag&os.O_CREATE != 0 || err == nil { // otherwise nothing changes
			if err := w.see(&Op{Kind: OpOpen, Path: path, File: id}); err != nil {
				return nil, err
			}
		}
	}
	f, err := os.OpenFile(path, flag, perm)
	if err != nil {
		return nil, err
	}
	return &File{f, id}, nil
}

// CreateTemp is os.CreateTemp.
func CreateTemp(dir, pattern string) (*File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	file := &File{f, opened.Add(1)}
	if err := show(&Op{Kind: OpOpen, Path: f.Name(), File: file.id}); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return file, nil
}

// MkdirTemp makes a folder and names it as os.MkdirTemp does.
func MkdirTemp(dir, pattern string, perm fs.FileMode) (string, error) {
	before, after := pattern, "" // a name may have stars of its own before the last one, as for os.MkdirTemp
	if i := strings.LastIndexByte(pattern, '*'); i >= 0 {
		before, after = pattern[:i], pattern[i+1:]
	}
	for range 1000 {
		path := filepath.Join(cmp.Or(dir, os.TempDir()), before+strconv.FormatUint(uint64(rand.Uint32()), 10)+after)
		err := os.Mkdir(path, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return path, err
		}
		if err := show(&Op{Kind: OpMkdir, Path: path}); err != nil {
			return "", errors.Join(err, os.Remove(path))
		}
		return path, nil
	}
	return "", &fs.PathError{Op: "mkdir", Path: filepath.Join(dir, pattern), Err: fs.ErrExist}
}

// see shows a change of the file.
func (f *File) see(w *watch, op Op) ([]byte, error) {
	op.Path, op.File = f.f.Name(), f.id
	err := w.see(&op)
	return op.Data, err
}

// Name is os.File.Name.
func (f *File) Name() string { return f.f.Name() }

// Stat is os.File.Stat.
func (f *File) Stat() (fs.FileInfo, error) { return f.f.Stat() }

// Chmod is os.File.Chmod.
func (f *File) Chmod(mode fs.FileMode) error { return f.f.Chmod(mode) }

// Read is os.File.Read.
func (f *File) Read(p []byte) (int, error) { return f.f.Read(p) }

// ReadAt is os.File.ReadAt.
func (f *File) ReadAt(p []byte, off int64) (int, error) { return f.f.ReadAt(p, off) }

// Seek is os.File.Seek.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.f.Seek(offset, whence) }

// Write is os.File.Write. In an observed file it appends, whatever the offset is, because all writers here
// append.
func (f *File) Write(p []byte) (int, error) {
	if w := watched(f.f.Name()); w != nil {
		end, err := f.f.Seek(0, io.SeekEnd)
		if err != nil {
			return 0, err
		}
		if part, err := f.see(w, Op{Kind: OpWrite, Offset: end, Data: p}); err != nil {
			n, _ := f.f.Write(part)
			return n, err
		}
	}
	return f.f.Write(p)
}

// WriteAt is os.File.WriteAt.
func (f *File) WriteAt(p []byte, off int64) (int, error) {
	if w := watched(f.f.Name()); w != nil {
		if part, err := f.see(w, Op{Kind: OpWrite, Offset: off, Data: p}); err != nil {
			n, _ := f.f.WriteAt(part, off)
			return n, err
		}
	}
	return f.f.WriteAt(p, off)
}

// Truncate is os.File.Truncate.
func (f *File) Truncate(size int64) error {
	if w := watched(f.f.Name()); w != nil {
		if _, err := f.see(w, Op{Kind: OpTruncate, Offset: size}); err != nil {
			return err
		}
	}
	return f.f.Truncate(size)
}

// Sync is os.File.Sync.
func (f *File) Sync() error {
	if w := watched(f.f.Name()); w != nil {
		if _, err := f.f.Stat(); err != nil {
			return err // it is closed
		}
		_, err := f.see(w, Op{Kind: OpSync})
		return err
	}
	return f.f.Sync()
}

// Close closes the file, even if it returns an error.
func (f *File) Close() error {
	err := f.f.Close()
	if w := watched(f.f.Name()); w != nil && err == nil {
		_, err = f.see(w, Op{Kind: OpClose})
	}
	return err
}

// Rename is os.Rename.
func Rename(from, to string) error {
	if err := showThere(&Op{Kind: OpRename, Path: from, To: to}); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// Remove is os.Remove.
func Remove(path string) error {
	if err := showThere(&Op{Kind: OpRemove, Path: path}); err != nil {
		return err
	}
	return os.Remove(path)
}

// RemoveAll is os.RemoveAll. While it is watched it takes one step after the other.
func RemoveAll(path string) error {
	if watched(path) == nil {
		return os.RemoveAll(path)
	}
	if info, err := os.Lstat(path); err == nil && !info.IsDir() {
		return Remove(path) // a link, and not its target
	}
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries { // none if it is a file
		if err := RemoveAll(filepath.Join(path, e.Name())); err != nil {
			return err
		}
	}
	return Remove(path)
}

// MkdirAll is os.MkdirAll, and makes the names of new folders durable.
func MkdirAll(path string, perm fs.FileMode) error { return MkdirBelow("", path, perm) }

// MkdirBelow is MkdirAll for a folder below root. It does not make root, which another process may have removed.
func MkdirBelow(root, path string, perm fs.FileMode) error {
	path = filepath.Clean(path)
	if isFolder(path) {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path && (root == "" || parent != filepath.Clean(root)) {
		if err := MkdirBelow(root, parent, perm); err != nil {
			return err
		}
	}
	if err := show(&Op{Kind: OpMkdir, Path: path}); err != nil {
		return err
	}
	if err := os.Mkdir(path, perm); err != nil && !isFolder(path) { // another process may have made the folder, but not a file
		return err
	}
	return SyncFolder(parent)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Truncate is os.Truncate.
func Truncate(path string, size int64) error {
	f, err := OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Close())
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(dir string) error {
	if w := watched(dir); w != nil {
		return w.see(&Op{Kind: OpSyncDir, Path: filepath.Clean(dir)})
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
