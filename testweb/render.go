package testweb

import (
	"math/rand/v2"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	japaneseenc "golang.org/x/text/encoding/japanese"

	"weft/graph/kinds"
	"weft/internal/splitmix"
	"weft/web/weburl"
)

// charset says in what encoding a page is, and where it says so.
type charset uint8

const (
	utf8Header charset = iota
	utf8Undeclared
	utf8Mark // by a byte order mark
	windows1252
	shiftJIS
)

// label returns the name of the encoding for a header or a meta element; "" if the page does not declare it.
func (c charset) label() string {
	return [...]string{"utf-8", "", "", "windows-1252", "Shift_JIS"}[c]
}

// encode converts text into bytes of the encoding. Characters outside of it become character references.
func (c charset) encode(text []byte) []byte {
	var enc *encoding.Encoder
	switch c {
	case utf8Mark:
		return append([]byte("\xef\xbb\xbf"), text...)
	case windows1252:
		enc = charmap.Windows1252.NewEncoder()
	case shiftJIS:
		enc = japaneseenc.ShiftJIS.NewEncoder()
	default:
		return text
	}
	out, err := encoding.HTMLEscapeUnsupported(enc).Bytes(text)
	if err != nil { // not with this wrapper and valid UTF-8
		return text
	}
	return out
}

// measurable are the kinds of elements that a reader can follow within a page.
const measurable = kinds.Link

// A renderer writes one document. Its draws depend on the seed and the number of the page alone.
type renderer struct {
	w     *Web
	page  *page
	host  *host
	id    int32
	dir   string // folder that relative references start from
	words []string
	r     *rand.Rand
	buf   []byte
}

func (w *Web) newRenderer(id int32) *renderer {
	p := &w.pages[id]
	r := &renderer{w: w, page: p, host: &w.hosts[p.host], id: id, r: splitmix.Rand(w.opts.Seed, uint64(id)+1<<32)}
	r.words = topics[r.host.topic].nouns
	switch p.kind {
	case french:
		r.words = frenchText
	case japanese:
		r.words = japaneseText
	}
	r.dir = weburl.Cut(p.url).Path
	r.dir = r.dir[:strings.LastIndexByte(r.dir, '/')+1]
	if r.based() {
		r.dir = basePath
	}
	return r
}

// basePath is where the base elements of hosts that have them point to.
const basePath = "/site/pages/"

// based reports whether the page has a base element.
func (r *renderer) based() bool { return r.host.based && r.page.kind.templated() }

// chance returns true with a probability of percent.
func (r *renderer) chance(percent int) bool { return r.r.IntN(100) < percent }

func (r *renderer) put(parts ...string) {
	for _, s := range parts {
		r.buf = append(r.buf, s...)
	}
}

// html writes the document of a page in its encoding.
func (r *renderer) html() []byte {
	p := r.page
	r.put("<!DOCTYPE html>\n<html><head>\n")
	r.metas()
	r.put("<title>", escapeText(p.title), "</title>\n")
	for _, l := range p.head {
		r.headLink(l)
	}
	r.put(`<link rel="stylesheet" href="/style.css"><link rel="icon" href="/favicon.ico">`, "\n</head>\n")
	if p.kind == frameset {
		r.frames()
	} else {
		r.body()
	}
	r.put("</html>\n")
	return p.charset.encode(r.buf)
}

// metas writes what has to stand first: encoding, base, robots.
func (r *renderer) metas() {
	p := r.page
	if label := p.charset.label(); label != "" && r.declares() {
		if r.chance(50) {
			r.put(`<meta charset="`, label, `">`, "\n")
		} else {
			r.put(`<meta http-equiv="Content-Type" content="text/html; charset=`, label, `">`, "\n")
		}
	}
	if r.based() {
		r.put(`<base href="http://`, r.host.name, basePath, `">`, "\n")
	}
	if p.robots == robotsMeta {
		r.put(`<meta name="robots" content="noindex, nofollow">`, "\n")
	}
	if r.chance(30) {
		r.put(`<meta name="description" content="`, escapeAttr(r.sentence(8)), `">`, "\n")
	}
}

// declares reports whether the document declares the encoding instead of the header.
func (r *renderer) declares() bool { return r.id%2 == 0 }

func (r *renderer) headLink(l link) {
	if l.place == inMeta {
		r.put(`<meta http-equiv="refresh" content="`, r.refreshText(escapeAttr(strings.TrimSpace(r.href(l)))), `">`, "\n")
		return
	}
	rel := map[kinds.Set]string{
		kinds.Canonical: "canonical", kinds.Alternate: "alternate", kinds.Next: "next", kinds.Prev: "prev",
	}[l.kinds]
	r.put("<", r.tag("link"), ` rel="`, rel, `" `)
	r.attr("href", r.href(l))
	r.put(">\n")
}

func (r *renderer) refreshText(url string) string {
	return []string{"0; url=", "5;URL=", "3, url = "}[r.r.IntN(3)] + url
}

func (r *renderer) frames() {
	r.put(`<frameset cols="20%,80%">`, "\n")
	for _, l := range r.page.body {
		r.put("<frame ")
		r.attr("src", r.href(l))
		r.put(">\n")
	}
	r.put(`<noframes>Your browser has no <a href="/frames-help">frames</a>.</noframes></frameset>`, "\n")
}

func (r *renderer) body() {
	r.put("<body>\n")
	p := r.page
	if p.kind.templated() {
		r.put("<div class=\"nav\">\n")
		r.group(r.host.nav)
		r.put("</div>\n")
	}
	r.put("<h1>", escapeText(p.title), "</h1>\n")
	if p.kind != moved && p.kind != chained && p.kind != bare {
		r.paragraph(30)
	}
	r.group(p.body)
	r.noise()
	if p.kind.templated() {
		r.put("<hr>\n")
		r.group(r.host.foot)
	}
	r.put("</body>")
}
