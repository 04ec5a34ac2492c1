package folder

import (
	"strings"
	"testing"
)

// Seeds become canonical URLs, and other texts are refused.
func TestSeeds(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Example.org": "https://example.org/", "example.org/a b": "https://example.org/a%20b", " http://a.example/#x ": "http://a.example/",
	} {
		if got, err := seedURL(raw); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", raw, got, err, want)
		}
	}
	for _, raw := range []string{"", "nonsense", "ftp://a.example/", "mailto:a@b.example", "http://", "http://a b/", "javascript:alert(1)"} {
		if got, err := seedURL(raw); err == nil {
			t.Errorf("%q is taken for %s", raw, got)
		}
	}
	_, err := ReadSeeds(strings.NewReader("# seeds\n\nhttp://a.example/\nnonsense here\n"), "seeds.txt")
	if err == nil || !strings.Contains(err.Error(), "seeds.txt: line 4") {
		t.Errorf("got %v, want the line", err)
	}
}
