package replay

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"weft/web/links"
	"weft/web/weburl"
)

// sheet returns a style sheet, or the value of a style attribute, with all that it refers to in it.
func (m *maker) sheet(base *weburl.Base, text []byte, depth int) string {
	lex := css.NewLexer(parse.NewInputBytes(bytes.Clone(text))) // it writes after its input
	var out strings.Builder
	for {
		kind, data := lex.Next()
		switch {
		case kind == css.ErrorToken:
			if len(data) == 0 { // the end
				return out.String()
			}
			out.Write(data)
		case kind == css.AtKeywordToken && bytes.EqualFold(data, []byte("@import")):
			out.WriteString(m.imported(base, lex, depth))
		case kind == css.URLToken:
			out.WriteString(m.drawn(base, links.CSSURL(data)))
		case kind == css.FunctionToken && bytes.EqualFold(data, []byte("url(")): // a string follows
			out.WriteString(m.function(base, lex))
		default:
			out.Write(data)
		}
	}
}

// drawn returns an image or font as a value of CSS. A fragment of the page stays.
func (m *maker) drawn(base *weburl.Base, ref string) string {
	if strings.HasPrefix(ref, "#") {
		return "url(" + quoted(ref) + ")"
	}
	return "url(" + quoted(m.data(base, ref, isDrawn)) + ")"
}

// quoted writes a string of CSS. It has no sign that could end the string or a style element.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`"`, "%22", `\`, "%5C", "\n", "", "\r", "", "\f", "", "<", "%3C").Replace(text) + `"`
}

// function reads the rest of a function url( with a string.
func (m *maker) function(base *weburl.Base, lex *css.Lexer) string {
	ref := ""
	for {
		switch kind, data := lex.Next(); kind {
		case css.StringToken:
			ref = links.CSSString(data)
		case css.RightParenthesisToken:
			return m.drawn(base, ref)
		case css.ErrorToken, css.SemicolonToken, css.RightBraceToken:
			return m.drawn(base, ref) + string(data)
		}
	}
}

// imported reads the rest of a rule @import, and returns the style sheet.
func (m *maker) imported(base *weburl.Base, lex *css.Lexer, depth int) string {
	ref, condition := "", ""
	for {
		kind, data := lex.Next()
		switch kind {
		case css.StringToken:
			if ref == "" {
				ref = links.CSSString(data)
				continue
			}
		case css.URLToken:
			if ref == "" {
				ref = links.CSSURL(data)
				continue
			}
		case css.FunctionToken:
			if ref == "" && bytes.EqualFold(data, []byte("url(")) {
				continue
			}
		case css.ErrorToken, css.SemicolonToken, css.LeftBraceToken:
			return m.within(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(condition), ")")), m.other(base, ref, depth+1))
		}
		condition += string(data)
	}
}

// within puts a style sheet under the condition of its import.
func (*maker) within(condition, text string) string {
	if condition == "" || text == "" || strings.Contains(condition, "layer") || strings.Contains(condition, "supports") {
		return text
	}
	return "@media " + condition + "{" + text + "}"
}

// other returns the style sheet of a reference.
func (m *maker) other(base *weburl.Base, ref string, depth int) string {
	url := resolve(base, ref)
	if url == "" {
		return ""
	}
	if slices.Contains(m.around, url) { // it imports itself
		return ""
	}
	if depth > mostSheets {
		m.page.LeftOut++
		return ""
	}
	r := m.get(url)
	if r == nil {
		return ""
	}
	if media := mediaOf(r); media != "text/css" && !strings.HasPrefix(media, "text/plain") {
		m.page.LeftOut++
		return ""
	}
	m.use(r)
	var own weburl.Base
	if own.Set([]byte(url)) != nil {
		return ""
	}
	m.around = append(m.around, url)
	defer func() { m.around = m.around[:len(m.around)-1] }()
	return m.sheet(&own, links.UTF8(links.Document{URL: []byte(url), ContentType: r.Type, Body: r.Body}), depth)
}
