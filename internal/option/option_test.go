package option_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"

	"weft/internal/option"
)

func flag(name string) string { return "--" + name }

// scratch calls what it wraps otherwise, as an import does with the files of an archive.
type scratch struct{ error }

func (s scratch) Error() string { return "in a.zip: " + s.error.Error() }
func (s scratch) Said(call func(string) string) string {
	return "in a.zip: " + option.Text(s.error, call)
}

func TestText(t *testing.T) {
	force := option.Errorf("%w: replace it with {force}", fs.ErrExist)
	for _, c := range []struct {
		err         error
		plain, text string
	}{
		{errors.New("no {option}, no --flag"), "no {option}, no --flag", "no {option}, no --flag"},
		{force, "file already exists: replace it with 'force'", "file already exists: replace it with --force"},
		{fmt.Errorf("make %q: %w", "{force}", force), `make "{force}": file already exists: replace it with 'force'`, `make "{force}": file already exists: replace it with --force`},
		{option.Errorf("{max-bad} %s", "{max-bad}"), "'max-bad' {max-bad}", "--max-bad {max-bad}"},
		{option.Errorf("{a} %d %%: %v", 3, force), "'a' 3 %: file already exists: replace it with 'force'", "--a 3 %: file already exists: replace it with --force"},
		{errors.Join(io.EOF, force, option.Errorf("{b}")), "EOF\nfile already exists: replace it with 'force'\n'b'", "EOF\nfile already exists: replace it with --force\n--b"},
		{fmt.Errorf("x: %w", scratch{fmt.Errorf("y: %w", force)}), "x: in a.zip: y: file already exists: replace it with 'force'", "x: in a.zip: y: file already exists: replace it with --force"},
		{fmt.Errorf("%w and %w", option.Errorf("{a}"), option.Errorf("{b-c}")), "'a' and 'b-c'", "--a and --b-c"},
		{option.Errorf("%s of %d: %v or {c}", option.Name("a"), 2, option.Names{"b", "max-bad"}), "'a' of 2: 'b', 'max-bad' or 'c'", "--a of 2: --b, --max-bad or --c"},
		{option.Errorf("none: %s", option.Names(nil)), "none: ", "none: "},
		{option.Errorf("{A} {} {1} { a}"), "{A} {} {1} { a}", "{A} {} {1} { a}"},
	} {
		if got := c.err.Error(); got != c.plain {
			t.Errorf("as it is:\n got %s\nwant %s", got, c.plain)
		}
		if got := option.Text(c.err, flag); got != c.text {
			t.Errorf("with flags:\n got %s\nwant %s", got, c.text)
		}
	}
	if !errors.Is(fmt.Errorf("x: %w", force), fs.ErrExist) {
		t.Error("what it wraps is not found")
	}
	if got := option.Text(option.Errorf("{p} of %d", 4), func(string) string { return "100 %d" }); got != "100 %d of 4" {
		t.Errorf("a name with a percent sign: got %s", got)
	}
}
