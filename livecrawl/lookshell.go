package livecrawl

import (
	"strings"
	"weft/graph/page"
	"weft/web/shell"
)

// lookForShell notes whether the page is an empty application shell, or a wall that asks for cookies.
func (f *fetcher) lookForShell() {
	n, a := &f.linker.note, &f.answer
	sets := a.Field("Set-Cookie") != ""
	switch {
	case f.v.role != aPage:
	case page.Redirects(a.Status):
		n.wall = sets && f.leadsBack()
	case !f.page.HTML || n.words > shellWords || n.cut != notCut:
	default:
		found := shell.Of(f.page.Body)
		n.shell = found.Shell && f.page.State == page.Fetched && !found.Cookies
		n.wall = found.Cookies && (sets || a.Status >= 400)
	}
}

// shellWords bounds the words of pages that are looked at, with those of noscript elements.
const shellWords = 4 * shell.MaxWords

// leadsBack reports whether a redirect leads to the page itself, or to a page of its origin that is about cookies.
func (f *fetcher) leadsBack() bool {
	to := f.leadsTo(string(f.v.url))
	if to == string(f.v.url) {
		return true
	}
	path, within := strings.CutPrefix(to, f.v.Origin)
	return within && strings.Contains(strings.ToLower(path), "cookie")
}
