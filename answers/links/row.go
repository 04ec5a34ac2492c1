package links

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"weft/answers/pages"
	"weft/graph"
	"weft/graph/page"
)

// Columns are the columns of a table of links.
var Columns = []string{"from", "to", "kinds", "text", "state", "status", "fault", "redirects", "final", "final_status", "chain"}

// A Row is a link in a table.
type Row struct {
	From   string   `json:"from"`
	To     string   `json:"to"`
	Kinds  string   `json:"kinds"`
	Texts  []string `json:"texts,omitempty"`
	State  string   `json:"state"`
	Status int      `json:"status,omitempty"`
	Fault  string   `json:"fault,omitempty"`
	Hops   []Hop    `json:"hops,omitempty"` // of a redirect: the page, and where it leads
}

// Text implements [pages.Record].
func (r *Row) Text(column string) string {
	switch v := r.Value(column).(type) {
	case nil:
		return ""
	case int64:
		return strconv.FormatInt(v, 10)
	default:
		return fmt.Sprint(v)
	}
}

// Value implements [pages.Record].
func (r *Row) Value(column string) any {
	end := Hop{URL: r.To, Status: r.Status}
	if len(r.Hops) > 0 {
		end = r.Hops[len(r.Hops)-1]
	}
	switch column {
	case "from":
		return r.From
	case "to":
		return r.To
	case "kinds":
		return r.Kinds
	case "text":
		return known(strings.Join(r.Texts, textBetween))
	case "state":
		return r.State
	case "status":
		return number(r.Status)
	case "fault":
		return known(r.Fault)
	case "redirects":
		return number(len(r.Hops) - 1)
	case "final":
		return known(end.URL)
	case "final_status":
		return number(end.Status)
	case "chain":
		return known(chain(r.Hops))
	}
	return nil
}

// textBetween joins the texts of a link.
const textBetween = " | "

func known(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func number(n int) any {
	if n <= 0 {
		return nil
	}
	return int64(n)
}

// chain writes hops as text: the status and URL of each.
func chain(hops []Hop) string {
	parts := make([]string, len(hops))
	for i, h := range hops {
		parts[i] = h.text()
	}
	return strings.Join(parts, " > ")
}

// text writes a hop: its status, or else its state, and its URL.
func (h *Hop) text() string {
	if h.Status == 0 {
		return h.State + " " + h.URL
	}
	return strconv.Itoa(h.Status) + " " + h.URL
}

// write writes all links of a selection in a format.
func (s *selection) write(ctx context.Context, format *pages.Format, out io.Writer) error {
	j, err := newJudge(s.c)
	if err != nil {
		return err
	}
	defer j.close() //nolint:errcheck // only read
	w := format.Writer(out, Columns)
	texts := s.anchors()
	err = s.each(ctx, j, func(t *target) error {
		all, err := texts(t.page, t.sources)
		if err != nil {
			return err
		}
		return s.rows(j, t, all, w)
	})
	if err != nil {
		return err
	}
	return w.Close()
}

// rows writes the links to a target.
func (s *selection) rows(j *judge, t *target, texts [][]string, w pages.Writer) error {
	hops, err := j.hops(t.fate.way)
	if err != nil {
		return err
	}
	r := Row{To: hops[0].URL, State: hops[0].State, Status: hops[0].Status, Fault: t.fate.fault}
	if s.c.State(t.page) == page.Redirected {
		r.Hops = hops
	}
	for i, v := range t.sources {
		if r.From, err = j.name(v); err != nil {
			return err
		}
		r.Kinds, r.Texts = t.kinds[i].String(), texts[i]
		if err := w.Row(&r); err != nil {
			return err
		}
	}
	return nil
}

// anchors returns a function that reads the texts of links, in one pass if all targets come in order.
func (s *selection) anchors() func(u graph.Node, sources []graph.Node) ([][]string, error) {
	if s.of != nil {
		return s.texts
	}
	cur := s.c.Anchors(graph.Everything(s.c.Graph()))
	return func(u graph.Node, sources []graph.Node) ([][]string, error) {
		all := make([][]string, len(sources))
		for cur.Next() {
			if cur.Node() == u {
				return all, textsOf(cur, sources, all)
			}
		}
		return all, cur.Err()
	}
}
