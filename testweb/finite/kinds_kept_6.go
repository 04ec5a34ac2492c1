package finite

import "fmt"

// stocks are the quotes of five companies on 380 days, and by month; each page shows the time.
func stocks(s *Site) {
	const tickers, n = 5, 380
	from := ymd(2010, 1, 4)
	s.look("Market Data", modernSkin, "/ Companies")
	ticker := words("WFT LOM BOB RED TWL")
	var month, quote *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Companies")
		p.links(month, 0, month.n, func(i int) string { return ticker.text(i/13) + " " + month.dims[1].text(i%13) })
	})
	close1 := func(t, d int) float64 { return float64(1000+s.draw(4000, 1, t)+d*7+s.draw(300, 2, t, d)) / 100 }
	month = s.add("/history?symbol={}&month={}", func(p *page, v []int) {
		p.h1("%s %s", ticker.text(v[0]), month.dims[1].text(v[1]))
		first, until := int(ymd(2010+v[1]/12, v[1]%12+1, 1)-from), int(ymd(2010+(v[1]+1)/12, (v[1]+1)%12+1, 1)-from)
		p.s("<table>")
		for d := max(0, first); d < min(n, until); d++ {
			p.s("<tr><td>")
			p.a(quote.url(v[0], d), from.plus(d).format("YYYY-MM-DD"))
			p.f("</td><td>%.2f</td></tr>\n", close1(v[0], d))
		}
		p.s("</table>")
		p.near(1, "&lt;", "&gt;", v)
	}, ticker, months(2010, 1, 13, "YYYY-MM"))
	quote = s.add("/quote?symbol={}&date={}", func(p *page, v []int) {
		p.h1("%s on %s", ticker.text(v[0]), from.plus(v[1]).format("YYYY-MM-DD"))
		c := close1(v[0], v[1])
		p.s("<table>")
		p.row("Open", fmt.Sprintf("%.2f", c*(.98+p.r.Float64()*.04)))
		p.row("High", fmt.Sprintf("%.2f", c*1.03))
		p.row("Low", fmt.Sprintf("%.2f", c*.97))
		p.row("Close", fmt.Sprintf("%.2f", c))
		p.row("Volume", p.between(1000, 9_000_000))
		p.s("</table>")
		p.near(1, "previous", "next", v)
	}, ticker, days(from, n, "YYYY-MM-DD"))
}

// busstops are 1,500 stops in 50 areas, with the lines that call and stops nearby.
func busstops(s *Site) {
	const n, areas = 1500, 50
	s.look("Where is my bus", portalSkin, "/ Areas")
	area := func(a int) string { return place(s.h(1, a)) }
	name := func(i int) string {
		return surname(s.h(2, i)) + " " + pick("Road Station School Church Inn Square", s.h(3, i))
	}
	var list, stop *family
	s.add("/", func(p *page, _ []int) { p.h1("Areas"); p.links(list, 0, areas, area) })
	list = s.add("/area/{}", func(p *page, v []int) {
		p.h1("%s", area(v[0]))
		p.links(stop, v[0]*30, v[0]*30+30, name)
	}, tailed(1, areas, func(a int) string { return slug(area(a)) }))
	stop = s.add("/stop/{}", func(p *page, v []int) {
		p.crumb(list.url(v[0]/30), area(v[0]/30))
		p.h1("%s", name(v[0]))
		p.f("<p>Stop %s, %.5f N %.5f W</p><p>Lines:", stop.dims[0].text(v[0]), 51+p.r.Float64(), p.r.Float64()*2)
		for range p.between(1, 5) {
			p.f(" %d%s", p.between(1, 99), p.of("A B X N")[:p.r.IntN(2)])
		}
		p.s("</p><p>Nearby: ")
		for _, k := range []int{v[0] - 1, v[0] + 1, v[0] + 7} {
			if stop.has(k) {
				p.a(stop.url(k), name(k))
				p.s(" ")
			}
		}
		p.s("</p>")
	}, steps(43000001, n, 3, 8))
}

// matches are 12 seasons of 26 rounds with six matches each: scores and who scored when.
func matches(s *Site) {
	const seasons, rounds, games = 12, 26, 6
	s.look("League Almanac", oldSkin, "/ Seasons")
	club := func(c int) string { return place(s.h(1, c)) + " " + pick("FC United Town Rovers", s.h(2, c)) }
	var season, round, match *family
	sides := func(v []int) (home, away int) {
		k := v[1]*5 + v[2]
		return (k + v[2]) % 12, (k + v[2] + 1 + v[1]%11) % 12
	}
	s.add("/", func(p *page, _ []int) {
		p.h1("Seasons")
		p.links(season, 0, seasons, func(i int) string { return fmt.Sprintf("%d/%02d", 1990+i, (91+i)%100) })
	})
	season = s.add("/season/{}/", func(p *page, v []int) {
		p.h1("Season %d", 1990+v[0])
		p.links(round, v[0]*rounds, v[0]*rounds+rounds, func(i int) string { return fmt.Sprint("Round ", i%rounds+1) })
	}, nums(1990, seasons))
	round = s.add("/season/{}/round/{}/", func(p *page, v []int) {
		p.h1("Round %d", v[1]+1)
		at := (v[0]*rounds + v[1]) * games
		p.links(match, at, at+games, func(i int) string { h, a := sides(match.values(i)); return club(h) + " - " + club(a) })
		p.near(1, "last round", "next round", v)
	}, nums(1990, seasons), nums(1, rounds))
	match = s.add("/season/{}/round/{}/match/{}.html", func(p *page, v []int) {
		home, away := sides(v)
		p.crumb(season.url(v[0]), fmt.Sprint(1990+v[0]))
		p.crumb(round.url(v[0], v[1]), fmt.Sprint("Round ", v[1]+1))
		h, a := p.r.IntN(5), p.r.IntN(4)
		p.h1("%s - %s %d:%d", club(home), club(away), h, a)
		for range h + a {
			p.f("%d' %s<br>", p.between(1, 90), surname(s.h(3, p.r.IntN(200))))
		}
		p.f("<p>Attendance %d. Referee %s.</p>", p.between(300, 32000), person(s.h(4, p.r.IntN(40))))
	}, nums(1990, seasons), nums(1, rounds), nums(1, games))
}
