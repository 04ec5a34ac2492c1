package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"weft/internal/http1"
	"weft/web/robots"
)

// A fakeWeb answers without a network: by URL an answer as on the wire, or an error.
type fakeWeb struct {
	mu    sync.Mutex
	pages map[string]any // string or error
	delay time.Duration
	asked []string
}

func (w *fakeWeb) fetch(ctx context.Context, url string, a *Answer) error {
	w.mu.Lock()
	w.asked = append(w.asked, url)
	page := w.pages[url]
	w.mu.Unlock()
	select {
	case <-time.After(w.delay):
	case <-ctx.Done():
		return cancelled(ctx)
	}
	a.Release()
	switch page := page.(type) {
	case string:
		a.URL, a.Response = url, append(a.Response, page...)
		a.HeaderLen, _ = http1.HeaderEnd(a.Response, 0)
		f, err := parseHeader(a.Response[:a.HeaderLen])
		a.Status = f.status
		if f.length > int64(len(a.Body())) {
			a.Truncated = TruncatedDisconnect
		}
		return err
	case error:
		return page
	}
	return fail(CauseRefused, "nobody at %s", url)
}

func (w *fakeWeb) set(url string, page any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pages[url] = page
}

func keeper(t *testing.T, o RobotsOptions, pages map[string]any) (*Robots, *fakeWeb) {
	t.Helper()
	if o.Agent == "" {
		o.Agent = "Testbot/1.0 (+https://example.org/)"
	}
	w := &fakeWeb{pages: pages, delay: 10 * time.Millisecond}
	r, err := NewRobots(w.fetch, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

func ask(t *testing.T, r *Robots, url string) Verdict {
	t.Helper()
	v, err := r.Ask(t.Context(), url)
	if err != nil {
		t.Fatalf("ask about %s: %v", url, err)
	}
	return v
}

func ok(body string, fields ...string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s", strings.Join(append(fields, ""), "\r\n"), len(body), body)
}

func moved(to string) string {
	return "HTTP/1.1 301 Moved\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n"
}

func TestVerdicts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := keeper(t, RobotsOptions{}, map[string]any{
			"http://a.example/robots.txt":       ok("User-agent: testbot\nDisallow: /private\nCrawl-delay: 1.5\nUser-agent: *\nDisallow: /\nSitemap: /s.xml"),
			"https://a.example/robots.txt":      ok("User-agent: *\nDisallow: /"),
			"http://a.example:8080/robots.txt":  "HTTP/1.1 404 Not Found\r\n\r\nDisallow: /",
			"http://b.example/robots.txt":       moved("http://c.example/1"),
			"http://c.example/1":                moved("2?x"),
			"http://c.example/2?x":              ok("User-agent: *\nDisallow: /b"),
			"http://loop.example/robots.txt":    moved("/robots.txt"),
			"http://ftp.example/robots.txt":     moved("ftp://ftp.example/robots.txt"),
			"http://nowhere.example/robots.txt": "HTTP/1.1 302 Found\r\n\r\n",
		})
		for _, tc := range []struct {
			url, reason string
			delay       time.Duration
		}{
			{"http://a.example/", "", 1500 * time.Millisecond},
			{"HTTP://A.example:80/private/x#f", "robots: Disallow /private", 1500 * time.Millisecond},
			{"http://user:pw@a.example/%70rivate", "robots: Disallow /private", 1500 * time.Millisecond},
			{"http://a.example/robots.txt", "", 1500 * time.Millisecond},
			{"https://a.example/", "robots: Disallow /", -1},
			{"http://a.example:8080/", "", -1},
			{"http://b.example/b", "robots: Disallow /b", -1},
			{"http://b.example/a", "", -1},
			{"http://loop.example/a", "", -1},
			{"http://ftp.example/a", "", -1},
			{"http://nowhere.example/a", "", -1},
		} {
			v := ask(t, r, tc.url)
			if v.Allowed != (tc.reason == "") || v.Reason != tc.reason || v.CrawlDelay != tc.delay || v.Later || v.Err != nil {
				t.Errorf("%s: %+v, want %q, %s", tc.url, v, tc.reason, tc.delay)
			}
		}
		if v := ask(t, r, "http://a.example/"); len(v.Sitemaps) != 1 || v.Sitemaps[0] != "/s.xml" {
			t.Errorf("sitemaps %q", v.Sitemaps)
		}
		// Five redirects of the loop are followed; every other file is fetched once.
		if want := 1 + 1 + 1 + 3 + 6 + 1 + 1; len(w.asked) != want {
			t.Errorf("%d fetches, want %d: %q", len(w.asked), want, w.asked)
		}
		if _, err := r.Ask(t.Context(), "mailto:a"); CauseOf(err) != CauseURL {
			t.Errorf("what is no URL: %v", err)
		}
	})
}

func TestLifetimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := keeper(t, RobotsOptions{}, map[string]any{
			"http://day.example/robots.txt":  ok(""),
			"http://hour.example/robots.txt": ok("User-agent: *\nDisallow: /", "Cache-Control: public", "Cache-Control: max-age=3600"),
		})
		for _, step := range []struct {
			wait    time.Duration
			fetches int
		}{{0, 2}, {59 * time.Minute, 2}, {2 * time.Minute, 3}, {22 * time.Hour, 4}, {2 * time.Hour, 6}} {
			time.Sleep(step.wait)
			if day, hour := ask(t, r, "http://day.example/"), ask(t, r, "http://hour.example/"); !day.Allowed || hour.Allowed {
				t.Errorf("after %s: %+v, %+v", step.wait, day, hour)
			}
			if len(w.asked) != step.fetches {
				t.Errorf("after %s: %d fetches, want %d", step.wait, len(w.asked), step.fetches)
			}
		}
	})
}

func TestUnreachable(t *testing.T) {
	for name, page := range map[string]any{
		"refused": fail(CauseRefused, "refused"), "503": "HTTP/1.1 503 Busy\r\n\r\n", "429": "HTTP/1.1 429 Slow down\r\n\r\n",
		"cut off": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent: *\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			const site = "http://a.example"
			r, w := keeper(t, RobotsOptions{Tries: 4}, map[string]any{site + "/robots.txt": page})
			for i, wait := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute} {
				time.Sleep(wait)
				v := ask(t, r, site+"/a")
				if v.Allowed || v.Later != (i < 3) || !strings.HasPrefix(v.Reason, "robots: unreachable: ") || v.Err == nil || len(w.asked) != i+1 {
					t.Errorf("%s, time %d: %+v after %d fetches", name, i, v, len(w.asked))
				}
				if again := time.Until(v.Again); again != time.Minute<<i || ask(t, r, site+"/b").Later != v.Later || len(w.asked) != i+1 {
					t.Errorf("%s, time %d: again in %s after %d fetches", name, i, again, len(w.asked))
				}
			}
			w.set(site+"/robots.txt", ok("User-agent: *\nDisallow: /private"))
			time.Sleep(time.Hour)
			if v := ask(t, r, site+"/a"); !v.Allowed || v.Err != nil {
				t.Errorf("%s: back again: %+v", name, v)
			}
			// What is known is kept while it is unreachable once more.
			w.set(site+"/robots.txt", page)
			time.Sleep(25 * time.Hour)
			fetches := len(w.asked)
			for range 10 {
				if a, b := ask(t, r, site+"/a"), ask(t, r, site+"/private"); !a.Allowed || b.Allowed || b.Reason != "robots: Disallow /private" || a.Err == nil || a.Later || b.Later {
					t.Errorf("%s: old rules: %+v, %+v", name, a, b)
				}
				time.Sleep(time.Hour)
			}
			if len(w.asked) != fetches+10 {
				t.Errorf("%s: %d fetches in ten hours", name, len(w.asked)-fetches)
			}
		})
	}
}

func TestUnreachableForGood(t *testing.T) {
	for _, cause := range []Cause{CauseNoHost, CauseCertificate, CausePrivate} {
		synctest.Test(t, func(t *testing.T) {
			r, _ := keeper(t, RobotsOptions{}, map[string]any{"http://a.example/robots.txt": fmt.Errorf("fetch: %w", fail(cause, "no\nway"))})
			if v := ask(t, r, "http://a.example/a"); v.Allowed || v.Later || CauseOf(v.Err) != cause || strings.Contains(v.Reason, "\n") {
				t.Errorf("%s: %+v", cause, v)
			}
		})
	}
}

// Errors that are not the site's are the caller's, and nothing is learnt from them.
func TestErrorsOfTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := keeper(t, RobotsOptions{}, map[string]any{})
		for _, want := range []error{errors.New("disk full"), fail(CauseLocal, "no file handles"), context.DeadlineExceeded} {
			w.set("http://a.example/robots.txt", want)
			if _, err := r.Ask(t.Context(), "http://a.example/"); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
		}
		w.set("http://a.example/robots.txt", ok(""))
		if v := ask(t, r, "http://a.example/"); !v.Allowed {
			t.Errorf("%+v", v)
		}
	})
}

// One fetches, the others wait; if the one is cancelled another fetches.
func TestOneFetchAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := keeper(t, RobotsOptions{}, map[string]any{"http://a.example/robots.txt": ok("User-agent: *\nDisallow: /")})
		first, cancel := context.WithCancel(t.Context())
		go func() {
			if _, err := r.Ask(first, "http://a.example/0"); CauseOf(err) != CauseCancelled {
				t.Errorf("the first was not cancelled: %v", err)
			}
		}()
		synctest.Wait()
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				if v := ask(t, r, fmt.Sprintf("http://a.example/%d", i)); v.Allowed {
					t.Errorf("%+v", v)
				}
			})
		}
		waits, stop := context.WithTimeout(t.Context(), time.Millisecond)
		defer stop()
		if _, err := r.Ask(waits, "http://a.example/x"); CauseOf(err) != CauseCancelled {
			t.Errorf("who waits is not cancelled: %v", err)
		}
		cancel()
		wg.Wait()
		if len(w.asked) != 2 {
			t.Errorf("%d fetches, want 2", len(w.asked))
		}
	})
}

// TestKeptIsBounded asks about many sites; the model is that what was asked for last is still known.
func TestKeptIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := map[string]any{}
		for i := range 300 {
			pages[fmt.Sprintf("http://h%d.example/robots.txt", i)] = ok("User-agent: *\nDisallow: /" + strings.Repeat("x", i*10) + "\nSitemap: http://s.example/" + strings.Repeat("y", i))
		}
		const limit = 100_000
		r, w := keeper(t, RobotsOptions{MaxBytes: limit}, pages)
		rnd := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			url := fmt.Sprintf("http://h%d.example/", rnd.IntN(300))
			ask(t, r, url)
			fetches := len(w.asked)
			if ask(t, r, url); len(w.asked) != fetches {
				t.Fatalf("%s is forgotten at once", url)
			}
			if r.kept.size > limit || len(r.kept.sites) != r.kept.recent.Len() {
				t.Fatalf("%d bytes, %d sites, %d in line", r.kept.size, len(r.kept.sites), r.kept.recent.Len())
			}
		}
		sum := int64(0)
		for _, e := range r.kept.sites {
			sum += e.Value.(*keptSite).bytes()
		}
		if sum != r.kept.size || len(r.kept.sites) < 20 {
			t.Errorf("%d sites of %d bytes, counted %d", len(r.kept.sites), sum, r.kept.size)
		}
	})
}

func TestRobotsOptions(t *testing.T) {
	if _, err := NewRobots(nil, RobotsOptions{Agent: "1bot"}); err == nil || !strings.Contains(err.Error(), `"1bot"`) {
		t.Errorf("an agent without a token: %v", err)
	}
	for agent, want := range map[string]string{"weft": "weft", "Weft-bot_x/1.0 (…)": "Weft-bot_x", "": "", "Mozilla/5.0": "Mozilla", "bot[1]": "bot"} {
		if got := ProductToken(agent); got != want {
			t.Errorf("token of %q is %q, want %q", agent, got, want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		pages := map[string]any{"http://a.example/robots.txt": ok("User-agent: testbot/2.0\nDisalow /x")}
		ignoring, w := keeper(t, RobotsOptions{Ignore: true}, pages)
		if v := ask(t, ignoring, "http://a.example/x"); !v.Allowed || v.CrawlDelay != -1 || len(w.asked) > 0 {
			t.Errorf("ignored: %+v after %d fetches", v, len(w.asked))
		}
		google, _ := keeper(t, RobotsOptions{Google: true}, pages)
		if v := ask(t, google, "http://a.example/x"); v.Allowed {
			t.Errorf("read as Google does: %+v", v)
		}
	})
}

// A robots.txt of 10 MB over the client: 500 KiB of it count, and no more is taken in.
func TestLargeRobots(t *testing.T) {
	file := "User-agent: *\nDisallow: /first\n" + strings.Repeat("# a comment that says nothing at all\n", 300_000) + "Disallow: /last\n"
	url := rawServer(t, says(ok(file), false))
	c := newClient(t, quick())
	r, err := NewRobots(func(ctx context.Context, url string, a *Answer) error {
		err := c.Get(ctx, url, Condition{}, a)
		if len(a.Body()) > robots.MaxSize+1 {
			t.Errorf("%d bytes were read", len(a.Body()))
		}
		return err
	}, RobotsOptions{Agent: "testbot"})
	if err != nil {
		t.Fatal(err)
	}
	if first, last := ask(t, r, url+"/first"), ask(t, r, url+"/last"); first.Allowed || !last.Allowed {
		t.Errorf("%+v, %+v", first, last)
	}
}

// A robots.txt whose content coding breaks off is not taken for the whole: what is behind may forbid.
func TestRobotsOfABrokenCoding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		fmt.Fprint(z, "User-agent: *\nDisallow: /a\n")
		z.Flush()
		cut := b.String()
		fmt.Fprint(z, "Disallow: /b\n")
		z.Close()
		r, _ := keeper(t, RobotsOptions{}, map[string]any{
			"http://cut.example/robots.txt":   ok(cut, "Content-Encoding: gzip"),
			"http://whole.example/robots.txt": ok(b.String(), "Content-Encoding: gzip"),
		})
		if v := ask(t, r, "http://cut.example/c"); v.Allowed || !v.Unread || !v.Later || !strings.Contains(v.Reason, "incomplete") {
			t.Errorf("of a part: %+v", v)
		}
		if v := ask(t, r, "http://whole.example/b"); v.Allowed || v.Unread {
			t.Errorf("of the whole: %+v", v)
		}
	})
}
