package sites

import (
	"maps"

	"weft/graph"
)

// A Voice holds the names and the skin of a page, as hashes. Zero stands for none.
type Voice struct {
	Site  uint32    // the name that the page gives its site
	Parts [3]uint32 // the first, the last and the last but one part of its title, each once
	Skin  uint64    // four numbers of 15 bits, of style sheets and the like; see links.Info
}

// VoicesBytes returns the memory of the voices of pages.
func VoicesBytes(pages int) int64 { return 24*int64(pages) + 4<<20 }

// Limits of names.
const (
	nameShare   = 0.6 // a group has a name if this share of its pages gives it
	echoShare   = 0.3 // the name is not its own if this share of other pages gives it
	leastVoices = 0.5 // a group has names if this share of its pages has any
	leastNames  = 3   // folders of one shelf with different names are sites
	leastSkins  = 5   // folders of one shelf with different skins are sites
	smallShare  = 0.1 // the rest of a shelf of sites is in doubt if small folders hold this share of it
)

// A voiceKind is the kind of name that the pages of a folder give.
type voiceKind uint8

const (
	silent       voiceKind = iota
	ownVoice               // its own name
	sectionVoice           // the name of the rest, or of most other folders
)

// A speech is the voice of a folder.
type speech struct {
	as   voiceKind
	name uint32 // of ownVoice, if the pages give one
	torn bool   // with sectionVoice: its titles give its own name, too
}

// A tally counts the names that a group of pages gives.
type tally struct {
	pages               int
	voiced, titled      int // pages with the name of a site; pages with a title
	sites, parts, skins map[uint32]int
}

// mostHeard bounds the pages of a group that are read. Of a larger group every second, third, … page is read.
const mostHeard = 10_000

// tallyOf counts the names of a group. Names that few pages give are left out.
func (d *divider) tallyOf(pages []graph.Node, isIn func(graph.Node) bool) *tally {
	t := &tally{sites: map[uint32]int{}, parts: map[uint32]int{}, skins: map[uint32]int{}}
	for i, step := 0, 1+len(pages)/mostHeard; i < len(pages); i += step {
		if u := pages[i]; !d.isLeft(u) && isIn(u) {
			t.add(&d.in.Voices[u])
		}
	}
	for _, x := range []struct {
		names map[uint32]int
		of    int
	}{{t.sites, t.voiced}, {t.parts, t.titled}, {t.skins, t.pages}} {
		maps.DeleteFunc(x.names, func(_ uint32, n int) bool { return float64(n) < echoShare*float64(x.of) })
	}
	return t
}

func (t *tally) add(v *Voice) {
	t.pages++
	if v.Site != 0 {
		t.voiced++
		t.sites[v.Site]++
	}
	if v.Parts != [3]uint32{} {
		t.titled++
	}
	for _, part := range v.Parts {
		if part != 0 {
			t.parts[part]++
		}
	}
	for skin := v.Skin; skin != 0; skin >>= 15 {
		t.skins[uint32(skin&(1<<15-1))]++ //nolint:gosec // of 15 bits
	}
}

// nameOf returns the names of a group: most of its pages with names give them.
func nameOf(count map[uint32]int, of, pages int) (names []uint32) {
	if float64(of) < leastVoices*float64(pages) || of < 2 {
		return nil
	}
	for name, n := range count {
		if float64(n) >= nameShare*float64(of) {
			names = append(names, name)
		}
	}
	return names
}

// listen finds the voices of the folders of a shelf.
func (d *divider) listen(s *shelf) error {
	s.says = make([]speech, len(s.kids))
	if d.in.Voices == nil || len(s.kids) < 2 {
		return nil
	}
	f := d.in.Folders
	h := &hearing{kids: make([]*tally, len(s.kids)), sites: map[uint32]int{}, parts: map[uint32]int{}, skins: map[uint32]int{}}
	for i, k := range s.kids {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		h.add(i, d.tallyOf(f.within(k), func(graph.Node) bool { return true }))
	}
	h.rest = d.tallyOf(f.within(s.x), func(u graph.Node) bool { return d.links.label[u] == uint32(len(s.kids)) || d.links.label[u] == none }) //nolint:gosec // fewer than pages
	for i := range s.kids {
		s.says[i] = s.hear(h, i)
	}
	givers := map[uint32]int{}
	for i := range s.says {
		if s.says[i].as == ownVoice {
			givers[s.says[i].name]++
		}
	}
	for i := range s.says {
		if x := &s.says[i]; x.as == ownVoice && givers[x.name] > 1 {
			*x = speech{as: sectionVoice, torn: true} // two folders give this name: it may be the name of the host
		} else if x.as == ownVoice {
			s.names++
		}
	}
	if s.names < leastNames {
		s.hearSkins(h)
		return nil
	}
	if 2*s.names < len(s.kids) {
		return nil
	}
	for i, k := range s.kids { // most folders are sites: so are folders without the name of the rest
		if x := &s.says[i]; f.nodes[k].kind == plain && (x.as == silent || x.torn) {
			x.as = ownVoice
		}
	}
	return nil
}

// A hearing holds the names of the folders of a shelf, and of the pages beside them.
type hearing struct {
	kids                []*tally
	rest                *tally
	sites, parts, skins map[uint32]int // folders that give each name
}

func (h *hearing) add(i int, t *tally) {
	h.kids[i] = t
	for name := range t.sites {
		h.sites[name]++
	}
	for name := range t.parts {
		h.parts[name]++
	}
	for name := range t.skins {
		h.skins[name]++
	}
}

// isEcho reports whether pages outside a folder give its name as well: the pages beside the folders, or half of the other
// folders.
func (h *hearing) isEcho(name uint32, rest map[uint32]int, of int, kids map[uint32]int) bool {
	return of >= 2 && rest[name] > 0 || 2*(kids[name]-1) > len(h.kids)-1
}

// hear judges a folder by the name of its site, and without one by its titles.
func (s *shelf) hear(h *hearing, i int) speech {
	t, own, echo := h.kids[i], uint32(0), false
	for _, name := range nameOf(t.sites, t.voiced, t.pages) {
		if echo = h.isEcho(name, h.rest.sites, h.rest.voiced, h.sites); !echo {
			return speech{as: ownVoice, name: name}
		}
	}
	for _, name := range nameOf(t.parts, t.titled, t.pages) {
		if h.isEcho(name, h.rest.parts, h.rest.titled, h.parts) {
			echo = true
			continue
		}
		if own == 0 || t.parts[name] > t.parts[own] || t.parts[name] == t.parts[own] && name < own {
			own = name
		}
	}
	switch hasMenu := s.hasMenu(i); {
	case echo:
		return speech{as: sectionVoice, torn: own != 0 && !hasMenu}
	case own == 0, hasMenu:
		return speech{}
	}
	return speech{as: ownVoice, name: own}
}

// hasMenu reports whether most other folders are in the menu of a folder. Sections of a site have such menus.
func (s *shelf) hasMenu(i int) bool { return s.menu[i] > 1 && 5*int(s.menu[i]) >= 4*(len(s.kids)-1) }

// hearSkins takes folders without names for sites if at least five of them have their own skins.
func (s *shelf) hearSkins(h *hearing) {
	own := make([]uint32, len(s.kids))
	n := 0
	for i, t := range h.kids {
		if s.says[i].as != silent || s.tied[i] || s.hasMenu(i) {
			continue
		}
		for mark, count := range t.skins {
			if float64(count) >= nameShare*float64(t.pages) && mark > own[i] && h.skins[mark] == 1 && !h.isEcho(mark, h.rest.skins, h.rest.pages, h.skins) {
				own[i] = mark
			}
		}
		if own[i] != 0 {
			n++
		}
	}
	if n < leastSkins {
		return
	}
	for i := range own {
		if own[i] != 0 {
			s.says[i].as = ownVoice
		}
	}
	s.names = max(s.names, n)
}

// doubted reports whether the rest of a shelf may have several owners. One or two folders give their own names, or more do
// and small folders hold a part of the rest.
func (s *shelf) doubted(f *Folders) bool {
	small, rest := int(s.hi-s.lo-s.own), int(s.hi-s.lo)
	for i, k := range s.kids {
		n := int(f.nodes[k].hi - f.nodes[k].lo)
		if small -= n; s.isNamed(i) {
			rest -= n
		}
	}
	return s.names > 0 && (s.names < leastNames || float64(small) >= smallShare*float64(rest))
}

// Limits of links between two sites that may be parts of one.
const (
	sharedCover = 0.3 // of the pages of a site link to the other, which links back
	sharedSize  = 0.1 // times the size of the other site, from which on the other may be a part, too
)

// shared finds units that may belong to the owner of another unit.
func (d *divider) shared() ([]bool, error) {
	is := make([]bool, len(d.units))
	names := map[uint32]uint32{}
	err := d.byUnit(func(k uint32, pages []graph.Node) error {
		if len(pages) < leastUnit {
			return nil
		}
		rows, err := d.links.count(pages, len(d.units))
		if err != nil {
			return err
		}
		for i := range rows {
			r := &rows[i]
			o := d.units[r.label].pages
			if o < leastUnit || r.linking == 0 || float64(r.sources) < sharedCover*float64(len(pages)) {
				continue
			}
			is[k] = true
			if float64(len(pages)) >= sharedSize*float64(o) {
				is[r.label] = true
			}
		}
		for _, name := range d.namesOf(pages) {
			if o, ok := names[name]; ok {
				is[k], is[o] = true, true
			} else {
				names[name] = k
			}
		}
		return nil
	})
	return is, err
}

// namesOf returns the names of most pages of a site.
func (d *divider) namesOf(pages []graph.Node) []uint32 {
	if d.in.Voices == nil {
		return nil
	}
	t := d.tallyOf(pages, func(graph.Node) bool { return true })
	if names := nameOf(t.sites, t.voiced, t.pages); len(names) > 0 {
		return names
	}
	return nameOf(t.parts, t.titled, t.pages)
}
