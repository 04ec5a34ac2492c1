package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/crawl/shared/redis/redistest"
)

// twoHosts serves a tree of pages, each of which names its children at both hosts of a server: 127.0.0.1 and localhost.
func twoHosts(t *testing.T, pages int) (seed string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil && r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		_, port, _ := strings.Cut(r.Host, ":")
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%d</title>", n)
		for _, to := range []int{2*n + 1, 2*n + 2} {
			if to < pages {
				fmt.Fprintf(w, "<a href=http://127.0.0.1:%s/%d>a</a><a href=http://localhost:%s/%d>b</a>", port, to, port, to)
			}
		}
		for i := range 40 {
			fmt.Fprintf(w, " %s%d", string(rune('a'+n%26)), n*i)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// A graphSize has figures of weft info.
type graphSize struct {
	Pages, Fetched, Ghosts, Redirected, Failed, Excluded int
	Arcs                                                 int
	Kinds                                                map[string]int
}

func sizeOfGraph(t *testing.T, dir string) (c graphSize) {
	t.Helper()
	out, _ := weft(t, exitDone, "info", dir, "--json", "--quiet")
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// Crawls that share a frontier in Redis, one after the other, are joined by weft union to what one crawl gets. The password
// of Redis is neither written nor printed, and is asked for again.
func TestSharedFrontierInRedis(t *testing.T) {
	const secret = "sesame815"
	server := redistest.Start(t, "requirepass "+secret)
	plain := server.URL() + "?name=test"
	address := strings.Replace(plain, "redis://", "redis://:"+secret+"@", 1)
	seed, dir := twoHosts(t, 40), t.TempDir()
	begin := func(name string, args ...string) string {
		status := exitDone
		if slices.Contains(args, "--batch") { // pages are left in the frontier
			status = exitIncomplete
		}
		out, errs := weft(t, status, append([]string{"crawl", seed, "-o", filepath.Join(dir, name), "--scope", "anywhere", "--allow-private", "--delay", "0", "--quiet"}, args...)...)
		if strings.Contains(out+errs, secret) {
			t.Errorf("the password is printed:\n%s%s", out, errs)
		}
		return out
	}
	begin("alone")
	if out := begin("a", "--frontier", address, "--batch", "10"); !strings.Contains(out, " are left in the shared frontier") || strings.Contains(out, "nothing is left") {
		t.Errorf("the first crawl stops at a limit, and says:\n%s", out)
	}
	begin("b", "--frontier", address, "--batch", "20")
	if out := begin("c", "--frontier", address); !strings.Contains(out, "nothing is left") || !strings.Contains(out, "frontier         0 pages queued, 0 held by 0 other crawlers: "+plain) {
		t.Errorf("the last crawl says:\n%s", out)
	}
	if _, errs := weft(t, exitFailed, "crawl", "--resume", filepath.Join(dir, "a"), "--quiet"); !strings.Contains(errs, passwordVariable) {
		t.Errorf("without its password the crawl is resumed, or says: %s", errs)
	}
	t.Setenv(passwordVariable, secret)
	for _, name := range []string{"a", "b"} {
		if out, _ := weft(t, exitDone, "crawl", "--resume", filepath.Join(dir, name), "--quiet"); !strings.Contains(out, "nothing is left") {
			t.Errorf("%s is resumed, and says:\n%s", name, out)
		}
		weft(t, exitDone, "verify", filepath.Join(dir, name), "--quiet")
	}
	weft(t, exitDone, "union", filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c"), "-o", filepath.Join(dir, "all"), "--quiet")
	weft(t, exitDone, "import", filepath.Join(dir, "a", "warc"), filepath.Join(dir, "b", "warc"), filepath.Join(dir, "c", "warc"), "-o", filepath.Join(dir, "imported"), "--quiet")
	want := sizeOfGraph(t, filepath.Join(dir, "alone"))
	for _, name := range []string{"all", "imported"} {
		if got := sizeOfGraph(t, filepath.Join(dir, name)); !reflect.DeepEqual(got, want) || got.Fetched < 60 {
			t.Errorf("%s is %+v, one crawl %+v", name, got, want)
		}
	}
	holdsNo(t, dir, secret)
}

// A crawler warns if the first crawler has another scope: it drops pages, and no other crawler gets them.
func TestSharedFrontierOfOtherSettings(t *testing.T) {
	server := redistest.Start(t)
	seed, dir := twoHosts(t, 5), t.TempDir()
	run := func(name, frontier string, args ...string) string {
		all := append([]string{"crawl", "-o", filepath.Join(dir, name), "--allow-private", "--delay", "0", "--quiet", "--frontier", server.URL() + "?name=" + frontier}, args...)
		_, errs := weft(t, exitDone, all...)
		return errs
	}
	other := strings.Replace(seed, "127.0.0.1", "localhost", 1)
	const warned = "the first crawler of this frontier has another setting of "
	for i, c := range []struct {
		first, then []string
		want        string
	}{
		{[]string{seed}, []string{seed}, ""},
		{[]string{seed, other}, []string{other, seed}, ""},
		{[]string{seed, "--scope", "anywhere"}, []string{seed, "--scope", "anywhere", "--exclude", "x"}, "of exclude."},
		{[]string{seed, "--scope", "anywhere"}, []string{other, "--scope", "anywhere"}, ""}, // the scope does not depend on seeds
		{[]string{seed}, []string{other, "--depth", "3"}, "of depth, seeds."},
	} {
		frontier := fmt.Sprintf("n%d", i)
		first, then := run(frontier+"a", frontier, c.first...), run(frontier+"b", frontier, c.then...)
		_, again := weft(t, exitDone, "crawl", "--resume", filepath.Join(dir, frontier+"a"), "--quiet")
		if strings.Contains(first+again, warned) || strings.Contains(then, warned) != (c.want != "") || !strings.Contains(then, c.want) {
			t.Errorf("%q, then %q: the first crawler says %q, the second %q, want %q", c.first, c.then, first+again, then, c.want)
		}
	}
}

// holdsNo holds that no file below a folder has a text.
func holdsNo(t *testing.T, dir, text string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), text) {
			t.Errorf("%s has %q", path, text)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// What a crawl with a shared frontier cannot do is refused, before anything is made.
func TestSharedFrontierRefuses(t *testing.T) {
	dir := t.TempDir()
	new := filepath.Join(dir, "new")
	own := filepath.Join(dir, "own")
	seed := twoHosts(t, 3)
	weft(t, exitDone, "crawl", seed, "-o", own, "--allow-private", "--delay", "0", "--quiet")
	for want, args := range map[string][]string{
		"expected redis://HOST:PORT": {"--frontier", "redis:///x"},
		"does not begin with":        {"--frontier", "http://127.0.0.1:1/"},
		"takes pages in the order in which the frontier hands them out": {"--frontier", "redis://127.0.0.1:1", "--strategy", "opic"},
		"cannot be strict":             {"--frontier", "redis://127.0.0.1:1", "--order", "strict"},
		"only a crawl of the live Web": {"--frontier", "redis://127.0.0.1:1", "--replay", own},
		"--lease requires --frontier":  {"--lease", "5s"},
		"expected 1s to 24h0m0s":       {"--frontier", "redis://127.0.0.1:1", "--lease", "1ms"},
		"has a frontier of its own":    {"--resume", own, "--frontier", "redis://127.0.0.1:1"},
	} {
		line := append([]string{"crawl", seed, "-o", new, "--allow-private", "--quiet"}, args...)
		if args[0] == "--resume" {
			line = append([]string{"crawl", "--quiet"}, args...)
		}
		if _, errs := weft(t, exitUsage, line...); !strings.Contains(errs, want) {
			t.Errorf("weft %s says %q, want %q", strings.Join(line, " "), errs, want)
		}
	}
	if _, errs := weft(t, exitFailed, "crawl", seed, "-o", new, "--allow-private", "--quiet", "--frontier", "redis://:pass9word@127.0.0.1:1"); strings.Contains(errs, "pass9word") || !strings.Contains(errs, "127.0.0.1:1") {
		t.Errorf("a server that is not there: %s", errs)
	}
	if _, err := os.Stat(new); err == nil {
		t.Error("a refused crawl has left a folder")
	}
	if out, _ := weft(t, exitDone, "crawl", seed, "--frontier", "redis://me:pass9word@127.0.0.1:1", "--print-config"); strings.Contains(out, "pass9word") || !strings.Contains(out, `frontier = "redis://127.0.0.1:1"`) {
		t.Errorf("the settings are\n%s", out)
	}
}
