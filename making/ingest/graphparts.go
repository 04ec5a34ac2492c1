package ingest

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/tally"
	"weft/making/ingest/unpack"
	"weft/store"
)

// namesExts end the names of files with the names of pages, beside a BVGraph; namesPackings may follow.
var (
	namesExts     = []string{store.URLsExt, ".nodes"}
	namesPackings = []string{"", ".gz", ".zst", ".xz"}
)

// cutPart cuts the name of a file that may be a part of a BVGraph, or have the names of its pages, after the basename.
func cutPart(name string) (base, ext string, ok bool) {
	exts := []string{bv.GraphExt, bv.PropertiesExt, bv.OffsetsExt}
	for _, e := range namesExts {
		for _, packed := range namesPackings {
			exts = append(exts, e+packed)
		}
	}
	for _, ext := range exts {
		if base, ok := strings.CutSuffix(name, ext); ok && path.Base(name) != ext {
			return base, ext, true
		}
	}
	return "", "", false
}

// graphParts are the files of an archive that may belong to a BVGraph. They are copied aside until all were met,
// because a graph is read from files.
type graphParts struct {
	folder string
	bases  []string            // in order; number i is i.graph and so on in the folder
	parts  map[string][]string // the extensions that there are, by base, in order
	cut    map[string]bool     // bases with a part that breaks off
}

// setAside copies a file aside if it may belong to a BVGraph.
func (c *container) setAside(name string, d *unpack.Damper, size int64) (bool, error) {
	base, ext, ok := cutPart(name)
	if !ok || size == 0 || c.im.opts.Format != formats.Auto && c.im.opts.Format != Container {
		return false, nil
	}
	p := &c.aside
	if p.folder == "" {
		dir, err := c.im.scratchFolder()
		if err != nil {
			return true, err
		}
		p.folder, p.parts, p.cut = dir, map[string][]string{}, map[string]bool{}
	}
	if !slices.Contains(p.bases, base) {
		p.bases = append(p.bases, base)
	}
	f, err := os.Create(p.path(base) + ext)
	if err != nil {
		return true, err
	}
	_, err = io.Copy(f, d)
	if d.Err != nil { // which is noted when what is left is read
		p.cut[base], err = true, nil
	}
	if !slices.Contains(p.parts[base], ext) {
		p.parts[base] = append(p.parts[base], ext)
	}
	return true, errors.Join(err, f.Close())
}

// path is the basename under which the parts of a base lie aside.
func (p *graphParts) path(base string) string {
	return filepath.Join(p.folder, strconv.Itoa(slices.Index(p.bases, base)))
}

// isGraph says whether the parts of a base are a BVGraph, whole.
func (p *graphParts) isGraph(base string) bool {
	return !p.cut[base] && slices.Contains(p.parts[base], bv.GraphExt) && slices.Contains(p.parts[base], bv.PropertiesExt)
}

// readAside reads what was copied aside, when the archive has ended: a BVGraph, and what turned out not to belong to one.
func (c *container) readAside(ctx context.Context) error {
	p := &c.aside
	var graphs []string
	for _, base := range p.bases {
		if p.isGraph(base) {
			graphs = append(graphs, base)
		} else if err := c.readParts(ctx, base); err != nil {
			return err
		}
	}
	switch {
	case len(graphs) == 0:
		return nil
	case len(graphs) > 1:
		return option.Errorf("%w: it holds %d BVGraphs, %.500q: read one of them, with {root} %s", tally.ErrBadInput, len(graphs), graphs, graphs[0])
	case c.read > 0:
		return option.Errorf("%w: it holds a BVGraph, %.200q, and other inputs, which cannot be joined: read the graph alone, with {root} %s", tally.ErrBadInput, graphs[0], graphs[0])
	}
	c.read++
	c.im.asideBase, c.im.asideLabel = p.path(graphs[0]), c.label+"#"+graphs[0]
	if err := c.im.useGraph(c.im.asideBase); err != nil {
		return err
	}
	return c.leaveNames(graphs[0])
}

// leaveNames counts the files of names beside the graph that do not name its pages.
func (c *container) leaveNames(base string) error {
	used := c.im.findNames()
	for _, ext := range c.aside.parts[base] {
		if strings.HasPrefix(ext, ".g") || strings.HasPrefix(ext, ".p") || strings.HasPrefix(ext, ".o") || c.aside.path(base)+ext == used {
			continue
		}
		if err := c.leave(base+ext, "names of pages that another file gives, or an option refuses"); err != nil {
			return err
		}
	}
	return nil
}

// readParts reads files that are no BVGraph after all.
func (c *container) readParts(ctx context.Context, base string) error {
	for _, ext := range c.aside.parts[base] {
		var err error
		switch {
		case c.aside.cut[base]:
			err = c.leave(base+ext, "part of a BVGraph, or of its names, with a part that breaks off")
		case ext == bv.PropertiesExt, ext == bv.OffsetsExt:
			err = c.leave(base+ext, "part of a BVGraph without "+path.Base(base)+bv.GraphExt+" or "+bv.PropertiesExt)
		default:
			err = c.readPart(ctx, base, ext)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *container) readPart(ctx context.Context, base, ext string) error {
	f, err := os.Open(c.aside.path(base) + ext)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return c.member(ctx, base+ext, &unpack.Damper{R: f, Left: info.Size()}, info.Size())
}

// scratchFolder makes a folder beside the files of the draft that is gone before they are published.
func (im *importer) scratchFolder() (string, error) {
	f, err := atomicfile.NewFolder(im.Draft.Dir(), ".parts-*", 0o700)
	if err != nil {
		return "", err
	}
	im.folders = append(im.folders, f)
	return f.Path, nil
}

// removeFolders removes the scratch folders.
func (im *importer) removeFolders() {
	for _, f := range im.folders {
		f.Remove() //nolint:errcheck // what is left the next draft removes
	}
	im.folders = nil
}

// inArchive names a file of a BVGraph that came in an archive as it is called there.
func (im *importer) inArchive(text string) string {
	if im.asideBase == "" {
		return text
	}
	return strings.ReplaceAll(text, im.asideBase, im.asideLabel)
}

// An archivedError calls files as they are called in the archive.
type archivedError struct {
	err  error
	call func(text string) string
}

func (e *archivedError) Error() string { return e.call(e.err.Error()) }
func (e *archivedError) Unwrap() error { return e.err }

// Said implements [option.Namer].
func (e *archivedError) Said(call func(string) string) string {
	return e.call(option.Text(e.err, call))
}
