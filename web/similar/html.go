package similar

import (
	"bytes"

	"weft/internal/ascii"
)

// A Print holds the fingerprint of a page.
type Print struct {
	Hash  uint64 // simhash of its visible words; 0 without any
	Words int
	Title []byte // white space collapsed, at most 256 bytes, entities as written
	// Data are the marks of numbers and table cells for AlikeData: at most MaxData, distinct and increasing. Nil
	// unless Options.Loose is set; otherwise the hash includes the numbers.
	Data []uint16
}

// A Hasher reads a page, in pieces of any size, and makes its Print. One goroutine may use it, for one page after
// the other.
//
// It reads HTML without building a tree. Tags, comments, the title, and the content of script, style, template,
// noframes, iframe and noembed elements are not text. An entity separates words.
type Hasher struct {
	opt   Options
	words words
	state state
	name  [12]byte // name of the current tag, or of the element whose end tag is searched
	size  int      // of the name
	met   int      // bytes of the end tag that were met, or of an entity, or dashes of a comment
	close bool     // the tag under way is an end tag
	slash bool     // the tag under way has a slash at its end so far
	drawn int      // drawings around, SVG or MathML, where a slash ends an element of any kind
	title []byte
	first bool // the title is being read
}

type state uint8

const (
	inText state = iota
	inEntity
	tagOpen // after <
	inName
	inTag // among attributes
	inSingle
	inDouble
	inMarkup  // after <!
	inComment // after <!--
	inRaw     // in an element that holds no text to see
)

// NewHasher returns a Hasher that is ready for a page.
func NewHasher(o Options) *Hasher {
	if o.Shingle <= 0 {
		o.Shingle = 3
	}
	o.Shingle = min(o.Shingle, maxShingle)
	h := &Hasher{opt: o}
	if o.Phrases {
		h.words.said = new(phrases)
	}
	h.Reset()
	return h
}

// Reset forgets the page.
func (h *Hasher) Reset() {
	*h = Hasher{opt: h.opt, title: h.title[:0], words: words{opt: h.opt, said: h.words.said}}
	if h.words.said != nil {
		h.words.said.reset()
	}
}

// Write takes a piece of the page. It returns no error.
func (h *Hasher) Write(p []byte) (int, error) {
	if h.opt.Plain {
		h.words.plainText(p)
		return len(p), nil
	}
	for i := 0; i < len(p); i++ {
		if h.state == inText {
			i += h.words.text(p[i:])
		} else {
			i += h.skip(p[i:])
		}
		if i < len(p) {
			h.byte(p[i])
		}
	}
	return len(p), nil
}

// skip returns how many bytes the state can pass over at once.
func (h *Hasher) skip(p []byte) int {
	stop := byte('<')
	switch {
	case h.state == inDouble:
		stop = '"'
	case h.state == inSingle:
		stop = '\''
	case h.state == inRaw && h.met == 0 && !h.first:
	case h.state == inComment && h.met == 0:
		stop = '-'
	default:
		return 0
	}
	if i := bytes.IndexByte(p, stop); i >= 0 {
		return i
	}
	return len(p)
}

// Print returns what the page was. Title and Data are valid until the next Reset.
func (h *Hasher) Print() Print {
	p := Print{Hash: h.words.finish(), Words: h.words.count, Title: bytes.TrimRight(h.title, " ")}
	if h.opt.Loose {
		p.Data = h.words.data.end()
	}
	return p
}

func (h *Hasher) byte(c byte) {
	switch h.state {
	case inText:
		h.text(c)
	case inEntity:
		h.entity(c)
	case tagOpen:
		h.open(c)
	case inName:
		h.tagName(c)
	case inTag:
		h.attribute(c)
	case inSingle, inDouble: // skip has come to the end
		h.state = inTag
	case inMarkup:
		h.markup(c)
	case inComment:
		h.comment(c)
	case inRaw:
		h.raw(c)
	}
}

func (h *Hasher) text(c byte) {
	switch c {
	case '<':
		h.state = tagOpen
	case '&':
		h.words.cut()
		h.state, h.met = inEntity, 0
	default:
		h.words.byte(c)
	}
}

// entity passes over the name of an entity. Where there is none, what was passed over is lost, the same in all pages.
func (h *Hasher) entity(c byte) {
	h.met++
	switch {
	case ascii.IsAlnum(c), c == '#' && h.met == 1:
		if h.met < 32 {
			return
		}
		h.state = inText
	case c == ';':
		h.state = inText
	default:
		h.state = inText
		h.text(c)
	}
}

func (h *Hasher) open(c byte) {
	switch {
	case ascii.IsLetter(c):
		h.size, h.state, h.slash = 0, inName, false
		h.tagName(c)
	case c == '/' && !h.close:
		h.close = true
		return // the name follows
	case c == '!' || c == '?' || h.close:
		h.state, h.met = inMarkup, 0
		if h.close || c == '?' {
			h.met = -1 // no comment of dashes
		}
		if c == '>' {
			h.state, h.close = inText, false
		}
	default:
		h.state = inText
		h.words.cut()
		h.text(c)
	}
}

func (h *Hasher) tagName(c byte) {
	switch {
	case c == '>':
		h.endTag()
	case c == ' ', c == '\t', c == '\n', c == '\r', c == '\f', c == '/':
		h.state, h.slash = inTag, c == '/'
	case h.size < len(h.name):
		h.name[h.size] = c | 0x20
		h.size++
	}
}

func (h *Hasher) attribute(c byte) {
	if c == '>' {
		h.endTag()
		return
	}
	h.slash = c == '/'
	switch c {
	case '"':
		h.state = inDouble
	case '\'':
		h.state = inSingle
	}
}

// endTag ends a tag. Every tag ends a word, except tags of a few elements that occur within words.
func (h *Hasher) endTag() {
	name := h.name[:h.size]
	h.state = inText
	switch {
	case string(name) == "svg", string(name) == "math":
		if h.close {
			h.drawn = max(h.drawn-1, 0)
		} else if !h.slash {
			h.drawn++
		}
	case !h.close && hidden(name) && !(h.drawn > 0 && h.slash):
		h.state, h.met = inRaw, 0
		h.first = string(name) == "title" && len(h.title) == 0 && h.drawn == 0
	}
	if !within(name) || h.words.said != nil && string(name) == "a" {
		h.words.cut()
	}
	if h.words.said != nil {
		h.words.said.tag(name, h.close)
	}
	if h.opt.Loose {
		h.words.data.tag(name, h.close)
	}
	h.close = false
}

func hidden(name []byte) bool {
	switch string(name) {
	case "script", "style", "template", "noframes", "iframe", "noembed", "title":
		return true
	}
	return false
}

func within(name []byte) bool {
	switch string(name) {
	case "a", "b", "i", "u", "em", "strong", "span", "code", "tt", "font", "wbr", "small", "big", "mark":
		return true
	}
	return false
}

func (h *Hasher) markup(c byte) {
	switch {
	case c == '>':
		h.state, h.close = inText, false
	case c == '-' && h.met >= 0:
		if h.met++; h.met == 2 {
			h.state, h.met = inComment, 2 // <!--> is a whole comment
		}
	default:
		h.met = -1
	}
}

func (h *Hasher) comment(c byte) {
	switch {
	case c == '-':
		h.met++
	case c == '>' && h.met >= 2:
		h.state = inText
	default:
		h.met = 0
	}
}

// raw searches the end tag of a hidden element, and keeps the text of the first title.
func (h *Hasher) raw(c byte) {
	end := h.met == h.size+2 && (c == '>' || c == '/' || c <= ' ')
	switch {
	case end && c == '>':
		h.state, h.first = inText, false
	case end:
		h.state, h.first, h.close = inTag, false, true
	case h.met == 0 && c == '<', h.met == 1 && c == '/', h.met >= 2 && h.met < h.size+2 && c|0x20 == h.name[h.met-2]:
		h.met++
		return
	case c == '<':
		h.keepMet()
		h.met = 1
		return
	default:
		h.keepMet()
		h.keep(c)
	}
}

// keepMet keeps what looked like the end of a title.
func (h *Hasher) keepMet() {
	for _, c := range []byte("</")[:min(h.met, 2)] {
		h.keep(c)
	}
	for _, c := range h.name[:max(h.met-2, 0)] {
		h.keep(c)
	}
	h.met = 0
}

func (h *Hasher) keep(c byte) {
	if !h.first || len(h.title) >= maxTitle {
		return
	}
	if c <= ' ' {
		if len(h.title) == 0 || h.title[len(h.title)-1] == ' ' {
			return
		}
		c = ' '
	}
	h.title = append(h.title, c)
}
