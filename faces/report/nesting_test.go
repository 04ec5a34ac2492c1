package report

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestNesting reads the tags one by one: each is closed where it should be, and the parser, which mends what is wrong,
// has nothing to move or to add.
func TestNesting(t *testing.T) {
	for name, d := range map[string]Data{"full": sample(t), "empty": {}} {
		page, root := render(t, d)
		opened := balanced(t, page)
		var parsed []string
		for _, n := range elements(root) {
			parsed = append(parsed, strings.ToLower(n.Data))
		}
		if !slices.Equal(opened, parsed) {
			t.Errorf("%s: %d tags were opened, %d elements parsed", name, len(opened), len(parsed))
		}
	}
}

// balanced returns the names of all start tags and fails unless each is closed in turn.
func balanced(t *testing.T, page string) (opened []string) {
	t.Helper()
	void := []string{"meta", "wbr"}
	var open []string
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if !errors.Is(z.Err(), io.EOF) {
				t.Fatal(z.Err())
			}
			if len(open) > 0 {
				t.Errorf("never closed: %v", open)
			}
			return opened
		}
		tag, _ := z.TagName()
		name := string(tag)
		switch kind {
		case html.SelfClosingTagToken:
			opened = append(opened, name)
		case html.StartTagToken:
			if opened = append(opened, name); !slices.Contains(void, name) {
				open = append(open, name)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("</%s> closes %v", name, open)
			}
			open = open[:len(open)-1]
		}
	}
}
