package links

import (
	"bytes"

	"weft/internal/ascii"
)

type element uint8

// The elements that matter. From elemPlaintext on they hold no markup, but text up to their end tag.
const (
	other element = iota
	elemA
	elemArea
	elemBase
	elemFrame
	elemImg
	elemLink
	elemMeta
	elemRoot // root of SVG or MathML; no token reports it
	elemPlaintext
	elemIframe
	elemNoembed
	elemNoframes
	elemScript
	elemStyle
	elemTextarea
	elemTitle
	elemXmp
)

type attribute uint8

const (
	attrAlt attribute = iota
	attrCharset
	attrContent
	attrHref
	attrHTTPEquiv
	attrName
	attrProperty
	attrRel
	attrSrc
	attrTitle
	attrXLinkHref
	numAttrs
)

type token uint8

const (
	endOfInput token = iota
	textToken
	startTag
	endTag
)

// A scanner walks over HTML. The slices it hands out are parts of src, with character references as they stand.
type scanner struct {
	src      []byte
	pos      int
	wantText bool // report text; otherwise it is skipped
	flat     bool // treat no element as raw text (the encoding sniffer)
	xml      bool // "<script/>" is empty

	islands archipelago
	inRaw   bool // the next tag ends an element that holds text

	elem  element
	ended bool             // of a start tag: its element ends with it
	text  []byte           // of a text token; of a start tag, the raw text of title and textarea
	has   uint16           // attributes present, as bits
	attrs [numAttrs][]byte // the first of each name
}

func (s *scanner) reset(src []byte) {
	*s = scanner{src: src, xml: s.xml}
}

// next goes to the next text, start tag or end tag; tags of other elements are passed over, except that each ends a text.
func (s *scanner) next() token {
	for {
		start := s.pos
		s.skipText()
		if s.wantText && s.pos > start {
			s.text = s.src[start:s.pos]
			return textToken
		}
		if s.pos == len(s.src) {
			return endOfInput
		}
		switch c := s.src[s.pos+1]; {
		case c == '!':
			s.skipDeclaration()
		case c == '?' || c == '/' && !ascii.IsLetter(s.src[s.pos+2]):
			s.skipPast('>')
		case c == '/':
			if s.pos += 2; s.readTag(false) && s.elem != other {
				return endTag
			}
		default:
			if s.pos++; s.readTag(true) && s.elem != other {
				return startTag
			}
		}
	}
}

// skipText goes to the next '<' that begins a tag, a comment or a declaration, or to the end.
func (s *scanner) skipText() {
	for {
		i := bytes.IndexByte(s.src[s.pos:], '<')
		if i < 0 || s.pos+i+1 >= len(s.src) {
			s.pos = len(s.src)
			return
		}
		s.pos += i
		switch c := s.src[s.pos+1]; {
		case ascii.IsLetter(c) || c == '!' || c == '?':
			return
		case c == '/' && s.pos+2 < len(s.src):
			return
		}
		s.pos++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// endsName reports whether c ends the name of a tag.
func endsName(c byte) bool { return c == '>' || c == '/' || isSpace(c) }

func (s *scanner) skipPast(c byte) {
	if i := bytes.IndexByte(s.src[s.pos:], c); i >= 0 {
		s.pos += i + 1
		return
	}
	s.pos = len(s.src)
}

// skipDeclaration passes a comment, which "-->", "--!>", and at once ">" or "->" end, or another "<!…>".
func (s *scanner) skipDeclaration() {
	rest := s.src[s.pos+2:]
	if s.islands.space() != inHTML && bytes.HasPrefix(rest, []byte("[CDATA[")) {
		if i := bytes.Index(rest, []byte("]]>")); i >= 0 {
			s.pos += 2 + i + 3
		} else {
			s.pos = len(s.src)
		}
		return
	}
	if len(rest) < 2 || rest[0] != '-' || rest[1] != '-' {
		s.skipPast('>')
		return
	}
	rest = rest[2:]
	s.pos += 4
	if bytes.HasPrefix(rest, []byte(">")) || bytes.HasPrefix(rest, []byte("->")) {
		s.skipPast('>')
		return
	}
	for {
		i := bytes.Index(s.src[s.pos:], []byte("--"))
		if i < 0 {
			s.pos = len(s.src)
			return
		}
		s.pos += i + 2
		for s.pos < len(s.src) && s.src[s.pos] == '-' {
			s.pos++
		}
		rest = s.src[s.pos:]
		if bytes.HasPrefix(rest, []byte(">")) || bytes.HasPrefix(rest, []byte("!>")) {
			s.skipPast('>')
			return
		}
	}
}

// readTag reads a tag from its name on. It returns false, at the end of the input, when the tag does not end.
func (s *scanner) readTag(start bool) bool {
	src, from := s.src, s.pos
	for s.pos < len(src) && !endsName(src[s.pos]) {
		s.pos++
	}
	name := src[from:s.pos]
	s.elem, s.has, s.text, s.ended = elements.find(name, other), 0, nil, false
	keep, empty := start && s.elem != other, false
	for {
		for s.pos < len(src) && isSpace(src[s.pos]) {
			s.pos++
		}
		if s.pos == len(src) {
			return false
		}
		switch src[s.pos] {
		case '>':
			s.pos++
			s.ended = empty && s.xml
			switch {
			case s.elem == elemRoot || s.islands.n > 0:
				s.entered(name, start, empty)
			case start && s.elem >= elemPlaintext && !s.flat && !(empty && s.xml):
				s.readRaw(name)
			}
			return true
		case '/':
			s.pos++
			empty = s.pos < len(src) && src[s.pos] == '>'
		default:
			s.readAttribute(keep)
		}
	}
}

// entered updates the state after a tag in SVG or MathML, or a tag that begins one of them. In foreign content
// only a is an element that matters.
func (s *scanner) entered(name []byte, start, empty bool) {
	around := inHTML
	switch {
	case s.flat:
	case start && (s.elem == elemRoot || s.islands.n > 0):
		around = s.islands.start(name, empty)
		s.ended = s.ended || empty && around != inHTML
	case s.islands.n > 0 && !s.inRaw:
		s.islands.end(name)
	}
	s.inRaw = false
	switch {
	case s.elem == elemRoot, around != inHTML && s.elem != elemA:
		s.elem = other
	case start && s.elem >= elemPlaintext && !s.flat && !(empty && s.xml):
		s.readRaw(name)
		s.inRaw = true
	}
}

// readAttribute reads a name and perhaps a value; the scanner stands at the first byte of the name.
func (s *scanner) readAttribute(keep bool) {
	src, from := s.src, s.pos
	for s.pos++; s.pos < len(src) && src[s.pos] != '=' && !endsName(src[s.pos]); {
		s.pos++
	}
	name := src[from:s.pos]
	for s.pos < len(src) && isSpace(src[s.pos]) {
		s.pos++
	}
	var value []byte
	if s.pos < len(src) && src[s.pos] == '=' {
		s.pos++
		value = s.readValue()
	}
	if !keep {
		return
	}
	if a := attributes.find(name, numAttrs); a < numAttrs && s.has&(1<<a) == 0 {
		s.has |= 1 << a
		s.attrs[a] = value
	}
}

func (s *scanner) readValue() []byte {
	src := s.src
	for s.pos < len(src) && isSpace(src[s.pos]) {
		s.pos++
	}
	if s.pos == len(src) || src[s.pos] == '>' {
		return nil
	}
	from := s.pos
	if q := src[from]; q == '"' || q == '\'' {
		s.pos++
		s.skipPast(q)
		return src[from+1 : max(s.pos-1, from+1)]
	}
	for s.pos < len(src) && src[s.pos] != '>' && !isSpace(src[s.pos]) {
		s.pos++
	}
	return src[from:s.pos]
}

// attr returns the value of an attribute of the start tag, and whether it is there.
func (s *scanner) attr(a attribute) ([]byte, bool) {
	if s.has&(1<<a) == 0 {
		return nil, false
	}
	return s.attrs[a], true
}
