package serve

import (
	"net/http"

	"weft/faces/serve/jobs"
)

// textTitle is the title of jobs that make the index of texts.
const textTitle = "index of texts"

// A textJob is the offer of a job for an index of texts, or its work.
type textJob struct {
	Job   string // address of the job that makes the index; empty if none does
	Start bool   // a job can make the index
}

// textJobOf returns the offer for a crawl whose texts cannot be sought; nil if its texts can be sought or it has none.
func (s *Server) textJobOf(o *opened) *textJob {
	if !o.mayHaveRecords() || o.hasTexts() {
		return nil
	}
	for _, j := range s.jobsOf(o.of) {
		if j.Active && j.Title == textTitle {
			return &textJob{Job: j.Path}
		}
	}
	if s.whyNoJobs() != "" {
		return nil
	}
	return &textJob{Start: true}
}

// indexTexts starts a job that makes the index of texts. A second request leads to the job that makes it already.
func (s *Server) indexTexts(w http.ResponseWriter, r *http.Request, k *crawl) {
	for _, j := range s.jobsOf(k) {
		if j.Active && j.Title == textTitle {
			http.Redirect(w, r, j.Path, http.StatusSeeOther)
			return
		}
	}
	spec := s.commandSpec(k, "pages", []string{jobs.Flag("index-texts", "true")})
	spec.Title = textTitle
	id, err := s.jobs.Start(spec)
	if err != nil {
		s.failIn(w, k, http.StatusConflict, failure{What: "The index was not begun: " + err.Error() + ".", Do: "Try again later."})
		return
	}
	http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
}
