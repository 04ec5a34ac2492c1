package captures

import (
	"archive/zip"
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

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/internal/par"
	"weft/making/ingest/formats"
	"weft/making/ingest/tally"
	"weft/web/capture"
	"weft/web/weburl"
)

// A tree is the HTML of a site as files. The file a/b.html is the page BASE/a/b.html; index.html is itself, and not its
// folder, unless the options say so. Which files are pages judge says. A type map is the page of the variant that a server
// would choose. Symbolic links are not followed.
type tree struct {
	im        *Intake
	base      string   // ends in a slash
	path      string   // the path of base
	label     string   // of the input
	languages []string // that variants of type maps are wanted in, in lower case, the best first
	index     []string // names of files that are the page of their folder
	files     treeFiles
}

// treeFiles are the files of a tree. Names are relative to its root, with slashes, without "." and "..".
type treeFiles interface {
	// each calls f with the name of each page, and perhaps of other files with the reason why they are not pages.
	each(f func(name string, v verdict) error) error
	// has says whether there is a file of this name that read finds.
	has(name string) bool
	// read returns the first bytes of a file, at most most, and whether more follow. It is safe for concurrent
	// use. The error fs.ErrNotExist reports a missing file.
	read(name string, most int64) (data []byte, cut bool, err error)
}

// newTree checks what the options say of a tree.
func (im *Intake) newTree(label string) (*tree, error) {
	if im.Site.BaseURL == "" {
		return nil, option.Errorf("%w: it is the HTML of a site: say with {base-url} what its address is", option.ErrUnfit)
	}
	href, err := weburl.Parse(im.Site.BaseURL)
	if err != nil || !capture.IsWebURI([]byte(href)) || strings.Contains(href, "?") {
		return nil, option.Errorf("%w: {base-url} %.80q: expected an address such as https://www.example.org/docs/", option.ErrUnfit, im.Site.BaseURL)
	}
	if !strings.HasSuffix(href, "/") {
		href += "/"
	}
	if root := im.Site.Root; root != "" && !filepath.IsLocal(root) {
		return nil, fmt.Errorf("%w: the root %.80q leads out of the tree", option.ErrUnfit, root)
	}
	im.Trees++
	return &tree{
		im: im, base: href, path: weburl.Cut(href).Path, label: label,
		languages: languagesWanted(im.Site.Languages), index: im.Site.IndexFiles,
	}, nil
}

// pages adds the pages of the tree to the graph; seen receives each. Pages under way take a quarter of the memory,
// or there is only one.
func (t *tree) pages(ctx context.Context, seen func(name string, data []byte)) error {
	n := 0
	b := t.im.Limits
	g, stop := NewGate(ctx, b.Flight)
	defer stop()
	err := par.Ordered(ctx, t.im.Workers,
		func(put func(*record) error) error {
			return t.files.each(func(name string, v verdict) error {
				if v != isPage {
					return put(&record{kind: file, tree: t, file: name, left: v})
				}
				c, err := t.record(name)
				if err != nil {
					return err
				}
				seen(name, c.block)
				n++
				if err := b.check(t.label+"#"+name, int64(len(c.block)), t.im.Set.Memory); err != nil {
					return err
				}
				if c.weigh(); !g.Enter(c.weight) {
					return formats.ErrStopped
				}
				return put(c)
			})
		},
		func() func(*record) {
			r := b.reader()
			r.NoURLs = false // of links to folders
			return r.read
		},
		func(c *record) error {
			t.im.Tally.Input = t.label + "#" + c.file
			if c.left != isPage {
				t.im.leave(c.left)
				g.Leave(c.weight)
				return t.im.Tally.Err
			}
			err := t.im.take(c)
			g.Leave(c.weight)
			if err != nil {
				g.Close()
			}
			return err
		})
	t.im.Tally.Input = t.label
	if err == nil && n == 0 {
		return fmt.Errorf("%w: there is no page in it: expected files named .html, .htm, .xhtml or .shtml, or others that begin as HTML does", tally.ErrBadInput)
	}
	return err
}

// weigh estimates the memory of a file while its links are extracted, with the files that it may include.
func (c *record) weigh() {
	c.weight = blockFactor * int64(len(c.block))
	if bytes.Contains(c.block, includeMark) {
		c.weight += blockFactor * maxGrowth
	}
}

// record makes what a worker needs to read a page.
func (t *tree) record(name string) (*record, error) {
	data, cut, err := t.files.read(name, t.im.Limits.page)
	if err != nil && !isAbsent(err) {
		return nil, err
	}
	c := &record{kind: file, tree: t, file: name, uri: t.appendURL(nil, t.foldName(name)), block: data, beyond: cut, remark: t.im.cutRemark(cut)}
	if err != nil {
		c.reject = err.Error()
	}
	if looksLikeTypeMap(data) {
		return c, t.resolve(c)
	}
	c.contentType = "text/html"
	if _, set := splitVariant(path.Base(name)); set != "" {
		c.contentType += "; charset=" + set
	}
	return c, nil
}

// isAbsent says that one file cannot be read, as it is not there or not for us; others may.
func isAbsent(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission)
}

func (im *Intake) cutRemark(cut bool) string {
	if !cut {
		return ""
	}
	return fmt.Sprintf("the file is longer than %d bytes, and is read up to there", im.Limits.page)
}

// leave notes that the file which the tally names is no page.
func (im *Intake) leave(v verdict) {
	im.Notes["files left out: "+v.String()]++
	im.Tally.Note(0, "left out", v.String())
}

// noteTree counts notable facts about a file of a tree.
func (im *Intake) noteTree(c *record) {
	for _, name := range c.missing {
		im.Notes["includes that are not in the tree, or binary"]++
		im.Tally.Note(c.offset, "include", fmt.Sprintf("%.200q is not in the tree, or binary", name))
	}
	for _, why := range c.unread {
		im.Notes["includes that cannot be read: see import.log"]++
		im.Tally.Note(c.offset, "include", why)
	}
	im.Notes["files included"] += int64(c.included)
	if c.variant != "" {
		im.Notes["type maps, read as the variant that a server would choose"]++
		im.Tally.Note(0, "type map", "read as "+c.variant)
	}
	if c.foreign {
		im.Notes["type maps without a variant in the languages wanted, read as another"]++
	}
	im.Notes["links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)"] += int64(c.folders)
	im.Notes["links to index files, taken for links to their folders"] += int64(c.folded)
}

// appendURL appends the address of a file. Characters with a meaning in URLs are escaped.
func (t *tree) appendURL(dst []byte, name string) []byte {
	dst = append(dst, t.base...)
	for i := range len(name) {
		switch c := name[i]; c {
		case '%', '?', '#', '\\', '\t', '\n', '\r':
			dst = ascii.AppendEscaped(dst, c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
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
		case set == "" && charsetOf(word) != "":
			set = charsetOf(word)
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

// charsetOf returns the charset that an extension names, by the Encoding Standard or the configuration of Apache;
// "" for other extensions.
func charsetOf(word string) string {
	word = strings.ToLower(word)
	if name, ok := serverCharsets[word]; ok {
		return name
	}
	if e, _ := charset.Lookup(word); e == nil {
		return ""
	}
	return word
}

// serverCharsets are the extensions of Apache's AddCharset that the Encoding Standard has no label for.
var serverCharsets = map[string]string{
	"jis": "iso-2022-jp", "iso2022-jp": "iso-2022-jp", "iso2022-kr": "iso-2022-kr", "euc-cn": "gb2312", "gb": "gb2312",
	"cis-big5": "big5", "win-1251": "windows-1251", "cp-1251": "windows-1251", "iso-ru": "iso-8859-5", "latin1": "iso-8859-1",
}

// mayBeIncluded reports whether a page may include a file with these first bytes: a page, or a file whose beginning has no
// byte 0.
func mayBeIncluded(name string, head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), sniffSize)], 0) < 0 || judgeFile(name, head) == isPage
}

// Folder reads a tree from a folder. read receives the numbers of bytes. It returns their sum, and a checksum of all names and
// contents.
func (im *Intake) Folder(ctx context.Context, dir string, read func(n int64)) (size int64, checksum string, err error) {
	t, err := im.newTree(dir)
	if err != nil {
		return 0, "", err
	}
	f, err := openFolder(filepath.Join(dir, filepath.FromSlash(im.Site.Root)))
	if err != nil {
		return 0, "", err
	}
	defer f.root.Close() //nolint:errcheck // nothing was written
	t.files = f
	sum := sha256.New()
	err = im.Named(func() error {
		return t.pages(ctx, func(name string, data []byte) {
			fmt.Fprintf(sum, "%s\x00%d\x00", name, len(data)) //nolint:errcheck // a hash does not fail
			sum.Write(data)
			size += int64(len(data))
			read(int64(len(data)))
		})
	})
	return size, hex.EncodeToString(sum.Sum(nil)), err
}

// ZippedTree reads a tree from a zip file.
func (im *Intake) ZippedTree(ctx context.Context, z *zip.Reader) error {
	return im.packedTree(ctx, func() (treeFiles, error) { return im.zipFiles(z) })
}

// TarredTree reads a tree from a tar archive. Its files wait in a scratch file.
func (im *Intake) TarredTree(ctx context.Context, r io.Reader) error {
	a, err := newTarFiles(im)
	if err != nil {
		return err
	}
	defer a.spool.Close()
	return im.packedTree(ctx, func() (treeFiles, error) { return a, a.unpack(ctx, r) })
}

// packedTree reads a tree of the files that open returns.
func (im *Intake) packedTree(ctx context.Context, open func() (treeFiles, error)) error {
	t, err := im.newTree(im.Tally.Input)
	if err != nil {
		return err
	}
	if t.files, err = open(); err != nil {
		return err
	}
	return im.Named(func() error { return t.pages(ctx, func(string, []byte) {}) })
}
