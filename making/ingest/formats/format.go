package formats

import (
	"cmp"
	"context"
	"errors"
)

// A Name is the name of a way in which an input is written. Numbers count from 0 unless said otherwise.
type Name string

// Auto stands for the format that the input has.
const Auto Name = ""

// String returns the name of the format.
func (f Name) String() string { return cmp.Or(string(f), "auto") }

// A Format is a format of texts, with its detection and its reader.
type Format struct {
	Name Name
	// Marks reports whether a text begins with a mark of the format; a text begins with at most one mark. looks
	// reports whether its first lines, split at blanks, look like it. A format without either is found by detect,
	// or never.
	Marks func(head []byte) bool
	Looks func(rows [][][]byte, head []byte) bool
	Read  textReader // nil for files that are no texts
	// Takes names the options that the format takes and some formats do not.
	Takes []string
	// States says that the format says which pages were fetched.
	States bool
	// Counts returns the words of the first lines that count the pages; nil where texts do not count them.
	Counts func(rows [][][]byte) [][]byte
	// Doubt returns why a text that looks like the format is not read without the option that names it; nil for none.
	Doubt func(head []byte) error
	// Describe returns how a text is read, as far as its beginning shows; nil where the name of the format says all.
	Describe func(head []byte) string
	// PerPage returns how many bytes each page takes that the text counts; nil for 2.
	PerPage func(head []byte) int64
}

// A textReader reads a text that begins with head.
type textReader func(ctx context.Context, t *Text) error

// Names of options that formats take, besides those of [tables.Options].
const (
	WeightsOption  = "weights" // names the column, attribute or member with the weights of arcs
	CommentsOption = "comments"
	DateOption     = "date"
)

// NamedLines reads a format whose lines name pages.
func NamedLines(line func(*Text) func([][]byte) error) textReader {
	return func(ctx context.Context, t *Text) error {
		return t.Import.Named(func() error {
			return errors.Join(t.Each(ctx, line(t)), t.End())
		})
	}
}
