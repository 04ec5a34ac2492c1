package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The report of a live crawl names the crawl, and not the folder of its snapshot.
func TestReportNamesTheCrawl(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/a>a</a><a href=/b>b</a>")
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "autumn")
	weft(t, exitDone, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--quiet")
	for _, path := range []string{dir, filepath.Join(dir, "snapshot"), dir + "/snapshot/../../autumn/"} {
		page := filepath.Join(t.TempDir(), "page.html")
		weft(t, exitDone, "report", path, "-o", page, "--samples", "-1", "--quiet")
		text, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(text), "<h1><bdi>autumn</bdi></h1>") {
			t.Errorf("the report of %s is not called autumn (%v)", path, err)
		}
	}
}

// The report shows distances that were kept, with the figures of weft distances, and says why it leaves some out.
func TestReportShowsDistances(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "65537", "--degree", "2", "--quiet") // too many to be counted unasked
	report := func() string {
		_, errs := weft(t, exitDone, "report", "web", "--samples", "-1", "--calibrate", "never")
		page, err := os.ReadFile("web/report/index.html")
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(page)+errs, "\u00a0", " ")
	}
	if strings.Contains(report(), `id="fig-distances"`) {
		t.Error("there are distances that nobody measured")
	}
	out, _ := weft(t, exitDone, "distances", "web", "--json", "--quiet")
	var d struct {
		Average struct{ Value, Low, High float64 } `json:"average_distance"`
		Top     []struct{ URL string }
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	page := report()
	for _, want := range []string{`id="distances"`, fmt.Sprintf("%.3f (95 %%: %.3f to %.3f)", d.Average.Value, d.Average.Low, d.Average.High), d.Top[0].URL} {
		if !strings.Contains(page, want) {
			t.Errorf("the report lacks %s", want)
		}
	}
	weft(t, exitDone, "generate", "web", "-o", "other", "--pages", "65537", "--degree", "3", "--quiet")
	weft(t, exitDone, "distances", "other", "--quiet")
	for _, name := range []string{"harmonic.npy", "harmonic.json"} {
		text, err := os.ReadFile("other/results/" + name)
		if err == nil {
			err = os.WriteFile("web/results/"+name, text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if page := report(); !strings.Contains(page, "The saved distances are left out: ") || !strings.Contains(page, "belongs to another graph") {
		t.Error("distances of another graph are not left out, or not said to be")
	}
}

// A graph without arcs has a report, though HITS makes no iteration on it.
func TestReportWithoutArcs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("none.mtx", []byte("%%MatrixMarket matrix coordinate pattern general\n5 5 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "import", "none.mtx", "-o", "none", "--quiet")
	weft(t, exitDone, "report", "none", "-o", "page.html", "--quiet")
	page, err := os.ReadFile("page.html")
	if err != nil || !strings.Contains(string(page), "5 pages, without arcs") {
		t.Errorf("the page does not say that there are no arcs (%v)", err)
	}
}

// A report that one of its last measures keeps from being whole is refused before the first begins.
func TestReportRefusesBeforeItBegins(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "a", "--pages", "200000", "--degree", "3", "--quiet")
	weft(t, exitDone, "extract", "a", "-o", "b", "--top", "1000", "--quiet")
	for _, crawls := range [][]string{{"a"}, {"a", "b"}} {
		begun := false
		for memory := 20; memory < 400; memory += 20 { // some budgets are enough for the first measures alone
			args := append([]string{"report", "--output", "r.html", "--memory", fmt.Sprintf("%dMiB", memory), "--plan"}, crawls...)
			var out, text bytes.Buffer
			if run(args, strings.NewReader(""), &out, &text) == exitDone {
				begun = true
				break
			}
			text.Reset()
			code := run(slices.DeleteFunc(args, func(a string) bool { return a == "--plan" }), strings.NewReader(""), &out, &text)
			if code == exitDone || out.Len() > 0 || !strings.Contains(text.String(), "--memory") || strings.Contains(text.String(), "reading the graph") {
				t.Errorf("%v with %d MiB: status %d, %s%s", crawls, memory, code, out.String(), text.String())
			}
			if kept, err := filepath.Glob("a/results/*"); err != nil || len(kept) > 0 {
				t.Errorf("%v with %d MiB: kept %v, %v", crawls, memory, kept, err)
			}
		}
		if !begun {
			t.Errorf("%v: no budget is enough", crawls)
		}
	}
}

// The command that a report prints for its broken links writes as many links as the report counts.
func TestReportListsBrokenLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	crawlFailing(t, "first crawl", 40, exitIncomplete)
	weft(t, exitDone, "report", "first crawl", "-o", "page.html", "--samples", "-1", "--quiet")
	page, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(string(page))
	found := regexp.MustCompile(`weft (links) '([^']*)' (--broken) (--redirected) (-o) (links\.csv)`).FindStringSubmatch(text)
	if found == nil {
		t.Fatal("the report names no command that lists broken links")
	}
	weft(t, exitDone, append(found[1:], "--quiet")...)
	list, err := os.ReadFile("links.csv")
	if err != nil {
		t.Fatal(err)
	}
	counts := regexp.MustCompile(`(\d+) links to \d+ pages lead to an error. (\d+) links to \d+ pages lead to a redirect`).FindStringSubmatch(text)
	if counts == nil {
		t.Fatal("the report does not count broken links")
	}
	rows, err := csv.NewReader(bytes.NewReader(list)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	broken, moved := 0, 0
	for _, row := range rows[1:] {
		if row[6] != "" {
			broken++
		}
		if row[4] == "redirected" {
			moved++
		}
	}
	if got := []string{strconv.Itoa(broken), strconv.Itoa(moved)}; !slices.Equal(got, counts[1:]) {
		t.Errorf("the file has %v, the report says %v", got, counts[1:])
	}
}
