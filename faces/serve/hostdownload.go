package serve

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"weft/internal/inert"
)

// A hostFormat is a format of downloads of hosts.
type hostFormat struct {
	media, ending string
	rows          func(out io.Writer) hostWriter
}

// A hostWriter writes hosts.
type hostWriter interface {
	Row(h *hostRow) error
	Flush() error
}

// hostsCSV writes hosts as CSV, with a header.
func (s *Server) hostsCSV(w http.ResponseWriter, r *http.Request, o *opened) {
	s.hostDownload(w, r, o, hostFormat{"text/csv; charset=utf-8; header=present", ".csv", func(out io.Writer) hostWriter {
		c := csv.NewWriter(out)
		c.Write([]string{"host", "pages", "fetched", "score"}) //nolint:errcheck // Flush reports it
		return csvHosts{c}
	}})
}

// hostsJSON writes hosts as JSON, an object a line.
func (s *Server) hostsJSON(w http.ResponseWriter, r *http.Request, o *opened) {
	s.hostDownload(w, r, o, hostFormat{"application/jsonl; charset=utf-8", ".jsonl", func(out io.Writer) hostWriter { return jsonHosts{out} }})
}

// hostDownload streams the hosts of a query.
func (s *Server) hostDownload(w http.ResponseWriter, r *http.Request, o *opened, f hostFormat) {
	if !o.HasNames() {
		s.noHosts(w)
		return
	}
	q, err := o.hostQueryOf(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	s.send(w, r, sent{o.of.path, f.media, o.of.slug + "-hosts" + f.ending}, func(to io.Writer) error {
		out, rows := f.rows(to), 0
		err := o.eachHost(r.Context(), q, func(h *hostRow) error {
			if q.Top > 0 && rows == q.Top {
				return errEnough
			}
			rows++
			return out.Row(h)
		})
		if err == nil || errors.Is(err, errEnough) {
			err = out.Flush()
		}
		return err
	})
}

type csvHosts struct{ *csv.Writer }

func (c csvHosts) Row(h *hostRow) error {
	score := ""
	if h.Score != nil {
		score = strconv.FormatFloat(*h.Score, 'g', -1, 64)
	}
	return c.Write([]string{h.Host, strconv.Itoa(h.Pages), strconv.Itoa(h.Fetched), score})
}

func (c csvHosts) Flush() error {
	c.Writer.Flush()
	return c.Error()
}

type jsonHosts struct{ out io.Writer }

func (j jsonHosts) Row(h *hostRow) error {
	text, err := json.Marshal(h)
	if err == nil {
		_, err = j.out.Write(append(inert.JSON(text), '\n'))
	}
	return err
}

func (j jsonHosts) Flush() error { return nil }
