package similar

import (
	"bytes"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

// attributes adds the tokens in the attributes of a tag.
func (t *Tokenizer) attributes(name, attrs []byte) {
	if t.html.drawing > 0 {
		t.shape(attrs)
		return
	}
	meta := string(name) == "meta"
	described := meta && describes(attrs)
	framed := string(name) == "iframe" || string(name) == "frame"
	media := !framed && string(name) != "script"
	eachAttribute(attrs, func(key, value []byte) {
		switch {
		case framed && (ascii.EqualFold(key, "src") || isLazy(key, value)):
			t.elsewhere(value)
		case media && (isAddress(key) || isLazy(key, value)):
			t.resource(value)
		case ascii.EqualFold(key, "style"):
			t.urls(value)
			t.numbersOf(value)
		case isVisible(key), described && ascii.EqualFold(key, "content"), ascii.HasPrefixFold(key, "data-"):
			t.valueOf(key, value)
		}
	})
}

// valueOf adds the words of an attribute.
func (t *Tokenizer) valueOf(key, value []byte) {
	before := t.before
	t.before = uint32(fnvLower(key)) //nolint:gosec // half of a hash
	t.text(value)
	t.before = before
}

// numbersOf adds the numbers of a style without addresses, such as the height of a bar.
func (t *Tokenizer) numbersOf(style []byte) {
	if bytes.Contains(style, []byte("url(")) {
		return
	}
	before := t.before
	t.before = styled
	for i := 0; i < len(style); i++ {
		if ascii.IsDigit(style[i]) && (i == 0 || !ascii.IsAlnum(style[i-1]) && style[i-1] != '#') {
			i += t.number(style[i:])
		}
	}
	t.before = before
}

// styled stands for the name of the attribute in Token.Before.
const styled = 0x7374796c

// describes reports whether the content of a meta element describes the page.
func describes(attrs []byte) bool {
	for _, name := range [...]string{"description", "keywords", "og:image", "og:video", "og:audio", "twitter:image", "geo.", "ICBM"} {
		if bytes.Contains(attrs, []byte(name)) {
			return true
		}
	}
	return false
}

// isVisible reports whether an attribute holds text that a reader sees or hears.
func isVisible(key []byte) bool {
	for _, k := range [...]string{"alt", "value", "title", "aria-label", "aria-valuenow", "placeholder", "summary", "label"} {
		if ascii.EqualFold(key, k) {
			return true
		}
	}
	return false
}

// isAddress reports whether an attribute holds the address of a medium.
func isAddress(key []byte) bool {
	for _, k := range [...]string{"src", "srcset", "poster", "data", "background"} {
		if ascii.EqualFold(key, k) {
			return true
		}
	}
	return false
}

// isLazy reports whether an attribute holds the address of a medium that a script loads. Its name is data-src or the like,
// or the address ends as a picture, a sound or a film does.
func isLazy(key, value []byte) bool {
	if !ascii.HasPrefixFold(key, "data-") || bytes.IndexByte(value, '/') < 0 && bytes.IndexByte(value, '.') < 0 {
		return false
	}
	name := bytes.ToLower(key[len("data-"):])
	for _, part := range [...]string{"src", "original", "lazy", "img", "image", "poster", "thumb", "background", "video", "audio"} {
		if bytes.Contains(name, []byte(part)) {
			return true
		}
	}
	path, _, _ := bytes.Cut(value, []byte{'?'})
	i := bytes.LastIndexByte(path, '.')
	return i >= 0 && mediaEndings[string(bytes.ToLower(path[i+1:]))]
}

var mediaEndings = map[string]bool{
	"jpg": true, "jpeg": true, "png": true, "gif": true, "webp": true, "avif": true, "svg": true, "mp3": true, "ogg": true, "wav": true, "mp4": true, "webm": true,
}

// addressed adds the address of a link, if it leads to another site or to something that is no page.
func (t *Tokenizer) addressed(name, address []byte) {
	if len(address) > 0 && (string(name) == "a" || string(name) == "area") && t.html.drawing == 0 {
		t.elsewhere(address)
	}
}

// elsewhere adds an address on another site, without dates. It skips an address that has the page's own path, as buttons to
// share a page do. It also skips an address of the Web with a code in its parameters.
func (t *Tokenizer) elsewhere(address []byte) {
	address = bytes.TrimSpace(address)
	if !t.own.leaves(address) || t.own.isIn(address) || hasToken(address) {
		return
	}
	h := uint64(fnvBasis)
	for i := 0; i < len(address); {
		if n := dateLen(address[i:]); n > 0 {
			i += n
			continue
		}
		end := i + 1
		for ascii.IsDigit(address[i]) && end < len(address) && ascii.IsDigit(address[end]) {
			end++
		}
		for _, c := range address[i:end] {
			h = (h ^ uint64(c)) * fnvPrime
		}
		i = end
	}
	t.add(Token{Hash: splitmix.Mix(h ^ away), Kind: Resource})
}

// hasToken reports whether the parameters or the fragment of an address have a code. Tokens of sessions and advertisements
// are such codes. In addresses that are no pages, such as magnet:?xt=, a code names the content.
func hasToken(address []byte) bool {
	at := bytes.IndexAny(address, "?#")
	return at >= 0 && isOfWeb(address) && hasCode(address[at:], leastToken)
}

// isOfWeb reports whether an address has no scheme, or one of the Web.
func isOfWeb(address []byte) bool {
	i := bytes.IndexAny(address, ":/")
	return i < 0 || address[i] == '/' || ascii.HasPrefixFold(address, "http:") || ascii.HasPrefixFold(address, "https:")
}

// Lengths of codes. Servers draw tokens of sessions and of advertisements, and style sheets have classes with hashes.
const (
	leastToken = 16
	leastHash  = 5
)

// hasCode reports whether a text has a run of letters and digits of a length or more that has a digit.
func hasCode(s []byte, least int) bool {
	for i := 0; i < len(s); i++ {
		end, digits := i, false
		for ; end < len(s) && ascii.IsAlnum(s[end]); end++ {
			digits = digits || ascii.IsDigit(s[end])
		}
		if digits && end-i >= least {
			return true
		}
		i = end
	}
	return false
}

// away keeps addresses of links apart from addresses of media.
const away = 0x61776179

// leaves reports whether an address has a scheme that no crawler follows, or another host.
func (o *own) leaves(address []byte) bool {
	if !isOfWeb(address) {
		return !ascii.HasPrefixFold(address, "javascript:") && !ascii.HasPrefixFold(address, "about:")
	}
	i := bytes.Index(address, []byte("//"))
	if i < 0 || i > len("https:") {
		return false
	}
	host, _ := cutHost(address[i+2:])
	mine, _ := cutHost(o.url)
	return !ascii.EqualFold(host, string(mine))
}

// isIn reports whether an address has the page's own path and query, also escaped.
func (o *own) isIn(address []byte) bool {
	var buf [512]byte
	plain := unescape(buf[:0], address)
	for _, own := range [][]byte{o.url, o.text} {
		if _, path := cutHost(own); len(path) > 1 && hasWhole(plain, path) {
			return true
		}
	}
	return false
}

// hasWhole reports whether an address has a path that neither a letter nor a digit follows.
func hasWhole(address, path []byte) bool {
	for {
		i := bytes.Index(address, path)
		if i < 0 {
			return false
		}
		if address = address[i+len(path):]; len(address) == 0 || !ascii.IsAlnum(address[0]) {
			return true
		}
	}
}

// dateLen returns the length of the date at the start of an address: 2031-06-05, 2031/06, 20310605 or 20310605T1200.
func dateLen(s []byte) int {
	if !ascii.IsDigit(s[0]) {
		return 0
	}
	n := 0
	for n < len(s) && n < maxWord && (ascii.IsDigit(s[n]) || (s[n] == '-' || s[n] == '/' || s[n] == '.') && n+1 < len(s) && ascii.IsDigit(s[n+1])) {
		n++
	}
	digits := 0
	for digits < n && ascii.IsDigit(s[digits]) {
		digits++
	}
	switch {
	case digits < n && isDateNumber(s[:n]):
		return n
	case digits == 8 || digits == 12 || digits == 14:
		if y, ok := wholeNumber(s[:4]); ok && isYearValue(y) && s[4] <= '1' && s[6] <= '3' {
			return digits
		}
	}
	return 0
}

// isSign reports whether an element may be a sign that its class draws: a square, a dot, an icon.
func isSign(name []byte) bool {
	switch string(name) {
	case "td", "th", "div", "span", "i", "b", "li", "p", "em":
		return true
	}
	return false
}

// sign adds the class of an element without content.
func (t *Tokenizer) sign(e element) {
	before := t.before
	t.before = signed
	t.add(Token{Hash: e.mark, Kind: Mixed, Own: e.numbered})
	t.before = before
}

// signed stands for the name of the attribute in Token.Before.
const signed = 0x7369676e

// hasNumber reports whether text has a number of the page's own URL.
func (o *own) hasNumber(s []byte) bool {
	for len(s) > 0 {
		n := runLen(s)
		if v, ok := wholeNumber(s[:n]); ok && o.has(hashOf(v)) {
			return true
		}
		s = s[n:]
	}
	return false
}

// leastSigns is the number of signs from which on a line may be a drawing.
const leastSigns = 6

// drawn adds a line that consists of signs, as in ASCII art.
func (t *Tokenizer) drawn(line []byte) {
	signs, others := 0, 0
	for _, c := range line {
		switch {
		case c <= ' ':
		case classes[c] == gap:
			signs++
		default:
			others++
		}
	}
	if signs >= leastSigns && signs > 2*others {
		t.add(Token{Hash: splitmix.Mix(fnvBytes(bytes.TrimSpace(line)) ^ away), Kind: Mixed})
	}
}
