package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"weft/faces/serve"
	"weft/internal/browsertest"
)

// A curator works in a browser, and has never seen the screens: everything is reached from the list of crawls, by what a
// screen says.
type curator struct {
	*client // downloads
	p       *browsertest.Page
}

// click clicks the link or button with a text, within the part of the page that a selector names.
func (c *curator) click(within, text string) {
	c.t.Helper()
	const find = `(() => {
		const e = [...document.querySelectorAll(%q)].flatMap(x => [...x.querySelectorAll("a[href], button, summary")]).find(x => x.textContent.trim() === %q);
		if (!e) return false;
		window.before = true;
		setTimeout(() => e.click()); // the page is left after it has answered
		return true;
	})()`
	if !browsertest.Eval[bool](c.p, fmt.Sprintf(find, within, text)) {
		c.t.Fatalf("there is nothing to click called %q in %s: %s", text, within, browsertest.Eval[string](c.p, `document.body.innerText`))
	}
}

// goes clicks, and waits until the next page shows a text.
func (c *curator) goes(within, text, shown string) {
	c.t.Helper()
	c.click(within, text)
	c.waits("!window.before")
	shows(c.t, c.p, shown)
}

// waits waits until an expression of the page is true.
func (c *curator) waits(expression string) {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); !browsertest.Eval[bool](c.p, expression); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("the page is not as %s: %s", expression, browsertest.Eval[string](c.p, `document.body.innerText`))
		}
	}
}

// fills sets the field with a name.
func (c *curator) fills(name, value string) {
	c.t.Helper()
	if !browsertest.Eval[bool](c.p, fmt.Sprintf(`(() => { const e = document.querySelector("[name='" + %q + "']"); if (e) e.value = %q; return !!e })()`, name, value)) {
		c.t.Fatalf("there is no field %s", name)
	}
}

// loads returns what a link of the page downloads.
func (c *curator) loads(within, text string) string {
	c.t.Helper()
	at := browsertest.Eval[string](c.p, fmt.Sprintf(`([...document.querySelectorAll(%q)].flatMap(x => [...x.querySelectorAll("a[href]")]).find(x => x.textContent.trim() === %q) || {href: ""}).href`, within, text))
	path, is := strings.CutPrefix(at, c.base)
	if !is {
		c.t.Fatalf("%q of %s leads to %q", text, within, at)
	}
	status, got := c.get(path)
	if status != http.StatusOK {
		c.t.Fatalf("%s: status %d, %s", path, status, got)
	}
	return got
}

// asks asks a question by its form, and waits for the result.
func (c *curator) asks(question string) {
	c.t.Helper()
	c.goes("nav", "Ask", "All questions")
	c.goes("main", question, "Start the job")
	c.click("main", "Start the job")
	c.waits(`document.readyState === "complete" && /state\s+done/.test(document.body.innerText)`)
}

// TestServeTasksInBrowser does five tasks of a curator in Chromium, from the list of crawls on, without a terminal: find why a
// page is missing, and fetch it; find who links to a page, and with which words; draw the boundary of a site, and take its
// rules away; compare two dates; export the 1,000 best hosts.
func TestServeTasksInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	t.Chdir(t.TempDir())
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>home</title><a href="/news/1">first news</a> <a href="/news/2">second news</a> <a href="/lost">the annual report</a>`)
		case "/news/1", "/news/2":
			fmt.Fprint(w, `<title>news</title><a href="/">home</a> <a href="/lost">figures of the year</a>`)
		case "/lost":
			fmt.Fprint(w, `<title>annual report</title><a href="/">home</a>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(site.Close)
	weft(t, exitIncomplete, "crawl", site.URL, "-o", "live", "--allow-private", "--contact", "test@example.org", "--sitemaps=false", "--delay", "0", "--pages", "3", "--patience", "100ms")
	for date, hosts := range map[string]int{"date1": 1100, "date2": 1200} {
		var links strings.Builder
		for h := range hosts {
			fmt.Fprintf(&links, "http://h%d.example/\thttp://h%d.example/a\nhttp://h%d.example/\thttp://h%d.example/\n", h, h, h, h/2)
		}
		if err := os.WriteFile(date+".tsv", []byte(links.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		weft(t, exitDone, "import", date+".tsv", "-o", date, "--fetched", "linking")
	}
	s := serveJobs(t, serve.Options{Crawls: []string{"live", "date1", "date2"}, AllowPrivate: true})
	c := &curator{s, b.Open(s.base+"/", browsertest.Screens[2])}

	// Why is a page missing? Fetch it.
	c.goes("main", "live", "What is there")
	c.goes("nav", "Missing", "requested")
	c.goes("main", site.URL+"/lost", "limit: 3 pages were fetched")
	if text := browsertest.Eval[string](c.p, `document.querySelector("dl.key").innerText`); !strings.Contains(text, "only linked to") || !strings.Contains(text, "why") {
		t.Errorf("the page does not say why it is missing: %s", text)
	}
	c.p.Save("serve-task-why")
	c.fills("o.contact", "test@example.org")
	c.goes("main", "Request this page", "request 1 page of live")
	shows(t, c.p, "1 of 1 requested page")

	// Who links to it, and with which words?
	c.goes("nav", "Pages", "Download")
	c.fills("address", site.URL+"/lost")
	c.click("form", "Show") // the script of the table may stay on the page
	shows(t, c.p, "1 page")
	c.goes("main table", site.URL+"/lost", "annual report")
	for _, text := range []string{"fetched", "Pages that link here", site.URL + "/news/1", "the annual report", "figures of the year"} {
		shows(t, c.p, text)
	}
	c.p.Save("serve-task-links")

	// The boundary of a site, and its rules.
	c.asks("site all")
	c.goes("nav", "Sites", "pages")
	c.goes("main table", site.URL+"/", "Changes by hand")
	c.fills("change", strings.TrimPrefix(site.URL, "http://")+"/news/2*")
	c.goes("main", "Remove", "Take back")
	c.goes("#rules", "surt", "Rules for a crawler")
	if rules := c.loads("#rules", "Download"); !strings.Contains(rules, "(127.0.0.1") || !strings.Contains(rules, "/news/2") {
		t.Errorf("the rules are %q: %s", rules, browsertest.Eval[string](c.p, `location.href + document.body.innerText`))
	}
	c.p.Save("serve-task-site")

	// Two dates.
	c.goes("header", "weft", "Compare two crawls")
	c.goes("main", "Compare two crawls", "First")
	c.fills("a", "date1")
	c.fills("b", "date2")
	c.goes("main", "Compare", "Hosts with the most changes")
	if text := browsertest.Eval[string](c.p, `document.querySelector("main table").innerText`); !strings.Contains(text, "1,200") || !strings.Contains(text, "100") {
		t.Errorf("the figures of the comparison: %s", text)
	}
	c.p.Save("serve-task-compare")

	// The best hosts.
	c.goes("header", "weft", "Compare two crawls")
	c.goes("main", "date2", "What is there")
	c.asks("rank pagerank")
	c.goes("nav", "Hosts", "1,200 hosts")
	c.fills("sort", "pagerank")
	c.goes("form", "Show", "by the sum of the scores")
	table := c.loads("main", "CSV")
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(table, "\r", "")), "\n")
	if len(lines) != 1001 || lines[0] != "host,pages,fetched,place,score" || !strings.HasPrefix(lines[1], "h0.example,") || !strings.Contains(lines[1000], ",1000,") {
		t.Errorf("%d lines, the first %q and %q, the last %q", len(lines), lines[0], lines[1], lines[len(lines)-1])
	}
	c.p.Save("serve-task-hosts")
}
