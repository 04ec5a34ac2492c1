package notes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"weft/internal/choice"
)

// Kinds of subjects.
const (
	Page     = "page"
	Host     = "host"
	Boundary = "boundary"
)

// Kinds lists the kinds of subjects.
var Kinds = []string{Page, Host, Boundary}

// Limits of notes.
const (
	MostText    = 64_000  // bytes of the text of a note
	MostTags    = 32      // tags of a note
	MostTag     = 64      // bytes of a tag
	MostSubject = 1 << 16 // bytes of a subject
	MostNotes   = 100_000 // notes of a crawl
)

// A Subject is a page, a host or a boundary with a note.
type Subject struct {
	Kind string `json:"kind"`    // page, host or boundary
	Name string `json:"subject"` // URL or name of the page, the host, or the name of the boundary
}

// A Note is a text, and tags, on a subject. A subject has at most one note.
//
//json:object note
type Note struct {
	Subject
	Text    string    `json:"text,omitempty"` // text of the note
	Tags    []string  `json:"tags,omitempty"` // tags, in order
	Changed time.Time `json:"changed"`        // time of the last change
}

// ErrNote is the error of a note beyond the limits, or with a fault.
var ErrNote = errors.New("the note is refused")

func refused(form string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrNote, fmt.Errorf(form, args...))
}

// Check reports a fault of a note.
func (n *Note) Check() error {
	switch {
	case !slices.Contains(Kinds, n.Kind):
		return refused("kind %.100q: expected %s", n.Kind, choice.Of(n.Kind, Kinds))
	case n.Name == "" || len(n.Name) > MostSubject || !utf8.ValidString(n.Name):
		return refused("subject of %d bytes: expected 1 to %d bytes of UTF-8", len(n.Name), MostSubject)
	case len(n.Text) > MostText:
		return refused("text of %d bytes: expected at most %d; put a longer text into a file, and its name into the note", len(n.Text), MostText)
	case !utf8.ValidString(n.Text) || strings.ContainsRune(n.Text, 0):
		return refused("text: expected UTF-8 without NUL")
	case len(n.Tags) > MostTags:
		return refused("%d tags: expected at most %d", len(n.Tags), MostTags)
	case n.Text == "" && len(n.Tags) == 0:
		return refused("no text and no tag: expected one of them; delete a note to remove both")
	}
	for _, tag := range n.Tags {
		if err := checkTag(tag); err != nil {
			return err
		}
	}
	return nil
}

func checkTag(tag string) error {
	hasBad := strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || r == utf8.RuneError || !unicode.IsPrint(r) })
	if tag == "" || len(tag) > MostTag || hasBad || strings.TrimSpace(tag) != tag {
		return refused("tag %.100q: expected 1 to %d bytes of printable characters without commas", tag, MostTag)
	}
	return nil
}

// TagsOf returns the tags of texts with commas between tags: trimmed, in order, each once without regard to capitals.
func TagsOf(texts ...string) (tags []string) {
	for _, text := range texts {
		for tag := range strings.SplitSeq(text, ",") {
			if tag = strings.Join(strings.Fields(tag), " "); tag != "" {
				tags = append(tags, tag)
			}
		}
	}
	slices.SortFunc(tags, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	})
	return slices.CompactFunc(tags, strings.EqualFold)
}

// clean returns the note as it is kept: lines end in a line feed, and no space ends the text.
func (n Note) clean() Note {
	n.Text = strings.TrimRight(strings.ReplaceAll(strings.ReplaceAll(n.Text, "\r\n", "\n"), "\r", "\n"), " \n\t")
	n.Tags = TagsOf(n.Tags...)
	n.Changed = n.Changed.UTC().Truncate(time.Millisecond)
	return n
}

// Has reports whether the note has a tag, without regard to capitals.
func (n *Note) Has(tag string) bool {
	return slices.ContainsFunc(n.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

// TagText returns the tags with commas between them.
func (n *Note) TagText() string { return strings.Join(n.Tags, ", ") }

// A Filter chooses notes. The zero value chooses all.
type Filter struct {
	Tags  []string // the note has all of them
	Words string   // words that occur in subject, text or tags, without regard to capitals
	Kind  string   // one of Kinds; empty for any
}

// Of returns the chosen notes, in their order.
func (f *Filter) Of(all []Note) (chosen []Note) {
	words := strings.Fields(strings.ToLower(f.Words))
	for i := range all {
		n := &all[i]
		lacks := func(tag string) bool { return !n.Has(tag) }
		if f.Kind != "" && n.Kind != f.Kind || slices.ContainsFunc(f.Tags, lacks) {
			continue
		}
		text := strings.ToLower(n.Name + "\n" + n.Text + "\n" + n.TagText())
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			chosen = append(chosen, *n)
		}
	}
	return chosen
}

// A TagCount is a tag, and the number of its notes.
//
//json:object tag of notes
type TagCount struct {
	Tag   string `json:"tag"`   // tag, as the first note writes it
	Notes int    `json:"notes"` // notes with the tag
}

// Tags counts the tags of notes, in the order of the tags.
func Tags(all []Note) []TagCount {
	counts, at := []TagCount{}, map[string]int{}
	for i := range all {
		for _, tag := range all[i].Tags {
			k, has := at[strings.ToLower(tag)]
			if !has {
				k, at[strings.ToLower(tag)] = len(counts), len(counts)
				counts = append(counts, TagCount{Tag: tag})
			}
			counts[k].Notes++
		}
	}
	slices.SortFunc(counts, func(a, b TagCount) int { return cmp.Compare(strings.ToLower(a.Tag), strings.ToLower(b.Tag)) })
	return counts
}

func compare(a, b Subject) int {
	return cmp.Or(slices.Index(Kinds, a.Kind)-slices.Index(Kinds, b.Kind), cmp.Compare(a.Name, b.Name))
}

// About returns the note about a subject; nil if there is none. The notes are in the order of [Place.Read].
func About(all []Note, of Subject) *Note {
	i, has := slices.BinarySearchFunc(all, of, func(n Note, of Subject) int { return compare(n.Subject, of) })
	if !has {
		return nil
	}
	return &all[i]
}
