package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"weft/answers/site"
	"weft/store/notes"
)

// apiNotes are the notes of a crawl.
//
//json:object part of the notes
type apiNotes struct {
	Found int              `json:"found"`          // number of the chosen notes
	Tags  []notes.TagCount `json:"tags"`           // tags of the chosen notes
	Notes []notes.Note     `json:"notes"`          // notes of this part: pages, hosts, boundaries
	Next  *int             `json:"next,omitempty"` // the parameter from of the next part
}

// apiBoundaries are the saved boundaries of a crawl.
//
//json:object saved boundaries
type apiBoundaries struct {
	Boundaries []*site.SavedBoundary `json:"boundaries"` // the boundaries, by name
	// boundaries that cannot be read, and why
	Wrong []string `json:"wrong,omitempty"`
}

// apiNote is the body of a request that writes a note.
//
//json:object note to write
type apiNote struct {
	Text string   `json:"text,omitempty"` // text of the note
	Tags []string `json:"tags,omitempty"` // its tags
	// the key changed of the note that is replaced, or "" for a new one; without it the note is replaced in any case
	Seen *string `json:"seen,omitempty"`
}

// apiSaved is a boundary to save.
//
//json:object boundary to save
type apiSaved struct {
	Text string `json:"text"` // content of the file: SURT prefixes, with comments
}

// apiDone says that something was deleted.
//
//json:object deletion
type apiDone struct {
	Deleted bool `json:"deleted"` // it was there, and is deleted
}

var (
	noteParameters = []apiParameter{
		{"tag", "tag of the notes, without regard to capitals; may be repeated", "string", true},
		{"words", "words of subject, text or tags", "string", false},
		{"kind", "page, host or boundary", "string", false},
		{"from", "number of notes that are left out before the first", "integer", false},
		{"rows", "number of notes, from 1 to 10000; the default is 100", "integer", false},
	}
	subjectParameters = []apiParameter{
		{"kind", "page, host or boundary", "string", false},
		{"subject", "URL or number of the page, the host, or the name of the boundary", "string", false},
	}
	nameParameters = []apiParameter{{"name", "name of the boundary", "string", false}}
)

// An apiChange is an address whose value programs replace with PUT and remove with DELETE.
type apiChange struct {
	path, what string
	parameters []apiParameter
	takes      any // body of PUT
	gives      any // response of GET and PUT
	get        func(r *http.Request, o *opened) (any, error)
	put        func(r *http.Request, o *opened) (any, error)
	remove     func(r *http.Request, o *opened) (bool, error)
}

var apiChanges = []apiChange{
	{"/note", "the note on a subject", subjectParameters, apiNote{}, notes.Note{}, apiGetNote, apiPutNote, apiRemoveNote},
	{"/boundary", "a saved boundary, and the pages of the crawl within it", nameParameters, apiSaved{}, site.Carried{}, apiGetBoundary, apiPutBoundary, apiRemoveBoundary},
}

// apiNoteRoutes are the addresses that programs change.
func (s *Server) apiNoteRoutes(mux *http.ServeMux) {
	for _, c := range apiChanges {
		at := " " + apiRoot + "/crawls/{crawl}" + c.path
		p := apiPath{parameters: c.parameters}
		mux.HandleFunc("GET"+at, s.ofCrawl(s.apiGet(apiPath{parameters: c.parameters, get: func(_ *Server, r *http.Request, o *opened) (any, error) { return c.get(r, o) }})))
		mux.HandleFunc("PUT"+at, s.ofCrawl(s.apiDo(p, c.put)))
		mux.HandleFunc("DELETE"+at, s.ofCrawl(s.apiDo(p, func(r *http.Request, o *opened) (any, error) {
			was, err := c.remove(r, o)
			return apiDone{was}, err
		})))
	}
}

// apiDo does a change of a program.
func (s *Server) apiDo(p apiPath, do func(r *http.Request, o *opened) (any, error)) func(http.ResponseWriter, *http.Request, *crawl) {
	return func(w http.ResponseWriter, r *http.Request, k *crawl) {
		o, err := k.use()
		if err != nil {
			s.apiFail(w, r, err)
			return
		}
		defer o.release()
		var v any
		if err = p.check(r.URL.Query()); err == nil {
			v, err = do(r, o)
		}
		var long *http.MaxBytesError
		switch {
		case err == nil:
			s.writeJSON(w, http.StatusOK, v)
		case errors.As(err, &long):
			s.apiError(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is too long: expected at most %d bytes", mostForm))
		case errors.Is(err, notes.ErrChanged):
			s.apiError(w, http.StatusConflict, err.Error())
		case errors.Is(err, notes.ErrNone):
			s.apiError(w, http.StatusNotFound, err.Error())
		case isRefused(err):
			s.apiFail(w, r, refusedError{err})
		default:
			s.apiFail(w, r, err)
		}
	}
}

func (s *Server) apiListNotes(r *http.Request, o *opened) (any, error) {
	q, err := noteQueryOf(r.URL.Query())
	if err != nil {
		return nil, refusedError{err}
	}
	all, err := o.of.notesPlace().Read()
	if err != nil {
		return nil, err
	}
	chosen := q.Of(all)
	from, to := min(q.From, len(chosen)), min(q.From+q.Rows, len(chosen))
	v := apiNotes{Found: len(chosen), Tags: notes.Tags(chosen), Notes: append([]notes.Note{}, chosen[from:to]...)}
	if to < len(chosen) {
		v.Next = &to
	}
	return v, nil
}

func (s *Server) apiListBoundaries(_ *http.Request, o *opened) (any, error) {
	rows := (&view{Crawl: o.of}).Boundaries()
	v := apiBoundaries{Boundaries: []*site.SavedBoundary{}}
	for _, b := range rows.Rows {
		v.Boundaries = append(v.Boundaries, b.SavedBoundary)
	}
	for _, why := range rows.Wrong {
		v.Wrong = append(v.Wrong, s.shown(why))
	}
	return v, nil
}

func apiSubject(r *http.Request, o *opened) (notes.Subject, error) {
	v := r.URL.Query()
	return o.subjectAt(v.Get("kind"), v.Get("subject"))
}

// errNoNote says that a subject has no note.
var errNoNote = fmt.Errorf("%w: the subject has no note", errNoPage)

func apiGetNote(r *http.Request, o *opened) (any, error) {
	of, err := apiSubject(r, o)
	if err != nil {
		return nil, notFound(err)
	}
	all, err := o.of.notesPlace().Read()
	if n := notes.About(all, of); err != nil || n != nil {
		return n, err
	}
	return nil, errNoNote
}

func notFound(err error) error {
	switch {
	case errors.Is(err, notes.ErrNone):
		return fmt.Errorf("%w: %w", errNoPage, err)
	case isRefused(err):
		return refusedError{err}
	}
	return err
}

// readBody reads the body of a request as one JSON object.
func readBody(body io.Reader, to any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		if _, long := errors.AsType[*http.MaxBytesError](err); long {
			return err
		}
		return refusedError{fmt.Errorf("the body is not the expected object in JSON: %w", err)}
	}
	if d.More() {
		return refusedError{errors.New("the body has more than one value: expected one object")}
	}
	return nil
}

func apiPutNote(r *http.Request, o *opened) (any, error) {
	of, err := apiSubject(r, o)
	if err != nil {
		return nil, err
	}
	var body apiNote
	if err := readBody(r.Body, &body); err != nil {
		return nil, err
	}
	seen := notes.Anything
	if body.Seen != nil {
		seen = *body.Seen
	}
	n, err := o.of.notesPlace().Set(notes.Note{Subject: of, Text: body.Text, Tags: slices.Clone(body.Tags), Changed: time.Now()}, seen)
	return &n, err
}

func apiRemoveNote(r *http.Request, o *opened) (bool, error) {
	of, err := apiSubject(r, o)
	if err != nil {
		return false, err
	}
	return o.of.notesPlace().Remove(of)
}

func apiGetBoundary(r *http.Request, o *opened) (any, error) {
	b, err := site.Load(o.of.path, r.URL.Query().Get("name"))
	if err != nil {
		return nil, notFound(err)
	}
	return b.In(r.Context(), o.Crawl)
}

func apiPutBoundary(r *http.Request, o *opened) (any, error) {
	name := r.URL.Query().Get("name")
	var body apiSaved
	if err := readBody(r.Body, &body); err != nil {
		return nil, err
	}
	b, err := site.ReadBoundary(bytes.NewReader([]byte(body.Text)), "text", name)
	if err != nil {
		return nil, refusedError{err}
	}
	if err := o.of.notesPlace().SaveBoundary(name, []byte(body.Text), true); err != nil {
		return nil, err
	}
	return b.In(r.Context(), o.Crawl)
}

func apiRemoveBoundary(r *http.Request, o *opened) (bool, error) {
	err := o.of.notesPlace().RemoveBoundary(r.URL.Query().Get("name"))
	return err == nil, err
}
