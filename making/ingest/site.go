package ingest

import (
	"archive/zip"
	"context"
	"fmt"
	"io"

	"weft/internal/mem"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/tally"
	"weft/making/ingest/unpack"
	"weft/web/warc"
)

// wacz reads every archive of a WACZ package.
func (im *importer) wacz(ctx context.Context, in *input) error {
	at, z, err := im.openZip(in)
	if err != nil {
		return err
	}
	w, err := warc.PackageOf(at, z)
	if err != nil {
		return err
	}
	return im.Packaged(ctx, w, in.path)
}

// openZip reads the directory of a zip file, whose files must lie apart.
func (im *importer) openZip(in *input) (io.ReaderAt, *zip.Reader, error) {
	at, size, err := im.seekable(in)
	if err != nil {
		return nil, nil, err
	}
	r, err := zip.NewReader(at, size)
	if err != nil {
		return nil, nil, noDirectory(err)
	}
	if err := mem.Check(fmt.Sprintf("a zip file of %d files", len(r.File)), 512*int64(len(r.File)), im.opts.Memory); err != nil {
		return nil, nil, err
	}
	return at, r, captures.LiesApart(r)
}

// readFolder reads a tree of HTML from a folder.
func (im *importer) readFolder(ctx context.Context, dir string) error {
	done := im.noteInput(dir)
	size, sum, err := im.Folder(ctx, dir, im.progress)
	done(&formats.Reading{Name: HTML}, size, sum)
	return err
}

// readTreeIn reads a tree of HTML from a tar archive or a zip file.
func (im *importer) readTreeIn(ctx context.Context, in *input) error {
	magic, _ := in.peek.Peek(512)
	switch {
	case unpack.IsZip(magic):
		_, z, err := im.openZip(in)
		if err != nil {
			return err
		}
		return im.ZippedTree(ctx, z)
	case captures.IsTar(magic):
		return im.TarredTree(ctx, in.peek)
	}
	return fmt.Errorf("%w: it is neither a folder nor an archive (tar, zip) of the HTML of a site", tally.ErrBadInput)
}
