package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"weft/answers/recheck"
	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/graph/page"
	"weft/internal/digits"
)

// recheckTitle is the title of jobs that request pages once more. Such a job leaves the crawl as it is, so other work on the
// crawl continues.
const recheckTitle = "recheck"

// mostChecks is the number of finished checks that the screen of a page reads.
const mostChecks = 8

// startCheck starts a job that requests pages once more: the pages of a form, a list of missing pages, or all failed pages.
func (s *Server) startCheck(w http.ResponseWriter, r *http.Request, k *crawl) {
	spec, err := s.checkSpec(w, r, k)
	id := ""
	if err == nil {
		id, err = s.jobs.Start(*spec)
	}
	if err != nil {
		s.failIn(w, k, http.StatusUnprocessableEntity, failure{What: s.words(err), Do: "The button Back of the browser keeps what you have ticked and entered."})
		return
	}
	http.Redirect(w, r, "/c/"+k.slug+"/jobs/"+id, http.StatusSeeOther)
}

// checkSpec reads the form of a check.
func (s *Server) checkSpec(w http.ResponseWriter, r *http.Request, k *crawl) (*jobs.Spec, error) {
	contact, err := contactOf(r)
	if err != nil {
		return nil, err
	}
	s.keepContact(w, contact)
	flags := []string{jobs.Flag("contact", contact)}
	if !s.options.AllowPrivate { // whatever the crawl was allowed to
		flags = append(flags, jobs.Flag("allow-private", "false"))
	}
	if r.PostForm.Get("of") == "failed" {
		spec := s.commandSpec(k, recheckTitle, append(flags, jobs.Flag("state", page.Failed.String()), jobs.Flag("top", "0")))
		return &spec, nil
	}
	var urls []string
	var left leftOut
	switch r.PostForm.Get("of") {
	case "list":
		urls, left, err = s.urlsOfList(r, k)
	case "ticked":
		if urls, left = urlsOf(r.PostForm["url"]); len(urls) > mostTicked {
			err = &forms.ValueError{Option: "url", Value: digits.Plural(len(urls), "page"), Want: "at most " + digits.Grouped(mostTicked)}
		}
	default:
		err = errors.New("there is no such button")
	}
	if err == nil && len(urls) == 0 {
		err = left.orNone()
	}
	if err != nil {
		return nil, err
	}
	if len(urls) == 1 {
		spec := s.commandSpec(k, recheckTitle, flags, urls[0])
		spec.Note = left.text()
		return &spec, nil
	}
	spec := s.commandSpec(k, recheckTitle, append(flags, jobs.Flag("list", jobs.Upload("pages.txt"))))
	spec.Command = lineWith(append(append([]string{"weft", recheckTitle}, flags...), jobs.Flag("list", "pages.txt")), []string{k.path})
	spec.Uploads, spec.Note = map[string][]byte{"pages.txt": []byte(strings.Join(urls, "\n") + "\n")}, left.text()
	return &spec, nil
}

// A pageCheck is the latest check of a page.
type pageCheck struct{ When, Verdict, Now, Job string }

// checkOf returns the latest check of a page by the jobs that the server keeps; nil if there is none.
func (s *Server) checkOf(k *crawl, url string) *pageCheck {
	looked := 0
	for _, j := range k.jobsAmong(s.listJobs()) {
		if j.Title != recheckTitle || j.Status != jobs.Done {
			continue
		}
		if looked++; looked > mostChecks {
			break
		}
		for _, row := range s.checksOf(k, j.ID) {
			if row.URL == url {
				return &pageCheck{timeText(j.Ended), row.Verdict, row.Now.String(), "jobs/" + j.ID}
			}
		}
	}
	return nil
}

// checksOf returns the rows of a job that requested pages once more.
func (s *Server) checksOf(k *crawl, id string) []recheck.Row {
	if rows, ok := k.checks.get(id); ok {
		return rows
	}
	f, err := s.jobs.OpenFile(id, ".", jobs.ResultFile)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // only read
	var result recheck.Check
	in := http.MaxBytesReader(nil, f, mostResult)
	if json.NewDecoder(in).Decode(&result) != nil {
		result.Rows = nil // its own screen says so
	}
	size := int64(0)
	for i := range result.Rows {
		size += int64(2*len(result.Rows[i].URL) + 200)
	}
	k.checks.put(id, result.Rows, size, mostChecks, mostResult)
	return result.Rows
}
