package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/livecrawl/folder"
)

// weft runs the command and returns its outputs.
func weft(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("weft %s: exit status %d, want %d\n%s", strings.Join(args, " "), got, want, errs.String())
	}
	return out.String(), errs.String()
}

// A crawl that goes on remembers how hosts are to be asked.
func TestResumeRemembers(t *testing.T) {
	var agents []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		agents = append(agents, r.UserAgent())
		w.Header().Set("Content-Type", "text/html")
		for i := range 30 {
			fmt.Fprintf(w, "<a href=/page/%c%c>page</a>", 'a'+i, 'a'+i)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	weft(t, exitIncomplete, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--contact", "me@example.org", "--pages", "5", "--workers", "1", "--quiet")
	out, _ := weft(t, exitDone, "crawl", "--resume", dir, "--quiet")
	if !strings.Contains(out, "31 pages") {
		t.Errorf("got\n%s\nwant all 31 pages", out)
	}
	for _, a := range agents {
		if !strings.Contains(a, "me@example.org") {
			t.Errorf("asked as %q", a)
		}
	}
	// It is over, and can still be asked about.
	out, _ = weft(t, exitDone, "crawl", "--resume", dir, "--quiet", "--json")
	if !strings.Contains(out, `"done": true`) {
		t.Errorf("got %s", out)
	}
	if out, _ = weft(t, exitDone, "info", dir, "--json"); !strings.Contains(out, `"fetched": 31`) {
		t.Errorf("got %s", out)
	}
}

// However a password is given on the command line, it is in no file of the crawl.
func TestPasswordsOfTheCommandLine(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<title>x</title>") }))
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "http://")
	for what, args := range map[string][]string{
		"a proxy without scheme": {"http://a.test/", "--proxy", "user:se3ret@" + host}, "a proxy": {"http://a.test/", "--proxy", "http://user:se3%20ret@" + host},
		"a seed without slashes": {"http:user:se3ret@" + host}, "blanks": {"http://user:a se3ret@" + host}, "quotes": {`HTTP:\\user:"se3ret@` + host + "/"},
	} {
		dir := filepath.Join(t.TempDir(), "c")
		out, errs := weft(t, exitDone, append([]string{"crawl", "-o", dir, "--allow-private", "--delay", "0", "--contact", "me@example.org"}, args...)...)
		if strings.Contains(out+errs, "se3") {
			t.Errorf("%s: told:\n%s%s", what, out, errs)
		}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if strings.Contains(string(data), "se3") {
				t.Errorf("%s: %s says it", what, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Seeds that were not fetched are named also where nobody wants to see progress.
func TestQuietTellsOfSeeds(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" || r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	_, errs := weft(t, exitDone, "crawl", s.URL, s.URL+"/gone", "-o", dir, "--allow-private", "--delay", "0", "--quiet", "--no-snapshot")
	if want := "seed " + s.URL + "/gone: the response has status 404"; !strings.Contains(errs, want) {
		t.Errorf("stderr says %q, want %q", errs, want)
	}
}

// Of a crawl that has no HTML there is no graph: none is told of, and nothing is said to try that would be refused.
func TestCrawlWithoutGraph(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, "%PDF-1.4")
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	out, _ := weft(t, exitDone, "crawl", s.URL+"/a.pdf", "-o", dir, "--allow-private", "--delay", "0", "--quiet")
	if !strings.Contains(out, "fetched          1 page") || !strings.Contains(out, "graph            none, as nothing") || strings.Contains(out, "Try:") {
		t.Errorf("got\n%s\nwant a page, no graph, and nothing to try", out)
	}
	if out, _ = weft(t, exitDone, "crawl", "--resume", dir, "--quiet", "--json"); !strings.Contains(out, `"done": true`) || strings.Contains(out, `"snapshot"`) {
		t.Errorf("got\n%s\nwant no snapshot", out)
	}
	if _, errs := weft(t, exitFailed, "report", dir, "--quiet"); !strings.Contains(errs, "nothing fetched is HTML") {
		t.Errorf("stderr says %q", errs)
	}
}

// What a user has in a folder stays.
func TestCrawlTouchesNothingElse(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "warc", "precious.warc.gz")
	if err := os.MkdirAll(filepath.Dir(precious), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(precious, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, errs := weft(t, exitFailed, "crawl", "http://127.0.0.1:1/", "-o", dir, "--allow-private")
	if !strings.Contains(errs, "name a new folder") {
		t.Errorf("got %s", errs)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

// What a run was limited to is remembered where it was stopped or killed, and not where it came to its end; what is
// given anew counts.
func TestWhatIsRecalled(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<title>x</title>") }))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	weft(t, exitDone, "crawl", s.URL, "-o", dir, "--allow-private", "--delay", "0", "--contact", "me@example.org", "--pages", "5", "--tries", "3", "--no-snapshot", "--quiet")
	state, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		runs  []folder.Run
		pages string
	}{
		"none":                 {nil, "0"},
		"at its end":           {[]folder.Run{{Ended: time.Now(), Why: "nothing is left"}}, "0"},
		"interrupted":          {[]folder.Run{{Ended: time.Now(), Why: interrupted}}, "5"},
		"killed":               {[]folder.Run{{Ended: time.Now(), Why: "nothing is left"}, {}}, "5"},
		"interrupted long ago": {[]folder.Run{{Ended: time.Now(), Why: interrupted}, {Ended: time.Now(), Why: "nothing is left"}}, "0"},
	} {
		state.Runs, state.Sum = c.runs, "" // as it is written by hand
		data, err := json.Marshal(state)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "crawl.json"), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		cmd := (&app{}).crawlCmd()
		if err := cmd.Flags().Set("tries", "7"); err != nil {
			t.Fatal(err)
		}
		if err := (&app{stderr: io.Discard}).recall(cmd, dir); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"pages": c.pages, "tries": "7", "contact": "me@example.org", "allow-private": "true", "strategy": "bfs"} {
			if got := cmd.Flags().Lookup(name).Value.String(); got != want {
				t.Errorf("%s: --%s is %s, want %s", what, name, got, want)
			}
		}
	}
}

// Who crawls other people's machines says who it is, by an address or a name of the program; what is kept and what is
// here needs none.
func TestWhoAsks(t *testing.T) {
	for _, c := range []struct {
		agent, contact, web, seed, want string // want is the User-Agent; "" if it is refused
	}{
		{"", "", folder.Live, "http://a.example/", ""},
		{"me/1", "", folder.Live, "http://a.example/", "me/1"},
		{"", "me@example.org", folder.Live, "http://a.example/", "weft/" + version + " (+me@example.org)"},
		{"me/1", "me@example.org", folder.Live, "http://a.example/", "me/1"},
		{"", "", "kept", "http://a.example/", "weft/" + version},
		{"", "", folder.Live, "http://localhost/", "weft/" + version},
		{"me\n", "", folder.Live, "http://localhost/", ""},
		{"", "a\rb", "kept", "http://a.example/", ""},
	} {
		fl := &crawlFlags{agent: c.agent, contact: c.contact, config: folder.Config{Web: c.web, Seeds: []string{c.seed}}}
		err := fl.checkContact()
		if got := fl.run.Net.UserAgent; (err != nil) != (c.want == "") || err == nil && got != c.want || err != nil && !isUsage(err) {
			t.Errorf("%+v: got %q, %v", c, got, err)
		}
	}
}

// There is progress unless it is not wanted, or there is nothing to do.
func TestProgressIsShown(t *testing.T) {
	for line, want := range map[string]bool{"version": true, "version --json": true, "version --quiet": false, "degrees nowhere": true, "degrees nowhere --plan": false} {
		a := &app{stdout: &counted{Writer: new(bytes.Buffer)}, stderr: new(bytes.Buffer)}
		if a.run(strings.Fields(line)); (a.progress != nil) != want {
			t.Errorf("weft %s: progress is shown: %v", line, !want)
		}
	}
}
