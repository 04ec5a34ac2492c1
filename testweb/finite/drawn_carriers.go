package finite

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"weft/internal/splitmix"
)

// A carrier is an element that carries content which is not text. It writes the content of one number.
type carrier struct {
	name  string
	write func(p *page, h uint64)
}

var carriers = []carrier{
	{"datasrc", func(p *page, h uint64) { p.f(`<img src="/static/blank.gif" data-src="/media/%08x.jpg" alt="">`, h>>32) }},
	{"original", func(p *page, h uint64) { p.f(`<img class="lazy" data-original="/media/%d.jpg" alt="">`, h>>32) }},
	{"datasrcset", func(p *page, h uint64) {
		p.f(`<img data-srcset="/media/%d-s.jpg 400w, /media/%d-l.jpg 800w" alt="">`, h>>40, h>>40)
	}},
	{"srcset", func(p *page, h uint64) {
		p.f(`<picture><source srcset="/media/%x.webp 1x, /media/%x-2.webp 2x"><img alt=""></picture>`, h>>40, h>>40)
	}},
	{"background", func(p *page, h uint64) { p.f(`<div class="tile" data-bg="/media/%x.jpg"></div>`, h>>40) }},
	{"player", func(p *page, h uint64) {
		p.f(`<iframe width="560" height="315" src="https://player.example/embed/%011x" allowfullscreen></iframe>`, h>>20)
	}},
	{"lazyplayer", func(p *page, h uint64) { p.f(`<iframe data-src="https://player.example/embed/%d"></iframe>`, h>>40) }},
	{"elsewhere", func(p *page, h uint64) { p.a(fmt.Sprintf("https://www%d.example.org/start", h>>40), "Visit") }},
	{"fileelsewhere", func(p *page, h uint64) { p.a(fmt.Sprintf("https://files.example.org/%x.pdf", h>>40), "Download") }},
	{"magnet", func(p *page, h uint64) { p.a(fmt.Sprintf("magnet:?xt=urn:btih:%016x%016x", h, splitmix.Mix(h)), "Get") }},
	{"chart", func(p *page, h uint64) { p.f(`<canvas data-values="%s"></canvas>`, series(h)) }},
	{"chartscript", func(p *page, h uint64) { p.f(`<canvas id="c"></canvas><script>draw([%s])</script>`, series(h)) }},
	{"bars", func(p *page, h uint64) {
		for i := range 6 {
			p.f(`<div class="bar" style="height: %d%%"></div>`, splitmix.Seed(h, uint64(i))%100) //nolint:gosec // not negative
		}
	}},
	{"ascii", func(p *page, h uint64) {
		p.s("<pre>\n")
		for i := range 8 {
			for k := range 24 {
				p.s(`/\|_-.*#@=+   `[splitmix.Seed(h, uint64(i*24+k))%14:][:1]) //nolint:gosec // not negative
			}
			p.s("\n")
		}
		p.s("</pre>")
	}},
	{"board", func(p *page, h uint64) {
		p.s("<table>")
		for i := range 64 {
			if i%8 == 0 {
				p.s("<tr>")
			}
			p.f(`<td class="%s"></td>`, pick("e e e e wp bp wk bk wq bq wr br", splitmix.Seed(h, uint64(i)))) //nolint:gosec // not negative
		}
		p.s("</table>")
	}},
	{"divboard", func(p *page, h uint64) {
		for i := range 25 {
			p.f(`<div class="cell %s"></div>`, pick("red green blue off", splitmix.Seed(h, uint64(i)))) //nolint:gosec // not negative
		}
	}},
	{"title", func(p *page, h uint64) {
		p.f(`<span class="dot" title="%s"></span>`, english.sentence(splitmix.Rand(h), 8))
	}},
	{"aria", func(p *page, h uint64) {
		p.f(`<div role="img" aria-label="%s"></div>`, english.sentence(splitmix.Rand(h), 8))
	}},
}

// shares are elements of pages without content: addresses with the page's own address, or with a date.
var shares = []carrier{
	{"share", func(p *page, _ uint64) {
		at := url.QueryEscape("http://" + p.host + p.target)
		p.a("https://social.example/share?u="+at, "Share")
		p.f(`<iframe src="https://social.example/like?href=%s"></iframe>`, at)
		p.a("mailto:?subject=Planner&amp;body="+at, "Mail")
	}},
	{"export", func(p *page, _ uint64) {
		day := ymd(2024, 1, 1).plus(int(hash(p.target) % 9000)) //nolint:gosec // small
		p.a("https://calendar.example/render?dates="+day.format("YYYYMMDD")+"/"+day.plus(1).format("YYYYMMDD"), "Add")
		p.a("https://paper.example/"+day.format("YYYY/MM/DD")+"/", "News of the day")
	}},
}

// series returns numbers of a chart, separated by commas.
func series(h uint64) string {
	all := make([]string, 12)
	for i := range all {
		all[i] = fmt.Sprint(splitmix.Seed(h, uint64(i)) % 100) //nolint:gosec // not negative
	}
	return strings.Join(all, ",")
}

// carrierOptions are the drawn options of a site of carriers.
type carrierOptions struct {
	pages int
	tree  bool // pages link to three others, and not to the next one alone
}

func drawCarriers(r *rand.Rand) carrierOptions {
	return carrierOptions{pages: oneOf(r, 2600, 3200, 4000), tree: r.IntN(2) == 0}
}

// carrierSite has pages with one text. Each page has its own content in a carrier.
func carrierSite(s *Site, c carrier, o carrierOptions) {
	s.look("Collection", plainSkin, "/ Start")
	var item *family
	s.add("/", func(p *page, _ []int) { p.h1("Collection"); p.para(40); p.a(item.url(0), "First") })
	item = s.add("/c/{}", func(p *page, v []int) {
		p.title = "Item"
		p.s("<p>This is a part of the collection.</p>")
		c.write(p, p.family.key(v...))
		for i := range 3 {
			if next := 3*v[0] + 1 + i; o.tree && next < item.n {
				p.s(" ")
				p.a(item.url(next), "More")
			}
		}
		if !o.tree {
			p.near(0, "Back", "Next", v)
		}
	}, nums(1, o.pages))
}

// emptySite has pages without end that have one text. Each has the same carrier: of constant content, or of content that is
// drawn anew at each request.
func emptySite(s *Site, c carrier, random bool) {
	s.look("Day Planner", plainSkin, "/ Start, /plan/1 Planner")
	s.core("notes", 60, 200)
	s.numbered("/plan/", func(p *page, i int) {
		p.title = "Planner"
		p.s("<p>There is nothing to do.</p>")
		h := p.h(7)
		if random {
			h = splitmix.Seed(p.Seed, p.n, 11)
		}
		c.write(p, h)
		p.s(" ")
		p.a(fmt.Sprint("/plan/", i+1), "Next")
		p.a(fmt.Sprint("/plan/", i+7), "Later")
	})
}
