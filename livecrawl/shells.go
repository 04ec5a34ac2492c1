package livecrawl

import (
	"maps"
	"slices"
	"strings"

	"weft/crawl"
	"weft/graph/page"
	"weft/web/shell"
)

// ShellsFile lists, in the folder of a crawl, the pages that are empty application shells: URL, a line each.
const ShellsFile = "app-shells.tsv"

// shells tracks the pages that are empty application shells.
type shells struct{ of map[crawl.Page]struct{} }

// learn is that of [tracker]. The newest answer of a page counts.
func (x *shells) learn(e *event) error {
	switch {
	case !e.fetched():
	case e.note.shell:
		x.of[e.pick.Page] = struct{}{}
	default:
		delete(x.of, e.pick.Page)
	}
	return nil
}

func (x *shells) save(s *saved) { s.Shells = slices.Sorted(maps.Keys(x.of)) }

func (x *shells) load(s *saved) error {
	for _, p := range s.Shells {
		x.of[p] = struct{}{}
	}
	return nil
}

func (x *shells) bytes() int64 { return mapped(len(x.of), 4) }

// writeShells writes the pages that are empty application shells, a line each.
func (j *Job) writeShells() error {
	of := j.trackers.shells.of
	return j.writeList(ShellsFile, len(of) > 0, func(l *pageList) error {
		for _, p := range slices.Sorted(maps.Keys(of)) {
			if err := l.line(p); err != nil {
				return err
			}
		}
		return nil
	})
}

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
	path, within := strings.CutPrefix(to, f.v.origin)
	return within && strings.Contains(strings.ToLower(path), "cookie")
}
