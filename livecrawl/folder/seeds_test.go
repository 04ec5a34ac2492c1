package folder

import (
	"strings"
	"testing"
)

// Seeds become canonical URLs, and other texts are refused.
func TestSeeds(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Example.org": "https://example.org/", "example.org": "https://example.org/", "example.org/a?b": "https://example.org/a?b", "example.org:443/": "https://example.org/",
		"example.org:8000": "http://example.org:8000/", "localhost": "http://localhost/", "localhost:8000/x": "http://localhost:8000/x", "a.localhost": "http://a.localhost/",
		"127.0.0.1:8000": "http://127.0.0.1:8000/", "10.0.0.1": "http://10.0.0.1/", "[::1]:80/": "http://[::1]/", "münchen.example": "https://xn--mnchen-3ya.example/", "example.org/?u=http://a": "https://example.org/?u=http://a",
		"example.org/a b": "https://example.org/a%20b", " http://a.example/#x ": "http://a.example/",
	} {
		got, added, err := SeedURL(raw)
		if bare := !strings.HasPrefix(strings.TrimSpace(raw), "http"); err != nil || got != want || added != bare {
			t.Errorf("%q: got %q, %v, want %q", raw, got, err, want)
		}
	}
	for _, raw := range []string{"", "nonsense", "word", "ftp://a.example/", "mailto:a@b.example", "http://", "http://a b/", "javascript:alert(1)"} {
		if got, _, err := SeedURL(raw); err == nil {
			t.Errorf("%q is taken for %s", raw, got)
		}
	}
	_, err := ReadSeeds(strings.NewReader("# seeds\n\nhttp://a.example/\nnonsense here\nhttp://b.example/\nftp://c.example/\n"), "seeds.txt")
	if err == nil || !strings.Contains(err.Error(), "seeds.txt: line 4") || !strings.Contains(err.Error(), "seeds.txt: line 6") || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("got %v, want both lines", err)
	}
	_, err = ReadSeeds(strings.NewReader(strings.Repeat("nonsense\n", 30)), "seeds.txt")
	if err == nil || !strings.Contains(err.Error(), "line 20: ") || !strings.HasSuffix(err.Error(), "\nseeds.txt: 10 further bad lines") {
		t.Errorf("got %v, want 20 lines and the number of the others", err)
	}
}
