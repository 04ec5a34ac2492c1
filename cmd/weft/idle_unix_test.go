//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Idle connections to the status page do not take the file handles that the crawl needs: it fetches all pages, and the page
// is there to the end.
func TestIdleConnectionsEndNoCrawl(t *testing.T) {
	const pages, idle = 60, 900
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		time.Sleep(20 * time.Millisecond)
		if r.URL.Path == "/" {
			for i := range pages {
				fmt.Fprintf(w, "<a href=/page/%d>page</a>", i)
			}
		}
		fmt.Fprint(w, r.URL.Path)
	}))
	defer s.Close()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "weft") // the test binary is the command under the name weft
	if err := os.Symlink(exe, link); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `ulimit -n 160 && exec "$0" "$@"`, link, "crawl", s.URL, "-o", filepath.Join(dir, "c"), "--allow-private", "--delay", "0.02",
		"--contact", "me@example.org", "--listen", "127.0.0.1:0", "--json", "--no-snapshot")
	var out strings.Builder
	cmd.Stdout = &out
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	at := ""
	page := regexp.MustCompile(`status page at (http://\S+/)`)
	for lines := bufio.NewScanner(errs); at == "" && lines.Scan(); {
		fmt.Fprintln(&said, lines.Text())
		if m := page.FindStringSubmatch(lines.Text()); m != nil {
			at = m[1]
		}
	}
	if at == "" {
		t.Fatalf("no status page: %v: %s", cmd.Wait(), said.String())
	}
	to, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range idle {
		c, err := net.Dial("tcp", to.Host)
		if err != nil {
			break // the crawl is over
		}
		defer c.Close()
		if i%2 == 0 {
			io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n") // the rest never comes
		}
	}
	if rest, err := io.ReadAll(errs); err != nil || cmd.Wait() != nil {
		t.Fatalf("the crawl failed: %v: %s%s%s", err, said.String(), rest, out.String())
	}
	if want := fmt.Sprintf(`"fetched": %d,`, pages+1); !strings.Contains(out.String(), want) {
		t.Errorf("got %s, want %s", out.String(), want)
	}
}
