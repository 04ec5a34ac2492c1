package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/answers"
	"weft/answers/answer"
	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/mem"
	"weft/internal/option"
)

// asks are the values of the screen of questions.
type asks struct {
	Plain  []askRow // common questions, which lead to forms and screens
	Groups []askGroup
	Jobs   jobTable
	Off    string // why no question can be asked here; empty if they can
}

// An askGroup are the questions of a subject.
type askGroup struct {
	Subject   string
	Questions []askRow
}

// plainly are common questions, with the screens and forms that answer them.
var plainly = []askRow{
	{"Which pages are the most linked?", "pages in the order of the pages that link to them", "ask?q=rank+indegree"},
	{"Which hosts matter most?", "hosts in the order of their PageRank or pages", "hosts"},
	{"Which pages matter most?", "PageRank: a page matters if pages that matter link to it", "ask?q=rank+pagerank"},
	{"Where do I start the next crawl?", "seeds: good start pages of different communities", "ask?q=seeds"},
	{"How far can I trust this?", "fidelity: how much the ranking would change with the missing pages", "ask?q=fidelity"},
	{"What belongs to this site?", "logical websites, with their hosts and folders", "sites"},
	{"Which links are broken?", "links to pages that failed, with the pages that they are on; redirects, hop by hop", "ask?q=links"},
	{"What is missing?", "pages that were not fetched, with the reasons", "missing"},
}

// subjects are the subjects of questions by the first word of their names, in the order of the screen.
var subjects = []struct {
	name  string
	words []string
}{
	{"Pages and hosts", []string{"info", "pages", "contents", "degrees", "inequality", "links", "missing"}},
	{"Rankings and their trust", []string{"rank", "fidelity", "simulate"}},
	{"Websites and groups", []string{"site", "clusters", "cores", "map", "quotient"}},
	{"The next crawl", []string{"seeds"}},
	{"Changes", []string{"compare"}},
	{"Structure of the graph", nil}, // all others
}

// subjectOf returns the place of the subject of a question.
func subjectOf(name string) int {
	first, _, _ := strings.Cut(name, " ")
	for i := range subjects {
		if slices.Contains(subjects[i].words, first) {
			return i
		}
	}
	return len(subjects) - 1
}

// An askRow is a question in the list.
type askRow struct{ Name, Short, Query string }

// ask lists the questions, and the jobs of the crawl.
func (s *Server) ask(w http.ResponseWriter, r *http.Request, k *crawl) {
	if name := r.URL.Query().Get("q"); name != "" {
		s.askOne(w, r, k, name)
		return
	}
	v := &asks{Plain: plainly, Jobs: jobTable{Rows: s.jobsOf(k)}, Off: s.whyNoJobs()}
	for _, x := range subjects {
		v.Groups = append(v.Groups, askGroup{Subject: x.name})
	}
	for _, q := range answers.Questions {
		g := &v.Groups[subjectOf(q.Name)]
		g.Questions = append(g.Questions, askRow{q.Name, q.Short, "?q=" + url.QueryEscape(q.Name)})
	}
	v.Groups = slices.DeleteFunc(v.Groups, func(g askGroup) bool { return len(g.Questions) == 0 })
	s.render(w, http.StatusOK, "ask", &view{Title: "Ask", Crawl: k, Here: "Ask", Token: s.token(r), Of: v})
}

// An asked is a question with its form.
type asked struct {
	Name, Short string
	Long        []string
	Groups      []fieldGroup
	Others      []otherCrawl // crawls to choose from, where a question takes a second one
	OtherMust   bool         // a second crawl is required
	Other       string       // the chosen crawl
	Pages       bool         // pages of the crawl are named
	PageText    string
	Memory      string
	MemoryMost  string
	Seed        string
	Command     string
	Plan        []figure
	Error       string
	Wrong       string // the option with a refused value
	Off         string
	Uploads     bool
}

type otherCrawl struct{ Slug, Name string }

// An askField is an option with its value in the form.
type askField struct {
	*forms.Option
	Value  string
	Ticked []string
	Wrong  bool // the value was refused
}

// markWrong marks the field whose value an error refuses, and opens its group. It returns the name of the field; empty for
// another error.
func markWrong(groups []fieldGroup, err error) string {
	wrong, is := errors.AsType[*forms.ValueError](err)
	if !is {
		return ""
	}
	for i := range groups {
		for j := range groups[i].Fields {
			if x := &groups[i].Fields[j]; x.Name == wrong.Option {
				x.Wrong, groups[i].Open = true, true
			}
		}
	}
	return wrong.Option
}

// isSet reports whether the value of the field is not the default.
func (f askField) isSet() bool {
	switch f.Kind {
	case forms.Choices:
		return strings.Join(f.Ticked, ",") != f.Default
	case forms.Product, forms.Upload:
		return f.Value == "true"
	case forms.Yes:
		return f.Value != f.Default
	}
	return f.Value != "" && f.Value != f.Default && f.Value != inert.Lines(f.Default)
}

// Has reports whether a word of the field is ticked.
func (f *askField) Has(word string) bool { return slices.Contains(f.Ticked, word) }

// questionOf returns a question by its name.
func questionOf(name string) *answer.Question {
	for i := range answers.Questions {
		if answers.Questions[i].Name == name {
			return &answers.Questions[i]
		}
	}
	return nil
}

// takes returns what a question takes beside its crawl.
func takes(q *answer.Question) (other, several, pages bool) {
	crawls, _, _ := strings.Cut(q.Takes, " --")
	_, most := q.Pages()
	if pages = most > 0; pages {
		crawls = crawls[:strings.LastIndexByte(crawls, ' ')]
	}
	several = strings.HasSuffix(crawls, "…")
	return several || len(strings.Fields(crawls)) > 1, several, pages
}

// askOne shows the form of a question. A sent form gets its plan, or starts a job.
func (s *Server) askOne(w http.ResponseWriter, r *http.Request, k *crawl, name string) {
	q := questionOf(name)
	if q == nil {
		s.fail(w, http.StatusNotFound, "There is no such question.", "The list of questions has all of them.")
		return
	}
	options := forms.Of(q)
	v := s.newAsked(q, k, options, r)
	status := http.StatusOK
	if r.Method == http.MethodPost {
		spec, err := s.specOf(q, k, options, r)
		if err == nil {
			v.Command = spec.Command
			if r.PostForm.Get("do") == "start" {
				var id string
				if id, err = s.jobs.Start(*spec); err == nil {
					http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
					return
				}
			} else {
				v.Plan, err = s.planOf(r.Context(), spec)
			}
		}
		if err != nil {
			v.Error, v.Wrong, status = s.shown(s.words(err)), markWrong(v.Groups, err), http.StatusUnprocessableEntity
		}
	}
	s.render(w, status, "question", &view{Title: q.Name, Crawl: k, Here: "Ask", Token: s.token(r), Of: v})
}

// newAsked fills the form of a question with the values that were sent, or with the defaults.
func (s *Server) newAsked(q *answer.Question, k *crawl, options []*forms.Option, r *http.Request) *asked {
	v := &asked{Name: q.Name, Short: q.Short, Long: strings.Split(q.Long, "\n\n"), Off: s.whyNoJobs(), Seed: "1"}
	sent := s.entered(r, jobs.QuestionKind)
	v.Uploads = slices.ContainsFunc(options, func(o *forms.Option) bool { return o.Kind == forms.Upload })
	other, several, pages := takes(q)
	v.Pages = pages
	if other {
		v.OtherMust = !several
	}
	if other || slices.ContainsFunc(options, func(o *forms.Option) bool { return o.Kind == forms.Crawl }) {
		for _, c := range s.all() {
			v.Others = append(v.Others, otherCrawl{c.slug, c.name})
		}
	}
	if !other {
		v.Other = "-"
	}
	v.Groups = s.groupsOf(q.Name, options, sent, fieldGroup{Others: v.Others, Slug: k.slug, None: "as usual"})
	v.MemoryMost = digits.Size(s.jobs.Most())
	v.Memory, v.PageText = mem.Format(s.usualMemory()), r.URL.Query().Get("pages")
	if sent != nil {
		v.Memory, v.Seed, v.PageText = sent.Get("memory"), sent.Get("seed"), sent.Get("pages")
		if other {
			v.Other = sent.Get("other")
		}
	}
	v.Command = "weft " + q.Name + " " + option.Word(k.path)
	if pages && sent == nil && v.PageText != "" {
		v.Command += " " + option.Word(v.PageText)
	}
	return v
}

// fieldsOf returns options with the values that were sent, or for nil with their defaults.
func fieldsOf(options []*forms.Option, sent url.Values) (all []askField) {
	for _, o := range options {
		f := askField{Option: o, Value: o.Default}
		if o.Kind == forms.Product && slices.Contains(o.Files, "seeds.txt") {
			f.Value = "true"
		}
		if o.Kind == forms.Choices && o.Default != "" {
			f.Ticked = strings.Split(o.Default, ",")
		}
		if sent != nil {
			f.Value, f.Ticked = o.Value(sent[o.Field()]), sent[o.Field()]
		}
		all = append(all, f)
	}
	return all
}

// pagesOf returns the pages that a question takes, a line each.
func pagesOf(q *answer.Question, text string) ([]string, error) {
	least, most := q.Pages()
	if least == 0 && strings.TrimSpace(text) == "" {
		return nil, nil
	}
	lines, err := forms.Lines("pages", text)
	if n := len(lines); err == nil && most == 1 && n != 1 {
		err = fmt.Errorf("%s given, expected one: enter a URL or a number on one line", digits.Plural(n, "page"))
	}
	return lines, err
}

// namesOf returns the arguments of a question: its crawl, the second crawl and the pages. crawls are paths by name.
func namesOf(q *answer.Question, k *crawl, r *http.Request, crawls map[string]string) ([]string, error) {
	names := []string{k.path}
	other, several, pages := takes(q)
	if other {
		switch slug := r.PostForm.Get("other"); {
		case slug == "" && !several:
			return nil, errors.New("no second crawl is chosen")
		case slug != "":
			path, has := crawls[slug]
			if !has {
				return nil, &forms.ValueError{Option: "second crawl", Value: slug, Want: "a crawl of this server"}
			}
			names = append(names, path)
		}
	}
	if pages {
		lines, err := pagesOf(q, r.PostForm.Get("pages"))
		if err != nil {
			return nil, err
		}
		names = append(names, lines...)
	}
	return names, nil
}

// specOf makes a job of a sent form. It checks everything that the child will be given.
func (s *Server) specOf(q *answer.Question, k *crawl, options []*forms.Option, r *http.Request) (*jobs.Spec, error) {
	reader := &forms.Reader{Values: r.PostForm, Crawls: s.paths()}
	if r.MultipartForm != nil {
		reader.Files = r.MultipartForm.File
	}
	keepSeeds(q, options, r)
	filled, err := forms.Fill(options, reader)
	if err != nil {
		return nil, err
	}
	names, err := namesOf(q, k, r, reader.Crawls)
	if err != nil {
		return nil, err
	}
	spec := &jobs.Spec{Kind: jobs.QuestionKind, Crawl: k.whole(), Title: q.Name, Names: names, Uploads: filled.Uploads, Form: entriesOf(r.PostForm)}
	if spec.Memory, err = s.memoryOf(r.PostForm.Get("memory")); err != nil {
		return nil, err
	}
	spec.Args = append(strings.Fields(q.Name), filled.Args...)
	shown := append(strings.Fields("weft "+q.Name), filled.Shown...)
	if seed := r.PostForm.Get("seed"); seed != "" && seed != "1" {
		n, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return nil, &forms.ValueError{Option: "random seed", Value: seed, Want: "a whole number, 0 or more"}
		}
		flag := jobs.Flag("random-seed", strconv.FormatUint(n, 10))
		spec.Args, shown = append(spec.Args, flag), append(shown, flag)
	}
	spec.Args, spec.Command = s.withWorkers(spec.Args), lineWith(shown, names)
	return spec, nil
}

// withWorkers adds the workers of the server to the arguments of a job.
func (s *Server) withWorkers(args []string) []string {
	if s.options.Workers > 0 {
		args = append(args, jobs.Flag("workers", strconv.Itoa(s.options.Workers)))
	}
	return args
}

// commandSpec makes the job of a command without a form: the title has its words, and names follow the crawl.
func (s *Server) commandSpec(k *crawl, title string, flags []string, names ...string) jobs.Spec {
	words := append(strings.Fields(title), flags...)
	names = append([]string{k.path}, names...)
	return jobs.Spec{
		Kind: jobs.QuestionKind, Crawl: k.whole(), Title: title, Command: lineWith(append([]string{"weft"}, words...), names),
		Args: s.withWorkers(words), Names: names, Memory: s.usualMemory(),
	}
}

// keepSeeds lets a search for seeds always make its list to download.
func keepSeeds(q *answer.Question, options []*forms.Option, r *http.Request) {
	for _, o := range options {
		if q.Name == "seeds" && o.Kind == forms.Product {
			r.PostForm.Set(o.Field(), "true")
		}
	}
}

// lineWith writes a command line with names at its end. No name of a form becomes an option of a reader who copies the line.
func lineWith(words, names []string) string {
	words = slices.Clone(words)
	if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "-") }) {
		words = append(words, "--")
	}
	return lineOf(append(words, names...))
}

// lineOf writes a command line as a shell takes it.
func lineOf(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = option.Word(w)
	}
	return strings.Join(all, " ")
}

// usualMemory is the memory of a job, unless its form names another: half of the memory of all jobs.
func (s *Server) usualMemory() int64 { return max(mem.Least, s.jobs.Most()/2) }

// memoryOf reads the memory of a job.
func (s *Server) memoryOf(text string) (int64, error) {
	n, err := mem.ParseSize(strings.TrimSpace(text))
	if err != nil || n < mem.Least || n > s.jobs.Most() {
		return 0, &forms.ValueError{Option: "memory", Value: text, Want: digits.Size(mem.Least) + " to " + digits.Size(s.jobs.Most())}
	}
	return n, nil
}

// planTime bounds the time of a plan.
const planTime = 20 * time.Second

// planOf returns the plan of a job: what its command prints with --plan.
func (s *Server) planOf(ctx context.Context, spec *jobs.Spec) ([]figure, error) {
	ctx, cancel := context.WithTimeout(ctx, planTime)
	defer cancel()
	p, err := s.jobs.Plan(ctx, *spec)
	if err != nil {
		return nil, err
	}
	if p.Need == 0 { // of a crawl
		p.Need = mem.Sum(p.Parts)
	}
	all := []figure{{Label: "memory needed", Value: digits.Size(p.Need)}, {Label: "memory of the job", Value: digits.Size(spec.Memory)}}
	if p.Mapped > 0 {
		all = append(all, figure{Label: "mapped files", Value: answer.MappedText(p.Mapped)})
	}
	if p.Form != "" {
		all = append(all, figure{Label: "form", Value: answer.FormText(p.Form)})
	}
	if p.Passes != "" {
		all = append(all, figure{Label: "passes", Value: p.Passes})
	}
	all = append(all, figure{Label: "time", Value: s.timeOf(spec)})
	for _, part := range p.Parts {
		all = append(all, figure{Label: part.Name, Value: digits.Size(part.Bytes)})
	}
	if free := s.jobs.Free(); free < spec.Memory {
		all = append(all, figure{Label: "free now", Value: digits.Size(max(free, 0)) + ": the job waits until other jobs end"})
	}
	return all, nil
}
