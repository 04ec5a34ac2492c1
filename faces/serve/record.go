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

	"weft/answers/records"
	"weft/internal/digits"
	"weft/internal/inert"
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
	Later    []string       // crawls whose archives are indexed meanwhile
	Lacks    []string       // archives that cannot be read
	Chosen   captured
	View     *viewed // the page as it was; nil without a request for it
	NoView   string  // why it cannot be shown
	Doing    string  // the work on the index of the archives; empty if it is ready
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
	from, ok := s.recordsFor(w, r, k)
	if !ok {
		return
	}
	defer from.back()
	if from.Source == nil {
		s.render(w, http.StatusOK, "record", &view{Title: short(name), Crawl: k, Again: 2, Of: &recorded{URL: name, Link: "?url=" + url.QueryEscape(name), Doing: from.doing}})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), recordTime)
	defer cancel()
	all, err := from.Lookup(ctx, name, mostCaptures)
	if errors.Is(err, context.DeadlineExceeded) {
		s.fail(w, http.StatusServiceUnavailable, "The archive was not read: its index takes too long.", "Load this page again, or check the crawl: weft verify CRAWL")
		return
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.failed(w, k, err)
		return
	}
	if len(all) == 0 {
		s.noRecord(w, from)
		return
	}
	v := &recorded{Lacks: s.allShown(from.lacks), URL: name, Link: "?url=" + url.QueryEscape(name)}
	chosen := v.choose(all, q)
	v.BodyLink, v.ViewLink = v.Chosen.Link+"&body=1", v.Chosen.Link+"&view=page"
	v.Others, v.Later = s.otherCaptures(ctx, k, name)
	if q.Get("view") == "page" {
		s.setPolicy(w.Header(), policy+"; frame-src 'self'")
		s.addView(r.Context(), v, k, from, all[chosen])
	}
	if err := v.read(ctx, from, all[chosen], q.Get("body") != ""); err != nil {
		v.Error = s.shown(err.Error())
		if errors.Is(err, context.DeadlineExceeded) {
			v.Error = "The record was not read: it takes too long. weft verify CRAWL checks the archive."
		}
	}
	s.render(w, http.StatusOK, "record", &view{Title: short(name), Crawl: k, Of: v})
}

// choose lists captures, and returns which of them an address names; the first without a name.
func (v *recorded) choose(all []warc.Capture, q url.Values) (chosen int) {
	for i, c := range all {
		row := capturedOf(c, v.Link)
		if row.File == q.Get("file") && row.Offset == q.Get("at") {
			chosen = i
		}
		v.Captures = append(v.Captures, row)
	}
	v.Captures[chosen].Here = true
	v.Chosen = v.Captures[chosen]
	return chosen
}

// noRecord writes the page for a URL without a record. Archives that cannot be read may have one.
func (s *Server) noRecord(w http.ResponseWriter, from *recordSource) {
	what := "The archive has no record of this URL."
	if len(from.lacks) > 0 {
		what += " " + strings.Join(from.lacks, "; ") + "."
	}
	s.fail(w, http.StatusNotFound, what, "Pages that were not fetched, and some that a running crawl has just fetched, have none.")
}

// recordsFor returns the records of the crawl of a request, or writes the page for an error.
func (s *Server) recordsFor(w http.ResponseWriter, r *http.Request, k *crawl) (*recordSource, bool) {
	from, err := s.recordsOf(r.Context(), k, patience)
	switch {
	case errors.Is(err, records.ErrNone):
		s.fail(w, http.StatusNotFound, "The crawl has no archive.", "Live crawls have one, and crawls that were imported from WARC, ARC or WACZ files.")
	case err != nil:
		s.failed(w, k, err)
	}
	return from, err == nil
}

// allShown replaces folders in texts by the names of crawls.
func (s *Server) allShown(texts []string) (all []string) {
	for _, text := range texts {
		all = append(all, s.shown(text))
	}
	return all
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
func (v *recorded) read(ctx context.Context, from *recordSource, c warc.Capture, body bool) error {
	rec, err := from.readBlock(ctx, c, mostBlock)
	if err != nil {
		return err
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
