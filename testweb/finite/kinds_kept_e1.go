package finite

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"weft/internal/splitmix"
)

// keptEndless are the endless kinds of the kept half.
func keptEndless() []Kind {
	return []Kind{
		{Name: "tokens", About: "links to vote with a token that is new at each request", Noise: Generated, lay: tokens},
		{Name: "facets", About: "a search with eight facets, all combinations", lay: facets},
		{Name: "clocklinks", About: "the time in the query of each link", Noise: Generated, lay: clocklinks},
		{Name: "calweeks", About: "weeks of rooms, with a link to book each hour", lay: calweeks},
		{Name: "encoding", About: "tags whose percent signs are escaped once more on each page", lay: encoding},
		{Name: "trail", About: "the pages seen before in the query of each link", lay: trail},
		{Name: "sorts", About: "a table whose orders are appended to the query", lay: sorts},
		{Name: "counter", About: "a count in each link that goes up by one", lay: counter},
		{Name: "replytocom", About: "links to reply that keep the query of the page", lay: replytocom},
		{Name: "relgrowth", About: "relative links in the menu of a server that ignores the rest of a path", lay: relgrowth},
		{Name: "babble", About: "babble that is the same at each visit, and links to more", Unbounded: true, lay: babble},
		{Name: "adverts", About: "advertisements with a new address at each request", Noise: Generated, lay: adverts},
		{Name: "calmonths", About: "months and years of an empty calendar", lay: calmonths},
		{Name: "randomwords", About: "random words and links at each request", Noise: Generated, lay: randomwords},
		{Name: "echo", About: "a search that repeats what was searched, and suggests one word more", lay: echo},
		{Name: "jsonpages", About: "records without content as JSON in HTML, page by page", lay: jsonpages},
		{Name: "sessionquery", About: "a session in the query of each link, new at each request", Noise: Generated, lay: sessionquery},
	}
}

// tokens has links to vote for each of 80 stories, with a token that is new at each request.
func tokens(s *Site) {
	s.look("Story Votes", modernSkin, "/ Home")
	story := s.core("stories", 80, 250)
	vote := func(p *page, i int, way string) {
		p.a(fmt.Sprintf("/vote/%s?id=%d&csrf=%016x", way, i, splitmix.Seed(p.Seed, p.n, uint64(i))), way) //nolint:gosec // not negative
	}
	show := story.show
	story.show = func(p *page, v []int) { show(p, v); vote(p, v[0], "up"); vote(p, v[0], "down") }
	for _, way := range []string{"up", "down"} {
		s.asked("/vote/"+way, func(p *page, q url.Values) {
			i := min(max(integer(q, "id"), 0), story.n-1)
			p.h1("Thank you")
			p.s("<p>Your vote was counted.</p>")
			p.a(story.url(i), "Back to the story")
			vote(p, i, "up")
			vote(p, i, "down")
		})
	}
}

// facets filters 90 lamps by any set of values of eight facets.
func facets(s *Site) {
	s.look("Lamp World", shopSkin, "/ Home, /lamps All lamps")
	lamp := s.core("lamp", 90, 80)
	names := strings.Fields("color size material style room brand price rating")
	s.asked("/lamps", func(p *page, q url.Values) {
		p.h1("Lamps")
		p.s("<ul>\n")
		for i := range lamp.n {
			fits := true
			for k, f := range names {
				fits = fits && (q.Get(f) == "" || integer(q, f) == s.draw(5, 1, i, k))
			}
			if fits {
				p.s("<li>")
				p.a(lamp.url(i), lamp.url(i)[6:])
				p.s("</li>\n")
			}
		}
		p.s("</ul>\n<div class=filters>")
		for _, f := range names {
			for value := range 5 {
				with := url.Values{}
				for k := range q {
					with.Set(k, q.Get(k))
				}
				if with.Set(f, fmt.Sprint(value)); q.Get(f) == fmt.Sprint(value) {
					with.Del(f)
				}
				p.a(strings.TrimSuffix("/lamps?"+with.Encode(), "?"), fmt.Sprint(f, " ", value))
			}
		}
		p.s("</div>")
	})
}

// unqueried takes a parameter out of targets.
func unqueried(name string) func(string) string {
	return func(target string) string {
		path, query, ok := strings.Cut(target, "?")
		if !ok {
			return target
		}
		var left []string
		for part := range strings.SplitSeq(query, "&") {
			if !strings.HasPrefix(part, name+"=") {
				left = append(left, part)
			}
		}
		return strings.TrimSuffix(path+"?"+strings.Join(left, "&"), "?")
	}
}

// requeried appends a parameter to the targets of all links.
func requeried(body, parameter string) string {
	parts := strings.Split(body, `<a href="/`)
	for i := 1; i < len(parts); i++ {
		target, rest, _ := strings.Cut(parts[i], `"`)
		join := "?"
		if strings.Contains(target, "?") {
			join = "&amp;"
		}
		parts[i] = target + join + parameter + `"` + rest
	}
	return strings.Join(parts, `<a href="/`)
}

// clocklinks puts the time into all links, against caches.
func clocklinks(s *Site) {
	s.look("Live Scores", modernSkin, "/ Home")
	s.core("games", 90, 120)
	s.strip = unqueried("t")
	s.rewrite = func(p *page, body string) string { return requeried(body, fmt.Sprint("t=", 1700000000+p.n)) }
}

// sessionquery puts a new session into all links of a page, whatever session the request had.
func sessionquery(s *Site) {
	s.look("Old Shop", oldSkin, "/ Home")
	s.core("articles", 100, 200)
	s.strip = unqueried("PHPSESSID")
	s.rewrite = func(p *page, body string) string {
		return requeried(body, fmt.Sprintf("PHPSESSID=%016x%016x", splitmix.Seed(p.Seed, p.n, 1), splitmix.Seed(p.Seed, p.n, 2)))
	}
}

// calweeks shows five rooms by week, with a page to book each hour.
func calweeks(s *Site) {
	s.look("Room Booking", portalSkin, "/ Home, /rooms/0/week/2024-05-06 Rooms")
	s.core("rules", 60, 200)
	layout := days(ymd(1, 1, 1), 1<<30, "YYYY-MM-DD")
	for room := range 5 {
		s.dynamic(fmt.Sprintf("/rooms/%d/week/", room), func(p *page, rest string) bool {
			t := layout.find(rest)
			if t < 7 {
				return false
			}
			p.h1("Room %d, week of %s", room+1, rest)
			p.s("<table>")
			for h := 8; h < 18; h++ {
				p.f("<tr><td>%d:00</td>", h)
				for d := range 5 {
					p.s("<td>")
					p.a(fmt.Sprintf("/book?room=%d&from=%sT%02d:00", room, layout.text(t+d), h), "free")
					p.s("</td>")
				}
				p.s("</tr>\n")
			}
			p.s("</table>")
			p.a(fmt.Sprintf("/rooms/%d/week/%s", room, layout.text(t-7)), "&lt;")
			p.a(fmt.Sprintf("/rooms/%d/week/%s", room, layout.text(t+7)), "&gt;")
			for other := range 5 {
				p.a(fmt.Sprintf("/rooms/%d/week/%s", other, rest), fmt.Sprint("Room ", other+1))
			}
			return true
		})
	}
	s.asked("/book", func(p *page, q url.Values) {
		p.h1("Book room %d", integer(q, "room")+1)
		p.f("<p>From %s</p><form method=post><input name=name><button>Book</button></form>", escape(q.Get("from")))
	})
}

// encoding has pages of tags, which link to themselves with their percent signs escaped.
func encoding(s *Site) {
	s.look("Café Blog", blogSkin, "/ Home")
	post := s.core("posts", 70, 250)
	tags := strings.Fields("caf%C3%A9 th%C3%A9 g%C3%A2teau cr%C3%A8me p%C3%A2te fra%C3%AEche br%C3%BBl%C3%A9e")
	show := post.show
	post.show = func(p *page, v []int) {
		show(p, v)
		p.a("/tag/"+tags[v[0]%len(tags)], "tag")
	}
	s.dynamic("/tag/", func(p *page, rest string) bool {
		p.h1("Tag: %s", escape(rest))
		if k := slices.Index(tags, rest); k >= 0 {
			for i := k; i < post.n; i += len(tags) {
				p.a(post.url(i), "post")
			}
		} else {
			p.s("<p>No posts.</p>")
		}
		p.a("/tag/"+strings.ReplaceAll(rest, "%", "%25"), "permalink")
		return true
	})
}

// trail has 60 pages, whose links carry the numbers of the pages seen before.
func trail(s *Site) {
	const n = 60
	s.look("House of Tiles", shopSkin, "/ Home")
	var view *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Tiles")
		p.a(view.url(0), "Start here")
		p.links(view, 0, n, func(i int) string { return fmt.Sprint("Tile ", i+1) })
	})
	view = s.add("/view?id={}", func(p *page, v []int) {
		p.h1("Tile %d", v[0]+1)
		seen := ""
		if _, query, ok := strings.Cut(p.target, "&trail="); ok {
			seen = query + "."
			for id := range strings.SplitSeq(query, ".") {
				p.s("&gt; Tile ", escape(id))
			}
		}
		r := s.dice(1, v[0])
		p.s("<p>", english.prose(r, 20+r.IntN(80)), "</p>")
		for range 4 {
			k := r.IntN(n)
			p.a(fmt.Sprintf("%s&trail=%s%d", view.url(k), seen, v[0]+1), fmt.Sprint("Tile ", k+1))
		}
	}, nums(1, n))
	s.strip = unqueried("trail")
}

// sorts is a table of 80 rows; a click on a heading appends the order to those before.
func sorts(s *Site) {
	s.look("Fleet List", modernSkin, "/ Home, /fleet Fleet")
	ship := s.core("ship", 80, 120)
	columns := strings.Fields("name built tons length flag")
	s.asked("/fleet", func(p *page, q url.Values) {
		p.h1("Fleet")
		by := q["sort"]
		p.s("<table><tr>")
		for _, c := range columns {
			for _, dir := range []string{"asc", "desc"} {
				join := "?"
				if len(by) > 0 {
					join = "&"
				}
				p.s("<th>")
				p.a(p.target+join+"sort="+c+"&dir="+dir, c+" "+dir)
				p.s("</th>")
			}
		}
		p.s("</tr>\n")
		start := s.draw(ship.n, hash(strings.Join(by[max(0, len(by)-2):], " ")))
		for k := range ship.n {
			i := (start + k) % ship.n
			p.s("<tr><td>")
			p.a(ship.url(i), ship.url(i)[6:])
			p.f("</td><td>%d</td><td>%d</td></tr>\n", 1950+s.draw(70, 2, i), s.draw(90000, 3, i))
		}
		p.s("</table>")
	})
}

// counter has links with a count of hits that goes up by one.
func counter(s *Site) {
	s.look("Guest House", oldSkin, "/ Home, /guestbook?hit=1 Guestbook")
	s.core("rooms", 60, 120)
	s.asked("/guestbook", func(p *page, q url.Values) {
		n := integer(q, "hit")
		p.h1("Guestbook")
		p.f("<p>You are guest number %d.</p>", n)
		p.a(fmt.Sprint("/guestbook?hit=", n+1), "Reload")
		p.a(fmt.Sprint("/guestbook?hit=", n+1, "&sign=1"), "Sign")
	})
}

// replytocom has six comments below each of 60 posts, and links to reply that keep the query of the page.
func replytocom(s *Site) {
	s.look("Kiln and Clay", blogSkin, "/ Home")
	post := s.core("posts", 60, 300)
	show := post.show
	post.show = func(p *page, v []int) {
		show(p, v)
		for k := range 6 {
			id := v[0]*10 + k
			p.f("<div id=comment-%d>%s: %s", id, person(s.h(1, id)), english.prose(s.dice(2, id), 4+s.draw(50, 3, id)))
			join := "?"
			if strings.Contains(p.target, "?") {
				join = "&"
			}
			p.a(fmt.Sprintf("%s%sreplytocom=%d#respond", p.target, join, id), "Reply")
			p.s("</div>\n")
		}
	}
	s.strip = unqueried("replytocom")
}

// relgrowth has a menu of relative links, and shows the page of the last part of any path.
func relgrowth(s *Site) {
	s.look("Plumber's Mate", plainSkin, "")
	s.core("jobs", 60, 150)
	pages := words("about prices contact areas links")
	show := func(p *page, k int) {
		p.r = s.dice(1, k)
		p.h1("%s", capital(pages.text(k)))
		p.article(40 + k*30)
		for i := range pages.n {
			p.f(`<a href="%s/">%s</a> `, pages.text(i), capital(pages.text(i)))
		}
	}
	front := s.families[0].show
	s.families[0].show = func(p *page, v []int) { front(p, v); p.s(`<a href="about/">About</a> <a href="contact/">Contact</a> `) }
	s.dynamic("/", func(p *page, rest string) bool {
		parts := strings.Split(strings.TrimSuffix(rest, "/"), "/")
		k := pages.find(parts[len(parts)-1])
		if k >= 0 {
			show(p, k)
		}
		return k >= 0
	})
}

// babble has at each address below /read/ some hundred words, the same at each visit, and links to more.
func babble(s *Site) {
	s.look("Reading Room", docsSkin, "/ Home, /read/first Reading")
	s.core("guides", 60, 300)
	s.dynamic("/read/", func(p *page, _ string) bool {
		p.h1("%s", english.phrase(p.r, 3))
		p.article(p.between(80, 400))
		for range p.between(4, 9) {
			p.a(fmt.Sprintf("/read/%s/%s", english.rare(p.r), english.rare(p.r)), english.phrase(p.r, 2))
		}
		return true
	})
}

// adverts has on each page three links to sponsors with an address that is new at each request.
func adverts(s *Site) {
	s.look("Free Recipes", blogSkin, "/ Home")
	s.core("recipes", 90, 250)
	s.dynamic("/click/", func(p *page, _ string) bool {
		h := splitmix.Seed(p.Seed, p.n, 3)
		p.h1("A word from our sponsor")
		p.f("<p>%s: now %d%% off. <b>%s</b></p>", surname(h), h%70, capital(english.tail(int(h%5000))))
		return true
	})
	s.rewrite = func(p *page, body string) string {
		var ads strings.Builder
		for i := range uint64(3) {
			h := splitmix.Seed(p.Seed, p.n, 4, i)
			fmt.Fprintf(&ads, `<a href="/click/%x?ad=%d"><img src="/static/ad%d.gif" alt=""></a>`, h, h%40, h%40)
		}
		return strings.Replace(body, "<footer>", ads.String()+"<footer>", 1)
	}
}

// calmonths is a calendar by month without any event.
func calmonths(s *Site) {
	s.look("Choir", oldSkin, "/ Home, /cal.php?month=5&year=2024 Calendar")
	s.core("songs", 60, 150)
	s.asked("/cal.php", func(p *page, q url.Values) {
		m, y := min(max(integer(q, "month"), 1), 12), integer(q, "year")
		p.h1("%s %d", monthNames[m-1], y)
		p.s("<table><tr>")
		for t := ymd(y, m, 1); t < ymd(y, m, 29); t++ {
			if p.f("<td>%s</td>", t.format("DD")); t.weekday() == 6 {
				p.s("</tr><tr>")
			}
		}
		p.s("</tr></table><p>No events this month.</p>")
		for _, by := range []int{-12, -1, 1, 12} {
			k := y*12 + m - 1 + by
			p.a(fmt.Sprintf("/cal.php?month=%d&year=%d", k-12*floor(k, 12)+1, floor(k, 12)), fmt.Sprintf("%+d", by))
		}
	})
}

// randomwords draws words and links anew at each request.
func randomwords(s *Site) {
	s.look("Mail Directory", plainSkin, "/ Home, /dir/members Members")
	s.core("lists", 50, 120)
	s.dynamic("/dir/", func(p *page, _ string) bool {
		p.r = splitmix.Rand(p.Seed, p.n, 6)
		p.h1("Members")
		for range p.between(10, 40) {
			p.f("%s@%s.example<br>\n", english.tail(p.r.IntN(90000)), english.tail(p.r.IntN(9000)))
		}
		for range 5 {
			w := english.tail(p.r.IntN(1 << 30))
			p.a("/dir/"+w, w)
		}
		return true
	})
}

// echo is a search that repeats the query and suggests the query with one word more.
func echo(s *Site) {
	s.look("Quick Find", modernSkin, "/ Home, /search?q=lamp Search")
	s.core("help", 60, 200)
	related := strings.Fields("cheap best near online used review price sale top free")
	s.asked("/search", func(p *page, q url.Values) {
		p.h1("Results for “%s”", escape(q.Get("q")))
		p.f("<p>Your search for “%s” matched no documents. Try one of these:</p>", escape(q.Get("q")))
		for _, w := range related {
			p.a("/search?q="+url.QueryEscape(q.Get("q")+" "+w), escape(q.Get("q"))+" "+w)
		}
	})
}

// jsonpages shows the records of an interface as JSON in HTML; there is always a next page.
func jsonpages(s *Site) {
	s.look("Records API", modernSkin, "/ Home, /api/records/?limit=10&offset=0 Records")
	s.core("docs", 60, 250)
	s.asked("/api/records/", func(p *page, q url.Values) {
		at := integer(q, "offset")
		p.h1("Record List")
		p.f("<pre>HTTP 200 OK\nAllow: GET, HEAD\nContent-Type: application/json\n\n{\n  \"count\": null,\n  \"next\": \"<a href=\"/api/records/?limit=10&amp;offset=%d\">…offset=%d</a>\",\n  \"results\": [\n", at+10, at+10)
		for i := at; i < at+10; i++ {
			p.f("    {\"id\": %d, \"state\": null, \"values\": []},\n", i)
		}
		p.s("  ]\n}</pre>")
	})
}
