package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/language"

	"weft/capture"
	"weft/internal/par"
	"weft/store"
	"weft/warc"
	"weft/weburl"
)

// maxFile is how much of a file of a tree is read.
const maxFile = warc.DefaultMaxBody

// A tree is the HTML of a site as files. The file a/b.html is the page BASE/a/b.html; index.html is itself, and not its
// folder. Pages are the files whose names end in .html, .htm, .xhtml or .shtml, perhaps followed by a language, a charset or
// both, as in index.html.ja.utf8. Symbolic links are not followed.
type tree struct {
	im    *importer
	base  string // ends in a slash
	path  string // the path of base
	label string // of the input
	files treeFiles
}

// treeFiles are the files of a tree. Names are relative to its root, with slashes, without "." and "..".
type treeFiles interface {
	// each calls f with the name of each page in turn.
	each(f func(name string) error) error
	// read returns the first bytes of a file, at most so many, and whether there is more of it. It is safe for concurrent
	// use. An error that is fs.ErrNotExist says that there is no such file.
	read(name string, most int64) (data []byte, cut bool, err error)
}

// newTree checks what the options say of a tree.
func (im *importer) newTree(label string) (*tree, error) {
	if im.opts.BaseURL == "" {
		return nil, fmt.Errorf("%w: it is the HTML of a site: say with --base-url what its address is", ErrOptions)
	}
	href, err := weburl.Parse(im.opts.BaseURL)
	if err != nil || !capture.IsWebURI([]byte(href)) || strings.Contains(href, "?") {
		return nil, fmt.Errorf("%w: --base-url %.80q: want an address such as https://www.example.org/docs/", ErrOptions, im.opts.BaseURL)
	}
	if !strings.HasSuffix(href, "/") {
		href += "/"
	}
	if root := im.opts.Root; root != "" && !filepath.IsLocal(root) {
		return nil, fmt.Errorf("%w: the root %.80q leads out of the tree", ErrOptions, root)
	}
	im.trees++
	_, rest, _ := strings.Cut(href, "://")
	return &tree{im: im, base: href, path: rest[strings.IndexByte(rest, '/'):], label: label}, nil
}

// readFolder reads a tree from a folder.
func (im *importer) readFolder(ctx context.Context, dir string) error {
	t, err := im.newTree(dir)
	if err != nil {
		return err
	}
	f, err := openFolder(filepath.Join(dir, filepath.FromSlash(im.opts.Root)))
	if err != nil {
		return err
	}
	defer f.root.Close() //nolint:errcheck // nothing was written
	t.files = f
	records, bad := im.journal.records, im.journal.bad
	sum, size := sha256.New(), int64(0)
	err = im.named(func() error {
		return t.pages(ctx, func(name string, data []byte) {
			fmt.Fprintf(sum, "%s\x00%d\x00", name, len(data)) //nolint:errcheck // a hash does not fail
			sum.Write(data)
			size += int64(len(data))
			im.progress(int64(len(data)))
		})
	})
	im.inputs = append(im.inputs, store.Input{
		Path: dir, Format: HTML.String(), ReadAs: HTML.String(), Bytes: size, SHA256: hex.EncodeToString(sum.Sum(nil)),
		Records: im.journal.records - records, Bad: im.journal.bad - bad,
	})
	return err
}

// readTar reads a tree from an archive.
func (im *importer) readTar(ctx context.Context, r io.Reader) error {
	t, err := im.newTree(im.journal.input)
	if err != nil {
		return err
	}
	a, err := newTarFiles(im)
	if err != nil {
		return err
	}
	defer a.spool.close()
	if err := a.unpack(ctx, r); err != nil {
		return err
	}
	t.files = a
	return im.named(func() error { return t.pages(ctx, func(string, []byte) {}) })
}

// pages puts the pages of the tree into the graph; seen is told of each. Pages on their way take a quarter of the memory,
// or are one.
func (t *tree) pages(ctx context.Context, seen func(name string, data []byte)) error {
	n := 0
	g, stop := newGate(ctx, t.im.memory()/4)
	defer stop()
	err := par.Ordered(ctx, t.im.opts.Workers,
		func(put func(*record) error) error {
			return t.files.each(func(name string) error {
				c, err := t.record(name)
				if err != nil {
					return err
				}
				seen(name, c.block)
				n++
				if c.weigh(); !g.enter(c.weight) {
					return errStopped
				}
				return put(c)
			})
		},
		func() func(*record) { return newReader().read },
		func(c *record) error {
			t.im.journal.input = t.label + "#" + c.file
			err := t.im.take(c)
			g.leave(c.weight)
			if err != nil {
				g.close()
			}
			return err
		})
	t.im.journal.input = t.label
	if err == nil && n == 0 {
		return fmt.Errorf("%w: there is no file of HTML in it: want names that end in .html, .htm, .xhtml or .shtml", ErrBadInput)
	}
	return err
}

// weigh says about what the file takes while its links are found, with what it may include.
func (c *record) weigh() {
	c.weight = 3 * int64(len(c.block))
	if bytes.Contains(c.block, includeMark) {
		c.weight += 3 * maxGrowth
	}
}

// record makes what a worker needs to read a page.
func (t *tree) record(name string) (*record, error) {
	data, cut, err := t.files.read(name, maxFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, os.ErrPermission) {
		return nil, err
	}
	c := &record{kind: file, tree: t, file: name, uri: t.appendURL(nil, name), block: data}
	if err != nil {
		c.reject = err.Error()
	}
	if cut {
		c.remark = fmt.Sprintf("the file is longer than %d bytes, and is read so far", maxFile)
	}
	c.contentType = "text/html"
	if _, set := splitVariant(name); set != "" {
		c.contentType += "; charset=" + set
	}
	return c, nil
}

// appendURL appends the address of a file. What means something in URLs is escaped.
func (t *tree) appendURL(dst []byte, name string) []byte {
	dst = append(dst, t.base...)
	for i := range len(name) {
		switch c := name[i]; c {
		case '%', '?', '#', '\\', '\t', '\n', '\r':
			dst = fmt.Appendf(dst, "%%%02X", c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// isPage says whether a file is a page, by its name.
func isPage(name string) bool {
	name, _ = splitVariant(path.Base(name))
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".shtml":
		return len(path.Ext(name)) < len(name)
	}
	return false
}

// splitVariant cuts the language and the charset off the name of a variant, such as index.html.ja.utf8.
func splitVariant(name string) (plain, set string) {
	plain = name
	lang := false
	for {
		ext := path.Ext(plain)
		if len(ext) < 3 {
			return plain, set
		}
		switch word := ext[1:]; {
		case !lang && isLanguage(word):
			lang = true
		case set == "" && isCharset(word):
			set = strings.ToLower(word)
		default:
			return plain, set
		}
		plain = plain[:len(plain)-len(ext)]
	}
}

// isLanguage says whether an extension is a language, such as fr, pt-br or zh-Hant. Only languages with two letters
// are known, and "in", once Indonesian, is a template.
func isLanguage(word string) bool {
	base, _, _ := strings.Cut(word, "-")
	if len(base) != 2 || strings.EqualFold(word, "in") {
		return false
	}
	_, err := language.Parse(word)
	return err == nil
}

func isCharset(word string) bool {
	e, _ := charset.Lookup(word)
	return e != nil
}

// isText says whether a file may be included in a page.
func isText(head []byte) bool { return bytes.IndexByte(head, 0) < 0 }
