package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A growing is a buffer that a command writes while a test reads it.
type growing struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (g *growing) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

func (g *growing) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.String()
}

// weft serve prints its address, serves until it is interrupted, and ends with status 0. Two servers of a crawl get on.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "100")
	ctx, cancel := context.WithCancel(context.Background())
	var ends sync.WaitGroup
	for range 2 {
		var out growing
		a := &app{stdin: strings.NewReader(""), stdout: &counted{Writer: &out}, stderr: io.Discard}
		root := a.root()
		root.SetArgs([]string{"serve", "crawl", "--listen", "0"})
		ends.Go(func() {
			if err := root.ExecuteContext(ctx); a.report(ctx, err) != exitDone {
				t.Errorf("weft serve: %v", err)
			}
		})
		r, err := http.Get(addressIn(t, &out))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if !strings.Contains(string(text), `href="/c/crawl/"`) {
			t.Errorf("the list of crawls: %s", text)
		}
	}
	cancel()
	ends.Wait()
	for line, want := range map[string]int{"serve": exitUsage, "serve nowhere": exitFailed, "serve crawl --listen x": exitUsage, "serve crawl --json": exitUsage, "serve crawl --plan": exitUsage} {
		weft(t, want, strings.Fields(line)...)
	}
}

// addressIn waits for the address in the output of a command.
func addressIn(t *testing.T, out *growing) string {
	t.Helper()
	for range 200 {
		if found := regexp.MustCompile(`http://\S+`).FindString(out.String()); found != "" {
			return found
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("no address in %q", out.String())
	return ""
}
