package fetch

import (
	"strings"

	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/shell"
)

// lookForShell notes whether the page is an empty application shell, or a wall that asks for cookies.
func (f *fetcher) lookForShell() {
	n, a := &f.linker.note, &f.answer
	sets := a.Field("Set-Cookie") != ""
	switch {
	case f.v.Role != visit.PageRole:
	case page.Redirects(a.Status):
		n.Wall = sets && f.leadsBack()
	case !f.page.HTML || n.Words > shellWords || n.Cut != visit.NotCut:
	default:
		found := shell.Of(f.page.Body)
		n.Shell = found.Shell && f.page.State == page.Fetched && !found.Cookies
		n.Wall = found.Cookies && (sets || a.Status >= 400)
	}
}

// shellWords is the largest number of words of a page that is judged, including noscript elements.
const shellWords = 4 * shell.MaxWords

// leadsBack reports whether a redirect leads to the page itself, or to a page of its origin that is about cookies.
func (f *fetcher) leadsBack() bool {
	to := f.leadsTo(string(f.v.URL))
	if to == string(f.v.URL) {
		return true
	}
	path, within := strings.CutPrefix(to, f.v.Origin)
	return within && strings.Contains(strings.ToLower(path), "cookie")
}
