package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"weft/kinds"
	"weft/links"
	"weft/page"
	"weft/warc"
	"weft/weburl"
)

// captureKind says what a record is.
type captureKind uint8

const (
	ignored captureKind = iota
	response
	revisit
	resource
	wat
	file
)

// String names the kind as it stands in the notes of an import.
func (k captureKind) String() string {
	return [...]string{"ignored", "responses", "revisits", "resources", "wat", "files"}[k]
}

// A capture is one record on its way from the archive to the graph: first what was read, then what was found in it.
type capture struct {
	kind        captureKind
	offset      int64
	uri         []byte
	contentType string
	block       []byte

	tree *tree  // of a file
	file string // its name

	weight int64 // what it takes on its way; of a file

	reject   string // why it is skipped
	remark   string
	key      []byte // of the page; empty if the record is about none
	state    uint8  // of the page, perhaps firm
	html     bool
	text     []byte // keys and anchors
	links    []foundLink
	badLinks int
	included int // files
	missing  []string
}

// foundLink is a link; its key is text[key:anchor], its anchor text[anchor:end].
type foundLink struct {
	key, anchor, end int
	kinds            kinds.Set
}

func (c *capture) reset() {
	*c = capture{uri: c.uri[:0], block: c.block[:0], key: c.key[:0], text: c.text[:0], links: c.links[:0]}
	if cap(c.block) > 1<<20 { // one large page should not stay for ever
		c.block = nil
	}
}

// A reader finds pages and links in captures. It keeps its scratch space.
type reader struct {
	http warc.Response
	wat  warc.WATPage
	ex   links.Extractor
	base weburl.Base
	href []byte
	loc  []byte
	page []byte // with what it includes
}

// read fills in what a capture holds.
func (r *reader) read(c *capture) {
	if c.kind == ignored || c.reject != "" {
		return
	}
	if c.kind == wat {
		r.readWAT(c)
		return
	}
	if !isWebURI(c.uri) { // dns:, filedesc:, urn: and such
		return
	}
	if !r.setPage(c) {
		return
	}
	switch c.kind {
	case resource:
		c.state = uint8(page.Fetched)
		r.readHTML(c, links.Page{URL: r.href, ContentType: c.contentType, Body: c.block})
	case file:
		c.state = uint8(page.Fetched)
		r.readFile(c)
	case revisit:
		r.readRevisit(c)
	default:
		r.readResponse(c)
	}
}

func isWebURI(uri []byte) bool {
	return len(uri) > 7 && (bytes.EqualFold(uri[:7], []byte("http://")) || len(uri) > 8 && bytes.EqualFold(uri[:8], []byte("https://")))
}

// setPage makes the record's URI the page.
func (r *reader) setPage(c *capture) bool {
	href, err := weburl.Append(r.href[:0], c.uri)
	if err == nil {
		r.href = href
		c.key, err = weburl.AppendKey(c.key[:0], href)
	}
	if err != nil {
		c.reject = "the record's URI cannot be a page: " + err.Error()
		c.key = c.key[:0]
	}
	return err == nil
}

// readFile finds the links of a file of HTML, with those of the files that it includes.
func (r *reader) readFile(c *capture) {
	body, e := c.tree.expandIncludes(r.page, c.file, c.block)
	if e != nil {
		c.block = nil // what it became takes its place
		if r.page = nil; cap(body) <= 1<<20 {
			r.page = body
		}
		c.included, c.missing = e.included, e.missing
		if e.full {
			c.remark = fmt.Sprintf("with what it includes the page grows by more than %d bytes or includes more than %d files, and is read so far", maxGrowth, maxIncludes)
		}
	}
	r.readHTML(c, links.Page{URL: r.href, ContentType: c.contentType, Body: body})
}

func (r *reader) readResponse(c *capture) {
	if err := r.http.Parse(c.block); err != nil {
		c.reject = err.Error()
		c.key = c.key[:0]
		return
	}
	r.takeHeader(c)
	if r.http.Damaged {
		c.remark = "the body breaks off inside its encoding; what came before is used"
	}
	contentType := r.http.Header.Get("Content-Type")
	if links.IsHTML(contentType, r.http.Body) && len(r.http.Body) > 0 {
		r.readHTML(c, links.Page{URL: r.href, ContentType: contentType, Header: headerOf(&r.http), Body: r.http.Body})
		return
	}
	r.readHTMLHeader(c, headerOf(&r.http))
}

// readRevisit takes a record that says that a page was the same as before: it was fetched; its links stand in the
// earlier record, under the page that it was.
func (r *reader) readRevisit(c *capture) {
	c.state = uint8(page.Fetched)
	if r.http.Parse(c.block) == nil {
		r.takeHeader(c)
		r.readHTMLHeader(c, headerOf(&r.http))
	}
}

// takeHeader sets the state from the status, and adds a redirect.
func (r *reader) takeHeader(c *capture) {
	location := r.http.Header.Bytes("Location")
	redirects := r.http.Status >= 300 && r.http.Status < 400 && len(location) > 0
	c.state = uint8(page.FromStatus(r.http.Status, redirects))
	if redirects {
		r.redirect(c, location)
	}
}

func (r *reader) redirect(c *capture, location []byte) {
	if r.base.Set(r.href) != nil {
		return
	}
	target, err := r.base.AppendResolve(r.loc[:0], location)
	if err != nil {
		if !errors.Is(err, weburl.ErrScheme) {
			c.badLinks++
		}
		return
	}
	r.loc = target
	c.add(target, kinds.Redirect, nil)
}

func headerOf(h *warc.Response) links.Header {
	var out links.Header
	for _, f := range []struct {
		name string
		dst  *[]string
	}{{"Link", &out.Link}, {"Refresh", &out.Refresh}, {"X-Robots-Tag", &out.Robots}} {
		for v := range h.Header.All(f.name) {
			*f.dst = append(*f.dst, string(v))
		}
	}
	return out
}

// readHTML finds the links of a page.
func (r *reader) readHTML(c *capture, p links.Page) {
	if c.kind == resource && !links.IsHTML(p.ContentType, p.Body) {
		return
	}
	c.html = true
	c.state |= firm
	r.extract(c, p)
}

// readHTMLHeader finds the links in the header of a response that is not HTML, or has no body.
func (r *reader) readHTMLHeader(c *capture, h links.Header) {
	if len(h.Link)+len(h.Refresh) > 0 {
		r.extract(c, links.Page{URL: r.href, ContentType: "text/html", Header: h})
	}
}

func (r *reader) extract(c *capture, p links.Page) {
	info, err := r.ex.Extract(p, func(l links.Link) { c.add(l.URL, l.Kinds, l.Anchor) })
	c.badLinks += info.Bad + info.TooLong
	if err != nil {
		c.badLinks++
	}
}

// add notes a link to a canonical URL; a page with links is firm.
func (c *capture) add(href []byte, k kinds.Set, anchor []byte) {
	at := len(c.text)
	text, err := weburl.AppendKey(c.text, href)
	if err != nil || !isWebURI(href) {
		return
	}
	c.text = append(text, anchor...)
	c.links = append(c.links, foundLink{at, len(text), len(c.text), k})
	c.state |= firm
}

// readWAT takes the links that a WAT record tells of a page.
func (r *reader) readWAT(c *capture) {
	err := warc.ParseWAT(c.block, &r.wat)
	if errors.Is(err, warc.ErrNotWAT) {
		return
	}
	if err != nil {
		c.reject = err.Error()
		return
	}
	w := &r.wat
	c.uri = append(c.uri[:0], w.URI...)
	if !isWebURI(c.uri) || !r.setPage(c) {
		return
	}
	redirects := w.Status >= 300 && w.Status < 400 && len(w.Location) > 0
	c.state = uint8(page.FromStatus(w.Status, redirects))
	if redirects {
		r.redirect(c, w.Location)
	}
	var h links.Header
	for _, v := range w.LinkHeaders {
		h.Link = append(h.Link, string(v))
	}
	r.readHTMLHeader(c, h)
	if w.HTML {
		c.html = true
		c.state |= firm
		r.watLinks(c)
	}
}

func (r *reader) watLinks(c *capture) {
	if r.base.Set(r.href) != nil {
		return
	}
	if len(r.wat.Base) > 0 {
		if base, err := r.base.AppendResolve(nil, r.wat.Base); err == nil {
			if r.base.Set(base) != nil {
				return
			}
		}
	}
	nofollow := false
	for _, m := range r.wat.Metas {
		switch {
		case strings.EqualFold(string(m.Name), "robots"):
			value := strings.ToLower(string(m.Content))
			nofollow = nofollow || strings.Contains(value, "nofollow") || strings.Contains(value, "none")
		case strings.EqualFold(string(m.HTTPEquiv), "refresh"):
			if target, ok := links.RefreshURL(string(m.Content)); ok {
				r.watLink(c, []byte(target), kinds.Refresh, nil)
			}
		}
	}
	for _, l := range append(r.wat.Head, r.wat.Links...) {
		k := watKinds(l)
		if k == 0 {
			continue
		}
		if k&kinds.Link != 0 && nofollow {
			k |= kinds.Nofollow
		}
		r.watLink(c, l.URL, k, l.Text)
	}
}

func (r *reader) watLink(c *capture, ref []byte, k kinds.Set, text []byte) {
	target, err := r.base.AppendResolve(r.loc[:0], ref)
	if err != nil {
		if !errors.Is(err, weburl.ErrScheme) {
			c.badLinks++
		}
		return
	}
	r.loc = target
	if k&kinds.Link == 0 {
		text = nil
	}
	c.add(target, k, links.CleanText(text))
}

// watKinds reads element and attribute, such as A@/href, and rel.
func watKinds(l warc.WATLink) kinds.Set {
	switch strings.ToUpper(string(l.Path)) {
	case "A@/HREF", "AREA@/HREF":
		return kinds.Link | links.NofollowRel(string(l.Rel))
	case "FRAME@/SRC", "IFRAME@/SRC":
		return kinds.Embed
	case "LINK@/HREF":
		return links.RelKinds(string(l.Rel))
	}
	return 0
}
