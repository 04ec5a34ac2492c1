package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// htmlState is the state of a Tokenizer within a page with markup.
type htmlState struct {
	open    []element // open elements, the outermost first
	place   uint32    // see Token.Place
	drawing int       // number of open drawings
	lines   int       // number of open elements in which each line is a row
	name    [maxName]byte
}

// maxName is how many bytes of the name of a tag count.
const maxName = 16

// lowered returns the name of a tag in lower case. The result is valid until the next call.
func (h *htmlState) lowered(name []byte) []byte {
	low := h.name[:min(len(name), maxName)]
	for i := range low {
		low[i] = lower[name[i]]
	}
	return low
}

// An element is an open element.
type element struct {
	name uint32 // hash of the tag
	own  uint32 // hash of tag, class and id
	role role
	// mark is the hash of the class if the element may be a sign without text, else 0. The token list had at tokens then.
	mark uint64
	at   int
	// numbered reports that the class has a number of the page's own URL.
	numbered bool
}

type role uint8

const (
	plainElement role = iota
	linkElement
	drawingElement
	linesElement
)

// maxOpen is the largest number of open elements that are remembered: the innermost ones.
const maxOpen = 64

// readHTML reads a page with markup.
func (t *Tokenizer) readHTML(page []byte) {
	for len(page) > 0 {
		i := bytes.IndexByte(page, '<')
		if i < 0 {
			i = len(page)
		}
		if i > 0 {
			t.pieces(page[:i])
			page = page[i:]
			continue
		}
		page = page[t.tag(page):]
	}
}

// pieces reads the text between two tags.
func (t *Tokenizer) pieces(s []byte) {
	if t.html.lines == 0 {
		t.text(s)
		t.drawn(s)
		return
	}
	for {
		line, rest, more := bytes.Cut(s, []byte{'\n'})
		t.text(line)
		t.drawn(line)
		if !more {
			return
		}
		t.endRow()
		s = rest
	}
}

// tag reads a tag, comment or declaration that begins with <, and returns its length. A < without a name is text.
func (t *Tokenizer) tag(s []byte) int {
	switch {
	case bytes.HasPrefix(s, []byte("<!--")):
		return until(s, 4, "-->")
	case bytes.HasPrefix(s, []byte(cdata)): // its content is read like other text
		return len(cdata)
	case len(s) > 1 && s[1] == '/':
		n := nameLen(s[2:])
		t.close(t.html.lowered(s[2 : 2+n]))
		return until(s, 2+n, ">")
	case len(s) < 2 || !ascii.IsLetter(s[1]):
		if len(s) > 1 && (s[1] == '!' || s[1] == '?') {
			return until(s, 1, ">")
		}
		return 1
	}
	n := nameLen(s[1:])
	name := t.html.lowered(s[1 : 1+n])
	attrs, size := attributesOf(s[1+n:])
	size += 1 + n
	t.begin(name, attrs)
	switch string(name) {
	case "script":
		return size + t.script(s[size:])
	case "style":
		return size + t.style(s[size:])
	case "template", "noframes", "noembed":
		return size + rawLen(s[size:], name)
	}
	return size
}

// cdata begins a section of text in XML.
const cdata = "<![CDATA["

// until returns the end of the first occurrence of text in s[i:] as an index of s, or the length of s.
func until(s []byte, i int, text string) int {
	if i < len(s) {
		if at := bytes.Index(s[i:], []byte(text)); at >= 0 {
			return i + at + len(text)
		}
	}
	return len(s)
}

func nameLen(s []byte) int {
	n := 0
	for n < len(s) && s[n] > ' ' && s[n] != '>' && s[n] != '/' {
		n++
	}
	return n
}

// attributesOf returns the bytes before the > that ends a tag, and the length including it. A > in quotes ends no tag.
func attributesOf(s []byte) ([]byte, int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '>':
			return s[:i], i + 1
		case '"', '\'':
			if i > 0 && s[i-1] == '=' || i > 1 && s[i-1] <= ' ' {
				end := bytes.IndexByte(s[i+1:], s[i])
				if end < 0 {
					return s[:i], len(s)
				}
				i += 1 + end
			}
		}
	}
	return s, len(s)
}

// rawLen returns the number of bytes before the end tag of an element whose content is not markup.
func rawLen(s, name []byte) int {
	for i := 0; ; {
		at := bytes.Index(s[i:], []byte("</"))
		if at < 0 {
			return len(s)
		}
		i += at
		if rest := s[i+2:]; len(rest) >= len(name) && bytes.EqualFold(rest[:len(name)], name) {
			return i
		}
		i += 2
	}
}

// script reads the words of a script, and returns its length.
func (t *Tokenizer) script(s []byte) int {
	n := rawLen(s, []byte("script"))
	t.endRow()
	t.text(s[:min(n, maxScript)])
	if n > maxScript {
		t.resource(s[maxScript:n])
	}
	t.endRow()
	return n
}

// style reads the addresses in a style sheet, and returns its length.
func (t *Tokenizer) style(s []byte) int {
	n := rawLen(s, []byte("style"))
	t.urls(s[:n])
	return n
}

// urls adds the addresses in url(…).
func (t *Tokenizer) urls(s []byte) {
	for {
		i := bytes.Index(s, []byte("url("))
		if i < 0 {
			return
		}
		s = s[i+4:]
		end := bytes.IndexByte(s, ')')
		if end < 0 {
			return
		}
		t.resource(bytes.Trim(s[:end], " \t\r\n'\""))
		s = s[end+1:]
	}
}

// begin reads a start tag.
func (t *Tokenizer) begin(name, attrs []byte) {
	h := uint32(fnvLower(name)) //nolint:gosec // half of a hash
	if endsRow(name) {
		t.rowBreak(name)
	}
	e := element{name: h, own: h, role: roleOf(name)}
	hidden, target := false, []byte(nil)
	eachAttribute(attrs, func(key, value []byte) {
		switch {
		case ascii.EqualFold(key, "class"), ascii.EqualFold(key, "id"):
			e.own = e.own*31 + withoutDigits(value)
			if len(key) == len("class") && isSign(name) && len(value) > 0 && !hasCode(value, leastHash) {
				e.mark, e.at, e.numbered = splitmix.Mix(fnvBytes(value)), len(t.out.List), t.own.hasNumber(value)
			}
		case ascii.EqualFold(key, "type"):
			hidden = string(name) == "input" && ascii.EqualFold(value, "hidden")
		case ascii.EqualFold(key, "href"):
			target = value
		}
	})
	if e.role == linkElement && len(target) == 0 { // an anchor that is often left open
		e.role = plainElement
	}
	if e.role == linkElement {
		t.aim(target)
	}
	closed := isVoid(name) || (t.html.drawing > 0 || e.role == drawingElement) && bytes.HasSuffix(attrs, []byte{'/'})
	if n := len(t.html.open); !closed && n > 0 && t.html.open[n-1].name == h && implied(name) {
		t.pop()
	}
	t.push(e)
	if len(attrs) > 0 && !hidden {
		t.attributes(name, attrs)
		t.addressed(name, target)
	}
	if closed {
		t.pop()
	}
}

// roleOf returns the role of an element by its tag. An element a is a link only if it has an address.
func roleOf(name []byte) role {
	switch string(name) {
	case "a":
		return linkElement
	case "svg", "math":
		return drawingElement
	case "pre", "textarea":
		return linesElement
	}
	return plainElement
}

// shape adds a shape of a drawing: the hash of all its attributes except class and id.
func (t *Tokenizer) shape(attrs []byte) {
	h := uint64(0)
	eachAttribute(attrs, func(key, value []byte) {
		if !ascii.EqualFold(key, "class") && !ascii.EqualFold(key, "id") {
			h = splitmix.Mix(h + fnvLower(key) + fnvBytes(value))
		}
	})
	if h != 0 {
		t.add(Token{Hash: h, Kind: Resource})
	}
}

// eachAttribute calls f with the name and the value of each attribute.
func eachAttribute(s []byte, f func(key, value []byte)) {
	for i := 0; i < len(s); {
		if s[i] <= ' ' || s[i] == '/' || s[i] == '=' {
			i++
			continue
		}
		start := i
		for i < len(s) && s[i] > ' ' && s[i] != '=' {
			i++
		}
		key := s[start:i]
		for i < len(s) && s[i] <= ' ' {
			i++
		}
		if i == len(s) || s[i] != '=' {
			f(key, nil)
			continue
		}
		for i++; i < len(s) && s[i] <= ' '; i++ {
		}
		if i == len(s) {
			return
		}
		if q := s[i]; q == '"' || q == '\'' {
			end := bytes.IndexByte(s[i+1:], q)
			if end < 0 {
				end = len(s) - i - 1
			}
			f(key, s[i+1:i+1+end])
			i += end + 2
			continue
		}
		start = i
		for i < len(s) && s[i] > ' ' {
			i++
		}
		f(key, s[start:i])
	}
}

// withoutDigits returns a hash of a class or an id without its digits: post-57 and post-58 are equal.
func withoutDigits(s []byte) uint32 {
	h := uint64(fnvBasis)
	for _, c := range s {
		if c < '0' || c > '9' {
			h = (h ^ uint64(c)) * fnvPrime
		}
	}
	return uint32(splitmix.Mix(h)) //nolint:gosec // half of a hash
}

// push opens an element.
func (t *Tokenizer) push(e element) {
	t.html.count(e.role, 1)
	if e.role == linkElement {
		t.link++
	}
	t.html.open = append(t.html.open, e)
	if len(t.html.open) > maxOpen {
		t.forget(t.html.open[0])
		t.html.open = append(t.html.open[:0], t.html.open[1:]...)
	}
	t.replace()
}

// pop closes the innermost element.
func (t *Tokenizer) pop() {
	last := len(t.html.open) - 1
	e := t.html.open[last]
	t.forget(e)
	t.html.open = t.html.open[:last]
	t.replace()
	if e.mark != 0 && e.at == len(t.out.List) {
		t.sign(e)
	}
}

// forget undoes the effect of the role of an element.
func (t *Tokenizer) forget(e element) {
	t.html.count(e.role, -1)
	if e.role == linkElement {
		t.link--
	}
}

func (h *htmlState) count(r role, by int) {
	switch r {
	case drawingElement:
		h.drawing += by
	case linesElement:
		h.lines += by
	}
}

// replace computes the place of the next token.
func (t *Tokenizer) replace() {
	switch n := len(t.html.open); n {
	case 0:
		t.html.place = 0
	case 1:
		t.html.place = t.html.open[0].own
	default:
		t.html.place = uint32(splitmix.Mix(uint64(t.html.open[n-1].own)<<32 | uint64(t.html.open[n-2].own))) //nolint:gosec // half of a hash
	}
}

// close closes the innermost element of a name, and all elements in it that are still open.
func (t *Tokenizer) close(name []byte) {
	if endsRow(name) {
		t.rowBreak(name)
	}
	h := uint32(fnvLower(name)) //nolint:gosec // half of a hash
	for i, e := range slices.Backward(t.html.open) {
		if e.name != h {
			continue
		}
		for len(t.html.open) > i {
			t.pop()
		}
		return
	}
}

// rowBreak ends a row at a tag. Consecutive div elements with at most one token each are cells of one row, like the
// cells of a table row.
func (t *Tokenizer) rowBreak(name []byte) {
	if string(name) == "div" && len(t.out.List)-t.cellAt <= 1 {
		t.cellAt = len(t.out.List)
		return
	}
	t.endRow()
}

// endsRow reports whether a tag ends a row. Tags of cells and of elements within a line do not.
func endsRow(name []byte) bool {
	if within(name) {
		return false
	}
	switch string(name) {
	case "abbr", "cite", "q", "s", "sub", "sup", "time", "label", "input", "button", "img", "td", "th", "var", "kbd", "samp", "del", "ins", "picture", "source",
		"svg", "path", "rect", "circle", "line", "polyline", "polygon", "ellipse", "g", "use", "text", "tspan", "defs":
		return false
	}
	return true
}

// isVoid reports whether an element has no end tag.
func isVoid(name []byte) bool {
	switch string(name) {
	case "img", "br", "meta", "link", "input", "hr", "source", "base", "col", "area", "embed", "wbr", "param", "track":
		return true
	}
	return false
}

// implied reports whether an element ends where its parent's next child of the same name begins, without an end tag.
func implied(name []byte) bool {
	switch string(name) {
	case "a", "p", "li", "tr", "td", "th", "dt", "dd", "option":
		return true
	}
	return false
}
