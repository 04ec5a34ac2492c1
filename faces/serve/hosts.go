package serve

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/pages"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/web/weburl"
)

// A hostQuery chooses hosts and their order.
type hostQuery struct {
	Text string // part of the name; empty for all
	Sort string // one of hostOrders
	From int    // rows before the first
	Top  int    // rows of a download; 0 for all
	Rows int    // rows of a part
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
	RowChoices     []int
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
	var err1, err2 error
	q.Top, err1 = wholeNumber(v, "top")
	q.Rows, err2 = partRows(v)
	return q, cmp.Or(err1, err2)
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
	addRows(v, q.Rows)
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
	v := &hosted{Query: q, Orders: o.hostOrders(), RowChoices: rowChoices(q.Rows), Places: q.Sort != byName, Command: s.words(o.hostCommand(q))}
	count, err := v.read(r.Context(), s, o)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	v.Count = digits.Plural(count, "host")
	if q.From+q.Rows < count {
		v.Next = "hosts" + q.at(q.From+q.Rows, 0)
	}
	if q.From > 0 {
		v.Previous = "hosts" + q.at(max(0, q.From-q.Rows), 0)
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
func (v *hosted) read(ctx context.Context, s *Server, o *opened) (count int, err error) {
	v.Scores = !slices.Contains([]string{byPages, byFetched, byName}, v.Query.Sort)
	c, err := s.chosenHosts(ctx, o, v.Query)
	if err != nil {
		return 0, err
	}
	for i := v.Query.From; i < c.count() && len(v.Rows) < v.Query.Rows; i++ {
		h, err := c.row(i)
		if err != nil {
			return 0, err
		}
		v.Rows = append(v.Rows, h)
	}
	return c.count(), nil
}

// Chosen hosts are the hosts of a query, in its order.
type chosenHosts struct {
	*hostTable
	*hostOrder
	placed bool     // rows have places
	all    bool     // all hosts are chosen
	at     []uint32 // otherwise the places of the chosen hosts in the order, from 0
}

// Limits of the choices of hosts that are kept.
const (
	mostChoices = 16
	choiceShare = 4 // a fourth of the memory of remembered searches
)

// chosenHosts returns the hosts of a query. The names of all hosts are read once for each text.
func (s *Server) chosenHosts(ctx context.Context, o *opened, q hostQuery) (c chosenHosts, err error) {
	t, err := o.hosts()
	if err != nil {
		return c, err
	}
	c = chosenHosts{hostTable: t, hostOrder: t.order(o, q.Sort), placed: q.Sort != byName, all: q.Text == ""}
	key := hostText{q.Text, q.Sort}
	at, kept := o.chosen.get(key)
	if c.at = at; c.all || kept {
		return c, nil
	}
	for i, g := range c.best {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return c, ctx.Err()
		}
		name, err := t.groups.Name(int(g))
		if err != nil {
			return c, err
		}
		if isNamed(name, q.Text) {
			c.at = append(c.at, uint32(i)) //nolint:gosec // hosts are fewer than pages
		}
	}
	o.chosen.put(key, c.at, int64(4*cap(c.at)+len(q.Text)), mostChoices, s.rememberedBytes()/choiceShare)
	return c, nil
}

// isNamed reports whether a host has a text in its name, in either form of the name.
func isNamed(host, text string) bool {
	return strings.Contains(host, text) || strings.Contains(strings.ToLower(weburl.Shown(host)), text)
}

// count is the number of the hosts.
func (c *chosenHosts) count() int {
	if c.all {
		return len(c.best)
	}
	return len(c.at)
}

// row returns the row of one of the hosts, counted from 0.
func (c *chosenHosts) row(i int) (h hostRow, err error) {
	if !c.all {
		i = int(c.at[i])
	}
	g := c.best[i]
	h.Pages, h.Fetched = c.groups.Size(int(g)), int(c.fetched[g])
	if c.placed {
		h.Place = i + 1
	}
	if c.values != nil {
		h.Score = &c.values[g]
	}
	h.Host, err = c.groups.Name(int(g))
	return h, err
}

// hostCommand returns the command that lists the same hosts, with its options in braces; nil if there is none.
func (o *opened) hostCommand(q hostQuery) error {
	if q.Text != "" || !slices.Contains([]string{"pagerank", "indegree", "hits-authorities", "salsa-authorities"}, q.Sort) {
		return nil
	}
	return option.Errorf(command(q.Sort)+" %s {top} %d", option.Word(o.of.path), bestHosts)
}
