package serve

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"weft/faces/serve/jobs"
	"weft/internal/digits"
)

// timeOf describes the time of a job before it begins. A time is either the time of an earlier job, or unknown. The passes
// of most questions end when their results settle, and a crawl waits for other servers. A crawl gets a bound on its rate.
func (s *Server) timeOf(spec *jobs.Spec) string {
	if spec.Kind == jobs.CrawlKind {
		return s.crawlTime(spec)
	}
	if took, same := s.lastTime(spec); took > 0 && same {
		return digits.Duration(took.Round(time.Second/10)) + " the last time, with the same options"
	} else if took > 0 {
		return digits.Duration(took.Round(time.Second/10)) + " for the latest job of this question, with other options or memory"
	}
	return "unknown: no earlier job of this question has ended on this crawl; the page of the job shows the progress"
}

// lastTime returns the time of the latest job of the same question and crawl that ended well; 0 without such a job. same
// reports whether options and memory were the same. A job with the same options goes before later ones.
func (s *Server) lastTime(spec *jobs.Spec) (took time.Duration, same bool) {
	for _, j := range s.listJobs() { // the newest first
		if j.Status != jobs.Done || j.Kind != spec.Kind || j.Crawl != spec.Crawl || j.Title != spec.Title {
			continue
		}
		if j.Command == spec.Command && j.Memory == spec.Memory {
			return j.Took(), true
		}
		if took == 0 {
			took = j.Took()
		}
	}
	return took, false
}

// crawlTime returns the most pages of a host that a crawl requests in an hour, by its delay.
func (s *Server) crawlTime(spec *jobs.Spec) string {
	const unknown = "unknown: it depends on the servers and on the pages that are found; the page of the job shows the progress and the time left"
	text := ""
	if f := s.options.CrawlFlags().Lookup("delay"); f != nil {
		text = f.DefValue
	}
	for _, arg := range spec.Args {
		if value, is := strings.CutPrefix(arg, jobs.Flag("delay", "")); is {
			text = value
		}
	}
	delay, err := strconv.ParseFloat(text, 64)
	if err != nil || delay <= 0 {
		return unknown
	}
	return fmt.Sprintf("%s. A delay of %s allows at most %s an hour from each host", unknown, digits.Duration(time.Duration(delay*float64(time.Second))), digits.Plural(int64(time.Hour.Seconds()/delay), "page"))
}
