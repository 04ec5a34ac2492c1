package fetch

import (
	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/kinds"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/similar"
)

// A linker makes of a page that was read what the loop learns. Each worker has one.
type linker struct {
	cfg    *folder.Config
	echoes func(form uint64) bool // see Visits.Echoes
	at     map[crawl.Key]int
	print  *similar.Hasher
	plain  *similar.Hasher // of text that is no HTML; nil before the first
	// tokenizer reads pages that are in doubt.
	tokenizer similar.Tokenizer
	note      visit.Note
	// arena holds the names of links. It grows, and is valid as long as the reply.
	arena []byte
}

// maxPrinted is how much of a page is read for its print.
const maxPrinted = 64 << 10

func newLinker(t Visits) *linker {
	c := t.Config()
	return &linker{cfg: c, echoes: t.Echoes, at: map[crawl.Key]int{}, print: similar.NewHasher(similar.Options{Loose: true, Phrases: c.Traps})}
}

// fill makes the reply of a page. It lists each target of the page's links once, with the kinds of all its
// occurrences, in the order of the first. Names are in the arena, which is returned.
func (x *linker) fill(r *crawl.Reply, v *visit.Visit, mentions []mention, p *capture.Reading, arena []byte) []byte {
	r.State = p.State
	x.note.Firm, x.note.HTML = p.Firm, p.HTML
	x.note.Places, x.note.Limited = x.note.Places[:0], x.note.Limited[:0]
	x.addPrint(p, v)
	clear(x.at)
	x.arena = arena[:0]
	for i := range p.Links {
		x.merge(r, p.Links[i].URL, p.Links[i].Kinds)
	}
	for _, m := range mentions {
		x.merge(r, m.url, m.kind)
	}
	for i := range r.Links {
		x.judge(&r.Links[i], uint64(i), v)
	}
	if pc, ok := r.Attached.(*parcel); ok {
		x.hear(pc, r, v, p)
		pc.limited = append(pc.limited, x.note.Limited...)
	}
	return x.arena
}

// merge adds a link, or adds its kinds to the existing link to the same page.
func (x *linker) merge(r *crawl.Reply, url []byte, k kinds.Set) {
	key := frontier.Fingerprint(url)
	if i, ok := x.at[key]; ok {
		out := &r.Links[i]
		mentions := (out.Kinds | k) & kinds.Mentions
		out.Kinds = out.Kinds.Join(k) | mentions
		return
	}
	x.at[key] = len(r.Links)
	start := len(x.arena)
	x.arena = append(x.arena, url...) // slices of an arena that was too small stay valid
	r.Links = append(r.Links, crawl.Out{Key: key, Kinds: k, Name: x.arena[start:len(x.arena):len(x.arena)]})
}

// judge says whether a link is followed.
func (x *linker) judge(out *crawl.Out, i uint64, v *visit.Visit) {
	if x.cfg.Web == folder.Graph { // all of it
		return
	}
	if visit.IsMention(out.Kinds) {
		out.Why = v.Scope.Excludes(out.Name)
		out.Barred = out.Why != ""
		return
	}
	if x.cfg.Nofollow && out.Kinds&kinds.Nofollow != 0 && out.Kinds&^(kinds.Link|kinds.Nofollow) == 0 {
		out.Barred, out.Why = true, "nofollow"
		return
	}
	verdict := v.Scope.Judge(out.Name, v.Place, out.Kinds)
	if !verdict.In && v.Seed && out.Kinds&kinds.Redirect != 0 {
		verdict = v.Scope.Seed(out.Name)
	}
	if !verdict.In && out.Kinds&kinds.Requisite != 0 && v.Scope.Excludes(out.Name) == "" {
		return
	}
	out.Kinds &^= kinds.Requisite // it is a page
	if !verdict.In {
		if out.Barred, out.Why = true, verdict.Rule; verdict.Limited {
			x.note.Limited = append(x.note.Limited, i)
		}
		return
	}
	if verdict.Place.Outside > 0 || verdict.Place.Embeds > 0 {
		x.note.Places = append(x.note.Places, visit.LinkPlace{Link: i, Outside: verdict.Place.Outside, Embeds: verdict.Place.Embeds})
	}
}

// addPrint adds the fingerprint of the page's text.
func (x *linker) addPrint(p *capture.Reading, v *visit.Visit) {
	x.note.Words, x.note.Data = 0, x.note.Data[:0]
	if !p.HTML {
		return
	}
	x.print.Reset()
	x.print.Echo(v.URL)
	x.print.Write(p.Body[:min(len(p.Body), maxPrinted)]) //nolint:errcheck // returns none
	print := x.print.Print()
	x.note.Print, x.note.Words = print.Hash, uint64(print.Words) //nolint:gosec // not negative
	x.note.Data = append(x.note.Data, print.Data...)
}

// A mention is a URL that is no link of the page: one of a sitemap, or a requisite.
type mention struct {
	url  []byte
	kind kinds.Set
}
