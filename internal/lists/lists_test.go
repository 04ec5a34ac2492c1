package lists_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"weft/internal/lists"
)

func TestReader(t *testing.T) {
	broken := errors.New("broken")
	for name, x := range map[string]struct {
		in   io.Reader
		want []string
		err  string
	}{
		"nothing":             {strings.NewReader(""), nil, ""},
		"blanks and comments": {strings.NewReader("\n# c\n  a b\t\r\n\t# c\n#\n \u00e4#d"), []string{"a b", "ä#d"}, ""},
		"byte order marks":    {strings.NewReader("\ufeff# c\n\ufeff\n\ufeffa"), []string{"a"}, ""},
		"carriage returns":    {strings.NewReader("# c\ra\rb\r\n\r\r\nc\n\rd\r"), []string{"a", "b", "c", "d"}, ""},
		"byte by byte":        {iotest.OneByteReader(strings.NewReader("\ra\r\nb\r")), []string{"a", "b"}, ""},
		"a line too long":     {strings.NewReader("a\n" + strings.Repeat("b", 70) + "\nc\n"), []string{"a"}, "x: line 2: it has 64 bytes or more: want one entry per line"},
		"cut within a line":   {io.MultiReader(strings.NewReader("a\nbc"), iotest.ErrReader(broken)), []string{"a"}, "x: line 2: broken"},
		"nothing but a fault": {iotest.ErrReader(broken), nil, "x: line 1: broken"},
	} {
		list := lists.New(x.in, "x", 64)
		var got []string
		for list.Next() {
			got = append(got, list.Text())
		}
		if err := fmt.Sprint(list.Err()); !slices.Equal(got, x.want) || err != x.err && (list.Err() != nil || x.err != "") {
			t.Errorf("%s: got %q, %s; want %q, %q", name, got, err, x.want, x.err)
		}
		if list.Next() {
			t.Errorf("%s: something stands behind the end", name)
		}
	}
	list := lists.New(iotest.OneByteReader(strings.NewReader("\r\n\ra\n")), "x", 64)
	if err := broken; !list.Next() || list.At(err).Error() != "x: line 3: broken" || !errors.Is(list.At(err), broken) {
		t.Errorf("an error about an entry: %v", list.At(err))
	}
}
