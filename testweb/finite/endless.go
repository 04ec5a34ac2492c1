package finite

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// core makes the real pages of an endless site: a home page, lists of twenty and n articles of up to words words.
// It returns the articles.
func (s *Site) core(dir string, n, words int) *family {
	const perList = 20
	title := func(i int) string { return english.phrase(s.dice(50, i), 3) }
	var lists, article *family
	s.add("/", func(p *page, _ []int) {
		p.h1("%s", s.title)
		p.para(60)
		p.links(lists, 0, lists.n, func(i int) string { return fmt.Sprint(capital(dir), ", page ", i+1) })
	})
	lists = s.add("/"+dir+"/index{}.html", func(p *page, v []int) {
		p.h1("%s", capital(dir))
		p.links(article, v[0]*perList, v[0]*perList+perList, title)
		p.near(0, "back", "more", v)
	}, nums(1, chunks(n, perList)))
	article = s.add("/"+dir+"/{}.html", func(p *page, v []int) {
		p.crumb("/", "Home")
		p.crumb(lists.url(v[0]/perList), capital(dir))
		p.h1("%s", title(v[0]))
		p.article(p.between(min(30, words), words))
	}, tailed(1, n, func(i int) string { return slug(title(i)) }))
	return article
}

// dynamic adds an endless part: all targets with a prefix. The rest of the target goes to show, which returns false if
// there is no such page.
func (s *Site) dynamic(prefix string, show func(p *page, rest string) bool) {
	s.others = append(s.others, func(p *page, target string) bool {
		rest, ok := strings.CutPrefix(target, prefix)
		return ok && show(p, rest)
	})
}

// numbered adds an endless part whose targets end with a number.
func (s *Site) numbered(prefix string, show func(p *page, i int)) {
	s.dynamic(prefix, func(p *page, rest string) bool {
		i, err := strconv.Atoi(rest)
		if err == nil {
			show(p, i)
		}
		return err == nil
	})
}

// asked adds an endless part whose targets are a path with parameters.
func (s *Site) asked(path string, show func(p *page, q url.Values)) {
	s.dynamic(path, func(p *page, rest string) bool {
		if rest != "" && rest[0] != '?' {
			return false
		}
		q, err := url.ParseQuery(strings.TrimPrefix(rest, "?"))
		if err == nil {
			show(p, q)
		}
		return err == nil
	})
}

// integer returns a parameter as a number; 0 if it is not a number.
func integer(q url.Values, name string) int {
	i, err := strconv.Atoi(q.Get(name))
	if err != nil {
		return 0
	}
	return i
}
