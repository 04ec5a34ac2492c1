package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"time"

	"weft/faces/export"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/livecrawl"
)

// exportWACZ writes the archive of a live crawl as a package, which appears whole or not at all.
func (a *app) exportWACZ(ctx context.Context, dir string, o exportOptions) error {
	if !livecrawl.IsFolder(dir) {
		return usagef("%s: --format wacz is for the folder of a live crawl: it has no archive", dir)
	}
	kept, err := livecrawl.OpenKept(dir)
	if err != nil {
		return err
	}
	p := &export.WACZ{
		Kept: kept, Title: o.title, Software: "weft/" + version, Now: time.Now().Truncate(time.Second), Scratch: filepath.Dir(o.output),
		Progress: func(done, total int64) { a.progress.Bytes("exporting", done, total) },
	}
	var s export.WACZSummary
	err = atomicfile.Write(o.output, func(w io.Writer) (err error) {
		s, err = p.Write(ctx, w)
		return err
	})
	if err := errors.Join(err, kept.Close()); err != nil {
		return err
	}
	info := struct {
		Path   string `json:"path"`
		Format string `json:"format"`
		export.WACZSummary
	}{o.output, o.format, s}
	return a.print(info, func(w io.Writer) {
		row(w, o.output, "WARC files: %s, %s; pages: %s, seeds among them: %s", grouped(s.Files), digits.Size(s.Bytes), grouped(s.Pages), grouped(s.Seeds))
	})
}
