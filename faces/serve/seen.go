package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"weft/internal/digits"
	"weft/web/capture"
	"weft/web/replay"
	"weft/web/warc"
	"weft/web/weburl"
)

// Limits of a page that is shown as it was.
const (
	seenTime      = 15 * time.Second // of reading its parts
	mostSeen      = 8                // pages that are kept
	mostSeenBytes = 64 << 20         // of these
	mostPart      = 8 << 20          // bytes of a record
	mostVersions  = 20               // captures of a part among which the nearest is taken
	mostRedirects = 3                // of a part
)

// A seenKey names a record of an archive.
type seenKey struct {
	version, file string
	offset        int64
}

// A viewed page is a page as it was, and what the view lacks.
type viewed struct {
	Link  string // address of the document
	Lacks []string
}

// view returns a page as it was. Its parts are of about the time of the page.
func (s *Server) view(ctx context.Context, k *crawl, from *recordSource, c warc.Capture) (*replay.Page, error) {
	key := seenKey{from.version, c.Filename, c.Offset}
	if p, ok := k.seen.get(key); ok {
		return p, nil
	}
	ctx, cancel := context.WithTimeout(ctx, seenTime)
	defer cancel()
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	f := &finder{from: from, at: c.Time}
	page, err := f.response(ctx, c, 0)
	if err != nil {
		return nil, err
	}
	if !capture.MayBeHTML(page.Type) {
		return nil, errNoHTML
	}
	p, err := replay.Document(ctx, c.URL, *page, replay.Options{
		Get: f.get, Link: func(to string) string {
			return "/c/" + k.slug + "/record?" + url.Values{"url": {to}, "view": {"page"}}.Encode()
		},
	})
	if err == nil {
		k.seen.put(key, p, int64(len(p.HTML)), mostSeen, mostSeenBytes)
	}
	return p, err
}

// addView adds the page of a record as it was.
func (s *Server) addView(ctx context.Context, v *recorded, k *crawl, from *recordSource, c warc.Capture) {
	p, err := s.view(ctx, k, from, c)
	if err != nil {
		v.NoView = s.shown(err.Error())
		return
	}
	v.View = newViewed(p, pageLink(k, v.URL, c))
}

// errNoHTML says that a record cannot be shown as a page.
var errNoHTML = errors.New("the record is no HTML page")

// newViewed describes a page as it was.
func newViewed(p *replay.Page, link string) *viewed {
	v := &viewed{Link: link}
	add := func(n int, one, what string) {
		if n > 0 {
			v.Lacks = append(v.Lacks, digits.Plural(n, one)+what)
		}
	}
	add(p.Absent, "part", " that the archive does not have: images and style sheets")
	add(p.LeftOut, "part", " beyond the limits of this view")
	add(p.Scripts, "script", ", as no script runs here")
	add(p.Frames, "frame", ", replaced by a link")
	return v
}

// seenPage writes a page as it was, for a frame. Nothing in it runs or loads.
func (s *Server) seenPage(w http.ResponseWriter, r *http.Request, k *crawl) {
	q := r.URL.Query()
	offset, err := strconv.ParseInt(q.Get("at"), 10, 64)
	from, ok := s.recordsFor(w, r, k)
	if !ok {
		return
	}
	defer from.back()
	if err != nil || from.Source == nil {
		s.fail(w, http.StatusNotFound, "There is no such record.", "The screen of the record has all records of its page.")
		return
	}
	all, err := from.Lookup(r.Context(), q.Get("url"), mostCaptures)
	if err != nil {
		s.failed(w, k, err)
		return
	}
	for _, c := range all {
		if c.Filename != q.Get("file") || c.Offset != offset {
			continue
		}
		p, err := s.view(r.Context(), k, from, c)
		if err != nil {
			s.fail(w, http.StatusNotFound, "The page cannot be shown.", s.shown(err.Error()))
			return
		}
		w.Header().Set("Content-Security-Policy", replay.Policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Write(p.HTML) //nolint:errcheck // the reader has gone
		return
	}
	s.fail(w, http.StatusNotFound, "There is no such record.", "The screen of the record has all records of its page.")
}

// A finder finds the parts of a page in an archive. It is not safe for concurrent use.
type finder struct {
	from *recordSource
	at   string // time of the page, as in an index
}

// get returns the response of a URL that is nearest to the page in time.
func (f *finder) get(ctx context.Context, of string) (*replay.Response, error) {
	return f.find(ctx, of, 0)
}

func (f *finder) find(ctx context.Context, of string, hops int) (*replay.Response, error) {
	all, err := f.from.Lookup(ctx, of, mostVersions)
	if err != nil {
		return nil, err
	}
	best := -1
	for i := range all {
		if all[i].Status != "" && all[i].Status[0] != '2' && all[i].Status[0] != '3' {
			continue
		}
		if best < 0 || distance(all[i].Time, f.at) < distance(all[best].Time, f.at) {
			best = i
		}
	}
	if best < 0 {
		return nil, replay.ErrAbsent
	}
	return f.response(ctx, all[best], hops)
}

// distance is the time between two times of an index, in seconds.
func distance(a, b string) float64 {
	const form = "20060102150405"
	x, err1 := time.Parse(form, a)
	y, err2 := time.Parse(form, b)
	if cmp.Or(err1, err2) != nil {
		return math.Inf(1)
	}
	return math.Abs(x.Sub(y).Seconds())
}

// response reads a record. It follows redirects, and reads the content of a revisit from the record that it names.
func (f *finder) response(ctx context.Context, c warc.Capture, hops int) (*replay.Response, error) {
	rec, err := f.from.readBlock(ctx, c, mostPart)
	if err != nil {
		return nil, err
	}
	if rec.Type == warc.TypeRevisit {
		return f.original(ctx, cmp.Or(rec.RefersToTargetURI(), c.URL), rec.Header.Get("WARC-Refers-To-Date"), hops)
	}
	if rec.Type == warc.TypeResource {
		return &replay.Response{Type: rec.ContentType(), Body: append([]byte(nil), rec.Body...)}, nil
	}
	parsed := warc.Response{MaxBody: mostPart}
	if err := parsed.Parse(rec.Body); err != nil {
		return nil, replay.ErrAbsent //nolint:nilerr // a record that is no response
	}
	if location := parsed.Header.Get("Location"); parsed.Status/100 == 3 && location != "" {
		to, err := weburl.Resolve(c.URL, location)
		if hops == mostRedirects || err != nil {
			return nil, replay.ErrAbsent //nolint:nilerr // it leads nowhere
		}
		return f.find(ctx, to, hops+1)
	}
	return &replay.Response{Type: parsed.Header.Get("Content-Type"), Body: append([]byte(nil), parsed.Body...)}, nil
}

// original returns the record that a revisit names by URL and time.
func (f *finder) original(ctx context.Context, of, date string, hops int) (*replay.Response, error) {
	all, err := f.from.Lookup(ctx, of, mostCaptures)
	if err != nil {
		return nil, err
	}
	at := strings.NewReplacer("-", "", "T", "", ":", "", "Z", "").Replace(date)
	at = at[:min(len(at), len("20060102150405"))]
	for _, c := range all {
		if c.Mime != "warc/revisit" && (at == "" || c.Time == at) {
			if hops == mostRedirects {
				break
			}
			return f.response(ctx, c, hops+1)
		}
	}
	return nil, replay.ErrAbsent
}

// otherCaptures lists the captures of a URL in the archives of other crawls. It also returns the crawls whose archives are
// indexed meanwhile.
func (s *Server) otherCaptures(ctx context.Context, k *crawl, name string) (all []otherCapture, later []string) {
	for _, other := range s.all() {
		if other == k {
			continue
		}
		from, err := s.recordsOf(ctx, other, 0)
		if err != nil {
			continue // the crawl has no archive, or its own screens report the error
		}
		if from.Source == nil {
			later = append(later, other.name)
			from.back()
			continue
		}
		found, err := from.Lookup(ctx, name, mostVersions)
		from.back()
		if err != nil {
			continue // the screens of that crawl report it
		}
		for _, c := range found {
			row := capturedOf(c, "?url="+url.QueryEscape(name))
			row.Link = "/c/" + other.slug + "/record" + row.Link
			all = append(all, otherCapture{row, other.name})
		}
	}
	return all, later
}

// An otherCapture is a capture in another crawl.
type otherCapture struct {
	captured
	Crawl string
}

// pageLink is the address of the document of a capture.
func pageLink(k *crawl, of string, c warc.Capture) string {
	return "/c/" + k.slug + "/record/page?" + url.Values{"url": {of}, "file": {c.Filename}, "at": {fmt.Sprint(c.Offset)}}.Encode()
}
