package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/internal/digits"
	"weft/internal/held"
	"weft/internal/mem"
	"weft/livecrawl/folder"
	"weft/store"
)

func (s *Server) crawlRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /new", s.newCrawl)
	mux.HandleFunc("POST /new", s.newCrawl)
	mux.HandleFunc("GET /c/{crawl}/run", s.ofCrawl(s.run))
	mux.HandleFunc("POST /c/{crawl}/run", s.ofCrawl(s.starting(s.run)))
	mux.HandleFunc("POST /c/{crawl}/forget", s.ofCrawl(s.forget))
}

// whyNoCrawls says why no crawl can be started; empty if crawls can.
func (s *Server) whyNoCrawls() string {
	switch why := s.whyNoJobs(); {
	case why != "":
		return why
	case s.options.NewCrawls == "" || s.options.CrawlFlags == nil:
		return "This server has no folder for new crawls."
	}
	return ""
}

// scan adds the crawls in the folder of new crawls, and removes crawls whose folder is gone. Other servers and commands may
// have made or removed them.
func (s *Server) scan() {
	if s.options.NewCrawls == "" {
		return
	}
	entries, err := os.ReadDir(s.options.NewCrawls)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.note(err.Error())
	}
	for _, e := range entries {
		path := filepath.Join(s.options.NewCrawls, e.Name())
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if _, err := os.Stat(filepath.Join(path, store.ManifestFile)); err == nil || folder.Is(path) {
			s.add(path, folder.Is(path)).made.Store(true)
		}
	}
	for _, k := range s.all() {
		if k.made.Load() && s.canForget(k) {
			s.drop(k)
		}
	}
}

// drop removes a crawl from the list.
func (s *Server) drop(k *crawl) {
	s.mu.Lock()
	s.crawls = slices.DeleteFunc(slices.Clone(s.crawls), func(other *crawl) bool { return other == k })
	s.mu.Unlock()
	k.close()
}

// add puts a crawl into the list, unless its path is there.
func (s *Server) add(path string, live bool) *crawl {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := &crawl{path: path, live: live, name: nameOf(path), renewed: s.renewed}
	taken := map[string]bool{}
	for _, other := range s.crawls {
		if other.whole() == k.whole() {
			return other
		}
		taken[other.slug] = true
	}
	k.slug = unique(slugOf(k.name), taken)
	s.crawls = append(s.crawls, k)
	return k
}

// A starter are the values of the form of a new crawl.
type starter struct {
	Name, Seeds string
	Contact     string
	Groups      []fieldGroup
	Memory      string
	MemoryMost  string
	Folder      string
	Command     string
	Plan        []figure
	Error       string
	Wrong       string // the option with a refused value
	Off         string
	Heading     string
}

// A fieldGroup are fields of a form under a heading.
type fieldGroup struct {
	Title  string
	Fields []askField
	Others []otherCrawl
	Slug   string
	None   string
	Open   bool
}

// Names lists the options of a group, for its heading.
func (g *fieldGroup) Names() string {
	names := make([]string, len(g.Fields))
	for i, f := range g.Fields {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// groupsOf returns the fields of options under the headings of the help of a command. A group with a value that is not the
// default is open. All groups have the other values of like.
func (s *Server) groupsOf(command string, options []*forms.Option, sent url.Values, like fieldGroup) (all []fieldGroup) {
	var titles []string
	var of map[string]string
	if s.options.Headings != nil {
		titles, of = s.options.Headings(command)
	}
	for _, g := range forms.InGroups(options, titles, of) {
		group := like
		group.Title, group.Fields = g.Title, fieldsOf(g.Options, sent)
		group.Open = slices.ContainsFunc(group.Fields, askField.isSet)
		all = append(all, group)
	}
	return all
}

// newCrawl shows the form of a new crawl. A sent form gets its plan, or starts the crawl.
func (s *Server) newCrawl(w http.ResponseWriter, r *http.Request) { s.beginCrawl(w, r, "") }

// beginCrawl is newCrawl with seeds that fill the form.
func (s *Server) beginCrawl(w http.ResponseWriter, r *http.Request, seeds string) {
	v := &starter{Seeds: seeds, Off: s.whyNoCrawls(), Folder: s.options.NewCrawls, MemoryMost: digits.Size(s.jobs.Most()), Memory: mem.Format(s.usualMemory()), Contact: s.shownContact(r, nil)}
	page := &view{Title: "Start a crawl", Token: s.token(r), Of: v}
	if v.Off != "" {
		status := http.StatusOK
		if r.Method == http.MethodPost {
			status = http.StatusForbidden
		}
		s.render(w, status, "new", page)
		return
	}
	all := forms.OfCrawl(s.options.CrawlFlags(), s.options.AllowPrivate)
	shown := slices.DeleteFunc(slices.Clone(all), func(o *forms.Option) bool { return o.Name == "contact" || o.Name == "seeds" })
	sent := s.entered(r, jobs.CrawlKind)
	v.Groups = s.groupsOf("crawl", shown, sent, fieldGroup{None: "as usual"})
	if sent != nil {
		v.Name, v.Seeds, v.Memory = sent.Get("name"), sent.Get("urls"), sent.Get("memory")
	}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		spec, err := s.newSpec(all, r)
		if err == nil {
			v.Command = spec.Command
			v.Plan, err = s.planOf(r.Context(), spec) // the command refuses what a form cannot check, before there is a folder
		}
		if err == nil && r.PostForm.Get("do") == "start" {
			var id string
			if id, err = s.jobs.Start(*spec); err == nil {
				s.keepContact(w, strings.TrimSpace(v.Contact))
				http.Redirect(w, r, "/c/"+s.add(spec.Crawl, true).slug+"/jobs/"+id, http.StatusSeeOther)
				return
			}
		}
		if err != nil {
			v.Error, v.Wrong, status = s.shown(s.words(err)), markWrong(v.Groups, err), http.StatusUnprocessableEntity
		}
	}
	s.render(w, status, "new", page)
}

// crawlName is the form of the name of a new crawl. It is the name of its folder.
var crawlName = held.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// newSpec makes the job of a new crawl.
func (s *Server) newSpec(options []*forms.Option, r *http.Request) (*jobs.Spec, error) {
	name := strings.TrimSpace(r.PostForm.Get("name"))
	if !crawlName().MatchString(name) {
		return nil, &forms.ValueError{Option: "name", Value: name, Want: "1 to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit"}
	}
	if _, err := contactOf(r); err != nil {
		return nil, err
	}
	seeds, err := forms.Lines("seeds", r.PostForm.Get("urls"))
	if err != nil {
		return nil, err
	}
	reader := &forms.Reader{Values: r.PostForm}
	if r.MultipartForm != nil {
		reader.Files = r.MultipartForm.File
	}
	filled, err := forms.Fill(options, reader)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(filepath.Join(s.options.NewCrawls, name))
	if err != nil {
		return nil, err
	}
	switch _, err := os.Lstat(path); {
	case err == nil:
		return nil, &forms.ValueError{Option: "name", Value: name, Want: "a new name, because the folder exists"}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	spec := &jobs.Spec{Kind: jobs.CrawlKind, Crawl: path, Title: "crawl " + name, Names: seeds, Uploads: filled.Uploads, Alone: true, Form: entriesOf(r.PostForm)}
	spec.Args = append([]string{"crawl", jobs.Flag("output", path)}, filled.Args...)
	spec.Command = lineWith(append([]string{"weft", "crawl", jobs.Flag("output", path)}, filled.Shown...), seeds)
	spec.Memory, err = s.memoryOf(r.PostForm.Get("memory"))
	return spec, err
}

// A runner are the values of the screen of the runs of a crawl.
type runner struct {
	Live    bool
	State   string
	Jobs    jobTable
	Running string // address of the job that works on the crawl
	Runs    []runRow
	Groups  []fieldGroup
	Contact string
	Memory  string
	Most    string
	Seeds   string
	Command string
	Error   string
	Wrong   string // the option with a refused value
	Off     string
	Forgets bool // the crawl can be removed from the list
	Starts  bool // new crawls can be started
}

// A runRow is a run of a crawl.
type runRow struct{ Began, Ended, Why, Command string }

// run shows the runs of a crawl, and resumes it.
func (s *Server) run(w http.ResponseWriter, r *http.Request, k *crawl) {
	v := &runner{Live: k.live, Off: s.whyNoJobs(), Contact: s.shownContact(r, k), Most: digits.Size(s.jobs.Most()), Memory: mem.Format(s.usualMemory())}
	page := &view{Title: "Run", Crawl: k, Here: "Run", Token: s.token(r), Of: v}
	if !k.live {
		v.State, v.Jobs.Rows, v.Starts = "This is a stored crawl: it has no runs, and cannot be resumed.", s.jobsOf(k), s.whyNoCrawls() == ""
		s.render(w, http.StatusOK, "run", page)
		return
	}
	s.runsOf(k, v)
	if !k.isMade() {
		v.State, v.Off = "Nothing of this crawl is on the disk: "+s.howMade(k)+".", "A crawl can be resumed when its folder is made."
		v.Forgets = s.canForget(k)
		s.render(w, http.StatusOK, "run", page)
		return
	}
	cfg, err := folder.Latest(k.path)
	if err != nil { // it was not begun yet, or is damaged
		v.State, v.Off = s.shown(err.Error()), "The crawl cannot be resumed now."
		s.render(w, http.StatusOK, "run", page)
		return
	}
	if s.options.CrawlFlags == nil {
		v.Off = "This server does not know the options of crawls."
	}
	if v.Off != "" || cfg.Web != folder.Live {
		s.render(w, http.StatusOK, "run", page)
		return
	}
	options := forms.OfResume(s.options.CrawlFlags(), cfg.Scope.Include, cfg.Scope.Exclude)
	var sent url.Values
	if r.Method == http.MethodPost {
		sent = r.PostForm
	}
	v.Groups = s.groupsOf("crawl", options, sent, fieldGroup{None: "unchanged"})
	status := http.StatusOK
	if sent != nil {
		v.Memory, v.Seeds = r.PostForm.Get("memory"), r.PostForm.Get("urls")
		id, err := s.startRun(w, k, options, r)
		if err == nil {
			http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
			return
		}
		v.Error, v.Wrong, status = s.shown(s.words(err)), markWrong(v.Groups, err), http.StatusUnprocessableEntity
	}
	s.render(w, status, "run", page)
}

// runsOf reads the runs of a crawl.
func (s *Server) runsOf(k *crawl, v *runner) {
	v.Jobs.Rows = s.jobsOf(k)
	for _, j := range v.Jobs.Rows {
		if j.Active && j.Kind == jobs.CrawlKind {
			v.Running = j.Path
			break
		}
	}
	state, err := folder.Read(k.path)
	if err != nil {
		return
	}
	for _, run := range state.Runs {
		v.Runs = append(v.Runs, runRow{timeText(run.Began), timeText(run.Ended), run.Why, run.Command})
	}
	slices.Reverse(v.Runs)
	if n := len(state.Runs); n > 0 && state.Runs[n-1].Ended.IsZero() && v.Running == "" {
		v.State = "The last run has no end: it works in another process, or was killed. While another process works on the crawl, a second run is refused."
	}
}

// startRun starts a later run of a crawl, or makes a snapshot.
func (s *Server) startRun(w http.ResponseWriter, k *crawl, options []*forms.Option, r *http.Request) (id string, err error) {
	memory, err := s.memoryOf(r.PostForm.Get("memory"))
	if err != nil {
		return "", err
	}
	if r.PostForm.Get("do") == "snapshot" {
		spec := s.commandSpec(k, "info", []string{jobs.Flag("fresh", "true")})
		spec.Memory = memory
		return s.jobs.Start(spec)
	}
	filled, err := forms.Fill(options, &forms.Reader{Values: r.PostForm})
	if err != nil {
		return "", err
	}
	seeds, err := forms.Lines("seeds", r.PostForm.Get("urls"))
	if err != nil {
		return "", err
	}
	return s.resume(w, r, k, &resumption{filled: filled, seeds: seeds, memory: memory})
}

// A resumption holds the changes of a later run of a crawl.
type resumption struct {
	filled *forms.Filled
	seeds  []string // further seeds
	only   []string // pages that the run requests; nil for all
	memory int64    // bytes
	note   string   // a message about pages without such a seed
}

// resume starts a later run of a crawl with the contact of a form. Seeds travel in a file, because there may be many.
func (s *Server) resume(w http.ResponseWriter, r *http.Request, k *crawl, with *resumption) (id string, err error) {
	contact, err := contactOf(r)
	if err != nil {
		return "", err
	}
	spec := jobs.Spec{Kind: jobs.CrawlKind, Crawl: k.whole(), Title: "resume " + k.name, Memory: with.memory, Alone: true, Note: with.note}
	words := []string{"crawl", jobs.Flag("resume", k.path), jobs.Flag("contact", contact)}
	spec.Args = slices.Concat(words, with.filled.Args)
	shown := slices.Concat([]string{"weft"}, words, with.filled.Shown)
	if len(with.seeds) > 0 {
		spec.Uploads = map[string][]byte{"seeds": []byte(strings.Join(with.seeds, "\n") + "\n")}
		spec.Args = append(spec.Args, jobs.Flag("seeds", jobs.Upload("seeds")))
		shown = append(shown, jobs.Flag("seeds", "seeds.txt"))
	}
	if len(with.only) > 0 {
		if spec.Uploads == nil {
			spec.Uploads = map[string][]byte{}
		}
		spec.Title = "request " + digits.Plural(len(with.only), "page") + " of " + k.name
		spec.Uploads["only"] = []byte(strings.Join(with.only, "\n") + "\n")
		spec.Args = append(spec.Args, jobs.Flag("only", jobs.Upload("only")))
		shown = append(shown, jobs.Flag("only", "pages.txt"))
	}
	spec.Command = lineOf(shown)
	if id, err = s.jobs.Start(spec); err == nil {
		s.keepContact(w, contact)
	}
	return id, err
}

// hasNoGraph reports whether a live crawl has no graph yet.
func (k *crawl) hasNoGraph() bool {
	if !k.live {
		return false
	}
	_, err := k.graph()
	return err != nil
}

// noPages shows why a live crawl without a graph has no pages to show, and leads to its runs. It returns false for other
// crawls.
func (s *Server) noPages(w http.ResponseWriter, k *crawl) bool {
	if !k.hasNoGraph() {
		return false
	}
	f := failure{
		What: "This crawl has no graph of its pages yet.", Do: "The screen Run shows its runs, and makes a graph of the fetched pages.",
		Back: "/c/" + k.slug + "/run", Name: "Runs of " + k.name,
	}
	if !k.isMade() {
		f.What, f.Do = "Nothing of this crawl is on the disk: "+s.howMade(k)+".", "The screen Run leads to its jobs, and removes the crawl from the list."
	}
	s.render(w, http.StatusNotFound, "error", &view{Title: "No pages yet", Crawl: k, Of: f})
	return true
}

// isMade reports whether the folder of a crawl is there. The job of a new crawl makes it.
func (k *crawl) isMade() bool {
	_, err := os.Lstat(k.path)
	return !errors.Is(err, fs.ErrNotExist)
}

// howMade says how the job stands that makes a crawl.
func (s *Server) howMade(k *crawl) string {
	for _, j := range s.jobsOf(k) {
		if j.Kind == jobs.CrawlKind {
			return "its job is " + j.Status
		}
	}
	return "its job is no longer known"
}

// canForget reports whether a crawl can be removed from the list: its folder is not there, and no job will make it.
func (s *Server) canForget(k *crawl) bool {
	return !k.isMade() && !slices.ContainsFunc(s.jobsOf(k), func(j jobRow) bool { return j.Active })
}

// forget removes a crawl without a folder from the list.
func (s *Server) forget(w http.ResponseWriter, r *http.Request, k *crawl) {
	if !s.canForget(k) {
		s.failIn(w, k, http.StatusConflict, failure{
			What: "This crawl stays in the list: its folder is there, or a job works on it.", Do: "Stop its job first, or remove its folder by another program.",
			Back: "/c/" + k.slug + "/run", Name: "Runs of " + k.name,
		})
		return
	}
	s.drop(k)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
