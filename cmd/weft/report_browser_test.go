package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/browsertest"
)

// Limits of a page: bytes, and pixels at a width of 1,280.
const (
	reportBytes  = 400_000
	reportHeight = 6800
	smallHeight  = 1880 // of 20 links or fewer
)

// checkPage opens a page on all screens. It fails where the page overflows, breaks a rule of axe-core, requests something
// else, cuts a label, or is too high. It saves pictures if $WEFT_PICTURES is set.
func checkPage(t *testing.T, b *browsertest.Browser, path string, height int) {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(path), ".html")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() >= reportBytes {
		t.Errorf("%s: %d bytes, want less than %d", name, info.Size(), reportBytes)
	}
	p := b.File(path, browsertest.Screens[0])
	heights := ""
	for _, s := range append(browsertest.Screens, browsertest.Screen{Width: 400, Height: 800, Dark: true}, browsertest.Screen{Width: 1280, Height: 900, Forced: true}) {
		p.Show(s)
		p.Save(name + "-" + s.String())
		high := p.Height()
		heights += fmt.Sprintf(" %v:%d", s, high)
		if s.Width == 1280 && high > height {
			t.Errorf("%s at %v: %d pixels high, want at most %d", name, s, high, height)
		}
		for _, wide := range p.Overflow() {
			t.Errorf("%s at %v: wider than the screen: %s", name, s, wide)
		}
		if s.Width == 320 || s.Width == 1280 && !s.Forced {
			for _, found := range p.Axe() {
				t.Errorf("%s at %v: %s", name, s, found)
			}
		}
		for _, cut := range browsertest.Eval[[]string](p, cutLabels) {
			t.Errorf("%s at %v: the picture cuts %s", name, s, cut)
		}
		if !s.Forced && !s.Dark && s.Width >= 400 {
			for _, misfit := range p.Misfits() {
				t.Errorf("%s at %v: %s", name, s, misfit)
			}
		}
	}
	p.ShowPaper()
	for _, misfit := range p.Misfits() {
		t.Errorf("%s on paper: %s", name, misfit)
	}
	if asked := p.Requests(); len(asked) != 1 {
		t.Errorf("%s: requests %q, want only the page itself", name, asked)
	}
	sheets := p.Printed()
	p.SavePrint(name)
	t.Logf("%s: %d bytes, %d printed pages, heights%s", name, info.Size(), sheets, heights)
	if sheets > reportSheets {
		t.Errorf("%s: %d printed pages, want at most %d", name, sheets, reportSheets)
	}
}

// reportSheets is the largest number of printed A4 pages with all details open.
const reportSheets = 10

// cutLabels finds texts that leave their picture.
const cutLabels = `[...document.querySelectorAll("figure svg")].flatMap(svg => {
	const box = svg.getBoundingClientRect();
	if (!box.width) return [];
	return [...svg.querySelectorAll("text")].filter(t => {
		const r = t.getBoundingClientRect();
		return r.width && (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 2 || r.bottom > box.bottom + 2);
	}).map(t => (svg.id || svg.closest("figure").id) + ": " + t.textContent.slice(0, 60));
})`

// The pages of crawls of several kinds work on all screens and on paper. With $WEFT_REPORTS, the pages of that folder are
// checked instead: bench/reports/ten.sh makes them.
func TestReportPages(t *testing.T) {
	b := browsertest.Start(t)
	if dir := os.Getenv("WEFT_REPORTS"); dir != "" {
		pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
		if err != nil || len(pages) == 0 {
			t.Fatalf("no page in %s: %v", dir, err)
		}
		for _, page := range pages {
			height := reportHeight
			if n := filepath.Base(page); n == "links.html" || n == "pages.html" {
				height = smallHeight
			}
			checkPage(t, b, page, height)
		}
		return
	}
	dir := t.TempDir()
	t.Chdir(dir)
	report := func(name string, args ...string) string {
		path := filepath.Join(dir, name+".html")
		weft(t, exitDone, append([]string{"report", "-o", path, "--samples", "-1", "--quiet"}, args...)...)
		return path
	}
	crawlFailing(t, "first", 40, exitIncomplete)
	crawlFailing(t, "second", 70, exitDone)
	checkPage(t, b, report("failures", "first"), reportHeight)
	checkPage(t, b, report("two", "first", "second", "--dates", "2019,2026"), reportHeight)
	weft(t, exitDone, "import", writeLinks(t, "links.tsv", fewLinks()), "-o", "few", "--fetched", "linking", "--quiet")
	checkPage(t, b, report("links", "few"), smallHeight)
	weft(t, exitDone, "import", writeLinks(t, "hostile.tsv", hostileLinks()), "-o", "hostile", "--fetched", "linking", "--quiet")
	checkPage(t, b, report("hostile", "hostile"), reportHeight)

	made := func(name string, links [][2]string) string {
		weft(t, exitDone, "import", writeLinks(t, name+".tsv", links), "-o", name, "--fetched", "linking", "--quiet")
		return name
	}
	weft(t, exitDone, "demo", "-o", "made", "--pages", "600", "--quiet")
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "2000", "--quiet")
	weft(t, exitDone, "generate", "copying", "-o", "nameless", "--pages", "1000", "--quiet")
	b.CheckFit(report("demo", "made/crawl"), 10)
	b.CheckFit(report("web", "web"), 10)
	b.CheckFit(report("nameless", "nameless"), 10)
	b.CheckFit(report("one", made("one", [][2]string{{"http://a.example/", "http://a.example/"}})), 3)
	long := report("long", made("long", longLinks()))
	b.CheckFit(long, 13)
	if info, err := os.Stat(long); err != nil || info.Size() >= reportBytes {
		t.Errorf("the report of long names: %v, %v: want less than %d bytes", info.Size(), err, reportBytes)
	}
	var dates []string
	for i, hosts := range []int{400, 300, 150, 80, 30} {
		dates = append(dates, made(fmt.Sprint("date", i), fewerHosts(i, hosts)))
	}
	five := report("five", append(dates, "--dates", "2017,2019,2021,2023,2025")...)
	b.CheckFit(five, 6)
	if text, err := os.ReadFile(five); err != nil || !strings.Contains(string(text), "373 hosts (") || !strings.Contains(string(text), "No host changed by more than one page.") {
		t.Errorf("the report of five dates does not show that 373 hosts are gone, and that single hosts hardly changed: %v", err)
	}
}

// longLinks have long hosts and paths, some in letters of other scripts.
func longLinks() (all [][2]string) {
	rng, label := rand.New(rand.NewPCG(1, 2)), func(n int) string { return strings.Repeat("abcdefghijklmno", 1+n/15)[:n] }
	var names []string
	for i := range 400 {
		host := fmt.Sprintf("%s.%s.%s%d.example", label(60), label(60), label(50), i%90)
		if i%7 == 0 {
			host = "xn--bcher-kva.example"
		}
		names = append(names, fmt.Sprintf("http://%s/<b>%%E2%%80%%AE/%s/%d", host, label(30+rng.IntN(2500)), i))
	}
	for range 2000 {
		all = append(all, [2]string{names[rng.IntN(len(names))], names[rng.IntN(len(names))]})
	}
	return all
}

// fewerHosts are links between the pages of some hosts, and of a few hosts of one date alone.
func fewerHosts(date, hosts int) (all [][2]string) {
	var names []string
	for i := range hosts {
		names = append(names, fmt.Sprintf("http://host%d.example/", i))
	}
	for i := range 3 {
		names = append(names, fmt.Sprintf("http://date%d-%d.example/", date, i))
	}
	for i := range names {
		all = append(all, [2]string{names[i], names[(i*7+1)%len(names)]}, [2]string{names[i], names[i*i%len(names)]})
	}
	return all
}

// crawlFailing crawls at most a number of pages of a site with fewer than 70, in which some fail, some redirect, and some are
// forbidden.
func crawlFailing(t *testing.T, out string, pages, status int) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		fmt.Sscanf(r.URL.Path, "/section/%d", &n) // other paths are page 0
		switch {
		case r.URL.Path == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /section/8\n")
		case n%7 == 6:
			http.Error(w, "no", http.StatusGone)
		case n%9 == 5:
			http.Redirect(w, r, fmt.Sprintf("/section/%d", n+1), http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<title>Page %d</title>", n)
			for i := range 6 {
				fmt.Fprintf(w, "<a href=/section/%d>page %d of the section</a>", (n*(i+1)+i)%120, i)
			}
			fmt.Fprintf(w, "<a href=http://other%d.example/a-rather-long-path-without-an-end-%d>elsewhere</a>", n%5, n)
		}
	}))
	defer s.Close()
	weft(t, status, "crawl", s.URL, "-o", out, "--allow-private", "--delay", "0", "--pages", fmt.Sprint(pages), "--order", "strict", "--quiet")
}

func writeLinks(t *testing.T, path string, links [][2]string) string {
	t.Helper()
	var b strings.Builder
	for _, l := range links {
		b.WriteString(l[0] + "\t" + l[1] + "\n")
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func fewLinks() (all [][2]string) {
	name := func(i int) string { return fmt.Sprintf("http://%c.example/%d", 'a'+i%4, i) }
	for i := range 20 {
		all = append(all, [2]string{name(i % 7), name((5*i + 3) % 12)})
	}
	return all
}

// hostileLinks have names that a page must not run, break at, or be widened by.
func hostileLinks() (all [][2]string) {
	names := []string{
		"plain", "<script>document.title=1</script>", "\u202egnp.exe", "http://a.example/<img src=x onerror=alert(1)>", "http://" + strings.Repeat("x", 250) + ".example/", "http://a.example/" + strings.Repeat("y", 3000),
		"javascript:alert(1)", "{{.Title}}", "http://[2001:db8::1]/", "http://user:pw@a.example/", "\u0645\u0631\u062d\u0628\u0627", "http://b.example/?q=\"'&x=<b>", strings.Repeat("W", 400), "=1+1", "e\u0301",
	}
	for i := range 60 {
		all = append(all, [2]string{names[i%len(names)], names[(i*i+3)%len(names)]})
	}
	return all
}
