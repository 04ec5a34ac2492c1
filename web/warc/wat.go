package warc

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"weft/internal/ascii"
	"weft/internal/http1"
)

// ErrNotWAT says that a WAT record is in order but is not about an HTTP response.
var ErrNotWAT = errors.New("not a WAT record of a response")

// A WATLink is one link of a page. All slices are valid as long as the slices of its WATPage.
type WATLink struct {
	Path []byte // element and attribute, such as A@/href, IMG@/src, FORM@/action, LINK@/href
	URL  []byte // as written in the page: relative to the base
	Text []byte // anchor text or alternative text
	Rel  []byte
}

// A WATMeta is a meta element of a page. Exactly one of Name, HTTPEquiv and Property is set, and names the
// Content.
type WATMeta struct{ Name, HTTPEquiv, Property, Content []byte }

// A WATPage holds the content of a WAT record about one response: enough to extract the page's links without the
// page. All slices point into the text given to ParseWAT or into the page's own memory. They are valid until the
// next ParseWAT with this page or until the text changes.
type WATPage struct {
	Type        []byte // of the record described: response, request, …
	URI, Date   []byte
	Digest      []byte // WARC-Payload-Digest
	Length      int64  // bytes of its block; 0 if unknown
	BlockType   []byte // media type of its block, as written
	Status      int    // HTTP status; 0 if unknown
	ContentType []byte // of the HTTP header, as written
	Location    []byte
	LinkHeaders [][]byte // values of the HTTP header Link
	RobotsTags  [][]byte // values of the HTTP header X-Robots-Tag
	HTML        bool     // there is HTML metadata
	Base        []byte   // base href as written; nil if none
	Title       []byte
	Metas       []WATMeta
	Head        []WATLink // link elements of the head, such as rel canonical
	Links       []WATLink // of the body, in document order

	s scanner
}

// ParseWAT reads the JSON of a metadata record of a WAT file (Common Crawl; written by ia-web-commons) into p, and
// reuses p's memory. It reads only the keys that WATPage names. Keys may come in any order, numbers as numbers or
// strings, repeated HTTP fields as arrays. Records without an HTTP response, such as records about requests,
// return ErrNotWAT with Type and URI set. Damaged JSON returns an error that wraps ErrBadRecord and gives the
// place.
func ParseWAT(text []byte, p *WATPage) error {
	*p = WATPage{
		LinkHeaders: p.LinkHeaders[:0], RobotsTags: p.RobotsTags[:0],
		Metas: p.Metas[:0], Head: p.Head[:0], Links: p.Links[:0], s: scanner{b: text, arena: p.s.arena[:0]},
	}
	s := &p.s
	if s.peek() != '{' {
		return fmt.Errorf("%w: WAT: expected an object, found %s", ErrBadRecord, excerpt(text))
	}
	response := false
	s.object(func(key []byte) {
		if string(key) == "Envelope" {
			p.envelope(&response)
		} else {
			s.skip()
		}
	})
	if s.what == "" && s.peek() != 0 {
		s.fail("text after the object")
	}
	if s.what != "" {
		return fmt.Errorf("%w: WAT at byte %d: %s", ErrBadRecord, s.at, s.what)
	}
	if !response {
		return ErrNotWAT
	}
	return nil
}

func (p *WATPage) envelope(response *bool) {
	s := &p.s
	s.object(func(key []byte) {
		switch string(key) {
		case "WARC-Header-Metadata":
			p.warcHeader()
		case "ARC-Header-Metadata":
			p.arcHeader()
		case "Payload-Metadata":
			s.object(func(key []byte) {
				if string(key) != "HTTP-Response-Metadata" {
					s.skip()
					return
				}
				*response = true
				p.httpResponse()
			})
		default:
			s.skip()
		}
	})
}

func (p *WATPage) warcHeader() {
	s := &p.s
	s.object(func(key []byte) {
		switch string(key) {
		case "WARC-Type":
			p.Type = s.text()
		case "WARC-Target-URI":
			p.URI = unbracket(s.text())
		case "WARC-Date":
			p.Date = s.text()
		case "WARC-Payload-Digest":
			p.Digest = s.text()
		case "Content-Length":
			p.length()
		case "Content-Type":
			p.BlockType = s.text()
		default:
			s.skip()
		}
	})
}

// arcHeader reads what WAT files of ARC archives have in place of the WARC header.
func (p *WATPage) arcHeader() {
	s := &p.s
	s.object(func(key []byte) {
		switch string(key) {
		case "Target-URI":
			p.URI = s.text()
		case "Date":
			p.Date = s.text()
		case "Content-Length":
			p.length()
		default:
			s.skip()
		}
	})
}

// length reads the length of the block.
func (p *WATPage) length() {
	if n, ok := http1.Number(bytes.TrimSpace(p.s.text())); ok {
		p.Length = n
	}
}

// Time returns the time of the record that is described, in UTC; the zero time if it is unknown.
func (p *WATPage) Time() time.Time { return parseDate(string(p.Date)) }

func (p *WATPage) httpResponse() {
	s := &p.s
	s.object(func(key []byte) {
		switch string(key) {
		case "Response-Message":
			s.object(func(key []byte) {
				if string(key) == "Status" {
					if n, ok := http1.Number(bytes.TrimSpace(s.text())); ok && n <= 999 {
						p.Status = int(n)
					}
				} else {
					s.skip()
				}
			})
		case "Headers":
			s.object(p.httpField)
		case "HTML-Metadata":
			p.HTML = true
			s.object(p.htmlMember)
		default:
			s.skip()
		}
	})
}

func (p *WATPage) httpField(key []byte) {
	s := &p.s
	switch {
	case ascii.EqualFold(key, "Content-Type"):
		s.texts(func(v []byte) { p.ContentType = first(p.ContentType, v) })
	case ascii.EqualFold(key, "Location"):
		s.texts(func(v []byte) { p.Location = first(p.Location, v) })
	case ascii.EqualFold(key, "Link"):
		s.texts(func(v []byte) { p.LinkHeaders = append(p.LinkHeaders, v) })
	case ascii.EqualFold(key, "X-Robots-Tag"):
		s.texts(func(v []byte) { p.RobotsTags = append(p.RobotsTags, v) })
	default:
		s.skip()
	}
}

// first keeps the value that came first.
func first(have, v []byte) []byte {
	if have != nil {
		return have
	}
	return v
}

func (p *WATPage) htmlMember(key []byte) {
	s := &p.s
	switch string(key) {
	case "Links":
		s.array(func() { p.Links = p.appendLink(p.Links) })
	case "Head":
		s.object(p.headMember)
	default:
		s.skip()
	}
}

func (p *WATPage) headMember(key []byte) {
	s := &p.s
	switch string(key) {
	case "Base":
		if base := bytes.TrimSpace(s.text()); len(base) > 0 {
			p.Base = first(p.Base, base)
		}
	case "Title":
		p.Title = s.text()
	case "Link":
		s.array(func() { p.Head = p.appendLink(p.Head) })
	case "Metas":
		s.array(p.meta)
	default:
		s.skip()
	}
}

// appendLink reads one link object; one without a URL is left out. Old files say href where newer ones say url.
func (p *WATPage) appendLink(links []WATLink) []WATLink {
	s := &p.s
	var l WATLink
	s.object(func(key []byte) {
		switch string(key) {
		case "path":
			l.Path = s.text()
		case "url", "href":
			l.URL = s.text()
		case "text", "alt":
			l.Text = s.text()
		case "rel":
			l.Rel = s.text()
		default:
			s.skip()
		}
	})
	if l.URL == nil {
		return links
	}
	return append(links, l)
}

func (p *WATPage) meta() {
	s := &p.s
	var m WATMeta
	s.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.Name = s.text()
		case "http-equiv":
			m.HTTPEquiv = s.text()
		case "property":
			m.Property = s.text()
		case "content":
			m.Content = s.text()
		default:
			s.skip()
		}
	})
	if m.Content != nil {
		p.Metas = append(p.Metas, m)
	}
}
