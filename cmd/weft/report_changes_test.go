package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// filesOf lists the files of a folder with their sizes and times.
func filesOf(t *testing.T, dir string) map[string]fs.FileInfo {
	t.Helper()
	all := map[string]fs.FileInfo{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[path], err = d.Info()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The page on several crawls goes to the current folder, by their names, and leaves the crawls as they are.
func TestReportOfSeveralCrawls(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "older", "--pages", "400", "--quiet")
	weft(t, exitDone, "extract", "older", "-o", "newer", "--top", "300", "--quiet")
	weft(t, exitDone, "extract", "newer", "-o", "newest", "--top", "200", "--quiet")
	before := filesOf(t, ".")
	for _, c := range []struct {
		args []string
		path string
		want string
	}{
		{[]string{"older", "newer"}, "older-newer.report.html", "<h1><bdi>older → newer</bdi></h1>"},
		{[]string{"older", "newer", "newest", "--dates", "2024,2025-06,2026-01-31"}, "older-newest.report.html", `id="series"`},
		{[]string{"older", "./older"}, "older-older.report.html", "Nothing changed"},
		{[]string{"older", "newer", "-o", "page.html"}, "page.html", "List them next:"},
	} {
		out, _ := weft(t, exitDone, append([]string{"report", "--samples", "-1", "--json", "--quiet"}, c.args...)...)
		var got struct{ Report string }
		if err := json.Unmarshal([]byte(out), &got); err != nil || got.Report != c.path {
			t.Errorf("%v: the page is %q, want %q: %v", c.args, got.Report, c.path, err)
		}
		page, err := os.ReadFile(c.path)
		if err != nil || !strings.Contains(string(page), c.want) {
			t.Errorf("%v: the page lacks %q (%v)", c.args, c.want, err)
		}
		os.Remove(c.path)
	}
	after := filesOf(t, ".")
	for path, info := range after {
		if old := before[path]; old == nil || old.Size() != info.Size() || !old.ModTime().Equal(info.ModTime()) {
			t.Errorf("%s was written", path)
		}
	}
	if len(after) != len(before) {
		t.Errorf("there were %d files, now there are %d", len(before), len(after))
	}
}

// --figures writes the figures of the page of one crawl and of several: each picture as SVG and PDF, each table as CSV.
func TestReportWritesFigures(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "older", "--pages", "400", "--quiet")
	weft(t, exitDone, "extract", "older", "-o", "newer", "--top", "300", "--quiet")
	for _, c := range []struct{ args, file, begins string }{
		{"older", "one/bowtie.svg", "<svg"},
		{"older", "one/bowtie.pdf", "%PDF"},
		{"older newer", "two/flow.csv", "from,to,state,next_state,pages\r\nolder,newer,"},
		{"older newer", "two/flow.svg", "<svg"},
		{"older newer", "two/ranks.pdf", "%PDF"},
	} {
		dir := filepath.Dir(c.file)
		out, _ := weft(t, exitDone, append(strings.Fields("report "+c.args), "--figures", dir, "--samples", "-1", "--quiet")...)
		if !strings.Contains(out, dir) {
			t.Errorf("%s: the folder is not printed: %s", c.args, out)
		}
		text, err := os.ReadFile(c.file)
		if err != nil || !strings.HasPrefix(string(text), c.begins) {
			t.Errorf("%s begins with %.60q, want %q (%v)", c.file, text, c.begins, err)
		}
	}
	weft(t, exitUsage, "report", "older", "newer", "--figures", "older/weft.json")
	// Between a crawl and itself nothing changed: the folder that is printed exists, and a warning says why it is empty.
	_, warned := weft(t, exitDone, "report", "older", "older", "--figures", "none", "--quiet")
	if all, err := os.ReadDir("none"); err != nil || len(all) > 0 || !strings.Contains(warned, "no figures") {
		t.Errorf("the folder has %v (%v), the warnings are %q", all, err, warned)
	}
}

// What does not apply to several crawls, or to one, is refused before any work, and leaves no file.
func TestReportOfSeveralCrawlsRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "older", "--pages", "100", "--quiet")
	weft(t, exitDone, "extract", "older", "-o", "newer", "--top", "80", "--quiet")
	if err := os.WriteFile("numbers.txt", []byte("0 1\n1 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "import", "numbers.txt", "-o", "numbers", "--quiet")
	for _, c := range []struct{ line, want string }{
		{"older --dates 2018", "--dates 2018: expected two crawls or more"},
		{"older newer --dates 2018", "1 date for 2 crawls"},
		{"older newer --dates 2018,soon", `"soon" is no date`},
		{"older newer --dates 2018,2018-13", `"2018-13" is no date`},
		{"older newer --calibrate never", "--calibrate applies to the report of one crawl"},
		{"older newer -o older/pages.names", "is a file of the crawl older"},
		{"older numbers", "import all of them with URLs, or all without"},
		{"older numbers --plan", "import all of them with URLs, or all without"},
	} {
		_, errs := weft(t, exitUsage, append([]string{"report"}, strings.Fields(c.line)...)...)
		if !strings.Contains(errs, c.want) {
			t.Errorf("%s: got %s, want %s", c.line, errs, c.want)
		}
	}
	if pages, _ := filepath.Glob("*.html"); len(pages) > 0 {
		t.Errorf("%v were written", pages)
	}
	_, errs := weft(t, exitDone, "report", "older", "newer", "--dates", "2026,2018", "--samples", "-1", "--quiet")
	if !strings.Contains(errs, "newer (2018) is older than older (2026)") {
		t.Errorf("dates out of order: got %s", errs)
	}
}

// The plan names the stages of each crawl and of each comparison, and a budget below it is refused.
func TestPlanOfReportOfSeveralCrawls(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "a", "--pages", "100", "--quiet")
	for _, name := range []string{"b", "c"} {
		weft(t, exitDone, "extract", "a", "-o", name, "--top", "80", "--quiet")
	}
	out, _ := weft(t, exitDone, "report", "a", "b", "c", "--plan", "--json")
	var plan struct {
		Stages []struct{ Measure, Crawl string }
		Need   int64
	}
	if err := json.Unmarshal([]byte(out), &plan); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, s := range plan.Stages {
		count[s.Measure]++
		count[s.Crawl]++
	}
	if count["pagerank"] != 3 || count["a comparison"] != 3 || count["fidelity"] != 2 || count["b"] != 5 {
		t.Errorf("the stages are %v", count)
	}
}
