package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"weft/faces/export"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/livecrawl/folder"
)

// packed is the result of an export as a package.
//
//json:object export --format wacz
type packed struct {
	Path   string `json:"path"`   // path of the package
	Format string `json:"format"` // always wacz
	export.WACZSummary
}

// exportWACZ writes the archive of a live crawl as a package, which appears whole or not at all.
func (a *app) exportWACZ(ctx context.Context, dir string, o exportOptions) error {
	if !folder.Is(dir) {
		return usagef("%s has no archive: --format wacz requires the folder of a live crawl", dir)
	}
	kept, err := folder.OpenKept(dir)
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
	info := packed{o.output, o.format, s}
	if s.Lacking > 0 {
		from := "the crawls that this one was compared with do not have them"
		if len(kept.Gone) > 0 {
			from = fmt.Sprintf("the earlier crawl %s is not there", kept.Gone[0])
		}
		a.warn("%s of unchanged pages %s not in the package: %s", digits.Plural(s.Lacking, "content"), digits.Verb(s.Lacking, "is", "are"), inert.Text(from))
	}
	return a.print(info, func(w io.Writer) {
		row(w, o.output, "WARC files: %s, %s; pages: %s, seeds among them: %s", grouped(s.Files), digits.Size(s.Bytes), grouped(s.Pages), grouped(s.Seeds))
		if s.Copied > 0 {
			row(w, "", "records of earlier crawls for pages that did not change: %s", grouped(s.Copied))
		}
	})
}
