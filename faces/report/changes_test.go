package report_test

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/changes"
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/faces/report"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/web/weburl"
)

// drawCrawls draws crawls of some pages of the same hosts, of which some were fetched.
func drawCrawls(t *testing.T, r *rand.Rand, n int) (all []*store.Crawl) {
	t.Helper()
	for range n {
		var names []string
		for h := range 7 {
			if r.IntN(4) == 0 {
				continue
			}
			for i := range 40 {
				if r.IntN(3) > 0 {
					names = append(names, fmt.Sprintf("http://h%d.example/%d", h, i))
				}
			}
		}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		fetched := 1 + r.IntN(len(names))
		var links strings.Builder
		for range 6 * len(names) {
			fmt.Fprintf(&links, "%s\t%s\n", names[r.IntN(fetched)], names[int(float64(len(names))*r.Float64()*r.Float64())])
		}
		all = append(all, ingesttest.Fetched(t, links.String(), strings.Join(names[:fetched], "\n")))
	}
	return all
}

// written returns the page on some crawls, with blanks for blanks that do not break.
func written(t *testing.T, crawls []*store.Crawl, o changes.Options) string {
	t.Helper()
	o.Memory, o.Samples = 1<<28, -1
	got, err := changes.Measure(t.Context(), crawls, o)
	if err != nil {
		t.Fatal(err)
	}
	d := report.ChangesData{Changes: got}
	for i := range crawls {
		d.Names = append(d.Names, fmt.Sprintf("date%d", i))
		d.Paths = append(d.Paths, fmt.Sprintf("some/date%d", i))
	}
	var b bytes.Buffer
	if err := report.WriteChanges(&b, d); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

// seen is a crawl as lists of names.
type seen struct {
	states map[string]string
	hosts  map[string]int
	arcs   map[[2]string]bool
	best   []string // all pages, the best by PageRank first
}

func see(t *testing.T, c *store.Crawl) seen {
	t.Helper()
	s := seen{map[string]string{}, map[string]int{}, map[[2]string]bool{}, nil}
	for cur := c.Scan(graph.Everything(c.Graph())); cur.Next(); {
		u := c.Label(cur.Node())
		s.states[u] = c.State(cur.Node()).String()
		s.hosts[weburl.HostName(store.Key(nil, []byte(u)))]++
		for i, v := range cur.Succ() {
			if cur.Kinds()[i]&kinds.Measured != 0 {
				s.arcs[[2]string{u, c.Label(v)}] = true
			}
		}
	}
	r, err := measure.GetRanking(t.Context(), c, measure.PageRank, measure.RankOptions{Options: answer.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, c.NumPages())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		x, y := r.Scores[i], r.Scores[j]
		if r.Ties().Tied(max(x, y), min(x, y)) {
			return cmp.Compare(i, j)
		}
		return cmp.Compare(y, x)
	})
	for _, i := range order {
		s.best = append(s.best, c.Label(graph.Node(i)))
	}
	return s
}

// differ counts the keys of two maps: in both, only in the first, only in the second.
func differ[K comparable, V any](a, b map[K]V) (both, gone, fresh int) {
	for k := range a {
		if _, is := b[k]; is {
			both++
		} else {
			gone++
		}
	}
	return both, gone, len(b) - both
}

var tile = regexp.MustCompile(`<dt>([^<]+)</dt><dd>([^<]+)<`)

// The tiles, the tables of flows and the overlaps of the page are those of set differences.
func TestChangesCountedTwice(t *testing.T) {
	r := drawn.Rand(t)
	for range 4 {
		crawls := drawCrawls(t, r, 2+r.IntN(3))
		text := written(t, crawls, changes.Options{Top: 20})
		var all []seen
		for _, c := range crawls {
			all = append(all, see(t, c))
		}
		last := len(all) - 1
		tiles := map[string]string{}
		for _, m := range tile.FindAllStringSubmatch(text, -1) {
			tiles[m[1]] = m[2]
		}
		for _, kind := range []struct {
			name              string
			both, gone, fresh int
		}{
			counted("pages", all[0].states, all[last].states), counted("links", all[0].arcs, all[last].arcs), counted("hosts", all[0].hosts, all[last].hosts),
		} {
			for label, n := range map[string]int{strings.ToUpper(kind.name[:1]) + kind.name[1:] + " in both": kind.both, "Gone " + kind.name: kind.gone, "New " + kind.name: kind.fresh} {
				if got := tiles[label]; label != "Hosts in both" && got != digits.Grouped(n) {
					t.Errorf("%s: the page says %q, want %d", label, got, n)
				}
			}
		}
		for i := range all[1:] {
			checkFlow(t, text, i, i+1, all)
		}
		checkFlow(t, text, 0, last, all)
		if last > 1 {
			checkOverlaps(t, text, all)
		}
	}
}

func counted[K comparable, V any](name string, a, b map[K]V) struct {
	name              string
	both, gone, fresh int
} {
	both, gone, fresh := differ(a, b)
	return struct {
		name              string
		both, gone, fresh int
	}{name, both, gone, fresh}
}

var (
	flowCells = regexp.MustCompile(`<tr><th scope="row">([^<]+)</th><td>([^<]+)</td><td class="n">([^<]+)</td>`)
	shown     = map[string]string{page.Fetched.String(): "fetched", page.Ghost.String(): "only linked to", compare.Absent: "absent"}
)

// checkFlow compares a table of flows with the states of all pages.
func checkFlow(t *testing.T, text string, i, j int, all []seen) {
	t.Helper()
	want := map[string]int{}
	state := func(s seen, name string) string { return shown[cmp.Or(s.states[name], compare.Absent)] }
	for name := range all[i].states {
		want[state(all[i], name)+" "+state(all[j], name)]++
	}
	for name := range all[j].states {
		if _, both := all[i].states[name]; !both {
			want["absent "+state(all[j], name)]++
		}
	}
	_, table, found := strings.Cut(text, fmt.Sprintf("<caption>date%d → date%d</caption>", i, j))
	table, _, _ = strings.Cut(table, "</table>")
	if !found {
		t.Fatalf("there is no table of date%d → date%d", i, j)
	}
	rows := flowCells.FindAllStringSubmatch(table, -1)
	for _, m := range rows {
		if n := want[m[1]+" "+m[2]]; m[3] != digits.Grouped(n) {
			t.Errorf("date%d → date%d: %s to %s: the page says %s, want %d", i, j, m[1], m[2], m[3], n)
		}
	}
	if len(rows) != len(want) {
		t.Errorf("date%d → date%d: the page has %d flows, want %v", i, j, len(rows), want)
	}
}

// checkOverlaps compares the overlaps in the table of all dates with sorted lists.
func checkOverlaps(t *testing.T, text string, all []seen) {
	t.Helper()
	for label, other := range map[string]func(i int) int{"Best 100 as in the first": func(int) int { return 0 }, "Best 100 as the time before": func(i int) int { return i - 1 }} {
		want := "<td class=\"n\">" + digits.None + "</td>"
		for i := 1; i < len(all); i++ {
			a, b := all[other(i)].best, all[i].best
			a, b = a[:min(100, len(a))], b[:min(100, len(b))]
			both := 0
			for _, name := range b {
				if slices.Contains(a, name) {
					both++
				}
			}
			want += "<td class=\"n\">" + digits.Share(both, min(len(a), len(b))) + "</td>"
		}
		_, cells, _ := strings.Cut(text, `<tr><th scope="row">`+label+`</th>`)
		cells, _, _ = strings.Cut(cells, "</tr>")
		if cells = html.UnescapeString(cells); cells != want {
			t.Errorf("%s: the page says %s, want %s", label, cells, want)
		}
	}
}

// The page of one crawl twice says in a sentence that nothing changed, and has no figures of changes.
func TestChangesOfTheSame(t *testing.T) {
	c := drawCrawls(t, drawn.Rand(t), 1)[0]
	text := written(t, []*store.Crawl{c, c, c}, changes.Options{Top: 20})
	if !strings.Contains(text, "Nothing changed: the same pages, in the same states, with the same links.") || strings.Contains(text, `id="flow"`) || strings.Contains(text, "<dt>") {
		t.Errorf("the page does not say that nothing changed: %s", text)
	}
}

// Crawls without common pages, without URLs, and without links are compared, too. The page says what they are.
func TestChangesOfUnlikeCrawls(t *testing.T) {
	named := func(host string) *store.Crawl {
		return ingesttest.Fetched(t, fmt.Sprintf("http://%s/\thttp://%s/1\nhttp://%s/1\thttp://%s/2\n", host, host, host, host), "")
	}
	for _, c := range []struct {
		name   string
		crawls []*store.Crawl
		want   []string
	}{
		{"without common pages", []*store.Crawl{named("a.example"), named("b.example")}, []string{"They have no page in common.", "weft compare some/date0 some/date1 --list gone"}},
		{"without URLs", []*store.Crawl{ingesttest.Fetched(t, "0 1\n1 2\n", ""), ingesttest.Fetched(t, "0 1\n1 2\n2 3\n3 0\n", "")}, []string{"by page number, because they have no URLs", "page 3"}},
		{"of unknown state", []*store.Crawl{named("a.example"), named("a.example"), named("b.example")}, []string{"Three crawls", ">1st</text>", ">3rd</text>"}},
	} {
		text := unspanned(written(t, c.crawls, changes.Options{Top: 5}))
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", c.name, want)
			}
		}
	}
	_, err := changes.Measure(t.Context(), []*store.Crawl{named("a.example"), ingesttest.Fetched(t, "0 1\n", "")}, changes.Options{})
	if err == nil || !strings.Contains(err.Error(), "import all of them with URLs") {
		t.Errorf("crawls with and without URLs: got %v", err)
	}
}

// unspanned is a page without the elements that keep the words of commands together.
func unspanned(page string) string {
	return strings.NewReplacer("<span>", "", "</span>", "").Replace(page)
}

// Names of crawls, hosts and pages are text: they neither become elements nor turn the direction of the page.
func TestChangesOfHostileNames(t *testing.T) {
	r := "http://a.example/"
	old := ingesttest.Fetched(t, r+"\t"+r+"<script>alert(1)</script>\n"+r+"\t"+r+"\u202eevil\n", "")
	young := ingesttest.Fetched(t, r+"\t"+r+"'\"><img src=x>\n"+r+"\thttp://b.example/\n", "")
	got, err := changes.Measure(t.Context(), []*store.Crawl{old, young, old}, changes.Options{Top: 20, Samples: -1, Options: answer.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	d := report.ChangesData{Changes: got, Names: []string{"<script>x</script>", "\u202ename", "\x1b[31m"}, Paths: []string{"a b", "$(reboot)", "it's"}}
	var b bytes.Buffer
	if err := report.WriteChanges(&b, d); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<img", "\u202e", "\x1b"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if text := html.UnescapeString(unspanned(b.String())); !strings.Contains(text, `weft compare 'a b' '$(reboot)'`) || !strings.Contains(text, `'it'\''s'`) {
		t.Error("paths are not quoted in commands")
	}
}

// Dates that are not in order are shown as given, with a sentence; an axis of time needs dates in order.
func TestChangesDates(t *testing.T) {
	crawls := drawCrawls(t, drawn.Rand(t), 3)
	date := func(year int) changes.Date {
		return changes.Date{Time: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), Text: fmt.Sprint(year)}
	}
	for _, c := range []struct {
		name      string
		dates     []changes.Date
		want, not string
	}{
		{"in order", []changes.Date{date(2001), date(2004), date(2020)}, "on a true axis of time", `class="warning"`},
		{"not in order", []changes.Date{date(2001), date(2020), date(2004)}, "but date2 (2004) is older than date1 (2020)", "on a true axis of time"},
		{"one unknown", []changes.Date{date(2020), {}, date(2004)}, "but date2 (2004) is older than date0 (2020)", "on a true axis of time"},
		{"unknown", nil, "The distances on the axis have no meaning", `class="warning"`},
	} {
		text := written(t, crawls, changes.Options{Top: 5, Dates: c.dates})
		if !strings.Contains(text, c.want) || strings.Contains(text, c.not) {
			t.Errorf("%s: want %q and not %q", c.name, c.want, c.not)
		}
	}
}

// The page depends on neither the number of workers nor the memory.
func TestChangesAreDeterministic(t *testing.T) {
	crawls := drawCrawls(t, drawn.Rand(t), 3)
	var pages []string
	for _, workers := range []int{1, 2, 7} {
		pages = append(pages, written(t, crawls, changes.Options{Top: 20, Options: answer.Options{Workers: workers}}))
	}
	if pages[0] != pages[1] || pages[0] != pages[2] {
		t.Error("pages of different numbers of workers differ")
	}
}
