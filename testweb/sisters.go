package testweb

// linkSisters links the hosts of an owner: half of the articles of each further host are about an article of the
// first host, and name it.
func (b *builder) linkSisters() {
	first := map[string]*host{}
	for i := range b.hosts {
		h := &b.hosts[i]
		main, ok := first[h.owner]
		if !ok {
			first[h.owner] = h
			continue
		}
		if h.region != core {
			continue
		}
		articles := b.articlesOf(main)
		for _, from := range b.articlesOf(h) {
			if len(articles) == 0 || b.r.IntN(2) > 0 {
				continue
			}
			to := articles[b.r.IntN(len(articles))]
			b.pages[from].body = append(b.pages[from].body, b.anchor(to, inText))
			b.pages[to].body = append(b.pages[to].body, b.anchor(from, inText))
		}
	}
}

// articlesOf are the articles of a host that others may link to.
func (b *builder) articlesOf(h *host) (articles []int32) {
	for _, s := range h.slots {
		if b.pages[s].kind == article {
			articles = append(articles, s)
		}
	}
	return articles
}
