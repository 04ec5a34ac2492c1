package serve

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"weft/answers/answer"
	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/internal/digits"
	"weft/internal/mem"
)

// Limits of jobs.
const (
	mostRunning = 4
	mostWaiting = 16
	mostKept    = 100
	mostShown   = 1000 // rows of a table of a result; its CSV has all
)

// newJobs returns the manager of jobs. Jobs get three quarters of the memory; the server keeps the rest.
func (s *Server) newJobs() *jobs.Manager {
	return jobs.New(jobs.Options{
		Dir: s.options.Jobs, Program: s.options.Program, Memory: s.options.Memory - s.options.Memory/4,
		Running: mostRunning, Waiting: mostWaiting, Kept: mostKept, Log: s.note,
	})
}

// Parts of the memory that jobs never get, a quarter of the whole. Works of one kind are done one after another, so all
// together keep within the budget. The last sixteenth is for requests, and for maps and searches that are held.
const (
	workShare  = 8  // an eighth: one count, map, comparison or index
	drawShare  = 16 // a sixteenth: the rules of one site, the pages of all sites, or a kept map
	heldShare  = 32 // of it half: maps and remembered searches
	foundShare = 64 // of it half: remembered searches, and a fourth more for choices of hosts
)

// memory returns what a work of the server itself may take: its own part, and what jobs and other works leave free. Maps and
// searches that are held beyond their part are taken off; a quarter of the own part is left in any case. The work calls back at
// its end.
func (s *Server) memory(share int64) (bytes int64, back func()) {
	free, back := s.jobs.Borrow()
	own := s.options.Memory / share
	over := max(s.heldBytes()-s.options.Memory/heldShare, 0)
	return max(own+free-over, own/4), back
}

// heldBytes is the memory of the maps, remembered searches, and orders and choices of hosts of all crawls.
func (s *Server) heldBytes() (sum int64) {
	for _, k := range s.all() {
		k.mu.Lock()
		o := k.now
		k.mu.Unlock() // work on a map takes its lock before the lock of its crawl
		if o != nil {
			sum += o.maps.bytes() + o.found.bytes() + o.ranked.bytes() + o.chosen.bytes() + o.links.lists.bytes() + o.hostBytes()
		}
	}
	return sum
}

// whyNoJobs says why no job can be started; empty if jobs can.
func (s *Server) whyNoJobs() string {
	switch {
	case s.options.ReadOnly:
		return "This server only reads, and starts no jobs."
	case len(s.options.Program) == 0 || s.options.Jobs == "":
		return "This server has no folder for jobs."
	case s.jobs.Most() < mem.Least:
		return "This server has too little memory for jobs: a job needs " + digits.Size(mem.Least) + ", and jobs get three quarters of the memory of the server."
	}
	return ""
}

func (s *Server) jobRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/ask", s.ofCrawl(s.ask))
	mux.HandleFunc("POST /c/{crawl}/ask", s.ofCrawl(s.starting(s.ask)))
	mux.HandleFunc("POST /c/{crawl}/report", s.ofCrawl(s.starting(s.writeReport)))
	mux.HandleFunc("POST /c/{crawl}/sites/find", s.ofCrawl(s.starting(s.findSites)))
	mux.HandleFunc("POST /c/{crawl}/explain", s.ofCrawl(s.starting(s.explainSite)))
	mux.HandleFunc("POST /c/{crawl}/texts", s.ofCrawl(s.starting(s.indexTexts)))
	mux.HandleFunc("POST /c/{crawl}/recheck", s.ofCrawl(s.starting(s.startCheck)))
	mux.HandleFunc("GET /jobs", s.allJobs)
	mux.HandleFunc("GET /c/{crawl}/jobs/{id}", s.ofCrawl(s.job))
	mux.HandleFunc("POST /c/{crawl}/jobs/{id}", s.ofCrawl(s.orderJob))
	mux.HandleFunc("GET /c/{crawl}/jobs/{id}/{folder}/{file}", s.ofCrawl(s.jobFile))
	mux.HandleFunc("GET /c/{crawl}/jobs/{id}/result.json", s.ofCrawl(s.jobResult))
}

// starting refuses a form where jobs cannot be started.
func (s *Server) starting(f func(http.ResponseWriter, *http.Request, *crawl)) func(http.ResponseWriter, *http.Request, *crawl) {
	return func(w http.ResponseWriter, r *http.Request, k *crawl) {
		if why := s.whyNoJobs(); why != "" {
			s.fail(w, http.StatusForbidden, why, "A terminal takes the same commands.")
			return
		}
		f(w, r, k)
	}
}

// writeReport starts a job that writes the report of a crawl.
func (s *Server) writeReport(w http.ResponseWriter, r *http.Request, k *crawl) {
	id, err := s.jobs.Start(s.commandSpec(k, reportTitle, nil))
	if err != nil {
		s.fail(w, http.StatusConflict, "The report was not started: "+err.Error()+".", "Try again later.")
		return
	}
	http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
}

// explainSite starts a job that explains the site of a page.
func (s *Server) explainSite(w http.ResponseWriter, r *http.Request, k *crawl) {
	of, err := forms.Lines("page", r.PostForm.Get("page"))
	if err == nil && len(of) != 1 {
		err = &forms.ValueError{Option: "page", Value: r.PostForm.Get("page"), Want: "a page of the crawl"}
	}
	id := ""
	if err == nil {
		id, err = s.jobs.Start(s.commandSpec(k, "site explain", nil, of...))
	}
	if err != nil {
		s.failIn(w, k, http.StatusConflict, failure{What: s.words(err), Do: "Try again later.", Back: "/c/" + k.slug + "/ask?q=site+explain", Name: "Form of site explain"})
		return
	}
	http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
}

// reportTitle is the title of jobs that write the report.
const reportTitle = "report"

// A jobRow is a job in a list.
type jobRow struct {
	Title, Command, Status, Made, Took, Path string

	Kind   string
	Active bool // it has not ended
}

// jobsOf lists the jobs of a crawl, the newest first.
func (s *Server) jobsOf(k *crawl) []jobRow { return k.rowsAmong(s.listJobs()) }

// listJobs returns the jobs of all crawls, the newest first. It reads a file for each job that has ended.
func (s *Server) listJobs() []*jobs.State {
	if s.options.Jobs == "" {
		return nil
	}
	all, err := s.jobs.List()
	if err != nil {
		s.note(err.Error())
	}
	return all
}

// jobsAmong returns the jobs of the crawl among all jobs.
func (k *crawl) jobsAmong(all []*jobs.State) (own []*jobs.State) {
	whole := k.whole()
	for _, j := range all {
		if j.Crawl == whole {
			own = append(own, j)
		}
	}
	return own
}

// rowsAmong makes a row for each job of the crawl among all jobs.
func (k *crawl) rowsAmong(all []*jobs.State) (rows []jobRow) {
	for _, j := range k.jobsAmong(all) {
		rows = append(rows, rowOf(k, j))
	}
	return rows
}

// rowOf makes the row of a job.
func rowOf(k *crawl, j *jobs.State) jobRow {
	return jobRow{j.Title, j.Command, statusText(j), timeText(j.Made), tookText(j), "/c/" + k.slug + "/jobs/" + j.ID, j.Kind, !j.Over()}
}

// A jobTable is a table of jobs; Of names the crawl where a page has several tables.
type jobTable struct {
	Of   string
	Rows []jobRow
}

// A crawlJobs are the jobs of a crawl.
type crawlJobs struct {
	Name, Slug string
	Jobs       jobTable
}

// allJobs lists the jobs of all crawls.
func (s *Server) allJobs(w http.ResponseWriter, _ *http.Request) {
	var v []crawlJobs
	all := s.listJobs()
	for _, k := range s.all() {
		if rows := k.rowsAmong(all); len(rows) > 0 {
			v = append(v, crawlJobs{k.name, k.slug, jobTable{k.slug, rows}})
		}
	}
	s.render(w, http.StatusOK, "jobs", &view{Title: "Jobs", Of: v})
}

// statusText writes the state of a job for people.
func statusText(j *jobs.State) string {
	text := map[string]string{
		jobs.Waiting: "waiting", jobs.Running: "running", jobs.Done: "done", jobs.Failed: "failed", jobs.Cancelled: "cancelled", jobs.Lost: "lost",
	}[j.Status]
	if j.Status == jobs.Running && j.Standing != nil && j.Progress != nil && j.Progress.Paused {
		text = "paused"
	}
	if j.Elsewhere {
		text += ", by another server"
	}
	return text
}

// tookText writes how long a job runs or ran.
func tookText(j *jobs.State) string {
	if d := j.Took(); d > 0 {
		return digits.Duration(d.Round(time.Second / 10))
	}
	return ""
}

// A jobbed is a job with its result.
type jobbed struct {
	*jobs.State
	Row      jobRow
	Percent  int64 // of the step; less than 0 if it is unknown
	Progress string
	Standing []figure
	Parts    []resultPart
	Text     string      // a result that is no question
	Listed   []requested // pages that the run requested by name
	Count    string      // how many of them were fetched
	Report   string      // address of the report that the job wrote
	Pictures []picture
	Tables   []file
	Files    []file
	JSON     bool
	Again    string // address of the form of a question
	Anew     string // address of the form of a new crawl
	Orders   []order
	NoResult string // why there is none
}

// An order is a button of a job.
type order struct{ Name, Label string }

// A file is a download of a job.
type file struct{ Name, Path string }

// A picture is a drawing of a result.
type picture struct{ Name, Path string }

// A resultPart is a part of a result: figures, a text or a table.
type resultPart struct {
	Figures []figure
	Text    string
	Table   *jobs.Table
	Number  int // of the table within the result
	Cut     int // rows that are not shown
}

// jobOf returns the state of the job of a request. Jobs of other crawls are [jobs.ErrNone].
func (s *Server) jobOf(r *http.Request, k *crawl) (*jobs.State, error) {
	j, err := s.jobs.Get(r.PathValue("id"))
	if err == nil && j.Crawl != k.whole() {
		return nil, jobs.ErrNone
	}
	return j, err
}

// found returns the state of the job of a request, or writes the page for an error.
func (s *Server) found(w http.ResponseWriter, r *http.Request, k *crawl) (*jobs.State, bool) {
	j, err := s.jobOf(r, k)
	switch {
	case errors.Is(err, jobs.ErrNone):
		s.fail(w, http.StatusNotFound, "There is no such job, or it has been removed.", fmt.Sprintf("The server keeps %d jobs that have ended. Kept results stay with the crawl.", mostKept))
	case err != nil:
		s.failed(w, k, err)
	}
	return j, err == nil
}

// job shows a job.
func (s *Server) job(w http.ResponseWriter, r *http.Request, k *crawl) {
	j, ok := s.found(w, r, k)
	if !ok {
		return
	}
	v, err := s.newJobbed(k, j)
	if err != nil {
		s.failed(w, k, err)
		return
	}
	page := &view{Title: j.Title, Crawl: k, Here: "Ask", Token: s.token(r), Of: v}
	if j.Kind == jobs.CrawlKind {
		page.Here = "Run"
	}
	if !j.Over() {
		page.Again = 2
	}
	s.render(w, http.StatusOK, "job", page)
}

// newJobbed reads everything about a job.
func (s *Server) newJobbed(k *crawl, j *jobs.State) (*jobbed, error) {
	at := "/c/" + k.slug + "/jobs/" + j.ID
	j.Error, j.Hint = s.shown(j.Error), s.shown(j.Hint)
	for i, text := range j.Messages {
		j.Messages[i] = s.shown(text)
	}
	v := &jobbed{State: j, Row: rowOf(k, j), Percent: -1}
	switch {
	case j.Title == reportTitle && j.Status == jobs.Done:
		v.Report = "/c/" + k.slug + "/report"
	case questionOf(j.Title) != nil:
		v.Again = "/c/" + k.slug + "/ask?" + url.Values{"q": {j.Title}, "again": {j.ID}}.Encode()
	case j.Kind == jobs.CrawlKind && j.Form != nil && j.Over():
		v.Anew = "/new?" + url.Values{"again": {j.ID}}.Encode()
	}
	v.progress()
	v.orders()
	if !j.Over() {
		return v, nil
	}
	out, err := jobs.LoadOutcome(s.jobs.Dir(j.ID))
	switch {
	case errors.Is(err, jobs.ErrLong):
		v.NoResult = "The result is too large to be shown here. Its files can be downloaded."
	case err != nil:
		return nil, err
	case out != nil:
		v.Parts = partsOf(out)
	default:
		v.Text = jobs.LoadText(s.jobs.Dir(j.ID))
	}
	if j.Kind == jobs.CrawlKind {
		if v.Listed = s.requestedOf(j); len(v.Listed) > 0 {
			v.Count = countRequested(v.Listed)
		}
	}
	v.JSON = j.Status == jobs.Done
	for _, name := range s.jobs.Files(j.ID, jobs.PlotsDir) {
		if path.Ext(name) == ".svg" {
			v.Pictures = append(v.Pictures, picture{strings.TrimSuffix(name, ".svg"), at + "/" + jobs.PlotsDir + "/" + url.PathEscape(name)})
		}
	}
	v.Tables, v.Files = s.filesOf(j, jobs.TablesDir, at), append(s.filesOf(j, jobs.FilesDir, at), s.filesOf(j, jobs.PlotsDir, at)...)
	return v, nil
}

// filesOf lists files of a job.
func (s *Server) filesOf(j *jobs.State, folder, at string) (all []file) {
	for _, name := range s.jobs.Files(j.ID, folder) {
		all = append(all, file{name, at + "/" + folder + "/" + url.PathEscape(name)})
	}
	return all
}

// progress writes the progress of a job.
func (v *jobbed) progress() {
	p := v.State.Progress
	if p == nil || v.Over() {
		return
	}
	unit := func(n int64) string {
		if p.Unit == "bytes" {
			return digits.Size(n)
		}
		return digits.Grouped(n)
	}
	v.Progress = p.Name
	switch {
	case p.Total > 0:
		v.Percent = min(100*p.Done/p.Total, 100)
		v.Progress += ": " + unit(p.Done) + " of " + unit(p.Total)
	case p.Done > 0:
		v.Progress += ": " + unit(p.Done)
	}
	if p.Unit == "pages" {
		v.Progress += " pages fetched"
	}
	if p.Left > 0 {
		v.Progress += ", " + digits.Roughly(time.Duration(p.Left*float64(time.Second))) + " left"
	}
	if c := v.State.Standing; c != nil {
		v.Standing = []figure{
			{Label: "fetched", Value: digits.Grouped(p.Done)},
			{Label: "waiting", Value: digits.Grouped(c.Waiting)},
			{Label: "failed", Value: digits.Grouped(c.Failed)},
			{Label: "hosts", Value: digits.Grouped(c.Hosts)},
			{Label: "received", Value: digits.Size(int64(min(c.Bytes, 1<<62)))},
			{Label: "pages per second", Value: digits.Fixed(c.PageRate, 1)}, //nolint:gosec // bounded
		}
	}
}

// orders are the buttons of a job.
func (v *jobbed) orders() {
	switch {
	case v.Elsewhere:
	case v.Over():
		v.Orders = []order{{"remove", "Remove this job"}}
	case v.Status == jobs.Waiting:
		v.Orders = []order{{jobs.Interrupt, "Cancel"}}
	case v.Kind == jobs.CrawlKind:
		v.Orders = []order{{jobs.Pause, "Pause"}, {jobs.Stop, "Stop, and make the graph"}, {jobs.Interrupt, "End at once"}}
		if v.State.Progress != nil && v.State.Progress.Paused {
			v.Orders[0] = order{jobs.Resume, "Continue"}
		}
	default:
		v.Orders = []order{{jobs.Interrupt, "Cancel"}}
	}
}

// partsOf prepares a result to be shown: figures in a row are one list, and long tables are cut.
func partsOf(out *jobs.Outcome) (all []resultPart) {
	tables := 0
	for _, p := range out.Parts {
		switch {
		case p.Table != nil:
			tables++
			part := resultPart{Table: p.Table, Number: tables}
			if n := len(p.Table.Rows); n > mostShown {
				part.Cut, p.Table.Rows = n-mostShown, p.Table.Rows[:mostShown]
			}
			all = append(all, part)
		case p.Label != "" || len(all) > 0 && all[len(all)-1].Figures != nil && p.Label == "" && strings.HasPrefix(p.Text, " "):
			if n := len(all); n == 0 || all[n-1].Figures == nil {
				all = append(all, resultPart{})
			}
			last := &all[len(all)-1]
			last.Figures = append(last.Figures, figure{Label: p.Label, Value: p.Text})
		default:
			all = append(all, resultPart{Text: p.Text})
		}
	}
	return all
}

// IsPages and IsHosts report what the texts of a column name.
func isPages(c jobs.Column) bool { return c.Names == answer.OfPages }
func isHosts(c jobs.Column) bool { return c.Names == answer.OfHosts }

// pagesOfCell returns the link to the pages of a name in a column of hosts. Columns with another title than host may name
// domains, whose pages are on several hosts, or sites.
func pagesOfCell(c jobs.Column, name string) string {
	if c.Title == "host" {
		return pagesOfHost(name)
	}
	return pagesAt(name)
}

// orderJob gives an order to a job.
func (s *Server) orderJob(w http.ResponseWriter, r *http.Request, k *crawl) {
	j, ok := s.found(w, r, k)
	if !ok {
		return
	}
	var err error
	to := "/c/" + k.slug + "/jobs/" + j.ID
	switch do := r.PostForm.Get("do"); do {
	case jobs.Pause, jobs.Resume, jobs.Stop, jobs.Interrupt:
		err = s.jobs.Tell(j.ID, do)
	case "remove":
		if err = s.jobs.Remove(j.ID); err == nil {
			to = "/c/" + k.slug + "/ask"
		}
	default:
		s.fail(w, http.StatusBadRequest, "There is no such order.", "Use the buttons of the job.")
		return
	}
	if err != nil {
		s.fail(w, http.StatusConflict, "The order was not carried out: "+err.Error()+".", "Load the page of the job again.")
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// pictures of jobs run no scripts, also when they are opened by themselves.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// jobFile sends a file of a job. Pictures are shown, all else is downloaded.
func (s *Server) jobFile(w http.ResponseWriter, r *http.Request, k *crawl) {
	j, ok := s.found(w, r, k)
	if !ok {
		return
	}
	folder, name := r.PathValue("folder"), r.PathValue("file")
	if folder != jobs.PlotsDir && folder != jobs.TablesDir && folder != jobs.FilesDir || !j.Over() {
		s.fail(w, http.StatusNotFound, "There is no such file.", "The page of the job lists its files.")
		return
	}
	f, err := s.jobs.OpenFile(j.ID, folder, name)
	if err != nil {
		s.fail(w, http.StatusNotFound, "There is no such file.", "The page of the job lists its files.")
		return
	}
	defer f.Close() //nolint:errcheck // only read
	sendFile(w, r, f, fileOf(k, j, name))
}

// kindsOfFiles are the media types of the files of jobs.
var kindsOfFiles = map[string]string{
	".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf", ".csv": "text/csv; charset=utf-8", ".tsv": "text/tab-separated-values; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".json": "application/json", ".parquet": "application/vnd.apache.parquet",
}

// fileOf is the name of a download of a job: the crawl, the question, and the file.
func fileOf(k *crawl, j *jobs.State, name string) string {
	return k.slug + "-" + slugOf(j.Title) + "-" + name
}

// sendFile sends a file that a job wrote.
func sendFile(w http.ResponseWriter, r *http.Request, f io.ReadSeeker, name string) {
	h := w.Header()
	kind, known := kindsOfFiles[path.Ext(name)]
	if !known {
		kind = "application/octet-stream"
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", picturePolicy)
	if kind != "image/svg+xml" && kind != "image/png" {
		h.Set("Content-Disposition", "attachment; filename="+url.PathEscape(name))
	}
	extend(w)
	http.ServeContent(w, r, "", time.Time{}, f)
}

// extend lets a download of a file last as long as its reader reads, up to an hour.
func extend(w http.ResponseWriter) {
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Hour)) //nolint:errcheck // a recorder of a test has none
}

// jobResult sends the result of a job as JSON.
func (s *Server) jobResult(w http.ResponseWriter, r *http.Request, k *crawl) {
	j, ok := s.found(w, r, k)
	if !ok {
		return
	}
	f, err := s.jobs.OpenFile(j.ID, ".", jobs.ResultFile)
	if err != nil || !j.Over() {
		s.fail(w, http.StatusNotFound, "The job has no result.", "The page of the job says how far it is.")
		return
	}
	defer f.Close() //nolint:errcheck // only read
	sendFile(w, r, f, fileOf(k, j, jobs.ResultFile))
}
