package serve

import (
	"errors"
	"net/http"
	"strings"

	"weft/internal/option"
	"weft/store"
)

// findTitle is the title of jobs that find the sites of a crawl.
const findTitle = "site all"

// unsited are the values of a screen that needs sites, of a crawl without them.
type unsited struct {
	Find    string  // the command that finds them
	Damage  string  // why found sites cannot be read; empty if there are none
	Earlier bool    // sites were found for an earlier state of the crawl
	Finding bool    // a job finds them
	Latest  *jobRow // the latest job that should find them; nil if there is none
	Off     string  // why no job can be started
	Back    string  // the address to return to
}

// unsitedOf describes a crawl for which sites cannot be read because of err.
func (s *Server) unsitedOf(o *opened, r *http.Request, err error) *unsited {
	v := &unsited{Find: s.words(option.Errorf("weft site all %s", option.Word(o.of.path))), Off: s.whyNoJobs(), Back: r.URL.RequestURI()}
	switch {
	case errors.Is(err, store.ErrOtherGraph):
		v.Earlier = true
	case !errors.Is(err, store.ErrNoSites):
		v.Damage = err.Error()
	default:
		v.Earlier = o.Manifest.HadSites()
	}
	for _, row := range s.jobsOf(o.of) {
		if row.Title == findTitle {
			v.Latest, v.Finding = &row, row.Active
			break
		}
	}
	return v
}

// noSites shows a screen that needs sites, of a crawl without them. While a job finds the sites the screen comes again.
func (s *Server) noSites(w http.ResponseWriter, r *http.Request, o *opened, err error) {
	v := s.unsitedOf(o, r, err)
	shown, status := &view{Title: "Sites", Crawl: o.of, Here: "Sites", Of: v, Token: s.token(r)}, http.StatusNotFound
	if v.Finding {
		status, shown.Again = http.StatusServiceUnavailable, 2
		w.Header().Set("Retry-After", "2")
	}
	s.render(w, status, "nosites", shown)
}

// findSites starts a job that finds the sites of a crawl, and returns to the screen that needs them.
func (s *Server) findSites(w http.ResponseWriter, r *http.Request, k *crawl) {
	back := r.PostFormValue("back")
	if !strings.HasPrefix(back, "/c/"+k.slug+"/site") {
		back = "/c/" + k.slug + "/sites"
	}
	for _, row := range s.jobsOf(k) {
		if row.Title == findTitle && row.Active { // of another reader
			http.Redirect(w, r, back, http.StatusSeeOther)
			return
		}
	}
	if _, err := s.jobs.Start(s.commandSpec(k, findTitle, nil)); err != nil {
		s.fail(w, http.StatusConflict, "The job was not started: "+err.Error()+".", "Try again later.")
		return
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}
