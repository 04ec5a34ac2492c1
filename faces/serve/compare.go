package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"weft/answers/changes"
	"weft/answers/compare"
	"weft/answers/pages"
	"weft/faces/report"
	"weft/graph/page"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/option"
)

func (s *Server) compareRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /compare", s.compareScreen)
	mux.HandleFunc("GET /compare/report", s.comparePage)
	mux.HandleFunc("GET /compare/pages", s.ofRows(s.compareRows))
	mux.HandleFunc("GET /compare/pages.txt", s.ofRows(s.compareList))
	for _, f := range pages.Formats {
		mux.HandleFunc("GET /compare/pages."+f.Name, s.ofRows(s.compareAs(f)))
	}
}

// comparing are the values of the screen of two crawls.
type comparing struct {
	Crawls  []*choiceOf
	A, B    *choiceOf // nil until both were chosen
	Doing   string
	Failed  string
	Command string
	Report  string
	Same    bool
	Figures []changed
	States  []changedState
	Hosts   []changedHost
	Tau     string
	NoTau   string
	Overlap []string
	Moves   []movedPages
}

// A choiceOf is a crawl in a list of crawls.
type choiceOf struct{ Slug, Name, Date string }

// changed is a row of figures: the paths lead to their rows.
type changed struct {
	Label                       string
	A, B, Kept, Gone, New       string
	KeptPath, GonePath, NewPath string
}

type changedState struct {
	A, B, Pages, Path string
	Moved             bool
}

type changedHost struct {
	Host, Kept, Gone, New string
	Path                  string // address of the host, for the pages of either crawl
}

// movedPages are pages that one crawl, at least, has: rows lead to their screens in it.
type movedPages struct {
	Title, Slug string
	Among       string // the pages among which places count
	Pages       []movedPage
}

type movedPage struct{ Name, Link, RankA, RankB string }

// compareScreen compares two crawls of the server.
func (s *Server) compareScreen(w http.ResponseWriter, r *http.Request) {
	v := comparing{}
	for _, k := range s.all() {
		v.Crawls = append(v.Crawls, newChoice(k))
	}
	shown := &view{Title: "Compare"}
	if q := r.URL.Query(); q.Has("a") || q.Has("b") {
		a, b, ok := s.pairOf(w, q)
		if !ok {
			return
		}
		defer a.release()
		defer b.release()
		v.A, v.B = newChoice(a.of), newChoice(b.of)
		v.Command = s.words(option.Errorf("weft report %s %s", option.Word(a.of.path), option.Word(b.of.path)))
		got, doing, err := s.compared(a, b).wait(r.Context())
		switch {
		case r.Context().Err() != nil:
			return
		case err != nil:
			v.Failed = s.shown(s.words(err))
		case got == nil:
			v.Doing, shown.Again = doing, 2
		default:
			v.fill(got)
		}
		shown.Title = "Compare " + a.of.name + " and " + b.of.name
		shown.Age = s.agesOf(a.of, b.of)
	}
	shown.Of = v
	s.render(w, http.StatusOK, "compare", shown)
}

// pairOf returns the two crawls of a request, in use. It writes the response if they cannot be compared.
func (s *Server) pairOf(w http.ResponseWriter, q url.Values) (a, b *opened, ok bool) {
	var both [2]*crawl
	for i, name := range []string{q.Get("a"), q.Get("b")} {
		if both[i] = s.crawlAt(name); both[i] == nil {
			s.fail(w, http.StatusNotFound, "There is no crawl "+name+".", "Choose two crawls of the list.")
			return nil, nil, false
		}
	}
	first, second := both[0], both[1]
	if first == second {
		s.fail(w, http.StatusBadRequest, "Both crawls are the same.", "Choose two different crawls.")
		return nil, nil, false
	}
	a, err := first.use()
	if err != nil {
		s.failed(w, first, err)
		return nil, nil, false
	}
	if b, err = second.use(); err != nil {
		a.release()
		s.failed(w, second, err)
		return nil, nil, false
	}
	return a, b, true
}

func newChoice(k *crawl) *choiceOf { return &choiceOf{Slug: k.slug, Name: k.name} }

// query is the query of the pair, with further values.
func (v *comparing) query(more ...string) string {
	q := url.Values{"a": {v.A.Slug}, "b": {v.B.Slug}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "?" + q.Encode()
}

// fill takes the changes.
func (v *comparing) fill(r *changes.Changes) {
	v.A.Date, v.B.Date = r.Crawls[0].Date.Text, r.Crawls[1].Date.Text
	v.Report, v.Same = "/compare/report"+v.query(), r.Same()
	c := r.Whole
	f := fetchedOf(c.States)
	rows := func(what string) string { return "compare/pages" + v.query("what", what) }
	fetched := func(what string) string { return "compare/pages" + v.query("what", what, "fetched", "1") }
	v.Figures = []changed{
		{"known pages", digits.Grouped(c.Pages.A), digits.Grouped(c.Pages.B), digits.Grouped(c.Pages.Kept), digits.Grouped(c.Pages.Gone), digits.Grouped(c.Pages.New), rows(compare.Kept), rows(compare.Gone), rows(compare.New)},
		{"fetched pages", digits.Grouped(f.Kept + f.Gone), digits.Grouped(f.Kept + f.New), digits.Grouped(f.Kept), digits.Grouped(f.Gone), digits.Grouped(f.New), fetched(compare.Kept), fetched(compare.Gone), fetched(compare.New)},
		{"links", digits.Grouped(c.Arcs.A), digits.Grouped(c.Arcs.B), digits.Grouped(c.Arcs.Kept), digits.Grouped(c.Arcs.Gone), digits.Grouped(c.Arcs.New), "", "", ""},
	}
	if h := c.HostCounts; h != nil {
		v.Figures = append(v.Figures, changed{"hosts", digits.Grouped(h.Kept + h.Gone), digits.Grouped(h.Kept + h.New), digits.Grouped(h.Kept), digits.Grouped(h.Gone), digits.Grouped(h.New), "", "", ""})
	}
	for _, x := range c.States {
		v.States = append(v.States, changedState{x.A, x.B, digits.Grouped(x.Pages), "compare/pages" + v.query("what", "state", "from", x.A, "to", x.B), x.A != x.B})
	}
	for _, h := range c.Hosts {
		v.Hosts = append(v.Hosts, changedHost{h.Host, digits.Grouped(h.Pages.Kept), digits.Grouped(h.Pages.Gone), digits.Grouped(h.Pages.New), pagesOfHost(h.Host)})
	}
	v.fillRanks(c)
}

// fetchedOf counts the pages that are fetched in both crawls, only in the first, and only in the second.
func fetchedOf(states []compare.StateChange) (f compare.Change) {
	is := page.Fetched.String()
	for _, x := range states {
		switch {
		case x.A == is && x.B == is:
			f.Kept += x.Pages
		case x.A == is:
			f.Gone += x.Pages
		case x.B == is:
			f.New += x.Pages
		}
	}
	return f
}

// fillRanks takes the changes of the ranking.
func (v *comparing) fillRanks(c *compare.Comparison) {
	if ranks := c.Ranks; ranks != nil {
		v.fillMoves(ranks)
	}
	if c.More != nil {
		v.Moves = append(v.Moves, movedPages{"The best gone pages", v.A.Slug, amongAll, placed(c, c.More.GonePages)}, movedPages{"The best new pages", v.B.Slug, amongAll, placed(c, c.More.NewPages)})
	}
}

// Pages among which places count. The screen of a page has its place among all pages of its crawl.
const (
	amongKept = "Places count among the kept pages, which both crawls know. The screen of a page has its place among all pages of its crawl."
	amongAll  = "Places count among all pages of a crawl, as on the screen of a page. Of pages that tie, the one with the smaller number comes first."
)

func (v *comparing) fillMoves(ranks *compare.Ranks) {
	if v.NoTau = ranks.Undefined; ranks.TauB != nil {
		v.Tau = digits.Fixed(*ranks.TauB, 3)
	}
	for _, x := range ranks.Overlap {
		v.Overlap = append(v.Overlap, fmt.Sprintf("%s of the best %s", digits.Grouped(x.Shared), digits.Grouped(x.K)))
	}
	v.Moves = []movedPages{{"Pages that rose most", v.B.Slug, amongKept, moves(ranks.Up)}, {"Pages that fell most", v.B.Slug, amongKept, moves(ranks.Down)}}
}

func moves(all []compare.Move) (rows []movedPage) {
	for _, m := range all {
		row := movedPage{Name: m.URL, Link: pageQuery(m.URL, m.PageB), RankA: digits.Grouped(m.RankA), RankB: digits.Grouped(m.RankB)}
		if m.URL == "" {
			row.Name = strconv.FormatUint(uint64(m.PageB), 10)
		}
		rows = append(rows, row)
	}
	return rows
}

func placed(c *compare.Comparison, all []compare.Placed) (rows []movedPage) {
	for _, p := range all {
		rows = append(rows, movedPage{Name: p.Name, Link: pageOf(c.By == compare.ByNames, p.Name), RankA: rankText(p.RankA), RankB: rankText(p.RankB)})
	}
	return rows
}

// rankText writes a rank; empty for none.
func rankText(rank int64) string {
	if rank == 0 {
		return ""
	}
	return digits.Grouped(rank)
}

// comparePage serves the page that weft report writes for two crawls. It has its own style inside, and a policy for it.
func (s *Server) comparePage(w http.ResponseWriter, r *http.Request) {
	a, b, ok := s.pairOf(w, r.URL.Query())
	if !ok {
		return
	}
	defer a.release()
	defer b.release()
	c := s.compared(a, b)
	got, _, err := c.wait(r.Context())
	switch {
	case err != nil:
		s.fail(w, http.StatusConflict, s.words(err), "")
		return
	case got == nil:
		back := failure{What: "The crawls are being compared.", Do: "Load this page again in some seconds.", Back: "/compare?" + r.URL.RawQuery, Name: "Comparison of " + a.of.name + " and " + b.of.name}
		s.failIn(w, nil, http.StatusAccepted, back)
		return
	}
	s.setPolicy(w.Header(), reportPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	d := report.ChangesData{Names: []string{a.of.name, b.of.name}, Paths: []string{a.of.path, b.of.path}, Changes: got, Generated: report.Generated{Time: c.at}}
	var text bytes.Buffer
	if err := report.WriteChanges(&text, d); err != nil {
		s.note(err.Error())
	}
	w.Write(withWayBack(text.Bytes(), "/compare?"+r.URL.RawQuery, "the comparison of "+a.of.name+" and "+b.of.name, s.agesOf(a.of, b.of))) //nolint:errcheck // the reader has gone
}

// A rowsOf chooses pages of two crawls, which are in use.
type rowsOf struct {
	a, b     *opened
	What     string // compare.Kept, Gone or New, or "state"
	From, To string // states in both crawls, for "state"
	Fetched  bool   // only fetched pages count as pages; not for "state"
}

// ofRows finds the crawls and the pages of a request, and holds the crawls until the request ends.
func (s *Server) ofRows(f func(http.ResponseWriter, *http.Request, *rowsOf)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, b, ok := s.pairOf(w, r.URL.Query())
		if !ok {
			return
		}
		defer a.release()
		defer b.release()
		x, err := parseRows(r.URL.Query())
		if err != nil {
			s.fail(w, http.StatusBadRequest, err.Error(), "Use the links of the comparison.")
			return
		}
		x.a, x.b = a, b
		f(w, r, &x)
	}
}

// parseRows reads which pages a request names.
func parseRows(q url.Values) (rowsOf, error) {
	x := rowsOf{What: q.Get("what"), From: q.Get("from"), To: q.Get("to")}
	if kinds := []string{compare.Kept, compare.Gone, compare.New, "state"}; !slices.Contains(kinds, x.What) {
		return x, fmt.Errorf("what=%s: expected %s", x.What, choice.Of(x.What, kinds))
	}
	if x.What != "state" {
		return rowsOf{What: x.What, Fetched: q.Get("fetched") != ""}, nil
	}
	states := []string{compare.Absent}
	for state := range page.NumStates {
		states = append(states, page.State(state).String()) //nolint:gosec // there are few
	}
	for _, state := range []string{x.From, x.To} {
		if !slices.Contains(states, state) {
			return x, fmt.Errorf("state %s: expected %s", state, choice.Of(state, states))
		}
	}
	return x, nil
}

// each calls f with each page.
func (x *rowsOf) each(ctx context.Context, f func(p compare.Listed) error) error {
	o := compare.Options{A: x.a.Crawl, B: x.b.Crawl, Fetched: x.Fetched}
	if x.What == "state" {
		return compare.EachState(ctx, o, x.From, x.To, f)
	}
	return compare.Each(ctx, o, x.What, f)
}

// file is the name of a file of the pages, without its ending: both crawls, and the list.
func (x *rowsOf) file() string { return x.a.of.slug + "-" + x.b.of.slug + "-" + x.list() }

// source is the source of the pages in messages.
func (x *rowsOf) source() string { return x.a.of.path + ", " + x.b.of.path }

// list is the word of the list of pages.
func (x *rowsOf) list() string {
	switch {
	case x.What == "state":
		return x.From + "-then-" + x.To
	case x.Fetched:
		return "fetched-" + x.What
	}
	return x.What
}

// command returns the command that lists the same pages, with its options in braces; nil if there is none.
func (x *rowsOf) command() error {
	if x.What == "state" {
		return nil
	}
	format := "weft compare %s %s {list} %s"
	if x.Fetched {
		format += " {fetched}"
	}
	return option.Errorf(format, option.Word(x.a.of.path), option.Word(x.b.of.path), x.What)
}

// errEnough ends a list whose rows are complete.
var errEnough = errors.New("enough rows")

// comparedRows are the values of the list of pages.
type comparedRows struct {
	*rowsOf
	A, B           *choiceOf
	Back           string
	Text, Command  string
	Downloads      []download
	Rows           []comparedRow
	Previous, Next string
}

// A comparedRow is a page in the list.
type comparedRow struct{ Name, Link, StateA, StateB string }

// compareRows lists pages that changed.
func (s *Server) compareRows(w http.ResponseWriter, r *http.Request, x *rowsOf) {
	q, a, b := r.URL.Query(), x.a, x.b
	skip, _ := strconv.Atoi(q.Get("skip"))
	skip = max(0, skip)
	v := comparedRows{rowsOf: x, A: newChoice(a.of), B: newChoice(b.of)}
	q.Del("skip")
	for _, f := range pages.Formats {
		v.Downloads = append(v.Downloads, download{f.Name, "pages." + f.Name + "?" + q.Encode()})
	}
	v.Command = s.words(x.command())
	v.Text, v.Back = "pages.txt?"+q.Encode(), "/compare?"+url.Values{"a": {a.of.slug}, "b": {b.of.slug}}.Encode()
	n := 0
	err := x.each(r.Context(), func(p compare.Listed) error {
		if n++; n <= skip {
			return nil
		}
		if len(v.Rows) == rowsShown {
			q.Set("skip", strconv.Itoa(skip+rowsShown))
			v.Next = "pages?" + q.Encode()
			return errEnough
		}
		v.Rows = append(v.Rows, comparedRow{string(p.Name), pageOf(a.HasNames(), string(p.Name)), p.A, p.B})
		return nil
	})
	if r.Context().Err() != nil {
		return
	}
	if err != nil && !errors.Is(err, errEnough) {
		s.failed(w, a.of, err)
		return
	}
	if skip > 0 {
		q.Set("skip", strconv.Itoa(max(0, skip-rowsShown)))
		v.Previous = "pages?" + q.Encode()
	}
	s.render(w, http.StatusOK, "compared", &view{Title: "Pages that changed", Of: v, Age: s.agesOf(a.of, b.of)})
}

// compareList serves the names of pages that changed, one a line, unchanged: it is for other programs.
func (s *Server) compareList(w http.ResponseWriter, r *http.Request, x *rowsOf) {
	s.send(w, r, sent{x.source(), "text/plain; charset=utf-8", x.file() + ".txt"}, func(to io.Writer) error {
		out := bufio.NewWriterSize(to, 1<<16)
		if err := x.each(r.Context(), func(p compare.Listed) error {
			_, err := out.Write(append(p.Name, '\n'))
			return err
		}); err != nil {
			return err
		}
		return out.Flush()
	})
}

// comparedColumns are the columns of downloads of pages that changed, as in the table of weft compare.
var comparedColumns = []string{"name", "state_a", "state_b"}

// A listedPage is a page that changed, in a download.
type listedPage struct {
	Name   string `json:"name"`
	StateA string `json:"state_a"`
	StateB string `json:"state_b"`
}

// Text implements [pages.Record].
func (p *listedPage) Text(column string) string {
	return map[string]string{"name": p.Name, "state_a": p.StateA, "state_b": p.StateB}[column]
}

// Value implements [pages.Record].
func (p *listedPage) Value(column string) any { return p.Text(column) }

// compareAs returns the handler that writes the pages that changed, with their states, in a format.
func (s *Server) compareAs(f pages.Format) func(http.ResponseWriter, *http.Request, *rowsOf) {
	return func(w http.ResponseWriter, r *http.Request, x *rowsOf) {
		s.send(w, r, sent{x.source(), f.Media, x.file() + "." + f.Name}, func(to io.Writer) error {
			out := f.Writer(to, comparedColumns)
			err := x.each(r.Context(), func(p compare.Listed) error { return out.Row(&listedPage{string(p.Name), p.A, p.B}) })
			if err != nil {
				return err
			}
			return out.Close()
		})
	}
}
