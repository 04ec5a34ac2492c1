package watch

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"weft/crawl/polite"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
)

// outsideSample is a crawl in which all that comes from outside is a name.
func outsideSample(name string) sample {
	s := busySample()
	s.about.Dir, s.about.Seeds = "x/"+name, []string{name}
	s.Why, s.TrustWhy = "it was stopped: "+name, "snapshot: "+name
	s.Rules = map[string]uint64{name: 7}
	s.Told = []livecrawl.Message{{Number: 1, Time: now, Text: name}}
	s.Slowest = []polite.HostStats{{Host: name, Items: 3}}
	s.Busy = []fetch.Busy{{URL: name}}
	return s
}

var isolated = regexp.MustCompile(`(?s)<bdi[^>]*>(.*?)</bdi>`)

// Names from outside stand on the status page so that people can read them, apart from the direction of what is around
// them, and without what steers or hides; on a terminal, where columns are counted, in ASCII.
func TestNamesFromOutside(t *testing.T) {
	r := drawn.Rand(t)
	readable := []string{"müller", "日本語", "Ελλάδα", "עברית", "عربي", "☕", "a&b", "<b>x<b>", `"q"`, "plain"}
	hostile := []string{"\x1b[2J", "\u202e", "\u2066", "\u200b", "\u0085", "\ufeff", "\u2028", "\xff", "\x07"}
	for range 40 {
		good, bad := readable[r.IntN(len(readable))], hostile[r.IntN(len(hostile))]
		parts := []string{good, bad, readable[r.IntN(len(readable))]}
		s := newServer(t, outsideSample(strings.Join(parts, "")))
		page, status := get(t, s, "/"), get(t, s, "/status.json")
		n := 0
		for _, m := range isolated.FindAllStringSubmatch(page, -1) {
			if text := html.UnescapeString(m[1]); strings.Contains(text, parts[0]) && strings.Contains(text, parts[2]) {
				n++
			}
		}
		if want := 7; n != want { // folder, seed, why, trouble, rule, page, host
			t.Errorf("%q: it can be read in %d places of the page, want %d", parts, n, want)
		}
		outside := isolated.ReplaceAllString(regexp.MustCompile(`(?s)<title>.*</title>|<script.*</script>`).ReplaceAllString(page, ""), "")
		if parts[0] != "plain" && strings.Contains(html.UnescapeString(outside), parts[0]) {
			t.Errorf("%q stands outside of <bdi>", parts[0])
		}
		var v struct{ View Standing }
		if err := json.Unmarshal([]byte(status), &v); err != nil {
			t.Fatal(err)
		}
		if got := v.View.Busy[0].Name; !strings.HasPrefix(got, parts[0]) || !strings.HasSuffix(got, parts[2]) || strings.Contains(got, bad) {
			t.Errorf("%q: the status says %q", parts, got)
		}
		for what, text := range map[string]string{"page": page, "status": status} {
			if strings.Contains(text, bad) || !utf8.ValidString(text) || strings.Contains(text, "<b>x") {
				t.Errorf("%q stands in the %s as it came", bad, what)
			}
		}
		view := newViewOf(outsideSample(strings.Join(parts, "")))
		for _, l := range compose(&view, layout{width: 500, height: 100}) {
			for _, x := range l.spans {
				if strings.ContainsFunc(x.text, func(r rune) bool { return r > '~' || r < ' ' }) {
					t.Errorf("%q: the terminal gets %q", parts, x.text)
				}
			}
		}
	}
}
