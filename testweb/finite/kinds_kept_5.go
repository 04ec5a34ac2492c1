package finite

import (
	"fmt"
	"strings"
)

// qanda are 420 questions, each with answers in four orders, with tags and users; the number of views changes.
func qanda(s *Site) {
	const n, tags, users = 420, 15, 140
	s.look("Ask the Workshop", modernSkin, "/ Questions, /users Users")
	title := func(i int) string { return strings.TrimSuffix(english.sentence(s.dice(1, i), 7), ".") + "?" }
	user := func(u int) string { return strings.ToLower(surname(s.h(2, u))) }
	tagName := func(t int) string { return english.tail(t*23 + 9) }
	asked := slugs(70011, n, func(i int) string { return slug(title(i)) })
	orders := words("votes oldest active")
	var tag, question, sorted, profile *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Tags")
		p.links(tag, 0, tag.n, func(i int) string { return fmt.Sprint(tagName(i/3), " ", i%3+1) })
	})
	s.add("/users", func(p *page, _ []int) { p.h1("Users"); p.links(profile, 0, users, user) })
	tag = s.add("/tagged/{}?page={}", func(p *page, v []int) {
		p.h1("[%s]", tagName(v[0]))
		for k := v[1] * 10; k < v[1]*10+10; k++ {
			if i := k*tags + v[0]; i < n {
				p.a(question.url(i), title(i))
				p.s("<br>\n")
			}
		}
		p.pager(v)
	}, named(tags, tagName), nums(1, 3))
	text := func(p *page, i, step int) {
		p.h1("%s", title(i))
		p.s("<div class=q>", english.prose(s.dice(3, i), 20+s.draw(150, 4, i)), "</div>")
		answers := 1 + s.draw(6, 5, i)
		for k := range answers {
			a := (k*step + step) % answers
			u := s.draw(users, 6, i, a)
			p.f("<div class=a><b>%d</b> %s - ", s.draw(90, 7, i, a), english.prose(s.dice(8, i, a), 5+s.draw(120, 9, i, a)))
			p.a(profile.url(u), user(u))
			p.s("</div>\n")
		}
		for o := range orders.n {
			p.a(sorted.url(i, o), orders.text(o))
		}
		p.a(tag.url(i%tags, i/tags/10), tagName(i%tags))
	}
	question = s.add("/q/{}", func(p *page, v []int) { text(p, v[0], 1) }, asked)
	sorted = s.add("/q/{}?answertab={}", func(p *page, v []int) { text(p, v[0], 1) }, asked, orders)
	profile = s.add("/users/{}", func(p *page, v []int) { p.h1("%s", user(v[0])); p.f("<p>Reputation %d</p>", p.between(1, 9000)) }, slugs(11, users, user))
}

// phonebook has 12 towns; the entries of each are listed by page, and each has a page of its own.
func phonebook(s *Site) {
	const towns, perTown, perPage = 12, 150, 15
	s.look("White Pages", oldSkin, "/ Towns")
	town := func(t int) string { return place(s.h(1, t)) }
	towned := tailed(1, towns, func(t int) string { return slug(town(t)) })
	number := func(t, i int) string { return fmt.Sprintf("0%d %06d", 2400+t*13, s.draw(900000, 2, t, i)+100000) }
	name := func(t, i int) string {
		return surname(s.h(3, t, i)) + ", " + givenNames[s.draw(len(givenNames), 4, t, i)]
	}
	var list, entry *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Towns")
		p.links(list, 0, list.n, func(i int) string { return fmt.Sprint(town(i/10), " ", i%10+1) })
	})
	list = s.add("/{}/page{}.html", func(p *page, v []int) {
		p.h1("%s", town(v[0]))
		for i := v[1] * perPage; i < v[1]*perPage+perPage; i++ {
			p.a(entry.url(v[0], i), name(v[0], i))
			p.s(" ", number(v[0], i), "<br>\n")
		}
		p.pager(v)
	}, towned, nums(1, perTown/perPage))
	entry = s.add("/{}/entry{}.html", func(p *page, v []int) {
		p.h1("%s", name(v[0], v[1]))
		p.f("<p>%s %d<br>%s<br>Tel. %s</p>", surname(p.r.Uint64()), p.between(1, 140), town(v[0]), number(v[0], v[1]))
		p.a(list.url(v[0], v[1]/perPage), "Back")
	}, towned, nums(1, perTown))
}

// herbarium are 1,450 specimens with labels, 145 species and 30 collectors.
func herbarium(s *Site) {
	const n, taxa, collectors = 1450, 145, 30
	s.look("Herbarium", portalSkin, "/ Families, /collectors Collectors")
	species := func(t int) string { return genus(s.h(1, t/4)) + " " + epithet(s.h(2, t)) }
	collector := func(c int) string { return person(s.h(3, c)) }
	who := func(i int) int { return s.draw(collectors, 4, i) }
	var taxon, leg, specimen *family
	s.add("/", func(p *page, _ []int) { p.h1("Taxa"); p.links(taxon, 0, taxa, species) })
	s.add("/collectors", func(p *page, _ []int) { p.h1("Collectors"); p.links(leg, 0, collectors, collector) })
	taxon = s.add("/taxon/{}", func(p *page, v []int) {
		p.h1("<i>%s</i>", species(v[0]))
		for i := v[0]; i < n; i += taxa {
			p.a(specimen.url(i), specimen.dims[0].text(i))
			p.s("<br>")
		}
	}, tailed(1, taxa, func(t int) string { return slug(species(t)) }))
	leg = s.add("/collector/{}", func(p *page, v []int) {
		p.h1("%s", collector(v[0]))
		for i := range n {
			if who(i) == v[0] {
				p.a(specimen.url(i), specimen.dims[0].text(i))
				p.s(" ")
			}
		}
	}, tailed(1, collectors, func(c int) string { return slug(collector(c)) }))
	specimen = s.add("/specimen/WFT{}", func(p *page, v []int) {
		i := v[0]
		p.crumb(taxon.url(i%taxa), species(i%taxa))
		p.h1("WFT%s", specimen.dims[0].text(i))
		p.f(`<img src="/sheets/%d.jpg"><dl><dt>Species</dt><dd>%s</dd><dt>Collected</dt><dd>%s</dd><dt>Locality</dt><dd>%s</dd><dt>Coordinates</dt><dd>%.4f, %.4f</dd><dt>Altitude</dt><dd>%d m</dd></dl>`,
			i, species(i%taxa), ymd(1850+p.r.IntN(120), 4+p.r.IntN(6), 1+p.r.IntN(30)).format("DD.MM.YYYY"), place(p.r.Uint64()), 44+p.r.Float64()*9, 5+p.r.Float64()*12, p.between(5, 2400))
		p.s("Leg. ")
		p.a(leg.url(who(i)), collector(who(i)))
	}, pad(100200, n, 8))
}

// meters are 55 meters with a reading for each of 36 months: a page says one number.
func meters(s *Site) {
	const meters, monthsN = 55, 36
	s.look("Meter readings", bareSkin, "")
	var meter, reading *family
	s.add("/", func(p *page, _ []int) {
		p.links(meter, 0, meters, func(i int) string { return fmt.Sprint("Meter ", i+1) })
	})
	meter = s.add("/meter/{}/", func(p *page, v []int) {
		p.h1("Meter %d", v[0]+1)
		p.links(reading, v[0]*monthsN, v[0]*monthsN+monthsN, func(i int) string { return reading.dims[1].text(i % monthsN) })
	}, nums(1, meters))
	reading = s.add("/meter/{}/{}", func(p *page, v []int) {
		p.f("<p>%d</p>", s.draw(9000, 1, v[0])+v[1]*310+s.draw(250, 2, v...))
		p.near(1, "&lt;", "&gt;", v)
	}, nums(1, meters), months(2018, 1, monthsN, "YYYY-MM"))
}

// recipes are 190 recipes for four numbers of persons in two systems of units, listed by course.
func recipes(s *Site) {
	const n, courses = 190, 5
	persons, units := words("2 4 6 12"), words("metric us")
	course := words("soups mains salads cakes breads")
	s.look("Grandma's Kitchen", blogSkin, "/ Courses")
	title := func(i int) string {
		return english.phrase(s.dice(1, i), 2) + " " + pick("soup stew salad cake loaf", uint64(i%courses))
	}
	var list, recipe *family
	s.add("/", func(p *page, _ []int) { p.h1("Courses"); p.links(list, 0, courses, course.text) })
	list = s.add("/{}/", func(p *page, v []int) {
		p.h1("%s", capital(course.text(v[0])))
		for i := v[0]; i < n; i += courses {
			p.a(recipe.url(i, 1, 0), title(i))
			p.s("<br>\n")
		}
	}, course)
	recipe = s.add("/recipe/{}?serves={}&units={}", func(p *page, v []int) {
		i, r := v[0], s.dice(2, v[0])
		p.h1("%s", title(i))
		p.s("<ul>")
		for range 4 + r.IntN(9) {
			amount := float64((1+r.IntN(30))*25*[]int{2, 4, 6, 12}[v[1]]) / 4
			what := pick("flour sugar butter onion milk salt beans rice cream carrot lentils barley", r.Uint64())
			if v[2] == 1 {
				p.f("<li>%.1f oz %s</li>", amount/28.35, what)
			} else {
				p.f("<li>%.0f g %s</li>", amount, what)
			}
		}
		p.s("</ul><p>", english.prose(r, 40+r.IntN(120)), "</p>")
		for k := range persons.n {
			p.a(recipe.url(i, k, v[2]), persons.text(k)+" persons")
		}
		p.a(recipe.url(i, v[1], 1-v[2]), units.text(1-v[2]))
	}, tailed(1, n, func(i int) string { return slug(title(i)) }), persons, units)
}
