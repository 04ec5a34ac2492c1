package shards

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/mem"
	"weft/web/remote"
)

// Options of [Open].
type Options struct {
	// Memory is the budget of the process in bytes.
	Memory int64
	// Source requests the files of an address; Scratch is the folder where each is kept while it is read.
	Source  *remote.Source
	Scratch string
	// Progress, if not nil, is called with numbers of bytes as they are read.
	Progress func(n int64)
}

// A Folder is an open folder of shards.
type Folder struct {
	*Manifest
	where string
	opts  Options
}

// Is reports whether an input of a command names shards. It accepts a folder whose manifest states the format, and a folder
// with pages/ and arcs/, whose manifest may be damaged. It accepts each address that ends in / or in /manifest.json.
func Is(where string) bool {
	if remote.Is(where) {
		return strings.HasSuffix(where, "/") || strings.HasSuffix(where, "/"+ManifestFile)
	}
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		return false
	}
	f, err := disk.OpenRegular(filepath.Join(where, ManifestFile))
	if err == nil {
		defer f.Close() //nolint:errcheck // only read
		if statesFormat(f) {
			return true
		}
	}
	return isFolder(filepath.Join(where, PagesFolder)) && isFolder(filepath.Join(where, ArcsFolder))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Open reads and checks the manifest of a folder, or of an address that ends in / or in /manifest.json.
func Open(ctx context.Context, where string, o Options) (*Folder, error) {
	if remote.Is(where) {
		where = strings.TrimSuffix(strings.TrimSuffix(where, ManifestFile), "/")
	}
	f := &Folder{where: where, opts: o}
	text, err := f.readText(ctx, ManifestFile, "a manifest of shards")
	if err != nil {
		return nil, err
	}
	if f.Manifest, err = ParseManifest(text); err != nil {
		return nil, fmt.Errorf("%s: %w", f.shown(ManifestFile), err)
	}
	return f, f.checkLeft()
}

func (f *Folder) isRemote() bool { return remote.Is(f.where) }

// Where returns the place of the shards as it may be shown and kept.
func (f *Folder) Where() string {
	if f.isRemote() {
		return remote.Shown(f.where + "/")
	}
	return f.where
}

// shown returns the name of a file of the folder for messages.
func (f *Folder) shown(name string) string {
	if f.isRemote() {
		return remote.Shown(f.where + "/" + name)
	}
	return filepath.Join(f.where, filepath.FromSlash(name))
}

// Bytes returns the size of all listed files.
func (f *Folder) Bytes() (n int64) {
	for i := range f.Files {
		n += f.Files[i].Bytes
	}
	return n
}

// textShare is the memory of a description for each byte of it: the text, and the decoded lists.
const textShare = 4

// readText reads a small file whole, within the budget.
func (f *Folder) readText(ctx context.Context, name, what string) ([]byte, error) {
	most := (f.opts.Memory - mem.Base) / textShare
	short := func(size int64) error {
		return &mem.ShortError{What: fmt.Sprintf("%s of %s", what, mem.Format(size)), Need: textShare*size + mem.Base, Budget: f.opts.Memory}
	}
	if !f.isRemote() {
		path := f.shown(name)
		if err := f.regular(name); err != nil {
			return nil, err
		}
		text, err := disk.ReadRegular(path, most)
		if info, e := os.Stat(path); errors.Is(err, disk.ErrLong) && e == nil {
			return nil, fmt.Errorf("%s: %w", path, short(info.Size()))
		}
		return text, err
	}
	s, err := f.opts.Source.Open(ctx, f.where+"/"+name)
	if err != nil {
		return nil, err
	}
	defer s.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(s, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: %w", f.shown(name), short(max(s.Size(), most+1)))
	}
	return text, err
}

// regular refuses a name in the folder that is, or leads through, a symbolic link, and all that is no regular file.
func (f *Folder) regular(name string) error {
	at := f.where
	parts := strings.Split(name, "/")
	for i, part := range parts {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%s is missing: the shards are not whole: copy it, or make them again: %w", f.shown(name), fs.ErrNotExist)
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link: shards hold plain files and folders: put the file in its place", at)
		case i == len(parts)-1 && !info.Mode().IsRegular():
			return fmt.Errorf("%s: %w", at, disk.ErrKind)
		}
	}
	return nil
}

// checkLeft refuses tables that the manifest does not list. An address cannot be listed.
func (f *Folder) checkLeft() error {
	if f.isRemote() {
		return nil
	}
	for _, folder := range []string{PagesFolder, ArcsFolder, TextsFolder} {
		d, err := os.Open(filepath.Join(f.where, folder))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		err = f.checkListed(folder, d)
		if err = errors.Join(err, d.Close()); err != nil {
			return err
		}
	}
	return nil
}

// checkListed refuses the first table of an open folder that is not listed.
func (f *Folder) checkListed(folder string, d *os.File) error {
	for {
		entries, err := d.ReadDir(1 << 10)
		for _, e := range entries {
			name := folder + "/" + e.Name()
			if _, listed := f.find(name); !listed && isTableName(e.Name()) {
				return fmt.Errorf("%s: %s does not list it: remove it, or make the shards again", f.shown(name), ManifestFile)
			}
		}
		if errors.Is(err, io.EOF) || len(entries) == 0 && err == nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// find returns a listed file.
func (f *Folder) find(name string) (int, bool) {
	return slices.BinarySearchFunc(f.Files, name, func(f File, name string) int { return strings.Compare(f.Name, name) })
}

// in returns the listed files of a folder: they are consecutive.
func (f *Folder) in(folder string) []File {
	lo, _ := f.find(folder + "/")
	hi, _ := f.find(folder + "0") // 0 follows /
	return f.Files[lo:hi]
}

// A held is an open file whose bytes have the listed checksum.
type held struct {
	io.ReaderAt
	size  int64
	close func() error
}

// open opens a file below base after it compared size and SHA-256.
func (f *Folder) open(ctx context.Context, base string, file *File) (*held, error) {
	name := base + file.Name
	var from *os.File
	var err error
	if f.isRemote() {
		from, err = f.download(ctx, name, file.Bytes)
	} else if err = f.regular(name); err == nil {
		from, err = disk.OpenRegular(f.shown(name))
	}
	if err != nil {
		return nil, err
	}
	if err := f.compare(ctx, name, from, file); err != nil {
		return nil, errors.Join(err, from.Close())
	}
	return &held{from, file.Bytes, from.Close}, nil
}

// compare compares a file with its entry.
func (f *Folder) compare(ctx context.Context, name string, from *os.File, file *File) error {
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if info.Size() != file.Bytes {
		return corrupt.Errorf("%s has %d bytes, and %d are listed: it was cut or changed: copy it again, or make the shards again", f.shown(name), info.Size(), file.Bytes)
	}
	h := sha256.New()
	buf := make([]byte, 1<<18)
	for at := int64(0); at < file.Bytes; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := from.ReadAt(buf[:min(int64(len(buf)), file.Bytes-at)], at)
		h.Write(buf[:n])
		at += int64(n)
		if f.opts.Progress != nil {
			f.opts.Progress(int64(n))
		}
		if err != nil && (n == 0 || !errors.Is(err, io.EOF)) {
			return fmt.Errorf("%s: %w", f.shown(name), err)
		}
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != file.SHA256 {
		return corrupt.Errorf("%s has the SHA-256 %s, and %s is listed: it was changed: copy it again, or make the shards again", f.shown(name), sum, file.SHA256)
	}
	return nil
}

// download copies a remote file of a listed size to a nameless scratch file.
func (f *Folder) download(ctx context.Context, name string, size int64) (*os.File, error) {
	s, err := f.opts.Source.Open(ctx, f.where+"/"+name)
	if err != nil {
		return nil, err
	}
	defer s.Close() //nolint:errcheck // only read
	to, err := atomicfile.Scratch(f.opts.Scratch)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(to, io.LimitReader(s, size+1)); err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}
