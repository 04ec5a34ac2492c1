package finite

import (
	"fmt"
	"strings"
)

// manpages has 8 sections with 230 manual pages each, which refer to one another.
func manpages(s *Site) {
	const n = 230
	names := coined(n)
	s.look("Manual pages", plainSkin, "/ Index")
	var section, man *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Manual pages")
		p.links(section, 0, 8, func(i int) string { return fmt.Sprint("Section ", i+1) })
	})
	section = s.add("/man{}/", func(p *page, v []int) {
		p.h1("Section %d", v[0]+1)
		p.links(man, v[0]*n, v[0]*n+n, func(i int) string { return names.text(i % n) })
	}, nums(1, 8))
	man = s.add("/man{}/{}.html", func(p *page, v []int) {
		name := names.text(v[1])
		p.h1("%s(%d)", name, v[0]+1)
		p.f("<h2>NAME</h2>%s - %s<h2>SYNOPSIS</h2><pre>%s", name, english.sentence(p.r, 6), name)
		options := strings.Split("abcdefghiklmnopqrstuvwx", "")[:p.between(1, 20)]
		for _, o := range options {
			p.f(" [-%s]", o)
		}
		p.s("</pre><h2>DESCRIPTION</h2>")
		p.article(p.between(30, 400))
		for _, o := range options {
			p.f("<dl><dt>-%s</dt><dd>%s</dd></dl>\n", o, english.sentence(p.r, p.between(4, 20)))
		}
		p.s("<h2>SEE ALSO</h2>")
		for range p.between(1, 5) {
			k, sec := p.r.IntN(n), p.r.IntN(8)
			p.a(man.url(sec, k), fmt.Sprintf("%s(%d)", names.text(k), sec+1))
			p.s(", ")
		}
	}, nums(1, 8), names)
}

// gallery shows 1,400 pictures in 56 albums; a view has no text but a number, and links to the picture itself.
func gallery(s *Site) {
	const n, perAlbum = 1400, 25
	s.look("Gallery", oldSkin, "/ Albums")
	var album, view, img *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Albums")
		p.links(album, 0, album.n, func(i int) string { return fmt.Sprint("Album ", i+1) })
	})
	album = s.add("/album.php?a={}", func(p *page, v []int) {
		p.h1("Album %d", v[0]+1)
		for i := v[0] * perAlbum; i < v[0]*perAlbum+perAlbum; i++ {
			p.f(`<a href="view.php?id=%d"><img src="img.php?id=%d&amp;thumb=1" width=120></a>`, i+1, i+1)
		}
		p.near(0, "&lt;&lt;", "&gt;&gt;", v)
	}, nums(1, n/perAlbum))
	view = s.add("/view.php?id={}", func(p *page, v []int) {
		p.title = "Gallery"
		p.f(`<a href="img.php?id=%d"><img src="img.php?id=%d" alt=""></a><br>`, v[0]+1, v[0]+1)
		p.near(0, "&lt;", "&gt;", v)
		p.a(album.url(v[0]/perAlbum), "^")
	}, nums(1, n))
	image := func(p *page, _ []int) {
		p.file("image/jpeg")
		p.b = picture(p.r.Uint64(), "jpg")
	}
	img = s.add("/img.php?id={}", image, nums(1, n))
	s.add("/img.php?id={}&thumb=1", image, nums(1, n)).hide()
	_, _ = view, img
}

// gitweb shows a repository of 480 commits: log, commit, diff, patch and tree of each; 20 files, each in 12 versions.
func gitweb(s *Site) {
	const n, perLog, files, versions = 480, 40, 20, 12
	s.look("projects / loom.git", plainSkin, "/loom/log/?ofs=0 log, /loom/tree/ tree")
	commits, blobs := hexes(n, 40, 11), hexes(files*versions, 40, 12)
	file := func(i int) string { return english.tail(i*3+2) + pick(".c .h .go .md .sh", s.h(1, i)) }
	subject := func(i int) string {
		return pick("fix add drop move test doc merge speed-up", s.h(2, i)) + " " + english.tail(s.draw(3000, 3, i)) + " in " + file(i%files)
	}
	var log, commit, diff, patch, tree, blob *family
	s.add("/", func(p *page, _ []int) { p.h1("projects"); p.a(log.url(0), "loom.git"); p.para(12) })
	log = s.add("/loom/log/?ofs={}", func(p *page, v []int) {
		p.h1("log")
		p.links(commit, v[0]*perLog, v[0]*perLog+perLog, subject)
		p.near(0, "[prev]", "[next]", v)
	}, steps(0, n/perLog, perLog, 1))
	commit = s.add("/loom/commit/?id={}", func(p *page, v []int) {
		i := v[0]
		p.h1("%s", subject(i))
		p.f("<table><tr><th>author</th><td>%s</td><td>%s</td></tr><tr><th>commit</th><td>%s</td></tr></table>", person(s.h(4, i%17)), ymd(2015, 1, 1).plus(3*(n-i)).format("YYYY-MM-DD"), commits.text(i))
		p.a(diff.url(i), "diff")
		p.a(patch.url(i), "patch")
		p.a(tree.url(i), "tree")
		if i+1 < n {
			p.a(commit.url(i+1), "parent "+commits.text(i + 1)[:12])
		}
		p.f("<p>%s</p><pre>%s | %d ++--</pre>", english.sentence(p.r, p.between(3, 30)), file(i%files), p.between(1, 90))
	}, commits)
	diff = s.add("/loom/diff/?id={}", func(p *page, v []int) { p.h1("diff %s", commits.text(v[0])[:12]); p.s("<pre>"); hunk(p); p.s("</pre>") }, commits)
	patch = s.add("/loom/patch/?id={}", func(p *page, v []int) {
		p.file("text/plain")
		p.f("From %s\nSubject: [PATCH] %s\n\n", commits.text(v[0]), subject(v[0]))
		hunk(p)
	}, commits)
	listing := func(p *page, at int) {
		p.h1("tree")
		p.links(blob, at*files, at*files+files, func(i int) string { return file(i % files) })
	}
	s.add("/loom/tree/", func(p *page, _ []int) { listing(p, 0) })
	tree = s.add("/loom/tree/?id={}", func(p *page, v []int) { listing(p, v[0]*versions/n) }, commits)
	blob = s.add("/loom/blob/{}", func(p *page, v []int) {
		p.h1("%s", file(v[0]%files))
		p.f("<p>blob: %s</p><table class=blob>", blobs.text(v[0]))
		for i := range p.between(20, 150) {
			p.f("<tr><td><a id=n%d href=\"#n%d\">%d</a></td><td>%s</td></tr>\n", i+1, i+1, i+1, code(p))
		}
		p.s("</table>")
	}, blobs)
}

// hunk appends lines that a commit adds and drops.
func hunk(p *page) {
	for range p.between(2, 25) {
		p.s(p.of("+ - &nbsp; &nbsp; &nbsp;"), code(p), "\n")
	}
}

// code returns a line of a program.
func code(p *page) string {
	a, b := english.tail(p.r.IntN(900)), english.tail(p.r.IntN(5000))
	switch p.r.IntN(6) {
	case 0:
		return "if (" + a + " &lt; " + b + ") {"
	case 1:
		return "return " + a + "(" + b + ", " + fmt.Sprint(p.r.IntN(64)) + ");"
	case 2:
		return "}"
	case 3:
		return "/* " + english.sentence(p.r, p.between(3, 9)) + " */"
	}
	return "\t" + a + " = " + b + strings.Repeat(" + "+a, p.r.IntN(3)) + ";"
}

// pdflists has 25 years with 12 departments and 8 reports as PDF from each.
func pdflists(s *Site) {
	dept := words("health roads water schools police parks housing finance ports energy forests museums")
	s.look("Annual reports", portalSkin, "/ Years")
	var year, list, doc *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Annual reports")
		p.links(year, 0, 25, func(i int) string { return fmt.Sprint(1999 + i) })
	})
	year = s.add("/reports/{}/", func(p *page, v []int) {
		p.h1("Reports of %d", 1999+v[0])
		p.links(list, v[0]*12, v[0]*12+12, func(i int) string { return capital(dept.text(i % 12)) })
		p.near(0, "earlier", "later", v)
	}, nums(1999, 25))
	list = s.add("/reports/{}/{}/", func(p *page, v []int) {
		p.crumb("/", "Years")
		p.crumb(year.url(v[0]), year.dims[0].text(v[0]))
		p.h1("%s %d", capital(dept.text(v[1])), 1999+v[0])
		at := (v[0]*12 + v[1]) * 8
		p.links(doc, at, at+8, func(i int) string {
			return fmt.Sprintf("%s (PDF, %d kB)", english.phrase(doc.rand(doc.values(i)...), 4), 40+i%700)
		})
	}, nums(1999, 25), dept)
	doc = s.add("/reports/{}/{}/report-{}.pdf", func(p *page, _ []int) {
		p.file("application/pdf")
		p.b = pdf(english.phrase(p.r, 4), english.prose(p.r, 200))
	}, nums(1999, 25), dept, pad(1, 8, 2))
}

// gravestones has 12 cemeteries with 15 rows of 12 graves: a name, two years, rarely a line.
func gravestones(s *Site) {
	s.look("Stones of the County", oldSkin, "/ Cemeteries")
	name := func(c int) string { return place(s.h(1, c)) + " Churchyard" }
	yard := tailed(1, 12, func(c int) string { return slug(name(c)) })
	var cemetery, row, grave *family
	s.add("/", func(p *page, _ []int) { p.h1("Cemeteries"); p.links(cemetery, 0, 12, name) })
	cemetery = s.add("/{}/", func(p *page, v []int) {
		p.h1("%s", name(v[0]))
		p.para(40)
		p.links(row, v[0]*15, v[0]*15+15, func(i int) string { return fmt.Sprint("Row ", string(rune('A'+i%15))) })
	}, yard)
	row = s.add("/{}/row-{}.htm", func(p *page, v []int) {
		p.crumb(cemetery.url(v[0]), name(v[0]))
		p.h1("Row %c", 'A'+v[1])
		at := (v[0]*15 + v[1]) * 12
		p.links(grave, at, at+12, func(i int) string { return person(grave.key(grave.values(i)...)) })
		p.near(1, "previous row", "next row", v)
	}, yard, words("a b c d e f g h i j k l m n o"))
	grave = s.add("/{}/row-{}/{}.htm", func(p *page, v []int) {
		p.crumb(row.url(v[0], v[1]), fmt.Sprintf("Row %c", 'A'+v[1]))
		p.h1("%s", person(grave.key(v...)))
		born := p.between(1750, 1930)
		p.f("<img src=\"/stones/%d-%d-%d.jpg\"><p align=center>%d &ndash; %d</p>", v[0], v[1], v[2], born, born+p.r.IntN(95))
		if p.r.IntN(7) == 0 {
			p.s("<p align=center><i>", p.of("Rest_in_peace Asleep Beloved_wife Gone_home"), "</i></p>")
		}
		p.near(2, "&lt;", "&gt;", v)
	}, yard, words("a b c d e f g h i j k l m n o"), nums(1, 12))
}
