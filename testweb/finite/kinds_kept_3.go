package finite

import (
	"fmt"
	"strings"
)

// genomes are windows of five chromosomes as plain sequences, 420 genes, and a file for each gene.
func genomes(s *Site) {
	const windows, genes, width = 240, 420, 900
	s.look("Genome Browser", plainSkin, "/ Chromosomes, /genes?page=1 Genes")
	gene := func(g int) string { return strings.ToUpper(english.tail(g*3 + 30)[:2] + fmt.Sprint(g)) }
	var window, list, page1, fasta *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Chromosomes")
		for i := 0; i < window.n; i += 20 {
			p.a(window.url(window.values(i)...), fmt.Sprintf("chr%d:%d", i/windows+1, i%windows*width+1))
			p.s(" ")
		}
	})
	window = s.add("/browse?chr={}&start={}", func(p *page, v []int) {
		p.h1("chr%d:%d-%d", v[0]+1, v[1]*width+1, v[1]*width+width)
		p.s("<pre>")
		bases(p, width)
		p.s("</pre>")
		p.near(1, "&lt;&lt;", "&gt;&gt;", v)
	}, nums(1, 5), steps(1, windows, width, 1))
	list = s.add("/genes?page={}", func(p *page, v []int) {
		p.h1("Genes")
		p.links(page1, v[0]*30, v[0]*30+30, gene)
		p.pager(v)
	}, nums(1, genes/30))
	page1 = s.add("/gene/{}", func(p *page, v []int) {
		p.h1("%s", gene(v[0]))
		chr, at := v[0]%5, v[0]*31%windows
		p.s("<p>Location: ")
		p.a(window.url(chr, at), fmt.Sprintf("chr%d:%d", chr+1, at*width+1))
		p.f("</p><p>Exons: %d, length %d, strand %s</p>", p.between(1, 40), p.between(300, 90000), p.of("+ -"))
		p.a(fasta.url(v[0]), "FASTA")
		p.a(list.url(v[0]/30), "back")
	}, named(genes, gene))
	fasta = s.add("/fasta/{}.txt", func(p *page, v []int) {
		p.file("text/plain")
		p.f(">%s\n", gene(v[0]))
		for range p.between(4, 30) {
			for range 60 {
				p.b = append(p.b, "ACGT"[p.r.IntN(4)])
			}
			p.s("\n")
		}
	}, named(genes, gene))
}

// bases appends a numbered sequence.
func bases(p *page, n int) {
	for i := 0; i < n; i += 60 {
		p.f("%8d ", i+1)
		for range min(60, n-i) {
			p.b = append(p.b, "acgt"[p.r.IntN(4)])
		}
		p.s("\n")
	}
}

// bookscans are seven books of 280 pages each, whose scans are backgrounds of empty elements.
func bookscans(s *Site) {
	const books, leaves = 7, 280
	s.look("Digital Library", portalSkin, "/ Books")
	title := func(b int) string { return english.phrase(s.dice(1, b), 3) }
	names := tailed(1, books, func(b int) string { return slug(title(b)) })
	var book, leaf *family
	s.add("/", func(p *page, _ []int) { p.h1("Books"); p.links(book, 0, books, title) })
	book = s.add("/book/{}/", func(p *page, v []int) {
		p.h1("%s", title(v[0]))
		p.f("<p>%s, %s %d</p>", person(p.r.Uint64()), place(p.r.Uint64()), p.between(1600, 1900))
		for i := 0; i < leaves; i += 20 {
			p.a(leaf.url(v[0], i), fmt.Sprint(i+1))
			p.s(" ")
		}
	}, names)
	leaf = s.add("/book/{}/page/{}", func(p *page, v []int) {
		p.title = title(v[0])
		p.crumb(book.url(v[0]), title(v[0]))
		p.f(`<div class="leaf" style="background-image: url(/scans/b%02d/%04d.jpg); width: 900px; height: 1400px"></div>`, v[0], v[1]+1)
		p.near(1, "◀", "▶", v)
	}, names, nums(1, leaves))
}

// companies are 1,400 companies with a page of officers each, listed by letter; each page has a token in a form.
func companies(s *Site) {
	const n, letters = 1400, 20
	s.look("Company Register", portalSkin, "/ Letters")
	name := func(i int) string {
		return string(rune('A'+i%letters)) + strings.ToLower(surname(s.h(1, i))) + " " + pick("Trading Holdings Bros Shipping Foods Timber Mills", s.h(2, i)) + " Ltd"
	}
	var list, company, officers *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Register")
		p.links(list, 0, list.n, func(i int) string { return fmt.Sprintf("%c %d", 'A'+i/4, i%4+1) })
	})
	list = s.add("/letter/{}/{}", func(p *page, v []int) {
		p.h1("%c", 'A'+v[0])
		for k := v[1] * 18; k < v[1]*18+18; k++ {
			if i := k*letters + v[0]; i < n {
				p.a(company.url(i), name(i))
				p.s("<br>\n")
			}
		}
		p.pager(v)
	}, words("a b c d e f g h i j k l m n o p q r s t"), nums(1, 4))
	company = s.add("/company/{}", func(p *page, v []int) {
		p.h1("%s", name(v[0]))
		p.f("<dl><dt>Number</dt><dd>%s</dd><dt>Status</dt><dd>%s</dd><dt>Incorporated</dt><dd>%s</dd><dt>Office</dt><dd>%d %s Street, %s</dd></dl>", company.dims[0].text(v[0]), p.of("active active dissolved liquidation"), ymd(1950+p.r.IntN(70), 1+p.r.IntN(12), 1+p.r.IntN(28)).format("DD Jan YYYY"), p.between(1, 200), surname(p.r.Uint64()), place(p.r.Uint64()))
		p.a(officers.url(v[0]), "Officers")
	}, pad(201448, n, 8))
	officers = s.add("/company/{}/officers", func(p *page, v []int) {
		p.h1("%s: officers", name(v[0]))
		for range p.between(1, 6) {
			p.f("<p>%s, %s since %d</p>", person(p.r.Uint64()), p.of("director secretary"), p.between(1970, 2020))
		}
		p.a(company.url(v[0]), "Overview")
	}, pad(201448, n, 8))
}

// maillist is an archive of 44 months with 38 messages each, and four indexes of each month.
func maillist(s *Site) {
	const monthsN, perMonth = 44, 38
	month := months(2003, 5, monthsN, "YYYY-MM")
	orders := words("thread subject author date")
	s.look("The weave-dev Archives", plainSkin, "")
	subject := func(i int) string {
		return "[weave-dev] " + strings.TrimSuffix(english.sentence(s.dice(1, i-i%5), 5), ".")
	}
	author := func(i int) string { return person(s.h(2, s.draw(60, 3, i))) }
	var index, message *family
	s.add("/", func(p *page, _ []int) {
		p.h1("The weave-dev Archives")
		p.s("<table>")
		for m := monthsN - 1; m >= 0; m-- {
			p.f("<tr><td>%s</td><td>", month.text(m))
			for o := range orders.n {
				p.a(index.url(m, o), "[ "+orders.text(o)+" ]")
			}
			p.s("</td></tr>\n")
		}
		p.s("</table>")
	})
	index = s.add("/pipermail/weave-dev/{}/{}.html", func(p *page, v []int) {
		p.h1("%s archive by %s", month.text(v[0]), orders.text(v[1]))
		for o := range orders.n {
			p.a(index.url(v[0], o), orders.text(o))
		}
		p.s("<ul>\n")
		for k := range perMonth {
			if v[1] > 0 {
				k = k * (2*v[1] + 3) % perMonth // 5, 7, 9: without common factors with 38
			}
			p.s("<li>")
			p.a(message.url(v[0], k), subject(v[0]*perMonth+k))
			p.s(" <i>", author(v[0]*perMonth+k), "</i></li>\n")
		}
		p.s("</ul>")
	}, month, orders)
	message = s.add("/pipermail/weave-dev/{}/{}.html", func(p *page, v []int) {
		i := v[0]*perMonth + v[1]
		p.h1("%s", subject(i))
		p.f("<b>%s</b> %s at example.org<br><i>%s</i>", author(i), slug(author(i)), ymd(2003+(v[0]+4)/12, (v[0]+4)%12+1, 1+v[1]*28/perMonth).format("Mon Jan DD YYYY"))
		p.near(1, "Previous message", "Next message", v)
		p.s("<pre>")
		if v[1]%5 > 0 {
			p.s("&gt; ", english.prose(s.dice(4, i-1), 15), "\n\n")
		}
		p.s(english.prose(p.r, p.between(4, 160)), "\n\n-- \n", author(i), "\n</pre>")
		p.a(index.url(v[0], 0), "More information in this month")
	}, month, steps(1001, perMonth, 1, 6))
}

// listedarticles are 1,650 articles of 150 to 700 words that only numbered lists link to, with "Read more" for each.
func listedarticles(s *Site) {
	const n, perList = 1650, 10
	s.look("Longreads", modernSkin, "/ Home, /list/1 All")
	var list, article *family
	s.add("/", func(p *page, _ []int) { p.h1("Longreads"); p.para(40) })
	list = s.add("/list/{}", func(p *page, v []int) {
		p.h1("All articles")
		for i := v[0] * perList; i < v[0]*perList+perList; i++ {
			p.s(`<div class="teaser">`)
			p.a(article.url(i), "Read more")
			p.s("</div>\n")
		}
		p.near(0, "Newer", "Older", v)
	}, nums(1, n/perList))
	article = s.add("/a/{}", func(p *page, _ []int) {
		p.h1("%s", english.phrase(p.r, 5))
		p.f("<p>By %s</p>", person(p.r.Uint64()))
		p.article(p.between(150, 700))
	}, hexes(n, 12, 3))
	_ = list
}

// laws are 20 titles with 12 chapters of 8 sections.
func laws(s *Site) {
	s.look("Code of the Republic", docsSkin, "/ Titles")
	name := func(v ...int) string { return english.phrase(s.dice(1, v...), 2) }
	var title, chapter, section *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Titles")
		p.links(title, 0, 20, func(i int) string { return fmt.Sprint("Title ", i+1, ". ", name(i)) })
	})
	title = s.add("/code/title-{}/", func(p *page, v []int) {
		p.h1("Title %d. %s", v[0]+1, name(v[0]))
		p.links(chapter, v[0]*12, v[0]*12+12, func(i int) string { return fmt.Sprint("Chapter ", i%12+1, ". ", name(v[0], i%12)) })
	}, nums(1, 20))
	chapter = s.add("/code/title-{}/chapter-{}/", func(p *page, v []int) {
		p.crumb(title.url(v[0]), fmt.Sprint("Title ", v[0]+1))
		p.h1("Chapter %d. %s", v[1]+1, name(v...))
		at := (v[0]*12 + v[1]) * 8
		p.links(section, at, at+8, func(i int) string { return fmt.Sprintf("§ %d.%d", v[1]+1, i%8+1) })
	}, nums(1, 20), nums(1, 12))
	section = s.add("/code/title-{}/chapter-{}/section-{}", func(p *page, v []int) {
		p.crumb(title.url(v[0]), fmt.Sprint("Title ", v[0]+1))
		p.crumb(chapter.url(v[0], v[1]), fmt.Sprint("Chapter ", v[1]+1))
		p.h1("§ %d.%d %s", v[1]+1, v[2]+1, name(v...))
		for k := range p.between(1, 6) {
			p.f("<p>(%d) %s</p>", k+1, english.prose(p.r, p.between(12, 70)))
		}
		if p.r.IntN(4) == 0 {
			p.s("<p>[Repealed]</p>")
		}
		p.near(2, "previous section", "next section", v)
	}, nums(1, 20), nums(1, 12), nums(1, 8))
}

// knitting are 1,500 patterns as charts in SVG.
func knitting(s *Site) {
	const n, perList = 1500, 24
	s.look("Stitch Library", blogSkin, "/ Stitches")
	var list, pattern *family
	s.add("/", func(p *page, _ []int) { p.h1("Stitches"); p.a(list.url(0), "Browse") })
	list = s.add("/stitches/page/{}/", func(p *page, v []int) {
		p.h1("Stitches")
		p.links(pattern, v[0]*perList, v[0]*perList+perList, func(i int) string { return fmt.Sprint("Chart ", i+1) })
		p.pager(v)
	}, nums(1, chunks(n, perList)))
	pattern = s.add("/stitch/{}/", func(p *page, v []int) {
		p.h1("Chart %d", v[0]+1)
		w, h := p.between(4, 14), p.between(4, 14)
		p.f(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="400">`, w*10, h*10)
		for y := range h {
			for x := range w {
				switch p.r.IntN(5) {
				case 0:
					p.f(`<circle cx="%d" cy="%d" r="4"/>`, x*10+5, y*10+5)
				case 1:
					p.f(`<path d="M%d %dl10 10"/>`, x*10, y*10)
				default:
					p.f(`<rect x="%d" y="%d" width="10" height="10" fill="%s"/>`, x*10, y*10, p.of("#fff #eee #333"))
				}
			}
		}
		p.f("</svg><p>%d stitches, %d rows</p>", w, h)
		p.near(0, "‹", "›", v)
	}, nums(1, n))
}
