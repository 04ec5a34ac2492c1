package serve

import (
	"io"
	"net/http"
	"strconv"

	"weft/answers/pages"
)

// hostColumns are the columns of downloads of hosts.
var hostColumns = []string{"host", "pages", "fetched", "place", "score"}

// hostsAs returns the handler that writes all hosts of a query in a format.
func (s *Server) hostsAs(f pages.Format) func(http.ResponseWriter, *http.Request, *opened) {
	return func(w http.ResponseWriter, r *http.Request, o *opened) { s.hostDownload(w, r, o, f) }
}

// hostDownload streams the hosts of a query.
func (s *Server) hostDownload(w http.ResponseWriter, r *http.Request, o *opened, f pages.Format) {
	if !o.HasNames() {
		s.noHosts(w)
		return
	}
	q, err := o.hostQueryOf(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	s.send(w, r, sent{o.of.path, f.Media, o.of.slug + "-hosts." + f.Name}, func(to io.Writer) error {
		c, err := s.chosenHosts(r.Context(), o, q)
		if err != nil {
			return err
		}
		out, n := f.Writer(to, hostColumns), c.count()
		if q.Top > 0 {
			n = min(n, q.Top)
		}
		for i := range n {
			if i%checkEvery == 0 && r.Context().Err() != nil {
				return r.Context().Err()
			}
			h, err := c.row(i)
			if err == nil {
				err = out.Row(&h)
			}
			if err != nil {
				return err
			}
		}
		return out.Close()
	})
}

// Text implements [pages.Record].
func (h *hostRow) Text(column string) string {
	switch v := h.Value(column).(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// Value implements [pages.Record].
func (h *hostRow) Value(column string) any {
	switch column {
	case "host":
		return h.Host
	case "pages":
		return int64(h.Pages)
	case "fetched":
		return int64(h.Fetched)
	case "place":
		if h.Place > 0 {
			return int64(h.Place)
		}
	case "score":
		if h.Score != nil {
			return *h.Score
		}
	}
	return nil
}
