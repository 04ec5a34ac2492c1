package watch

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
	"sync"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// A Table is rows of text with a title.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
	Wide  bool       `json:"wide"`
}

// tables are the lists of a View.
func (v *Standing) tables() []Table {
	slow := Table{Title: "Hosts that will take longest", Wide: true, Head: []string{"host", "queue", "busy", "delay", "next", "answers in", "failures", "left"}}
	for _, h := range v.Slow {
		slow.Rows = append(slow.Rows, []string{h.Name, h.Waiting, h.Busy, h.Delay, h.Next, h.Took, h.Failures, h.Left})
	}
	busy := pairs("Pages under way that take longest", v.Busy)
	busy.Wide = true
	return []Table{
		pairs("Outcome of pages", v.States), pairs("Errors", v.Errors), pairs("Rules that kept pages away", v.Rules), pairs("Hosts and queues", v.Hosts), pairs("Trust in the ranking", v.Trust),
		slow, busy,
	}
}

func pairs(title string, list []Figure) Table {
	t := Table{Title: title, Head: []string{"", ""}}
	for _, f := range list {
		t.Rows = append(t.Rows, []string{f.Name, f.Value})
	}
	return t
}

// tiles are the figures that matter most.
func (v *Standing) tiles() []Figure {
	out := append([]Figure{}, v.Pages...)
	out = append(out, v.Rates...)
	out[3].Name, out[4].Name, out[6].Name = "pages/s now", "pages/s mean", "received now"
	return append(out, Figure{"memory", v.Memory})
}

// page serves the status page. It needs nothing from elsewhere, and works without scripts.
func (s *server) page(w http.ResponseWriter, r *http.Request) {
	token := s.token
	if !s.knows(r.Host) { // it may look on, and nothing else
		token = ""
	}
	data := struct {
		Report
		Nonce, Token string
	}{s.watcher.Report(), rand.Text(), token}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+data.Nonce+"'; script-src 'nonce-"+data.Nonce+
		"'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	w.Write(b.Bytes()) //nolint:errcheck // to somebody who has gone
}
