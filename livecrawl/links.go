package livecrawl

import (
	"weft/crawl"
	"weft/crawl/frontier"
	"weft/graph/kinds"
	"weft/web/capture"
	"weft/web/similar"
)

// A linker makes of a page that was read what the loop learns. Each worker has one.
type linker struct {
	cfg   *Config
	at    map[crawl.Key]int
	print *similar.Hasher
	plain *similar.Hasher // of text that is no HTML; nil before the first
	// tokenizer reads pages that are in doubt.
	tokenizer similar.Tokenizer
	note      note
	// arena holds the names of links. It grows, and is lent with the reply.
	arena []byte
}

// maxPrinted is how much of a page is read for its print.
const maxPrinted = 64 << 10

func newLinker(c *Config) *linker {
	return &linker{cfg: c, at: map[crawl.Key]int{}, print: similar.NewHasher(similar.Options{Loose: true, Phrases: c.Traps})}
}

// fill makes the reply of a page. Its links are those of the page, each target once, with the kinds of all its
// occurrences, in the order of the first; names lie in the arena, which is returned.
func (x *linker) fill(r *crawl.Reply, v *visit, mentions []mention, p *capture.Page, arena []byte) []byte {
	r.State = p.State
	x.note.firm, x.note.html = p.Firm, p.HTML
	x.note.places, x.note.limited = x.note.places[:0], x.note.limited[:0]
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
		pc.limited = append(pc.limited, x.note.limited...)
	}
	return x.arena
}

// merge adds a link, or its kinds to the one that leads to the same page.
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
	x.arena = append(x.arena, url...) // what was lent of an arena that was too small stays where it is
	r.Links = append(r.Links, crawl.Out{Key: key, Kinds: k, Name: x.arena[start:len(x.arena):len(x.arena)]})
}

// judge says whether a link is followed.
func (x *linker) judge(out *crawl.Out, i uint64, v *visit) {
	if x.cfg.Web == Graph { // all of it
		return
	}
	if isMention(out.Kinds) {
		out.Why = v.scope.Excludes(out.Name)
		out.Barred = out.Why != ""
		return
	}
	if x.cfg.Nofollow && out.Kinds&kinds.Nofollow != 0 && out.Kinds&^(kinds.Link|kinds.Nofollow) == 0 {
		out.Barred, out.Why = true, "nofollow"
		return
	}
	verdict := v.scope.Judge(out.Name, v.place, out.Kinds)
	if !verdict.In && v.seed && out.Kinds&kinds.Redirect != 0 {
		verdict = v.scope.Seed(out.Name)
	}
	if !verdict.In && out.Kinds&kinds.Requisite != 0 && v.scope.Excludes(out.Name) == "" {
		return
	}
	out.Kinds &^= kinds.Requisite // it is a page
	if !verdict.In {
		if out.Barred, out.Why = true, verdict.Rule; verdict.Limited {
			x.note.limited = append(x.note.limited, i)
		}
		return
	}
	if verdict.Place.Outside > 0 || verdict.Place.Embeds > 0 {
		x.note.places = append(x.note.places, linkPlace{i, verdict.Place.Outside, verdict.Place.Embeds})
	}
}

// addPrint says what the page says, in numbers.
func (x *linker) addPrint(p *capture.Page, v *visit) {
	x.note.words, x.note.data = 0, x.note.data[:0]
	if !p.HTML {
		return
	}
	x.print.Reset()
	x.print.Echo(v.url)
	x.print.Write(p.Body[:min(len(p.Body), maxPrinted)]) //nolint:errcheck // returns none
	print := x.print.Print()
	x.note.print, x.note.words = print.Hash, uint64(print.Words) //nolint:gosec // not negative
	x.note.data = append(x.note.data, print.Data...)
}
