package links

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/net/html"

	"weft/internal/ascii"
	"weft/web/weburl"
)

// A Requisites finds the resources that a page needs to be shown: images, style sheets and the resources they
// name, scripts, fonts, media, icons. It ignores the links of the page, including frames. It keeps its buffers;
// the zero value is ready, and one goroutine may use it.
//
// It does not see what scripts would load, except attributes that commonly load images late (data-src,
// data-srcset).
type Requisites struct {
	page, base weburl.Base
	dec        decoder
	based      bool // a base element was there
	url        []byte
	emit       func(url []byte)
}

// HTML calls emit with the canonical http and https URL of each resource that an HTML page needs, in document
// order, with repetitions. A URL is valid until emit returns. Invalid URLs are skipped. Time is linear in the
// page. The only error is an invalid URL of the page.
func (x *Requisites) HTML(p Document, emit func(url []byte)) error {
	if err := x.begin(p.URL, emit); err != nil {
		return err
	}
	text, _ := x.dec.decode(p.Body, p.ContentType)
	x.based = false
	x.markup(text, false)
	return nil
}

// markup reads elements. In a noscript element there is none.
func (x *Requisites) markup(text []byte, inNoscript bool) {
	z := html.NewTokenizer(bytes.NewReader(text))
	var islands archipelago
	for {
		z.AllowCDATA(islands.space() != inHTML)
		switch z.Next() {
		case html.ErrorToken: // of the reader: the end
			return
		case html.EndTagToken:
			if name, _ := z.TagName(); islands.n > 0 {
				islands.end(name)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			empty := t.Type == html.SelfClosingTagToken
			if islands.start([]byte(t.Data), empty) == inHTML {
				x.inHTML(z, &t, inNoscript)
				continue
			}
			x.element(&t)
			if empty || t.Data != "style" && t.Data != "script" {
				z.NextIsNotRawText()
			} else if t.Data == "style" && z.Next() == html.TextToken {
				x.sheet(z.Text(), false)
			}
		}
	}
}

// inHTML collects the resources of an element of HTML and of its text.
func (x *Requisites) inHTML(z *html.Tokenizer, t *html.Token, inNoscript bool) {
	x.element(t)
	switch t.Data {
	case "base":
		x.setBase(t)
	case "style":
		if z.Next() == html.TextToken {
			x.sheet(z.Text(), false)
		}
	case "noscript": // which the tokenizer takes for text
		if z.Next() == html.TextToken && !inNoscript {
			x.markup(bytes.Clone(z.Text()), true)
		}
	case "title":
		for kind := z.Next(); kind == html.TextToken; kind = z.Next() { // and its end tag, which ends no title of a drawing
		}
	}
}

// CSS does the same for a style sheet: what it imports, images, fonts.
func (x *Requisites) CSS(p Document, emit func(url []byte)) error {
	if err := x.begin(p.URL, emit); err != nil {
		return err
	}
	text, _ := x.dec.decode(p.Body, p.ContentType)
	x.sheet(text, false)
	return nil
}

func (x *Requisites) begin(url []byte, emit func(url []byte)) error {
	x.emit = emit
	if err := x.page.Set(url); err != nil {
		return fmt.Errorf("requisites: page URL: %w", err)
	}
	return x.base.Set(x.page.Href())
}

// setBase takes the first base element.
func (x *Requisites) setBase(t *html.Token) {
	href, ok := attributeValue(t, "href")
	if !ok || x.based {
		return
	}
	x.based = true
	if out, err := x.page.AppendResolve(nil, []byte(href)); err == nil {
		_ = x.base.Set(out) // it is canonical
	}
}

func attributeValue(t *html.Token, name string) (string, bool) {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// needed are the attributes of elements that name what a browser loads.
var needed = map[string][]string{
	"img": {"src", "srcset", "data-src", "data-srcset"}, "source": {"src", "srcset", "data-srcset"}, "script": {"src"}, "video": {"src", "poster"},
	"audio": {"src"}, "track": {"src"}, "embed": {"src"}, "object": {"data"}, "input": {"src"}, "image": {"href", "xlink:href"},
	"use": {"href", "xlink:href"}, "feimage": {"href", "xlink:href"}, "body": {"background"}, "table": {"background"}, "td": {"background"}, "th": {"background"}, "tr": {"background"},
}

// element collects the resources of an element.
func (x *Requisites) element(t *html.Token) {
	for _, a := range t.Attr {
		switch {
		case a.Key == "style":
			if strings.Contains(a.Val, "(") {
				x.sheet([]byte(a.Val), true)
			}
		case !slices.Contains(needed[t.Data], a.Key):
		case strings.HasSuffix(a.Key, "srcset"):
			eachSource(a.Val, x.add)
		default:
			x.add(a.Val)
		}
	}
	if t.Data == "link" {
		x.link(t)
	}
}

// link takes a link element whose target a browser loads.
func (x *Requisites) link(t *html.Token) {
	rel, _ := attributeValue(t, "rel")
	for word := range strings.FieldsSeq(strings.ToLower(rel)) {
		switch {
		case word == "stylesheet", word == "icon", word == "preload", word == "modulepreload", word == "manifest", word == "mask-icon",
			strings.HasPrefix(word, "apple-touch-icon"):
			href, _ := attributeValue(t, "href")
			x.add(href)
			if set, ok := attributeValue(t, "imagesrcset"); ok {
				eachSource(set, x.add)
			}
			return
		}
	}
}

// eachSource calls f with the URLs of a srcset attribute (HTML Standard, 4.8.4.2.1: parsing a srcset attribute).
func eachSource(set string, f func(url string)) {
	const blanks = " \t\n\r\f"
	for {
		set = strings.TrimLeft(set, blanks+",")
		if set == "" {
			return
		}
		end := strings.IndexAny(set, blanks)
		if end < 0 {
			end = len(set)
		}
		url := set[:end]
		set = set[end:]
		if bare := strings.TrimRight(url, ","); bare != url { // no descriptors follow
			f(bare)
			continue
		}
		f(url)
		depth, at := 0, len(set)
		for i := range len(set) { // descriptors go to the next comma outside of parentheses
			if c := set[i]; c == '(' {
				depth++
			} else if c == ')' && depth > 0 {
				depth--
			} else if c == ',' && depth == 0 {
				at = i
				break
			}
		}
		set = set[at:]
	}
}

// sheet collects the resources of a style sheet, or of the declarations of a style attribute.
func (x *Requisites) sheet(text []byte, inline bool) {
	lex := css.NewLexer(parse.NewInputBytes(bytes.Clone(text))) // it writes after its input
	imports := false                                            // the next string is a URL
	for {
		kind, data := lex.Next()
		switch kind {
		case css.ErrorToken:
			if lex.Err() == io.EOF { //nolint:errorlint // as the lexer says
				return
			}
		case css.AtKeywordToken:
			imports = !inline && bytes.EqualFold(data, []byte("@import"))
		case css.FunctionToken: // url( with a string in older grammars, and image-set( with strings
			imports = imports || bytes.EqualFold(data, []byte("url(")) || bytes.HasSuffix(bytes.ToLower(data), []byte("image-set("))
		case css.URLToken:
			x.add(cssText(urlOf(data)))
			imports = false
		case css.StringToken:
			if imports && len(data) >= 2 {
				x.add(cssText(data[1 : len(data)-1]))
			}
		case css.SemicolonToken, css.LeftBraceToken, css.RightParenthesisToken:
			imports = false
		}
	}
}

// CSSURL returns the reference in a token url(…) of CSS, with or without quotes.
func CSSURL(token []byte) string { return cssText(urlOf(token)) }

// CSSString returns the text of a string of CSS, which is in quotes.
func CSSString(token []byte) string {
	if len(token) < 2 {
		return ""
	}
	return cssText(token[1 : len(token)-1])
}

// urlOf returns what stands in url( ), without quotes; the end of the sheet closes them.
func urlOf(data []byte) []byte {
	_, in, _ := bytes.Cut(data, []byte{'('})
	in = bytes.Trim(bytes.TrimSuffix(in, []byte(")")), " \t\n\r\f")
	if len(in) > 0 && (in[0] == '"' || in[0] == '\'') {
		return bytes.TrimSuffix(in[1:], in[:1])
	}
	return in
}

// cssText undoes the escapes of CSS (Syntax Module Level 3, 4.3.7): a backslash before up to six hexadecimal
// digits and a blank, or before any other character. A line break after a backslash is removed.
func cssText(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b)
	}
	var out strings.Builder
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out.WriteByte(b[i])
			continue
		}
		i++
		code, n := rune(0), 0
		for n < 6 && i+n < len(b) && ascii.Hex(b[i+n]) >= 0 {
			code = code<<4 | rune(ascii.Hex(b[i+n])) //nolint:gosec // below 16
			n++
		}
		switch {
		case n == 0 && b[i] == '\n':
		case n == 0:
			out.WriteByte(b[i])
		default:
			if code == 0 {
				code = utf8.RuneError
			}
			out.WriteRune(code)
			if i += n - 1; i+1 < len(b) && isSpace(b[i+1]) {
				i++
			}
		}
	}
	return out.String()
}

// add resolves a URL and hands it out.
func (x *Requisites) add(ref string) {
	ref = strings.TrimLeftFunc(strings.ReplaceAll(ref, "\x00", "\ufffd"), func(c rune) bool { return c <= ' ' })
	if ref == "" || ref[0] == '#' {
		return
	}
	out, err := x.base.AppendResolve(x.url[:0], []byte(ref))
	x.url = out
	if err == nil && bytes.HasPrefix(out, []byte("http")) {
		x.emit(out)
	}
}
