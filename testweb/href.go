package testweb

import (
	"strings"

	"weft/internal/ascii"
)

// href chooses how a reference to a page is written in a document; it still wants to be escaped.
func (r *renderer) href(l link) string {
	if l.href != "" {
		return l.href
	}
	to := &r.w.pages[l.to]
	if l.to == r.id && !r.host.based && l.kinds&^measurable == 0 && r.chance(50) {
		return "#top"
	}
	ref := to.url
	if to.host == r.page.host && r.page.kind != bare && !r.chance(15) && strings.HasPrefix(to.url, "http://"+r.host.name+"/") {
		path := to.url[len("http://"+r.host.name):]
		ref = path
		if r.chance(40) {
			ref = relative(r.dir, path)
		}
	} else {
		ref = r.disguise(ref, to.host)
	}
	if r.chance(6) {
		ref += "#part-" + string(rune('1'+r.r.IntN(9)))
	}
	if r.chance(2) {
		ref = " " + ref + "\n"
	}
	return ref
}

// disguise writes an absolute URL in another way that means the same.
func (r *renderer) disguise(url string, host int32) string {
	scheme, rest, _ := strings.Cut(url, "://")
	name, path, _ := strings.Cut(rest, "/")
	if host >= 0 && name == r.w.hosts[host].name && r.w.hosts[host].unicode != "" && r.chance(50) {
		name = r.w.hosts[host].unicode
	}
	switch n := r.r.IntN(100); {
	case n < 6 && scheme == "http":
		return "//" + name + "/" + path
	case n < 9:
		scheme = strings.ToUpper(scheme)
	case n < 11 && scheme == "http":
		name += ":80"
	case n < 13:
		path = "x/../" + path
	case n < 15:
		path = "./" + path
	case n < 17 && path == "":
		return scheme + "://" + name
	case n < 19 && ascii.Is(name):
		name = strings.ToUpper(name)
	}
	return scheme + "://" + name + "/" + path
}

// relative returns a path relative to a folder, dir, of the same host. Both begin with a slash, and dir ends with
// one.
func relative(dir, path string) string {
	shared := 0
	for i := 0; i < len(dir) && i < len(path) && dir[i] == path[i]; i++ {
		if dir[i] == '/' {
			shared = i + 1
		}
	}
	ref := strings.Repeat("../", strings.Count(dir[shared:], "/")) + path[shared:]
	if ref == "" || ref[0] == '?' {
		return "./" + ref
	}
	return ref
}
