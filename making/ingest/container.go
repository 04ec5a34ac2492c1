package ingest

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/making/ingest/unpack"
	"weft/web/warc"
)

// maxNesting is how deep archives in archives are read: a tar of zip files, no further.
const maxNesting = 2

// beginsCaptures says whether a text begins with a record of WARC or ARC.
func beginsCaptures(head []byte) bool {
	for n := 0; n != len(head); { // editors and shells put marks and empty lines before
		n = len(head)
		head = bytes.TrimPrefix(bytes.TrimLeft(head, formats.BlankBytes), scan.BOM)
	}
	return bytes.HasPrefix(head, []byte("WARC/")) || bytes.HasPrefix(head, []byte("filedesc://"))
}

// isWACZ checks the directory of a zip file, if it is accessible. An unreadable directory may belong to anything:
// the reader of zip files reports it.
func (in *input) isWACZ() bool {
	if in.file == nil || in.packed {
		return false
	}
	_, err := warc.OpenWACZ(in.file, in.size)
	return err == nil
}

// seekable returns an input whose directory is at its end, from a scratch file if it is no file itself. All of it is read for
// its checksum.
func (im *importer) seekable(in *input) (io.ReaderAt, int64, error) {
	if in.file != nil && !in.packed {
		_, err := io.Copy(io.Discard, in.peek)
		return in.file, in.size, err
	}
	s, err := assemble.NewSpool(im.Draft.Dir())
	if err != nil {
		return nil, 0, err
	}
	in.close = closeBoth(in.close, s)
	if _, err := io.Copy(s.Writer, in.peek); err != nil {
		return nil, 0, fmt.Errorf("unpack it: %w", err)
	}
	if err := s.Flush(); err != nil {
		return nil, 0, err
	}
	size, err := s.File.Seek(0, io.SeekEnd)
	return s.File, size, err
}

func closeBoth(first func() error, s *assemble.Spool) func() error {
	return func() error {
		s.Close()
		return first()
	}
}

// noDirectory explains why a zip file cannot be opened.
func noDirectory(err error) error {
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the directory at the end of the zip file is missing or damaged, so it is cut, or not a zip file: %w", err)
	}
	return err
}

// A container is a tar archive or a zip file of inputs that is being read.
type container struct {
	im    *importer
	label string
	depth int
	root  string // of the files that are read, with a slash, or one of them; "" for all
	read  int
	left  int
	why   error // the first was left out; nil if none was
	aside graphParts
}

// readContainer reads each file of an archive as a separate input. Files of unknown formats are left out, counted
// and listed. If all are, it is an error.
func (im *importer) readContainer(ctx context.Context, in *input, depth int) error {
	c := &container{im: im, label: im.Tally.Input, depth: depth + 1, root: captures.CleanRoot(im.opts.Root)}
	magic, _ := in.peek.Peek(4)
	if c.depth > maxNesting && !unpack.IsZip(magic) { // a WACZ package may lie one deeper
		return errNested
	}
	if c.root != "" && depth == 0 {
		im.Trees++ // --root is of use
	} else if depth > 0 {
		c.root = ""
	}
	var err error
	if unpack.IsZip(magic) {
		err = c.readZip(ctx, in)
	} else {
		err = c.readTar(ctx, in.peek)
	}
	if err == nil {
		err = c.readAside(ctx)
	}
	if err == nil && c.read == 0 { // why may be that it is cut
		err = im.Tally.CheckBreaks(im.opts.MaxBad, im.sizeOfInputs())
	}
	im.Tally.Input = c.label
	switch {
	case err != nil:
		return err
	case c.read == 0 && c.left == 0 && c.root != "":
		return fmt.Errorf("%w: there is no file below the root %.200q", tally.ErrBadInput, im.opts.Root)
	case c.read == 0 && c.left == 0:
		return &nothingRead{fmt.Errorf("%w: %s: there is no file in it: expected files to import", tally.ErrBadInput, c.label)}
	case c.read == 0 && depth > 0:
		return &nothingRead{option.Errorf("none of the %d files in it can be read: %v", c.left, c.why)}
	case c.read == 0:
		return option.Errorf("none of the %d files in it can be read: %v; if it is the HTML of a site, give its address with {base-url}", c.left, c.why)
	}
	return nil
}

// nothingRead says that an archive holds nothing for us; in another one it is left out.
type nothingRead struct{ error }

func (n *nothingRead) Unwrap() error { return n.error }

var errNested = errors.New("it lies in an archive within an archive: unpack them")

// wants says whether a file is below the root, or a part of the graph that it names.
func (c *container) wants(name string) bool {
	base, _, _ := cutPart(name)
	return c.root == "" || name == c.root || base == c.root || strings.HasPrefix(name, c.root+"/")
}

func (c *container) readTar(ctx context.Context, r io.Reader) error {
	err := c.im.EachTarred(ctx, r, func(t *tar.Reader, h *tar.Header) error {
		d, err := c.tarFile(ctx, t, h)
		if err == nil && d != nil && d.Err != nil {
			return errBrokeOff
		}
		return err
	})
	if errors.Is(err, errBrokeOff) {
		return nil
	}
	return err
}

// errBrokeOff says that an archive breaks off in a file, which the tally knows.
var errBrokeOff = errors.New("the archive breaks off")

// tarFile reads a file of a tar archive; it returns what damped it.
func (c *container) tarFile(ctx context.Context, t *tar.Reader, h *tar.Header) (*unpack.Damper, error) {
	switch {
	case h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader || !c.wants(path.Clean(h.Name)):
		return nil, nil
	case h.Typeflag != tar.TypeReg:
		return nil, c.leave(h.Name, captures.NotRegular.String())
	}
	d := &unpack.Damper{R: t, Left: h.Size}
	if err := c.asideOrMember(ctx, h.Name, d, h.Size); err != nil {
		return nil, err
	}
	return d, c.drain(h.Name, d, -1)
}

// drain reads what the format did not want of a file, and notes it if that breaks off.
func (c *container) drain(name string, d *unpack.Damper, packed int64) error {
	if d.Err == nil {
		io.Copy(io.Discard, d) //nolint:errcheck // the damper keeps it
	}
	if d.Err == nil || d.Noted {
		return nil
	}
	return c.breakOff(name, d, packed)
}

func (c *container) readZip(ctx context.Context, in *input) error {
	at, z, err := c.im.openZip(in)
	if err != nil {
		return err
	}
	if w, err := warc.PackageOf(at, z); err == nil && c.im.opts.Format == formats.Auto && c.root == "" {
		in.packages = true
		c.read++
		return c.im.Named(func() error { return c.im.Packaged(ctx, w, c.label) })
	}
	if c.depth > maxNesting {
		return &nothingRead{errNested}
	}
	for _, f := range nodesFirst(z.File) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if strings.HasSuffix(f.Name, "/") || !c.wants(path.Clean(f.Name)) {
			continue
		}
		if err := c.zipFile(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// nodesFirst returns the files of a zip file, tables of nodes before the others: the arcs in those name the nodes.
func nodesFirst(files []*zip.File) []*zip.File {
	var first, rest []*zip.File
	for _, f := range files {
		if isZippedNodes(f) {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}

// isZippedNodes says whether a file that is called like a table is one of nodes. Its faults are reported when it is read.
func isZippedNodes(f *zip.File) bool {
	if !slices.Contains([]string{".csv", ".tsv", ".txt"}, strings.ToLower(path.Ext(f.Name))) || !f.Mode().IsRegular() {
		return false
	}
	r, err := unpack.OpenZipped(f)
	if err != nil {
		return false
	}
	defer r.Close() //nolint:errcheck // nothing was written
	return listsNodes(r)
}

func (c *container) zipFile(ctx context.Context, f *zip.File) error {
	if !f.Mode().IsRegular() {
		return c.leave(f.Name, captures.NotRegular.String())
	}
	r, err := unpack.OpenZipped(f)
	if err != nil {
		c.im.Tally.Input = c.label + "#" + f.Name
		c.left++
		return c.im.Tally.BreakOffWith(0, "the file", err, int64(f.CompressedSize64))
	}
	packed := int64(f.CompressedSize64)
	d := &unpack.Damper{R: r, Left: int64(f.UncompressedSize64), Packed: func() int64 { return packed }}
	err = c.asideOrMember(ctx, f.Name, d, int64(f.UncompressedSize64))
	if err == nil {
		err = c.drain(f.Name, d, int64(f.CompressedSize64))
	}
	r.Close() //nolint:errcheck // it repeats what the damper knows
	return err
}

// breakOff notes that a file of the archive ends too early; packed is its size in the archive, or -1.
func (c *container) breakOff(name string, d *unpack.Damper, packed int64) error {
	c.im.Tally.Input = c.label + "#" + name
	d.Noted = true
	missing := int64(-1)
	if all := d.N + d.Left; packed >= 0 && all > 0 {
		missing = int64(float64(packed) * float64(d.Left) / float64(all))
	}
	return c.im.Tally.BreakOffWith(d.N, "the file", d.Err, missing)
}

// asideOrMember reads a file of the archive, or copies it aside.
func (c *container) asideOrMember(ctx context.Context, name string, d *unpack.Damper, size int64) error {
	c.im.Tally.Input = c.label + "#" + name
	if done, err := c.setAside(name, d, size); done {
		return err
	}
	return c.member(ctx, name, d, size)
}

// member reads a file of the archive as an input of its own, if it is one.
func (c *container) member(ctx context.Context, name string, d *unpack.Damper, size int64) error {
	im := c.im
	label := c.label + "#" + name
	im.Tally.Input = label
	if why := c.unwanted(name, size); why != "" {
		return c.leave(name, why)
	}
	in := &input{path: label, memory: im.opts.Memory, size: size, close: func() error { return nil }, damper: d}
	in.raw = &counted{r: d, sum: sha256.New()}
	in.peek = bufio.NewReaderSize(in.raw, peekSize)
	said := im.Lists
	said.Alone = false
	how, head, err := in.format(im.opts.Format, &said)
	if err == nil && how.Name == lists.Nodes && c.read > 0 && im.Nodes == nil {
		return errors.Join(fmt.Errorf("%w: %s: the table of nodes follows other files in the archive: unpack it, and name this table among the inputs", tally.ErrBadInput, label), in.close())
	}
	if kind := im.checkKind(name, in, how); errors.Is(kind, errKinds) {
		return errors.Join(kind, in.close())
	} else if kind != nil {
		err = kind
	}
	if magic, _ := in.peek.Peek(4); err == nil && how.Name == Container && c.depth >= maxNesting && !unpack.IsZip(magic) {
		err = errNested
	}
	if err != nil {
		if _, short := errors.AsType[*mem.ShortError](err); short {
			return errors.Join(err, in.close())
		}
		return errors.Join(c.leaveFor(name, err), in.close())
	}
	done, breaks := im.noteInput(label), len(im.Tally.Breaks)
	c.read++
	if how.Name == lists.Nodes {
		im.NodeTables++ // without arcs it says nothing
	}
	err = errors.Join(im.readAs(ctx, in, how, head, c.depth), in.close())
	d.Noted = len(im.Tally.Breaks) > breaks
	if _, nothing := errors.AsType[*nothingRead](err); nothing {
		c.read--
		return c.leaveFor(name, err)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, tally.ErrBadInput) {
		err = naming(label, err)
	}
	n, sum := in.bytesRead()
	done(how, n, sum)
	return err
}

// unwanted returns why a file is ignored: it is empty, or describes other files.
func (c *container) unwanted(name string, size int64) string {
	base := strings.ToLower(path.Base(name))
	switch {
	case size == 0:
		return "empty"
	case strings.HasPrefix(base, "._") || base == ".ds_store":
		return "notes of a file system"
	case strings.HasPrefix(base, "datapackage") && strings.HasSuffix(base, ".json"): // of WACZ packages, and of packages inside one
		return "a description by its name"
	case strings.HasPrefix(base, "meta."): // KONECT
		return "a description by its name"
	}
	for _, word := range []string{"readme", "license", "licence", "copying", "copyright", "changelog", "notice", "authors", "citation"} {
		if strings.HasPrefix(base, word) {
			return "a description by its name"
		}
	}
	if v := captures.ClassOf(name); v == captures.PageName {
		return "HTML"
	}
	return ""
}

// leave notes that a file of the archive is left out.
func (c *container) leave(name, why string) error { return c.leaveFor(name, errors.New(why)) }

// leaveFor is leave for an error.
func (c *container) leaveFor(name string, why error) error {
	c.im.Tally.Input = c.label + "#" + name
	if c.left++; c.why == nil {
		c.why = fmt.Errorf("%s: %w", name, why)
	}
	c.im.Notes["files in archives that were left out: see import.log"]++
	c.im.Tally.Note(0, "left out", why.Error())
	return c.im.Tally.Err
}
