package livecrawl

import (
	"strings"

	"weft/graph/kinds"
	"weft/web/capture"
)

// A role is what a URL is to a crawl.
type role uint8

const (
	aPage      role = iota
	aSitemap        // names pages
	aRequisite      // is needed to show a page
	aGuess          // a sitemap that nobody names, asked for in case it is there
)

// isGuess reports whether a mention is of a sitemap that nobody names.
func isGuess(k kinds.Set) bool { return k&kinds.Mentions == guessed }

// isMap reports whether the URL is a sitemap, named or not.
func (r role) isMap() bool { return r == aSitemap || r == aGuess }

// roleOf returns the role of a URL by the kinds of the first link or mention of it.
func roleOf(k kinds.Set) role {
	switch {
	case k&kinds.Mentions == guessed:
		return aGuess
	case k&kinds.Sitemap != 0:
		return aSitemap
	case k&kinds.Requisite != 0:
		return aRequisite
	}
	return aPage
}

// guessed are the kinds of a mention of a sitemap that nobody names. No mention is both otherwise; earlier versions read
// it as a sitemap.
const guessed = kinds.Sitemap | kinds.Requisite

// purposes are what records of the archive say of roles; see capture.PurposeField.
var purposes = [...]string{aPage: "", aSitemap: capture.SitemapFile, aRequisite: capture.Requisite, aGuess: capture.SitemapFile}

// roles tracks what URLs are that are something else than a page.
type roles struct{ of perPage[role] }

// learn is that of [tracker]: new URLs are what they were when they were found first.
func (x *roles) learn(e *event) error {
	for _, l := range e.links {
		r := roleOf(l.Kinds)
		if l.New && r != x.of.at(l.To) {
			*x.of.to(l.To) = r
		}
	}
	return nil
}

func (x *roles) save(s *saved) { s.Roles = x.of }

func (x *roles) load(s *saved) error {
	x.of = s.Roles
	return nil
}

func (x *roles) bytes() int64 { return x.of.bytes() }

// maxChain is how many requisites in a row are followed, such as fonts of a style sheet that another one imports; and
// how many sitemaps.
const maxChain = 5

// inARow returns how many of its role, redirects among them, a path ends with.
func (v *visit) inARow() int {
	return len(v.path) - len(strings.TrimRight(v.path, lettersOf[v.role]))
}

// lettersOf are the letters of a path that stand for a role; pages of which indexes name sitemaps were named by sitemaps.
var lettersOf = [...]string{aPage: "M", aSitemap: "M", aRequisite: "ER", aGuess: "M"}

// isMention says of the kinds of a link that it is none, but names what the page needs, or a sitemap.
func isMention(k kinds.Set) bool { return k != 0 && k&^kinds.Mentions == 0 }

// A mention is a URL that is no link of the page: one of a sitemap, or a requisite.
type mention struct {
	url  []byte
	kind kinds.Set
}
