package links

import (
	"bytes"
	"errors"
	"fmt"

	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/web/robots"
	"weft/web/weburl"
)

// A Document is an HTML response.
type Document struct {
	URL         []byte // absolute; canonical or not
	ContentType string // the value of the header, or ""
	Header      Header
	Body        []byte // without transfer and content codings
}

// A Header holds the values of the fields that matter, one element a field.
type Header struct {
	Link, Refresh, Robots []string // Robots is X-Robots-Tag
}

// A Reference is one occurrence of a link. URL and Anchor are valid until the emitting call returns.
type Reference struct {
	URL    []byte    // canonical, absolute, http or https, without fragment
	Kinds  kinds.Set // Link, Embed, Refresh, Canonical, Alternate, Next, Prev; Nofollow
	Anchor []byte    // of a and area: at most MaxText bytes of UTF-8; nil otherwise
}

// Info holds other facts about a page. Its slices are valid until the next Extract.
type Info struct {
	Links    int      // emitted
	Bad      int      // URLs that do not parse
	TooLong  int      // URLs of more than weburl.MaxLen bytes
	Unlinked Unlinked // URLs of other schemes than http and https
	Title    []byte
	Site     []byte // name of its site: content of the first meta element og:site_name, else of application-name
	Skin     uint64 // sketch of its look: four numbers of 15 bits, of its style sheets and its generator; 0 for none
	Base     []byte // what references were resolved against; empty if a base element named another scheme
	Charset  string // name in the Encoding Standard
	Nofollow bool   // robots are asked to follow no link: meta name=robots or name=weft, or X-Robots-Tag to all or to weft; every Link is Nofollow
	Noindex  bool
}

// An Extractor reads the links of pages one after the other. It keeps its buffers, which grow to a few times the
// largest page. The zero value is ready; one goroutine may use it.
type Extractor struct {
	page weburl.Base // of headers
	base weburl.Base // of the document
	dec  decoder
	scan scanner
	info Info
	emit func(Reference)

	open   bool // an a element with href, described by the next four fields
	kinds  kinds.Set
	href   []byte
	hint   []byte // its title attribute
	text   textBuffer
	alts   textBuffer // of the images in it
	area   textBuffer
	title  textBuffer
	titled bool
	site   siteName
	skin   skin

	url, value, scratch []byte
}

// Extract calls emit for every link of a page: the links of the header, then those in the body in the order in
// which they end. Links that are not http or https URLs are counted. Time is linear in the page; memory is a few
// times its size. Extract fails only if the page's own URL is not an http, https or ftp URL.
func (x *Extractor) Extract(p Document, emit func(Reference)) (Info, error) {
	if err := x.page.Set(p.URL); err != nil {
		return Info{}, fmt.Errorf("extract links: page URL: %w", err)
	}
	x.info, x.emit = Info{Charset: "utf-8"}, emit
	x.open, x.titled = false, false
	x.title.reset()
	x.site.reset()
	x.skin.reset()
	x.readHeader(p.Header)
	text, legacy := x.dec.decode(p.Body, p.ContentType)
	x.base.Query = nil
	if legacy != nil {
		x.info.Charset, x.base.Query = legacy.name, legacy.encoder
	}
	x.scan.xml = isXHTML(p.ContentType)
	x.readHead(text)
	x.readBody(text)
	x.info.Title, x.info.Base = x.title.buf, x.base.Href()
	x.info.Site, x.info.Skin = x.site.name, x.skin.sketch()
	x.emit = nil
	x.scan.reset(nil)
	return x.info, nil
}

func (x *Extractor) readHeader(h Header) {
	for _, field := range h.Robots {
		x.ask(robots.FromHeader(field, productToken))
	}
	for _, field := range h.Link {
		eachHeaderLink(field, func(target string, k kinds.Set) {
			x.value = append(x.value[:0], target...)
			x.add(&x.page, x.value, k, nil)
		})
	}
	for _, field := range h.Refresh {
		if target, ok := RefreshURL(field); ok {
			x.value = append(x.value[:0], target...)
			x.add(&x.page, x.value, kinds.Refresh, nil)
		}
	}
}

// readHead finds the base element and the directives for robots, which concern all links, also earlier ones. It
// reads up to the last of these tags, which is mostly in the head.
func (x *Extractor) readHead(text []byte) {
	s, last, based := &x.scan, lastHeadTag(text), false
	s.reset(text)
	for s.pos <= last {
		tok := s.next()
		if tok == endOfInput {
			break
		}
		if tok != startTag {
			continue
		}
		switch s.elem {
		case elemBase:
			if href, ok := s.attr(attrHref); ok && !based {
				based = true
				x.setBase(unescape(&x.value, href, true))
			}
		case elemMeta:
			if name := x.word(s, attrName); ascii.EqualFold(name, "robots") || ascii.EqualFold(name, productToken) {
				content, _ := s.attr(attrContent)
				x.ask(robots.FromMeta(string(name), string(unescape(&x.value, content, true)), productToken))
			}
		}
	}
	if !based {
		x.setBase(nil)
	}
}

// lastHeadTag returns where the last "<base" or "<meta" stands, or -1.
func lastHeadTag(text []byte) int {
	last := -1
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '<')
		if n < 0 || i+n+5 > len(text) {
			return last
		}
		i += n
		if c := text[i+1] | 0x20; c == 'b' || c == 'm' {
			if name := text[i+1 : i+5]; ascii.EqualFold(name, "base") || ascii.EqualFold(name, "meta") {
				last = i
			}
		}
	}
}

// setBase sets the base of the document by the href of its base element. An invalid URL, or a data or javascript
// URL, leaves the page's own base. Another scheme leaves no base, so that relative links get that scheme and are
// not reported.
func (x *Extractor) setBase(href []byte) {
	out, err := x.page.AppendResolve(x.url[:0], href)
	x.url = out
	if errors.Is(err, weburl.ErrScheme) && !hasScheme(href, "data:") && !hasScheme(href, "javascript:") {
		x.base.Clear()
		return
	}
	if err == nil && x.base.Set(out) == nil {
		return
	}
	_ = x.base.Set(x.page.Href()) // canonical, so it parses
}

func hasScheme(href []byte, scheme string) bool {
	for len(href) > 0 && href[0] <= ' ' {
		href = href[1:]
	}
	return ascii.HasPrefixFold(href, scheme)
}

func (x *Extractor) readBody(text []byte) {
	s := &x.scan
	s.reset(text)
	for {
		switch s.next() {
		case endOfInput:
			x.closeAnchor()
			return
		case textToken:
			x.text.addRaw(&x.scratch, s.text)
		case startTag:
			x.readElement(s)
		case endTag:
			if s.elem == elemA {
				x.closeAnchor()
			}
		}
	}
}

func (x *Extractor) readElement(s *scanner) {
	switch s.elem {
	case elemA:
		x.closeAnchor()
		if x.openAnchor(s); s.ended {
			x.closeAnchor()
		}
	case elemArea:
		x.readArea(s)
	case elemImg:
		if alt, ok := s.attr(attrAlt); ok && x.open {
			x.alts.space = true
			x.alts.add(unescape(&x.scratch, alt, true))
		}
	case elemFrame, elemIframe:
		if src, _ := s.attr(attrSrc); len(src) > 0 {
			x.addAttr(src, kinds.Embed, nil)
		}
	case elemLink:
		href, _ := s.attr(attrHref)
		if isSheet(x.word(s, attrRel)) {
			x.addSheet(href)
		}
		if k := RelKinds(x.word(s, attrRel)); k != 0 && len(href) > 0 {
			x.addAttr(href, k, nil)
		}
	case elemMeta:
		x.readRefresh(s)
		x.readSite(s)
	case elemTitle:
		if !x.titled {
			x.titled = true
			x.title.addRaw(&x.scratch, withoutNUL(s.text))
		}
	}
}

// word returns an attribute that is no URL, decoded; it is valid until the next.
func (x *Extractor) word(s *scanner, a attribute) []byte {
	raw, _ := s.attr(a)
	return unescape(&x.scratch, raw, true)
}

// add resolves a decoded URL and emits the link, or counts it.
func (x *Extractor) add(base *weburl.Base, href []byte, k kinds.Set, anchor []byte) {
	out, err := base.AppendResolve(x.url[:0], href)
	x.url = out
	switch {
	case err == nil && out[0] == 'h':
		x.info.Links++
		x.emit(Reference{URL: out, Kinds: k, Anchor: anchor})
	case err == nil: // of ftp
		x.info.Unlinked.Count(out)
	case errors.Is(err, weburl.ErrScheme), errors.Is(err, weburl.ErrRelative):
		x.info.Unlinked.Count(href)
	case errors.Is(err, weburl.ErrTooLong):
		x.info.TooLong++
	default:
		x.info.Bad++
	}
}

// Unlinked counts links, in whatever form, whose target cannot be a page, by its scheme.
type Unlinked struct{ FTP, Mailto, JavaScript, Other int }

// Add adds counts.
func (u *Unlinked) Add(o Unlinked) {
	u.FTP += o.FTP
	u.Mailto += o.Mailto
	u.JavaScript += o.JavaScript
	u.Other += o.Other
}

// Count counts a reference of another scheme.
func (u *Unlinked) Count(ref []byte) {
	switch {
	case hasScheme(ref, "ftp:"):
		u.FTP++
	case hasScheme(ref, "mailto:"):
		u.Mailto++
	case hasScheme(ref, "javascript:"):
		u.JavaScript++
	default:
		u.Other++
	}
}

// addAttr is add for the value of an attribute, relative to the document's base.
func (x *Extractor) addAttr(raw []byte, k kinds.Set, anchor []byte) {
	x.add(&x.base, unescape(&x.value, raw, true), k, anchor)
}
