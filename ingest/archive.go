package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"weft/internal/par"
	"weft/warc"
)

// archive reads the records of a WARC or ARC file; WAT records among them too.
func (im *importer) archive(ctx context.Context, r io.Reader) error {
	free := make(chan *capture, 64)
	var last *warc.BadRecord
	err := par.Ordered(ctx, im.opts.Workers,
		func(put func(*capture) error) (err error) {
			last, err = readArchive(r, free, put)
			return err
		},
		func() func(*capture) { return new(reader).read },
		func(c *capture) error {
			err := im.take(c)
			select {
			case free <- c:
			default:
			}
			return err
		})
	if err == nil && breaksOff(last) {
		im.journal.breaks = append(im.journal.breaks, Break{im.journal.input, last.Offset, last.Error()})
	}
	return err
}

// readArchive puts the records that matter, and the bad ones; it returns the last one if that is bad.
func readArchive(r io.Reader, free <-chan *capture, put func(*capture) error) (last *warc.BadRecord, err error) {
	rd := warc.NewReader(r, warc.Options{Want: wanted})
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
		c := newCapture(free)
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

func newCapture(free <-chan *capture) *capture {
	select {
	case c := <-free:
		c.reset()
		return c
	default:
		return new(capture)
	}
}

// wanted says whether the whole block of a record is needed: of HTML, and of WAT.
func wanted(rec *warc.Record, head []byte) bool {
	switch rec.Type {
	case "response":
		return rec.IsHTTP() && mayBeHTML(head)
	case "resource":
		return strings.Contains(rec.ContentType(), "html")
	case "metadata":
		return isWAT(rec)
	}
	return false
}

func isWAT(rec *warc.Record) bool {
	return rec.Type == "metadata" && strings.HasPrefix(rec.ContentType(), "application/json")
}

// mayBeHTML looks into the header of an HTTP response: it names HTML, or no type.
func mayBeHTML(head []byte) bool {
	end := bytes.Index(head, []byte("\r\n\r\n"))
	if end < 0 {
		end = len(head)
	}
	header := bytes.ToLower(head[:end])
	i := bytes.Index(header, []byte("\ncontent-type:"))
	if i < 0 {
		return true
	}
	line, _, _ := bytes.Cut(header[i+1:], []byte{'\n'})
	value := bytes.TrimSpace(line[len("content-type:"):])
	return len(value) == 0 || bytes.Contains(value, []byte("html"))
}

// copy takes what matters of a record; false if nothing does.
func (c *capture) copy(rec *warc.Record) bool {
	c.offset = rec.Offset
	switch {
	case rec.Type == "response" && rec.IsHTTP():
		c.kind = response
	case rec.Type == "revisit":
		c.kind = revisit
	case rec.Type == "resource":
		c.kind = resource
		c.contentType = rec.ContentType()
	case isWAT(rec):
		c.kind = wat
	default:
		return false
	}
	c.uri = append(c.uri[:0], rec.TargetURIBytes()...)
	c.block = append(c.block[:0], rec.Body...)
	if rec.Truncated && int64(len(rec.Body)) >= warc.DefaultMaxBody {
		c.remark = fmt.Sprintf("the block of %d bytes is read up to %d", rec.Length, len(rec.Body))
	}
	return true
}

// take puts a capture into the graph.
func (im *importer) take(c *capture) error {
	switch {
	case c.reject != "":
		return im.journal.reject(c.offset, c.reject)
	case c.kind == ignored:
		im.journal.good()
		return nil
	}
	im.journal.good()
	if c.remark != "" {
		im.journal.note(c.offset, "cut", c.remark)
	}
	if c.badLinks > 0 {
		im.journal.links += int64(c.badLinks)
		im.journal.note(c.offset, "links", fmt.Sprintf("%d links of %s are no URL", c.badLinks, c.uri))
	}
	for _, name := range c.missing {
		im.notes["includes that are not in the tree"]++
		im.journal.note(c.offset, "include", fmt.Sprintf("%.200q is not in the tree", name))
	}
	im.notes["files included"] += int64(c.included)
	if len(c.key) == 0 {
		return nil
	}
	im.notes[c.kind.String()]++
	if c.html {
		im.notes["html"]++
	}
	col := im.col
	from := col.page(c.key, c.state)
	for _, l := range c.links {
		to := col.ghost(c.text[l.key:l.anchor])
		col.arc(from, to, l.kinds)
		if l.end > l.anchor {
			col.anchor(from, to, c.text[l.anchor:l.end])
		}
	}
	return col.room()
}

// wacz reads every archive of a WACZ package, which must be a file: its directory is at its end.
func (im *importer) wacz(ctx context.Context, in *input) error {
	if in.file == nil {
		return fmt.Errorf("a WACZ package cannot be read from standard input: its directory is at its end: give a file")
	}
	// The bytes are summed up as for other inputs, in a pass of their own.
	if _, err := io.Copy(io.Discard, in.peek); err != nil {
		return err
	}
	z, err := warc.OpenWACZ(in.file, in.size)
	if err != nil {
		return err
	}
	for i, name := range z.Names() {
		im.journal.input = in.path + "#" + name
		r, err := z.Open(i)
		if err == nil {
			err = errors.Join(im.archive(ctx, r), r.Close())
		}
		if err != nil && errors.Is(err, warc.ErrBadRecord) && !errors.Is(err, ErrBadInput) {
			err = im.journal.breakOff(0, "a part of the package", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
