package replay

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"weft/web/links"
	"weft/web/weburl"
)

// Policy is the Content-Security-Policy of documents. Nothing runs or loads, and the origin is no other page's. Links leave a
// frame when a reader follows them.
const Policy = "sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// ErrAbsent says that an archive has no response of a URL.
var ErrAbsent = errors.New("the archive has no response of this URL")

// A Response is an archived response.
type Response struct {
	Type string // Content-Type
	Body []byte // without encodings
}

// Options of [Document].
type Options struct {
	// Get returns the response of a URL; ErrAbsent if there is none. Any other error ends the work.
	Get func(ctx context.Context, url string) (*Response, error)
	// Link returns the address that a link to a URL gets.
	Link func(url string) string
	// Parts is the number of responses that a document has at most, and Bytes the size of their bodies together. 0 stands
	// for 300, and for 16 MiB.
	Parts int
	Bytes int64
}

// A Page is a document, and what it lacks.
type Page struct {
	HTML    []byte
	Parts   int // responses that are in it
	Absent  int // references to responses that the archive does not have
	LeftOut int // references to responses beyond the limits, or of another type than the reference asks for
	Scripts int // scripts, which are left out
	Frames  int // frames and plug-ins, which became links
}

// mostSheets is how deep style sheets may import others.
const mostSheets = 4

// maker makes a document.
type maker struct {
	o     Options
	ctx   context.Context //nolint:containedctx // lives as long as one call
	page  Page
	base  weburl.Base
	known map[string]string // data of URLs; empty without a response
	left  int64
	err   error

	around []string // style sheets that import the present one
}

// Document returns an archived HTML page as one document. Its URL is absolute. Errors: a wrong URL, ctx, and errors of Get.
// Memory: some five times the bytes of the limit.
func Document(ctx context.Context, url string, p Response, o Options) (*Page, error) {
	if o.Parts == 0 {
		o.Parts = 300
	}
	if o.Bytes == 0 {
		o.Bytes = 16 << 20
	}
	m := &maker{o: o, ctx: ctx, known: map[string]string{}, left: o.Bytes}
	if err := m.base.Set([]byte(url)); err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	text := links.UTF8(links.Document{URL: []byte(url), ContentType: p.Type, Body: p.Body})
	m.document(text)
	if err := errors.Join(m.err, ctx.Err()); err != nil {
		return nil, err
	}
	return &m.page, nil
}

// resolve returns the absolute URL of a reference; empty for a wrong one, and for one of another scheme than http and https.
func resolve(base *weburl.Base, ref string) string {
	out, err := base.AppendResolve(nil, []byte(strings.TrimSpace(ref)))
	if err != nil || !strings.HasPrefix(string(out), "http") {
		return ""
	}
	return string(out)
}

// get returns the response of a URL. It returns nil if the document cannot have the response.
func (m *maker) get(url string) *Response {
	if m.err != nil || m.ctx.Err() != nil {
		return nil
	}
	if m.page.Parts >= m.o.Parts || m.left <= 0 {
		m.page.LeftOut++
		return nil
	}
	r, err := m.o.Get(m.ctx, url)
	switch {
	case errors.Is(err, ErrAbsent):
		m.page.Absent++
		return nil
	case err != nil:
		m.err = err
		return nil
	case int64(len(r.Body)) > m.left:
		m.page.LeftOut++
		return nil
	}
	return r
}

// use counts a response that is in the document.
func (m *maker) use(r *Response) {
	m.page.Parts++
	m.left -= int64(len(r.Body))
}

// data returns a reference as a data URL, if its response is of one of some types. It returns an empty text for others.
func (m *maker) data(base *weburl.Base, ref string, accepts func(media string) bool) string {
	if trimmed := strings.TrimSpace(ref); len(trimmed) > 5 && strings.EqualFold(trimmed[:5], "data:") {
		return trimmed
	}
	url := resolve(base, ref)
	if url == "" {
		return ""
	}
	if known, has := m.known[url]; has {
		return known
	}
	m.known[url] = ""
	r := m.get(url)
	if r == nil {
		return ""
	}
	media := mediaOf(r)
	if !accepts(media) {
		m.page.LeftOut++
		return ""
	}
	m.use(r)
	m.known[url] = "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(r.Body)
	return m.known[url]
}

// mediaOf returns the media type of a response, by its content if the field has none.
func mediaOf(r *Response) string {
	media, _, err := mime.ParseMediaType(r.Type)
	if err != nil || media == "application/octet-stream" || media == "text/plain" {
		media, _, _ = mime.ParseMediaType(http.DetectContentType(r.Body))
	}
	return media
}

func isImage(media string) bool { return strings.HasPrefix(media, "image/") }

// isDrawn reports whether a style sheet may refer to a response of a type: images and fonts.
func isDrawn(media string) bool {
	return isImage(media) || strings.HasPrefix(media, "font/") || strings.HasPrefix(media, "application/font-") || strings.HasPrefix(media, "application/x-font-") ||
		media == "application/vnd.ms-fontobject" || media == "application/octet-stream"
}
