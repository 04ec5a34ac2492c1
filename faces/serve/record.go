package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"weft/internal/digits"
	"weft/internal/inert"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// Limits of the screen of an archived record.
const (
	mostCaptures = 100             // records of a URL that are listed
	mostFields   = 200             // fields of a header that are shown
	mostBlock    = 1 << 20         // bytes of a record that are read
	mostBody     = 256 << 10       // bytes of a body that are shown
	recordTime   = 3 * time.Second // of reading the archive for one request
)

// A recorded is an archived record of a page.
type recorded struct {
	URL      string
	Link     string // query of the page
	Captures []captured
	Others   []otherCapture // in other crawls
	Chosen   captured
	View     *viewed // the page as it was; nil without a request for it
	NoView   string  // why it cannot be shown
	ViewLink string
	Fields   []figure // of the record
	Status   string   // of the response
	Headers  []figure // of the response
	Cut      bool     // there are more fields
	Body     string   // the body as text; empty without a request for it
	HasBody  bool
	BodyNote string
	BodyLink string
	Error    string
}

// A captured is a record in the list.
type captured struct {
	Time, Status, Type, Kind, File, Offset, Link string
	Here                                         bool
}

// record shows the archived records of a URL. The response is shown as text: nothing of it is interpreted.
func (s *Server) record(w http.ResponseWriter, r *http.Request, k *crawl) {
	q := r.URL.Query()
	name := q.Get("url")
	if !k.live {
		s.fail(w, http.StatusNotFound, "The crawl has no archive.", "Only the folder of a live crawl has one.")
		return
	}
	dir := folder.ArchiveDir(k.path)
	ctx, cancel := context.WithTimeout(r.Context(), recordTime)
	defer cancel()
	all, err := warc.Lookup(ctx, dir, name, mostCaptures)
	if errors.Is(err, context.DeadlineExceeded) {
		s.fail(w, http.StatusServiceUnavailable, "The archive was not read: its index takes too long.", "Load this page again, or check the crawl: weft verify CRAWL")
		return
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.failed(w, k, err)
		return
	}
	if len(all) == 0 {
		s.fail(w, http.StatusNotFound, "The archive has no record of this URL.", "Pages that were not fetched, and some that a running crawl has just fetched, have none.")
		return
	}
	v := &recorded{URL: name, Link: "?url=" + url.QueryEscape(name)}
	chosen := 0
	for i, c := range all {
		row := capturedOf(c, v.Link)
		if row.File == q.Get("file") && row.Offset == q.Get("at") {
			chosen = i
		}
		v.Captures = append(v.Captures, row)
	}
	v.Captures[chosen].Here = true
	v.Chosen = v.Captures[chosen]
	v.BodyLink, v.ViewLink = v.Chosen.Link+"&body=1", v.Chosen.Link+"&view=page"
	v.Others = s.otherCaptures(ctx, k, name)
	if q.Get("view") == "page" {
		s.setPolicy(w.Header(), policy+"; frame-src 'self'")
		s.addView(r.Context(), v, k, all[chosen])
	}
	if err := v.read(ctx, dir, all[chosen], q.Get("body") != ""); err != nil {
		v.Error = s.shown(err.Error())
		if errors.Is(err, context.DeadlineExceeded) {
			v.Error = "The record was not read: it takes too long. weft verify CRAWL checks the archive."
		}
	}
	s.render(w, http.StatusOK, "record", &view{Title: short(name), Crawl: k, Of: v})
}

// capturedOf makes the row of a record.
func capturedOf(c warc.Capture, page string) captured {
	at := c.Time
	if len(at) == len("20060102150405") {
		at = at[:4] + "-" + at[4:6] + "-" + at[6:8] + " " + at[8:10] + ":" + at[10:12] + ":" + at[12:]
	}
	kind := ""
	if c.Mime == "warc/revisit" {
		kind = "unchanged content, kept by an earlier record"
	}
	offset := fmt.Sprint(c.Offset)
	return captured{at, c.Status, c.Mime, kind, c.Filename, offset, page + "&file=" + url.QueryEscape(c.Filename) + "&at=" + offset, false}
}

// read reads a record, and copies its texts.
func (v *recorded) read(ctx context.Context, dir string, c warc.Capture, body bool) error {
	rec, err := warc.ReadBlock(ctx, dir, c.Filename, c.Offset, mostBlock)
	if err != nil {
		return err
	}
	if rec.TargetURI() != v.URL {
		return errors.New("the index names another record: weft verify CRAWL finds the damage")
	}
	v.Fields, v.Cut = fieldsShown(rec.Header)
	response := warc.Response{MaxBody: mostBody}
	if err := response.Parse(rec.Body); err != nil {
		return err
	}
	v.Status = fmt.Sprint(response.Status)
	headers, cut := fieldsShown(response.Header)
	v.Headers, v.Cut = headers, v.Cut || cut
	v.HasBody = len(response.Body) > 0
	if body && v.HasBody {
		v.Body = asText(response.Body)
		v.BodyNote = "The first " + digits.Size(int64(len(response.Body))) + " of the body, as text."
		if !rec.Truncated && !response.Truncated {
			v.BodyNote = "The body, " + digits.Plural(len(response.Body), "byte") + ", as text."
		}
	}
	return nil
}

// fieldsShown copies the fields of a header.
func fieldsShown(h warc.Header) (all []figure, cut bool) {
	for i, f := range h {
		if i == mostFields {
			return all, true
		}
		all = append(all, figure{Label: short(string(f.Name)), Value: short(string(f.Value))})
	}
	return all, false
}

// asText shows bytes as text. Bytes that are no UTF-8, and characters that are invisible, become escapes.
func asText(b []byte) string {
	for i := 0; i < utf8.UTFMax && len(b) > 0 && !utf8.FullRune(b[len(b)-min(len(b), i+1):]); i++ { // cut within a character
		if utf8.RuneStart(b[len(b)-i-1]) {
			b = b[:len(b)-i-1]
			break
		}
	}
	return inert.Lines(strings.ReplaceAll(string(b), "\r\n", "\n"))
}
