package jsondoc

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Shared is the name of the page with the objects that several pages mention.
const Shared = "shared"

// Pages divides the text that [Write] wrote into pages by name, without ending. page returns the page of an object that
// commands print. An object within others stands on their page; if they are on several, it stands on [Shared]. Links
// between pages lead to files NAME.md of one folder. of has the page of each object by its anchor.
func Pages(text string, page func(object string) string) (pages map[string]string, of map[string]string) {
	parts := partsOf(text)
	of = map[string]string{}
	for _, p := range parts {
		if p.printed {
			assign(p, page(p.name), parts, of, map[string]bool{})
		}
	}
	pages = map[string]string{}
	for _, p := range parts {
		name := of[p.anchor]
		pages[name] += mention.ReplaceAllStringFunc(p.text, func(link string) string {
			to := mention.FindStringSubmatch(link)[1]
			if of[to] == name {
				return link
			}
			return "](" + of[to] + ".md#" + to + ")"
		})
	}
	return pages, of
}

// A part is the section of an object.
type part struct {
	name, anchor, text string
	printed            bool     // by a command, and not only within other objects
	mentions           []string // anchors
}

var mention = regexp.MustCompile(`\]\(#([^)]+)\)`)

// partsOf returns the sections of a reference, in their order.
func partsOf(text string) []*part {
	var parts []*part
	for _, s := range strings.Split(text, "\n## ")[1:] {
		name, body, _ := strings.Cut(s, "\n")
		p := &part{name: name, anchor: anchor(name), text: "\n## " + strings.TrimRight(s, "\n") + "\n", printed: strings.HasPrefix(body, "\nPrinted ")}
		for _, m := range mention.FindAllStringSubmatch(body, -1) {
			p.mentions = append(p.mentions, m[1])
		}
		parts = append(parts, p)
	}
	return parts
}

// assign puts an object and the objects within it on a page. An object that is on another page already becomes shared.
// An object that a command prints keeps the page of its command.
func assign(p *part, to string, parts []*part, of map[string]string, seen map[string]bool) {
	if seen[p.anchor] {
		return
	}
	seen[p.anchor] = true
	switch was := of[p.anchor]; {
	case was == "":
		of[p.anchor] = to
	case was != to && !p.printed:
		of[p.anchor] = Shared
	}
	for _, m := range p.mentions {
		if i := slices.IndexFunc(parts, func(q *part) bool { return q.anchor == m }); i >= 0 && !parts[i].printed {
			assign(parts[i], to, parts, of, seen)
		}
	}
}

// Names returns the names of pages in order.
func Names(pages map[string]string) []string { return slices.Sorted(maps.Keys(pages)) }
