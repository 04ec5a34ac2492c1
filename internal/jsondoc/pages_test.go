package jsondoc_test

import (
	"maps"
	"strings"
	"testing"

	"weft/internal/jsondoc"
)

// Objects stand on the page of the command that prints them, or that prints what they are in; on a page of their own if
// several do. Links lead there.
func TestPages(t *testing.T) {
	text := "\n## a\n\nPrinted by `weft a`.\n\n[x](#x) [both](#both-of)\n" +
		"\n## a --more\n\nPrinted by `weft a`.\n\n[x](#x) [a](#a)\n" +
		"\n## b\n\nPrinted by `weft b`.\n\n[both](#both-of) [a](#a)\n" +
		"\n## both of\n\n[deep](#deep)\n\n## deep\n\n[deep](#deep)\n\n## x\n\nx\n"
	pages, of := jsondoc.Pages(text, func(object string) string { name, _, _ := strings.Cut(object, " "); return name })
	if want := map[string]string{"a": "a", "a---more": "a", "b": "b", "both-of": "shared", "deep": "shared", "x": "a"}; !maps.Equal(of, want) {
		t.Errorf("got %v, want %v", of, want)
	}
	for name, want := range map[string]string{
		"a":      "\n## a\n\nPrinted by `weft a`.\n\n[x](#x) [both](shared.md#both-of)\n\n## a --more\n\nPrinted by `weft a`.\n\n[x](#x) [a](#a)\n\n## x\n\nx\n",
		"b":      "\n## b\n\nPrinted by `weft b`.\n\n[both](shared.md#both-of) [a](a.md#a)\n",
		"shared": "\n## both of\n\n[deep](#deep)\n\n## deep\n\n[deep](#deep)\n",
	} {
		if pages[name] != want {
			t.Errorf("page %s: got\n%s\nwant\n%s", name, pages[name], want)
		}
	}
}
