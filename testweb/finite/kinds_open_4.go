package finite

import (
	"encoding/base64"
	"fmt"
	"strings"

	"weft/internal/splitmix"
)

// doodles are drawings as data URIs: no text, a link back and one forth, and sheets of twenty.
func doodles(s *Site) {
	const n, perSheet = 1600, 20
	s.look("doodles", bareSkin, "")
	var sheet, doodle *family
	s.add("/", func(p *page, _ []int) { p.links(sheet, 0, sheet.n, func(i int) string { return fmt.Sprint(i + 1) }) })
	sheet = s.add("/sheet/{}", func(p *page, v []int) {
		p.links(doodle, v[0]*perSheet, v[0]*perSheet+perSheet, func(i int) string { return fmt.Sprint(i + 1) })
	}, nums(1, n/perSheet))
	doodle = s.add("/d/{}", func(p *page, v []int) {
		p.f(`<img src="data:image/png;base64,%s" width="300">`, base64.StdEncoding.EncodeToString(append(picture(p.r.Uint64(), "png"), picture(p.r.Uint64(), "png")...)))
		p.near(0, "◀", "▶", v)
	}, nums(1, n))
}

// compounds are 2,000 chemical compounds, listed by mass.
func compounds(s *Site) {
	const n, perList = 2000, 25
	s.look("ChemBank", modernSkin, "/ Browse")
	name := func(i int) string {
		h := s.h(1, i)
		return fmt.Sprintf("%d,%d-%s%s%s", 1+h%4, 2+h>>8%5, pick("di tri tetra mono bis", h>>16), pick("methyl ethyl chloro bromo hydroxy amino nitro phenyl", h>>24), pick("benzene hexane pentanol toluene pyridine furan phenol butanal", h>>32))
	}
	var lists, compound *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Compounds by mass")
		p.links(lists, 0, lists.n, func(i int) string { return fmt.Sprintf("from %d.%d g/mol", 30+i*6, i%10) })
	})
	lists = s.add("/browse/mass/{}", func(p *page, v []int) {
		p.h1("Masses from %d", 30+v[0]*6)
		p.links(compound, v[0]*perList, v[0]*perList+perList, name)
		p.pager(v)
	}, nums(1, n/perList))
	compound = s.add("/compound/{}", func(p *page, v []int) {
		p.crumb("/", "Browse")
		p.h1("%s", name(v[0]))
		c, h, o, nn := p.between(2, 24), p.between(4, 40), p.r.IntN(6), p.r.IntN(4)
		p.f("<img src=\"/mol/%d.png\"><table>", 1000+v[0])
		p.row("Formula", fmt.Sprintf("C<sub>%d</sub>H<sub>%d</sub>O<sub>%d</sub>N<sub>%d</sub>", c, h, o, nn))
		p.row("Mass", fmt.Sprintf("%.4f", 12.011*float64(c)+1.008*float64(h)+15.999*float64(o)+14.007*float64(nn)))
		p.row("SMILES", strings.Repeat(p.of("CC C=C C(O)C C1CC1"), 1+c/6)+strings.Repeat("N", nn)+strings.Repeat("O", o))
		p.row("InChIKey", fmt.Sprintf("%X-%X-N", splitmix.Mix(p.r.Uint64())>>8, p.r.Uint32()))
		p.row("CAS", fmt.Sprintf("%d-%02d-%d", p.between(50, 99999), p.r.IntN(100), p.r.IntN(10)))
		p.row("Melting point", fmt.Sprintf("%.1f °C", p.r.Float64()*300-80))
		p.row("Density", fmt.Sprintf("%.3f", .6+p.r.Float64()*1.4))
		p.row("LogP", fmt.Sprintf("%.2f", p.r.Float64()*8-2))
		p.s("</table>")
		if p.r.IntN(3) == 0 {
			p.para(p.between(10, 60))
		}
	}, nums(1001, n))
}

// sources are 28 folders with 55 files of code each and 300 identifiers.
func sources(s *Site) {
	const dirs, files, symbols = 28, 55, 300
	s.look("Cross Reference", plainSkin, "/ Source, /ident/ Identifiers")
	dir := func(d int) string { return english.tail(d*5+40) + fmt.Sprint(d) }
	name := func(i int) string { return english.tail(i*9+100) + fmt.Sprint(i) + pick(".c .h .c .cc", uint64(i)) }
	symbol := func(i int) string { return english.tail(i+700) + "_" + english.tail(i*3+1) + fmt.Sprint(i) }
	var folder, file, ident *family
	s.add("/", func(p *page, _ []int) { p.h1("/"); p.links(folder, 0, dirs, dir) })
	s.add("/ident/", func(p *page, _ []int) { p.h1("Identifiers"); p.links(ident, 0, symbols, symbol) })
	folder = s.add("/source/{}/", func(p *page, v []int) {
		p.h1("%s/", dir(v[0]))
		p.a("/", "Parent directory")
		p.links(file, v[0]*files, v[0]*files+files, func(i int) string { return name(i % files) })
	}, named(dirs, dir))
	file = s.add("/source/{}/{}.html", func(p *page, v []int) {
		p.crumb(folder.url(v[0]), dir(v[0]))
		p.h1("%s/%s", dir(v[0]), name(v[1]))
		p.s("<pre>")
		for i := range p.between(15, 160) {
			p.f("<a name=\"L%d\" href=\"#L%d\">%4d</a> %s", i+1, i+1, i+1, code(p))
			if p.r.IntN(12) == 0 {
				k := p.r.IntN(symbols)
				p.a(ident.url(k), symbol(k))
			}
			p.s("\n")
		}
		p.s("</pre>")
	}, named(dirs, dir), named(files, name))
	ident = s.add("/ident/{}", func(p *page, v []int) {
		p.h1("%s", symbol(v[0]))
		for range p.between(1, 9) {
			d, f, l := p.r.IntN(dirs), p.r.IntN(files), 1+p.r.IntN(15)
			p.f("<p><a href=\"%s#L%d\">%s/%s, line %d</a></p>", file.url(d, f), l, dir(d), name(f), l)
		}
	}, named(symbols, symbol))
}

// tides are the tide tables of six ports for each day of a year, and by month.
func tides(s *Site) {
	from := ymd(2024, 1, 1)
	s.look("Tide Tables", oldSkin, "/ Ports")
	port := func(i int) string { return "Port " + surname(s.h(1, i)) }
	ports := tailed(1, 6, func(i int) string { return slug(port(i)) })
	tide := func(p *page, k, t int) {
		minute := s.draw(370, 2, k) + t*49%745
		p.s("<tr><td>", from.plus(t).format("DD Mon"), "</td>")
		for q := range 4 {
			m := minute + q*372 + s.draw(20, 3, k, t, q)
			p.f("<td>%02d:%02d</td><td>%.2f m</td>", m/60%24, m%60, 1+3*float64(q%2)+float64(s.draw(900, 4, k, t, q))/1000)
		}
		p.s("</tr>\n")
	}
	var year, month, day *family
	s.add("/", func(p *page, _ []int) { p.h1("Ports"); p.links(year, 0, 6, port) })
	year = s.add("/tides/{}/", func(p *page, v []int) {
		p.h1("%s 2024", port(v[0]))
		p.links(month, v[0]*12, v[0]*12+12, func(i int) string { return monthNames[i%12] })
	}, ports)
	month = s.add("/tides/{}/month{}.html", func(p *page, v []int) {
		p.h1("%s, %s 2024", port(v[0]), monthNames[v[1]])
		p.s("<table border=1>")
		first := int(ymd(2024, v[1]+1, 1) - from)
		until := int(ymd(2024+(v[1]+1)/12, (v[1]+1)%12+1, 1) - from)
		for t := first; t < until; t++ {
			tide(p, v[0], t)
		}
		p.s("</table>")
		p.links(day, v[0]*366+first, v[0]*366+until, func(i int) string { return fmt.Sprint(i%366 - first + 1) })
		p.near(1, "previous month", "next month", v)
	}, ports, pad(1, 12, 2))
	day = s.add("/tides/{}/{}.html", func(p *page, v []int) {
		p.crumb(year.url(v[0]), port(v[0]))
		p.h1("%s, %s", port(v[0]), from.plus(v[1]).format("DD Jan YYYY"))
		p.s("<table>")
		p.th("Date Time Height Time Height Time Height Time Height")
		tide(p, v[0], v[1])
		p.f("</table><p>Sunrise %02d:%02d Sunset %02d:%02d</p>", p.between(4, 8), p.r.IntN(60), p.between(16, 21), p.r.IntN(60))
		p.near(1, "previous day", "next day", v)
	}, ports, days(from, 366, "YYYY-MM-DD"))
}

// crosswords are 1,100 grids with clues, and a solution on a page of its own for each.
func crosswords(s *Site) {
	const n, size, perList = 1100, 11, 50
	s.look("Daily Crossword", modernSkin, "/ Archive")
	grid := func(p *page, i int, letters bool) {
		r := s.dice(1, i)
		p.s("<table class=\"grid\">\n")
		for range size {
			p.s("<tr>")
			for range size {
				switch x := r.IntN(26); {
				case r.IntN(4) == 0:
					p.s(`<td class="black"></td>`)
				case letters:
					p.f("<td>%c</td>", 'A'+x)
				default:
					p.s("<td></td>")
				}
			}
			p.s("</tr>\n")
		}
		p.s("</table>\n")
	}
	var lists, puzzle, solution *family
	s.add("/", func(p *page, _ []int) { p.h1("Archive"); p.a(lists.url(0), "All puzzles") })
	lists = s.add("/archive/{}/", func(p *page, v []int) {
		p.h1("Puzzles")
		p.links(puzzle, v[0]*perList, v[0]*perList+perList, func(i int) string { return fmt.Sprint("No. ", i+1) })
		p.pager(v)
	}, nums(1, n/perList))
	puzzle = s.add("/puzzle/{}/", func(p *page, v []int) {
		p.h1("No. %d", v[0]+1)
		grid(p, v[0], false)
		for range p.between(8, 20) {
			p.f("<p>%d. %s (%d)</p>\n", p.between(1, 60), english.sentence(p.r, p.between(1, 6)), p.between(3, 9))
		}
		p.a(solution.url(v[0]), "Solution")
		p.near(0, "Yesterday", "Tomorrow", v)
	}, nums(1, n))
	solution = s.add("/puzzle/{}/solution/", func(p *page, v []int) {
		p.h1("No. %d, solution", v[0]+1)
		grid(p, v[0], true)
		p.a(puzzle.url(v[0]), "Back")
	}, nums(1, n))
}
