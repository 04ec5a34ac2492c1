package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"weft/answers/site"
	"weft/internal/inert"
	"weft/store"
	"weft/store/notes"
)

// boundaryRoutes are the addresses of saved boundaries.
func (s *Server) boundaryRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/boundary", s.of(s.boundary))
	mux.HandleFunc("GET /c/{crawl}/boundary/file", s.ofCrawl(s.boundaryFile))
	mux.HandleFunc("POST /c/{crawl}/boundary", s.ofCrawl(s.changeBoundary))
	mux.HandleFunc("POST /c/{crawl}/boundaries", s.of(s.saveBoundary))
	mux.HandleFunc("POST /c/{crawl}/boundaries/upload", s.ofCrawl(s.uploadBoundary))
}

// savedRows are the saved boundaries of a crawl, and what cannot be read of them.
type savedRows struct {
	Rows  []savedRow
	Wrong []string
}

// A savedRow is a saved boundary in a table.
type savedRow struct {
	*site.SavedBoundary
	Link, File, At string
}

// Boundaries returns the saved boundaries of the crawl.
func (v *view) Boundaries() (all savedRows) {
	names, err := v.Crawl.notesPlace().Boundaries()
	if err != nil {
		all.Wrong = append(all.Wrong, err.Error())
	}
	for _, name := range names {
		b, err := site.Load(v.Crawl.path, name)
		if err != nil {
			all.Wrong = append(all.Wrong, err.Error())
			continue
		}
		all.Rows = append(all.Rows, savedRowOf(b))
	}
	return all
}

func savedRowOf(b *site.SavedBoundary) savedRow {
	query := "?" + url.Values{"name": {b.Name}}.Encode()
	row := savedRow{SavedBoundary: b, Link: "boundary" + query, File: "boundary/file" + query}
	if !b.Saved.IsZero() {
		row.At = timeText(b.Saved)
	}
	return row
}

// boundaryShown are the values of the screen of a saved boundary.
type boundaryShown struct {
	savedRow
	*site.Carried
	HostRows, GoneRows []site.Host
	MoreHosts          int
	MoreGone           int
	Rules              string
	Cut                int
	Site               string // link to the screen of the site; empty if the crawl has no home page or no sites
	Within             string // why the pages cannot be counted; empty if they are
}

// boundary shows a saved boundary, and what the crawl has of it.
func (s *Server) boundary(w http.ResponseWriter, r *http.Request, o *opened) {
	b, err := site.Load(o.of.path, r.URL.Query().Get("name"))
	if err != nil {
		s.noteFailed(w, o.of, err)
		return
	}
	v := &boundaryShown{savedRow: savedRowOf(b)}
	if !s.draws.wait(r.Context()) {
		return
	}
	v.Carried, err = b.In(r.Context(), o.Crawl)
	s.draws.Unlock()
	switch {
	case r.Context().Err() != nil:
		return
	case errors.Is(err, store.ErrNoNames):
		v.Carried, v.Within = &site.Carried{Boundary: b}, err.Error()
	case err != nil:
		s.failed(w, o.of, err)
		return
	}
	v.HostRows, v.MoreHosts = firstHosts(v.Carried.Hosts) //nolint:staticcheck // the saved row has hosts, too
	v.GoneRows, v.MoreGone = firstHosts(v.Gone)
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		s.failed(w, o.of, err)
		return
	}
	lines := slices.Collect(strings.Lines(text.String()))
	if v.Cut = max(0, len(lines)-mostRules); v.Cut > 0 {
		lines = lines[:mostRules]
	}
	v.Rules = inert.Lines(strings.Join(lines, ""))
	if _, sited := o.sites(); sited && v.HasHome {
		v.Site = siteLinkOf(b)
	}
	s.render(w, http.StatusOK, "boundary", &view{Title: "Boundary " + short(b.Name), Crawl: o.of, Here: "Sites", Of: v, Token: s.token(r)})
}

// firstHosts returns the hosts that a screen shows, and the number of the others.
func firstHosts(all []site.Host) ([]site.Host, int) {
	n := min(len(all), mostBranches)
	return all[:n], len(all) - n
}

// siteLinkOf returns the screen of the site with the changes by hand of a boundary.
func siteLinkOf(b *site.SavedBoundary) string {
	v := url.Values{"url": {b.Home}}
	for _, o := range b.Options {
		name, value, _ := strings.Cut(o, " ")
		switch name {
		case "include":
			v.Add("in", value)
		case "exclude":
			v.Add("out", value)
		}
	}
	return "site?" + v.Encode()
}

// boundaryFile sends the file of a boundary.
func (s *Server) boundaryFile(w http.ResponseWriter, r *http.Request, k *crawl) {
	name := r.URL.Query().Get("name")
	text, err := k.notesPlace().ReadBoundary(name)
	if err != nil {
		s.noteFailed(w, k, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+slugOf(name)+notes.BoundaryEnding+`"; filename*=UTF-8''`+url.PathEscape(name+notes.BoundaryEnding))
	w.Write(text) //nolint:errcheck // the reader has gone
}

// saveBoundary saves the boundary of the screen of a site under a name.
func (s *Server) saveBoundary(w http.ResponseWriter, r *http.Request, o *opened) {
	q, err := siteQueryOf(r)
	if err != nil {
		s.noteFailed(w, o.of, refusedError{errors.New(s.words(err))})
		return
	}
	l, ok := s.outlined(w, r, o, q)
	if !ok {
		return
	}
	b, err := l.Saved(strings.TrimSpace(r.PostForm.Get("name")), s.options.Version)
	if err == nil {
		err = b.Keep(o.of.path, r.PostForm.Get("replace") != "")
	}
	s.toBoundary(w, r, o.of, b, err)
}

// toBoundary goes to the screen of a boundary, or shows why it was not saved.
func (s *Server) toBoundary(w http.ResponseWriter, r *http.Request, k *crawl, b *site.SavedBoundary, err error) {
	if err != nil {
		s.noteFailed(w, k, err)
		return
	}
	http.Redirect(w, r, "/c/"+k.slug+"/"+savedRowOf(b).Link, http.StatusSeeOther)
}

// changeBoundary renames or deletes a boundary.
func (s *Server) changeBoundary(w http.ResponseWriter, r *http.Request, k *crawl) {
	name, to := r.PostForm.Get("name"), strings.TrimSpace(r.PostForm.Get("to"))
	switch r.PostForm.Get("do") {
	case "rename":
		s.toBoundary(w, r, k, &site.SavedBoundary{Name: to}, k.notesPlace().RenameBoundary(name, to))
	case "delete":
		if err := k.notesPlace().RemoveBoundary(name); err != nil {
			s.noteFailed(w, k, err)
			return
		}
		http.Redirect(w, r, "/c/"+k.slug+"/sites#boundaries", http.StatusSeeOther)
	default:
		s.noteFailed(w, k, refusedError{errors.New("there is no such order: use the buttons of the form")})
	}
}

// uploadBoundary saves the boundary of a file.
func (s *Server) uploadBoundary(w http.ResponseWriter, r *http.Request, k *crawl) {
	b, text, err := uploadedBoundary(r)
	if err == nil {
		err = k.notesPlace().SaveBoundary(b.Name, text, false)
	}
	s.toBoundary(w, r, k, b, err)
}

// uploadedBoundary reads the file of a form. Its name is the one of the form, or of the file.
func uploadedBoundary(r *http.Request) (*site.SavedBoundary, []byte, error) {
	if r.MultipartForm == nil || len(r.MultipartForm.File["file"]) != 1 {
		return nil, nil, refusedError{errors.New("no file: choose the file of a boundary")}
	}
	h := r.MultipartForm.File["file"][0]
	f, err := h.Open()
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(f, notes.MostBoundary+1))
	if err != nil {
		return nil, nil, err
	}
	if len(text) > notes.MostBoundary {
		return nil, nil, fmt.Errorf("%.100s: %w: expected at most %d bytes", h.Filename, notes.ErrLong, notes.MostBoundary)
	}
	name := strings.TrimSpace(r.PostForm.Get("name"))
	if base := path.Base(strings.ReplaceAll(h.Filename, `\`, "/")); name == "" {
		name = strings.TrimSuffix(base, path.Ext(base))
	}
	b, err := site.ReadBoundary(bytes.NewReader(text), h.Filename, name)
	if err != nil {
		err = refusedError{err}
	}
	return b, text, err
}
