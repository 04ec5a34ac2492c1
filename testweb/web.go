package testweb

import (
	"iter"
	"slices"

	"weft/graph/kinds"
)

// A Web is an artificial Web. It does not change and is safe for concurrent use. It takes about 700 bytes a page;
// bodies of responses are made on request.
type Web struct {
	opts   Options
	hosts  []host
	pages  []page // those served, then the ghosts
	served int
	names  map[string]int32 // of served hosts, to a host
	byURL  map[string]int32
}

// A page is a URL with the data for its response.
type page struct {
	url     string
	title   string
	host    int32
	kind    pageKind
	charset charset
	robots  robots
	status  int
	fields  []link  // in the header of the answer
	head    []link  // elements of the head
	body    []link  // between navigation and footer
	related []int32 // pages that the text links to: what later articles copy
}

// A link is one occurrence of a link.
type link struct {
	to    int32
	kinds kinds.Set
	place place
	text  string // anchor text
	href  string // how it is written; chosen when it is if empty
}

// place is the place of a link in a response.
type place uint8

const (
	inText     place = iota // an a element in a paragraph
	inList                  // an a element in a list
	inImage                 // an a element around an image
	inMap                   // an area element
	inIframe                // an iframe element
	inFrame                 // a frame element of a frameset
	inHead                  // a link element
	inMeta                  // a meta refresh
	inLocation              // the header fields of these names
	inLink
	inRefresh
)

// anchored reports whether a link at this place has an anchor text.
func (p place) anchored() bool { return p <= inMap }

// robots says how a page asks robots to follow none of its links.
type robots uint8

const (
	robotsFree robots = iota
	robotsMeta
	robotsHeader
)

// An Arc is one occurrence of a link, URLs being canonical in the sense of package weburl.
type Arc struct {
	From, To string
	Kinds    kinds.Set // of this occurrence
	Anchor   string    // of a and area elements, white space collapsed; "" otherwise
}

// NewWeb makes the Web of the given options: the same options, the same Web. Time and memory are linear in its pages.
func NewWeb(o Options) *Web {
	o.SetDefaults()
	b := newBuilder(o)
	b.planHosts()
	b.layPages()
	b.addGhosts()
	b.linkHosts()
	b.linkArticles()
	b.linkSisters()
	b.linkSpecials()
	return b.Web
}

// Seeds returns where a crawl would begin: the homes of the portal and of two more hosts of the core.
func (w *Web) Seeds() []string {
	var seeds []string
	for i := 0; len(seeds) < 3; i++ {
		if w.hosts[i].region == core {
			seeds = append(seeds, w.pages[w.hosts[i].home].url)
		}
	}
	return seeds
}

// URLs returns the URLs that have answers of their own, Options.Pages of them, host by host.
func (w *Web) URLs() []string {
	urls := make([]string, w.served)
	for i := range urls {
		urls[i] = w.pages[i].url
	}
	return urls
}

// Owner returns whose site a served URL is on, by the name of a host, a domain or a folder; false for other URLs. A site
// has a front page and a menu. It may have several hosts, or share its host with others.
func (w *Web) Owner(url string) (owner string, ok bool) {
	id, known := w.byURL[url]
	if !known || int(id) >= w.served {
		return "", false
	}
	return w.hosts[w.pages[id].host].owner, true
}

// Hosts returns the names of the hosts that are served, sorted.
func (w *Web) Hosts() []string {
	names := make([]string, 0, len(w.names))
	for name := range w.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Arcs yields every occurrence of a link in the responses to URLs, page by page. Within a page a redirect comes
// first, then other header fields, then the document in order. Header fields of responses that are not HTML count,
// too.
func (w *Web) Arcs() iter.Seq[Arc] {
	return func(yield func(Arc) bool) {
		for i := range w.served {
			p := &w.pages[i]
			for l := range w.links(p) {
				arc := Arc{From: p.url, To: w.pages[l.to].url, Kinds: l.kinds}
				if p.robots != robotsFree && l.kinds&kinds.Link != 0 {
					arc.Kinds |= kinds.Nofollow
				}
				if l.place.anchored() {
					arc.Anchor = l.text
				}
				if !yield(arc) {
					return
				}
			}
		}
	}
}

// links yields the links of a page in the order of Arcs.
func (w *Web) links(p *page) iter.Seq[link] {
	h := &w.hosts[p.host]
	parts := [][]link{p.fields, p.head, h.nav, p.body, h.foot}
	if !p.kind.templated() {
		parts[2], parts[4] = nil, nil
	}
	return func(yield func(link) bool) {
		for _, part := range parts {
			for _, l := range part {
				if !yield(l) {
					return
				}
			}
		}
	}
}
