package memo

import (
	"slices"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/internal/mem"
)

// A trail tracks from where each page was first found, for the crawl log, for maxTrail pages.
type trail struct {
	Via []crawl.Page // crawl.None for seeds
	How []byte       // a letter of Heritrix
	// Begun are the paths of pages that other crawls have found.
	Begun map[crawl.Page]string
}

const (
	maxTrail = 1 << 24
	// maxPath is the largest number of letters of a path that are shown; of a longer path the last ones.
	maxPath = 50
)

// learn implements [tracker]: pages are new.
func (t *trail) learn(e *event) error {
	for i, f := range e.handed {
		if l := e.links[i]; l.New && len(f.Path) > 0 && l.To < maxTrail {
			if t.Begun == nil {
				t.Begun = map[crawl.Page]string{}
			}
			t.Begun[l.To] = string(f.Path)
		}
	}
	from := e.pick.Page
	for _, l := range e.links {
		if !l.New || l.To >= maxTrail || e.visit == nil && l.Kinds != 0 { // which a change lets in, and others have found
			continue
		}
		for int(l.To) >= len(t.Via) {
			t.Via, t.How = append(t.Via, crawl.None), append(t.How, 0)
		}
		t.Via[l.To], t.How[l.To] = from, letter(l.Kinds)
	}
	return nil
}

func (t *trail) save(s *saved) { s.Trail = *t }

func (t *trail) load(s *saved) error {
	*t = s.Trail
	return nil
}

func (t *trail) bytes() int64 {
	return mem.SavedList(len(t.Via), 4) + mem.SavedList(len(t.How), 1) + mem.SavedMap(len(t.Begun), 48)
}

// letter is Heritrix's letter for a kind of link: R redirect, E embed, L link, M sitemap.
func letter(k kinds.Set) byte {
	switch {
	case k&kinds.Requisite != 0:
		return 'E'
	case k&kinds.All == 0:
		return 'M'
	case k&(kinds.Redirect|kinds.Refresh) != 0:
		return 'R'
	case k&kinds.Embed != 0 && k&kinds.Link == 0:
		return 'E'
	}
	return 'L'
}

// path returns how a page was reached from a seed, a letter a step, and the page before it; crawl.None for seeds.
func (t *trail) path(p crawl.Page) (string, crawl.Page) {
	if int(p) >= len(t.Via) {
		return t.Begun[p], crawl.None
	}
	via := t.Via[p]
	var letters []byte
	for int(p) < len(t.Via) && t.Via[p] != crawl.None && len(letters) < maxPath {
		letters = append(letters, t.How[p])
		p = t.Via[p]
	}
	slices.Reverse(letters)
	if begun := t.Begun[p]; begun != "" && len(letters) < maxPath {
		whole := begun + string(letters)
		return whole[max(len(whole)-maxPath, 0):], via
	}
	return string(letters), via
}
