package captures

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"weft/internal/mem"
	"weft/making/assemble"
)

// folder is the files below a folder. The root keeps names and symbolic links inside it.
type folder struct{ root *os.Root }

func openFolder(dir string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &folder{root}, nil
}

func (f *folder) each(g func(name string, v verdict) error) error {
	return fs.WalkDir(f.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			return g(name, NotRegular)
		}
		v, err := sniffFile(f, name)
		if err != nil {
			return err
		}
		return g(name, v)
	})
}

// sniffFile judges a file, by its content if the name does not decide. An unreadable file counts as a page, and as
// bad.
func sniffFile(files treeFiles, name string) (verdict, error) {
	if v := judgeFile(name, nil); v == otherByName || v == backupCopy {
		return v, nil
	}
	head, _, err := files.read(name, sniffSize)
	switch {
	case err == nil:
		return judgeFile(name, head), nil
	case isAbsent(err):
		return isPage, nil
	}
	return isPage, err
}

func (f *folder) has(name string) bool {
	info, err := f.root.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

func (f *folder) read(name string, most int64) ([]byte, bool, error) {
	in, err := f.root.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	info, err := in.Stat()
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, fs.ErrNotExist
	}
	return readFile(in, info.Size(), most)
}

// readFile reads the first bytes of a file, at most most.
func readFile(r io.Reader, size, most int64) ([]byte, bool, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, most)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, most+1))
	data := b.Bytes()
	if int64(len(data)) > most {
		return data[:most], true, err
	}
	return data, false, err
}

// tarFiles are the files of a tar archive that pages can be made of, in a scratch file. Memory: their names, and some
// 100 bytes each.
type tarFiles struct {
	im    *Intake
	spool *assemble.Spool
	names []string // of pages, in order
	spans map[string]span
	bytes int64 // of names
	buf   []byte
}

type span struct {
	lo, hi int64
	cut    bool
}

func newTarFiles(im *Intake) (*tarFiles, error) {
	s, err := assemble.NewSpool(im.Draft.Dir())
	if err != nil {
		return nil, err
	}
	return &tarFiles{im: im, spool: s, spans: map[string]span{}, buf: make([]byte, 1<<15)}, nil
}

// unpack reads the archive through. A name that leads out of the tree is a bad record, and so is a break.
func (a *tarFiles) unpack(ctx context.Context, r io.Reader) error {
	if err := a.im.EachTarred(ctx, r, a.take); err != nil {
		return err
	}
	return a.spool.Flush()
}

// take keeps a file if pages can be made of it.
func (a *tarFiles) take(t *tar.Reader, h *tar.Header) error {
	name, ok, err := a.im.belowRoot(h.Name, h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader)
	switch {
	case !ok:
		return err
	case h.Typeflag != tar.TypeReg:
		return a.leave(name, NotRegular)
	}
	return a.keep(&sizedReader{t, h.Size}, name)
}

// leave notes that a file is left out.
func (a *tarFiles) leave(name string, v verdict) error {
	label := a.im.Tally.Input
	a.im.Tally.Input = label + "#" + name
	a.im.leave(v)
	a.im.Tally.Input = label
	return a.im.Tally.Err
}

// belowRoot returns the name of a file of an archive below the root of the tree. It returns false for a folder,
// and for a file outside the root, which is counted. A name that leads out of the archive is a bad record.
func (im *Intake) belowRoot(name string, folder bool) (string, bool, error) {
	if strings.HasPrefix(name, "/") || strings.Contains(name, "\\") || strings.Contains("/"+name+"/", "/../") || strings.IndexByte(name, 0) >= 0 {
		return "", false, im.Tally.Reject(0, fmt.Sprintf("the name %.200q leads out of the archive", name))
	}
	if folder {
		return "", false, nil
	}
	below, ok := path.Clean(name), true
	if root := CleanRoot(im.Site.Root); root != "" {
		below, ok = strings.CutPrefix(below, root+"/")
	}
	if !ok {
		im.Notes["files outside of --root"]++
	}
	return below, ok, nil
}

// keep copies the beginning of a file into the scratch file, if it is a page or may be included in one. A page that consists
// of includes reads at most its own size and maxGrowth bytes of a file.
func (a *tarFiles) keep(r io.Reader, name string) error {
	most := a.im.Limits.page + maxGrowth
	lo, cut := a.spool.Size, false
	v := isPage
	for first := true; ; first = false {
		n, err := io.ReadFull(r, a.buf)
		if first {
			if v = judgeFile(name, a.buf[:n]); v != isPage {
				if err := a.leave(name, v); err != nil {
					return err
				}
			}
			if !mayBeIncluded(name, a.buf[:n]) {
				return broken(err)
			}
		}
		if room := most - (a.spool.Size - lo); int64(n) > room {
			n, cut = int(room), true
		}
		if werr := a.spool.Write(a.buf[:n]); werr != nil {
			return werr
		}
		switch {
		case broken(err) != nil:
			return err
		case err != nil || cut:
			return a.note(name, v == isPage, span{lo, a.spool.Size, cut})
		}
	}
}

// note remembers where a file lies.
func (a *tarFiles) note(name string, page bool, at span) error {
	if _, again := a.spans[name]; !again {
		if page {
			a.names = append(a.names, name)
		}
		a.bytes += int64(len(name))
		if err := mem.Check(fmt.Sprintf("an archive of %d files and more", len(a.spans)), 2*a.bytes+128*int64(len(a.spans)), a.im.Set.Memory); err != nil {
			return err
		}
	}
	a.spans[name] = at
	return nil
}

func (a *tarFiles) has(name string) bool {
	_, ok := a.spans[name]
	return ok
}

func (a *tarFiles) each(f func(name string, v verdict) error) error {
	for _, name := range a.names {
		if err := f(name, isPage); err != nil {
			return err
		}
	}
	return nil
}

func (a *tarFiles) read(name string, most int64) ([]byte, bool, error) {
	s, ok := a.spans[name]
	if !ok {
		return nil, false, fs.ErrNotExist
	}
	data := make([]byte, min(s.hi-s.lo, most))
	if _, err := a.spool.File.ReadAt(data, s.lo); err != nil {
		return nil, false, fmt.Errorf("read a scratch file: %w", err)
	}
	return data, s.cut || s.hi-s.lo > most, nil
}

// CleanRoot returns the folder of an archive that a tree starts from, without a slash at its end; empty for the whole archive.
func CleanRoot(root string) string {
	if root = path.Clean(root); root == "." {
		return ""
	}
	return root
}
