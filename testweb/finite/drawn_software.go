package finite

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"weft/internal/splitmix"
)

// versionOptions are the drawn options of a manual in many versions.
type versionOptions struct {
	versions, pages int
	pattern         string // of the addresses
	minor           bool   // versions are 3.7 and not 37
	changes         int    // of a page, on average, in per cent
}

func drawVersions(r *rand.Rand, many bool) versionOptions {
	o := versionOptions{versions: 40, pages: oneOf(r, 100, 100, 400), minor: r.IntN(4) == 0, changes: oneOf(r, 30, 80, 200)}
	o.pattern = oneOf(r, "/docs/{}/{}.html", "/en/{}/guide/{}/", "/manual/v{}/{}.html")
	if many {
		o.versions, o.pages = 400, oneOf(r, 10, 12)
	}
	return o
}

// dim returns the versions.
func (o *versionOptions) dim() dim {
	if !o.minor {
		return nums(1, o.versions)
	}
	return dim{
		n:    o.versions,
		text: func(i int) string { return fmt.Sprintf("%d.%d", 1+i/10, i%10) },
		find: func(text string) int {
			var a, b int
			if _, err := fmt.Sscanf(text, "%d.%d", &a, &b); err != nil {
				return -1
			}
			return a*10 - 10 + b
		},
	}
}

// versionSite has a manual in many versions. A page has one text in several versions in a row. Its texts differ in two
// numbers.
func versionSite(s *Site, o versionOptions) {
	s.look("Toolkit Manual", docsSkin, "/ Home")
	version := o.dim()
	name := version.text
	titles := named(o.pages, func(i int) string { return slug(english.phrase(s.dice(2, i), 2)) + "-" + english.tail(i+40) })
	// text returns the version since which a page has its text.
	text := func(v, page int) int {
		for v > 0 && s.draw(100*o.versions, 3, v, page) >= 100*o.changes/100 {
			v--
		}
		return v
	}
	var index, manual *family
	s.add("/", func(p *page, _ []int) {
		p.h1("All versions")
		for i := o.versions - 1; i >= 0; i-- {
			p.s("<li>")
			p.a(index.url(i), "Version "+name(i))
			p.s("</li>\n")
		}
	})
	index = s.add(o.pattern[:strings.Index(o.pattern, "{}")+3]+"", func(p *page, v []int) {
		p.h1("Manual of version %s", name(v[0]))
		for i := range o.pages {
			p.s("<li>")
			p.a(manual.url(v[0], i), strings.ReplaceAll(titles.text(i), "-", " "))
			p.s("</li>\n")
		}
	}, version)
	index.text = func([]int) uint64 { return 1 }
	manual = s.add(o.pattern, func(p *page, v []int) {
		p.crumb(index.url(v[0]), "Version "+name(v[0]))
		p.h1("%s", strings.ReplaceAll(titles.text(v[1]), "-", " "))
		p.f("<p>This is the manual of version %s.</p>", name(v[0]))
		p.r = s.dice(4, v[1])
		p.article(120)
		p.r = s.dice(5, text(v[0], v[1]), v[1])
		p.f("<p>The default is %.2f, and the limit is %.2f.</p>", p.r.Float64()*90, p.r.Float64()*900)
	}, version, titles)
	manual.text = func(v []int) uint64 { return s.h(4, text(v[0], v[1]), v[1]) }
}

// treeOptions are the drawn options of a family tree.
type treeOptions struct {
	generations int
	unknown     int // per cent of people without a name in the first nine generations
	query       bool
}

func drawTree(r *rand.Rand) treeOptions {
	return treeOptions{generations: oneOf(r, 12, 13), unknown: oneOf(r, 2, 5), query: r.IntN(2) == 0}
}

// A familyTree has people by number: person i has the parents 2i and 2i+1.
type familyTree struct {
	*Site
	people  []int       // numbers
	places  map[int]int // of a number in people
	unknown int         // see treeOptions
}

// generation returns the generation of a person, 1 for the first.
func generation(i int) int { return len(fmt.Sprintf("%b", i)) }

// known reports whether a person has a name.
func (t *familyTree) known(i int) bool {
	if generation(i) > 9 {
		return t.draw(100, 1, i) < 2
	}
	return i == 1 || t.draw(100, 1, i) >= t.unknown
}

// name returns the name of the person at a place.
func (t *familyTree) name(place int) string {
	if !t.known(t.people[place]) {
		return "Unknown"
	}
	return person(t.h(3, t.people[place]))
}

// grow draws the people of a tree.
func (o *treeOptions) grow(s *Site) *familyTree {
	t := &familyTree{Site: s, people: []int{1}, places: map[int]int{1: 0}, unknown: o.unknown}
	for at := 0; at < len(t.people) && len(t.people) < 4000; at++ {
		if i := t.people[at]; generation(i) < o.generations && (generation(i) < 9 || s.draw(100, 2, i) < 80) {
			for _, parent := range []int{2 * i, 2*i + 1} {
				t.places[parent] = len(t.people)
				t.people = append(t.people, parent)
			}
		}
	}
	return t
}

// treeSite has people with their parents. People of early generations are often unknown, and their pages have one text.
func treeSite(s *Site, o treeOptions) {
	s.look("Family Tree", oldSkin, "/ Start")
	t := o.grow(s)
	pattern := "/individual/I{}"
	if o.query {
		pattern = "/tree.php?id={}"
	}
	number := hexes(len(t.people), 8, s.Seed)
	if s.draw(2, 9) == 0 {
		number = nums(1000, len(t.people))
	}
	var human *family
	s.add("/", func(p *page, _ []int) { p.h1("Our family"); p.para(60); p.a(human.url(0), t.name(0)) })
	human = s.add(pattern, func(p *page, v []int) {
		i := t.people[v[0]]
		p.h1("%s", t.name(v[0]))
		if t.known(i) {
			p.f("<p>Born in %s, %d.</p>", place(s.h(4, i)), 2000-27*generation(i)+s.draw(9, 5, i))
		}
		for k, who := range []string{"Father: ", "Mother: "} {
			if at, ok := t.places[2*i+k]; ok {
				p.s("<p>", who)
				p.a(human.url(at), t.name(at))
				p.s("</p>")
			}
		}
		if i > 1 {
			text := t.name(t.places[i/2])
			if !t.known(i) {
				text = "Child"
			}
			p.s("<p>Child: ")
			p.a(human.url(t.places[i/2]), text)
			p.s("</p>")
		}
	}, number)
	human.text = func(v []int) uint64 {
		if !t.known(t.people[v[0]]) {
			return 1
		}
		return s.h(4, t.people[v[0]])
	}
}

// listingOptions are the drawn options of a server of files.
type listingOptions struct {
	folders, files int
	numbered       bool // folders have numbers
}

func drawListings(r *rand.Rand) listingOptions {
	return listingOptions{folders: oneOf(r, 180, 220), files: oneOf(r, 14, 18), numbered: r.IntN(3) == 0}
}

// folder returns the name of a folder.
func (o *listingOptions) folder(i int) string {
	if o.numbered {
		return fmt.Sprintf("batch%d", i)
	}
	return english.tail(300 + i)
}

// listingSite has folders of files, whose lists can be sorted in eight ways. Half of the files have one text.
func listingSite(s *Site, o listingOptions) {
	name := o.folder
	folders := named(o.folders, name)
	file := func(i int) string { return english.tail(900+i) + ".txt" }
	list := func(p *page, v []int, order int) {
		p.bare, p.title = true, "Index of /pub/"+name(v[0])
		p.f("<html><head><title>%s</title></head><body><h1>%s</h1><table><tr>", p.title, p.title)
		for i, by := range strings.Fields("Name Modified Size Description") {
			p.f(`<th><a href="?C=%c;O=%c">%s</a></th>`, "NMSD"[i], "AD"[(order+1)%2], by)
		}
		p.s("</tr>\n<tr><td><a href=\"/pub/\">Parent Directory</a></td></tr>\n")
		for i := range o.files {
			if order%2 == 1 {
				i = o.files - 1 - i
			}
			p.f(`<tr><td><a href="%s">%s</a></td><td>2019-03-%02d 10:%02d</td><td>%d</td></tr>`+"\n", file(i), file(i), 1+i, 10+i, 100+s.draw(900, 1, v[0], i))
		}
		p.s("</table></body></html>")
	}
	var folder *family
	s.add("/", func(p *page, _ []int) { p.s("<html><body><a href=\"/pub/\">files</a></body></html>") })
	s.add("/pub/", func(p *page, _ []int) {
		p.s("<html><body><h1>Index of /pub</h1>")
		for i := range o.folders {
			p.a(folder.url(i), name(i)+"/")
			p.s("<br>\n")
		}
		p.s("</body></html>")
	})
	folder = s.add("/pub/{}/", func(p *page, v []int) { list(p, v, 0) }, folders)
	sorted := s.add("/pub/{}/?C={};O={}", func(p *page, v []int) { list(p, v, v[2]) }, folders, words("N M S D"), words("A D"))
	sorted.text = func([]int) uint64 { return 1 }
	files := s.add("/pub/{}/{}", func(p *page, v []int) {
		p.file("text/plain")
		if v[1]%2 == 0 {
			p.s("This file is empty on purpose.\n")
			return
		}
		p.f("%s %d %d\n", english.common[s.draw(40, 2, v[0], v[1])], s.draw(1000, 3, v[0], v[1]), s.draw(1000, 4, v[0], v[1]))
	}, folders, named(o.files, file))
	files.text = func(v []int) uint64 {
		if v[1]%2 == 0 {
			return 2
		}
		return splitmix.Seed(s.Seed, uint64(v[0]), uint64(v[1])) //nolint:gosec // not negative
	}
}
