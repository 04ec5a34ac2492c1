package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/inert"
	"weft/internal/offered"
	"weft/internal/sheet"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/store/notes"
)

const noteLong = `Write notes and tags on pages, hosts and saved boundaries of a crawl, and list them.

Without SUBJECT weft lists the notes. --kind, --tag and --words choose some of them. With SUBJECT weft prints the note about it,
and --text, --tag and --untag change the note. A subject is the URL or the number of a page, a host, or boundary:NAME.

The notes are in the file notes.jsonl of the crawl, a JSON object a line. They stay when the crawl is resumed or imported again
with --force. weft serve shows and changes the same notes.`

type noteOptions struct {
	text         string
	tags, untags []string
	remove       bool
	kind, words  string
	csv          string
}

func (a *app) noteCmd() *cobra.Command {
	var o noteOptions
	c := &cobra.Command{
		Use:     "note CRAWL [SUBJECT]",
		Short:   "Write notes and tags on pages, hosts and boundaries, and list them",
		Long:    noteLong,
		Example: made["crawl"] + "  weft note crawl 0 --text \"Ask the owner for the images.\" --tag todo\n  weft note crawl --tag todo\n  weft note crawl 0 --delete",
		Args:    between(1, 2, "a crawl, and perhaps a subject"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkNote(cmd, &o, args); err != nil {
				return err
			}
			if len(args) == 1 {
				return a.listNotes(args[0], &o)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.note(cmd, c, args, &o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.text, "text", "", "write `TEXT` as the note, in place of the text before; empty for none")
	f.StringArrayVar(&o.tags, "tag", nil, "add `TAG` to the note; without SUBJECT, list notes with all of the tags; repeatable")
	f.StringArrayVar(&o.untags, "untag", nil, "remove `TAG` from the note; repeatable")
	f.BoolVar(&o.remove, "delete", false, "delete the note and its tags")
	f.StringVar(&o.kind, "kind", "", "list notes on `KIND`: "+strings.Join(notes.Kinds, ", "))
	offered.Set(f, "kind", notes.Kinds)
	f.StringVar(&o.words, "words", "", "list notes with all `WORDS` in subject, text or tags")
	f.StringVar(&o.csv, "csv", "", "write the list to `FILE`, as a table; - for standard output")
	ending.Set(f, "csv", "csv")
	return c
}

func (a *app) checkNote(cmd *cobra.Command, o *noteOptions, args []string) error {
	changed := func(names ...string) bool {
		return slices.ContainsFunc(names, cmd.Flags().Changed)
	}
	switch {
	case len(args) == 1 && changed("text", "untag", "delete"):
		return usagef("--text, --untag and --delete change the note on a subject: name it after the crawl")
	case len(args) == 2 && changed("kind", "words", "csv"):
		return usagef("--kind, --words and --csv list notes: leave out the subject")
	case o.remove && changed("text", "tag", "untag"):
		return usagef("--delete removes the note: leave out --text, --tag and --untag")
	case o.kind != "" && !slices.Contains(notes.Kinds, o.kind):
		return usagef("--kind %s: expected %s", o.kind, choice.Of(o.kind, notes.Kinds))
	case o.csv != "" && a.json:
		return usagef("--csv and --json exclude each other")
	}
	return nil
}

// A crawlNote is a note as a command prints it.
//
//json:object note on a subject
type crawlNote struct {
	notes.Subject
	Note    *notes.Note `json:"note,omitempty" absent:"the subject has none"` // note
	Deleted bool        `json:"deleted,omitempty"`                            // the note was deleted
}

// note prints or changes the note on a subject.
func (a *app) note(cmd *cobra.Command, c *store.Crawl, args []string, o *noteOptions) error {
	p := folder.Notes(args[0])
	of, err := subjectOf(c, p, args[1])
	if err != nil {
		return err
	}
	v := crawlNote{Subject: of}
	if o.remove {
		if v.Deleted, err = p.Remove(of); err == nil && !v.Deleted {
			err = fmt.Errorf("there is no note on the %s %.200s", of.Kind, inert.Text(of.Name))
		}
		if err != nil {
			return err
		}
		return a.print(v, func(w io.Writer) { row(w, "deleted", "the note on the %s %s", of.Kind, of.Name) })
	}
	all, err := p.Read()
	if err != nil {
		return err
	}
	v.Note = notes.About(all, of)
	if slices.ContainsFunc([]string{"text", "tag", "untag"}, cmd.Flags().Changed) {
		n, err := o.write(p, v.Note, of, cmd.Flags().Changed("text"))
		if err != nil {
			return noteError(err)
		}
		v.Note = n
	}
	return a.print(v, func(w io.Writer) { v.print(w) })
}

// write changes a note by the flags.
func (o *noteOptions) write(p notes.Place, before *notes.Note, of notes.Subject, text bool) (*notes.Note, error) {
	n := notes.Note{Subject: of, Changed: time.Now()}
	if before != nil {
		n.Text, n.Tags = before.Text, slices.Clone(before.Tags)
	}
	if text {
		n.Text = o.text
	}
	gone := notes.TagsOf(o.untags...)
	n.Tags = slices.DeleteFunc(n.Tags, func(tag string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return strings.EqualFold(g, tag) })
	})
	n.Tags = append(n.Tags, o.tags...)
	n, err := p.Set(n, before.Version())
	return &n, err
}

// noteError marks a refused note as wrong usage.
func noteError(err error) error {
	if errors.Is(err, notes.ErrNote) {
		return &usageError{err}
	}
	return err
}

func (v *crawlNote) print(w io.Writer) {
	row(w, v.Kind, "%s", v.Name)
	n := v.Note
	if n == nil {
		row(w, "note", "none")
		return
	}
	if len(n.Tags) > 0 {
		row(w, "tags", "%s", n.TagText())
	}
	for i, line := range strings.Split(n.Text, "\n") {
		if label := ""; n.Text != "" {
			if i == 0 {
				label = "note"
			}
			row(w, label, "%s", line)
		}
	}
	row(w, "changed", "%s", n.Changed.Format(time.RFC3339))
}

// boundaryMark precedes the name of a boundary as a subject.
const boundaryMark = "boundary:"

// subjectOf finds a subject in a crawl.
func subjectOf(c *store.Crawl, p notes.Place, text string) (of notes.Subject, err error) {
	if name, is := strings.CutPrefix(text, boundaryMark); is {
		_, err := p.ReadBoundary(name)
		return notes.Subject{Kind: notes.Boundary, Name: name}, err
	}
	u, ok, err := c.Page(text)
	if err != nil {
		return of, err
	}
	if ok {
		return notes.Subject{Kind: notes.Page, Name: c.Label(u)}, nil
	}
	if c.HasNames() && !strings.ContainsAny(text, "/?#") {
		if r, err := c.Addressed(text + "/"); err != nil || r.Len() > 0 {
			return notes.Subject{Kind: notes.Host, Name: strings.ToLower(text)}, err
		}
	}
	all, err := p.Read() // the page may have gone with the crawl before
	for _, n := range all {
		if n.Name == text && n.Kind != notes.Boundary {
			return n.Subject, nil
		}
	}
	if err != nil {
		return of, err
	}
	return of, fmt.Errorf("the crawl has no page and no host %.300q: expected the URL or number of a page, a host, or %sNAME", text, boundaryMark)
}

// listedNotes are the notes of a crawl.
//
//json:object notes
type listedNotes struct {
	Found int              `json:"found"` // number of chosen notes
	All   int              `json:"all"`   // number of notes of the crawl
	Tags  []notes.TagCount `json:"tags"`  // tags of the chosen notes
	Notes []notes.Note     `json:"notes"` // chosen notes: pages, hosts, boundaries
}

// listNotes lists the notes that the flags choose.
func (a *app) listNotes(path string, o *noteOptions) error {
	if err := checkCrawl(path); err != nil {
		return err
	}
	all, err := folder.Notes(path).Read()
	if err != nil {
		return err
	}
	f := notes.Filter{Tags: notes.TagsOf(o.tags...), Words: o.words, Kind: o.kind}
	v := listedNotes{All: len(all), Notes: f.Of(all)}
	if v.Notes == nil {
		v.Notes = []notes.Note{}
	}
	v.Found, v.Tags = len(v.Notes), notes.Tags(v.Notes)
	if o.csv != "" {
		return a.writeNotes(o.csv, v.Notes)
	}
	return a.print(v, func(w io.Writer) { v.print(w) })
}

// checkCrawl refuses a path without a crawl or a graph.
func checkCrawl(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if _, err := os.Stat(path + ".properties"); err == nil {
		return nil
	}
	return fmt.Errorf("%s: expected the folder of a crawl, or the basename of a BVGraph", path)
}

func (v *listedNotes) print(w io.Writer) {
	row(w, "found", "%s of %s", grouped(v.Found), digits.Plural(v.All, "note"))
	if v.Found == 0 {
		return
	}
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "kind", Width: -8}, {Title: "subject", Width: -40}, {Title: "tags", Width: -20}, {Title: "note"}}}
	for i := range v.Notes {
		n := &v.Notes[i]
		first, rest, _ := strings.Cut(n.Text, "\n")
		if rest != "" {
			first += " …"
		}
		t.Add(n.Kind, n.Name, n.TagText(), first)
	}
	answer.Print(w, []answer.Block{t}, flagOf)
}

// writeNotes writes notes as CSV.
func (a *app) writeNotes(path string, all []notes.Note) error {
	write := func(out io.Writer) error {
		w := sheet.New(out)
		w.Row("kind", "subject", "tags", "note", "changed") //nolint:errcheck // Close reports it
		for i := range all {
			n := &all[i]
			for _, text := range []string{n.Kind, n.Name, n.TagText(), n.Text, n.Version()} {
				w.Text(text)
			}
			if err := w.End(); err != nil {
				return err
			}
		}
		return w.Close()
	}
	if path == "-" {
		return a.data(write)
	}
	return atomicfile.Write(path, write)
}
