package finite

import (
	"fmt"
	"strings"
)

// elections has 4 elections in 20 counties with 30 precincts each.
func elections(s *Site) {
	years := words("2008 2012 2016 2020")
	s.look("Board of Elections", portalSkin, "/ Results")
	county := func(c int) string { return surname(s.h(1, c)) + " County" }
	counties := tailed(1, 20, func(c int) string { return slug(county(c)) })
	var whole, part, precinct *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Official results")
		p.links(whole, 0, 4, func(i int) string { return "General election " + years.text(i) })
	})
	table := func(p *page, e, size int) {
		p.s("<table>")
		p.th("Candidate Party Votes Percent")
		left := 100.0
		for i := range 4 {
			share := left * (.3 + .4*p.r.Float64())
			left -= share
			p.row(person(s.h(2, e, i)), pick("DEM REP LIB GRN", uint64(i)), int(share*float64(size)/100), fmt.Sprintf("%.2f%%", share))
		}
		p.f("</table><p>Registered: %d</p>", size+p.r.IntN(size))
	}
	whole = s.add("/results/{}/", func(p *page, v []int) {
		p.h1("General election %s", years.text(v[0]))
		table(p, v[0], 2_000_000)
		p.links(part, v[0]*20, v[0]*20+20, func(i int) string { return county(i % 20) })
	}, years)
	part = s.add("/results/{}/{}/", func(p *page, v []int) {
		p.crumb(whole.url(v[0]), years.text(v[0]))
		p.h1("%s", county(v[1]))
		table(p, v[0], 100_000)
		at := (v[0]*20 + v[1]) * 30
		p.links(precinct, at, at+30, func(i int) string { return fmt.Sprintf("Precinct %03d", i%30+1) })
	}, years, counties)
	precinct = s.add("/results/{}/{}/precinct-{}", func(p *page, v []int) {
		p.crumb(part.url(v[0], v[1]), county(v[1]))
		p.h1("Precinct %03d", v[2]+1)
		table(p, v[0], 900)
		p.s("Other elections: ")
		for e := range 4 {
			p.a(precinct.url(e, v[1], v[2]), years.text(e))
		}
	}, years, counties, pad(1, 30, 3))
}

// dockets are 1,500 court cases, listed by judge and by month of filing.
func dockets(s *Site) {
	const n, judges = 1500, 20
	s.look("District Court, Public Dockets", portalSkin, "/ Home, /judges/ Judges")
	judge := func(j int) string { return "Hon. " + person(s.h(1, j)) }
	parties := func(i int) string {
		return surname(s.h(2, i)) + " v. " + surname(s.h(3, i)) + " " + pick("LLC Inc. Corp. County Bank", s.h(4, i))
	}
	var month, bench, docket *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Cases by month of filing")
		p.links(month, 0, month.n, month.dims[0].text)
	})
	s.add("/judges/", func(p *page, _ []int) { p.h1("Judges"); p.links(bench, 0, bench.n, judge) })
	month = s.add("/filed/{}/", func(p *page, v []int) {
		p.h1("Filed in %s", month.dims[0].text(v[0]))
		p.links(docket, v[0]*25, v[0]*25+25, parties)
		p.near(0, "previous month", "next month", v)
	}, months(2016, 1, n/25, "YYYY-MM"))
	bench = s.add("/judge/{}", func(p *page, v []int) {
		p.h1("%s", judge(v[0]))
		p.s("<table>\n")
		for i := v[0]; i < n; i += judges {
			p.s("<tr><td>")
			p.a(docket.url(i), docket.dims[0].text(i))
			p.s("</td><td>", parties(i), "</td></tr>\n")
		}
		p.s("</table>")
	}, tailed(1, judges, func(j int) string { return slug(judge(j)) }))
	docket = s.add("/case/cv-{}", func(p *page, v []int) {
		p.crumb(month.url(v[0]/25), month.dims[0].text(v[0]/25))
		p.h1("%s", parties(v[0]))
		p.s("<p>Assigned to: ")
		p.a(bench.url(v[0]%judges), judge(v[0]%judges))
		p.f("<br>Cause: %d:%d %s</p><table>\n", p.between(15, 42), p.between(100, 2900), english.phrase(p.r, 2))
		day := ymd(2016, 1, 3).plus(v[0] / 25 * 30)
		for i := range p.between(2, 40) {
			day = day.plus(p.r.IntN(20))
			p.row(day.format("MM/DD/YYYY"), i+1, strings.ToUpper(p.of("complaint motion order notice summons answer stipulation minute"))+" by "+surname(p.r.Uint64())+". "+english.sentence(p.r, p.between(3, 20)))
		}
		p.s("</table>")
	}, pad(10021, n, 6))
}

// rates are the exchange rates of 1,500 days against 24 currencies, and each currency by year.
func rates(s *Site) {
	const n = 1500
	from := ymd(2012, 1, 1)
	s.look("Reference rates", plainSkin, "/ Rates, /currencies Currencies")
	currencies := words("aud bgn brl cad chf cny czk dkk gbp hkd huf idr ils inr jpy krw mxn nok nzd pln sek sgd usd zar")
	value := func(t, c int) string {
		base := float64(1+s.draw(900, 1, c)) / 70
		return fmt.Sprintf("%.4f", base*(1+float64(s.draw(1000, 2, c, t))/9000))
	}
	var month, day, year *family
	s.add("/", func(p *page, _ []int) { p.h1("Rates by month"); p.links(month, 0, month.n, month.dims[0].text) })
	s.add("/currencies", func(p *page, _ []int) {
		p.h1("Currencies")
		p.links(year, 0, year.n, func(i int) string { return strings.ToUpper(currencies.text(i/5)) + fmt.Sprint(" ", 2012+i%5) })
	})
	month = s.add("/rates/{}", func(p *page, v []int) {
		p.h1("%s", month.dims[0].text(v[0]))
		first := ymd(2012+v[0]/12, v[0]%12+1, 1)
		next := ymd(2012+(v[0]+1)/12, (v[0]+1)%12+1, 1)
		p.links(day, int(first-from), int(next-from), func(i int) string { return from.plus(i).format("DD Jan YYYY") })
		p.near(0, "&lt;", "&gt;", v)
	}, months(2012, 1, 50, "YYYY/MM"))
	day = s.add("/rates/{}", func(p *page, v []int) {
		p.crumb("/", "Rates")
		p.h1("Rates on %s", from.plus(v[0]).format("DD Jan YYYY"))
		p.s("<table border=1>\n")
		for c := range currencies.n {
			p.row(strings.ToUpper(currencies.text(c)), value(v[0], c))
		}
		p.s("</table>\n")
		p.near(0, "Previous day", "Next day", v)
	}, days(from, n, "YYYY/MM/DD"))
	year = s.add("/currency/{}/{}", func(p *page, v []int) {
		p.h1("%s in %d", strings.ToUpper(currencies.text(v[0])), 2012+v[1])
		p.s("<pre>")
		for t := v[1] * 365; t < min(n, v[1]*365+365); t += 5 {
			p.f("%s %s\n", from.plus(t).format("YYYY-MM-DD"), value(t, v[0]))
		}
		p.s("</pre>")
		p.near(1, "year before", "year after", v)
	}, currencies, nums(2012, 5))
}

// wiki has 170 articles, each with a history, five old versions, four differences, back links and a talk page.
func wiki(s *Site) {
	const n, old = 170, 5
	s.look("Fenwiki", docsSkin, "/index.php?title=Special:AllPages All pages")
	title := func(i int) string {
		return strings.ReplaceAll(english.phrase(s.dice(1, i), 2), " ", "_") + fmt.Sprint("_", i)
	}
	titles := named(n, title)
	var view, talk, history, oldid, diff, backlinks *family
	tabs := func(p *page, i int) {
		for k, f := range []*family{view, talk, history, backlinks} {
			p.a(f.url(i), pick("Article Discussion History What_links_here", uint64(k)))
		}
	}
	s.add("/", func(p *page, _ []int) {
		p.h1("Main Page")
		p.links(view, 0, 12, title)
		p.a("/index.php?title=Special:AllPages", "All pages")
	})
	s.add("/index.php?title=Special:AllPages", func(p *page, _ []int) { p.h1("All pages"); p.links(view, 0, n, title) })
	view = s.add("/index.php?title={}", func(p *page, v []int) {
		p.h1("%s", strings.ReplaceAll(title(v[0]), "_", " "))
		tabs(p, v[0])
		wikiText(p, v[0], old)
		p.links(view, v[0]*7%n, v[0]*7%n+3, title)
	}, titles)
	talk = s.add("/index.php?title=Talk:{}", func(p *page, v []int) { p.h1("Talk:%s", title(v[0])); tabs(p, v[0]); p.article(v[0] % 5 * 30) }, titles)
	history = s.add("/index.php?title={}&action=history", func(p *page, v []int) {
		p.h1("History of %s", title(v[0]))
		p.s("<ul>")
		for k := range old {
			p.s("<li>")
			p.a(oldid.url(v[0], k), ymd(2009, 1, 1).plus(v[0]*9+k*30).format("DD Jan YYYY"))
			if k > 0 {
				p.a(diff.url(v[0], k-1), "diff")
			}
			p.s(" ", surname(s.h(3, v[0], k)), " (", p.of("typo copyedit more links minor revert"), ")</li>\n")
		}
		p.s("</ul>")
	}, titles)
	oldid = s.add("/index.php?title={}&oldid={}", func(p *page, v []int) { p.h1("%s", title(v[0])); tabs(p, v[0]); wikiText(p, v[0], v[1]) }, titles, nums(31, old))
	diff = s.add("/index.php?title={}&diff={}&oldid=prev", func(p *page, v []int) {
		p.h1("Difference: %s", title(v[0]))
		tabs(p, v[0])
		p.f("<table class=diff><tr><td>- %s</td><td>+ %s</td></tr></table>", english.sentence(p.r, 12), english.sentence(p.r, 14))
		wikiText(p, v[0], v[1]+1)
	}, titles, nums(32, old-1))
	backlinks = s.add("/index.php?title=Special:WhatLinksHere/{}", func(p *page, v []int) { p.h1("Pages that link to %s", title(v[0])); p.links(view, v[0], v[0]+1, title) }, titles)
}

// wikiText appends a version of an article.
func wikiText(p *page, i, version int) {
	r := p.dice(2, i)
	for range 2 + i%7 {
		p.s("<p>", english.prose(r, 50+10*version), "</p>")
	}
}

// coins has coins of 20 countries, 6 denominations each, in 18 years.
func coins(s *Site) {
	s.look("Numista's Drawer", oldSkin, "/ Countries")
	country := func(c int) string { return surname(s.h(1, c)) + "ia" }
	countries := tailed(1, 20, func(c int) string { return slug(country(c)) })
	values := words("1-penny 3-pence 6-pence 1-florin 2-florins 1-crown")
	var nation, series, coin *family
	s.add("/", func(p *page, _ []int) { p.h1("Countries"); p.links(nation, 0, 20, country) })
	nation = s.add("/catalog/{}/", func(p *page, v []int) {
		p.h1("Coins of %s", country(v[0]))
		p.links(series, v[0]*6, v[0]*6+6, func(i int) string { return values.text(i % 6) })
	}, countries)
	series = s.add("/catalog/{}/{}/", func(p *page, v []int) {
		p.h1("%s, %s", country(v[0]), values.text(v[1]))
		at := (v[0]*6 + v[1]) * 18
		p.links(coin, at, at+18, func(i int) string { return fmt.Sprint(1900 + 3*(i%18)) })
	}, countries, values)
	coin = s.add("/catalog/{}/{}/{}.html", func(p *page, v []int) {
		p.crumb("/", "Countries")
		p.crumb(nation.url(v[0]), country(v[0]))
		p.crumb(series.url(v[0], v[1]), values.text(v[1]))
		p.h1("%s %s %d", country(v[0]), values.text(v[1]), 1900+3*v[2])
		p.f("<img src=\"/coins/%d/%d/%d-o.jpg\"><img src=\"/coins/%d/%d/%d-r.jpg\"><table>", v[0], v[1], v[2], v[0], v[1], v[2])
		p.row("Metal", p.of("Silver Bronze Copper-nickel Brass"))
		p.row("Weight", fmt.Sprintf("%.2f g", 1+p.r.Float64()*20))
		p.row("Diameter", fmt.Sprintf("%.1f mm", 14+p.r.Float64()*20))
		p.row("Mintage", p.between(1, 90)*12500)
		p.row("VF", fmt.Sprintf("%d.50", p.between(1, 60)))
		p.s("</table>")
		p.near(2, "earlier year", "later year", v)
	}, countries, values, steps(1900, 18, 3, 4))
}
