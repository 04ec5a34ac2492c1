package finite

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
)

// A slugForm is a way to put words and a number into an address.
type slugForm struct {
	name, about string
	prefix      string // of all addresses
	target      func(word func() string, number int) string
}

// slugForms are the forms of addresses that sites generate without end.
var slugForms = []slugForm{
	{"dash", "/word-number", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s-%d", word(), n) }},
	{"underscore", "/word_number", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s_%d", word(), n) }},
	{"slash", "/word/number", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s/%d", word(), n) }},
	{"first", "/number-word", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%d-%s", n, word()) }},
	{"two", "/word-word-number", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s-%s-%d", word(), word(), n) }},
	{"query", "?q=word&n=number", "/x?", func(word func() string, n int) string { return fmt.Sprintf("q=%s&n=%d", word(), n) }},
	{"file", "/word.number.html", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s.%d.html", word(), n) }},
	{"folder", "/number/word", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%d/%s", n, word()) }},
	{"deep", "/word/word-number/", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s/%s-%d/", word(), word(), n) }},
	{"item", "/word?id=number", "/x/", func(word func() string, n int) string { return fmt.Sprintf("%s?id=%d", word(), n) }},
}

// slugOptions are the drawn options of a site of slugs.
type slugOptions struct {
	words int // different words
	links int // of each page
	text  int // words of the text of all pages
	root  bool
}

func drawSlugs(r *rand.Rand) slugOptions {
	return slugOptions{words: oneOf(r, 40, 500, 20_000, 5_000_000), links: oneOf(r, 2, 5, 20, 50, 200), text: oneOf(r, 5, 30, 200), root: r.IntN(2) == 0}
}

// slugSite has some notes, and below one prefix pages with one text. Each page links to other addresses of a form.
func slugSite(s *Site, form slugForm, o slugOptions) {
	start := form.prefix
	if o.root && start == "/x/" {
		start = "/"
	}
	s.look("Trade Index", shopSkin, "/ Home, "+start+form.target(func() string { return "first" }, 1)+" Index")
	s.core("notes", 60, 200)
	s.dynamic(start, func(p *page, rest string) bool {
		if !strings.ContainsAny(rest, "0123456789") || strings.Contains(rest, "sitemap") || isAsset(rest) || strings.HasPrefix(rest, "notes/") {
			return false
		}
		p.title = "Offers"
		p.s("<h1>Offers</h1><p>", english.prose(s.dice(3), o.text), "</p>")
		word := func() string { return english.tail(p.r.IntN(o.words)) }
		for i := range o.links {
			p.a(start+form.target(word, p.r.IntN(1_000_000)), fmt.Sprint("Offer ", i+1))
		}
		return true
	})
}

// isAsset reports whether a path is one of a style sheet or a picture.
func isAsset(path string) bool {
	_, ok := asset("/" + path)
	return ok
}

// A searchForm is a way to put the words of a search into an address.
type searchForm struct {
	name, about, prefix, between string
}

var searchForms = []searchForm{
	{"query", "/search?q=words", "/search?q=", "+"},
	{"escaped", "/s?query=words", "/s?query=", "%20"},
	{"path", "/search/words", "/search/", "-"},
	{"tags", "/tags/word/word", "/tags/", "/"},
	{"file", "/find/words.html", "/find/", "_"},
}

// searchOptions are the drawn options of a site of related searches.
type searchOptions struct {
	words, links, longest int
	echo                  bool // the page repeats the words of its search
	count                 bool // the page has a number of results
}

func drawSearches(r *rand.Rand) searchOptions {
	return searchOptions{words: oneOf(r, 60, 400, 6000, 2_000_000), links: oneOf(r, 4, 12, 40), longest: oneOf(r, 2, 3, 5), echo: r.IntN(2) == 0, count: r.IntN(2) == 0}
}

// searchSite has some notes, and a search without results that suggests other searches.
func searchSite(s *Site, form searchForm, o searchOptions) {
	ending := ""
	if form.name == "file" {
		ending = ".html"
	}
	s.look("Reading Room", portalSkin, "/ Home, "+form.prefix+"first"+ending+" Search")
	s.core("notes", 60, 200)
	s.dynamic(form.prefix, func(p *page, rest string) bool {
		words, err := url.QueryUnescape(strings.ReplaceAll(strings.TrimSuffix(rest, ending), form.between, " "))
		if err != nil || words == "" {
			return false
		}
		p.title = "Search"
		if o.echo {
			p.f("<h1>Search for %s</h1>", escape(words))
		}
		p.s("<p>Nothing was found. Please check the spelling, or try another search.</p>")
		if o.count {
			p.f("<p>%d books were searched.</p>", p.between(1000, 900_000))
		}
		p.s("<h3>Related searches</h3><ul>")
		for range o.links {
			list := make([]string, 1+p.r.IntN(o.longest))
			for i := range list {
				list[i] = english.tail(p.r.IntN(o.words))
			}
			p.s("<li>")
			p.a(form.prefix+strings.Join(list, form.between)+ending, strings.Join(list, " "))
			p.s("</li>")
		}
		p.s("</ul>")
		return true
	})
}
