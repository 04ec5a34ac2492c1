package finite

import (
	"fmt"
	"strings"
)

// packages are 480 software packages in four suites, each with its list of files.
func packages(s *Site) {
	const n, sections = 480, 12
	suites := words("oldstable stable testing unstable")
	names := coined(n)
	s.look("Packages", portalSkin, "/ Suites")
	var suite, section, pkg, files *family
	sectionName := words("admin base comm devel doc editors games graphics libs mail math net")
	s.add("/", func(p *page, _ []int) { p.h1("Suites"); p.links(suite, 0, 4, suites.text) })
	suite = s.add("/{}/", func(p *page, v []int) {
		p.h1("Sections of %s", suites.text(v[0]))
		p.links(section, v[0]*sections, v[0]*sections+sections, func(i int) string { return sectionName.text(i % sections) })
	}, suites)
	section = s.add("/{}/{}/", func(p *page, v []int) {
		p.h1("%s in %s", sectionName.text(v[1]), suites.text(v[0]))
		at := v[0]*n + v[1]*(n/sections)
		p.links(pkg, at, at+n/sections, func(i int) string { return names.text(i % n) })
	}, suites, sectionName)
	version := func(u, i int) string {
		return fmt.Sprintf("%d.%d.%d-%d", s.draw(4, 1, i), u+s.draw(9, 2, i), s.draw(20, 3, i, u), 1+u)
	}
	pkg = s.add("/{}/pkg/{}", func(p *page, v []int) {
		u, i := v[0], v[1]
		p.crumb(suite.url(u), suites.text(u))
		p.h1("%s (%s)", names.text(i), version(u, i))
		r := s.dice(4, i)
		p.s("<p>", english.prose(r, 10+r.IntN(90)), "</p><h3>Depends</h3><ul>")
		for range r.IntN(8) {
			k := r.IntN(n)
			p.s("<li>")
			p.a(pkg.url(u, k), names.text(k))
			p.s(" (&gt;= ", version(u, k), ")</li>")
		}
		p.f("</ul><p>Installed size %d kB, maintainer %s</p>", 20+s.draw(9000, 5, i, u), person(s.h(6, i)))
		for o := range suites.n {
			p.a(pkg.url(o, i), suites.text(o))
		}
		p.a(files.url(u, i), "list of files")
	}, suites, names)
	files = s.add("/{}/pkg/{}/files", func(p *page, v []int) {
		p.h1("Files of %s in %s", names.text(v[1]), suites.text(v[0]))
		r := s.dice(7, v[1])
		p.s("<pre>")
		for range 3 + r.IntN(30) {
			p.f("/usr/%s/%s/%s\n", []string{"share", "lib", "bin", "include"}[r.IntN(4)], names.text(v[1]), english.tail(r.IntN(3000)))
		}
		p.s("</pre>")
	}, suites, names)
}

// sudokus are 2,400 puzzles in a chain, with jumps by a hundred.
func sudokus(s *Site) {
	const n = 2400
	s.look("Sudoku", bareSkin, "")
	var sudoku *family
	s.add("/", func(p *page, _ []int) {
		p.s("<h1>Sudoku</h1>")
		for i := 0; i < n; i += 100 {
			p.a(sudoku.url(i), fmt.Sprint(i+1))
			p.s(" ")
		}
	})
	sudoku = s.add("/sudoku.php?n={}", func(p *page, v []int) {
		p.f("<h1>Sudoku %d</h1><table>", v[0]+1)
		shift, swap := p.r.IntN(9), p.r.Perm(9)
		for y := range 9 {
			p.s("<tr>")
			for x := range 9 {
				if p.r.IntN(5) < 2 {
					p.f("<td>%d</td>", swap[(y*3+y/3+x+shift)%9]+1)
				} else {
					p.s("<td></td>")
				}
			}
			p.s("</tr>")
		}
		p.s("</table>")
		p.near(0, "Previous", "Next", v)
	}, nums(1, n))
}

// apidocs is a reference of 36 packages with 24 classes each, in frames, with the uses of each class.
func apidocs(s *Site) {
	const pkgs, classes = 36, 24
	s.look("API", docsSkin, "/overview-summary.html Overview, /index-all.html Index")
	pkg := named(pkgs, func(i int) string { return english.tail(i*11+60) + fmt.Sprint(i) })
	class := named(classes, func(i int) string {
		return capital(english.tail(i*13+50)) + pick("Factory Reader Map Writer Error Set", uint64(i))
	})
	dots := func(i int) string { return "org." + pkg.text(i) }
	var frame, summary, doc, use *family
	s.add("/", func(p *page, _ []int) {
		p.bare = true
		p.s(`<html><frameset cols="20%,80%"><frame src="overview-frame.html"><frame src="overview-summary.html"></frameset></html>`)
	})
	s.add("/overview-frame.html", func(p *page, _ []int) { p.bare = true; p.links(frame, 0, pkgs, dots) })
	s.add("/overview-summary.html", func(p *page, _ []int) { p.h1("Packages"); p.links(summary, 0, pkgs, dots) })
	s.add("/index-all.html", func(p *page, _ []int) {
		p.h1("Index")
		p.links(doc, 0, doc.n, func(i int) string { return class.text(i % classes) })
	})
	frame = s.add("/org/{}/package-frame.html", func(p *page, v []int) {
		p.bare = true
		p.links(doc, v[0]*classes, v[0]*classes+classes, func(i int) string { return class.text(i % classes) })
	}, pkg)
	summary = s.add("/org/{}/package-summary.html", func(p *page, v []int) {
		p.h1("Package %s", dots(v[0]))
		p.links(doc, v[0]*classes, v[0]*classes+classes, func(i int) string { return class.text(i % classes) })
		p.near(0, "Prev Package", "Next Package", v)
	}, pkg)
	doc = s.add("/org/{}/{}.html", func(p *page, v []int) {
		p.h1("Class %s", class.text(v[1]))
		p.f("<pre>public class %s extends Object</pre>", class.text(v[1]))
		p.a(use.url(v...), "Use")
		p.para(p.between(5, 90))
		for range p.between(1, 14) {
			m := english.tail(p.r.IntN(800)) + capital(english.tail(p.r.IntN(4000)))
			p.f("<dl><dt><code>%s %s(%s x)</code></dt><dd>%s</dd></dl>\n", p.of("void int String boolean"), m, class.text(p.r.IntN(classes)), english.sentence(p.r, p.between(3, 16)))
		}
		p.near(1, "Prev Class", "Next Class", v)
	}, pkg, class)
	use = s.add("/org/{}/class-use/{}.html", func(p *page, v []int) {
		p.h1("Uses of %s.%s", dots(v[0]), class.text(v[1]))
		if k := p.r.IntN(pkgs); p.r.IntN(2) == 0 {
			p.a(doc.url(k, p.r.IntN(classes)), dots(k))
		} else {
			p.f("<p>No usage of %s.%s</p>", dots(v[0]), class.text(v[1]))
		}
	}, pkg, class)
}

// slides are 72 decks of 24 slides each, as an office program exports them.
func slides(s *Site) {
	const decks, perDeck = 72, 24
	s.look("Lecture notes", bareSkin, "")
	title := func(d int) string { return english.phrase(s.dice(1, d), 3) }
	var outline, slide *family
	s.add("/", func(p *page, _ []int) { p.h1("Lectures"); p.links(outline, 0, decks, title) })
	outline = s.add("/deck{}/outline.htm", func(p *page, v []int) {
		p.h1("%s", title(v[0]))
		p.links(slide, v[0]*perDeck, v[0]*perDeck+perDeck, func(i int) string { return fmt.Sprint("Slide ", i%perDeck+1) })
	}, pad(1, decks, 2))
	slide = s.add("/deck{}/slide{}.htm", func(p *page, v []int) {
		p.title = title(v[0])
		switch p.r.IntN(4) {
		case 0:
			p.f(`<img src="img%d_%d.gif" alt="">`, v[0], v[1])
		default:
			p.s("<h2>", english.phrase(p.r, 2), "</h2><ul>")
			for range p.between(1, 6) {
				p.s("<li>", strings.TrimSuffix(english.sentence(p.r, p.between(1, 8)), "."), "</li>")
			}
			p.s("</ul>")
		}
		p.near(1, "&lt;", "&gt;", v)
		p.a(slide.url(v[0], 0), "|&lt;")
		p.a(slide.url(v[0], perDeck-1), "&gt;|")
		p.f("<p>%d of %d</p>", v[1]+1, perDeck)
		p.a(outline.url(v[0]), "Outline")
	}, pad(1, decks, 2), pad(1, perDeck, 4))
}

// photoalbums are 45 albums of 40 photographs, whose captions are the names of their files.
func photoalbums(s *Site) {
	const albums, perAlbum = 45, 40
	s.look("Photos", blogSkin, "/ Albums")
	title := func(a int) string { return place(s.h(1, a)) + fmt.Sprint(" ", 2004+a/4) }
	var album, photo *family
	album1 := tailed(1, albums, func(a int) string { return slug(title(a)) })
	s.add("/", func(p *page, _ []int) { p.h1("Albums"); p.links(album, 0, albums, title) })
	album = s.add("/{}/", func(p *page, v []int) {
		p.h1("%s", title(v[0]))
		for i := range perAlbum {
			p.f(`<a href="%s"><img src="%sthumbs/IMG_%d.jpg"></a>`, photo.url(v[0], i), album.url(v[0]), 1021+v[0]*50+i)
		}
	}, album1)
	photo = s.add("/{}/IMG_{}.html", func(p *page, v []int) {
		p.title = "IMG_" + photo.dims[1].text(v[1])
		p.f(`<img src="IMG_%s.jpg" width=1024><p>%s</p>`, photo.dims[1].text(v[1]), p.title)
		p.near(1, "Previous", "Next", v)
		p.a(album.url(v[0]), "Album")
	}, album1, nums(1021, perAlbum))
}
