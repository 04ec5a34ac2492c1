package serve

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/answer"
	"weft/answers/missing"
	"weft/internal/digits"
	"weft/internal/option"
)

// missingRows are the values of the screen of a list of missing pages.
type missingRows struct {
	lacking
	Class, Reason  string
	What           string
	Doing          string // what is being done while the list is made; empty if it is made
	Count          int
	First, Last    int // numbers of the rows, from 1
	Rows           []missing.Example
	Reasons        []reasonLink
	List, Seeds    string // addresses of the downloads
	Previous, Next string
	Command        string
	Most           int // URLs that can be requested at once
}

// A reasonLink leads to the pages of a reason.
type reasonLink struct {
	Text, Link string
	Count      string
	Here       bool
}

// listAddress returns the address of a list on the screen, below the screen Missing.
func listAddress(key listKey, page int) string {
	v := key.query()
	if page > 0 {
		v.Set("page", strconv.Itoa(page+1))
	}
	return "?" + v.Encode()
}

// query returns the fields of a list in addresses.
func (k listKey) query() url.Values {
	v := url.Values{"class": {k.class}}
	if k.reason != "" {
		v.Set("reason", k.reason)
	}
	return v
}

// parseListKey reads which list a request names.
func parseListKey(v url.Values) (key listKey, ok bool) {
	key = listKey{v.Get("class"), v.Get("reason")}
	return key, slices.Contains(missing.Names, key.class)
}

// noList writes the response to a request for a list that cannot be made.
func (s *Server) noList(w http.ResponseWriter, o *opened, err error) {
	status := http.StatusInternalServerError
	if _, is := errors.AsType[*answer.OptionError](err); is {
		status = http.StatusNotFound
	} else {
		s.note(o.of.path + ": " + s.words(err))
	}
	s.failIn(w, o.of, status, failure{What: s.words(err), Do: "Begin at the list of missing pages.", Back: "/c/" + o.of.slug + "/missing", Name: "Missing pages of " + o.of.name})
}

// missingScreen shows the URLs of a class or of one reason, 100 at a time, in the order in which weft missing lists them.
func (s *Server) missingScreen(w http.ResponseWriter, r *http.Request, o *opened) {
	q := r.URL.Query()
	key, ok := parseListKey(q)
	if !ok {
		s.fail(w, http.StatusNotFound, "There is no such class of missing pages.", "The list of missing pages has all of them.")
		return
	}
	m := &missingRows{lacking: s.newLacking(r, o, nil), Class: key.class, Reason: key.reason, What: missing.What(key.class), Most: mostTicked}
	v := &view{Title: "Missing: " + key.class, Crawl: o.of, Here: "Missing", Token: s.token(r), Of: m}
	l := s.listMissing(o, key)
	if l == nil {
		m.Doing, v.Again = "waiting for other lists", 2
		s.render(w, http.StatusOK, "missingrows", v)
		return
	}
	defer o.lists.back(l)
	list, doing, err := l.wait(r.Context())
	switch {
	case r.Context().Err() != nil:
		return
	case err != nil:
		s.noList(w, o, err)
		return
	case list == nil:
		m.Doing, v.Again = doing, 2
	default:
		if err := m.fill(list, key, q.Get("page")); err != nil {
			s.failed(w, o.of, err)
			return
		}
		if all, err := s.missing(r.Context(), o); err == nil && all != nil {
			m.Reasons = reasonsOf(all, key)
		}
		m.Command = s.words(listCommand(o.of.path, key))
	}
	s.render(w, http.StatusOK, "missingrows", v)
}

// listCommand is the command that writes a list.
func listCommand(path string, key listKey) error {
	if key.reason == "" {
		return option.Errorf("weft missing %s {list} %s {output} %s.tsv", option.Word(path), key.class, key.class)
	}
	return option.Errorf("weft missing %s {list} %s {reason} %s {output} %s.tsv", option.Word(path), key.class, option.Word(key.reason), key.class)
}

// fill takes a page of a list, counted from 1.
func (m *missingRows) fill(list *missingList, key listKey, page string) (err error) {
	n, _ := strconv.Atoi(page) // anything else is the first page
	n = max(0, min(n, len(list.starts))-1)
	if m.Rows, err = list.page(n); err != nil {
		return err
	}
	m.Count, m.First, m.Last = list.rows, n*rowsShown+1, n*rowsShown+len(m.Rows)
	if n > 0 {
		m.Previous = listAddress(key, n-1)
	}
	if m.Last < list.rows {
		m.Next = listAddress(key, n+1)
	}
	v := key.query()
	m.List = "urls?" + v.Encode()
	v.Set("form", "seeds")
	m.Seeds = "urls?" + v.Encode()
	return nil
}

// reasonsOf returns links to the reasons of a class, and to all of them together.
func reasonsOf(m *missing.Missing, key listKey) (all []reasonLink) {
	i := slices.IndexFunc(m.Classes, func(c missing.Class) bool { return c.Name == key.class })
	if i < 0 || len(m.Classes[i].Reasons) == 0 {
		return nil
	}
	c := &m.Classes[i]
	all = append(all, reasonLink{"all reasons", listAddress(listKey{class: c.Name}, 0), digits.Grouped(c.URLs), key.reason == ""})
	for _, r := range c.Reasons {
		x := reasonLink{Text: r.Reason, Count: digits.Grouped(r.URLs), Here: r.Reason == key.reason}
		if r.Reason != missing.OtherReasons {
			x.Link = listAddress(listKey{c.Name, r.Reason}, 0)
		}
		all = append(all, x)
	}
	return all
}

// missingURLs sends a list of missing pages as weft missing writes it, or its URLs alone as a list of seeds.
func (s *Server) missingURLs(w http.ResponseWriter, r *http.Request, o *opened) {
	key, ok := parseListKey(r.URL.Query())
	if !ok {
		s.fail(w, http.StatusNotFound, "There is no such class of missing pages.", "The list of missing pages has all of them.")
		return
	}
	extend(w)
	l := s.listMissing(o, key)
	if l == nil {
		w.Header().Set("Retry-After", "5")
		s.fail(w, http.StatusServiceUnavailable, "Other lists are being made.", "Try again later.")
		return
	}
	defer o.lists.back(l)
	list, err := l.whole(r.Context())
	switch {
	case r.Context().Err() != nil && list == nil:
		return
	case err != nil:
		s.noList(w, o, err)
		return
	}
	if r.URL.Query().Get("form") == "seeds" {
		s.send(w, r, sent{o.of.path, "text/plain; charset=utf-8", o.of.slug + "-missing-" + key.fileName() + "-seeds.txt"}, func(out io.Writer) error {
			_, err := io.Copy(&firstColumn{to: out}, list.all())
			return err
		})
		return
	}
	s.send(w, r, sent{o.of.path, "text/tab-separated-values; charset=utf-8", o.of.slug + "-missing-" + key.fileName() + ".tsv"}, func(out io.Writer) error {
		_, err := io.Copy(out, list.all())
		return err
	})
}

// fileName is the name of a download without its extension: the class, and the first word of the reason.
func (k listKey) fileName() string {
	word, _, _ := strings.Cut(k.reason, " ")
	if word = slugOf(word); k.reason == "" || len(word) > 20 {
		return k.class
	}
	return k.class + "-" + word
}

// urlsOfList returns the URLs of a list that weft can request, and the others. It refuses lists that are longer than a form
// may send.
func (s *Server) urlsOfList(r *http.Request, k *crawl) (urls []string, left leftOut, err error) {
	key, ok := parseListKey(r.PostForm)
	if !ok {
		return nil, left, errors.New("there is no such class of missing pages")
	}
	o, err := k.use()
	if err != nil {
		return nil, left, err
	}
	defer o.release()
	l := s.listMissing(o, key)
	if l == nil {
		return nil, left, errors.New("other lists are being made: try again later")
	}
	defer o.lists.back(l)
	list, err := l.whole(r.Context())
	if err != nil {
		return nil, left, err
	}
	if list.rows > mostTicked {
		return nil, left, option.Errorf("the list has %s, and at most %s can be requested at once: download it, and resume the crawl with {seeds}", digits.Plural(list.rows, "URL"), digits.Grouped(mostTicked))
	}
	in, names := bufio.NewReader(list.all()), make([]string, list.rows)
	for i := range names {
		columns, err := readColumns(in)
		if err != nil {
			return nil, left, err
		}
		names[i] = columns[0]
	}
	urls, left = urlsOf(names)
	return urls, left, nil
}
