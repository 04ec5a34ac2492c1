package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/livecrawl/fetch"
)

// What helps depends on why a seed was not fetched, whatever its URL or the rest of the reason says.
func TestHintsOfSeeds(t *testing.T) {
	for reason, want := range map[string]string{
		"private-address: 10.0.0.1 is a special address (private), which needs permission to connect to": "--allow-private",
		"certificate: x509: certificate has expired or is not yet valid":                                 "--insecure",
		"robots: Disallow: /":                       "--robots ignore",
		"robots: unreachable: refused: no":          "--robots ignore",
		"tls: remote error: certificate required":   "",
		"refused: dial tcp 127.0.0.1:1":             "",
		"the response has status 404":               "",
		"reset: robots: or certificate: may follow": "",
		"": "",
	} {
		got := hint(&seedError{fetch.SeedError{URL: "http://certificate.example/robots: ", Reason: reason}})
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: got the hint %q, want %q", reason, got, want)
		}
	}
}

// Seeds without a scheme are URLs, and standard error names the scheme. Files and other texts stay as they are.
func TestSeedsWithoutScheme(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("seeds.txt", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for seed, want := range map[string]string{
		"example.org": "https://example.org", "example.org/a?b": "https://example.org/a?b", "example.org:443/": "https://example.org:443/",
		"example.org:8000": "http://example.org:8000", "localhost": "http://localhost", "localhost:8000/x": "http://localhost:8000/x",
		"127.0.0.1:8000": "http://127.0.0.1:8000", "10.0.0.1": "http://10.0.0.1", "[::1]:80/": "http://[::1]:80/", "münchen.example": "https://münchen.example",
		"a.localhost":   "http://a.localhost",
		"https://a.org": "https://a.org", "seeds.txt": "seeds.txt", "word": "word", "mailto:a@b.org": "mailto:a@b.org", "ftp://a.org/": "ftp://a.org/",
	} {
		var errs bytes.Buffer
		a := &app{stderr: &errs}
		a.progress = a.newProgress(true)
		if got := a.withSchemes([]string{seed}); !slices.Equal(got, []string{want}) || (seed != want) != strings.Contains(errs.String(), want) {
			t.Errorf("%s: %q, want %q; %s", seed, got, want, errs.String())
		}
	}
	if got := asked(t, exitUsage, "crawl", "example.org", "-o", filepath.Join(t.TempDir(), "c")); !strings.Contains(got, "weft crawls https://example.org") {
		t.Error(got)
	}
}
