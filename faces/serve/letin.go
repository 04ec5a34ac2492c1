package serve

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"weft/answers/missing"
	"weft/faces/serve/forms"
	"weft/internal/digits"
	"weft/internal/held"
	"weft/internal/inert"
	"weft/livecrawl/folder"
	"weft/web/weburl"
)

const (
	mostTicked = 10_000 // URLs and hosts that a form may send
	mostLeft   = 5      // refused URLs that a message names
)

// missingRoutes adds the routes of forms and lists about missing pages, and of archived records.
func (s *Server) missingRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /c/{crawl}/missing", s.ofCrawl(s.ticked))
	mux.HandleFunc("GET /c/{crawl}/missing/list", s.of(s.missingScreen))
	mux.HandleFunc("GET /c/{crawl}/missing/urls", s.of(s.missingURLs))
	mux.HandleFunc("GET /c/{crawl}/record", s.ofCrawl(s.record))
	mux.HandleFunc("GET /c/{crawl}/record/page", s.ofCrawl(s.seenPage))
}

// ticked does something about ticked pages and hosts: it makes a list of seeds, requests the pages, or lets the hosts in.
func (s *Server) ticked(w http.ResponseWriter, r *http.Request, k *crawl) {
	if len(r.PostForm["url"]) > mostTicked {
		s.refuseTicks(w, k, errors.New("too many pages are ticked"))
		return
	}
	urls, left := urlsOf(r.PostForm["url"])
	switch r.PostForm.Get("do") {
	case "seeds":
		if len(urls) == 0 {
			s.refuseTicks(w, k, left.orNone())
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Content-Disposition", "attachment; filename="+k.slug+"-ticked-seeds.txt")
		if text := left.text(); text != "" {
			urls = append([]string{"# " + text}, urls...)
		}
		w.Write([]byte(strings.Join(urls, "\n") + "\n")) //nolint:errcheck // the reader has gone
		return
	case "new":
		if len(urls) == 0 {
			s.refuseTicks(w, k, errNoTick)
			return
		}
		form := r.Clone(r.Context())
		form.Method = http.MethodGet // the form of a new crawl begins with its defaults
		s.beginCrawl(w, form, strings.Join(urls, "\n"))
		return
	}
	s.starting(func(w http.ResponseWriter, r *http.Request, k *crawl) {
		id, err := s.fetchMissing(w, r, k, urls, left)
		if err != nil {
			s.refuseTicks(w, k, err)
			return
		}
		if id != "" { // else the screen before the request is written
			http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
		}
	})(w, r, k)
}

// Errors of a form without a tick.
var (
	errNoTick          = errors.New("no page is ticked: tick the box of at least one page on the screen Missing, and press the button again")
	errNoTickedPattern = errors.New("no pattern is ticked: tick the box of at least one pattern, and press the button again")
	errNoTickedHost    = errors.New("no host is ticked: tick the box of at least one host, or enter a host, and press the button again")
)

// refuseTicks refuses a form of the screen of missing pages, and leads back to it.
func (s *Server) refuseTicks(w http.ResponseWriter, k *crawl, err error) {
	s.failIn(w, k, http.StatusUnprocessableEntity, failure{
		What: s.words(err), Do: "The button Back of the browser keeps what you have ticked and entered.",
		Back: "/c/" + k.slug + "/missing", Name: "Missing pages of " + k.name,
	})
}

// fetchMissing resumes a crawl for ticked pages only, or with ticked hosts in its scope. It returns no job if it shows a screen
// before the request.
func (s *Server) fetchMissing(w http.ResponseWriter, r *http.Request, k *crawl, urls []string, left leftOut) (id string, err error) {
	if !k.live {
		return "", errors.New("a stored crawl cannot be resumed: begin a new crawl with the seeds")
	}
	cfg, err := folder.Latest(k.path)
	if err != nil {
		return "", err
	}
	if cfg.Web != folder.Live {
		return "", errors.New("the crawl replays archives, and cannot reach the Web")
	}
	switch r.PostForm.Get("do") {
	case "fetch":
	case "fetchall":
		if urls, left, err = s.urlsOfList(r, k); err != nil {
			return "", err
		}
	case "letin":
		hosts, err := hostsOf(r)
		if err != nil {
			return "", err
		}
		return s.resume(w, r, k, &resumption{filled: letIn(cfg, hosts), memory: s.usualMemory()})
	case "release", "drop":
		f, err := patternsOf(r, r.PostForm.Get("do"))
		if err != nil {
			return "", err
		}
		return s.resume(w, r, k, &resumption{filled: f, memory: s.usualMemory()})
	default:
		return "", errors.New("there is no such button")
	}
	if len(urls) == 0 {
		return "", left.orNone()
	}
	return s.requestPages(w, r, k, cfg, &wanted{urls: urls, note: left.text()})
}

// patternsOf returns the option that releases or drops the ticked patterns.
func patternsOf(r *http.Request, option string) (*forms.Filled, error) {
	patterns := r.PostForm["pattern"]
	if len(patterns) == 0 {
		return nil, errNoTickedPattern
	}
	if len(patterns) > mostTicked {
		return nil, errors.New("too many patterns are ticked")
	}
	f := &forms.Filled{}
	for _, p := range patterns {
		if option == "drop" && missing.IsHost(p) {
			return nil, fmt.Errorf("%s stands for all pages of a host: to leave out the host, use Run, Change the crawl, exclude", inert.First(p, 200))
		}
		f.Add(option, p)
	}
	return f, nil
}

// letIn returns the options that let hosts in. A run replaces all patterns, so the patterns in force are repeated.
func letIn(cfg *folder.Config, hosts []string) *forms.Filled {
	all := slices.Clone(cfg.Scope.Include)
	for _, host := range hosts {
		if p := patternOf(host); !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	f := &forms.Filled{}
	for _, p := range all {
		f.Add("include", p)
	}
	return f
}

// patternOf returns the regular expression for all pages of a host. A host without a port stands for all its ports.
func patternOf(host string) string {
	port := ""
	if !strings.Contains(host[strings.LastIndexByte(host, ']')+1:], ":") {
		port = "(:[0-9]+)?"
	}
	return "^https?://" + regexp.QuoteMeta(host) + port + "/"
}

// aHost matches hosts as URLs of a crawl have them: names in lower case, or addresses, perhaps with a port.
var aHost = held.Regexp(`^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$`)

// hostsOf returns the hosts of a form: ticked, and typed.
func hostsOf(r *http.Request) ([]string, error) {
	typed, err := forms.Lines("hosts", r.PostForm.Get("typed"))
	if err != nil {
		return nil, err
	}
	hosts := slices.Concat(r.PostForm["host"], typed)
	if len(hosts) == 0 {
		return nil, errNoTickedHost
	}
	if len(hosts) > mostTicked {
		return nil, errors.New("too many hosts are ticked")
	}
	for _, host := range hosts {
		if !aHost().MatchString(host) || len(host) > 300 {
			return nil, &forms.ValueError{Option: "host", Value: host, Want: "a name such as www.example.org"}
		}
	}
	return hosts, nil
}

// urlsOf returns the URLs of a form that weft can request, in their canonical form, and the others.
func urlsOf(all []string) (urls []string, left leftOut) {
	for _, text := range all {
		if href, ok := fetched(text); ok {
			urls = append(urls, href)
		} else {
			left.add(text)
		}
	}
	return urls, left
}

// fetched returns the canonical form of a URL that weft can request. A text that was cut is longer than any URL.
func fetched(text string) (href string, ok bool) {
	if len(text) > weburl.MaxLen {
		return "", false
	}
	href, err := weburl.Parse(text)
	return href, err == nil && (strings.HasPrefix(href, "http://") || strings.HasPrefix(href, "https://"))
}

// canFetch reports whether weft can request the URL of a page.
func canFetch(text string) bool {
	_, ok := fetched(text)
	return ok
}

// A leftOut counts the names of pages that weft cannot request.
type leftOut struct {
	count int
	names []string // the first ones, harmless
}

func (l *leftOut) add(name string) {
	if l.count++; len(l.names) < mostLeft {
		l.names = append(l.names, inert.First(name, 100))
	}
}

// text is a message about the pages without such a URL; empty if there are none.
func (l *leftOut) text() string {
	if l.count == 0 {
		return ""
	}
	text := digits.Plural(l.count, "page") + " left out, because weft cannot request the URL: " + strings.Join(l.names, ", ")
	if more := l.count - len(l.names); more > 0 {
		text += ", and " + digits.Grouped(more) + " more"
	}
	return text
}

// orNone is the error of a form without a URL that weft can request.
func (l *leftOut) orNone() error {
	if l.count == 0 {
		return errNoTick
	}
	return errors.New(l.text())
}

// A firstColumn writes the first column of a table whose columns tabs separate.
type firstColumn struct {
	to     io.Writer
	beyond bool // the line is after its first tab
	kept   []byte
}

// Write implements io.Writer.
func (c *firstColumn) Write(p []byte) (int, error) {
	c.kept = c.kept[:0]
	for _, b := range p {
		switch b {
		case '\t':
			c.beyond = true
		case '\n':
			c.beyond = false
		}
		if !c.beyond {
			c.kept = append(c.kept, b)
		}
	}
	_, err := c.to.Write(c.kept)
	return len(p), err
}
