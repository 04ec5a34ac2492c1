package testweb

import (
	"fmt"
	"strings"

	"weft/graph/kinds"
)

// Answer returns the response of the server of a URL: status, header fields in order, and body. The header fields
// exclude Date and those that frame the body. Answer returns false if the host is not served. An unknown URL of a
// served host gets a plain 404. The URL must be canonical; the caller owns the result.
func (w *Web) Answer(url string) (status int, header [][2]string, body []byte, ok bool) {
	id, known := w.byURL[url]
	if known && int(id) < w.served {
		status, header, body = w.newRenderer(id).answer()
		return status, header, body, true
	}
	if !w.serves(url) {
		return 0, nil, nil, false
	}
	return 404, [][2]string{{"Content-Type", "text/plain"}}, []byte("There is no such page.\n"), true
}

// serves reports whether a URL is on a host of this Web.
func (w *Web) serves(url string) bool {
	rest, isHTTP := strings.CutPrefix(url, "http://")
	name, _, _ := strings.Cut(rest, "/")
	_, ok := w.names[name]
	return ok && isHTTP
}

func (r *renderer) answer() (status int, header [][2]string, body []byte) {
	p := r.page
	contentType := "text/html"
	switch p.kind {
	case paper:
		contentType, body = "application/pdf", r.pdf()
	case picture:
		contentType, body = "image/png", []byte(png)
	default:
		if label := p.charset.label(); label != "" && !r.declares() {
			contentType += "; charset=" + label
		}
		if len(p.body) > 0 || p.status < 300 || p.status >= 400 {
			body = r.html()
		}
	}
	header = [][2]string{{"Content-Type", contentType}, {"Server", "weft-gen"}}
	for _, l := range p.fields {
		header = append(header, r.field(l))
	}
	if p.robots == robotsHeader {
		header = append(header, [2]string{"X-Robots-Tag", "nofollow"})
	}
	return p.status, header, body
}

// field writes a link of the header. Header fields know no base element.
func (r *renderer) field(l link) [2]string {
	to := r.w.pages[l.to].url
	if rest, local := strings.CutPrefix(to, "http://"+r.host.name+"/"); local && l.to%3 == 0 && r.page.kind != bare {
		to = "/" + rest
	}
	switch l.place {
	case inLocation:
		return [2]string{"Location", to}
	case inRefresh:
		return [2]string{"Refresh", "4; url=" + to}
	}
	rel := `"canonical"`
	if l.kinds == kinds.Alternate {
		rel = "alternate"
	}
	return [2]string{"Link", fmt.Sprintf(`</style.css>; rel=preload, <%s>; rel=%s`, to, rel)}
}

// pdf makes a document that holds nothing but its title.
func (r *renderer) pdf() []byte {
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj\n<< /Title (%s) >>\nendobj\ntrailer\n<< /Info 1 0 R >>\n%%%%EOF\n",
		slug(r.page.title))
}

// png is a picture of one black pixel.
const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU" +
	"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"
