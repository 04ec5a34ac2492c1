package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
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

// TestSeedsWithoutScheme checks what weft crawls: seeds without a scheme mean the same as arguments, in a settings file and
// in a file of seeds. The note on standard error names the URL of an argument.
func TestSeedsWithoutScheme(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>page")
	}))
	defer server.Close()
	t.Chdir(t.TempDir())
	if err := os.Mkdir("127.0.0.1", 0o700); err != nil { // a folder is not in the way
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	for i, seed := range []string{"127.0.0.1:" + port, "localhost:" + port + "/x"} {
		for name, text := range map[string]string{"seeds.txt": seed + "\n", "settings.toml": fmt.Sprintf("urls = [%q]\n", seed)} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for j, from := range [][]string{{seed}, {"--seeds", "seeds.txt"}, {"--config", "settings.toml"}} {
			dir := fmt.Sprintf("c-%d-%d", i, j)
			_, errs := weft(t, exitDone, append([]string{"crawl", "-o", dir, "--allow-private", "--delay", "0", "--depth", "0", "--sitemaps=false"}, from...)...)
			want, _, err := folder.SeedURL("http://" + seed)
			if err != nil {
				t.Fatal(err)
			}
			if out, _ := weft(t, exitDone, "pages", dir, "--state", "fetched", "--quiet"); !strings.Contains(out, want) {
				t.Errorf("%q: %s", from, out)
			}
			if told := strings.Contains(errs, seed+" has no scheme: weft crawls "+want); told != (j != 1) {
				t.Errorf("%q: %s", from, errs)
			}
		}
	}
	for _, args := range [][]string{{"crawl", "seeds.txt", "-o", "d"}, {"crawl", "--resume", "c-0-0", "seeds.txt"}} {
		if got := asked(t, exitUsage, args...); !strings.Contains(got, "use --seeds seeds.txt") {
			t.Errorf("%q: %s", args, got)
		}
	}
	if got := asked(t, exitUsage, "crawl", "example.org", "-o", "d"); !strings.Contains(got, "example.org has no scheme: weft crawls https://example.org/") {
		t.Error(got)
	}
}
