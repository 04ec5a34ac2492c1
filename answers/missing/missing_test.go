package missing

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/internal/drawn"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/web/live"
)

// A failingSite answers each page in a way that is drawn once.
type failingSite struct {
	*httptest.Server
	how   []string
	links [][]string
}

var ways = []string{"good", "good", "good", "gone", "error", "moved", "shell", "wall", "cut", "png", "robots", "dead", "loop", "odd", "locked"}

func newFailingSite(t *testing.T, rng *rand.Rand, n int) *failingSite {
	s := &failingSite{how: make([]string, n), links: make([][]string, n)}
	for i := range n {
		s.how[i] = ways[rng.IntN(len(ways))]
		for range rng.IntN(6) {
			to := s.path(rng.IntN(n))
			switch rng.IntN(8) {
			case 0:
				to = fmt.Sprintf("http://other%d.example/%d", rng.IntN(3), rng.IntN(9))
			case 1:
				to += " rel=nofollow"
			case 2:
				to = fmt.Sprintf("/nofollow%d rel=nofollow", rng.IntN(5))
			case 3:
				to = fmt.Sprintf("/excluded/%d", rng.IntN(5))
			}
			s.links[i] = append(s.links[i], to)
		}
	}
	s.how[0] = "good"
	for i := 1; i < n; i++ {
		if rng.IntN(3) > 0 {
			s.links[0] = append(s.links[0], s.path(i))
		}
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *failingSite) path(i int) string {
	if s.how[i] == "robots" {
		return fmt.Sprintf("/private/%d", i)
	}
	return fmt.Sprintf("/%d", i)
}

func (s *failingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
		return
	case "/":
		r.URL.Path = "/0"
	}
	n := -1
	fmt.Sscanf(r.URL.Path, "/%d", &n)
	if n < 0 || n >= len(s.how) {
		http.NotFound(w, r)
		return
	}
	text := fmt.Sprintf("<title>%d</title><p>%s %d<img src=/img%d.png><img src=/lost%d.png>", n, strings.Repeat("text ", 80), n, n%4, n%3)
	for _, to := range s.links[n] {
		text += "<a href=" + to + ">x</a>"
	}
	w.Header().Set("Content-Type", "text/html")
	switch s.how[n] {
	case "gone":
		w.WriteHeader(http.StatusGone)
	case "error":
		w.WriteHeader(http.StatusBadGateway)
	case "moved":
		http.Redirect(w, r, s.path((n+1)%len(s.how)), http.StatusFound)
	case "shell":
		fmt.Fprint(w, `<div id="root"></div><script src="/bundle.js"></script>`)
		return
	case "wall":
		w.Header().Set("Set-Cookie", "a=b")
		fmt.Fprint(w, "<p>Please enable cookies.</p>")
		return
	case "loop":
		w.Header().Del("Content-Type")
		to := r.URL.Path
		if r.URL.RawQuery == "" {
			to += "?again"
		}
		http.Redirect(w, r, to, http.StatusFound)
		return
	case "odd":
		w.Header().Set("Content-Type", "text/plain")
		text = "<!DOCTYPE html>" + text
	case "locked":
		w.WriteHeader(http.StatusLocked)
	case "png":
		w.Header().Set("Content-Type", "image/png")
	case "dead":
		panic(http.ErrAbortHandler)
	case "cut":
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		fmt.Fprint(w, text[:len(text)-9])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	fmt.Fprint(w, text)
}

// drawnCrawl crawls such a site with limits that are drawn.
func drawnCrawl(t *testing.T, rng *rand.Rand) (dir string, r livecrawl.Result) {
	t.Helper()
	s := newFailingSite(t, rng, 10+rng.IntN(60))
	c := folder.Config{Seeds: []string{s.URL + "/"}, Scope: folder.Scope{Depth: -1, Exclude: []string{"/excluded/"}}, Traps: true, Nofollow: rng.IntN(3) > 0, Sitemaps: true, RandomSeed: 1}
	o := livecrawl.Options{Dir: filepath.Join(t.TempDir(), "c"), Version: "test", Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 4}}
	o.Politeness.Patience = time.Duration(rng.IntN(2)) * 10 * time.Millisecond
	if rng.IntN(2) == 0 {
		c.Requisites = 10
	}
	switch rng.IntN(5) {
	case 0:
		c.Scope.Depth = rng.IntN(3)
	case 1:
		c.Scope.HostPages = 1 + rng.IntN(20)
	case 2:
		c.Scope.Types = []string{"text/html"}
	case 3:
		o.Limits.Pages = 1 + rng.Uint64N(15)
	}
	j, err := livecrawl.Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err = j.Run(t.Context())
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	return o.Dir, r
}

// urlsOf returns how many URLs each class has.
func (m *Missing) urlsOf() map[string]uint64 {
	of := map[string]uint64{}
	for _, c := range m.Classes {
		of[c.Name] = uint64(c.URLs)
	}
	return of
}

// Each page of a crawl is in one class: the classes add up to what the crawl counted while it went, whatever its pages and
// limits are. Lists have as many lines. At least 20 crawls are drawn, and more until each class has had a page.
func TestCountsAddUp(t *testing.T) {
	rng := drawn.Rand(t)
	unseen := map[string]bool{}
	for _, class := range []string{Failed, CutShort, Shells, Cookies, Loops, Unread, Robots, Nofollow, Scope, Limit, Never, Types, Requisites} {
		unseen[class] = true
	}
	for crawls := 0; crawls < 20 || len(unseen) > 0; crawls++ {
		if crawls == 400 {
			t.Fatalf("no crawl of %d had a page of the classes %v", crawls, unseen)
		}
		dir, r := drawnCrawl(t, rng)
		q := &asked{top: 3, hosts: 1000, list: []string{all}, output: "-"}
		m, err := q.live(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		n := m.urlsOf()
		for class := range n {
			delete(unseen, class)
		}
		missing := int64(0)
		for class, urls := range n {
			if class != Requisites && class != Sitemaps {
				missing += int64(urls)
			}
		}
		if m.Pages != m.Here+m.Redirected+m.Missing || m.Missing != missing {
			t.Errorf("%d pages, %d here, %d redirected, %d missing, %d in classes", m.Pages, m.Here, m.Redirected, m.Missing, missing)
		}
		hostsAddUp(t, m, n)
		partsAside := uint64(0) // none: requisites of this site are whole or lost
		for what, c := range map[string][2]uint64{
			"fetched":  {r.Fetched, uint64(m.Here) + n[CutShort] - partsAside + n[Shells] + n[Cookies] + n[Unread]},
			"unread":   {r.Unread, n[Unread]},
			"loops":    {r.Circles, n[Loops]},
			"again":    {uint64(r.Unanswered.Failed), uint64(m.again(Failed))}, //nolint:gosec // not negative
			"failed":   {r.Failed, n[Failed]},
			"moved":    {r.Redirected, uint64(m.Redirected) + n[Loops]},
			"left out": {r.LeftOut + r.Cut, n[Scope] + n[Nofollow] + n[Limit] + n[Held]},
		} {
			if c[0] != c[1] {
				t.Errorf("%s: the crawl counted %d, the classes have %d: %v", what, c[0], c[1], n)
			}
		}
		if waits := uint64(r.Unanswered.Pages); waits < n[Waiting] || waits > n[Waiting]+n[Requisites] {
			t.Errorf("the crawl waits for %d, the classes have %v", waits, n)
		}
		if r.LostParts > n[Requisites] || r.LostMaps > n[Sitemaps] {
			t.Errorf("the crawl lost %d requisites and %d sitemaps, the classes have %v", r.LostParts, r.LostMaps, n)
		}
		if r.Excluded > n[Robots]+n[Types] {
			t.Errorf("the crawl excluded %d, %d are forbidden and %d of another type", r.Excluded, n[Robots], n[Types])
		}
		var b bytes.Buffer
		if err := m.Kept().Files[0].Write(&b); err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, u := range n {
			lines += int(u)
		}
		if got := strings.Count(b.String(), "\n"); got != lines || got > 0 && strings.Count(b.String(), "\t") != 3*got {
			t.Errorf("the list has %d lines, want %d:\n%s", got, lines, b.String())
		}
	}
}

// again returns the number of URLs of a class that the next run requests again.
func (m *Missing) again(class string) int64 {
	for _, c := range m.Classes {
		if c.Name == class {
			return c.URLs - c.Final
		}
	}
	return 0
}

// hostsAddUp checks that the table of hosts has each missing page once, that its rows add up, and that it is sorted.
func hostsAddUp(t *testing.T, m *Missing, n map[string]uint64) {
	t.Helper()
	var sum HostStates
	last := int64(1 << 60)
	for _, h := range m.ByHost {
		if h.Pages != h.Fetched+h.Partly+h.Redirected+h.Failed+h.Held+h.Skipped+h.Never+h.Unknown || h.Missing != h.Pages-h.Fetched-h.Redirected-h.Unknown || h.Missing+h.Unknown < 1 || h.Missing+h.Unknown > last || h.Host == "" {
			t.Errorf("%+v after one with %d missing", h, last)
		}
		last = h.Missing + h.Unknown
		sum.Missing += h.Missing
		sum.Partly += h.Partly
		sum.Failed += h.Failed
		sum.Held += h.Held
		sum.Skipped += h.Skipped
		sum.Never += h.Never
		sum.Unknown += h.Unknown
	}
	for name, c := range map[string][2]uint64{
		"missing": {uint64(sum.Missing + sum.Unknown), uint64(m.Missing)}, "partly": {uint64(sum.Partly), n[CutShort] + n[Shells] + n[Cookies] + n[Unread]}, "failed": {uint64(sum.Failed), n[Failed] + n[Loops]},
		"held": {uint64(sum.Held), n[Held]}, "skipped": {uint64(sum.Skipped), n[Limit] + n[Robots] + n[Nofollow] + n[Scope] + n[Types] + n[Excluded] + n[Absent]},
		"never": {uint64(sum.Never), n[Never] + n[Waiting]}, "unknown": {uint64(sum.Unknown), n[Unknown]},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: the hosts have %d, the classes %d", name, c[0], c[1])
		}
	}
	if m.NumHosts < len(m.ByHost) || m.Missing > 0 && len(m.ByHost) == 0 {
		t.Errorf("%d hosts, %d in the table", m.NumHosts, len(m.ByHost))
	}
}

// A stored crawl tells as much as its states do, and these add up, too.
func TestStoredCountsAddUp(t *testing.T) {
	rng := drawn.Rand(t)
	for range 5 {
		dir, _ := drawnCrawl(t, rng)
		files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "imported")
		if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: files, DraftOptions: store.DraftOptions{Output: out, Memory: 256 << 20, Workers: 2}}); err != nil {
			t.Fatal(err)
		}
		m := ask(t, out, &asked{top: 3, hosts: 1000})
		c, n := storedCounts(t, out), m.urlsOf()
		hostsAddUp(t, m, n)
		if first := ask(t, out, &asked{top: 3, hosts: 1}); len(m.ByHost) > 0 && (len(first.ByHost) != 1 || first.ByHost[0] != m.ByHost[0]) {
			t.Errorf("the first host is %+v, of all %+v", first.ByHost, m.ByHost[0])
		}
		if m.Of != "graph" || m.Pages != int64(c.Pages) || m.Pages != m.Here+m.Redirected+m.Missing || m.Here != int64(c.Fetched) || m.Redirected != int64(c.Redirected) ||
			n[Failed] != uint64(c.Failed) || n[Never] != uint64(c.Ghosts) || n[Excluded] != uint64(c.Excluded) {
			t.Errorf("got %+v, %v; the graph has %+v", m, n, c)
		}
		for _, class := range m.Classes {
			for _, e := range class.Examples {
				if e.Links > 0 == (e.From == "") {
					t.Errorf("%+v", e)
				}
			}
		}
	}
}

func storedCounts(t *testing.T, path string) store.Counts {
	t.Helper()
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.Manifest.Counts
}

// ask asks a crawl at a path.
func ask(t *testing.T, path string, q *asked) *Missing {
	t.Helper()
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return answertest.Result[*Missing](t, q, c, answer.Options{Memory: 256 << 20, Workers: 2})
}

// The reasons, the page that links there, and the command are those of each page.
func TestReasons(t *testing.T) {
	s := &failingSite{how: []string{"good", "gone", "robots", "shell", "good", "dead"}, links: [][]string{{"/1", "/private/2", "/3", "/4", "/5", "http://o.example/", "http://o.example/b", "/nofollow1 rel=nofollow", "/excluded/7"}, {}, {}, {}, {"/1", "http://o.example/"}, {}}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	dir := filepath.Join(t.TempDir(), "it's [c]")
	c := folder.Config{Seeds: []string{s.URL + "/"}, Scope: folder.Scope{Depth: -1, Exclude: []string{"/excluded/"}}, Nofollow: true, RandomSeed: 1}
	j, err := livecrawl.Create(c, livecrawl.Options{Dir: dir, Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = j.Run(t.Context())
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	m, err := (&asked{top: 5}).live(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[string]Example{
		Failed:   {s.URL + "/1", "410 Gone", 2, s.URL + "/"},
		Robots:   {s.URL + "/private/2", "robots.txt forbids it", 1, s.URL + "/"},
		Shells:   {s.URL + "/3", "", 1, s.URL + "/"},
		Nofollow: {s.URL + "/nofollow1", "all links to it are nofollow", 1, s.URL + "/"},
		Scope:    {"http://o.example/", "outside the scope", 2, s.URL + "/"},
	} {
		i := slices.IndexFunc(m.Classes, func(c Class) bool { return c.Name == class })
		if i < 0 || m.Classes[i].Examples[0] != want {
			t.Errorf("%s: got %+v, want %+v", class, m.Classes, want)
			continue
		}
		got := m.Classes[i]
		if len(got.Fetch) == 0 || !strings.Contains(got.Fetch[0].Command, `'`+strings.ReplaceAll(dir, "'", `'\''`)+`'`) {
			t.Errorf("%s: fetched by %+v", class, got.Fetch)
		}
	}
	scope := m.Classes[slices.IndexFunc(m.Classes, func(c Class) bool { return c.Name == Scope })]
	if len(scope.Hosts) != 2 || scope.Hosts[0] != (Host{"o.example", 2, 3}) || !slices.ContainsFunc(scope.Reasons, func(r Reason) bool { return r.Reason == "regex -/excluded/" }) {
		t.Errorf("scope: %+v", scope)
	}
	var b strings.Builder
	answer.Print(&b, m.Blocks(), option.Quoted)
	for _, text := range []string{"known: ", "failed", "410 Gone", "o.example 2", "fetch"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("%q is not told in\n%s", text, b.String())
		}
	}
}

// TestListOfAReason lists the URLs of each reason: as many as the counts say, also for a stored crawl, whose reason is the
// status. A status alone stands for its reason.
func TestListOfAReason(t *testing.T) {
	dir := crawlWithFailures(t, drawn.Rand(t))
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	imported := filepath.Join(t.TempDir(), "imported")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: files, DraftOptions: store.DraftOptions{Output: imported, Memory: 256 << 20, Workers: 2}}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, imported} {
		of := func(q *asked) (*Missing, error) {
			if path == dir {
				return q.live(t.Context(), dir)
			}
			return ask(t, path, q), nil
		}
		m, err := of(&asked{top: 3})
		if err != nil {
			t.Fatal(err)
		}
		statuses := 0
		for _, class := range m.Classes {
			for _, r := range class.Reasons {
				for _, text := range []string{r.Reason, strings.Fields(r.Reason)[0]} {
					if _, err := strconv.Atoi(text); text != r.Reason && err != nil {
						continue
					} else if text != r.Reason {
						statuses++
					}
					got, err := of(&asked{top: 3, list: []string{class.Name}, reason: text, output: "-"})
					if err != nil {
						t.Fatal(err)
					}
					var b strings.Builder
					if err := got.Kept().Files[0].Write(&b); err != nil {
						t.Fatal(err)
					}
					column := "\t" + r.Reason + "\t"
					if class.Name == Loops {
						column = "\n" // lines have the hops
					}
					if n := int64(strings.Count(b.String(), column)); n != r.URLs || n != int64(strings.Count(b.String(), "\n")) {
						t.Errorf("%s, reason %q: %d lines, want %d: %s", class.Name, text, n, r.URLs, b.String())
					}
				}
			}
		}
		if statuses == 0 {
			t.Errorf("%s: no reason is a status: %+v", path, m.Classes)
		}
	}
	_, err = (&asked{top: 3, list: []string{Failed}, reason: "99 No Such Thing", output: "-"}).live(t.Context(), dir)
	if err == nil || !strings.Contains(option.Text(err, option.Quoted), "has this reason: expected one of ") {
		t.Errorf("a reason that no page has: %v", err)
	}
}

// crawlWithFailures draws crawls until one has pages that failed: some crawls end at their seeds.
func crawlWithFailures(t *testing.T, r *rand.Rand) string {
	t.Helper()
	for range 40 {
		dir, _ := drawnCrawl(t, r)
		m, err := (&asked{top: 3}).live(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(m.Classes, func(c Class) bool { return c.Name == Failed }) {
			return dir
		}
	}
	t.Fatal("no crawl of 40 has pages that failed")
	return ""
}

// Numbers and names without a host cannot be requested, so no command fetches them. Pages of unknown state are not missing.
func TestPagesWithoutHosts(t *testing.T) {
	for fetched, want := range map[string]bool{"http://a.test/\n": true, "ann\n": false} {
		text := "http://a.test/\thttp://a.test/b\nhttp://a.test/b\thttp://b.test/\n"
		if !want {
			text = "ann\tbob\nbob\tcarl\n"
		}
		m := answertest.Result[*Missing](t, &asked{top: 3, hosts: 3}, ingesttest.Fetched(t, text, fetched), answer.Options{Memory: 256 << 20, Workers: 2})
		if m.Missing != 2 || len(m.Classes) != 1 || (len(m.Classes[0].Fetch) > 0) != want {
			t.Errorf("%s: got %+v", text, m)
		}
	}
	m := answertest.Result[*Missing](t, &asked{top: 3, hosts: 3}, ingesttest.Text(t, "0\t1\n1\t2\n"), answer.Options{Memory: 256 << 20, Workers: 2})
	var b strings.Builder
	answer.Print(&b, m.Blocks(), option.Quoted)
	for _, want := range []string{"0 missing", "3 pages of unknown state: the input does not say whether they were fetched"} {
		if text := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

func TestNothingMissing(t *testing.T) {
	for want, m := range map[string]*Missing{
		"Nothing is missing.":         {Pages: 3, Here: 3, match: "*/a"},
		"No known URL matches */b/*.": {match: "*/b/*"},
	} {
		var b strings.Builder
		if answer.Print(&b, m.Blocks(), option.Quoted); !strings.Contains(b.String(), want) {
			t.Errorf("got %q, want %q", b.String(), want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		q    asked
		good bool
	}{
		{asked{top: 5, output: "-"}, true},
		{asked{list: []string{all}, output: "x"}, true},
		{asked{list: []string{Failed, Never}, output: "-"}, true},
		{asked{top: -1, output: "-"}, false},
		{asked{list: []string{"fail"}, output: "-"}, false},
		{asked{list: []string{Failed}, reason: "503", output: "-"}, true},
		{asked{reason: "503", output: "-"}, false},
		{asked{output: "x"}, false},
		{asked{list: []string{Here}, output: "-"}, false},
	} {
		if err := c.q.Check(); (err == nil) != c.good {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	for _, class := range Names {
		if what[class] == "" {
			t.Errorf("nothing says what %s is", class)
		}
	}
	for fate, class := range byFate {
		if class == "" || class != Here && class != Redirected && place(class) < 0 {
			t.Errorf("fate %d has the class %q", fate, class)
		}
	}
}
