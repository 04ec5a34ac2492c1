package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/answers/pages"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/store/notes"
)

// notesPlace is where the notes and boundaries of the crawl are.
func (k *crawl) notesPlace() notes.Place { return folder.Notes(k.path) }

// noteRoutes are the addresses of notes.
func (s *Server) noteRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /c/{crawl}/notes", s.ofCrawl(s.notesOf))
	mux.HandleFunc("POST /c/{crawl}/notes", s.of(s.writeNote))
	mux.HandleFunc("GET /c/{crawl}/note", s.of(s.oneNote))
	for _, f := range pages.Formats[:2] {
		mux.HandleFunc("GET /c/{crawl}/notes."+f.Name, s.ofCrawl(func(w http.ResponseWriter, r *http.Request, k *crawl) { s.sendNotes(w, r, k, f) }))
	}
}

// A noteForm is the form of the note about a subject.
type noteForm struct {
	notes.Subject
	Text, Tags, Seen string
	Has              bool // the subject has a note
	Changed          string
	Known            []notes.TagCount // tags that the crawl has
	Back             string           // where the reader goes then
	Token            string
	Writes           bool
	Wrong            string // why notes cannot be read
}

// allNotes reads the notes of the crawl once for a screen.
func (v *view) allNotes() ([]notes.Note, error) {
	if v.noted == nil {
		all, err := v.Crawl.notesPlace().Read()
		v.noted = &readNotes{all, err}
	}
	return v.noted.all, v.noted.err
}

// readNotes are notes that were read, or why they were not.
type readNotes struct {
	all []notes.Note
	err error
}

// NoteOf returns the form of the note about a subject.
func (v *view) NoteOf(kind, name, back string) noteForm {
	f := noteForm{Subject: notes.Subject{Kind: kind, Name: name}, Back: back, Token: v.Token, Writes: v.Writes}
	all, err := v.allNotes()
	if err != nil {
		f.Wrong = err.Error()
		return f
	}
	f.Known = notes.Tags(all)
	f.Known = f.Known[:min(len(f.Known), mostKnownTags)]
	if n := notes.About(all, f.Subject); n != nil {
		f.Text, f.Tags, f.Seen, f.Has, f.Changed = n.Text, n.TagText(), n.Version(), true, timeText(n.Changed)
	}
	return f
}

// mostKnownTags is the number of tags that a form suggests.
const mostKnownTags = 200

// TagsOf returns the tags of a subject; none if the notes cannot be read.
func (v *view) TagsOf(kind, name string) []string {
	all, err := v.allNotes()
	if n := notes.About(all, notes.Subject{Kind: kind, Name: name}); err == nil && n != nil {
		return n.Tags
	}
	return nil
}

// HasNote reports whether a subject has a note.
func (v *view) HasNote(kind, name string) bool {
	all, err := v.allNotes()
	return err == nil && notes.About(all, notes.Subject{Kind: kind, Name: name}) != nil
}

// subjectAt finds the subject that a form or a program names.
func (o *opened) subjectAt(kind, name string) (of notes.Subject, err error) {
	of = notes.Subject{Kind: kind, Name: name}
	has := false
	switch kind {
	case notes.Page:
		u, ok, err := o.Page(name)
		if err != nil {
			return of, err
		}
		if has = ok; ok {
			of.Name = o.Label(u)
		}
	case notes.Host:
		of.Name = strings.ToLower(name)
		if o.HasNames() && name != "" && !strings.ContainsAny(name, "/?#") {
			r, err := o.Addressed(of.Name + "/")
			if err != nil {
				return of, err
			}
			has = r.Len() > 0
		}
	case notes.Boundary:
		_, err := o.of.notesPlace().ReadBoundary(name)
		return of, err
	default:
		return of, refusedError{fmt.Errorf("kind=%.100s: expected %s", kind, choice.Of(kind, notes.Kinds))}
	}
	if has {
		return of, nil
	}
	all, err := o.of.notesPlace().Read() // the subject of an earlier note may have gone
	if err == nil && notes.About(all, of) == nil {
		err = refusedError{fmt.Errorf("the crawl has no %s %.300q", kind, name)}
	}
	return of, err
}

// subjectLink returns the screen of a subject.
func subjectLink(of notes.Subject) string {
	switch of.Kind {
	case notes.Page:
		if len(of.Name) > longestLink {
			return "note?" + url.Values{"kind": {of.Kind}}.Encode()
		}
		if _, err := strconv.ParseUint(of.Name, 10, 32); err == nil {
			return "page?n=" + of.Name
		}
		return "page?" + url.Values{"url": {of.Name}}.Encode()
	case notes.Boundary:
		return "boundary?" + url.Values{"name": {of.Name}}.Encode()
	}
	return "note?" + url.Values{"kind": {of.Kind}, "subject": {of.Name}}.Encode()
}

// oneNote shows the form of one note.
func (s *Server) oneNote(w http.ResponseWriter, r *http.Request, o *opened) {
	of, err := o.subjectAt(r.URL.Query().Get("kind"), r.URL.Query().Get("subject"))
	if err != nil {
		s.noteFailed(w, o.of, err)
		return
	}
	s.render(w, http.StatusOK, "note", &view{Title: "Note on " + short(of.Name), Crawl: o.of, Here: "Notes", Of: of, Token: s.token(r)})
}

// noteFailed writes the page for a fault of a note or a boundary.
func (s *Server) noteFailed(w http.ResponseWriter, k *crawl, err error) {
	var bad refusedError
	f := failure{What: err.Error(), Do: "Go back, and change the entry.", Back: "/c/" + k.slug + "/notes", Name: "Notes of " + k.name}
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, notes.ErrChanged):
		status, f.Do = http.StatusConflict, "Another reader has changed it. Go back, copy your text, load the page again, and write it anew."
	case errors.Is(err, notes.ErrNone):
		status, f.Do = http.StatusNotFound, "The screen Sites lists the saved boundaries."
	case errors.As(err, &bad), isRefused(err):
		status = http.StatusBadRequest
	default:
		s.note(k.path + ": " + err.Error())
		f.Do = "The terminal of the server shows the same."
	}
	s.failIn(w, k, status, f)
}

// writeNote keeps or deletes the note of a form.
func (s *Server) writeNote(w http.ResponseWriter, r *http.Request, o *opened) {
	of, err := o.subjectAt(r.PostForm.Get("kind"), r.PostForm.Get("subject"))
	back := subjectLink(of)
	if err == nil {
		switch r.PostForm.Get("do") {
		case "delete":
			_, err = o.of.notesPlace().Remove(of)
		case "save":
			n := notes.Note{Subject: of, Text: r.PostForm.Get("text"), Tags: notes.TagsOf(r.PostForm.Get("tags")), Changed: time.Now()}
			_, err = o.of.notesPlace().Set(n, r.PostForm.Get("seen"))
		default:
			err = refusedError{errors.New("there is no such order: use the buttons of the form")}
		}
	}
	if err != nil {
		s.noteFailed(w, o.of, err)
		return
	}
	if r.PostForm.Get("back") == "notes" || of.Kind == notes.Host && r.PostForm.Get("do") == "delete" {
		back = "notes"
	} else if of.Kind == notes.Page {
		back += "#note"
	}
	http.Redirect(w, r, "/c/"+o.of.slug+"/"+back, http.StatusSeeOther)
}

// notesListed are the values of the screen of notes.
type notesListed struct {
	Tag, Words, Kind string
	Kinds            []string
	Tags             []tagLink
	Rows             []noteRow
	Count            string
	All              int
	Previous, Next   string
	Downloads        []download
}

// A tagLink is a tag with its number of notes, and the link that filters by it.
type tagLink struct {
	notes.TagCount
	Link string
	Here bool
}

// A noteRow is a note in a table.
type noteRow struct {
	notes.Note
	Link string
	At   string
	Tags []tagLink
}

// A noteQuery chooses notes.
type noteQuery struct {
	notes.Filter
	From, Rows int
}

func noteQueryOf(v url.Values) (q noteQuery, err error) {
	q.Filter = notes.Filter{Tags: notes.TagsOf(v["tag"]...), Words: strings.TrimSpace(v.Get("words")), Kind: v.Get("kind")}
	if q.Kind != "" && !slices.Contains(notes.Kinds, q.Kind) {
		return q, fmt.Errorf("kind=%.100s: expected %s", q.Kind, choice.Of(q.Kind, notes.Kinds))
	}
	var err1, err2 error
	q.From, err1 = wholeNumber(v, "from")
	q.Rows, err2 = partRows(v)
	return q, cmp.Or(err1, err2)
}

func (q noteQuery) at(tags []string, from int) string {
	v := url.Values{}
	for name, value := range map[string]string{"tag": strings.Join(tags, ","), "words": q.Words, "kind": q.Kind} {
		if value != "" {
			v.Set(name, value)
		}
	}
	if from > 0 {
		v.Set("from", strconv.Itoa(from))
	}
	addRows(v, q.Rows)
	return "?" + v.Encode()
}

// notesOf lists the notes of a crawl.
func (s *Server) notesOf(w http.ResponseWriter, r *http.Request, k *crawl) {
	q, err := noteQueryOf(r.URL.Query())
	if err != nil {
		s.noteFailed(w, k, refusedError{err})
		return
	}
	all, err := k.notesPlace().Read()
	if err != nil {
		s.noteFailed(w, k, err)
		return
	}
	chosen := q.Of(all)
	v := &notesListed{Tag: strings.Join(q.Tags, ", "), Words: q.Words, Kind: q.Kind, Kinds: notes.Kinds, Count: digits.Plural(len(chosen), "note"), All: len(all)}
	for _, t := range notes.Tags(all) {
		here := slices.ContainsFunc(q.Tags, func(tag string) bool { return strings.EqualFold(tag, t.Tag) })
		link := tagLink{t, "notes" + q.at([]string{t.Tag}, 0), here}
		if here {
			link.Link = "notes" + q.at(nil, 0)
		}
		v.Tags = append(v.Tags, link)
	}
	from, to := min(q.From, len(chosen)), min(q.From+q.Rows, len(chosen))
	for _, n := range chosen[from:to] {
		row := noteRow{Note: n, Link: subjectLink(n.Subject), At: timeText(n.Changed)}
		for _, tag := range n.Tags {
			row.Tags = append(row.Tags, tagLink{notes.TagCount{Tag: tag}, "notes" + q.at([]string{tag}, 0), false})
		}
		v.Rows = append(v.Rows, row)
	}
	if to < len(chosen) {
		v.Next = "notes" + q.at(q.Tags, to)
	}
	if from > 0 {
		v.Previous = "notes" + q.at(q.Tags, max(0, from-q.Rows))
	}
	for _, f := range pages.Formats[:2] {
		v.Downloads = append(v.Downloads, download{f.Name, "notes." + f.Name + q.at(q.Tags, 0)})
	}
	s.render(w, http.StatusOK, "notes", &view{Title: "Notes", Crawl: k, Here: "Notes", Of: v})
}

// noteColumns are the columns of a table of notes.
var noteColumns = []string{"kind", "subject", "tags", "note", "changed"}

// noteRecord is a note as a row for other programs.
type noteRecord struct{ notes.Note }

// Text implements [pages.Record].
func (n noteRecord) Text(column string) string {
	switch column {
	case "kind":
		return n.Kind
	case "subject":
		return n.Name
	case "tags":
		return n.TagText()
	case "note":
		return n.Note.Text
	}
	return n.Version()
}

// Value implements [pages.Record].
func (n noteRecord) Value(column string) any { return n.Text(column) }

// sendNotes sends the chosen notes as a file.
func (s *Server) sendNotes(w http.ResponseWriter, r *http.Request, k *crawl, f pages.Format) {
	q, err := noteQueryOf(r.URL.Query())
	if err != nil {
		s.noteFailed(w, k, refusedError{err})
		return
	}
	all, err := k.notesPlace().Read()
	if err != nil {
		s.noteFailed(w, k, err)
		return
	}
	s.send(w, r, sent{k.path, f.Media, k.slug + "-notes." + f.Name}, func(out io.Writer) error {
		to := f.Writer(out, noteColumns)
		for _, n := range q.Of(all) {
			if err := to.Row(noteRecord{n}); err != nil {
				return err
			}
		}
		return to.Close()
	})
}

// isRefused reports whether an error is a fault of a form or of a request.
func isRefused(err error) bool {
	return errors.Is(err, notes.ErrNote) || errors.Is(err, notes.ErrName) || errors.Is(err, notes.ErrExists) || errors.Is(err, notes.ErrLong)
}
