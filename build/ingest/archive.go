package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"weft/internal/par"
	"weft/web/capture"
	"weft/web/links"
	"weft/web/warc"
)

// archive reads the records of a WARC or ARC file; WAT records among them too.
func (im *importer) archive(ctx context.Context, r io.Reader) error {
	free := make(par.Free[record], 64)
	var last *warc.BadRecord
	err := par.Ordered(ctx, im.opts.Workers,
		func(put func(*record) error) (err error) {
			last, err = readArchive(r, free, put)
			return err
		},
		func() func(*record) { return newReader().read },
		func(c *record) error {
			err := im.take(c)
			free.Put(c)
			return err
		})
	if err == nil && breaksOff(last) {
		im.tally.breaks = append(im.tally.breaks, Break{im.tally.input, last.Offset, last.Error(), -1})
	}
	return err
}

// readArchive puts the records that matter, and the bad ones; it returns the last one if that is bad.
func readArchive(r io.Reader, free par.Free[record], put func(*record) error) (last *warc.BadRecord, err error) {
	rd := warc.NewReader(r, warc.Options{Want: new(reader).wanted})
	for {
		rec, err := rd.Next()
		if errors.Is(err, io.EOF) && err == io.EOF {
			return last, nil
		}
		var bad *warc.BadRecord
		if err != nil && !errors.As(err, &bad) {
			return nil, err
		}
		last = bad
		c := free.Get()
		c.reset()
		if bad != nil {
			c.offset, c.reject = bad.Offset, err.Error()
		} else if !c.copy(rec) {
			c.kind = ignored
		}
		if err := put(c); err != nil {
			return nil, err
		}
	}
}

func isWAT(rec *warc.Record) bool {
	return rec.Type == warc.TypeMetadata && strings.HasPrefix(rec.ContentType(), "application/json")
}

// isAside says of a record that it is of something that pages need.
func isAside(rec *warc.Record) bool {
	purpose := rec.Header.Get(capture.PurposeField)
	return purpose == capture.Requisite || purpose == capture.SitemapFile
}

// kindOf says what a record is.
func kindOf(rec *warc.Record) recordKind {
	switch {
	case isAside(rec) && rec.Type != warc.TypeResponse, rec.Header.Get(capture.PurposeField) != "" && !isAside(rec):
		return ignored
	case rec.Type == warc.TypeResponse && rec.IsHTTP():
		return response
	case rec.Type == warc.TypeRevisit:
		return revisit
	case rec.Type == warc.TypeResource:
		return resource
	case isWAT(rec):
		return wat
	case rec.Type == warc.TypeMetadata && capture.IsNotes(rec.ContentType()):
		return notes
	}
	return ignored
}

// copy takes what matters of a record; false if nothing does.
func (c *record) copy(rec *warc.Record) bool {
	c.offset, c.kind, c.aside = rec.Offset, kindOf(rec), isAside(rec)
	switch c.kind {
	case ignored:
		return false
	case resource:
		c.contentType = rec.ContentType()
	}
	c.uri = append(c.uri[:0], rec.TargetURIBytes()...)
	c.block = append(c.block[:0], rec.Body...)
	if why := rec.Header.Get("WARC-Truncated"); why != "" {
		c.remark, c.cut = "the archive says that it is not whole: "+why, true
	}
	if rec.Truncated && int64(len(rec.Body)) >= warc.DefaultMaxBody {
		c.remark = fmt.Sprintf("the block of %d bytes is read up to %d", rec.Length, len(rec.Body))
	}
	return true
}

// plainCapture counts captures that make no page by themselves.
const plainCapture = "captures without links that are no HTML: pages only where one links to them"

// notWhole counts captures of which a part is missing; the log says which.
const notWhole = "captures that are not whole, of which what is there was read"

// inPart counts captures of pages in part. The links of such a capture are left out where a whole capture is there.
const inPart = "captures of a page in part: their links count where no whole capture of the page is there"

// take puts a capture into the graph.
func (im *importer) take(c *record) error {
	switch {
	case c.reject != "":
		return im.tally.reject(c.offset, c.reject)
	case c.kind == ignored:
		im.tally.good()
		im.notes["records that are no captures, such as requests"]++
		return nil
	}
	im.tally.good()
	if c.remark != "" {
		im.notes[notWhole]++
		im.tally.note(c.offset, "cut", c.remark)
	}
	if n := c.page.Credentials; n > 0 {
		im.notes["URLs with a user name or a password, which was cut"] += int64(n)
	}
	im.noteLost(c.offset, c.page.URL, c.page.BadLinks, &c.page.Unlinked)
	for _, name := range c.missing {
		im.notes["includes that are not in the tree"]++
		im.tally.note(c.offset, "include", fmt.Sprintf("%.200q is not in the tree", name))
	}
	im.notes["files included"] += int64(c.included)
	im.noteTree(c)
	im.noteUnused(c)
	if len(c.page.Key) == 0 {
		return nil
	}
	im.notes[c.kind.String()]++
	if c.page.HTML {
		im.notes["html"]++
	}
	if c.known&wasCaptured != 0 {
		im.numCaptures++
	}
	if c.isPart() {
		im.notes[inPart]++
	}
	im.col.capture(&c.page, c.known, c.isPart())
	return im.col.room()
}

// noteLost counts the links of a page that are no URL, and those that are of other schemes than a page's.
func (im *importer) noteLost(offset int64, url []byte, bad int, u *links.Unlinked) {
	if bad > 0 {
		im.tally.links += int64(bad)
		im.tally.note(offset, "links", fmt.Sprintf("%d links of %s are no URL", bad, url))
	}
	im.notes["ftp: links, which lead to no page"] += int64(u.FTP)
	im.notes["mailto: links, which lead to no page"] += int64(u.Mailto)
	im.notes["javascript: links, which lead to no page"] += int64(u.JavaScript)
	im.notes["links of other schemes, which lead to no page"] += int64(u.Other)
}

// noteUnused counts what an archive holds and the graph leaves out.
func (im *importer) noteUnused(c *record) {
	switch {
	case c.notWeb:
		im.notes["captures of addresses that can be no page, such as dns: and ftp:"]++
	case c.kind == response && c.page.Empty:
		im.notes["answers without a body"]++
	}
	if len(c.page.Key) > 0 && !c.page.Firm && !c.aside && c.known&revisited == 0 {
		im.notes[plainCapture]++
	}
}

// wacz reads every archive of a WACZ package.
func (im *importer) wacz(ctx context.Context, in *input) error {
	at, size, err := im.seekable(in)
	if err != nil {
		return err
	}
	z, err := warc.OpenWACZ(at, size)
	if err != nil {
		return noDirectory(err)
	}
	for i, name := range z.Names() {
		im.tally.input = in.path + "#" + name
		r, err := z.Open(i)
		if err == nil {
			d := &damper{r: r, left: -1, soft: true}
			breaks := len(im.tally.breaks)
			err = errors.Join(im.archive(ctx, d), r.Close())
			if err == nil && d.err != nil && len(im.tally.breaks) == breaks {
				err = im.tally.breakOff(d.n, "a part of the package", d.err)
			}
		}
		if err != nil && errors.Is(err, warc.ErrBadRecord) && !errors.Is(err, ErrBadInput) {
			err = im.tally.breakOff(0, "a part of the package", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
