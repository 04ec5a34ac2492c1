package capture

import (
	"errors"
	"fmt"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/ascii"
	"weft/internal/http1"
	"weft/web/links"
	"weft/web/warc"
	"weft/web/weburl"
)

// Reasons why a capture is not a page.
var (
	ErrNotWeb = errors.New("not an http or https URI")
	ErrURI    = errors.New("the record's URI cannot be a page")
)

// A Reader reads captures, one after the other. It keeps its scratch memory: a few times the largest page, and at
// most a few times warc.DefaultMaxBody, the limit of a block and of a decoded body. The zero value is ready; one
// goroutine may use it.
//
// Its methods overwrite the page that they are given. Their error wraps ErrNotWeb if the URI is not an address of
// the Web (dns:, urn:), ErrURI if it cannot be parsed, or warc.ErrNotHTTP. The page then has no key.
type Reader struct {
	// MaxBody is how many bytes are read of a decoded body; [warc.DefaultMaxDecoded] if it is 0.
	MaxBody int64
	// NoURLs leaves the URLs of links out, where their keys are enough.
	NoURLs bool
	// MaxLinks is how many bytes the links of a page may take, with their texts; 0 stands for any number. A page with more
	// is [Reading.Full]. A page can have links that are thousands of times as long as it is, as its base is long.
	MaxLinks int64
	// Each, if not nil, receives each link, which is then not kept in the page. The link is valid until Each
	// returns.
	Each func(*Outlink)

	http warc.Response
	wat  warc.WATPage
	ex   links.Extractor
	base weburl.Base
	loc  []byte
	ref  []byte
}

// Response reads an HTTP response: status line, header, body, as received or as an archive holds it.
func (r *Reader) Response(uri, block []byte, p *Reading) error {
	if err := r.begin(uri, p); err != nil {
		return err
	}
	if err := r.parse(block, p); err != nil {
		p.Key = p.Key[:0]
		return err
	}
	if r.unasked() {
		p.State = page.Failed
	}
	p.Part = r.http.Status == 206 && !isWhole(r.http.Header.Get("Content-Range"))
	p.Capped = r.http.Truncated
	p.Body, p.Damaged, p.BrokeOff, p.Empty = r.http.Body, r.http.Damaged, r.http.BrokeOff, len(r.http.Body) == 0
	h := headerOf(&r.http)
	if len(r.http.Body) > 0 && links.IsHTML(p.ContentType, r.sniffed(p)) {
		r.readHTML(p, links.Document{URL: p.URL, ContentType: p.ContentType, Header: h, Body: r.http.Body})
		return nil
	}
	p.Unread = p.State == page.Fetched && links.BeginsLikeHTML(r.http.Body)
	r.readHeader(p, h)
	return nil
}

// sniffed returns the bytes that decide whether a response is HTML: none if its header has the option nosniff. The option
// says nothing about XML.
func (r *Reader) sniffed(p *Reading) []byte {
	if !links.IsXML(p.ContentType) && ascii.EqualFold(r.http.Header.Get("X-Content-Type-Options"), "nosniff") {
		return nil
	}
	return r.http.Body
}

// contentType returns the values of the Content-Type fields of a response, joined by commas.
func contentType(h warc.Header) string {
	all := ""
	for v := range h.All("Content-Type") {
		if all != "" {
			all += ", "
		}
		all += string(v)
	}
	return all
}

// isWhole reports whether a Content-Range covers all bytes of the resource.
func isWhole(contentRange string) bool {
	p, ok := http1.ContentRange(contentRange)
	return ok && p.From == 0 && p.To == p.Size
}

// Revisit reads a record of a page that is the same as before. The page was fetched; its links are in the earlier
// record, under the name of that page, or in Notes. The block may be the header of the response, or anything.
func (r *Reader) Revisit(uri, block []byte, p *Reading) error {
	if err := r.begin(uri, p); err != nil {
		return err
	}
	p.State = page.Fetched
	if r.parse(block, p) == nil {
		r.readHeader(p, headerOf(&r.http))
	}
	return nil
}

// Resource reads a fetched file, perhaps fetched by another protocol than HTTP. Only an HTML file has links.
func (r *Reader) Resource(uri []byte, contentType string, body []byte, p *Reading) error {
	return r.file(uri, contentType, body, p, links.IsHTML(contentType, body))
}

// HTML reads a file that is known to be HTML.
func (r *Reader) HTML(uri []byte, contentType string, body []byte, p *Reading) error {
	return r.file(uri, contentType, body, p, true)
}

func (r *Reader) file(uri []byte, contentType string, body []byte, p *Reading, html bool) error {
	if err := r.begin(uri, p); err != nil {
		return err
	}
	p.State, p.ContentType, p.Body = page.Fetched, contentType, body
	if html {
		r.readHTML(p, links.Document{URL: p.URL, ContentType: contentType, Body: body})
	}
	return nil
}

// NeedsBody decides from the first bytes of an HTTP response whether Response would find more in the whole block:
// it may be HTML, or its header is incomplete.
func (r *Reader) NeedsBody(head []byte) bool {
	ended, err := r.http.ParseHeader(head)
	return err != nil || !ended || BodyTells(contentType(r.http.Header))
}

// BodyTells reports whether the body of something with this Content-Type decides what is found: it may be HTML, or XHTML
// served as XML.
func BodyTells(contentType string) bool { return MayBeHTML(contentType) || links.IsXML(contentType) }

// MayBeHTML reports whether something with this Content-Type is HTML, or is HTML if it looks like it as there is no type.
// It is false for XML, which is seldom XHTML.
func MayBeHTML(contentType string) bool { return links.IsHTML(contentType, []byte("<p>")) }

// begin makes the URI the page.
func (r *Reader) begin(uri []byte, p *Reading) error {
	p.Reset()
	p.most, p.each = r.MaxLinks, r.Each
	if !IsWebURI(uri) {
		return fmt.Errorf("%w: %.80q", ErrNotWeb, uri)
	}
	href, err := weburl.Append(p.URL, uri)
	if err == nil {
		href = p.bare(href)
		p.URL = href
		p.Key, err = weburl.AppendKey(p.Key, href)
	}
	if err != nil {
		p.Key = p.Key[:0]
		return fmt.Errorf("%w: %w", ErrURI, err)
	}
	return nil
}

// parse reads the header, and sets the state from the status; a redirect is a link.
func (r *Reader) parse(block []byte, p *Reading) error {
	r.http.MaxBody = r.MaxBody
	if err := r.http.Parse(block[:min(len(block), warc.DefaultMaxBody)]); err != nil {
		return err
	}
	p.ContentType = contentType(r.http.Header)
	r.status(p, r.http.Status, r.http.Header.Bytes("Location"))
	return nil
}

// unasked reports whether a successful response brings no content because it answers a conditional request: the
// page has not changed, or only the changes follow (226 with IM, RFC 3229). The earlier capture is missing. A
// response to weft's own conditional request is a revisit instead.
func (r *Reader) unasked() bool {
	return r.http.Status == 304 || r.http.Status == 226 && r.http.Header.Get("IM") != ""
}

func (r *Reader) status(p *Reading, status int, location []byte) {
	p.Status, p.State = status, page.FromStatus(status, len(location) > 0)
	if p.State == page.Redirected && r.base.Set(p.URL) == nil {
		r.ref = weburl.AppendASCII(r.ref[:0], location)
		r.resolve(p, r.ref, kinds.Redirect, nil)
	}
}

// resolve adds a link from a reference to the base.
func (r *Reader) resolve(p *Reading, ref []byte, k kinds.Set, anchor []byte) {
	target, err := r.base.AppendResolve(r.loc[:0], ref)
	if err != nil {
		if errors.Is(err, weburl.ErrScheme) {
			p.Unlinked.Count(ref)
		} else {
			p.BadLinks++
		}
		return
	}
	r.loc = target
	p.add(target, k, anchor, !r.NoURLs)
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
func (r *Reader) readHTML(p *Reading, from links.Document) {
	p.HTML, p.Firm = true, true
	info := r.extract(p, from)
	p.Title, p.Site, p.Skin, p.Nofollow = info.Title, info.Site, info.Skin, info.Nofollow
}

// readHeader finds the links in the header of a response that is not HTML, or has no body.
func (r *Reader) readHeader(p *Reading, h links.Header) {
	if len(h.Link)+len(h.Refresh) > 0 {
		r.extract(p, links.Document{URL: p.URL, ContentType: "text/html", Header: h})
	}
}

func (r *Reader) extract(p *Reading, from links.Document) links.Info {
	info, err := r.ex.Extract(from, func(l links.Reference) { p.add(l.URL, l.Kinds, l.Anchor, !r.NoURLs) })
	p.BadLinks += info.Bad + info.TooLong
	p.Unlinked.Add(info.Unlinked)
	if err != nil {
		p.BadLinks++
	}
	return info
}
