package finite

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// mapsheets is a map of sheets at six scales, 1 to 1,024 sheets, and a seventh for one corner.
func mapsheets(s *Site) {
	s.look("Survey Maps", modernSkin, "/ Start")
	var sheet *family
	s.add("/", func(p *page, _ []int) { p.h1("Survey Maps"); p.para(30); p.a(sheet.url(0, 0, 0), "Overview") })
	has := func(v []int) bool {
		size := 1 << v[0]
		return v[1] < size && v[2] < size && (v[0] < 6 || v[1] < 32 && v[2] < 24)
	}
	sheet = s.add("/sheet/{}/{}/{}.html", func(p *page, v []int) {
		z, x, y := v[0], v[1], v[2]
		p.h1("Sheet %d/%d/%d", z, x, y)
		p.f(`<img src="/tiles/%d/%d/%d.png" width="512">`, z, x, y)
		for _, to := range [][4]int{{z, x, y - 1, 'N'}, {z, x + 1, y, 'E'}, {z, x, y + 1, 'S'}, {z, x - 1, y, 'W'}, {z - 1, x / 2, y / 2, '-'}, {z + 1, 2 * x, 2 * y, '+'}, {z + 1, 2*x + 1, 2 * y, '+'}, {z + 1, 2 * x, 2*y + 1, '+'}, {z + 1, 2*x + 1, 2*y + 1, '+'}} {
			if sheet.has(to[0], to[1], to[2]) {
				p.a(sheet.url(to[0], to[1], to[2]), string(rune(to[3])))
			}
		}
	}, nums(0, 7), nums(0, 64), nums(0, 64)).without(func(v []int) bool { return !has(v) })
}

// languages are 290 pages in six languages, with links between these.
func languages(s *Site) {
	const n, perList = 290, 29
	codes := words("en de fr es it pl")
	spoken := []*lang{english, german, french, spanish, italian, polish}
	s.look("Mountain Railways", portalSkin, "/en/ English, /de/ Deutsch, /fr/ Français, /es/ Español, /it/ Italiano, /pl/ Polski")
	var home, list, article *family
	switcher := func(p *page, f *family, rest ...int) {
		for l := range codes.n {
			at := append([]int{l}, rest...)
			p.f(`<link rel="alternate" hreflang="%s" href="%s">`, codes.text(l), f.url(at...))
			p.a(f.url(at...), codes.text(l))
		}
	}
	title := func(l, i int) string { return spoken[l].phrase(s.dice(1, l, i), 3) }
	s.add("/", func(p *page, _ []int) { p.h1("Mountain Railways"); switcher(p, home) })
	home = s.add("/{}/", func(p *page, v []int) {
		p.lang = spoken[v[0]]
		p.h1("%s", spoken[v[0]].phrase(p.r, 2))
		p.para(70)
		p.links(list, v[0]*10, v[0]*10+10, func(i int) string { return fmt.Sprint(i%10 + 1) })
		switcher(p, home)
	}, codes)
	list = s.add("/{}/{}", func(p *page, v []int) {
		p.lang = spoken[v[0]]
		p.h1("%d", v[1]+1)
		at := v[0]*n + v[1]*perList
		p.links(article, at, at+perList, func(i int) string { return title(v[0], i%n) })
		switcher(p, list, v[1])
	}, codes, nums(1, n/perList))
	article = s.add("/{}/node/{}", func(p *page, v []int) {
		p.lang = spoken[v[0]]
		p.h1("%s", title(v[0], v[1]))
		p.article(20 + s.draw(350, 2, v[1]))
		switcher(p, article, v[1])
	}, codes, nums(100, n))
}

// chess has 1,450 games with their moves, 80 players and 20 openings.
func chess(s *Site) {
	const n, players, openings = 1450, 80, 20
	s.look("Chess Archive", oldSkin, "/ Players, /openings.html Openings")
	name := func(i int) string { return person(s.h(1, i)) }
	white := func(g int) int { return g % players }
	black := func(g int) int { return (g%players + 1 + g/players*3) % players }
	eco := func(i int) string { return fmt.Sprintf("%c%02d", 'A'+i%5, i*17%100) }
	var player, opening, game *family
	s.add("/", func(p *page, _ []int) { p.h1("Players"); p.links(player, 0, players, name) })
	s.add("/openings.html", func(p *page, _ []int) {
		p.h1("Openings")
		p.links(opening, 0, opening.n, func(i int) string { return fmt.Sprint(eco(i/4), " (", i%4+1, ")") })
	})
	line := func(p *page, g int) {
		p.s("<li>")
		p.a(game.url(g), name(white(g))+" - "+name(black(g)))
		p.f(" %d</li>\n", 1880+g%120)
	}
	player = s.add("/player/{}.html", func(p *page, v []int) {
		p.h1("%s", name(v[0]))
		for g := range n {
			if white(g) == v[0] || black(g) == v[0] {
				line(p, g)
			}
		}
	}, tailed(1, players, func(i int) string { return slug(name(i)) }))
	opening = s.add("/eco/{}?page={}", func(p *page, v []int) {
		p.h1("Opening %s", eco(v[0]))
		for g := v[0] + v[1]*19*openings; g < min(n, v[0]+(v[1]+1)*19*openings); g += openings {
			line(p, g)
		}
		p.pager(v)
	}, named(openings, eco), nums(1, 4))
	game = s.add("/game/{}", func(p *page, v []int) {
		p.h1("%s - %s", name(white(v[0])), name(black(v[0])))
		p.f("<p>%s, %d, ECO %s</p><p>", place(p.r.Uint64()), 1880+v[0]%120, eco(v[0]%openings))
		for i := range p.between(12, 70) {
			p.f("%d. %s %s ", i+1, move(p), move(p))
		}
		p.s(p.of("1-0 0-1 ½-½"), "</p>")
		p.a(player.url(white(v[0])), name(white(v[0])))
		p.a(player.url(black(v[0])), name(black(v[0])))
	}, nums(20001, n))
}

// move returns a move of chess.
func move(p *page) string {
	if p.r.IntN(25) == 0 {
		return p.of("O-O O-O-O")
	}
	return p.of("N B R Q K . . . .")[:1] + p.of("x . . .") + string(rune('a'+p.r.IntN(8))) + fmt.Sprint(1+p.r.IntN(8)) + p.of("+ . . . . . .")
}

// bugs are 900 reports with activity and a login page each, and lists by status, component, order and page.
func bugs(s *Site) {
	const n, perPage = 900, 12
	s.look("Bug Tracker", plainSkin, "/ Home, /query.html Search")
	statuses, parts := words("open fixed wontfix duplicate"), words("core ui net db docs build")
	orders := words("id date")
	title := func(i int) string { return strings.TrimSuffix(english.sentence(s.dice(1, i), 4+i%6), ".") }
	var list, bug, activity, login *family
	s.add("/", func(p *page, _ []int) { p.h1("Bug Tracker"); p.para(25); p.a("/query.html", "Search") })
	s.add("/query.html", func(p *page, _ []int) {
		p.h1("Search")
		for i := 0; i < list.n; i += 4 {
			v := list.values(i)
			p.a(list.url(v...), statuses.text(v[0])+"/"+parts.text(v[1])+" by "+orders.text(v[2]))
			p.s("<br>")
		}
	})
	list = s.add("/buglist.cgi?status={}&component={}&order={}&page={}", func(p *page, v []int) {
		p.h1("%s %s", statuses.text(v[0]), parts.text(v[1]))
		for k := range perPage {
			i := (v[3]*perPage + k) * 24
			if v[2] == 1 {
				i = (37 - i/24) * 24
			}
			if i += v[0]*6 + v[1]; i >= 0 && i < n {
				p.a(bug.url(i), fmt.Sprint(bug.dims[0].text(i), " ", title(i)))
				p.s("<br>\n")
			}
		}
		p.pager(v)
	}, statuses, parts, orders, nums(1, 4))
	bug = s.add("/show_bug.cgi?id={}", func(p *page, v []int) {
		p.h1("Bug %s: %s", bug.dims[0].text(v[0]), title(v[0]))
		p.f("<p>Status: %s, component: %s, reporter: %s</p>", statuses.text(v[0]/6%4), parts.text(v[0]%6), surname(p.r.Uint64()))
		for c := range 1 + p.r.IntN(9) {
			p.f("<pre>Comment %d, %s, %s\n%s</pre>\n", c, surname(p.r.Uint64()), ymd(2011, 1, 1).plus(v[0]+c).format("YYYY-MM-DD"), english.prose(p.r, p.between(3, 90)))
		}
		p.a(activity.url(v[0]), "Activity")
		p.a(login.url(v[0]), "Log in to comment")
		p.near(0, "Previous", "Next", v)
	}, nums(4001, n))
	activity = s.add("/show_activity.cgi?id={}", func(p *page, v []int) {
		p.h1("Activity of bug %s", bug.dims[0].text(v[0]))
		p.f("<table><tr><td>%s</td><td>%s</td><td>open</td><td>%s</td></tr></table>", surname(p.r.Uint64()), ymd(2011, 2, 1).plus(v[0]).format("YYYY-MM-DD"), statuses.text(v[0]/6%4))
		p.a(bug.url(v[0]), "Back")
	}, nums(4001, n))
	login = s.add("/login.cgi?goto=show_bug.cgi%3Fid%3D{}", func(p *page, _ []int) {
		p.h1("Log in")
		p.s("<form method=post><input name=login><input name=password type=password><input type=submit></form>")
	}, nums(4001, n))
}

// blogarchive is a blog with a post every other day, archives by year, month and day, tags, and a link to answer each post.
func blogarchive(s *Site) {
	const n, tags, perTag = 880, 20, 11
	from := ymd(2008, 1, 2)
	s.look("Tea & Timber", blogSkin, "/ Home")
	title := func(i int) string { return english.phrase(s.dice(1, i), 2+i%4) }
	dated := days(from, 2*n, "YYYY/MM/DD")
	slugged := dim{n: n, text: func(i int) string { return dated.text(2*i) + "/" + slug(title(i)) }, find: func(t string) int { return dated.find(t[:min(10, len(t))]) / 2 }}
	var year, month, day, tag, post, reply *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Tea &amp; Timber")
		p.links(post, n-10, n, title)
		p.links(year, 0, year.n, year.dims[0].text)
	})
	year = s.add("/{}/", func(p *page, v []int) { p.h1("%d", 2008+v[0]); p.links(month, v[0]*12, v[0]*12+12, month.dims[0].text) }, nums(2008, 5))
	month = s.add("/{}/", func(p *page, v []int) {
		p.h1("Archive for %s %d", monthNames[v[0]%12], 2008+v[0]/12)
		first, until := ymd(2008+v[0]/12, v[0]%12+1, 1), ymd(2008+(v[0]+1)/12, (v[0]+1)%12+1, 1)
		for i := max(0, int(first-from+1)/2); i < min(n, int(until-from+1)/2); i++ {
			p.a(day.url(i), dated.text(2 * i)[8:])
			p.a(post.url(i), title(i))
			p.para(20)
		}
		p.near(0, "« earlier", "later »", v)
	}, months(2008, 1, 58, "YYYY/MM"))
	day = s.add("/{}/", func(p *page, v []int) {
		p.h1("%s", from.plus(2*v[0]).format("DD Jan YYYY"))
		p.a(post.url(v[0]), title(v[0]))
	}, every(dated, 2))
	tagName := func(i int) string { return english.tail(i*31 + 4) }
	tag = s.add("/tag/{}/page/{}/", func(p *page, v []int) {
		p.h1("Tag: %s", tagName(v[0]))
		for k := range perTag {
			if i := (v[1]*perTag+k)*tags + v[0]; i < n {
				p.a(post.url(i), title(i))
			}
		}
		p.pager(v)
	}, named(tags, tagName), nums(1, 4))
	text := func(p *page, i int) {
		p.h1("%s", title(i))
		some(p, s.dice(2, i))
		p.a(tag.url(i%tags, 0), tagName(i%tags))
	}
	post = s.add("/{}/", func(p *page, v []int) {
		text(p, v[0])
		p.a(reply.url(v[0]), "Reply")
		p.near(0, "older", "newer", v)
	}, slugged)
	reply = s.add("/{}/?replytocom=1", func(p *page, v []int) { text(p, v[0]) }, slugged)
}

// some appends one to five paragraphs.
func some(p *page, r *rand.Rand) {
	for range 1 + r.IntN(5) {
		p.s("<p>", english.prose(r, 20+r.IntN(120)), "</p>\n")
	}
}

// every takes each k-th value of a dimension.
func every(d dim, k int) dim {
	return dim{n: d.n / k, text: func(i int) string { return d.text(i * k) }, find: func(s string) int { return d.find(s) / k }}
}
