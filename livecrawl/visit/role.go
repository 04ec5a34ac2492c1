package visit

import (
	"strings"

	"weft/graph/kinds"
)

// A Role is the role of a URL in a crawl.
type Role uint8

// The roles of a URL.
const (
	PageRole      Role = iota // a page of the crawl
	SitemapRole               // names pages
	RequisiteRole             // is needed to show a page
	GuessRole                 // a sitemap that no page names, requested in case it exists
)

// IsGuess reports whether a mention is a guessed sitemap, named by no robots.txt.
func IsGuess(k kinds.Set) bool { return k&kinds.Mentions == Guessed }

// IsMap reports whether the URL is a sitemap, named or not.
func (r Role) IsMap() bool { return r == SitemapRole || r == GuessRole }

// RoleOf returns the role of a URL by the kinds of the first link or mention of it.
func RoleOf(k kinds.Set) Role {
	switch {
	case k&kinds.Mentions == Guessed:
		return GuessRole
	case k&kinds.Sitemap != 0:
		return SitemapRole
	case k&kinds.Requisite != 0:
		return RequisiteRole
	}
	return PageRole
}

// Guessed are the kinds of a guessed sitemap. No other mention has both; earlier versions read it as a sitemap.
const Guessed = kinds.Sitemap | kinds.Requisite

// MaxChain is how many requisites in a row are followed, such as fonts of a style sheet that another one imports; and
// how many sitemaps.
const MaxChain = 5

// InARow returns how many of its role, redirects among them, a path ends with.
func (v *Visit) InARow() int {
	return len(v.Path) - len(strings.TrimRight(v.Path, lettersOf[v.Role]))
}

// lettersOf are the letters in a path that stand for a role. Pages in sitemaps of an index were named by sitemaps.
var lettersOf = [...]string{PageRole: "M", SitemapRole: "M", RequisiteRole: "ER", GuessRole: "M"}

// IsMention reports whether the kinds of a link only name a requisite of the page, or a sitemap.
func IsMention(k kinds.Set) bool { return k != 0 && k&^kinds.Mentions == 0 }
