package papers

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/clusters"
	"weft/graph"
	"weft/store"
	"weft/web/weburl"
)

// sought determines the sites of the truth to search, their front pages, and the words that pick their clusters.
func (r *siteRun) sought() error {
	of, err := r.Truth.All(nil)
	if err != nil {
		return err
	}
	out, _ := r.g.Graph()
	fronts, err := clusters.FrontPages(r.ctx, r.c, out, of, r.Truth.Len())
	if err != nil {
		return err
	}
	only, front, err := r.named(fronts)
	if err != nil {
		return err
	}
	hosts, err := r.c.Hosts()
	if err != nil {
		return err
	}
	at := map[int]int{}
	for k, u := range r.Truth.Sorted() {
		if r.nameOf(k) == "" || only >= 0 && k != only || only < 0 && r.Truth.Size(k) < r.Least {
			continue
		}
		i, seen := at[k]
		if !seen {
			i = len(r.r.Sites)
			at[k] = i
			r.r.Sites = append(r.r.Sites, SiteSought{Name: r.nameOf(k), truth: k, front: graph.Node(fronts[k])})
		}
		r.r.Sites[i].pages = append(r.r.Sites[i].pages, u)
	}
	if len(r.r.Sites) == 0 {
		return answer.Refused("{truth} names no site of {least-pages} %d pages of the crawl", r.Least)
	}
	slices.SortFunc(r.r.Sites, largestFirst)
	if r.Most > 0 {
		r.r.Sites = r.r.Sites[:min(r.Most, len(r.r.Sites))]
	}
	for i := range r.r.Sites {
		s := &r.r.Sites[i]
		if only >= 0 {
			s.front = front
		}
		if err := r.describe(s, hosts); err != nil {
			return err
		}
	}
	return r.c.Damage()
}

// largestFirst orders sites by their pages, then by their names.
func largestFirst(a, b SiteSought) int {
	return cmp.Or(len(b.pages)-len(a.pages), cmp.Compare(a.Name, b.Name))
}

// describe says of a site on how many hosts it is, what its front page is called, and by which word its cluster is picked.
func (r *siteRun) describe(s *SiteSought, hosts store.Groups) (err error) {
	on := map[int]bool{}
	for _, u := range s.pages {
		on[hosts.Of(u)] = true
	}
	s.Pages, s.Hosts, s.Front = len(s.pages), len(on), r.c.Label(s.front)
	if s.Word = r.Keyword; s.Word == "" {
		s.Word, err = r.word(s)
	}
	return err
}

// named returns the only site to search and its front page; −1 if all sites are searched.
func (r *siteRun) named(fronts []uint32) (int, graph.Node, error) {
	if r.Site == "" {
		return -1, 0, nil
	}
	for k := range r.Truth.Len() {
		if r.nameOf(k) == r.Site {
			return k, graph.Node(fronts[k]), nil
		}
	}
	u, ok, err := r.c.Page(r.Site)
	if err != nil {
		return 0, 0, err
	}
	if ok {
		k := r.Truth.Of(u)
		if r.nameOf(k) != "" {
			return k, u, nil
		}
		return 0, 0, answer.Refused("{site} %s: {truth} does not say of which site this page is", r.Site)
	}
	return 0, 0, answer.Refused("{site} %s: want the name of a site in {truth}, or the URL of a page of one", r.Site)
}

// word returns the token of the front page's URL that agrees best with the site, if all pages are taken whose URL
// contains it. This is human knowledge, as "verso" was.
func (r *siteRun) word(s *SiteSought) (string, error) {
	url := []byte(s.Front)
	if _, after, has := bytes.Cut(url, []byte("://")); has {
		url = after
	}
	words := weburl.Tokens(nil, bytes.ToLower(url))
	if len(words) == 0 {
		return "", fmt.Errorf("the URL %q of the front page of %s has no token", s.Front, s.Name)
	}
	all, right := make([]int, len(words)), make([]int, len(words))
	err := r.eachURL(func(u graph.Node, url []byte) {
		for i, w := range words {
			if bytes.Contains(url, w) {
				all[i]++
				if r.Truth.Of(u) == s.truth {
					right[i]++
				}
			}
		}
	})
	best := 0
	for i := range words { // by F1: compares twice the numerator and the sum of both sizes
		if right[i]*(all[best]+s.Pages) > right[best]*(all[i]+s.Pages) {
			best = i
		}
	}
	return string(words[best]), err
}

// eachURL calls f with each page and its URL in small letters. f must not keep the URL.
func (r *siteRun) eachURL(f func(u graph.Node, url []byte)) error {
	var name []byte
	var err error
	for u := range graph.Node(r.c.NumPages()) {
		if u%4096 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if name, err = r.c.AppendName(name[:0], u); err != nil {
			return err
		}
		f(u, bytes.ToLower(name))
	}
	return nil
}

// folder is a URL up to its last slash before a query, and at least its host.
func folder(url string) string {
	path, _, _ := strings.Cut(url, "?")
	path, _, _ = strings.Cut(path, "#")
	_, rest, has := strings.Cut(path, "://")
	if !has || !strings.Contains(rest, "/") {
		return path + "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}

// parent is the folder around a folder; empty around a host.
func parent(folder string) string {
	up := strings.LastIndexByte(strings.TrimSuffix(folder, "/"), '/')
	if up < 0 || strings.HasSuffix(folder[:up+1], "://") {
		return ""
	}
	return folder[:up+1]
}
