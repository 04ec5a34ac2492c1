package serve

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weft/faces/serve/forms"
	"weft/internal/inert"
	"weft/internal/mem"
	"weft/livecrawl/folder"
)

const (
	mostURL    = 16 << 10 // bytes of a URL that a form may send
	mostTicked = 10_000   // URLs and hosts that a form may send
)

// missingRoutes adds the routes of forms and lists about missing pages, and of archived records.
func (s *Server) missingRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /c/{crawl}/missing", s.ofCrawl(s.ticked))
	mux.HandleFunc("GET /c/{crawl}/missing/list", s.of(s.missingScreen))
	mux.HandleFunc("GET /c/{crawl}/missing/urls", s.of(s.missingURLs))
	mux.HandleFunc("GET /c/{crawl}/record", s.ofCrawl(s.record))
}

// ticked does something about ticked pages and hosts: it makes a list of seeds, requests the pages, or lets the hosts in.
func (s *Server) ticked(w http.ResponseWriter, r *http.Request, k *crawl) {
	urls, err := urlsOf(r.PostForm["url"])
	if err != nil {
		s.refuseTicks(w, k, err)
		return
	}
	if r.PostForm.Get("do") == "seeds" {
		if len(urls) == 0 {
			s.refuseTicks(w, k, errNoTick)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Content-Disposition", "attachment; filename=seeds.txt")
		w.Write([]byte(strings.Join(urls, "\n") + "\n")) //nolint:errcheck // the reader has gone
		return
	}
	s.starting(func(w http.ResponseWriter, r *http.Request, k *crawl) {
		id, err := s.fetchMissing(w, r, k, urls)
		if err != nil {
			s.refuseTicks(w, k, err)
			return
		}
		http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
	})(w, r, k)
}

// Errors of a form without a tick.
var (
	errNoTick       = errors.New("no page is ticked: tick the box of at least one page on the screen Missing, and press the button again")
	errNoTickedHost = errors.New("no host is ticked: tick the box of at least one host, or enter a host, and press the button again")
)

// refuseTicks refuses a form of the screen of missing pages, and leads back to it.
func (s *Server) refuseTicks(w http.ResponseWriter, k *crawl, err error) {
	s.failIn(w, k, http.StatusUnprocessableEntity, failure{
		What: s.words(err), Do: "The button Back of the browser keeps what you have ticked and entered.",
		Back: "/c/" + k.slug + "/missing", Name: "Missing pages of " + k.name,
	})
}

// fetchMissing resumes a crawl with ticked pages as seeds, or with ticked hosts in its scope.
func (s *Server) fetchMissing(w http.ResponseWriter, r *http.Request, k *crawl, urls []string) (id string, err error) {
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
	filled := &forms.Filled{}
	switch r.PostForm.Get("do") {
	case "fetch":
		if len(urls) == 0 {
			return "", errNoTick
		}
	case "fetchall":
		if urls, err = s.urlsOfList(r, k); err != nil {
			return "", err
		}
	case "letin":
		hosts, err := hostsOf(r)
		if err != nil {
			return "", err
		}
		urls, filled = nil, letIn(cfg, hosts)
	default:
		return "", errors.New("there is no such button")
	}
	return s.resume(w, r, k, &resumption{filled, urls, max(mem.Least, s.jobs.Most()/2)})
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
var aHost = regexp.MustCompile(`^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$`)

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
		if !aHost.MatchString(host) || len(host) > 300 {
			return nil, &forms.ValueError{Option: "host", Value: host, Want: "a name such as www.example.org"}
		}
	}
	return hosts, nil
}

// urlsOf checks the URLs of a form.
func urlsOf(all []string) ([]string, error) {
	if len(all) > mostTicked {
		return nil, errors.New("too many pages are ticked")
	}
	for _, text := range all {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(text) > mostURL || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
			return nil, errors.New("this is no URL of a page: " + inert.First(text, 100))
		}
	}
	return all, nil
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
