package serve

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"weft/graph"
	"weft/internal/inert"
)

// A rowWriter writes rows in a format of downloads.
type rowWriter interface {
	Row(p *row) error
	Flush() error
}

// pagesCSV writes all pages of a query as CSV (RFC 4180), with a header.
func (s *Server) pagesCSV(w http.ResponseWriter, r *http.Request, o *opened) {
	s.download(w, r, o, format{"text/csv; charset=utf-8; header=present", ".csv", func(out io.Writer) rowWriter {
		c := &csvRows{w: csv.NewWriter(out)}
		c.w.Write([]string{"page", "url", "state", "status", "type", "size", "time", "title", "score"}) //nolint:errcheck // Flush reports it
		return c
	}})
}

// pagesJSON writes all pages of a query as JSON, an object a line.
func (s *Server) pagesJSON(w http.ResponseWriter, r *http.Request, o *opened) {
	s.download(w, r, o, format{"application/jsonl; charset=utf-8", ".jsonl", func(out io.Writer) rowWriter { return jsonRows{out} }})
}

// A format is a format of downloads.
type format struct {
	media, ending string
	rows          func(out io.Writer) rowWriter
}

// download streams the pages of a query. An error in the middle breaks the connection, so that no part passes for the whole.
func (s *Server) download(w http.ResponseWriter, r *http.Request, o *opened, f format) {
	q, err := o.parseQuery(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	rows, err := o.newRows(q.Sort)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	defer rows.close()
	w.Header().Set("Content-Type", f.media)
	w.Header().Set("Content-Disposition", `attachment; filename="`+o.of.slug+"-pages"+f.ending+`"`)
	out := f.rows(&patient{ResponseWriter: w, control: http.NewResponseController(w)})
	err = o.chosen(r.Context(), q, func(u graph.Node) error {
		p, err := rows.at(u)
		if err != nil {
			return err
		}
		return out.Row(&p)
	})
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		if r.Context().Err() == nil {
			s.note(o.of.path + ": download: " + err.Error())
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

type csvRows struct{ w *csv.Writer }

func (c *csvRows) Row(p *row) error {
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	when, score := "", ""
	if p.Time != nil {
		when = p.Time.Format("2006-01-02T15:04:05.000Z07:00")
	}
	if p.Score != nil {
		score = strconv.FormatFloat(*p.Score, 'g', -1, 64)
	}
	return c.w.Write([]string{strconv.FormatUint(uint64(p.Page), 10), p.URL, p.State, number(int64(p.Status)), p.Type, number(p.Size), when, p.Title, score})
}

func (c *csvRows) Flush() error {
	c.w.Flush()
	return c.w.Error()
}

type jsonRows struct{ w io.Writer }

func (j jsonRows) Row(p *row) error {
	text, err := json.Marshal(p)
	if err == nil {
		_, err = j.w.Write(append(inert.JSON(text), '\n'))
	}
	return err
}

func (j jsonRows) Flush() error { return nil }
