package livecrawl

import (
	"strings"

	"weft/crawl"
	"weft/graph/kinds"
	"weft/web/capture"
)

// A role is what a URL is to a crawl.
type role uint8

const (
	aPage      role = iota
	aSitemap        // names pages
	aRequisite      // is needed to show a page
)

// purposes are what records of the archive say of roles; see capture.PurposeField.
var purposes = [...]string{aPage: "", aSitemap: capture.SitemapFile, aRequisite: capture.Requisite}

// roleOf returns the role of a page.
func (k *keeper) roleOf(p crawl.Page) role {
	if int64(p) < int64(len(k.roles)) {
		return k.roles[p]
	}
	return aPage
}

// learnRoles notes what new URLs are: what they were when they were found first.
func (k *keeper) learnRoles(links []crawl.Link) {
	for _, l := range links {
		r := aPage
		switch {
		case l.Kinds&kinds.Sitemap != 0:
			r = aSitemap
		case l.Kinds&kinds.Requisite != 0:
			r = aRequisite
		}
		if !l.New || r == aPage && int64(l.To) >= int64(len(k.roles)) {
			continue
		}
		for int64(l.To) >= int64(len(k.roles)) {
			k.roles = append(k.roles, aPage)
		}
		k.roles[l.To] = r
	}
}

// maxChain is how many requisites in a row are followed, such as fonts of a style sheet that another one imports; and how many sitemaps.
const maxChain = 5

// inARow returns how many of its role, redirects among them, a path ends with.
func (v *visit) inARow() int {
	return len(v.path) - len(strings.TrimRight(v.path, lettersOf[v.role]))
}

// lettersOf are the letters of a path that stand for a role; pages of which indexes name sitemaps were named by sitemaps.
var lettersOf = [...]string{aPage: "M", aSitemap: "M", aRequisite: "ER"}

// isMention says of the kinds of a link that it is none, but names what the page needs, or a sitemap.
func isMention(k kinds.Set) bool { return k != 0 && k&^kinds.Mentions == 0 }

// A mention is a URL that is no link of the page: one of a sitemap, or a requisite.
type mention struct {
	url  []byte
	kind kinds.Set
}
