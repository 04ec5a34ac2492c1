package finite

import (
	"fmt"
	"strings"
)

// podcasts are 1,400 episodes of 14 shows: a short title, a player, a file.
func podcasts(s *Site) {
	const shows, perShow = 14, 100
	s.look("Pod Row", modernSkin, "/ Shows")
	show := func(i int) string { return english.phrase(s.dice(1, i), 2) }
	names := tailed(1, shows, func(i int) string { return slug(show(i)) })
	var list, episode, file *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Shows")
		p.links(list, 0, list.n, func(i int) string { return fmt.Sprint(show(i/5), " ", i%5+1) })
	})
	list = s.add("/{}?page={}", func(p *page, v []int) {
		p.h1("%s", show(v[0]))
		at := v[0]*perShow + v[1]*20
		p.links(episode, at, at+20, func(i int) string { return fmt.Sprint("Episode ", i%perShow+1) })
		p.pager(v)
	}, names, nums(1, 5))
	episode = s.add("/{}/episode-{}", func(p *page, v []int) {
		p.crumb(list.url(v[0], v[1]/20), show(v[0]))
		p.h1("%s, episode %d", show(v[0]), v[1]+1)
		p.f(`<audio controls src="%s"></audio><p>%d:%02d</p>`, file.url(v...), p.between(10, 90), p.r.IntN(60))
		if p.r.IntN(3) == 0 {
			p.s("<p>With ", person(p.r.Uint64()), "</p>")
		}
		p.a(file.url(v...), "Download")
	}, names, nums(1, perShow))
	file = s.add("/media/{}/{}.mp3", func(p *page, _ []int) {
		p.file("audio/mpeg")
		p.b = append([]byte("ID3\x03\x00"), picture(p.r.Uint64(), "gif")...)
	}, names, pad(1, perShow, 3))
}

// lottery are 2,000 draws of six numbers and the draws by year; each page counts visitors.
func lottery(s *Site) {
	const n, perYear = 2000, 104
	from := ymd(1999, 1, 2)
	s.look("Lotto Results", oldSkin, "/ Years")
	var year, draw *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Years")
		p.links(year, 0, year.n, func(i int) string { return fmt.Sprint("Year ", i+1) })
	})
	year = s.add("/year.asp?y={}", func(p *page, v []int) {
		p.h1("Draws of year %d", v[0]+1)
		p.links(draw, v[0]*perYear, v[0]*perYear+perYear, func(i int) string { return fmt.Sprint("No. ", i+1) })
	}, nums(1, chunks(n, perYear)))
	draw = s.add("/draw.asp?no={}", func(p *page, v []int) {
		p.h1("Draw %d", v[0]+1)
		p.f("<p>%s</p><table><tr>", from.plus(v[0]*7/2).format("Mon DD/MM/YYYY"))
		for _, x := range p.r.Perm(49)[:6] {
			p.f("<td>%d</td>", x+1)
		}
		p.f("</tr></table><p>Bonus %d</p>", 1+p.r.IntN(49))
		p.near(0, "&lt;&lt;", "&gt;&gt;", v)
	}, nums(1, n))
}

// timetables are 20 lines with 28 stops and three kinds of days.
func timetables(s *Site) {
	const lines, stops = 20, 28
	kinds := words("weekdays saturdays sundays")
	s.look("City Transport", portalSkin, "/ Lines")
	stop := func(l, k int) string { return place(s.h(1, l, k)) }
	var line, table *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Lines")
		p.links(line, 0, lines, func(i int) string { return fmt.Sprint("Line ", i+1) })
	})
	line = s.add("/line/{}", func(p *page, v []int) {
		p.h1("Line %d", v[0]+1)
		p.s("<ol>")
		for k := range stops {
			p.s("<li>")
			p.a(table.url(v[0], k, 0), stop(v[0], k))
			p.s("</li>\n")
		}
		p.s("</ol>")
	}, nums(1, lines))
	table = s.add("/line/{}/stop/{}/{}", func(p *page, v []int) {
		p.crumb(line.url(v[0]), fmt.Sprint("Line ", v[0]+1))
		p.h1("Line %d, %s, %s", v[0]+1, stop(v[0], v[1]), kinds.text(v[2]))
		p.s("<table>")
		every := 6 + s.draw(14, 2, v[0])*(1+v[2])
		minute := 5*60 + s.draw(20, 3, v[0]) + v[1]*2
		for h := 5; h < 24; h++ {
			for p.f("<tr><th>%d</th><td>", h); minute < h*60+60; minute += every {
				p.f("%02d ", minute%60)
			}
			p.s("</td></tr>\n")
		}
		p.s("</table>")
		for k := range kinds.n {
			p.a(table.url(v[0], v[1], k), kinds.text(k))
		}
		p.near(1, "previous stop", "next stop", v)
	}, nums(1, lines), nums(1, stops), kinds)
}

// webcomic is a chain of 1,550 strips, each a picture; nothing lists them. An advertisement changes.
func webcomic(s *Site) {
	const n = 1550
	s.look("Two Herons", blogSkin, "/ Latest, /about About")
	var strip *family
	s.add("/about", func(p *page, _ []int) { p.h1("About"); p.para(120) })
	panel := func(p *page, i int) {
		p.title = fmt.Sprint("Two Herons #", i+1)
		p.f(`<img src="/strips/%04d.png" title="%s" alt="">`, i+1, strings.TrimSuffix(english.sentence(s.dice(1, i), 1+s.draw(7, 2, i)), "."))
		p.a(strip.url(0), "|&lt;")
	}
	s.add("/", func(p *page, _ []int) { panel(p, n-1); p.a(strip.url(n-1), "Permalink"); p.a(strip.url(n-2), "&lt;") })
	strip = s.add("/strip/{}", func(p *page, v []int) { panel(p, v[0]); p.near(0, "&lt;", "&gt;", v); p.a(strip.url(n-1), "&gt;|") }, nums(1, n))
}

// geojson has 1,100 places on a map. Their pages contain only a script, and the data is in separate resources.
func geojson(s *Site) {
	const n, perList = 1100, 50
	s.look("Open Places", modernSkin, "/ Map")
	var list, item, data *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Open Places")
		p.links(list, 0, list.n, func(i int) string { return fmt.Sprint(i*perList+1, "…") })
	})
	list = s.add("/list/{}", func(p *page, v []int) {
		p.h1("Places")
		p.links(item, v[0]*perList, v[0]*perList+perList, func(i int) string { return fmt.Sprint("#", i+1) })
		p.pager(v)
	}, nums(1, n/perList))
	item = s.add("/feature/{}", func(p *page, v []int) {
		p.title = "Map"
		p.f(`<div id="map" data-src="%s"></div><script src="/static/map.js"></script>`, data.url(v[0]))
		p.a(data.url(v[0]), "GeoJSON")
	}, nums(1, n))
	data = s.add("/features/{}.geojson", func(p *page, v []int) {
		p.file("application/geo+json")
		p.f(`{"type":"Feature","id":%d,"geometry":{"type":"Point","coordinates":[%.5f,%.5f]},"properties":{"name":"%s"}}`+"\n", v[0]+1, p.r.Float64()*360-180, p.r.Float64()*170-85, place(p.r.Uint64()))
	}, nums(1, n))
}

// events is a calendar of 1,096 days that has ended: each day has an event, some have two.
func events(s *Site) {
	const n = 1096
	from := ymd(2009, 1, 1)
	s.look("Town Hall Events 2009-2011", portalSkin, "/ Calendar")
	title := func(i int) string { return english.phrase(s.dice(1, i), 3) }
	var month, day, event *family
	has := func(i int) bool { return i < n || s.draw(3, 2, i-n) == 0 } // the second event of day i-n
	s.add("/", func(p *page, _ []int) { p.h1("Calendar"); p.links(month, 0, month.n, month.dims[0].text) })
	month = s.add("/calendar/{}/", func(p *page, v []int) {
		p.h1("%s %d", monthNames[v[0]%12], 2009+v[0]/12)
		first, until := ymd(2009+v[0]/12, v[0]%12+1, 1), ymd(2009+(v[0]+1)/12, (v[0]+1)%12+1, 1)
		p.s("<table><tr>")
		for t := first; t < until; t++ {
			p.s("<td>")
			p.a(day.url(int(t-from)), t.format("DD"))
			if t.weekday() == 6 {
				p.s("</td></tr><tr>")
			}
		}
		p.s("</tr></table>")
		p.near(0, "« previous month", "next month »", v)
	}, months(2009, 1, 36, "YYYY/MM"))
	n1 := days(from, n, "YYYY/MM/DD")
	day = s.add("/calendar/{}/", func(p *page, v []int) {
		p.h1("%s", from.plus(v[0]).format("Mon DD Jan YYYY"))
		for _, i := range []int{v[0], v[0] + n} {
			if has(i) {
				p.a(event.url(i), title(i))
				p.f(" %d:00<br>", 9+s.draw(12, 3, i))
			}
		}
		p.near(0, "« day before", "day after »", v)
	}, n1)
	event = s.add("/event/{}/", func(p *page, v []int) {
		p.crumb(day.url(v[0]%n), from.plus(v[0]%n).format("DD Jan YYYY"))
		p.h1("%s", title(v[0]))
		p.f("<p>%d:00, %s Hall. Admission %d.</p>", 9+s.draw(12, 3, v[0]), surname(p.r.Uint64()), p.r.IntN(30))
		p.para(p.between(10, 90))
	}, slugs(5001, 2*n, func(i int) string { return slug(title(i)) })).without(func(v []int) bool { return !has(v[0]) })
}
