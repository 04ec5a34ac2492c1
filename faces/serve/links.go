package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"weft/answers/links"
	"weft/answers/pages"
	"weft/internal/digits"
	"weft/internal/option"
)

// linkChoices are the lists of links, the usual one first. Name is the value in addresses.
var linkChoices = []struct {
	Name, Title string
	links.Choice
	flags string // of weft links, in braces
}{
	{"broken", "Broken links", links.Choice{Broken: true}, "{broken}"},
	{"redirected", "Links to redirects", links.Choice{Redirected: true}, "{redirected}"},
	{"both", "Broken links and links to redirects", links.Choice{Broken: true, Redirected: true}, "{broken} {redirected}"},
}

// firstSources is the number of pages with a link that a row shows.
const firstSources = 3

// A linkLists holds the lists of links that readers have opened.
type linkLists struct {
	turn  turn // held while a list is made
	lists keeper[links.Choice, *links.List]
}

// get returns a list. The first request for a list makes it; others wait.
func (l *linkLists) get(ctx context.Context, o *opened, choice links.Choice) (*links.List, error) {
	if list, ok := l.lists.get(choice); ok {
		return list, nil
	}
	if !l.turn.wait(ctx) {
		return nil, ctx.Err()
	}
	defer l.turn.Unlock()
	if list, ok := l.lists.get(choice); ok {
		return list, nil
	}
	list, err := links.NewList(ctx, o.Crawl, choice)
	if err == nil {
		l.lists.put(choice, list, list.Bytes(), len(linkChoices), math.MaxInt64)
	}
	return list, err
}

// linkQuery chooses a list of links, and its first row.
type linkQuery struct {
	at   int // of linkChoices
	From int
	Rows int // of a part
}

func linkQueryOf(v url.Values) (q linkQuery, err error) {
	if what := v.Get("what"); what != "" {
		for q.at = range linkChoices {
			if linkChoices[q.at].Name == what {
				break
			}
		}
		if linkChoices[q.at].Name != what {
			return q, fmt.Errorf("what=%s: expected broken, redirected or both", what)
		}
	}
	var err1, err2 error
	q.From, err1 = wholeNumber(v, "from")
	q.Rows, err2 = partRows(v)
	return q, cmp.Or(err1, err2)
}

// List returns the name of the list in addresses.
func (q linkQuery) List() string { return linkChoices[q.at].Name }

// link is the end of the address of a list from a row on.
func (q linkQuery) link(from int) string {
	v := url.Values{}
	if q.at > 0 {
		v.Set("what", linkChoices[q.at].Name)
	}
	if from > 0 {
		v.Set("from", strconv.Itoa(from))
	}
	addRows(v, q.Rows)
	return "?" + v.Encode()
}

// linkScreen are the values of the screen of links.
type linkScreen struct {
	Choices        []entry
	Query          linkQuery
	RowChoices     []int
	Title          string
	Counts         *links.Links
	Rows           []linkedRow
	Previous, Next string // addresses; empty if there is none
	Downloads      []download
	Command        string // that writes the same
	Checks         bool   // a job can request failed pages once more
	Contact        string // of the job
}

// A linkedRow is a page with links to it.
type linkedRow struct {
	links.Target
	More string // pages with a link that the row does not show; empty for none
}

func newLinkedRow(t links.Target) linkedRow {
	row := linkedRow{Target: t}
	if more := t.Links - int64(len(t.Sources)); more > 0 {
		row.More = digits.Grouped(more) + " more"
	}
	return row
}

// linksOf shows broken links and links to redirects.
func (s *Server) linksOf(w http.ResponseWriter, r *http.Request, o *opened) {
	q, err := linkQueryOf(r.URL.Query())
	if err != nil {
		s.refused(w, r, o, refusedError{err})
		return
	}
	choice := linkChoices[q.at]
	list, err := o.links.get(r.Context(), o, choice.Choice)
	if err != nil {
		s.refused(w, r, o, err)
		return
	}
	v := &linkScreen{Title: choice.Title, Query: q, RowChoices: rowChoices(q.Rows), Counts: &list.Counts, Command: s.words(option.Errorf("weft links %s "+choice.flags+" {output} links.csv", option.Word(o.of.path)))}
	v.Checks, v.Contact = s.whyNoJobs() == "", s.shownContact(r, o.of)
	for i := range linkChoices {
		v.Choices = append(v.Choices, entry{Title: linkChoices[i].Title, Path: "links" + linkQuery{at: i, Rows: q.Rows}.link(0), Here: i == q.at})
	}
	if err := v.read(q, list); err != nil {
		s.refused(w, r, o, err)
		return
	}
	for _, f := range pages.Formats {
		v.Downloads = append(v.Downloads, download{f.Name, "links." + f.Name + q.link(0)})
	}
	s.render(w, http.StatusOK, "links", &view{Title: choice.Title, Crawl: o.of, Here: "Links", Token: s.token(r), Of: v})
}

// read reads the rows of the screen.
func (v *linkScreen) read(q linkQuery, list *links.List) error {
	targets, err := list.Part(q.From, q.Rows, firstSources)
	if err != nil {
		return err
	}
	for _, t := range targets {
		v.Rows = append(v.Rows, newLinkedRow(t))
	}
	if next := q.From + q.Rows; int64(next) < list.Counts.Pages {
		v.Next = "links" + q.link(next)
	}
	if q.From > 0 {
		v.Previous = "links" + q.link(max(0, q.From-q.Rows))
	}
	return nil
}

// linkListAs returns the handler that writes all links of a list in a format: a row for each link.
func (s *Server) linkListAs(f pages.Format) func(http.ResponseWriter, *http.Request, *opened) {
	return func(w http.ResponseWriter, r *http.Request, o *opened) {
		q, err := linkQueryOf(r.URL.Query())
		if err != nil {
			s.refused(w, r, o, refusedError{err})
			return
		}
		if !links.Judged(o.Crawl) {
			s.fail(w, http.StatusNotFound, "Which links are broken is unknown: the input does not say which pages were fetched.", s.words(option.Errorf("weft crawl {seeds} FILE {output} NEW {contact} ADDRESS requests the pages of a list.")))
			return
		}
		choice := linkChoices[q.at]
		s.send(w, r, sent{o.of.path, f.Media, o.of.slug + "-" + choice.Name + "-links." + f.Name}, func(to io.Writer) error {
			return links.Write(r.Context(), o.Crawl, choice.Choice, &f, to)
		})
	}
}
