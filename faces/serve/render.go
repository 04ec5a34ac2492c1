package serve

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"weft/faces/report"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/option"
	"weft/store"
	"weft/web/weburl"
)

//go:embed layout/*.html layout/serve.css script/dist/*.js
var files embed.FS

var (
	// Style and templates are made at their first use: other commands start without them.
	style   = sync.OnceValue(func() string { return report.Style() + "\n" + own("layout/serve.css") })
	screens = sync.OnceValue(parse)
)

func own(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // embedded when the program was built
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// parse reads the templates of all screens: each fills the frame, and may use the parts.
func parse() map[string]*template.Template {
	funcs := template.FuncMap{
		"grouped": func(n any) string { return digits.InGroups(fmt.Sprint(n)) }, "text": inert.Text, "lines": inert.Lines,
		"canFetch": canFetch, "isUsual": func(rows int) bool { return rows == rowsShown }, "pair": func(a, b any) pair { return pair{a, b} }, "short": short, "shown": shown, "state": stateWord,
		"reason": reasonWord, "tooShort": isShort, "isPages": isPages, "isHosts": isHosts, "pagesOfCell": pagesOfCell, "pagesOfHost": pagesOfHost,
		"plural": func(n any, one string) string { return digits.Plural(number(n), one) },
	}
	all := map[string]*template.Template{}
	for _, path := range layouts() {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "layout/"), ".html")
		if name == "frame" || name == "parts" {
			continue
		}
		all[name] = template.Must(template.New(name).Funcs(funcs).ParseFS(files, "layout/frame.html", "layout/parts.html", path))
	}
	return all
}

// A pair is two values for a part of a template.
type pair struct{ A, B any }

func layouts() (paths []string) {
	entries, err := files.ReadDir("layout")
	if err != nil {
		panic(err) // embedded when the program was built
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".html") {
			paths = append(paths, "layout/"+e.Name())
		}
	}
	return paths
}

// number returns an integer of any size.
func number(n any) int64 {
	i, err := strconv.ParseInt(fmt.Sprint(n), 10, 64)
	if err != nil {
		panic(err) // a template of ours counts something else
	}
	return i
}

// longest is the number of bytes of a text from a crawl that a table shows.
const longest = 300

// shown is short for the URL of a page, or a host: hosts are shown in their own letters.
func shown(name string) string { return short(weburl.Shown(name)) }

// short cuts a text from a crawl, and makes it harmless.
func short(text string) string { return inert.First(text, longest) }

// A view holds the title and menu of a page, and the values of its screen.
type view struct {
	Title   string
	Crawl   *crawl // nil where no crawl is meant
	Here    string // the entry of the menu that is shown
	Refresh string // the value of a refresh field; empty for none
	Again   int    // seconds until the page is worth loading again; 0 for never
	Menu    []entry
	Token   string // of the forms of the reader; empty for a screen without forms
	Writes  bool   // forms are accepted
	Age     *age   // of the figures; nil if the crawl is not live
	Of      any    // values of the screen

	noted *readNotes  // nil before the first note
	named func() bool // the crawl has names; nil before the first link to a page
}

// An entry is a link of the menu of a crawl.
type entry struct {
	Title, Path string
	Here        bool
	Live        bool // for live crawls only
}

// Slug is the name of the crawl in addresses.
func (v *view) Slug() string { return v.Crawl.slug }

// Name is the name of the crawl for people.
func (v *view) Name() string { return v.Crawl.name }

// PageOf is the query of the address of a page that a text names; empty if there is none.
func (v *view) PageOf(name string) string {
	if v.named == nil {
		v.named = sync.OnceValue(v.Crawl.isNamed)
	}
	return pageOf(v.named(), name)
}

// render writes a screen. Nothing is written before the screen is complete.
func (s *Server) render(w http.ResponseWriter, status int, screen string, v *view) {
	v.Writes = !s.options.ReadOnly
	if v.Crawl != nil {
		for _, e := range menu {
			if e.Live && !v.Crawl.live {
				continue
			}
			e.Here = e.Title == v.Here
			e.Path = "/c/" + v.Crawl.slug + "/" + e.Path
			v.Menu = append(v.Menu, e)
		}
		if screen != "error" && screen != "record" {
			v.Age = s.ageOf(v.Crawl, v.Here)
		}
		if v.Age != nil {
			if t, is := w.(*tokened); is {
				v.Age.Token = t.token
			}
		}
	}
	var b bytes.Buffer
	if err := screens()[screen].ExecuteTemplate(&b, "frame.html", v); err != nil {
		s.note(fmt.Sprintf("%s: %v", screen, err))
		http.Error(w, "the server failed to make this page", http.StatusInternalServerError)
		return
	}
	// Whatever is in the page: no character of it is invisible or turns the text beside it.
	text := inert.Lines(b.String())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	io.WriteString(w, text) //nolint:errcheck // the reader has gone
}

// A failure is an error as a page: what is wrong, and what to do.
type failure struct {
	What, Do   string
	Back, Name string // address and name of the screen that the reader came from; empty for none
}

// fail writes a page that reports an error.
func (s *Server) fail(w http.ResponseWriter, status int, what, do string) {
	s.failIn(w, nil, status, failure{What: what, Do: do})
}

// failIn writes a page that reports an error of a crawl, with its menu.
func (s *Server) failIn(w http.ResponseWriter, k *crawl, status int, f failure) {
	f.What = s.shown(f.What)
	title, ok := failed[status]
	if !ok {
		title = http.StatusText(status)
	}
	s.render(w, status, "error", &view{Title: title, Crawl: k, Of: f})
}

// failed are the titles of pages that report an error.
var failed = map[int]string{
	http.StatusBadRequest:          "Check what you entered",
	http.StatusUnprocessableEntity: "Check what you entered",
	http.StatusUnauthorized:        "Log in",
	http.StatusForbidden:           "Not allowed",
	http.StatusInternalServerError: "This did not work",
	http.StatusServiceUnavailable:  "Not now",
}

// failed writes the page for an error of a crawl.
func (s *Server) failed(w http.ResponseWriter, k *crawl, err error) {
	s.note(k.path + ": " + err.Error())
	do := "The terminal of the server shows the same."
	if errors.Is(err, store.ErrCorrupt) {
		do = "The crawl is damaged. weft verify " + option.Word(k.path) + " lists the damage."
	}
	s.failIn(w, k, http.StatusInternalServerError, failure{What: err.Error(), Do: do})
}

func (s *Server) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	io.WriteString(w, style()) //nolint:errcheck // the reader has gone
}
