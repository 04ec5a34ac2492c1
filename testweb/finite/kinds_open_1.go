package finite

import (
	"fmt"
	"strings"
)

// homes are houses for sale: 40 towns with four pages of ten houses each.
func homes(s *Site) {
	const towns, perTown = 40, 40
	s.look("Hearth Homes", modernSkin, "/ Home, /sell Sell, /mortgage Mortgage")
	town := func(t int) string { return place(s.h(1, t)) }
	towned := tailed(1, towns, func(t int) string { return slug(town(t)) })
	var lists, house *family
	street := func(i int) string {
		return fmt.Sprint(1+s.draw(90, 2, i), " ", surname(s.h(3, i)), " ", pick("Road Street Lane Close Avenue Drive", s.h(4, i)))
	}
	s.add("/", func(p *page, _ []int) {
		p.h1("Find your home")
		p.links(lists, 0, lists.n, func(i int) string { return fmt.Sprint(town(i/4), ", page ", i%4+1) })
	})
	for _, name := range []string{"sell", "mortgage"} {
		s.add("/"+name, func(p *page, _ []int) { p.h1("%s", capital(name)); p.article(250) })
	}
	lists = s.add("/for-sale/{}?page={}", func(p *page, v []int) {
		p.h1("Houses for sale in %s", town(v[0]))
		for i := v[1] * 10; i < v[1]*10+10; i++ {
			k := v[0]*perTown + i
			p.f(`<div class="card"><img src="/photos/%d/1.jpg"><h3>`, k)
			p.a(house.url(k), street(k))
			p.f("</h3><b>%d,000</b> %d bedrooms</div>\n", 90+s.draw(800, 5, k), 1+s.draw(5, 6, k))
		}
		p.pager(v)
	}, towned, nums(1, 4))
	house = s.add("/property/{}", func(p *page, v []int) {
		k := v[0]
		p.crumb("/", "Home")
		p.crumb(lists.url(k/perTown, 0), town(k/perTown))
		p.h1("%s, %s", street(k), town(k/perTown))
		for i := range 1 + s.draw(6, 7, k) {
			p.f(`<img src="/photos/%d/%d.jpg" alt="">`, k, i+1)
		}
		p.f("<ul><li>Price %d,000</li><li>%d bedrooms</li><li>%d m²</li><li>Built %d</li></ul>\n", 90+s.draw(800, 5, k), 1+s.draw(5, 6, k), p.between(40, 260), p.between(1840, 2023))
		p.para(p.between(8, 110))
		p.near(0, "Previous property", "Next property", v)
	}, tailed(1001, towns*perTown, func(i int) string { return slug(street(i)) }))
}

// datasheets are electronic parts: 12 families with 140 parts each, and a PDF for each part.
func datasheets(s *Site) {
	const perFamily = 140
	cats := words("op-amps comparators regulators diodes zeners mosfets bjts optocouplers crystals inductors relays thermistors")
	s.look("Parametrix Components", portalSkin, "/ Products")
	var lists, part, sheet *family
	code := func(c, i int) string { return strings.ToUpper(cats.text(c)[:2]) + part.dims[1].text(i) }
	s.add("/", func(p *page, _ []int) {
		p.h1("Product families")
		p.links(lists, 0, lists.n, func(i int) string { return fmt.Sprint(cats.text(i/7), " (", i%7+1, ")") })
	})
	lists = s.add("/products/{}/?p={}", func(p *page, v []int) {
		p.h1("%s", cats.text(v[0]))
		p.s("<table>\n")
		p.th("Part Package V_max I_max Price")
		for i := v[1] * 20; i < v[1]*20+20; i++ {
			p.s("<tr><td>")
			p.a(part.url(v[0], i), code(v[0], i))
			p.f("</td><td>%s</td><td>%.1f</td><td>%.3f</td><td>%.4f</td></tr>\n", p.of("SOT-23 SOIC-8 TO-92 DPAK QFN-16"), p.r.Float64()*60, p.r.Float64(), p.r.Float64()*3)
		}
		p.s("</table>\n")
		p.pager(v)
	}, cats, nums(1, 7))
	part = s.add("/products/{}/{}.html", func(p *page, v []int) {
		p.crumb("/", "Products")
		p.crumb(lists.url(v[0], v[1]/20), cats.text(v[0]))
		p.h1("%s", code(v[0], v[1]))
		p.s(`<img src="/static/package.png">`, "<table>\n")
		p.th("Symbol Parameter Min Typ Max Unit")
		for _, name := range strings.Fields("Vcc Icc Vos Ib Gbw Sr Tj Rth Cin Vref Ioff Ton Toff")[:6+p.r.IntN(7)] {
			x := p.r.Float64() * 10
			p.row(name, capital(p.of("supply input output offset bias thermal"))+" "+p.of("voltage current resistance time"), fmt.Sprintf("%.3f", x*.8), fmt.Sprintf("%.3f", x), fmt.Sprintf("%.3f", x*1.25), p.of("V mA µV nA MHz K/W pF ns"))
		}
		p.s("</table>\n")
		p.a(sheet.url(v...), "Datasheet (PDF)")
		p.near(1, "Previous part", "Next part", v)
	}, cats, steps(1100, perFamily, 7, 4))
	sheet = s.add("/pdf/{}/{}.pdf", func(p *page, v []int) {
		p.file("application/pdf")
		p.b = pdf(code(v[0], v[1]), fmt.Sprintf("%.4f %.4f %.4f", p.r.Float64(), p.r.Float64(), p.r.Float64()))
	}, cats, steps(1100, perFamily, 7, 4))
}

// dictionary has a page for each of 2,200 words, and lists by number.
func dictionary(s *Site) {
	const n, perList = 2200, 40
	s.look("The Little Lexicon", blogSkin, "/ Start, /browse/1 Browse")
	all := coined(n)
	var lists, entry *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Welcome")
		p.para(60)
		p.links(lists, 0, lists.n, func(i int) string { return all.text(i*perList) + "…" })
	})
	lists = s.add("/browse/{}", func(p *page, v []int) {
		p.h1("Words %d to %d", v[0]*perList+1, min(n, v[0]*perList+perList))
		p.links(entry, v[0]*perList, v[0]*perList+perList, all.text)
		p.near(0, "« back", "more »", v)
	}, nums(1, chunks(n, perList)))
	entry = s.add("/word/{}", func(p *page, v []int) {
		p.h1("%s", all.text(v[0]))
		p.f("<p><i>%s</i> /ˈ%s/ </p><ol>\n", p.of("noun verb adjective adverb"), all.text(v[0])[:5])
		for range 1 + p.r.IntN(4)*p.r.IntN(2) {
			p.s("<li>", english.sentence(p.r, p.between(4, 14)), "</li>\n")
		}
		p.s("</ol><p>See also ")
		for range p.r.IntN(4) {
			k := p.r.IntN(n)
			p.a(entry.url(k), all.text(k))
			p.s(" ")
		}
		p.s("</p>")
		p.near(0, "previous word", "next word", v)
	}, all)
}

// chatlogs are the days of three channels.
func chatlogs(s *Site) {
	const n = 620
	channels := words("builders weavers random")
	from := ymd(2011, 2, 14)
	s.look("Channel logs", bareSkin, "")
	var index, day *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Logged channels")
		p.links(index, 0, 3, func(i int) string { return "#" + channels.text(i) })
	})
	index = s.add("/irc/{}/", func(p *page, v []int) {
		p.h1("#%s", channels.text(v[0]))
		p.links(day, v[0]*n, v[0]*n+n, func(i int) string { return from.plus(i % n).format("YYYY-MM-DD Mon") })
	}, channels)
	day = s.add("/irc/{}/{}.html", func(p *page, v []int) {
		p.h1("#%s on %s", channels.text(v[0]), from.plus(v[1]).format("YYYY-MM-DD"))
		p.near(1, "← previous day", "next day →", v)
		p.s("<pre>\n")
		minute := p.r.IntN(200)
		for i := range p.r.IntN(p.between(1, 60)) {
			minute += p.r.IntN(60)
			nick := strings.ToLower(surname(s.h(9, p.r.IntN(30))))
			p.f("<a name=\"l%d\">%02d:%02d</a> &lt;%s&gt; ", i, minute/60%24, minute%60, nick)
			switch p.r.IntN(6) {
			case 0:
				p.s("*** ", nick, p.of(" has_joined has_quit is_away"), "\n")
			case 1:
				p.s(p.of("yes no lol thanks hi bye ok +1"), "\n")
			default:
				p.s(english.sentence(p.r, p.between(2, 18)), "\n")
			}
		}
		p.s("</pre>\n")
		p.a(index.url(v[0]), "all days")
	}, channels, days(from, n, "YYYY-MM-DD"))
}

// trivia are questions in rounds of ten; the answer is on a page of its own and is one letter.
func trivia(s *Site) {
	const n = 1700
	s.look("Quiz Night", oldSkin, "/ Rounds")
	var round, question, answer *family
	s.add("/", func(p *page, _ []int) {
		p.h1("All rounds")
		p.links(round, 0, round.n, func(i int) string { return fmt.Sprint("Round ", i+1) })
	})
	round = s.add("/round{}.html", func(p *page, v []int) {
		p.h1("Round %d", v[0]+1)
		p.links(question, v[0]*10, v[0]*10+10, func(i int) string { return fmt.Sprint("Question ", i+1) })
		p.near(0, "last round", "next round", v)
	}, nums(1, n/10))
	question = s.add("/question.asp?no={}", func(p *page, v []int) {
		p.h1("Question %d", v[0]+1)
		p.s("<p>", strings.TrimSuffix(english.sentence(p.r, p.between(5, 13)), "."), "?</p><ol type=A>")
		for range 4 {
			p.s("<li>", p.of(surname(p.r.Uint64())+" "+english.rare(p.r)+" "+fmt.Sprint(p.between(1500, 2000))), "</li>")
		}
		p.s("</ol>")
		p.a(answer.url(v...), "Show the answer")
		p.near(0, "back", "next question", v)
	}, nums(1, n))
	answer = s.add("/answer.asp?no={}", func(p *page, v []int) {
		p.h1("Answer")
		p.f("<p><b>%s</b></p>", p.of("A B C D"))
		p.a(question.url(v...), "Back to the question")
		if v[0]+1 < n {
			p.a(question.url(v[0]+1), "Next question")
		}
	}, nums(1, n))
}
