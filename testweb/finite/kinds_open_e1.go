package finite

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"weft/internal/splitmix"
)

// openEndless are the endless kinds of the open half.
func openEndless() []Kind {
	return []Kind{
		{Name: "wrappager", About: "a pager that wraps: after page 8 comes page 1 under another number", lay: wrappager},
		{Name: "emptynext", About: "lists that are empty after the last entry, and link to the next", lay: emptynext},
		{Name: "datepicker", About: "a report from one date to another", lay: datepicker},
		{Name: "caldays", About: "a calendar of days in five views, mostly empty", lay: caldays},
		{Name: "sitemaps", About: "sitemap indexes without end, of items that are not there", lay: sitemaps},
		{Name: "loginreturn", About: "a login link with the address of the page, on the login page, too", lay: loginreturn},
		{Name: "symlinks", About: "folders that contain themselves", lay: symlinks},
		{Name: "rssfeeds", About: "feeds by page without end", lay: rssfeeds},
		{Name: "neologisms", About: "new words on each page for ever, the same at each visit", Unbounded: true, lay: neologisms},
		{Name: "langstack", About: "a choice of languages that puts one before the other", lay: langstack},
		{Name: "markov", About: "babble and links drawn anew at each request", Noise: Generated, lay: markov},
		{Name: "printprint", About: "a printable version of the printable version", lay: printprint},
		{Name: "soft404", About: "any address gives a page that suggests longer ones", lay: soft404},
		{Name: "redirects", About: "redirects that lead to redirects", lay: redirects},
		{Name: "mapview", About: "a map by x, y and zoom without bounds", lay: mapview},
		{Name: "compare", About: "a comparison of any set of products", lay: compare},
		{Name: "sessionpath", About: "a new session in the paths of all links at each request", Noise: Generated, lay: sessionpath},
	}
}

// wrappager has 80 entries in 8 pages, and serves any number of a page modulo 8.
func wrappager(s *Site) {
	s.look("Village Notes", blogSkin, "/ Home, /archive?page=1 Archive")
	entry := s.core("notes", 80, 300)
	list := func(p *page, i int) {
		at := ((i-1)%8 + 8) % 8
		p.h1("Archive")
		p.links(entry, at*10, at*10+10, func(i int) string { return entry.url(i)[7:] })
		p.a(fmt.Sprint("/archive?page=", max(1, i-1)), "newer")
		p.a(fmt.Sprint("/archive?page=", i+1), "older")
	}
	s.add("/archive?page={}", func(p *page, v []int) { list(p, v[0]+1) }, nums(1, 8))
	s.numbered("/archive?page=", list)
}

// emptynext has 12 lists of ten messages; all further lists are empty.
func emptynext(s *Site) {
	s.look("Message Archive", plainSkin, "/ Home, /messages/page/1 Messages")
	message := s.core("messages", 120, 160)
	list := func(p *page, i int) {
		p.h1("Messages, page %d", i)
		if i <= 12 {
			p.links(message, i*10-10, i*10, func(i int) string { return message.url(i)[10:] })
		} else {
			p.s("<p>There are no messages on this page.</p>")
		}
		p.a(fmt.Sprint("/messages/page/", i+1), "Next page")
	}
	s.add("/messages/page/{}", func(p *page, v []int) { list(p, v[0]+1) }, nums(1, 12))
	s.numbered("/messages/page/", list)
}

// datepicker shows sales between two dates, which can be moved by a day, a week or a month.
func datepicker(s *Site) {
	s.look("Sales Desk", modernSkin, "/ Home, /report?from=2024-01-01&to=2024-01-31 Report")
	s.core("help", 60, 250)
	layout := days(ymd(1, 1, 1), 1<<30, "YYYY-MM-DD")
	s.asked("/report", func(p *page, q url.Values) {
		from, to := layout.find(q.Get("from")), layout.find(q.Get("to"))
		p.h1("Report")
		p.f("<p>%s to %s</p><table>", escape(q.Get("from")), escape(q.Get("to")))
		p.th("Item Sold")
		p.s("<tr><td colspan=2>No data for this period</td></tr></table>")
		for _, step := range []int{1, 7, 30} {
			for _, move := range [][2]int{{-step, 0}, {step, 0}, {0, -step}, {0, step}, {step, step}, {-step, -step}} {
				if a, b := from+move[0], to+move[1]; a >= 0 && b >= a {
					p.a("/report?from="+layout.text(a)+"&to="+layout.text(b), fmt.Sprintf("%+d/%+d", move[0], move[1]))
				}
			}
		}
	})
}

// caldays shows days, weeks, months, lists and agendas of any date. Sixty events lie in 2024.
func caldays(s *Site) {
	views := words("day week month list agenda")
	s.look("Parish Calendar", portalSkin, "/ Home, /calendar/2024-03-01/month Calendar")
	event := s.core("events", 60, 200)
	layout := days(ymd(1, 1, 1), 1<<30, "YYYY-MM-DD")
	spans := []int{1, 7, 30, 14, 28}
	s.dynamic("/calendar/", func(p *page, rest string) bool {
		day, view, _ := strings.Cut(rest, "/")
		at, k := layout.find(day), views.find(view)
		if at < 31 || k < 0 {
			return false
		}
		p.h1("%s: %s", capital(view), ymd(1, 1, 1).plus(at).format("DD Jan YYYY"))
		p.s("<table>")
		for i := range spans[k] {
			t := at + i - int(ymd(2024, 1, 1)-ymd(1, 1, 1))
			p.f("<tr><td>")
			p.a("/calendar/"+layout.text(at+i)+"/day", layout.text(at + i)[8:])
			if p.s("</td><td>"); t >= 0 && t < 360 && t%6 == 0 {
				p.a(event.url(t/6), "Event")
			}
			p.s("</td></tr>\n")
		}
		p.s("</table>")
		p.a("/calendar/"+layout.text(at-spans[k])+"/"+view, "Previous")
		p.a("/calendar/"+layout.text(at+spans[k])+"/"+view, "Next")
		for v := range strings.FieldsSeq("day week month list agenda") {
			p.a("/calendar/"+day+"/"+v, v)
		}
		return true
	})
}

// sitemaps has a robots.txt that names an index of sitemaps, which names five sitemaps of 40 items and the next index.
func sitemaps(s *Site) {
	s.look("Warehouse", shopSkin, "/ Home")
	s.core("catalog", 90, 120)
	s.add("/robots.txt", func(p *page, _ []int) {
		p.file("text/plain")
		p.f("User-agent: *\nSitemap: http://%s/sitemap_index.xml?part=1\n", p.host)
	}).hide()
	const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
	s.numbered("/sitemap_index.xml?part=", func(p *page, i int) {
		p.file("application/xml")
		p.f(head, "sitemapindex")
		for k := range 5 {
			p.f("<sitemap><loc>http://%s/sitemap_items.xml?part=%d</loc></sitemap>\n", p.host, i*5+k)
		}
		p.f("<sitemap><loc>http://%s/sitemap_index.xml?part=%d</loc></sitemap>\n</sitemapindex>\n", p.host, i+1)
	})
	s.numbered("/sitemap_items.xml?part=", func(p *page, i int) {
		p.file("application/xml")
		p.f(head, "urlset")
		for k := range 40 {
			p.f("<url><loc>http://%s/item/%d</loc></url>\n", p.host, i*40+k)
		}
		p.s("</urlset>\n")
	})
	s.numbered("/item/", func(p *page, i int) {
		p.h1("Item %d", i)
		p.s("<p>This item is no longer available.</p>")
		p.a("/", "Continue shopping")
	})
}

// loginreturn has on each page a link to the login with the address of the page, and on the login page as well.
func loginreturn(s *Site) {
	s.look("Members' Corner", modernSkin, "/ Home")
	s.core("stories", 80, 350)
	s.asked("/login", func(p *page, q url.Values) {
		p.h1("Log in")
		p.f(`<form method="post" action="/login"><input name="user"><input name="password" type="password"><input type="hidden" name="return" value="%s"><button>Log in</button></form>`, escape(q.Get("return")))
		p.a("/register?return="+url.QueryEscape(p.target), "Register")
	})
	s.asked("/register", func(p *page, _ url.Values) { p.h1("Register"); p.s("<p>Choose a name and a password.</p>") })
	s.rewrite = func(p *page, body string) string {
		return strings.Replace(body, "</nav>", `<a href="/login?return=`+escape(url.QueryEscape(p.target))+`">Log in</a></nav>`, 1)
	}
}

// symlinks is a server of files in which two folders contain the whole tree once more.
func symlinks(s *Site) {
	s.look("Index of", bareSkin, "")
	s.core("docs", 40, 300)
	dirs := words("stable testing tools images")
	var file *family
	show := func(p *page, dir string) {
		p.h1("Index of /%s", dir)
		p.s(`<pre><a href="../">../</a>`, "\n")
		for d := range 4 {
			p.f("<a href=\"/%s%s/\">%s/</a>\n", dir, dirs.text(d), dirs.text(d))
		}
		for _, link := range []string{"mirror", "current"} {
			p.f("<a href=\"/%s%s/\">%s/</a>\n", dir, link, link)
		}
		p.s("</pre>")
	}
	inside := func(p *page, dir string) {
		p.h1("Index of /%s", dir)
		for i := range 12 {
			p.f("<a href=\"/%s%s.txt\">%s.txt</a>\n", dir, file.dims[1].text(i), file.dims[1].text(i))
		}
		p.f("<a href=\"/%s%s/\">%s/</a>\n", dir, "mirror", "mirror")
	}
	s.menu = [][2]string{{"/pub/", "Files"}}
	s.add("/files.html", func(p *page, _ []int) { p.h1("Files"); p.a("/pub/", "all files") })
	s.add("/pub/", func(p *page, _ []int) { show(p, "pub/") })
	s.add("/pub/{}/", func(p *page, v []int) { inside(p, "pub/"+dirs.text(v[0])+"/") }, dirs)
	file = s.add("/pub/{}/{}.txt", func(p *page, _ []int) { p.file("text/plain"); p.s(english.prose(p.r, 80)) }, dirs, tailed(1, 12, func(i int) string { return english.tail(i + 90) }))
	s.dynamic("/pub/", func(p *page, rest string) bool {
		rest = unlinked(rest, dirs)
		if rest == "" {
			show(p, strings.TrimPrefix(p.target, "/"))
			return true
		}
		if d := dirs.find(strings.TrimSuffix(rest, "/")); d >= 0 {
			inside(p, strings.TrimPrefix(p.target, "/"))
			return true
		}
		v, ok := file.find("/pub/" + rest)
		if ok {
			p.r = file.rand(v...)
			file.show(p, v)
		}
		return ok
	})
	front := s.families[0].show
	s.families[0].show = func(p *page, v []int) { front(p, v); p.a("/files.html", "Files") }
}

// unlinked follows the links at the start of a path to where they lead.
func unlinked(path string, dirs dim) string {
	for {
		before := path
		if d, under, ok := strings.Cut(path, "/mirror/"); ok && dirs.find(d) >= 0 {
			path = under
		}
		path = strings.TrimPrefix(strings.TrimPrefix(path, "mirror/"), "current/")
		if path == before {
			return path
		}
	}
}

// rssfeeds has a feed in pages of ten entries; after the sixtieth, the entries are placeholders.
func rssfeeds(s *Site) {
	s.look("Radio Blog", blogSkin, "/ Home, /feed?paged=1 Feed")
	post := s.core("posts", 60, 250)
	s.numbered("/feed?paged=", func(p *page, i int) {
		p.file("application/rss+xml")
		p.f(`<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Radio Blog</title><link>http://%s/</link>`+
			`<atom:link rel="next" href="http://%s/feed?paged=%d"/>`+"\n", p.host, p.host, i+1)
		for k := i*10 - 10; k < i*10; k++ {
			target := fmt.Sprint("/?p=", k)
			if k >= 0 && k < post.n {
				target = post.url(k)
			}
			p.f("<item><title>Entry %d</title><link>http://%s%s</link></item>\n", k, p.host, target)
		}
		p.f("<item><title>Older entries</title><link>http://%s/older/%d</link></item>\n</channel></rss>\n", p.host, i+1)
	})
	s.numbered("/older/", func(p *page, i int) {
		p.h1("Older entries")
		p.a(fmt.Sprint("/feed?paged=", i), "Feed")
		p.a(fmt.Sprint("/older/", i+1), "Older")
	})
	s.numbered("/?p=", func(p *page, i int) {
		p.h1("Entry %d", i)
		p.s("<p>This entry was imported. Its text is not available.</p>")
		p.a(fmt.Sprintf("/feed?paged=%d", i/10+2), "Feed")
		p.a(fmt.Sprintf("/?p=%d", i+1), "Next entry")
	})
}

// neologisms has at each address under /lexis/ a page of words that no other page has.
func neologisms(s *Site) {
	s.look("Lexis", docsSkin, "/ Home, /lexis/a Lexis")
	s.core("grammar", 50, 300)
	s.dynamic("/lexis/", func(p *page, rest string) bool {
		p.h1("%s", escape(rest))
		for range 3 {
			p.s("<p>")
			for range 30 {
				p.s(english.tail(int(p.r.Uint64()>>24)), " ") //nolint:gosec // 40 bits
			}
			p.s("</p>\n")
		}
		for range 4 {
			word := english.tail(int(p.r.Uint64() >> 24)) //nolint:gosec // 40 bits
			p.a("/lexis/"+word, word)
		}
		return true
	})
}

// langstack puts the chosen language before the path, whether one is there or not.
func langstack(s *Site) {
	s.look("Tourist Office", portalSkin, "/ Home")
	s.core("sights", 70, 250)
	languages := strings.Fields("en de fr it")
	var show func(p *page, rest string) bool
	for _, l := range languages {
		s.dynamic("/"+l+"/", func(p *page, rest string) bool { return show(p, rest) })
	}
	show = func(p *page, rest string) bool {
		for len(rest) > 2 && rest[2] == '/' && slices.Contains(languages, rest[:2]) {
			rest = rest[3:]
		}
		for _, f := range s.families {
			if v, ok := f.find("/" + rest); ok {
				p.family, p.r = f, f.rand(v...)
				f.show(p, v)
				return true
			}
		}
		return false
	}
	s.rewrite = func(p *page, body string) string {
		var choice strings.Builder
		for _, l := range languages {
			choice.WriteString(`<a href="/` + l + escape(p.target) + `" hreflang="` + l + `">` + l + "</a> ")
		}
		return strings.Replace(body, "</header>", "<p>"+choice.String()+"</p></header>", 1)
	}
}

// markov draws each page anew: sentences of some 300 words in which one follows the other by chance, and links.
func markov(s *Site) {
	s.look("The Daily Babble", blogSkin, "/ Home, /babble/start Babble")
	s.core("essays", 60, 400)
	s.dynamic("/babble/", func(p *page, _ string) bool {
		p.r = splitmix.Rand(p.Seed, p.n, 5)
		p.h1("%s", english.phrase(p.r, 3))
		word := p.r.IntN(300)
		for range p.between(80, 300) {
			word = int(splitmix.Seed(p.Seed, uint64(word), uint64(p.r.IntN(7))) % 300) //nolint:gosec // not negative
			p.s(english.common[word%len(english.common)], " ", english.function[word*7%len(english.function)], " ")
		}
		for range p.between(3, 9) {
			p.a(fmt.Sprintf("/babble/%s/%x", english.common[p.r.IntN(120)], p.r.Uint32()), english.common[p.r.IntN(120)])
		}
		return true
	})
}

// printprint has on each page a link to its printable version at /print and the path of the page.
func printprint(s *Site) {
	s.look("Legal Notes", oldSkin, "/ Home")
	s.core("notes", 80, 400)
	s.dynamic("/print/", func(p *page, rest string) bool {
		for strings.HasPrefix(rest, "print/") {
			rest = rest[6:]
		}
		for _, f := range s.families {
			if v, ok := f.find("/" + rest); ok {
				p.family, p.r = f, f.rand(v...)
				p.s("<p>Printed from Legal Notes</p>")
				f.show(p, v)
				return true
			}
		}
		return false
	})
	s.rewrite = func(p *page, body string) string {
		return strings.Replace(body, "</TD></TR>\n<TR><TD COLSPAN=2>", `<A HREF="/print`+escape(p.target)+`">Printable version</A></TD></TR>`+"\n<TR><TD COLSPAN=2>", 1)
	}
}

// soft404 responds 200 to every request, and suggests addresses below.
func soft404(s *Site) {
	s.look("Garden Centre", shopSkin, "/ Home, /offers Offers")
	s.core("plants", 90, 150)
	s.dynamic("/", func(p *page, rest string) bool {
		if _, isAsset := asset("/" + rest); isAsset || rest == "robots.txt" || strings.Contains(rest, "sitemap") {
			return false
		}
		p.h1("Sorry, we could not find that page")
		p.s("<p>Perhaps one of these will help:</p>")
		for range 4 {
			w := english.common[p.r.IntN(120)]
			p.a(strings.TrimSuffix(p.target, "/")+"/"+w, w)
		}
		return true
	})
}

// redirects is a counter of clicks that redirects to itself; each twelfth is a page with three such links.
func redirects(s *Site) {
	s.look("Link Exchange", oldSkin, "/ Home, /out/1 Partners")
	s.core("partners", 70, 90)
	s.numbered("/out/", func(p *page, i int) {
		if i%12 != 0 {
			p.redirect(302, fmt.Sprint("/out/", i+1))
			return
		}
		p.h1("Thank you for your visit")
		for k := range 3 {
			p.a(fmt.Sprint("/out/", i*3+1+k*5), "Our partners")
		}
	})
}

// mapview can be moved by half a screen in four directions, and zoomed, from any place.
func mapview(s *Site) {
	s.look("Walkers' Map", modernSkin, "/ Home, /map?x=0&y=0&z=3 Map")
	s.core("walks", 60, 250)
	s.asked("/map", func(p *page, q url.Values) {
		x, y, z := integer(q, "x"), integer(q, "y"), integer(q, "z")
		p.title = "Map"
		for i := range 4 {
			p.f(`<img src="/tiles/%d/%d/%d.png">`, z, x+i%2, y+i/2)
		}
		for _, to := range [][3]int{{x - 1, y, z}, {x + 1, y, z}, {x, y - 1, z}, {x, y + 1, z}, {2 * x, 2 * y, z + 1}, {x / 2, y / 2, z - 1}} {
			p.a(fmt.Sprintf("/map?x=%d&y=%d&z=%d", to[0], to[1], to[2]), "o")
		}
	})
}

// compare has 50 products, each of which can be added to any comparison.
func compare(s *Site) {
	s.look("Camera House", shopSkin, "/ Home, /compare?ids=1,2 Compare")
	product := s.core("cameras", 50, 120)
	s.asked("/compare", func(p *page, q url.Values) {
		ids := strings.Split(q.Get("ids"), ",")
		p.h1("Compare %d products", len(ids))
		p.s("<table>")
		for _, id := range ids {
			k := integer(url.Values{"i": {id}}, "i")
			if k < 1 || k > product.n {
				continue
			}
			p.row(product.url(k - 1)[9:], 8+s.draw(40, 1, k), fmt.Sprint(s.draw(900, 2, k), ".00"))
		}
		p.s("</table>")
		for i := 1; i <= product.n; i++ {
			if !slices.Contains(ids, fmt.Sprint(i)) {
				p.a("/compare?ids="+q.Get("ids")+","+fmt.Sprint(i), "add")
			}
		}
	})
}

// sessionpath puts a new session into all links of a page, whatever session the request had.
func sessionpath(s *Site) {
	s.look("County Portal", portalSkin, "/ Home")
	s.core("services", 90, 250)
	s.strip = func(target string) string {
		if rest, ok := strings.CutPrefix(target, "/(S("); ok {
			if _, rest, ok = strings.Cut(rest, "))"); ok {
				return rest
			}
		}
		return target
	}
	s.rewrite = func(p *page, body string) string {
		return strings.ReplaceAll(body, `<a href="/`, fmt.Sprintf(`<a href="/(S(%016x))/`, splitmix.Seed(p.Seed, p.n, 9)))
	}
}
