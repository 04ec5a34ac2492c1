package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// A weekly runs the script of docs/howto/weekly.md on a site that changes, as cron does: weft is not on its PATH.
type weekly struct {
	*testing.T
	site   string
	folder string // of the crawls
	home   string // $HOME; go/bin/weft is a wrapper of the program
	week   atomic.Int32
}

// wrapper stands for weft: it fails for the command $FAILS, and with $KILLED kills a crawl and the script when the site has
// made that file.
const wrapper = `#!/bin/sh
[ "$1" = "$FAILS" ] && exit 1
[ -z "$KILLED" ] && exec "$WEFT" "$@"
"$WEFT" "$@" &
while [ ! -e "$KILLED" ]; do sleep 0.02; done
kill -9 $! $PPID
`

// asked is the file that the site makes when it was requested.
func (w *weekly) asked() string { return filepath.Join(w.home, "asked") }

// ServeHTTP is the site: in the first week / links to /old, later to /new; /gone is missing; in week 4 no page responds.
func (w *weekly) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	week := w.week.Load()
	rw.Header().Set("Content-Type", "text/html")
	switch {
	case week == 4 && r.URL.Path == "/":
		if err := os.WriteFile(w.asked(), nil, 0o600); err != nil {
			w.Error(err)
		}
		<-r.Context().Done()
	case r.URL.Path == "/" && week == 1:
		rw.Write([]byte("<a href=/old>old</a>"))
	case r.URL.Path == "/":
		rw.Write([]byte("<a href=/new>new</a> <a href=/gone>gone</a>"))
	case r.URL.Path == "/old" && week == 1 || r.URL.Path == "/new" && week > 1:
		rw.Write([]byte("text"))
	default:
		http.NotFound(rw, r)
	}
}

func newWeekly(t *testing.T) *weekly {
	w := &weekly{T: t, folder: t.TempDir(), home: t.TempDir()}
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	w.site = s.URL
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "howto", "weekly.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, script, found := strings.Cut(string(page), "```sh\n#!/bin/sh\n")
	if !found {
		t.Fatal("the page has no script")
	}
	script, _, _ = strings.Cut(script, "```")
	for before, after := range map[string]string{
		"https://example.org/": w.site + "/", "--time 3h": "--time 3h --allow-private --delay 0.01", "--pages 20000": `--pages "${PAGES:-20000}"`,
	} {
		if !strings.Contains(script, before) {
			t.Fatalf("the script has no %s", before)
		}
		script = strings.ReplaceAll(script, before, after)
	}
	bin := filepath.Join(w.home, "go", "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{filepath.Join(w.folder, "recrawl.sh"): script, filepath.Join(bin, "weft"): wrapper} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
	}
	return w
}

// run runs the script at a date, and returns its output and exit status; -1 if it was killed.
func (w *weekly) run(date string, env ...string) (string, int) {
	w.Helper()
	weft, err := exec.LookPath("weft") // testscript.Main has put it on the path
	if err != nil {
		w.Fatal(err)
	}
	cmd := exec.Command("sh", filepath.Join(w.folder, "recrawl.sh"), date)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + w.home, "WEFT=" + weft, "GORACE=" + os.Getenv("GORACE")}, env...)
	out, err := cmd.CombinedOutput()
	w.Logf("%s: %v\n%s", date, err, out)
	if cmd.ProcessState == nil {
		w.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// has compares the files of the folder of crawls, named by a pattern, with others.
func (w *weekly) has(pattern string, want ...string) {
	w.Helper()
	paths, err := filepath.Glob(filepath.Join(w.folder, pattern))
	if err != nil {
		w.Fatal(err)
	}
	for i, path := range paths {
		paths[i] = filepath.Base(path)
	}
	if got := strings.Join(paths, " "); got != strings.Join(want, " ") {
		w.Errorf("files %s: %s; want %s", pattern, got, want)
	}
}

// holds compares the content of a file in the folder of crawls.
func (w *weekly) holds(name, want string) {
	w.Helper()
	if got, err := os.ReadFile(filepath.Join(w.folder, name)); err != nil || string(got) != want {
		w.Errorf("%s: %q, %v; want %q", name, got, err, want)
	}
}

// TestWeeklyScript runs the script of docs/howto/weekly.md in five weeks: the site changes, a budget is spent, a run is killed
// and continued, and commands after the crawl fail.
func TestWeeklyScript(t *testing.T) {
	w := newWeekly(t)
	w.week.Store(1)
	if _, got := w.run("2026-11-21"); got != exitDone {
		t.Fatalf("the first run: exit status %d", got)
	}
	w.week.Store(2)
	out, got := w.run("2026-11-28")
	if got != exitDone || !strings.Contains(out, "/gone") || !strings.Contains(out, "404 Not Found") {
		t.Errorf("the second run: exit status %d; expected the broken link in its output", got)
	}
	if hint := "weft import 2026-11-28/warc -o archive"; !strings.Contains(out, hint) {
		t.Errorf("the links have no texts: want %s in the output", hint)
	}
	w.holds("gone-2026-11-28.txt", w.site+"/old\n")
	w.holds("new-2026-11-28.txt", w.site+"/gone\n"+w.site+"/new\n")

	w.week.Store(3)
	if _, got := w.run("2026-12-05", "PAGES=1"); got != exitIncomplete {
		t.Errorf("a spent budget: exit status %d, want %d", got, exitIncomplete)
	}
	w.holds("2026-12-05.status", "3\n")
	if _, got := w.run("2026-12-05", "FAILS=report"); got != exitFailed {
		t.Errorf("the report fails: exit status %d, want %d", got, exitFailed)
	}
	w.holds("2026-12-05.status", "0\n") // the crawl is complete now

	w.week.Store(4)
	if _, got := w.run("2026-12-12", "KILLED="+w.asked()); got != -1 {
		t.Errorf("a killed run: exit status %d", got)
	}
	w.has("2026-12-*", "2026-12-05", "2026-12-05.status", "2026-12-12")
	w.week.Store(5)
	if _, got := w.run("2026-12-19", "PAGES=1", "FAILS=compare"); got != exitFailed {
		t.Errorf("a spent budget and a comparison that fails: exit status %d, want %d", got, exitFailed)
	}
	w.has("2026-12-1*", "2026-12-12", "2026-12-12.status") // the killed one was continued
	w.holds("2026-12-12.status", "3\n")
	if _, got := w.run("2026-12-19"); got != exitDone {
		t.Errorf("after the continued one: exit status %d", got)
	}
	w.has("2026-12-1?", "2026-12-12", "2026-12-19")
}
