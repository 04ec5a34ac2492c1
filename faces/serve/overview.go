package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weft/answers/measure"
	"weft/answers/missing"
	"weft/answers/pages"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/inert"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
)

// A listed is a row of the list of crawls.
type listed struct {
	Name, Slug, Path, Error string
	Standing                string // of a crawl of weft: whether it runs, and the age of its figures
	Run                     bool   // only its runs can be shown
	Info                    store.Counts
	Made                    string
	Captured                string // first and last request of its pages; empty if unknown
}

// A listing is the list of crawls. Starts and Jobs report whether crawls and jobs can be started.
type listing struct {
	Rows         []listed
	Starts, Jobs bool
}

// list shows the crawls.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	s.scan()
	all := s.all()
	rows := make([]listed, 0, len(all))
	for _, k := range all {
		row := listed{Name: k.name, Slug: k.slug, Path: k.path}
		o, err := k.use()
		switch {
		case err != nil && !k.isMade():
			row.Error, row.Run = "nothing on the disk: "+s.howMade(k), true
		case err != nil && k.hasNoGraph():
			row.Error, row.Run = "no graph yet", true
		case err != nil:
			row.Error = s.shown(err.Error())
		default:
			row.Info, row.Made, row.Captured = countsOf(o), madeOf(o.Manifest), o.captured(r.Context())
			o.release()
		}
		if k.live {
			row.Standing = s.standingOf(k)
		}
		rows = append(rows, row)
	}
	s.render(w, http.StatusOK, "crawls", &view{Title: "Crawls", Of: listing{rows, s.whyNoCrawls() == "", s.whyNoJobs() == ""}})
}

// standingOf says whether a crawl of weft runs, and from when its figures are.
func (s *Server) standingOf(k *crawl) string {
	text := "not running"
	if k.runs() {
		text = "running"
	}
	if a := s.ageOf(k, "Crawls"); a != nil {
		text += strings.Replace(a.Text, "This screen shows", ". The figures are from", 1)
	}
	return text
}

// captured returns the days of the first and the last request of a crawl, in UTC. They come from its pages, else from the
// imported archives, else from its runs. It is empty if none is known.
func (o *opened) captured(ctx context.Context) string {
	if text := o.indexed(ctx); text != "" {
		return text
	}
	var first, last time.Time
	if o.Manifest != nil && o.Manifest.Responses != nil && o.Manifest.Responses.First != nil {
		first, last = *o.Manifest.Responses.First, *o.Manifest.Responses.Last
	} else if o.of.live {
		if state, err := folder.Read(o.of.path); err == nil && len(state.Runs) > 0 {
			first, last = state.Runs[0].Began, state.Runs[len(state.Runs)-1].Ended
		}
		if newest, ok := livecrawl.NewestSnapshot(o.of.path); ok && (last.IsZero() || newest.Made.Before(last)) {
			last = newest.Made // later requests are not in the figures
		}
	}
	if first.IsZero() || last.Before(first) {
		return ""
	}
	return strings.Join(slices.Compact([]string{first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly)}), " to ")
}

// indexed returns the days of the first and the last request of the pages; empty if the index does not know them.
func (o *opened) indexed(ctx context.Context) string {
	if _, err := o.find.Index(); err != nil || !o.HasFacts() {
		return ""
	}
	all, err := o.find.Find(ctx, &pages.Query{}, false)
	if err != nil {
		return ""
	}
	rows, err := o.find.Rows(byURL, []string{"time"})
	if err != nil {
		return ""
	}
	defer rows.Close() //nolint:errcheck // only read
	var days []string
	for _, order := range []string{pages.Oldest, pages.Newest} {
		first, err := o.find.First(ctx, all, order, 1)
		if err != nil || len(first) == 0 {
			return ""
		}
		if p, err := rows.At(first[0]); err == nil && p.Time != nil {
			days = append(days, p.Time.UTC().Format(time.DateOnly))
		}
	}
	return strings.Join(slices.Compact(days), " to ")
}

// countsOf returns the figures of a crawl that need no pass over its lists.
func countsOf(o *opened) store.Counts {
	if o.Manifest != nil {
		return o.Manifest.Counts
	}
	n := o.NumPages()
	return store.Counts{Pages: n, Unknown: o.Unknown(), Arcs: o.Graph().NumArcs()}
}

// madeOf returns the time of the first step of a crawl.
func madeOf(m *store.Manifest) string {
	if m == nil || len(m.Steps) == 0 {
		return ""
	}
	return timeText(m.Steps[0].Time)
}

// timeText writes a time in UTC; empty for no time.
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05") + " UTC"
}

// A figure is a number with its label, and the address of the rows that it counts.
type figure struct {
	Label, Value, Note, Path string
	n                        int
}

// overviewed are the values of the overview.
type overviewed struct {
	Site     string // what the crawl is of
	Path     string
	Running  bool // a run writes the crawl now
	Words    bool // pages are found by words
	Texts    bool // pages are found by their texts
	Figures  []figure
	States   []figure
	Bars     []stateBar
	Missing  *missing.Missing // nil while the pages are counted, or if they cannot be
	Sum      *summary         // nil while it is made, or if it cannot be
	Counting bool             // one of both is being made
	Failed   []string         // why one cannot be made
	Steps    []step
	Results  []result
	Report   bool
	Mend     []entry // lists of broken links and faulty pages
}

type step struct{ Time, Command string }

// A result is a kept result; Error says why it is not used.
type result struct {
	Name, Command, Time, Error string
	at                         time.Time
}

// overview is the first screen of a crawl: pages that are there, missing pages, and faults.
func (s *Server) overview(w http.ResponseWriter, r *http.Request, o *opened) {
	v := overviewed{Path: o.Path, Mend: o.toMend(), Words: o.HasNames() || o.HasFacts(), Texts: o.hasTexts()}
	v.Running = o.of.live && o.of.runs()
	info := measure.Info{Counts: countsOf(o)}
	if o.Manifest != nil {
		var err error
		if info, err = measure.GetInfo(o.Crawl); err != nil {
			s.failed(w, o.of, err)
			return
		}
		_, v.Report = o.Manifest.Files[reportFile]
		v.Steps = o.of.steps(info.Steps)
		if v.Results, err = s.resultsOf(o); err != nil {
			s.failed(w, o.of, err)
			return
		}
	}
	v.Figures = figuresOf(&info)
	v.States = statesOf(&info.Counts)
	v.Bars = barsOf(v.States, info.Pages)
	v.Site = o.siteName()
	v.fill(r.Context(), s, o)
	if r.Context().Err() != nil {
		return
	}
	shown := &view{Title: v.Site, Crawl: o.of, Here: "Overview", Of: v}
	if v.Counting {
		shown.Again = 1
	}
	s.render(w, http.StatusOK, "overview", shown)
}

// fill takes the counts of the background that are there.
func (v *overviewed) fill(ctx context.Context, s *Server, o *opened) {
	counts, sums := s.countMissing(o), s.summarized(o)
	var err1, err2 error
	v.Missing, _, err1 = counts.waitFor(ctx, overviewPatience)
	v.Sum, _, err2 = sums.waitFor(ctx, overviewPatience)
	for _, err := range []error{err1, err2} {
		if err != nil {
			v.Failed = append(v.Failed, s.shown(s.words(err)))
		}
	}
	v.Counting = v.Missing == nil && err1 == nil || v.Sum == nil && err2 == nil
}

// mostSite is the share of the pages, one in a number, from which on a host gives an imported crawl its name.
const mostSite = 2

// siteName returns the seed of a crawl, or the host of most of its pages, or its folder.
func (o *opened) siteName() string {
	if o.of.live {
		if cfg, err := folder.Latest(o.of.path); err == nil && len(cfg.Seeds) > 0 {
			_, seed, _ := strings.Cut(cfg.Seeds[0], "://")
			seed = strings.TrimSuffix(seed, "/")
			if more := len(cfg.Seeds) - 1; more > 0 {
				seed += " and " + digits.Plural(more, "other seed")
			}
			return cmp.Or(seed, o.of.name)
		}
	}
	if !o.HasNames() {
		return o.of.name
	}
	t, err := o.hosts()
	if err != nil {
		return o.of.name
	}
	best := t.order(o, byPages).best
	if len(best) == 0 || mostSite*t.groups.Size(int(best[0])) < o.NumPages() {
		return o.of.name
	}
	name, err := t.groups.Name(int(best[0]))
	if err != nil || name == "" {
		return o.of.name
	}
	return name
}

// toMend are lists of links and pages that a site owner would mend.
func (o *opened) toMend() (all []entry) {
	for i := range linkChoices[:2] {
		all = append(all, entry{Title: linkChoices[i].Title, Path: "links" + linkQuery{at: i, Rows: rowsShown}.link(0)})
	}
	for _, c := range o.onlyChoices() {
		all = append(all, entry{Title: "Pages " + c.Title, Path: "pages?only=" + c.Name})
	}
	return all
}

// steps are the steps that made a crawl, in the order of their times. A live crawl has all its runs: its snapshot knows only
// the last one.
func (k *crawl) steps(made []store.Step) (all []step) {
	var runs []folder.Run
	if k.live {
		if state, err := folder.Read(k.path); err == nil {
			runs = state.Runs
		}
	}
	for _, run := range runs {
		all = append(all, step{timeText(run.Began), run.Command})
	}
	for _, t := range made {
		if !slices.ContainsFunc(runs, func(run folder.Run) bool { return run.Command == t.Command }) {
			all = append(all, step{timeText(t.Time), t.Command})
		}
	}
	slices.SortStableFunc(all, func(a, b step) int { return cmp.Compare(a.Time, b.Time) })
	return all
}

// figuresOf are the figures of the first line.
func figuresOf(info *measure.Info) []figure {
	all := []figure{{Label: "pages", Value: digits.Grouped(info.Pages), Path: "pages"}, {Label: "links", Value: digits.Grouped(info.Arcs), Note: loopsText(info.SelfLoops)}}
	if info.Hosts > 0 {
		all = append(all, figure{Label: "hosts", Value: digits.Grouped(info.Hosts), Path: "hosts"}, figure{Label: "domains", Value: digits.Grouped(info.Domains), Path: "map?by=domain#list"})
	}
	if info.Anchors > 0 {
		all = append(all, figure{Label: "anchor texts", Value: digits.Grouped(info.Anchors)})
	}
	if info.DiskSize > 0 {
		all = append(all, figure{Label: "on disk", Value: digits.Size(info.DiskSize)})
	}
	return all
}

// loopsText says how many links lead from a page to itself: maps and comparisons of links leave them out.
func loopsText(n int64) string {
	if n == 0 {
		return ""
	}
	return digits.Grouped(n) + " of them from a page to itself"
}

// statesOf counts the pages by state. The counts add up to the pages.
func statesOf(c *store.Counts) (all []figure) {
	for _, f := range []struct {
		label, note string
		n           int
	}{
		{"fetched", "fetched whole or in part", c.Fetched},
		{"redirected", "answered with another address", c.Redirected},
		{"failed", "requested without success", c.Failed},
		{"excluded", "left out by scope, robots.txt or a rule", c.Excluded},
		{"ghost", "known by links only", c.Ghosts},
		{"unknown", "the input does not say", c.Unknown},
	} {
		if f.n > 0 {
			all = append(all, figure{Label: f.label, Note: f.note, n: f.n, Value: digits.Grouped(f.n), Path: "pages?state=" + f.label})
		}
	}
	return all
}

// resultsOf describes the kept results.
func (s *Server) resultsOf(o *opened) (all []result, err error) {
	kept, err := o.Results("")
	if err != nil {
		return nil, err
	}
	names, err := kept.Names()
	for _, name := range names {
		r := result{Name: name}
		if d, err := kept.Describe(name); err != nil {
			r.Error = s.shown(err.Error())
		} else {
			r.Command, r.Time, r.at = d.Command, timeText(d.Time), d.Time
		}
		all = append(all, r)
	}
	return all, err
}

// reportFile is the name of the report among the files of a crawl.
const reportFile = store.ReportDir + "/index.html"

// reportPolicy holds for the saved report, which has its style inside. Another program may have written that
// file, so scripts and forms are forbidden.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " + noFrames + "; sandbox allow-downloads"

// mostReport is the size of the longest report that is served, in bytes.
const mostReport = 16 << 20

// report serves the saved report of a crawl, if its checksum is as in the manifest.
func (s *Server) report(w http.ResponseWriter, r *http.Request, o *opened) {
	if o.Manifest == nil {
		s.failIn(w, o.of, http.StatusNotFound, failure{What: "A bare graph keeps no report.", Do: "weft report " + option.Word(o.of.path) + " writes one."})
		return
	}
	want, kept := o.Manifest.Files[reportFile]
	if !kept {
		s.noReport(w, r, o.of)
		return
	}
	if want.Bytes > mostReport {
		s.failIn(w, o.of, http.StatusNotFound, failure{What: "The report is too long to be shown here.", Do: "Open " + filepath.Join(o.Path, reportFile) + " in a browser."})
		return
	}
	text, err := disk.ReadRegular(filepath.Join(o.Path, reportFile), mostReport)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want.SHA256 {
		s.failIn(w, o.of, http.StatusConflict, failure{What: "The report has changed since weft wrote it.", Do: "weft report " + option.Word(o.of.path) + " writes it again."})
		return
	}
	s.setPolicy(w.Header(), reportPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(withWayBack(text, "/c/"+o.of.slug+"/", o.of.name, s.ageOf(o.of, "Report"))))
}

// An unwritten holds the values of the screen of a report that was not written yet.
type unwritten struct {
	Off     string // why the report cannot be written here; empty if it can
	Command string
	Jobs    jobTable // jobs that write the report
}

// noReport shows that a crawl has no report, and how to get one.
func (s *Server) noReport(w http.ResponseWriter, r *http.Request, k *crawl) {
	v := &unwritten{Off: s.whyNoJobs(), Command: lineOf([]string{"weft", "report", k.path})}
	for _, row := range s.jobsOf(k) {
		if row.Title == reportTitle {
			v.Jobs.Rows = append(v.Jobs.Rows, row)
		}
	}
	s.render(w, http.StatusNotFound, "noreport", &view{Title: "Report", Crawl: k, Here: "Report", Token: s.token(r), Of: v})
}

// withWayBack puts a link to a screen, and the age of the figures, before the content of a report. A report is a page of its
// own.
func withWayBack(report []byte, path, name string, of *age) []byte {
	old := ""
	if of != nil {
		old = ". " + html.EscapeString(of.Text)
	}
	link := fmt.Sprintf(`<nav aria-label="weft serve" style="padding: .6rem 1rem"><p style="margin: 0"><a href="%s">Back to <bdi>%s</bdi></a>%s</p></nav>`, html.EscapeString(path), html.EscapeString(inert.Text(name)), old)
	const begin = "<body>"
	at := bytes.Index(report, []byte(begin))
	if at >= 0 {
		at += len(begin)
	}
	return slices.Insert(slices.Clone(report), max(at, 0), []byte(link)...)
}
