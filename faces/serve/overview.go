package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"weft/answers/measure"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/inert"
	"weft/store"
)

// A listed is a row of the list of crawls.
type listed struct {
	Name, Slug, Path, Error string
	Live                    bool
	Run                     bool // only its runs can be shown
	Info                    store.Counts
	Made                    string
}

// A listing is the list of crawls. Starts and Jobs report whether crawls and jobs can be started.
type listing struct {
	Rows         []listed
	Starts, Jobs bool
}

// list shows the crawls.
func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	s.scan()
	all := s.all()
	rows := make([]listed, 0, len(all))
	for _, k := range all {
		row := listed{Name: k.name, Slug: k.slug, Path: k.path, Live: k.live}
		o, err := k.use()
		switch {
		case err != nil && !k.isMade():
			row.Error, row.Run = "nothing on the disk: "+s.howMade(k), true
		case err != nil && k.live:
			row.Error, row.Run = "no graph yet", true
		case err != nil:
			row.Error = s.shown(err.Error())
		default:
			row.Info, row.Made = countsOf(o), madeOf(o.Manifest)
			o.release()
		}
		rows = append(rows, row)
	}
	s.render(w, http.StatusOK, "crawls", &view{Title: "Crawls", Of: listing{rows, s.whyNoCrawls() == "", s.whyNoJobs() == ""}})
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
	Path    string
	Figures []figure
	States  []figure
	Bars    []stateBar
	Plots   []*distribution
	Drawing bool // the plots are being made
	Steps   []step
	Results []result
	Report  bool
}

type step struct{ Time, Command string }

// A result is a kept result; Error says why it is not used.
type result struct{ Name, Command, Time, Error string }

func (s *Server) overview(w http.ResponseWriter, _ *http.Request, o *opened) {
	v := overviewed{Path: o.Path}
	info := measure.Info{Counts: countsOf(o)}
	if o.Manifest != nil {
		var err error
		if info, err = measure.GetInfo(o.Crawl); err != nil {
			s.failed(w, o.of, err)
			return
		}
		_, v.Report = o.Manifest.Files[reportFile]
		for _, t := range info.Steps {
			v.Steps = append(v.Steps, step{timeText(t.Time), t.Command})
		}
		if v.Results, err = s.resultsOf(o); err != nil {
			s.failed(w, o.of, err)
			return
		}
	}
	v.Figures = figuresOf(&info)
	v.States = statesOf(&info.Counts)
	v.Bars = barsOf(v.States, info.Pages)
	plots, ready := s.plots(o)
	v.Plots, v.Drawing = plots, !ready
	shown := &view{Title: o.of.name, Crawl: o.of, Here: "Overview", Of: v}
	if v.Drawing {
		shown.Again = 1
	}
	s.render(w, http.StatusOK, "overview", shown)
}

// figuresOf are the figures of the first line.
func figuresOf(info *measure.Info) []figure {
	all := []figure{{Label: "pages", Value: digits.Grouped(info.Pages), Path: "pages"}, {Label: "links", Value: digits.Grouped(info.Arcs)}}
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
			r.Command, r.Time = d.Command, timeText(d.Time)
		}
		all = append(all, r)
	}
	return all, err
}

// reportFile is the name of the report among the files of a crawl.
const reportFile = store.ReportDir + "/index.html"

// reportPolicy holds for the saved report, which has its style inside. Another program may have written that
// file, so scripts and forms are forbidden.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-downloads"

// mostReport is the size of the longest report that is served, in bytes.
const mostReport = 16 << 20

// report serves the saved report of a crawl, if its checksum is as in the manifest.
func (s *Server) report(w http.ResponseWriter, r *http.Request, o *opened) {
	if o.Manifest == nil {
		s.fail(w, http.StatusNotFound, "A bare graph keeps no report.", "weft report "+o.of.path+" writes one.")
		return
	}
	want, kept := o.Manifest.Files[reportFile]
	if !kept {
		s.fail(w, http.StatusNotFound, "This crawl has no report yet.", "weft report "+o.of.path+" writes one.")
		return
	}
	if want.Bytes > mostReport {
		s.fail(w, http.StatusNotFound, "The report is too long to be shown here.", "Open "+filepath.Join(o.Path, reportFile)+" in a browser.")
		return
	}
	text, err := disk.ReadRegular(filepath.Join(o.Path, reportFile), mostReport)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want.SHA256 {
		s.fail(w, http.StatusConflict, "The report has changed since weft wrote it.", "weft report "+o.of.path+" writes it again.")
		return
	}
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(withWayBack(text, "/c/"+o.of.slug+"/", o.of.name)))
}

// withWayBack puts a link to a screen before the content of a report, which is a page of its own.
func withWayBack(report []byte, path, name string) []byte {
	link := fmt.Sprintf(`<nav aria-label="weft serve"><p><a href="%s">Back to <bdi>%s</bdi></a></p></nav>`, path, html.EscapeString(inert.Text(name)))
	const begin = "<body>"
	at := bytes.Index(report, []byte(begin))
	if at >= 0 {
		at += len(begin)
	}
	return slices.Insert(slices.Clone(report), max(at, 0), []byte(link)...)
}
