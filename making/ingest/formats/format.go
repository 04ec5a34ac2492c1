package formats

import (
	"cmp"
	"context"

	"weft/making/ingest/tables"
)

// A Name is the name of a format, as users write it. Nodes of formats are numbered from 0, unless the format says otherwise.
type Name string

// Auto stands for the format that is detected in the input.
const Auto Name = ""

// String returns the name of the format; "auto" for Auto.
func (f Name) String() string { return cmp.Or(string(f), "auto") }

// A Format is a format, with its detection and its reader. Of formats that are no texts it has only names.
type Format struct {
	Name Name
	// Group is the part of the list of formats that it stands in. Says describes it in the help of weft import, with
	// options in braces.
	Group Group
	Says  string
	// Endings are the usual endings of its files, without endings of compression. Files are detected by their content.
	Endings []string
	// Exports are the names of the formats of weft export that it reads back.
	Exports []string
	// Marks reports whether a text begins with a mark of the format. A text begins with the mark of one format at most.
	// Looks reports whether the first lines of a text, split at blanks, look like the format. A format with neither is
	// detected in another way, or must be named by the user.
	Marks func(head []byte) bool
	Looks func(rows [][][]byte, head []byte) bool
	Read  textReader // nil for formats that are no texts
	// Lay finds out how a text is read, if the format leaves that open; nil if lines are cut at blanks.
	Lay func(b *Beginning, how *Reading) error
	// Takes has the names of the options that the format takes and other formats refuse.
	Takes []string
	// States is set if the format states which pages were fetched.
	States bool
	// Counts returns the words of the first lines that count the pages; nil if texts do not count them.
	Counts func(rows [][][]byte) [][]byte
	// Doubt returns why a text that looks like the format is not read without the option that names it; nil for none.
	Doubt func(head []byte) error
	// Describe returns how a text is read, as far as its beginning shows; nil if the name of the format says it.
	Describe func(head []byte) string
	// PerPage returns the memory of a page in bytes, for texts that count their pages; nil for 2.
	PerPage func(head []byte) int64
}

// A Group is a part of the list of formats, by its title.
type Group string

// Groups of formats, in the order of the list.
const (
	Archives Group = "Web archives and pages"
	Lists    Group = "Lists and graphs"
	Programs Group = "Formats of other programs"
)

// A Beginning is the beginning of a text, and what the options say of it.
type Beginning struct {
	Head    []byte
	Options *tables.Options
	Named   bool           // the user named the format
	sample  *tables.Sample // nil until Sample cuts them
}

// Sample returns the first lines. They are cut once.
func (b *Beginning) Sample() *tables.Sample {
	if b.sample == nil {
		b.sample = tables.TakeSample(b.Head)
	}
	return b.sample
}

// LayRaw leaves lines as they are.
func LayRaw(_ *Beginning, how *Reading) error {
	how.Layout = &tables.RawLine
	return nil
}

// A textReader adds the pages and arcs of a text to its import.
type textReader func(ctx context.Context, t *Text) error

// Names of options that formats take. The names of other options are in package tables.
const (
	WeightsOption  = "weights" // names the column, attribute or member with the weights of arcs
	CommentsOption = "comments"
	DateOption     = "date"
)

// NamedLines returns the reader of a format whose lines name pages. line returns the function that reads the fields of a
// line.
func NamedLines(line func(*Text) func([][]byte) error) textReader {
	return func(ctx context.Context, t *Text) error {
		return t.Import.Named(func() error {
			return t.ReadLines(ctx, line(t))
		})
	}
}
