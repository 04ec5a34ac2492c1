package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/pages"
	"weft/graph"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/option"
)

// A hostQuery chooses hosts and their order.
type hostQuery struct {
	Text string // part of the name; empty for all
	Sort string // one of hostOrders
	From int    // rows before the first
	Top  int    // rows of a download; 0 for all
}

// A hostRow is a host in a table.
//
//json:object host in a table
type hostRow struct {
	Host    string   `json:"host"`            // name of the host
	Pages   int      `json:"pages"`           // number of its pages
	Fetched int      `json:"fetched"`         // number of its fetched pages
	Place   int      `json:"place,omitempty"` // place in the order, among all hosts; absent in the order of names
	Score   *float64 `json:"score,omitempty"` // sum of the ranking over its pages; absent in other orders
}

// ScoreText is the score with six significant digits.
func (h *hostRow) ScoreText() string {
	if h.Score == nil {
		return ""
	}
	return strconv.FormatFloat(*h.Score, 'g', 6, 64)
}

// hosted are the values of the screen of hosts.
type hosted struct {
	Query          hostQuery
	Orders         []string
	Rows           []hostRow
	Places         bool // rows have places
	Count          string
	Scores         bool
	Previous, Next string // queries; empty if there is none
	Downloads      []hostFiles
	Command        string
}

// hostFiles are downloads of the same hosts.
type hostFiles struct {
	Text  string // which hosts
	Files []download
}

// bestHosts is the number of hosts of the short download.
const bestHosts = 1000

func (o *opened) hostQueryOf(v url.Values) (q hostQuery, err error) {
	q = hostQuery{Text: strings.ToLower(strings.TrimSpace(v.Get("text"))), Sort: v.Get("sort")}
	if q.Sort == "" {
		q.Sort = byPages
	}
	if orders := o.hostOrders(); !slices.Contains(orders, q.Sort) {
		return q, fmt.Errorf("sort=%s: expected %s", q.Sort, choice.Of(q.Sort, orders))
	}
	if q.From, err = wholeNumber(v, "from"); err != nil {
		return q, err
	}
	q.Top, err = wholeNumber(v, "top")
	return q, err
}

// at is the query of other rows.
func (q hostQuery) at(from, top int) string {
	v := url.Values{}
	if q.Text != "" {
		v.Set("text", q.Text)
	}
	if q.Sort != byPages {
		v.Set("sort", q.Sort)
	}
	if from > 0 {
		v.Set("from", strconv.Itoa(from))
	}
	if top > 0 {
		v.Set("top", strconv.Itoa(top))
	}
	return "?" + v.Encode()
}

// noHosts writes the page for a crawl without hosts.
func (s *Server) noHosts(w http.ResponseWriter) {
	s.fail(w, http.StatusNotFound, "The pages of this crawl have no URLs, so there are no hosts.", "The screen of pages shows them by number.")
}

// hosts shows the table of hosts.
func (s *Server) hosts(w http.ResponseWriter, r *http.Request, o *opened) {
	if !o.HasNames() {
		s.noHosts(w)
		return
	}
	q, err := o.hostQueryOf(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	v := &hosted{Query: q, Orders: o.hostOrders(), Places: q.Sort != byName, Command: s.words(o.hostCommand(q))}
	count, err := v.read(r.Context(), o)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	v.Count = digits.Plural(count, "host")
	if q.From+rowsShown < count {
		v.Next = "hosts" + q.at(q.From+rowsShown, 0)
	}
	if q.From > 0 {
		v.Previous = "hosts" + q.at(max(0, q.From-rowsShown), 0)
	}
	for _, d := range []struct {
		text string
		top  int
	}{{"the first " + digits.Grouped(bestHosts), bestHosts}, {"all", 0}} {
		if d.top == 0 || count > d.top {
			files := hostFiles{Text: d.text}
			for _, f := range pages.Formats {
				files.Files = append(files.Files, download{f.Name, "hosts." + f.Name + q.at(0, d.top)})
			}
			v.Downloads = append(v.Downloads, files)
		}
	}
	s.render(w, http.StatusOK, "hosts", &view{Title: "Hosts", Crawl: o.of, Here: "Hosts", Of: v})
}

// read reads the rows of the screen, and returns the number of hosts of the query.
func (v *hosted) read(ctx context.Context, o *opened) (count int, err error) {
	v.Scores = !slices.Contains([]string{byPages, byFetched, byName}, v.Query.Sort)
	err = o.eachHost(ctx, v.Query, func(h *hostRow) error {
		if count >= v.Query.From && len(v.Rows) < rowsShown {
			v.Rows = append(v.Rows, *h)
		}
		count++
		return nil
	})
	return count, err
}

// eachHost calls f for the hosts of a query, in its order.
func (o *opened) eachHost(ctx context.Context, q hostQuery, f func(h *hostRow) error) error {
	t, err := o.hosts()
	if err != nil {
		return err
	}
	order := t.order(o, q.Sort)
	for i, g := range order.best {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h, err := t.row(order, g)
		if err != nil {
			return err
		}
		if !strings.Contains(h.Host, q.Text) {
			continue
		}
		if q.Sort != byName {
			h.Place = i + 1
		}
		if err := f(&h); err != nil {
			return err
		}
	}
	return nil
}

// row returns the row of a host.
func (t *hostTable) row(order *hostOrder, g graph.Node) (h hostRow, err error) {
	h.Pages, h.Fetched = t.groups.Size(int(g)), int(t.fetched[g])
	if order.values != nil {
		h.Score = &order.values[g]
	}
	h.Host, err = t.groups.Name(int(g))
	return h, err
}

// hostCommand returns the command that lists the same hosts, with its options in braces; nil if there is none.
func (o *opened) hostCommand(q hostQuery) error {
	if q.Text != "" || !slices.Contains([]string{"pagerank", "indegree", "hits-authorities", "salsa-authorities"}, q.Sort) {
		return nil
	}
	return option.Errorf(command(q.Sort)+" %s {top} %d", option.Word(o.of.path), bestHosts)
}
