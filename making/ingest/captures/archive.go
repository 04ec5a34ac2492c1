package captures

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"weft/internal/par"
	"weft/internal/responses"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/tally"
	"weft/making/ingest/unpack"
	"weft/web/capture"
	"weft/web/warc"
)

// Archive reads the records of a WARC or ARC file; WAT records among them too.
func (im *Intake) Archive(ctx context.Context, r io.Reader) error {
	b := im.Limits
	free := make(par.Free[record], 5*par.Workers(im.Workers))
	g, stop := NewGate(ctx, b.Flight)
	defer stop()
	from := &byteCounter{r: r}
	a := &archiveReader{im: im, bounds: b, gate: g, free: free}
	err := par.Ordered(ctx, im.Workers,
		func(put func(*record) error) error { return a.read(from, put) },
		func() func(*record) { return b.reader().read },
		func(c *record) error {
			err := im.take(c)
			g.Leave(c.weight)
			if err != nil {
				g.Close()
			}
			free.Put(c)
			return err
		})
	im.Tally.All += from.n
	if err == nil && breaksOff(a.last) { // also where what it is packed in breaks off, see captures
		im.Tally.EndsInside(a.last.Offset, a.last.Error())
	}
	return err
}

// A byteCounter counts the bytes read.
type byteCounter struct {
	r io.Reader
	n int64
}

func (c *byteCounter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// An archiveReader reads the records of an archive, one after the other, for the workers that extract links.
type archiveReader struct {
	im     *Intake
	bounds bounds
	gate   *gate
	free   par.Free[record]
	last   *warc.BadRecord // what is wrong with the last record; nil if nothing is
	cut    *record         // a bad record in which the file may end; nil if there is none
	err    error           // a record is too large for the budget
	look   reader          // of wanted
}

// read puts the records that matter, and the bad ones.
func (a *archiveReader) read(r io.Reader, put func(*record) error) error {
	rd := warc.NewReader(r, warc.Options{Want: a.wanted, Partial: true, MaxBody: a.bounds.page})
	for {
		rec, err := rd.Next()
		if a.err != nil {
			return a.err
		}
		if cut := a.cut; cut != nil {
			if a.cut = nil; err == io.EOF {
				cut.isLast(a.im.Strict)
			}
			if err := a.pass(cut, put); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) && err == io.EOF {
			return nil
		}
		var bad *warc.BadRecord
		if err != nil && !errors.As(err, &bad) {
			return err
		}
		c := a.free.Get()
		c.reset(a.bounds.kept)
		if bad != nil {
			c.offset, c.reject, c.lost = bad.Offset, err.Error(), bad.Lost
		} else if bad = rec.Flaw; !c.copy(rec, a.bounds.page) {
			c.kind = ignored
		}
		a.last = bad
		if rec == nil && bad.Cut {
			a.cut = c
			continue
		}
		if rec != nil {
			if c, err = a.im.Segments.join(rec, c); err != nil {
				return err
			}
		}
		if err := a.pass(c, put); err != nil {
			return err
		}
	}
}

// isLast marks a record at which the archive ends, in its header or before any of its block. It is incomplete,
// like a record that is cut later. In a strict import it stays bad.
func (c *record) isLast(strict bool) {
	if !strict {
		c.kind, c.remark, c.count, c.reject, c.lost = ignored, c.reject, CutNote, "", 0
	}
}

// pass puts a record when there is room for it.
func (a *archiveReader) pass(c *record, put func(*record) error) error {
	if c == nil {
		return nil
	}
	c.weight = a.bounds.weight(int64(len(c.block)))
	if !a.gate.Enter(c.weight) {
		return formats.ErrStopped
	}
	return put(c)
}

// wanted says whether the whole block of a record is needed. It fails the import if that is too large for the budget.
func (a *archiveReader) wanted(rec *warc.Record, head []byte) bool {
	if !a.look.wanted(rec, head) && !a.im.Segments.continues(rec) {
		return false
	}
	a.err = a.bounds.check("the record at offset "+strconv.FormatInt(rec.Offset, 10), min(rec.Length, a.bounds.page), a.im.Set.Memory)
	return a.err == nil
}

func isWAT(rec *warc.Record) bool {
	return rec.Type == warc.TypeMetadata && strings.HasPrefix(rec.ContentType(), "application/json")
}

// isAside says of a record that it is of something that pages need.
func isAside(rec *warc.Record) bool {
	purpose := rec.Header.Get(capture.PurposeField)
	return purpose == capture.Requisite || purpose == capture.SitemapFile
}

// kindOf returns the kind of a record.
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

// isReply reports whether a record holds a response, a repetition of an earlier one, or a file. It may be no page.
func isReply(rec *warc.Record) bool {
	switch rec.Type {
	case warc.TypeResponse:
		return rec.IsHTTP()
	case warc.TypeRevisit, warc.TypeResource:
		return kindOf(rec) != ignored
	}
	return false
}

// copy copies the needed parts of a record, of whose block most bytes are read; false if none is needed.
func (c *record) copy(rec *warc.Record, most int64) bool {
	c.offset, c.kind, c.aside = rec.Offset, kindOf(rec), isAside(rec)
	c.headerFacts(rec)
	c.reply, c.size = isReply(rec), rec.Length
	switch c.kind {
	case ignored:
		if !c.reply {
			return false
		}
	case resource:
		c.contentType = rec.ContentType()
	case response:
		if c.arc = rec.Version == "arc"; c.arc {
			c.contentType = rec.ContentType()
		}
	}
	c.uri = append(c.uri[:0], rec.TargetURIBytes()...)
	c.block = append(c.block[:0], rec.Body...)
	if c.kind == ignored {
		c.facts.Time = rec.Date()
		return true
	}
	if why := rec.Header.Get("WARC-Truncated"); why != "" {
		c.remark, c.cut = "the archive marks it as incomplete: "+why, true
	}
	if rec.Truncated && int64(len(rec.Body)) >= most {
		c.beyond, c.remark = true, fmt.Sprintf("the block of %d bytes is read up to %d", rec.Length, len(rec.Body))
	}
	if rec.Flaw != nil {
		c.remark, c.cut, c.flawed, c.lost = rec.Flaw.Error(), true, true, rec.Flaw.Lost
	}
	return true
}

// PlainCapture counts captures that make no page by themselves.
const PlainCapture = "captures that are not HTML and have no links: pages only if a page links to them"

// NotWhole counts captures with a missing part; the log lists them.
const NotWhole = "incomplete captures, read as far as they go"

// beyondNote counts captures and files that are larger than Options.MaxPage.
const beyondNote = "pages larger than the option max-page allows, read up to there"

// CutNote counts incomplete records without readable content.
const CutNote = "records cut before their content at the end of archives"

// inPart counts captures of pages in part. Their links are left out if a whole capture of the page exists.
const inPart = "captures of a page in part: their links count unless a whole capture of the page exists"

// take puts a capture into the graph.
func (im *Intake) take(c *record) error {
	im.Tally.Lost += c.lost
	switch {
	case c.reject != "":
		return im.Tally.Reject(c.offset, c.reject)
	case c.flawed && im.Strict:
		return im.Tally.Reject(c.offset, c.remark)
	case c.kind == ignored:
		im.Tally.Good()
		im.countReply(c)
		if c.remark != "" {
			im.Tally.Note(c.offset, "cut", c.remark)
		}
		im.Notes[cmp.Or(c.count, "records other than captures, such as requests")]++
		return nil
	}
	im.Tally.Good()
	if c.large(&im.Limits) {
		if err := im.takeLarge(c); err != nil {
			return err
		}
	}
	im.noteCut(c)
	if n := c.page.Credentials; n > 0 {
		im.Notes["URLs with a user name or a password, which was cut"] += int64(n)
	}
	im.Notes[segmentNote] += int64(c.joined)
	im.NoteLost(c.offset, c.page.URL, c.page.BadLinks, &c.page.Unlinked)
	im.noteTree(c)
	im.noteUnused(c)
	im.countReply(c)
	if len(c.page.Key) == 0 {
		return nil
	}
	im.Notes[c.kind.String()]++
	if c.page.HTML {
		im.Notes["html"]++
	}
	if c.known&assemble.WasCaptured != 0 {
		im.NumCaptures++
	}
	if c.isPart() {
		im.Notes[inPart]++
	}
	im.Col.Capture(&assemble.Found{Page: &c.page, Facts: &c.facts, Known: c.known, Part: c.isPart()})
	return im.Col.Room()
}

// noteCut counts a capture with a missing part.
func (im *Intake) noteCut(c *record) {
	if c.remark != "" {
		im.Notes[NotWhole]++
		im.Tally.Note(c.offset, "cut", c.remark)
	}
	if c.beyond {
		im.Notes[beyondNote]++
		im.Tally.Beyond++
	}
}

// noteUnused counts the parts of an archive that the graph leaves out.
func (im *Intake) noteUnused(c *record) {
	switch {
	case c.notWeb:
		im.Notes["captures of addresses that cannot be pages, such as dns: and ftp:"]++
	case c.kind == response && c.page.Empty:
		im.Notes["responses without a body"]++
	}
	if len(c.page.Key) > 0 && !c.page.Firm && !c.aside && c.known&assemble.Revisited == 0 {
		im.Notes[PlainCapture]++
	}
}

// Packaged reads every archive of a package that is called label.
func (im *Intake) Packaged(ctx context.Context, z *warc.WACZ, label string) error {
	for i, name := range z.Names() {
		im.Tally.Input = label + "#" + name
		r, err := z.Open(i)
		if err == nil {
			d := &unpack.Damper{R: r, Left: -1, Soft: true}
			breaks := len(im.Tally.Breaks)
			in := bufio.NewReader(d)
			if _, none := in.Peek(1); none == nil || d.Err == nil {
				err = im.Archive(ctx, in)
			} // or nothing precedes the damage
			r.Close() //nolint:errcheck // it repeats the error of reading, which the damper keeps
			if n := len(im.Tally.Breaks); err == nil && d.Err != nil && n > breaks {
				im.Tally.More(n-1, z.Missing(i, d.N))
			}
			if err == nil && d.Err != nil && len(im.Tally.Breaks) == breaks {
				err = im.Tally.BreakOffWith(d.N, "a part of the package", d.Err, z.Missing(i, d.N))
			}
		}
		if err != nil && errors.Is(err, warc.ErrBadRecord) && !errors.Is(err, tally.ErrBadInput) {
			err = im.Tally.BreakOffWith(0, "a part of the package", err, z.Missing(i, 0))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// breaksOff reports whether the archive breaks off in a bad record, its last one: the record is cut, or its
// compression damaged.
func breaksOff(bad *warc.BadRecord) bool {
	return bad != nil && (bad.Cut || bad.Err != nil)
}

// countReply counts the response that a record holds or describes.
func (im *Intake) countReply(c *record) {
	if !c.reply {
		return
	}
	kind, n := c.kind, im.Replies.From(responses.OfArchives)
	if kind == wat {
		n = im.Replies.From(responses.OfWAT)
		switch c.page.Described.Kind {
		case warc.TypeResource:
			kind = resource
		case warc.TypeRevisit:
			kind = revisit
		}
	}
	switch kind {
	case resource:
		n.Resources++
	case revisit:
		n.Revisits++
	}
	switch f := &c.facts; {
	case c.kind == wat && c.size == 0: // an HTTP response is never empty
		n.AddSizeless(f.Status, string(f.Type))
	case f.Status > 0:
		n.Add(f.Status, string(f.Type), c.size)
	default:
		n.AddBare(string(f.Type), c.size)
	}
	if !c.facts.Time.IsZero() {
		n.AddTime(c.facts.Time, c.size)
	}
}
