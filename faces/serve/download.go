package serve

import (
	"io"
	"net/http"
	"strings"
	"time"

	"weft/answers/pages"
	"weft/web/weburl"
)

// pagesAs returns the handler that writes all pages of a query in a format.
func (s *Server) pagesAs(f pages.Format) func(http.ResponseWriter, *http.Request, *opened) {
	return func(w http.ResponseWriter, r *http.Request, o *opened) { s.download(w, r, o, f) }
}

// download streams the pages of a query.
func (s *Server) download(w http.ResponseWriter, r *http.Request, o *opened, f pages.Format) {
	q, err := o.parseQuery(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	found, err := s.selected(r.Context(), o, q)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	columns := q.columns()
	if columns == nil {
		columns = o.find.Usual(&q.Query)
	}
	rows, err := o.find.Rows(q.Sort, columns)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	defer rows.Close() //nolint:errcheck // only read
	most := 0
	if q.Sort != byURL {
		most = mostSorted
	}
	s.send(w, r, sent{o.of.path, f.Media, o.of.slug + "-pages" + fileWord(q.Site) + "." + f.Name}, func(out io.Writer) error {
		return o.find.Write(r.Context(), found.found, pages.Part{Order: q.Sort, Most: most}, rows, f.Writer(out, columns))
	})
}

// longestWord is the number of bytes of the name of a site in the name of a file.
const longestWord = 60

// fileWord is a URL or number as the end of a file's name; empty for an empty one.
func fileWord(name string) string {
	if host, path, ok := weburl.HostPath(name); ok {
		name = strings.TrimRight(host+"/"+path, "/")
	}
	if name == "" {
		return ""
	}
	return "-" + slugOf(name[:min(len(name), longestWord)])
}

// A sent file is a download: the source that a message about a failure names, its media type, and its name. Without a name a
// browser shows it.
type sent struct{ source, media, name string }

// send streams a download. An error in the middle breaks the connection, so that no part passes for the whole.
func (s *Server) send(w http.ResponseWriter, r *http.Request, f sent, write func(out io.Writer) error) {
	w.Header().Set("Content-Type", f.media)
	if f.name != "" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`"`)
	}
	out := &patient{ResponseWriter: w, control: http.NewResponseController(w)}
	if _, err := try("writing", func() (struct{}, error) { return struct{}{}, write(out) }); err != nil {
		if r.Context().Err() == nil {
			s.note(f.source + ": download: " + s.words(err))
		}
		panic(http.ErrAbortHandler)
	}
}

// A patient writer moves the deadline of a response while its reader reads.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
	moved   time.Time
}

func (p *patient) Write(b []byte) (int, error) {
	if now := time.Now(); now.Sub(p.moved) > responseTime/4 {
		p.moved = now
		p.control.SetWriteDeadline(now.Add(responseTime)) //nolint:errcheck // a test has no connection
	}
	return p.ResponseWriter.Write(b)
}
