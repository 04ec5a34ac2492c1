package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/livecrawl"
)

// An age says from when the figures of a screen of a live crawl are. All screens take it from [Server.ageOf].
type age struct {
	Text    string
	Grown   bool   // the crawl has changed since its newest snapshot
	Memory  string // of a job that makes a snapshot; empty if the server starts none
	Command string // makes a snapshot in a terminal
	Token   string
}

// ofNow are the screens that read the log or the status of a live crawl. All others show its newest snapshot.
var ofNow = []string{"Live", "Missing", "Run"}

// ageOf returns the age of the figures on a screen; nil if the crawl is not live or has no snapshot.
func (s *Server) ageOf(k *crawl, here string) *age {
	if !k.live {
		return nil
	}
	newest, ok := livecrawl.NewestSnapshot(k.path)
	if !ok {
		return nil
	}
	snapshot := "the snapshot of " + timeText(newest.Made) + ", " + ago(newest.Made)
	if n, known := k.fetchedThen(); known {
		snapshot += ", with " + digits.Plural(n, "fetched page")
	}
	a := &age{Grown: newest.Grown, Text: "This screen shows " + snapshot + "."}
	if slices.Contains(ofNow, here) {
		a.Text = "This screen shows the crawl itself. Pages, hosts, links, maps, sites and results are from " + snapshot + "."
	}
	if !a.Grown {
		a.Text += " The crawl has not changed since."
		return a
	}
	a.Text += " The crawl has continued since"
	if kept, err := k.statusOf(); err == nil {
		a.Text += fmt.Sprintf(": %s, %s", digits.Plural(kept.Status.Fetched, "fetched page"), ago(kept.Time))
	}
	a.Text += "."
	if s.whyNoJobs() == "" {
		a.Memory = mem.Format(s.usualMemory())
	} else {
		a.Command = s.words(option.Errorf("weft info %s {fresh}", option.Word(k.path)))
	}
	return a
}

// agesOf returns the ages of the figures of several crawls, as one text; nil if none is live.
func (s *Server) agesOf(crawls ...*crawl) *age {
	var texts []string
	for _, k := range crawls {
		if a := s.ageOf(k, ""); a != nil {
			texts = append(texts, k.name+": "+a.Text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return &age{Text: strings.Join(texts, " ")}
}

// ago writes the time since a moment.
func ago(t time.Time) string {
	return digits.Duration(max(time.Since(t), 0).Round(time.Second)) + " ago"
}

// fetchedThen returns the number of fetched pages of the snapshot that is open.
func (k *crawl) fetchedThen() (n int, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.now == nil || k.now.Manifest == nil {
		return 0, false
	}
	return k.now.Manifest.Counts.Fetched, true
}

// runs reports whether a run writes the crawl now.
func (k *crawl) runs() bool {
	kept, err := k.statusOf()
	return err == nil && kept.Runs(time.Now())
}

// A tokened is a response that knows the token of the forms of its reader, so that each screen can have a form.
type tokened struct {
	http.ResponseWriter
	token string
}

// Unwrap returns the response, for [http.ResponseController].
func (t *tokened) Unwrap() http.ResponseWriter { return t.ResponseWriter }
