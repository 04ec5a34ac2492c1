package finite

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// A page is a page under construction.
type page struct {
	*Site
	lang     *lang
	family   *family
	r        *rand.Rand
	n        uint64 // number of the request
	target   string // requested target
	host     string
	b        []byte
	title    string
	crumbs   [][2]string
	prev     string
	next     string
	mime     string
	location string
	status   int
	bare     bool // written whole, without the skin
}

// f appends formatted text.
func (p *page) f(format string, a ...any) { p.b = fmt.Appendf(p.b, format, a...) }

// s appends texts.
func (p *page) s(texts ...string) {
	for _, t := range texts {
		p.b = append(p.b, t...)
	}
}

func escape(s string) string { return html.EscapeString(s) }

// a appends a link.
func (p *page) a(target, text string) {
	p.s(`<a href="`, escape(target), `">`, text, `</a>`)
}

// h1 sets the title and appends it as a heading.
func (p *page) h1(format string, a ...any) {
	p.title = fmt.Sprintf(format, a...)
	p.s("<h1>", p.title, "</h1>\n")
}

// crumb appends to the trail of where the page lies.
func (p *page) crumb(target, text string) { p.crumbs = append(p.crumbs, [2]string{target, text}) }

// file makes the page a document of another type, without the skin.
func (p *page) file(mime string) { p.mime, p.bare = mime, true }

// redirect makes the page a redirect.
func (p *page) redirect(status int, target string) { p.status, p.location = status, target }

// para appends a paragraph of words words.
func (p *page) para(words int) { p.s("<p>", p.lang.prose(p.r, words), "</p>\n") }

// article appends paragraphs of words words in all.
func (p *page) article(words int) {
	for words > 0 {
		k := min(words, 40+p.r.IntN(70))
		p.para(k)
		words -= k
	}
}

// between draws a number from lo to hi.
func (p *page) between(lo, hi int) int { return lo + p.r.IntN(hi-lo+1) }

// of draws one of the words of a text.
func (p *page) of(texts string) string {
	all := strings.Fields(texts)
	return all[p.r.IntN(len(all))]
}

// pick draws one of the words of a text by a number.
func pick(texts string, h uint64) string {
	all := strings.Fields(texts)
	return all[h%uint64(len(all))]
}

// row appends a row of a table.
func (p *page) row(cells ...any) {
	p.s("<tr>")
	for _, c := range cells {
		p.f("<td>%v</td>", c)
	}
	p.s("</tr>\n")
}

// th appends a row of headings.
func (p *page) th(names string) {
	p.s("<tr>")
	for n := range strings.FieldsSeq(names) {
		p.s("<th>", strings.ReplaceAll(n, "_", " "), "</th>")
	}
	p.s("</tr>\n")
}

// near sets the links to the page before and after, along one dimension, where there are some, and appends them.
func (p *page) near(along int, before, after string, v []int) {
	at := v[along]
	w := append([]int(nil), v...)
	p.s(`<p class="nav">`)
	if w[along] = at - 1; p.family.has(w...) {
		p.prev = p.family.url(w...)
		p.s(`<a rel="prev" href="`, escape(p.prev), `">`, before, `</a> `)
	}
	if w[along] = at + 1; p.family.has(w...) {
		p.next = p.family.url(w...)
		p.s(`<a rel="next" href="`, escape(p.next), `">`, after, `</a>`)
	}
	p.s("</p>\n")
}

// pager appends links to the pages of a list along the last dimension, as they are found below most lists: first,
// those around, last.
func (p *page) pager(v []int) {
	last := len(v) - 1
	n, at := p.family.dims[last].n, v[last]
	w := append([]int(nil), v...)
	p.s(`<div class="pager">`)
	for i := range n {
		if i > 0 && i < n-1 && (i < at-3 || i > at+3) {
			continue
		}
		if w[last] = i; i == at {
			p.f(" <b>%d</b>", i+1)
		} else if p.family.has(w...) {
			p.s(" ")
			p.a(p.family.url(w...), fmt.Sprint(i+1))
		}
	}
	p.s("</div>\n")
}

// links appends a list of links to pages of a family.
func (p *page) links(f *family, from, to int, text func(i int) string) {
	p.s("<ul>\n")
	for i := from; i < min(to, f.n); i++ {
		if v := f.values(i); f.has(v...) {
			p.s("<li>")
			p.a(f.url(v...), text(i))
			p.s("</li>\n")
		}
	}
	p.s("</ul>\n")
}
