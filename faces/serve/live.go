package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
)

func (s *Server) liveRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/live", s.ofCrawl(s.liveScreen))
	mux.HandleFunc("GET /c/{crawl}/live.json", s.ofCrawl(s.liveData))
}

// Seconds between two readings of the status, of a crawl that runs and of an ended crawl. An ended crawl may be resumed.
const (
	lookAtRunning = 2
	lookAtEnded   = 15
)

// lived are the values of the screen of a live crawl.
type lived struct {
	*watch.Kept          // nil if no run has written its status
	Runs        bool     // it is written still
	Age         string   // of the status
	Resume      string   // the command that continues the crawl
	Still       bool     // the reader wants no updates
	Problem     string   // the status cannot be read
	Messages    []string // of the run, the latest first
}

const mostMessages = 10

// statusOf reads the status of a live crawl. A file that is just being replaced is read again.
func (k *crawl) statusOf() (*watch.Kept, error) {
	return watch.ReadKept(filepath.Join(k.path, folder.StatusFile))
}

// liveScreen shows how a live crawl stands. It works without a snapshot.
func (s *Server) liveScreen(w http.ResponseWriter, r *http.Request, k *crawl) {
	if !k.live {
		s.fail(w, http.StatusNotFound, "This crawl is no live crawl.", "It was imported or generated, so nothing of it runs.")
		return
	}
	v := lived{Still: r.URL.Query().Has("still"), Resume: s.words(option.Errorf("{resume} %s", option.Word(k.path)))}
	kept, err := k.statusOf()
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		v.Problem = s.shown(err.Error())
	default:
		now := time.Now()
		if !kept.Runs(now) {
			sinceTheEnd(kept)
		}
		v.Kept, v.Runs, v.Age = kept, kept.Runs(now), digits.Duration(now.Sub(kept.Time).Round(time.Second))
		told := kept.Status.Told
		for i := len(told) - 1; i >= 0 && len(v.Messages) < mostMessages; i-- {
			v.Messages = append(v.Messages, s.shown(told[i].Text))
		}
	}
	shown := &view{Title: "Live", Crawl: k, Here: "Live", Of: v}
	if !v.Still {
		shown.Again = map[bool]int{true: lookAtRunning, false: lookAtEnded}[v.Runs]
	}
	s.render(w, http.StatusOK, "live", shown)
}

// sinceTheEnd rewrites the times of a run that does not run: "2m ago" was written when its last status was.
func sinceTheEnd(k *watch.Kept) {
	then := func(text string) string {
		if before, is := strings.CutSuffix(text, " ago"); is {
			return before + " before the end of the run"
		}
		return text
	}
	for i := range k.Charts {
		k.Charts[i].From = then(k.Charts[i].From)
	}
	for _, t := range k.Tables {
		for _, row := range t.Rows {
			for i := range row {
				row[i] = then(row[i])
			}
		}
	}
}

// isShort reports whether a chart has too few values for a curve.
func isShort(c watch.Chart) bool {
	for _, x := range c.Curve {
		if strings.Contains(x.Line, "L") {
			return false
		}
	}
	return true
}

// liveData serves the status of a live crawl for other programs.
func (s *Server) liveData(w http.ResponseWriter, _ *http.Request, k *crawl) {
	if !k.live {
		s.fail(w, http.StatusNotFound, "This crawl is no live crawl.", "It was imported or generated, so nothing of it runs.")
		return
	}
	kept, err := k.statusOf()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.fail(w, http.StatusNotFound, "No run of this crawl has begun since weft writes these figures.", "Resume the crawl.")
	case err != nil:
		s.failed(w, k, err)
	default:
		s.writeJSON(w, http.StatusOK, kept)
	}
}
