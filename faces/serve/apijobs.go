package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"weft/answers"
	"weft/answers/answer"
	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/internal/mem"
)

// apiJobs are the jobs of a crawl.
//
//json:object jobs of a crawl
type apiJobs struct {
	Jobs []apiJob `json:"jobs"` // the jobs, the newest first
}

// apiJob is a job.
//
//json:object job
type apiJob struct {
	ID       string `json:"id"`                // name of the job in addresses
	Title    string `json:"title"`             // question, or what the job does
	Status   string `json:"status"`            // waiting, running, done, failed, cancelled or lost
	Memory   int64  `json:"memory"`            // bytes that the job may take
	Made     string `json:"made"`              // time of its start or of its place among waiting jobs, in UTC
	Ended    string `json:"ended,omitempty"`   // time of its end, in UTC
	Step     string `json:"step,omitempty"`    // current step
	Done     int64  `json:"done,omitempty"`    // work of the step that is done
	Total    int64  `json:"total,omitempty"`   // work of the step; absent if unknown
	Error    string `json:"problem,omitempty"` // reason why it failed
	Hint     string `json:"hint,omitempty"`    // what to do about the reason
	Location string `json:"location"`          // address of the job; followed by /result for its result, if it is done
}

// apiOrder is the body of a request that starts a job.
//
//json:object job to start
type apiOrder struct {
	Question string              `json:"question"`          // name of the question, such as "rank pagerank"
	Options  map[string][]string `json:"options,omitempty"` // values of its options, by the names of the flags without hyphens
	Memory   string              `json:"memory,omitempty"`  // memory of the job, such as "512MiB"; half of the memory of all jobs if absent
	Seed     string              `json:"seed,omitempty"`    // random seed, 1 if absent
	Pages    []string            `json:"pages,omitempty"`   // URLs or numbers of pages, for a question about pages
	Other    string              `json:"other,omitempty"`   // name of the second crawl, for a question about two
}

// apiJobParameter is the parameter of the addresses of one job.
var apiJobParameter = []apiParameter{{"id", "name of the job", "string", false}}

// apiJobRoutes are the addresses of jobs.
func (s *Server) apiJobRoutes(mux *http.ServeMux) {
	const at = apiRoot + "/crawls/{crawl}/jobs"
	mux.HandleFunc("GET "+at, s.ofCrawl(func(w http.ResponseWriter, _ *http.Request, k *crawl) {
		v := apiJobs{Jobs: []apiJob{}}
		for _, j := range k.jobsAmong(s.listJobs()) {
			v.Jobs = append(v.Jobs, s.apiJob(k, j))
		}
		s.writeJSON(w, http.StatusOK, v)
	}))
	mux.HandleFunc("POST "+at, s.ofCrawl(s.apiStart))
	mux.HandleFunc("GET "+at+"/{id}", s.ofCrawl(s.ofJob(func(w http.ResponseWriter, _ *http.Request, k *crawl, j *jobs.State) {
		s.writeJSON(w, http.StatusOK, s.apiJob(k, j))
	})))
	mux.HandleFunc("GET "+at+"/{id}/result", s.ofCrawl(s.ofJob(s.apiResultOf)))
	mux.HandleFunc("POST "+at+"/{id}/cancel", s.ofCrawl(s.ofJob(s.apiCancel)))
}

// ofJob finds the job of a request.
func (s *Server) ofJob(f func(http.ResponseWriter, *http.Request, *crawl, *jobs.State)) func(http.ResponseWriter, *http.Request, *crawl) {
	return func(w http.ResponseWriter, r *http.Request, k *crawl) {
		j, err := s.jobOf(r, k)
		switch {
		case errors.Is(err, jobs.ErrNone):
			s.apiError(w, http.StatusNotFound, jobs.ErrNone.Error())
		case err != nil:
			s.apiFail(w, r, err)
		default:
			f(w, r, k, j)
		}
	}
}

func (s *Server) apiError(w http.ResponseWriter, status int, text string) {
	s.writeJSON(w, status, apiError{status, s.shown(text)})
}

// apiJob describes a job.
func (s *Server) apiJob(k *crawl, j *jobs.State) apiJob {
	v := apiJob{
		ID: j.ID, Title: j.Title, Status: j.Status, Memory: j.Memory, Made: timeText(j.Made), Ended: timeText(j.Ended),
		Error: s.shown(j.Error), Hint: s.shown(j.Hint), Location: apiRoot + "/crawls/" + k.slug + "/jobs/" + j.ID,
	}
	if p := j.Progress; p != nil && !j.Over() {
		v.Step, v.Done, v.Total = p.Name, p.Done, max(p.Total, 0)
	}
	return v
}

// apiStart starts a job. It takes the same values as the form of the question, and checks them in the same way.
func (s *Server) apiStart(w http.ResponseWriter, r *http.Request, k *crawl) {
	if why := s.whyNoJobs(); why != "" {
		s.apiError(w, http.StatusForbidden, why)
		return
	}
	o, err := readOrder(r.Body)
	if err != nil {
		s.apiError(w, http.StatusBadRequest, err.Error())
		return
	}
	q := questionOf(o.Question)
	if q == nil {
		text := fmt.Sprintf("question %q: expected one of %d such as %q: the screen Ask lists all",
			short(o.Question), len(answers.Questions), answers.Questions[0].Name)
		s.apiError(w, http.StatusUnprocessableEntity, text)
		return
	}
	j, err := s.startOrder(r, k, q, &o)
	switch {
	case err == nil:
		v := s.apiJob(k, j)
		w.Header().Set("Location", v.Location)
		s.writeJSON(w, http.StatusCreated, v)
	case errors.Is(err, jobs.ErrFull), errors.Is(err, jobs.ErrBusy):
		w.Header().Set("Retry-After", "10")
		s.apiError(w, http.StatusServiceUnavailable, s.words(err))
	default:
		s.apiError(w, http.StatusUnprocessableEntity, s.words(err))
	}
}

// startOrder starts the job of an order, whose values take the place of the form of the request.
func (s *Server) startOrder(r *http.Request, k *crawl, q *answer.Question, o *apiOrder) (*jobs.State, error) {
	options := forms.Of(q)
	values, err := o.values(options)
	if err != nil {
		return nil, err
	}
	if values.Get("memory") == "" {
		values.Set("memory", mem.Format(s.usualMemory()))
	}
	r.PostForm, r.MultipartForm = values, nil
	spec, err := s.specOf(q, k, options, r)
	if err != nil {
		return nil, err
	}
	id, err := s.jobs.Start(*spec)
	if err != nil {
		return nil, err
	}
	return s.jobs.Get(id)
}

// readOrder reads the body of a request that starts a job.
func readOrder(body io.Reader) (o apiOrder, err error) {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return o, fmt.Errorf("the body is no job in JSON: %w", err)
	}
	if d.More() {
		return o, errors.New("the body has more than one value: expected one object")
	}
	return o, nil
}

// values are the fields of the form of the question. An option that the form does not have is refused.
func (o *apiOrder) values(options []*forms.Option) (url.Values, error) {
	known := map[string]*forms.Option{}
	for _, x := range options {
		if x.Kind != forms.Off && x.Kind != forms.Upload {
			known[x.Name] = x
		}
	}
	v := url.Values{"memory": {o.Memory}, "seed": {o.Seed}, "pages": {strings.Join(o.Pages, "\n")}, "other": {o.Other}}
	for _, x := range known {
		if x.Kind == forms.Yes || x.Kind == forms.Choices { // a form sends what is ticked, and an order what differs from the default
			v[x.Field()] = strings.Split(x.Default, ",")
		}
	}
	for name, values := range o.Options {
		x := known[name]
		if x == nil {
			return nil, &forms.ValueError{Option: "option", Value: name, Want: "an option of " + strconv.Quote(o.Question) + " that takes no file of this machine"}
		}
		v[x.Field()] = values
		if x.Kind == forms.Texts {
			v[x.Field()] = []string{strings.Join(values, "\n")}
		}
	}
	return v, nil
}

// apiResultOf sends the result of a job, as its command prints it with --json.
func (s *Server) apiResultOf(w http.ResponseWriter, r *http.Request, k *crawl, j *jobs.State) {
	if j.Status != jobs.Done {
		s.apiError(w, http.StatusConflict, "the job has no result: it is "+j.Status)
		return
	}
	f, err := s.jobs.OpenFile(j.ID, ".", jobs.ResultFile)
	if err != nil {
		s.apiError(w, http.StatusNotFound, "the job has no result")
		return
	}
	defer f.Close() //nolint:errcheck // only read
	sendFile(w, r, f, fileOf(k, j, jobs.ResultFile))
}

// apiCancel cancels a job of this server.
func (s *Server) apiCancel(w http.ResponseWriter, r *http.Request, k *crawl, j *jobs.State) {
	if err := s.jobs.Tell(j.ID, jobs.Interrupt); err != nil {
		s.apiError(w, http.StatusConflict, err.Error())
		return
	}
	now, err := s.jobs.Get(j.ID)
	if err != nil {
		s.apiFail(w, r, err)
		return
	}
	s.writeJSON(w, http.StatusOK, s.apiJob(k, now))
}
