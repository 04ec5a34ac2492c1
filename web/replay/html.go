package replay

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// dropped are elements that are left out with all that is in them.
var dropped = map[string]bool{"script": true, "object": true, "applet": true, "iframe": true, "noembed": true, "noframes": true, "template": true}

// alone are elements that are left out, and have nothing in them.
var alone = map[string]bool{"base": true, "meta": true, "embed": true, "frame": true, "param": true, "source": true, "track": true}

// framed are elements that show another page; its reference is in an attribute.
var framed = map[string]string{"iframe": "src", "frame": "src", "object": "data", "embed": "src"}

// document writes the document.
func (m *maker) document(text []byte) {
	var out bytes.Buffer
	based := false
	z := html.NewTokenizer(bytes.NewReader(text))
	inside, depth := "", 0 // the dropped element around, and how many of its name are open
	for {
		kind := z.Next()
		if kind == html.ErrorToken || m.err != nil || m.ctx.Err() != nil {
			break
		}
		if inside != "" {
			depth += opens(z, kind, inside)
			if depth == 0 {
				inside = ""
			}
			continue
		}
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.Data == "base" && !based {
				based = m.rebase(&t)
			}
			switch {
			case dropped[t.Data]:
				m.count(&t, &out)
				if kind == html.StartTagToken {
					inside, depth = t.Data, 1
				} else {
					z.NextIsNotRawText() // as in a drawing; elsewhere more of the page is shown than it should be
				}
			case alone[t.Data]:
				m.count(&t, &out)
			case t.Data == "link":
				m.link(&t, &out)
			case t.Data == "style":
				m.style(z, &t, &out)
			default:
				if t.Data == "noscript" { // scripts do not run, so that its content is shown
					z.NextIsNotRawText()
				}
				m.attributes(&t)
				out.WriteString(t.String())
			}
		case html.EndTagToken, html.TextToken, html.DoctypeToken:
			out.Write(z.Raw())
		}
	}
	m.page.HTML = out.Bytes()
}

// opens returns 1 if a token opens an element with a name, -1 if it closes one, and else 0.
func opens(z *html.Tokenizer, kind html.TokenType, name string) int {
	tag, _ := z.TagName()
	switch {
	case string(tag) != name:
		return 0
	case kind == html.StartTagToken:
		return 1
	case kind == html.EndTagToken:
		return -1
	}
	return 0
}

// rebase takes the base URL of an element.
func (m *maker) rebase(t *html.Token) bool {
	url := resolve(&m.base, attribute(t, "href"))
	return url != "" && m.base.Set([]byte(url)) == nil
}

// attribute returns the value of an attribute; empty if there is none.
func attribute(t *html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// count counts an element that is left out. A frame becomes a link to its page.
func (m *maker) count(t *html.Token, out *bytes.Buffer) {
	if t.Data == "script" {
		m.page.Scripts++
	}
	name, frames := framed[t.Data]
	if !frames {
		return
	}
	m.page.Frames++
	if url := resolve(&m.base, attribute(t, name)); url != "" {
		out.WriteString(`<p><a target="_top" href="` + html.EscapeString(m.o.Link(url)) + `">` + html.EscapeString(url) + `</a></p>`)
	}
}

// link writes the style sheet of an element, and nothing for other links.
func (m *maker) link(t *html.Token, out *bytes.Buffer) {
	rel := strings.Fields(strings.ToLower(attribute(t, "rel")))
	if !slices.Contains(rel, "stylesheet") || slices.Contains(rel, "alternate") {
		return
	}
	if text := m.other(&m.base, attribute(t, "href"), 0); text != "" {
		writeStyle(out, attribute(t, "media"), text)
	}
}

// style writes a style element.
func (m *maker) style(z *html.Tokenizer, t *html.Token, out *bytes.Buffer) {
	if t.Type == html.SelfClosingTagToken {
		z.NextIsNotRawText()
		return
	}
	if z.Next() != html.TextToken {
		return
	}
	writeStyle(out, attribute(t, "media"), m.sheet(&m.base, z.Text(), 0))
	z.Next() // its end
}

// writeStyle writes a style element whose text cannot end it.
func writeStyle(out *bytes.Buffer, media, text string) {
	out.WriteString("<style")
	if media != "" {
		out.WriteString(` media="` + html.EscapeString(media) + `"`)
	}
	out.WriteString(">" + strings.ReplaceAll(text, "</", `<\/`) + "</style>")
}

// attributes changes the attributes of an element.
func (m *maker) attributes(t *html.Token) {
	kept := t.Attr[:0]
	for _, a := range t.Attr {
		if m.attribute(t, &a) {
			kept = append(kept, a)
		}
	}
	t.Attr = kept
	if (t.Data == "a" || t.Data == "area") && attribute(t, "href") != "" {
		t.Attr = append(t.Attr, html.Attribute{Key: "target", Val: "_top"})
	}
}

// attribute changes an attribute, and reports whether it stays.
func (m *maker) attribute(t *html.Token, a *html.Attribute) bool {
	name := a.Key
	switch {
	case strings.HasPrefix(name, "on"):
		return false
	case name == "style":
		a.Val = m.sheet(&m.base, []byte(a.Val), mostSheets)
		return true
	case name == "href" || name == "xlink:href":
		return m.reference(t, a)
	case name == "src" && (t.Data == "img" || t.Data == "input"), name == "poster", name == "background":
		a.Val = m.data(&m.base, a.Val, isImage)
		return a.Val != ""
	}
	switch name {
	case "src", "srcset", "imagesrcset", "integrity", "nonce", "ping", "target", "action", "formaction", "srcdoc", "data", "manifest", "codebase", "archive", "longdesc", "cite", "http-equiv", "crossorigin", "loading":
		return false
	}
	return true
}

// reference changes a reference of a link or of a drawing, and reports whether it stays.
func (m *maker) reference(t *html.Token, a *html.Attribute) bool {
	if strings.HasPrefix(strings.TrimSpace(a.Val), "#") {
		return true // within the page
	}
	switch t.Data {
	case "a", "area":
		url := resolve(&m.base, a.Val)
		if url == "" {
			return false
		}
		a.Val = m.o.Link(url)
		return true
	case "image", "feimage":
		a.Val = m.data(&m.base, a.Val, isImage)
		return a.Val != ""
	}
	return false
}
