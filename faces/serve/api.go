package serve

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/answers/atlas"
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/answers/missing"
	"weft/answers/pages"
	"weft/graph"
	"weft/internal/inert"
	"weft/internal/option"
	"weft/store"
	"weft/store/textindex"
)

// apiRoot is the beginning of the addresses of the JSON interface.
const apiRoot = "/api/v1"

// The OpenAPI document of the interface. It is generated from apiPaths and the types of the responses:
// go test ./faces/serve -run TestOpenAPI -update.
//
//go:embed api/openapi.json
var openAPI string

// An apiParameter is a parameter of an address.
type apiParameter struct {
	name, meaning, kind string
	repeats             bool // may stand in an address several times
}

// An apiPath is an address of the interface. get returns the value of the response.
type apiPath struct {
	path, summary string
	parameters    []apiParameter
	gives         any // a value of the type of the response
	get           func(s *Server, r *http.Request, o *opened) (any, error)
}

var (
	pageParameters = []apiParameter{
		{"words", "words of the URL or title; the last may be the beginning of a word, unless a space follows it", "string", false},
		{"text", "text of the page: words, phrases in double quotes, beginnings of words such as crawl*, title:word; the best pages come first, with snippets", "string", false},
		{"address", "beginning of the URL, or a host with its subdomains", "string", false},
		{"site", "URL or number of a page of the same site", "string", false},
		{"state", "state of the page", "string", false},
		{"status", "HTTP status such as 404, or a class such as 4xx", "string", false},
		{"type", "media type such as text/html, or image/*", "string", false},
		{"since", "first day of the request in UTC, such as 2026-01-31", "string", false},
		{"until", "last day of the request in UTC", "string", false},
		{"links", "number of pages that link here: 7, 10-, -9 or 5-9", "string", false},
		{"only", "orphan, duplicate-title, duplicate-content or no-title", "string", false},
		{"tag", "tags of the notes on the page, with commas between them: the page has all", "string", false},
		{"sort", "order of the rows: url, newest, oldest, status, indegree, or a kept ranking", "string", false},
		{"columns", "keys of the rows, with commas between them; the default is all except digest; tags and note only where pages have some", "string", true},
		{"from", "beginning of the part: the value next of the part before", "integer", false},
		{"rows", "number of rows, from 1 to 10000; the default is 100", "integer", false},
	}
	mapParameters = []apiParameter{
		{"by", "things of the map: host, domain or site", "string", false},
		{"top", "number of things", "integer", false},
	}
	hostParameters = []apiParameter{
		{"text", "part of the name of the host", "string", false},
		{"sort", "order of the hosts: pages, fetched, host, or a kept ranking", "string", false},
		{"from", "number of hosts that are left out before the first", "integer", false},
		{"rows", "number of rows, from 1 to 10000; the default is 100", "integer", false},
	}
	siteParameters = []apiParameter{
		{"url", "URL of a page of the site", "string", false},
		{"n", "number of a page of the site", "integer", false},
		{"in", "page, or beginning of URLs followed by *, that is added by hand; may be repeated", "string", true},
		{"out", "page, or beginning of URLs followed by *, that is removed by hand; may be repeated", "string", true},
	}
	compareParameters = []apiParameter{{"to", "name of the other crawl", "string", false}}
	onePage           = []apiParameter{
		{"url", "URL of the page", "string", false},
		{"n", "number of the page", "integer", false},
		{"in", "number of links to the page that are left out before the first", "integer", false},
		{"out", "number of links of the page that are left out before the first", "integer", false},
		{"rows", "number of links each way, from 1 to 10000; the default is 100", "integer", false},
	}
)

// apiPaths are all addresses that need a crawl.
var apiPaths = []apiPath{
	{"", "figures of a crawl, as weft info prints them", nil, measure.Info{}, (*Server).apiOverview},
	{"/pages", "pages of a selection, part by part", pageParameters, apiPages{}, (*Server).apiFind},
	{"/page", "a page, its places in the kept rankings, and its links, part by part each way", onePage, apiPage{}, (*Server).apiOne},
	{"/missing", "what the crawl does not hold, as weft missing prints it", nil, missing.Missing{}, (*Server).apiMissing},
	{"/hosts", "hosts of the crawl, part by part", hostParameters, apiHosts{}, (*Server).apiHosts},
	{"/site", "the site of a page, with changes by hand, and the rules that let it in", siteParameters, apiSite{}, (*Server).apiSite},
	{"/compare", "the changes from this crawl to another, as weft compare prints them; pages are compared by all that a crawl knows, and ranked by PageRank", compareParameters, compare.Comparison{}, (*Server).apiCompare},
	{"/map", "the map of the best hosts, domains or sites, as weft map prints it", mapParameters, atlas.Map{}, (*Server).apiMap},
	{"/notes", "notes that people wrote on pages, hosts and boundaries, part by part", noteParameters, apiNotes{}, (*Server).apiListNotes},
	{"/boundaries", "saved boundaries of sites", nil, apiBoundaries{}, (*Server).apiListBoundaries},
	{"/results", "the kept results", nil, apiResults{}, (*Server).apiKept},
}

// apiCrawls are the crawls of a server.
//
//json:object served crawls
type apiCrawls struct {
	Crawls []apiCrawl `json:"crawls"` // the crawls, in the order of the command line
}

// An apiCrawl is a crawl of a server.
//
//json:object served crawl
type apiCrawl struct {
	Name  string `json:"name"`  // its name in addresses
	Title string `json:"title"` // its name for people
	Live  bool   `json:"live"`  // it is the folder of a live crawl, whose newest snapshot is shown
	Pages int    `json:"pages"` // number of pages
	Arcs  int64  `json:"arcs"`  // number of arcs
	Words bool   `json:"words"` // it has an index of words
	// reason why it cannot be read
	Error string `json:"error,omitempty"`
}

// apiPages are the pages of a selection.
//
//json:object part of a selection
type apiPages struct {
	Found int         `json:"found"`          // number of pages of the selection
	Pages int         `json:"pages"`          // number of pages of the crawl
	Order string      `json:"order"`          // order of the rows
	Rows  []pages.Row `json:"rows"`           // pages of this part
	Next  *int        `json:"next,omitempty"` // the parameter from of the next part
	// more pages than found may match: some phrases were not compared
	AtLeast bool `json:"at_least,omitempty"`
	// prefixes of too many words
	Cuts []textindex.Cut `json:"cuts,omitempty" absent:"no prefix stands for too many words"`
	// pages that are not in the index of texts
	Left *textindex.Left `json:"left,omitempty" absent:"no text was sought"`
}

// apiPage is a page of a crawl.
//
//json:object page of a crawl
type apiPage struct {
	Row    pages.Row  `json:"row"`            // the page
	Places []apiPlace `json:"places"`         // its places in the kept rankings
	In     apiLinks   `json:"in"`             // pages that link to it
	Out    apiLinks   `json:"out"`            // pages that it links to
	Site   *pages.Row `json:"site,omitempty"` // page that stands for its site
	// why the crawl does not hold the page
	Missing *missing.Why `json:"missing,omitempty" absent:"the crawl holds the page, or its log is being read"`
	// the crawl does not hold the page, and its log is being read for the reason: ask again later
	MissingPending bool `json:"missing_pending,omitempty"`
}

// apiPlace is the place of a page in a ranking. Tied pages share places.
//
//json:object place in a ranking
type apiPlace struct {
	Ranking string  `json:"ranking"` // name of the ranking
	First   int     `json:"first"`   // first place that the page may have
	Last    int     `json:"last"`    // last place that the page may have
	Score   float64 `json:"score"`   // score of the page
}

// apiLinks are links of a page in one direction.
//
//json:object links of a page
type apiLinks struct {
	Count int       `json:"count"`          // number of links
	Links []apiLink `json:"links"`          // links of this part
	Next  *int      `json:"next,omitempty"` // the parameter in or out of the next part
}

// apiLink is the page at the other end of a link.
//
//json:object link of a page
type apiLink struct {
	Row   pages.Row `json:"row"`             // the page
	Kinds string    `json:"kinds"`           // kinds of the link, joined by +
	Words []string  `json:"words,omitempty"` // texts of the link
}

// apiResults are the kept results of a crawl.
//
//json:object kept results
type apiResults struct {
	Results []apiResult `json:"results"` // the results, by name
}

// apiResult is a kept result.
//
//json:object kept result
type apiResult struct {
	Name    string `json:"name"`              // name of the result
	Command string `json:"command,omitempty"` // command that made it
	Time    string `json:"time,omitempty"`    // time at which it was made, as in RFC 3339
	Error   string `json:"error,omitempty"`   // reason why it is not used
}

// apiError is an error of the interface.
//
//json:object error of a request
type apiError struct {
	Status  int    `json:"status"` // status of HTTP
	Message string `json:"error"`  // what is wrong
}

// apiRoutes are the addresses of the JSON interface.
func (s *Server) apiRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET "+apiRoot+"/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, openAPI) //nolint:errcheck // the reader has gone
	})
	mux.HandleFunc("GET "+apiRoot+"/crawls", func(w http.ResponseWriter, r *http.Request) { s.answerJSON(w, r, s.apiList()) })
	for _, p := range apiPaths {
		mux.HandleFunc("GET "+apiRoot+"/crawls/{crawl}"+p.path, s.ofCrawl(s.apiGet(p)))
	}
	s.apiJobRoutes(mux)
	s.apiNoteRoutes(mux)
	mux.HandleFunc("GET "+apiRoot+"/", func(w http.ResponseWriter, _ *http.Request) {
		s.apiError(w, http.StatusNotFound, "there is no such address: "+apiRoot+"/openapi.json lists all")
	})
}

// apiGet returns the handler of an address.
func (s *Server) apiGet(p apiPath) func(http.ResponseWriter, *http.Request, *crawl) {
	return func(w http.ResponseWriter, r *http.Request, k *crawl) {
		o, err := k.use()
		if err != nil {
			s.apiFail(w, r, err)
			return
		}
		defer o.release()
		var v any
		if err = p.check(r.URL.Query()); err == nil {
			v, err = p.get(s, r, o)
		}
		if err != nil {
			s.apiFail(w, r, err)
			return
		}
		if d, is := v.(*drawnMap); is {
			s.apiWriteMap(w, r, o, d)
			return
		}
		s.answerJSON(w, r, v)
	}
}

// check refuses parameters that the address does not have: a filter with another name would select all pages.
func (p *apiPath) check(q url.Values) error {
	names := make([]string, len(p.parameters))
	for i, x := range p.parameters {
		names[i] = x.name
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if i := slices.Index(names, name); i >= 0 {
			if len(q[name]) > 1 && !p.parameters[i].repeats {
				return refusedError{fmt.Errorf("the parameter %s is there %d times: expected once", name, len(q[name]))}
			}
			continue
		}
		if len(names) == 0 {
			return refusedError{fmt.Errorf("no such parameter: %.100q; this address has none", name)}
		}
		return refusedError{fmt.Errorf("no such parameter: %.100q; expected %s", name, strings.Join(names, ", "))}
	}
	return nil
}

// apiWriteMap writes a map as JSON. The first request writes a node and a link at a time: maps may have millions of links.
// Later requests get the same text, if it fits into the memory of maps.
func (s *Server) apiWriteMap(w http.ResponseWriter, r *http.Request, o *opened, d *drawnMap) {
	s.send(w, r, sent{source: o.of.path, media: "application/json"}, func(to io.Writer) error {
		if text, ok := d.texts.get("json"); ok {
			_, err := to.Write(text)
			return err
		}
		kept := &limited{most: s.mapRoom(d)}
		err := writeMapJSON(io.MultiWriter(to, kept), d.Map)
		if err == nil && !kept.left {
			s.keepText(d, "json", kept.text)
		}
		return err
	})
}

// A limited text keeps what is written to it, up to a number of bytes, and nothing of a longer text.
type limited struct {
	text []byte
	most int64
	left bool // the text is longer
}

// Write implements [io.Writer].
func (l *limited) Write(b []byte) (int, error) {
	if l.left = l.left || int64(len(l.text)+len(b)) > l.most; l.left {
		l.text = nil
	} else {
		l.text = append(l.text, b...)
	}
	return len(b), nil
}

// writeMapJSON writes a map as JSON, a node and a link at a time.
func writeMapJSON(to io.Writer, m *atlas.Map) error {
	out := bufio.NewWriterSize(to, 1<<16)
	rest := *m
	rest.Nodes, rest.Links = []atlas.Node{}, []atlas.Link{}
	text, err := json.Marshal(rest)
	if err != nil {
		return err
	}
	head, tail, _ := bytes.Cut(text, []byte(`"nodes":[],"links":[]`))
	out.Write(inert.JSON(head)) //nolint:errcheck // Flush reports it
	if err := errors.Join(writeList(out, `"nodes":`, m.Nodes), writeList(out, `,"links":`, m.Links)); err != nil {
		return err
	}
	out.Write(append(inert.JSON(tail), '\n')) //nolint:errcheck // Flush reports it
	return out.Flush()
}

// writeList writes a list as JSON after a key, an item at a time.
func writeList[T any](out *bufio.Writer, key string, all []T) error {
	out.WriteString(key + "[") //nolint:errcheck // Flush reports it
	for i := range all {
		text, err := json.Marshal(&all[i])
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',') //nolint:errcheck // Flush reports it
		}
		if _, err := out.Write(inert.JSON(text)); err != nil {
			return err
		}
	}
	return out.WriteByte(']')
}

// errLater says that a result is being computed.
type errLater struct{ what string }

func (e errLater) Error() string { return e.what + ": ask again later" }

// errNoPage says that a request names no page of the crawl.
var errNoPage = errors.New("the crawl does not know this page: name it by url or n")

// apiFail writes an error.
func (s *Server) apiFail(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	var later errLater
	var bad refusedError
	switch {
	case r.Context().Err() != nil:
		return
	case errors.As(err, &later), errors.Is(err, pages.ErrSlow):
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "2")
	case errors.Is(err, errNoPage):
		status = http.StatusNotFound
	case errors.As(err, &bad), errors.Is(err, store.ErrNoFacts), errors.Is(err, store.ErrNoNames), errors.Is(err, store.ErrNoSites), errors.Is(err, pages.ErrNoPage),
		errors.Is(err, textindex.ErrNone), errors.Is(err, textindex.ErrOld), errors.Is(err, pages.ErrText):
		status = http.StatusBadRequest
	default:
		s.note(r.URL.Path + ": " + err.Error())
	}
	s.apiError(w, status, option.Text(err, func(name string) string { return name }))
}

// writeJSON writes a value as JSON.
func (s *Server) writeJSON(w http.ResponseWriter, status int, v any) {
	text, err := jsonOf(v)
	if err != nil {
		s.note(fmt.Sprintf("JSON: %v", err))
		text, status = []byte(`{"status":500,"error":"the server failed on this request"}`+"\n"), http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write(text) //nolint:errcheck // the reader has gone
}

// apiList lists the crawls.
func (s *Server) apiList() apiCrawls {
	s.scan()
	v := apiCrawls{Crawls: []apiCrawl{}}
	for _, k := range s.all() {
		one := apiCrawl{Name: k.slug, Title: k.name, Live: k.live}
		if o, err := k.use(); err != nil {
			one.Error = s.shown(err.Error())
		} else {
			c := countsOf(o)
			_, noIndex := o.find.Index()
			one.Pages, one.Arcs, one.Words = c.Pages, c.Arcs, noIndex == nil
			o.release()
		}
		v.Crawls = append(v.Crawls, one)
	}
	return v
}

func (s *Server) apiOverview(_ *http.Request, o *opened) (any, error) {
	if o.Manifest == nil {
		return measure.Info{Path: o.of.name, Counts: countsOf(o)}, nil
	}
	info, err := measure.GetInfo(o.Crawl)
	info.Path = o.of.name
	return info, err
}

// apiFind finds pages.
func (s *Server) apiFind(r *http.Request, o *opened) (any, error) {
	s.indexed(o)
	q, err := o.parseQuery(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	if q.Sort == pages.Best {
		return s.apiSearch(r, o, q)
	}
	f, err := s.selected(r.Context(), o, q)
	if err != nil {
		return nil, err
	}
	v := apiPages{Found: f.found.Count, Pages: o.NumPages(), Order: q.Sort}
	var shown []graph.Node
	next := -1
	if !q.ranked() {
		found, then := f.found.Next(q.From, q.Rows)
		for _, i := range found {
			shown = append(shown, o.AtKey(i))
		}
		next = then
	} else {
		from, to := min(q.From, len(f.best)), min(q.From+q.Rows, len(f.best))
		shown = f.best[from:to]
		if to < min(f.found.Count, mostRanked) && to > from {
			next = to
		}
	}
	if next >= 0 {
		v.Next = &next
	}
	columns := q.columns()
	if columns == nil {
		columns = o.usualColumns()
	}
	rows, err := o.find.Rows(q.Sort, columns)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // only read
	v.Rows, err = rows.All(shown)
	return v, err
}

// namedPage returns the page that a request names.
func (o *opened) namedPage(r *http.Request) (graph.Node, error) {
	u, ok, err := o.asked(r)
	if q := r.URL.Query(); err == nil && !ok && q.Get("url") == "" && q.Get("n") == "" {
		err = refusedError{errors.New("the request names no page: expected url or n")}
	}
	if err == nil && !ok {
		err = errNoPage
	}
	return u, err
}

// apiOne reads a page.
func (s *Server) apiOne(r *http.Request, o *opened) (any, error) {
	u, err := o.namedPage(r)
	if err != nil {
		return nil, err
	}
	rows, err := o.find.Rows(byURL, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // only read
	v := apiPage{Places: []apiPlace{}}
	if v.Row, err = rows.At(u); err != nil {
		return nil, err
	}
	if o.isMissing(u) {
		if v.Missing, err = s.why(r.Context(), o, u); err != nil {
			return nil, err
		}
		v.MissingPending = v.Missing == nil
	}
	for _, m := range o.scores() {
		p := m.PlaceOf(u, o.NumPages())
		v.Places = append(v.Places, apiPlace{m.Name, int(p.First), int(p.Last), m.At(u)})
	}
	if front, ok := o.sites(); ok {
		if at, ok := o.siteOf(front, u); ok {
			site, err := rows.At(at)
			if err != nil {
				return nil, err
			}
			v.Site = &site
		}
	}
	words, err := o.anchorsOf(u)
	if err != nil {
		return nil, err
	}
	one := graph.Range{Lo: int(u), Hi: int(u) + 1}
	if v.Out, err = o.apiLinks(o.Scan(one), nil, r.URL.Query(), "out", rows); err != nil {
		return nil, err
	}
	if v.In, err = o.apiLinks(o.ScanBack(one), words, r.URL.Query(), "in", rows); err != nil || !o.hasArchive() {
		return v, err
	}
	return v, s.addAPITexts(r.Context(), o, u, v.In.Links)
}

// apiLinks reads a part of the links of a page.
func (o *opened) apiLinks(cur graph.KindCursor, words []store.Anchor, q url.Values, name string, rows *pages.Reader) (v apiLinks, err error) {
	v.Links = []apiLink{}
	if cur == nil { // a bare graph without a transpose
		return v, nil
	}
	all, err := endsOf(cur, nil)
	if err != nil {
		return v, err
	}
	ends := all.ends
	v.Count = len(ends)
	from, err1 := wholeNumber(q, name)
	most, err2 := partRows(q)
	if err := cmp.Or(err1, err2); err != nil {
		return v, refusedError{err}
	}
	first := min(from, len(ends))
	last := min(first+most, len(ends))
	for i := first; i < last; i++ {
		x := apiLink{Kinds: all.kindsOf(i).String()}
		if x.Row, err = rows.At(ends[i]); err != nil {
			return v, err
		}
		if x.Words, _, err = o.wordsOf(words, ends[i], mostAnchors); err != nil {
			return v, err
		}
		v.Links = append(v.Links, x)
	}
	if last < len(ends) {
		v.Next = &last
	}
	return v, nil
}

func (s *Server) apiMissing(r *http.Request, o *opened) (any, error) {
	m, err := s.missing(r.Context(), o)
	if err == nil && m == nil {
		err = errLater{"the missing pages are being counted"}
	}
	if err != nil {
		return m, err
	}
	return fewExamples(o.of.name, m), nil
}

// mostListed is the number of examples and hosts of a class that weft missing prints without --top.
const mostListed = 5

// fewExamples returns missing pages with as many examples and hosts as weft missing prints.
func fewExamples(name string, m *missing.Missing) *missing.Missing {
	few := *m
	few.Crawl = name
	few.Classes = slices.Clone(m.Classes)
	for i := range few.Classes {
		c := &few.Classes[i]
		c.Examples, c.Hosts = c.Examples[:min(mostListed, len(c.Examples))], c.Hosts[:min(mostListed, len(c.Hosts))]
	}
	return &few
}

func (s *Server) apiMap(r *http.Request, o *opened) (any, error) {
	key, err := o.parseMapKey(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	d, doing, err := s.mapOf(r.Context(), o, key)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, errLater{"the map is being made: " + doing}
	}
	return d, nil
}

func (s *Server) apiKept(_ *http.Request, o *opened) (any, error) {
	v := apiResults{Results: []apiResult{}}
	if o.Manifest == nil {
		return v, nil
	}
	all, err := s.resultsOf(o)
	for _, r := range all {
		one := apiResult{r.Name, r.Command, "", r.Error}
		if !r.at.IsZero() {
			one.Time = r.at.UTC().Format(time.RFC3339)
		}
		v.Results = append(v.Results, one)
	}
	return v, err
}
