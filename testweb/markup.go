package testweb

import (
	"strings"

	"weft/graph/kinds"
)

// around holds the markup before and after consecutive links at the same kind of place.
var around = [...]struct{ before, after string }{
	inText: {"<p>", "</p>\n"}, inList: {"<ul>\n", "</ul>\n"}, inMap: {"<map name=\"m\">\n", "</map>\n"}, inRefresh: {},
}

// group writes links, those in a list as a list, those in text with text between.
func (r *renderer) group(links []link) {
	for i, l := range links {
		if i == 0 || links[i-1].place != l.place {
			r.put(around[l.place].before)
		}
		r.link(l)
		if i == len(links)-1 || links[i+1].place != l.place {
			r.put(around[l.place].after)
		}
	}
}

func (r *renderer) link(l link) {
	switch l.place {
	case inMap:
		r.put("<", r.tag("area"), ` shape="rect" coords="0,0,9,9" `)
		r.attr("href", r.href(l))
		r.put(` alt="`, escapeAttr(l.text), "\">\n")
	case inIframe:
		r.put("<iframe ")
		r.attr("src", r.href(l))
		r.put(`>No <a href="/no-frames">frames</a> here.</iframe>`, "\n")
	case inImage:
		r.open(l)
		r.put(`<img src="/images/button.png" alt="`, escapeAttr(l.text), `"></`, r.tag("a"), ">\n")
	case inList:
		r.put("<li>")
		r.open(l)
		r.label(l.text)
		r.put("\n")
	default:
		r.text(4 + r.r.IntN(14))
		r.put(" ")
		r.open(l)
		r.label(l.text)
		r.put(" ")
		r.text(2 + r.r.IntN(8))
		r.put(". ")
	}
}

// open writes the start tag of an a element.
func (r *renderer) open(l link) {
	r.put("<", r.tag("a"), " ")
	if r.chance(10) {
		r.put(`class="more" `)
	}
	r.attr("href", r.href(l))
	if l.kinds&kinds.Nofollow != 0 {
		r.put(` rel="`, pick(r.r, []string{"nofollow", "ugc nofollow", "sponsored", "noopener NoFollow"}), `"`)
	}
	r.put(">")
}

// label writes the text of an a element, with markup and white space that do not count, and its end tag.
func (r *renderer) label(text string) {
	first, rest, more := strings.Cut(text, " ")
	switch n := r.r.IntN(20); {
	case n == 0 && more:
		r.put("<em>", escapeText(first), "</em> ", escapeText(rest))
	case n == 1 && more:
		r.put("\n", escapeText(first), "\n\t", escapeText(rest), " ")
	default:
		r.put(escapeText(text))
	}
	r.put("</", r.tag("a"), ">")
}

// attr writes an attribute, mostly in double quotes; old pages leave them out where they can.
func (r *renderer) attr(name, value string) {
	escaped := escapeAttr(value)
	if r.chance(5) {
		escaped = strings.ReplaceAll(escaped, "&amp;", "&#38;")
	}
	quote := `"`
	switch {
	case r.host.old && !strings.ContainsAny(value, " \n\t\"'`<>="):
		quote = ""
	case r.chance(10):
		quote = "'"
	}
	r.put(r.tag(name), "=", quote, escaped, quote)
}

// tag writes the name of an element or attribute as the host is used to.
func (r *renderer) tag(name string) string {
	if r.host.old {
		return strings.ToUpper(name)
	}
	return name
}

// noise writes text that resembles a link and is not one.
func (r *renderer) noise() {
	switch r.r.IntN(12) {
	case 0:
		r.put("<!-- <a href=\"/was-here-once\">gone</a> -->\n")
	case 1:
		r.put("<script>document.write('<a href=\"/written-by-a-script\">x</a>')</script>\n")
	case 2:
		r.put(`<p>Write to <a href="mailto:post@`, r.host.domain, `">us</a>.</p>`, "\n")
	case 3:
		r.put(`<a name="top"></a><img src="/images/line.png" alt="a line">`, "\n")
	case 4:
		r.put(`<a href="javascript:history.back()">Back</a>`, "\n")
	case 5:
		r.put(`<form action="/search"><textarea><a href="/in-a-form">x</a></textarea></form>`, "\n")
	}
}

func (r *renderer) paragraph(words int) {
	r.put("<p>")
	r.text(words + r.r.IntN(words))
	r.put(".</p>\n")
}

// text writes words about the topic of the page, in its language.
func (r *renderer) text(n int) {
	for i := range n {
		if i > 0 {
			r.put(" ")
		}
		words := r.words
		if r.page.charset < windows1252 && r.r.IntN(3) > 0 {
			words = fillers
		}
		r.put(words[r.r.IntN(len(words))])
	}
}

func (r *renderer) sentence(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = pick(r.r, r.words)
	}
	return strings.Join(words, " ") + "."
}

var (
	textEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	attrEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
)

func escapeText(s string) string { return textEscapes.Replace(s) }
func escapeAttr(s string) string { return attrEscapes.Replace(s) }
