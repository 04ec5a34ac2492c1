package finite

import (
	"fmt"
	"strings"
)

// stars are 2,300 stars by number, and lists by constellation.
func stars(s *Site) {
	const n, constellations = 2300, 23
	abbr := words("And Aql Aqr Ari Aur Boo Cap Cas Cen Cep Cet CMa Cnc Cyg Dra Eri Gem Her Hya Leo Lyr Ori Peg")
	s.look("Bright Star Catalogue", plainSkin, "/ Constellations")
	var lists, star *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Constellations")
		p.links(lists, 0, lists.n, func(i int) string { return fmt.Sprint(abbr.text(i/4), " ", i%4*25+1) })
	})
	lists = s.add("/cgi-bin/list?con={}&start={}", func(p *page, v []int) {
		p.h1("%s", abbr.text(v[0]))
		at := v[0]*100 + v[1]*25
		p.links(star, at, at+25, func(i int) string { return fmt.Sprint("HIP ", 7001+i) })
		p.pager(v)
	}, abbr, steps(0, 4, 25, 1))
	star = s.add("/cgi-bin/star?hip={}", func(p *page, v []int) {
		p.h1("HIP %d", 7001+v[0])
		p.f("<pre>\nRA  (2000)  %02d %02d %05.2f\nDec (2000) %+03d %02d %04.1f\nVmag        %5.2f\nB-V         %5.2f\nParallax    %6.2f mas\npm RA       %7.2f\npm Dec      %7.2f\nSp          %s%d%s\n</pre>",
			p.r.IntN(24), p.r.IntN(60), p.r.Float64()*60, p.between(-80, 80), p.r.IntN(60), p.r.Float64()*60, p.r.Float64()*6, p.r.Float64()*2, p.r.Float64()*90, p.r.Float64()*200-100, p.r.Float64()*200-100, p.of("O B A F G K M"), p.r.IntN(10), p.of("I II III IV V"))
		p.a(lists.url(v[0]/100, v[0]/25%4), abbr.text(v[0]/100))
		p.near(0, "previous", "next", v)
	}, nums(7001, n))
}

// textfiles are 20 folders with 90 CSV files each; each list can be sorted in eight ways, as some servers offer.
func textfiles(s *Site) {
	const years, files = 20, 90
	s.look("Index of", nil, "")
	var folder, sorted, file *family
	station := func(i int) string { return fmt.Sprint("station_", 10101+i*7) }
	index := func(p *page, year, first int, backwards bool) {
		p.f("<html><head><title>Index of /data/%d</title></head><body><h1>Index of /data/%d</h1><pre>", 1990+year, 1990+year)
		for k, name := range strings.Fields("Name Last_modified Size Description") {
			order := "A"
			if k == first && !backwards {
				order = "D"
			}
			p.f(`<a href="?C=%c;O=%s">%s</a> `, "NMSD"[k], order, name)
		}
		p.s("<hr><a href=\"/data/\">Parent Directory</a>\n")
		for i := range files {
			if backwards {
				i = files - 1 - i
			}
			p.f("<a href=\"/data/%d/%s.csv\">%s.csv</a>  %s 04:1%d  %d.%dK\n", 1990+year, station(i), station(i), ymd(1991+year, 1, 9).format("DD-Jan-YYYY"), i%10, i%40, i%9)
		}
		p.s("</pre><address>Apache/2.4 Server</address></body></html>")
	}
	root := func(p *page, _ []int) {
		p.s("<html><body><h1>Index of /data</h1>")
		p.links(folder, 0, years, folder.dims[0].text)
		p.s("</body></html>")
	}
	s.add("/", func(p *page, _ []int) { p.s("<html><body><a href=data/>data/</a></body></html>") })
	s.add("/data/", root)
	folder = s.add("/data/{}/", func(p *page, v []int) { index(p, v[0], 0, false) }, nums(1990, years))
	sorted = s.add("/data/{}/?C={};O={}", func(p *page, v []int) { index(p, v[0], v[1], v[2] == 1) }, nums(1990, years), words("N M S D"), words("A D"))
	file = s.add("/data/{}/{}.csv", func(p *page, v []int) {
		p.file("text/csv")
		p.s("date,tmin,tmax,rain\n")
		for d := range p.between(12, 60) {
			p.f("%s,%.1f,%.1f,%.1f\n", ymd(1990+v[0], 1, 1).plus(d*6).format("YYYY-MM-DD"), p.r.Float64()*10-5, p.r.Float64()*20, max(0, p.r.Float64()*30-20))
		}
	}, nums(1990, years), named(files, station))
	_, _ = sorted, file
}

// museum has 560 objects with four tabs each, and rooms.
func museum(s *Site) {
	const n, perRoom = 560, 20
	s.look("City Museum", modernSkin, "/ Rooms")
	name := func(i int) string {
		return capital(pick("bowl vase chair coin helmet map clock dagger lamp ring spoon mask tile", s.h(1, i))) + " of " + place(s.h(2, i))
	}
	var room, object, tab *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Rooms")
		p.links(room, 0, room.n, func(i int) string { return fmt.Sprint("Room ", i+1) })
	})
	room = s.add("/rooms/{}", func(p *page, v []int) {
		p.h1("Room %d", v[0]+1)
		p.para(50)
		p.links(object, v[0]*perRoom, v[0]*perRoom+perRoom, name)
	}, nums(1, n/perRoom))
	tabs := words("description provenance literature exhibitions")
	head := func(p *page, i int) {
		p.crumb(room.url(i/perRoom), fmt.Sprint("Room ", i/perRoom+1))
		p.h1("%s", name(i))
		p.f(`<img src="/images/object-%d.jpg" alt="">`, i)
		for t := range tabs.n {
			p.a(tab.url(i, t), capital(tabs.text(t)))
		}
		p.f("<table><tr><td>Inventory no.</td><td>%d.%d</td></tr><tr><td>Material</td><td>%s</td></tr></table>", 1890+s.draw(100, 3, i), i, pick("clay wood silver iron glass paper linen", s.h(4, i)))
	}
	object = s.add("/object/{}", func(p *page, v []int) { head(p, v[0]) }, nums(30100, n))
	tab = s.add("/object/{}?tab={}", func(p *page, v []int) {
		head(p, v[0])
		switch v[1] {
		case 0:
			p.article(p.between(40, 250))
		case 1:
			for y := p.between(1700, 1900); y < 1990; y += p.between(10, 90) {
				p.f("<p>%d, %s, %s</p>", y, person(p.r.Uint64()), place(p.r.Uint64()))
			}
		case 2:
			p.f("<p>%s, %s, p. %d</p>", person(p.r.Uint64()), english.phrase(p.r, 4), p.between(3, 400))
		default:
			p.s("<p>None.</p>")
		}
	}, nums(30100, n), tabs)
}

// genealogy has 2,000 persons, each with links to parents, children and spouse, and an index of surnames by letter.
func genealogy(s *Site) {
	const n = 2000
	s.look("The Family Pages", oldSkin, "/ Start, /surnames.htm Surnames")
	line := func(i int) uint64 {
		for i > 2 && i%2 == 1 {
			i = (i - 1) / 2
		}
		return s.h(1, i)
	}
	name := func(i int) string { return pick(strings.Join(givenNames, " "), s.h(2, i)) + " " + surname(line(i)) }
	var person, letter *family
	born := func(i int) int { return 1990 - 27*len(fmt.Sprintf("%b", i+1)) + s.draw(9, 3, i) }
	s.add("/", func(p *page, _ []int) { p.h1("Welcome to our family"); p.para(80); p.a(person.url(0), name(0)) })
	s.add("/surnames.htm", func(p *page, _ []int) {
		p.h1("Surnames")
		p.links(letter, 0, 26, func(i int) string { return string(rune('A' + i)) })
	})
	letter = s.add("/idx_{}.htm", func(p *page, v []int) {
		p.h1("%c", 'A'+v[0])
		for i := range n {
			if surname(line(i))[0] == 'A'+byte(v[0]) {
				p.a(person.url(i), fmt.Sprintf("%s (%d)", name(i), born(i)))
				p.s("<br>\n")
			}
		}
	}, words("a b c d e f g h i j k l m n o p q r s t u v w x y z"))
	person = s.add("/ps{}.htm", func(p *page, v []int) {
		i := v[0]
		p.h1("%s", name(i))
		p.f("<p>b. %d %s %d, %s</p>", 1+s.draw(28, 4, i), monthNames[s.draw(12, 5, i)][:3], born(i), place(s.h(6, i)))
		for k, who := range []string{"Father: ", "Mother: "} {
			if parent := 2*i + 1 + k; parent < n {
				p.s("<p>", who)
				p.a(person.url(parent), name(parent))
				p.s("</p>")
			}
		}
		if i > 0 {
			spouse := i - 1 + i%2*2
			p.s("<p>Child: ")
			p.a(person.url((i-1)/2), name((i-1)/2))
			if spouse < n {
				p.s("<br>Spouse: ")
				p.a(person.url(spouse), name(spouse))
			}
			p.s("</p>")
		}
	}, pad(1, n, 5))
}

// weather are the readings of five years by day, and months; each page says when it was made.
func weather(s *Site) {
	const n = 1826
	from := ymd(2001, 1, 1)
	s.look("Weather Station 52N", plainSkin, "/ Archive")
	var month, day *family
	s.add("/", func(p *page, _ []int) { p.h1("Archive"); p.links(month, 0, month.n, month.dims[0].text) })
	month = s.add("/obs/{}/", func(p *page, v []int) {
		p.h1("%s", month.dims[0].text(v[0]))
		first := int(ymd(2001+v[0]/12, v[0]%12+1, 1) - from)
		until := int(ymd(2001+(v[0]+1)/12, (v[0]+1)%12+1, 1) - from)
		p.links(day, first, until, func(i int) string { return from.plus(i).format("DD") })
	}, months(2001, 1, 60, "YYYY/MM"))
	day = s.add("/obs/{}.htm", func(p *page, v []int) {
		p.h1("%s", from.plus(v[0]).format("DD Jan YYYY"))
		p.s("<table>")
		p.th("Hour Temp Humidity Pressure Wind Rain")
		for h := 0; h < 24; h += 3 {
			p.row(fmt.Sprintf("%02d", h), fmt.Sprintf("%.1f", p.r.Float64()*30-6), p.between(30, 100), fmt.Sprintf("%.1f", 985+p.r.Float64()*50), p.of("N NE E SE S SW W NW")+fmt.Sprint(" ", p.r.IntN(12)), fmt.Sprintf("%.1f", max(0, p.r.Float64()*4-3)))
		}
		p.s("</table>")
		p.near(0, "previous day", "next day", v)
	}, days(from, n, "YYYY/MM/DD"))
}

// forum has 8 boards with 4 pages of 15 topics. A topic has two pages of five posts, a printable view, and a
// permalink for each of its first posts. Members have profiles.
func forum(s *Site) {
	const boards, perPage, pages, members = 8, 15, 4, 120
	const topics = boards * perPage * pages
	s.look("Bikes Board", oldSkin, "/index.php Index, /memberlist.php Members")
	subject := func(t int) string { return english.phrase(s.dice(1, t), 2+t%4) }
	member := func(m int) string { return strings.ToLower(surname(s.h(2, m))) + fmt.Sprint(m) }
	var board, topic, print, post, profile *family
	posts := func(p *page, t, from, to int) {
		for k := from; k < to; k++ {
			r, m := s.dice(3, t, k), s.draw(members, 4, t, k)
			p.f("<div class=post id=p%d>", t*10+k)
			p.a(profile.url(m), member(m))
			p.f(" %s<p>%s</p></div>\n", ymd(2006, 1, 1).plus(t+k).format("DD Jan YYYY"), english.prose(r, 3+r.IntN(90)))
		}
	}
	index := func(p *page, _ []int) {
		p.h1("Boards")
		p.links(board, 0, board.n, func(i int) string { return fmt.Sprint("Board ", i/pages+1, ", page ", i%pages+1) })
	}
	s.add("/", index)
	s.add("/index.php", index)
	s.add("/memberlist.php", func(p *page, _ []int) { p.h1("Members"); p.links(profile, 0, members, member) })
	board = s.add("/viewforum.php?f={}&start={}", func(p *page, v []int) {
		p.h1("Board %d", v[0]+1)
		at := (v[0]*pages + v[1]) * perPage
		p.links(topic, at*2, at*2+perPage*2, func(i int) string { return fmt.Sprint(subject(i/2), " [", i%2+1, "]") })
		p.pager(v)
	}, nums(1, boards), steps(0, pages, perPage, 1))
	topic = s.add("/viewtopic.php?t={}&start={}", func(p *page, v []int) {
		p.crumb(board.url(v[0]/perPage/pages, v[0]/perPage%pages), "Board")
		p.h1("%s", subject(v[0]))
		posts(p, v[0], v[1]*5, v[1]*5+5)
		p.a(print.url(v[0]), "Print view")
		p.a(post.url(v[0]*2+v[1]), "#")
		p.pager(v)
	}, nums(100, topics), steps(0, 2, 5, 1))
	print = s.add("/viewtopic.php?t={}&view=print", func(p *page, v []int) { p.bare = true; p.h1("%s", subject(v[0])); posts(p, v[0], 0, 10) }, nums(100, topics))
	post = s.add("/viewtopic.php?p={}", func(p *page, v []int) { p.h1("%s", subject(v[0]/2)); posts(p, v[0]/2, v[0]%2*5, v[0]%2*5+5) }, steps(1000, topics*2, 5, 1))
	profile = s.add("/memberlist.php?mode=viewprofile&u={}", func(p *page, v []int) {
		p.h1("%s", member(v[0]))
		p.f("<p>Joined %d. Posts: %d</p>", p.between(2003, 2012), p.between(1, 900))
	}, nums(2, members))
}
