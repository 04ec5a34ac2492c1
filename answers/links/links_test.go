package links

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/internal/drawn"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// A site is drawn: each page is found, gone, unknown, or leads to another page.
type site struct {
	how   []string // "200", "404", "301" or "" for a page that is not requested
	moved []int    // target of a redirect
	links []map[int]string
}

func drawSite(random *rand.Rand, n int) *site {
	s := &site{how: make([]string, n), moved: make([]int, n), links: make([]map[int]string, n)}
	for i := range n {
		s.how[i] = []string{"200", "200", "404", "301", "301", ""}[random.IntN(6)]
		s.moved[i], s.links[i] = random.IntN(n), map[int]string{}
		for k := range random.IntN(6) {
			s.links[i][random.IntN(n)] = fmt.Sprintf("text %d", k)
		}
	}
	s.how[0] = "200"
	return s
}

func urlOf(i int) string { return fmt.Sprintf("http://a.example/%d", i) }

// crawl imports the responses of the site.
func (s *site) crawl(t *testing.T) *store.Crawl {
	t.Helper()
	var b strings.Builder
	for i, how := range s.how {
		if how == "" {
			continue
		}
		reply := "HTTP/1.1 " + how + " X\r\nContent-Type: text/html\r\n"
		switch how {
		case "301":
			reply += "Location: " + urlOf(s.moved[i]) + "\r\n\r\n"
		case "200":
			reply += "\r\n<p>found"
			for to, text := range s.links[i] {
				reply += fmt.Sprintf("<a href='%s'>%s</a>", urlOf(to), text)
			}
		default:
			reply += "\r\n<p>gone"
		}
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%08d-0000-0000-0000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			urlOf(i), i, len(reply), reply)
	}
	file := filepath.Join(t.TempDir(), "in.warc")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{file}})
}

// fault follows redirects from page to page, with a count of steps alone.
func (s *site) fault(i int) string {
	for steps := 0; ; steps++ {
		switch {
		case s.how[i] == "404" && steps == 0:
			return "404 Not Found"
		case s.how[i] == "404":
			return "redirects to 404 Not Found"
		case s.how[i] != "301":
			return ""
		case steps > len(s.how):
			return loop
		}
		i = s.moved[i]
	}
}

// rows are the links of the site, as "from to kinds text fault".
func (s *site) rows(wanted func(from, to int) bool) (all []string) {
	for i, how := range s.how {
		add := func(to int, kind, text string) {
			if wanted(i, to) {
				all = append(all, strings.Join([]string{urlOf(i), urlOf(to), kind, text, s.fault(to)}, " "))
			}
		}
		switch how {
		case "301":
			add(s.moved[i], "redirect", "")
		case "200":
			for to, text := range s.links[i] {
				add(to, "link", text)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Rows and counts are those of the drawn site, for each selection of links.
func TestLinks(t *testing.T) {
	random := drawn.Rand(t)
	for range 20 {
		s := drawSite(random, 2+random.IntN(18)) // chains are shorter than the limit of redirects
		c := s.crawl(t)
		broken := func(_, to int) bool { return s.fault(to) != "" }
		redirected := func(_, to int) bool { return s.how[to] == "301" }
		for _, x := range []struct {
			args   []string
			page   string
			wanted func(from, to int) bool
		}{
			{nil, "", func(_, _ int) bool { return true }},
			{[]string{"--broken"}, "", broken},
			{[]string{"--redirected"}, "", redirected},
			{[]string{"--broken", "--redirected"}, "", func(from, to int) bool { return broken(from, to) || redirected(from, to) }},
			{nil, urlOf(0), func(from, _ int) bool { return from == 0 }},
			{[]string{"--broken"}, urlOf(0), func(from, to int) bool { return from == 0 && broken(from, to) }},
			{[]string{"--in"}, urlOf(0), func(_, to int) bool { return to == 0 }},
			{[]string{"--in", "--broken"}, urlOf(1), func(_, to int) bool { return to == 1 && s.fault(1) != "" }},
		} {
			want := s.rows(x.wanted)
			if _, known, err := c.Page(cmp.Or(x.page, urlOf(0))); err != nil || !known {
				continue // no page links to it
			}
			q := answertest.Ask(t, new(asked), append([]string{"--format", "csv"}, x.args...)...)
			if x.page != "" {
				q.(answer.Named).Named([]string{x.page})
			}
			got := answertest.Result[*Links](t, q, c, answer.Options{})
			if rows := readRows(t, got); !slices.Equal(rows, want) {
				t.Fatalf("%v %s:\ngot  %q\nwant %q", x.args, x.page, rows, want)
			}
			sum := 0
			for _, to := range got.Targets {
				sum += len(to.Sources)
			}
			if got.Links != int64(len(want)) || x.page != "" && sum != len(want) {
				t.Fatalf("%v %s: %d links, %d printed, want %d", x.args, x.page, got.Links, sum, len(want))
			}
		}
		for _, choice := range []Choice{{Broken: true}, {Redirected: true}, {Broken: true, Redirected: true}} {
			s.checkList(t, c, choice)
		}
	}
}

// checkList compares a list, read in parts, with the links of the site.
func (s *site) checkList(t *testing.T, c *store.Crawl, choice Choice) {
	t.Helper()
	l, err := NewList(t.Context(), c, choice)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	last := int64(math.MaxInt64)
	for from := 0; ; from += 2 {
		targets, err := l.Part(from, 2, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(targets) == 0 {
			break
		}
		for _, to := range targets {
			if to.Links > last || int(to.Links) != len(to.Sources) {
				t.Fatalf("%s has %d links and %d sources, after one with %d links", to.URL, to.Links, len(to.Sources), last)
			}
			last = to.Links
			for _, from := range to.Sources {
				got = append(got, strings.Join([]string{from.URL, to.URL, from.Kinds, strings.Join(from.Texts, textBetween), to.Fault}, " "))
			}
		}
	}
	slices.Sort(got)
	want := s.rows(func(_, to int) bool {
		return choice.Broken && s.fault(to) != "" || choice.Redirected && s.how[to] == "301"
	})
	if !slices.Equal(got, want) {
		t.Fatalf("%+v:\ngot  %q\nwant %q", choice, got, want)
	}
}

// readRows reads the file of a result.
func readRows(t *testing.T, l *Links) (rows []string) {
	t.Helper()
	var b bytes.Buffer
	if err := l.Kept().Files[0].Write(&b); err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		rows = append(rows, strings.Join([]string{r[0], r[1], r[2], r[3], r[6]}, " "))
	}
	slices.Sort(rows)
	return rows
}

// A chain has each hop with its status, and the page with the link.
func TestChain(t *testing.T) {
	s := &site{how: []string{"200", "301", "301", "404"}, moved: []int{0, 2, 3, 0}, links: []map[int]string{{1: "old"}, nil, nil, nil}}
	q := answertest.Ask(t, new(asked), "--redirected", "--fail")
	got := answertest.Result[*Links](t, q, s.crawl(t), answer.Options{})
	if got.Err() == nil {
		t.Error("no error, although links were found and fail is set")
	}
	want := "301 http://a.example/1 > 301 http://a.example/2 > 404 http://a.example/3"
	to := got.Targets[0]
	if c := chain(to.Hops); c != want || to.Sources[0].URL != urlOf(0) || to.Sources[0].Texts[0] != "old" {
		t.Errorf("got %s, %+v; want %s", c, to.Sources, want)
	}
}

// A list of links says nothing about its pages.
func TestUnknown(t *testing.T) {
	c := ingesttest.Text(t, "http://a.example/ http://a.example/b\n")
	_, err := answertest.Ask(t, new(asked), "--broken").Plan(t.Context(), c, answer.Options{})
	if err == nil || !strings.Contains(err.Error(), store.ErrUnknown.Error()) {
		t.Errorf("got %v, want %v", err, store.ErrUnknown)
	}
	if got := answertest.Result[*Links](t, answertest.Ask(t, new(asked)), c, answer.Options{}); got.Links != 1 || got.Known {
		t.Errorf("got %+v, want a link and unknown states", got)
	}
}

// The section of a report has errors before redirects, whatever the number of links, and says in a sentence that nothing was found.
func TestSection(t *testing.T) {
	shown := func(c *store.Crawl) string {
		var b strings.Builder
		answer.Print(&b, answertest.Result[*Links](t, Question.Section.Asked, c, answer.Options{}).Blocks(), func(name string) string { return "--" + name })
		return b.String()
	}
	s := &site{how: []string{"200", "301", "404", "200"}, moved: []int{0, 3, 0, 0}, links: []map[int]string{{1: "a", 2: "b"}, nil, nil, {1: "c"}}}
	text := shown(s.crawl(t))
	for _, want := range []string{"1 link to 1 page leads to an error. 2 links to 1 page lead to a redirect.", " --broken --redirected --output links.csv"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if broken, moved := strings.Index(text, "404 Not Found"), strings.Index(text, "redirects to 200"); broken < 0 || moved < broken {
		t.Errorf("want the error before the redirect:\n%s", text)
	}
	good := &site{how: []string{"200", "200"}, moved: []int{0, 0}, links: []map[int]string{{1: "a"}, nil}}
	if text, want := shown(good.crawl(t)), "No link leads to an error or to a redirect.\n"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
	if text := shown(ingesttest.Text(t, "http://a.example/ http://a.example/b\n")); text != unknown+"\n" {
		t.Errorf("got %q, want %q", text, unknown)
	}
	moved := &site{how: []string{"200", "301", "200"}, moved: []int{0, 2, 0}, links: []map[int]string{{1: "a"}, nil, nil}}
	if text, want := shown(moved.crawl(t)), "No link leads to an error. 1 link to 1 page leads to a redirect.\n"; !strings.HasPrefix(text, want) {
		t.Errorf("got %q, want %q", text, want)
	}
}

// Pages of unknown state do not hide what is known of the others.
func TestSomeUnknown(t *testing.T) {
	c := ingesttest.Text(t, `{"url":"http://a.example/","status":200,"links":["http://a.example/b","http://a.example/c"]}
{"url":"http://a.example/b","status":404}
{"url":"http://a.example/c","status":0}
`)
	if got := answertest.Result[*Links](t, answertest.Ask(t, new(asked), "--broken"), c, answer.Options{}); !got.Known || got.Broken != 1 {
		t.Errorf("got %+v, want a broken link", got)
	}
	all := answertest.Result[*Links](t, answertest.Ask(t, new(asked)), c, answer.Options{})
	if all.NotChecked != 1 {
		t.Errorf("got %d links that are not checked, want 1", all.NotChecked)
	}
	got := answertest.Result[*Links](t, Question.Section.Asked, c, answer.Options{})
	var text strings.Builder
	answer.Print(&text, got.Blocks(), func(name string) string { return "--" + name })
	want := "1 link to 1 page leads to an error. No link leads to a redirect. The state of 1 page is unknown, and links to it are not judged."
	if !strings.Contains(text.String(), want) {
		t.Errorf("no %q in\n%s", want, text.String())
	}
}

// A chain of 20 redirects ends at a page. One more redirect is a fault.
func TestLongChains(t *testing.T) {
	for hops, want := range map[int]string{mostHops: "", mostHops + 1: long} {
		s := &site{}
		for i := range hops + 2 {
			s.how, s.moved, s.links = append(s.how, "301"), append(s.moved, i+1), append(s.links, nil)
		}
		s.how[0], s.links[0] = "200", map[int]string{1: "far"}
		s.how[hops+1] = "200"
		got := answertest.Result[*Links](t, answertest.Ask(t, new(asked), "--redirected"), s.crawl(t), answer.Options{})
		i := slices.IndexFunc(got.Targets, func(to Target) bool { return to.URL == urlOf(1) })
		if i < 0 || got.Targets[i].Fault != want {
			t.Errorf("%d redirects: %+v, want fault %q", hops, got.Targets, want)
		}
	}
}

// A command that writes all links to a file prints only counts, and no advice to write a file.
func TestCountsBesideFiles(t *testing.T) {
	s := &site{how: []string{"200", "404"}, moved: []int{0, 0}, links: []map[int]string{{1: "gone"}, nil}}
	q := answertest.Ask(t, new(asked), "--broken", "--top", "0", "-o", filepath.Join(t.TempDir(), "links.csv"))
	var b strings.Builder
	answer.Print(&b, answertest.Result[*Links](t, q, s.crawl(t), answer.Options{}).Blocks(), func(name string) string { return "--" + name })
	if text := b.String(); !strings.Contains(text, "1 link to 1 page: 404 Not Found") || strings.Contains(text, "more") {
		t.Errorf("got\n%s", text)
	}
}

// The links of a live crawl have no texts: the result names the command that reads them from its archive. Crawls with texts, and
// crawls without an archive, have no such line.
func TestTextsOfLiveCrawls(t *testing.T) {
	shown := func(c *store.Crawl, flags ...string) string {
		var b strings.Builder
		answer.Print(&b, answertest.Result[*Links](t, answertest.Ask(t, new(asked), flags...), c, answer.Options{}).Blocks(), func(name string) string { return "--" + name })
		return b.String()
	}
	// live opens a crawl again, as the snapshot in the folder of a live crawl.
	live := func(c *store.Crawl) *store.Crawl {
		dir := filepath.Join(t.TempDir(), "a crawl")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, folder.CrawlFile), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, folder.SnapshotDir)
		if err := os.CopyFS(path, os.DirFS(c.Path)); err != nil {
			t.Fatal(err)
		}
		c, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	elsewhere := ingesttest.Text(t, "http://a.example/ http://a.example/b\n")
	bare := live(elsewhere)
	with := live((&site{how: []string{"200", "404"}, moved: []int{0, 0}, links: []map[int]string{{1: "gone"}, nil}}).crawl(t))
	hint := "weft import '" + filepath.Join(filepath.Dir(bare.Path), folder.WARCDir) + "' --output archive"
	if text := shown(bare); strings.Count(text, hint) != 1 {
		t.Errorf("want %q in\n%s", hint, text)
	}
	if text := shown(bare, "-o", filepath.Join(t.TempDir(), "links.csv")); strings.Count(text, hint) != 1 {
		t.Errorf("with a file: want %q in\n%s", hint, text)
	}
	for _, text := range []string{shown(with), shown(elsewhere)} {
		if strings.Contains(text, "weft import") {
			t.Errorf("want no hint in\n%s", text)
		}
	}
}
