package contents

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/internal/responses"
	"weft/making/generate/generatetest"
)

// read counts a log of some text.
func read(t *testing.T, text string) *Contents {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crawl.log")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := new(Contents)
	if err := r.readLog(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	return r
}

const someLog = `2026-11-26T07:04:44.616Z   200       5739 http://a.example/ - - text/html #000 20261126070444587+0 sha1:X - -
2026-11-26T07:04:46.000Z   200        500 http://a.example/b L http://a.example/ TEXT/html;charset=utf-8 #000 20261126070444587+0 sha1:X - duplicate:digest
2026-11-26T07:04:47.000Z   404          0 http://a.example/c LR http://a.example/ - #000 20261126070444587+0 sha1:X - -
2026-11-26T07:04:47.000Z   503          - http://a.example/d L http://a.example/ - #000 - - - "later: status 503"
2026-11-26T07:04:48.000Z -9998          - http://a.example/private L http://a.example/ - #000 - - - -
2026-11-26T07:04:50.000Z    -1          - http://b.example/ 61+LLL http://a.example/ - #000 - - - "dns: no such host"
nonsense
2026-11-26 200 5 http://a.example/ - - text/html
2026-11-26T07:04:50.000Z 200 -5 http://a.example/ - - text/html
`

// Every figure of a small log, by hand.
func TestLog(t *testing.T) {
	r := read(t, someLog)
	if r.Repeated != 1 || r.Responses != 4 || r.Silent != 2 || r.Bytes != 6239 || r.Bad != 3 || r.From != "2026-11-26T07:04:44Z" || r.To != "2026-11-26T07:04:47Z" {
		t.Errorf("got %d responses, %d bytes, %d bad lines, %s to %s", r.Responses, r.Bytes, r.Bad, r.From, r.To)
	}
	for _, c := range []struct {
		what string
		list []Count
		want string
	}{
		{"statuses", r.Statuses, "robots.txt forbids 1, no such host 1, 200 OK 2, 404 Not Found 1, 503 Service Unavailable 1"},
		{"types", r.Types, "text/html 2, no media type 1"},
		{"sizes", r.Sizes, "empty 1, below 1 KiB 1, 1 to 10 KiB 1"},
		{"depths", r.Depths, "0 1, 1 2, 2 1"},
	} {
		var got []string
		for _, x := range c.list {
			got = append(got, x.Name+" "+string(rune('0'+x.Responses)))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: got %q, want %q", c.what, text, c.want)
		}
	}
	if len(r.Times) != 4 || r.Times[0].Responses != 1 || r.Times[1].Responses != 0 || r.Times[3].Responses != 2 {
		t.Errorf("times: %+v", r.Times)
	}
}

// Every line is in one span of time, however long the crawl took. There are few spans.
func TestTimes(t *testing.T) {
	rng := drawn.Rand(t)
	for _, length := range []time.Duration{0, time.Minute, time.Hour, 40 * time.Hour, 1000 * time.Hour, 100_000 * time.Hour} {
		var b strings.Builder
		start := time.Date(2020, 1, 31, 23, 59, 58, 0, time.UTC)
		const lines = 6000
		for range lines {
			at := start.Add(time.Duration(rng.Int64N(int64(length) + 1)))
			b.WriteString(at.Format("2006-01-02T15:04:05.000Z") + " 200 10 http://a.example/ - - text/html #000 - - - -\n")
		}
		r := read(t, b.String())
		sum := int64(0)
		for i, m := range r.Times {
			sum += m.Responses
			if i > 0 && m.From <= r.Times[i-1].From {
				t.Errorf("%v: span %d begins at %s, the one before at %s", length, i, m.From, r.Times[i-1].From)
			}
		}
		if sum != lines || len(r.Times) > responses.MostSpans {
			t.Errorf("%v: %d responses in %d spans, want %d in at most %d", length, sum, len(r.Times), lines, responses.MostSpans)
		}
	}
}

// A clock that jumped over the whole range of years loses no response.
func TestClockThatJumped(t *testing.T) {
	line := " 200 10 http://a.example/ - - text/html #000 - - - -\n"
	r := read(t, "0001-01-01T00:00:00.000Z"+line+"1969-12-31T23:59:59.000Z"+line+"2026-11-26T07:04:50.000Z"+line+"9999-12-31T23:59:59.000Z"+line)
	sum := int64(0)
	for _, m := range r.Times {
		sum += m.Responses
	}
	if sum != 4 || len(r.Times) > responses.MostSpans {
		t.Errorf("%d responses in %d spans, want 4 in at most %d", sum, len(r.Times), responses.MostSpans)
	}
}

// A log without an end of line, with a line of megabytes, and an empty one.
func TestOddLogs(t *testing.T) {
	if r := read(t, strings.TrimSuffix(someLog[:strings.Index(someLog, "\n")], "\n")); r.Responses != 1 || r.Bad != 0 {
		t.Errorf("without an end of line: %d responses, %d bad", r.Responses, r.Bad)
	}
	if r := read(t, strings.Repeat("x", 3*longestLine)+"\n"+someLog); r.Responses != 4 || r.Silent != 2 || r.Bad != 4 {
		t.Errorf("after a long line: %d responses, %d bad", r.Responses, r.Bad)
	}
	if r := read(t, ""); r.Responses != 0 || r.Bad != 0 || r.Times != nil {
		t.Errorf("empty: %+v", r)
	}
	if err := new(Contents).readLog(context.Background(), filepath.Join(t.TempDir(), "none")); err != nil {
		t.Errorf("missing: %v", err)
	}
}

// FuzzLog: no text breaks the reader, and every line that is not blank is counted once.
func FuzzLog(f *testing.F) {
	f.Add(someLog)
	f.Add("2026-11-26T07:04:50.000Z 200 5 http://a/ 99999999999+LL - x/y\n\n \t\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := new(Contents)
		if err := r.count(context.Background(), strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		lines := int64(0)
		for line := range strings.SplitSeq(text, "\n") {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if r.Responses+r.Silent+r.Bad != lines {
			t.Errorf("%d responses and %d bad lines of %d", r.Responses, r.Bad, lines)
		}
		r.Pages, r.Hosts = 1, 1
		r.Timeline()
	})
}

// The hosts are those of the URLs.
func TestHosts(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 2000, Degree: 8, Seed: drawn.Seed(t)})
	r := answertest.Result[*Contents](t, answertest.Ask(t, Question.New(), "--top", "7"), c, answer.Options{Memory: 1 << 30, Workers: 1})
	hosts, err := c.Hosts()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Top) != min(7, hosts.Len()) || r.Hosts != hosts.Len() || r.Pages != 2000 || r.Responses != 0 {
		t.Errorf("got %d of %d hosts, %d pages, %d responses", len(r.Top), r.Hosts, r.Pages, r.Responses)
	}
	for i, h := range r.Top {
		if i > 0 && h.Pages > r.Top[i-1].Pages {
			t.Errorf("host %d has more pages than the one before", i)
		}
		if h.Fetched > h.Pages || h.Domain != "" && !strings.HasSuffix(h.Name, h.Domain) {
			t.Errorf("%+v", h)
		}
	}
	if s := r.Treemap(); s == nil || len(s.Shapes) < len(r.Top) {
		t.Errorf("treemap: %v", s)
	}
}

// Hosts with hostile names and without pages are drawn as well.
func TestOddTreemaps(t *testing.T) {
	r := &Contents{Pages: 10, Hosts: 3, Top: []Host{{Name: "<b>\x01", Pages: 0}, {Name: "b.example", Domain: "b.example", Pages: 0}}}
	if svg := string(r.Treemap().SVG()); strings.Contains(svg, "<b>") || strings.Contains(svg, "NaN") {
		t.Error(svg)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	many := &Contents{Hosts: 500}
	for range 60 {
		n := 1 + rng.IntN(1000)
		many.Top = append(many.Top, Host{Name: "h.example", Domain: "example", Pages: n, Fetched: rng.IntN(n)})
		many.Pages += n
	}
	if strings.Contains(string(many.Treemap().SVG()), "NaN") {
		t.Error("NaN")
	}
	if (&Contents{Pages: 3, Hosts: 1, Top: []Host{{Pages: 3}}}).Treemap() != nil {
		t.Error("a treemap of one host")
	}
}
